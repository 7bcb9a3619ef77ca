import type { PackageRewriter } from "./rewriting.ts";

/** The parts that list other parts (ECMA-376, part 2). */
const LISTS = /(?:^|\/)(?:\[Content_Types\]\.xml|_rels\/[^/]*\.rels)$/i;

/** The root of such a part if its name has a prefix. */
const PREFIXED_ROOT = /<([\w.-]{1,40}):(?:Relationships|Types)\s([^<>]{0,4000})>/;

const withoutPrefix = (xml: string): string | undefined => {
  const [, prefix, attributes = ""] = PREFIXED_ROOT.exec(xml) ?? [];
  if (prefix === undefined || /\bxmlns\s{0,9}=/.test(attributes)) return undefined;
  return xml.replaceAll(`<${prefix}:`, "<").replaceAll(`</${prefix}:`, "</").replaceAll(`xmlns:${prefix}=`, "xmlns=");
};

/** Names elements of the package's lists without a prefix: LibreOffice does not read them with one, and JAXB writes one. */
export const removePackagePrefixes = (rewriting: PackageRewriter): void => {
  for (const part of rewriting.original.files.keys()) if (LISTS.test(part)) rewriting.change(part, withoutPrefix);
};
