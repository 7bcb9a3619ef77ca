import { Edits } from "../ooxml/rewriting.ts";
import { attributesIn, localName, nextTag } from "../ooxml/tags.ts";
import type { OfficeKind } from "./kinds.ts";
import { changeFlat, changePackage, startTag } from "./open-document-parts.ts";

/** The namespace of text in OpenDocument (OpenDocument 1.3, part 3, 1.4). */
const TEXT_NAMESPACE = "urn:oasis:names:tc:opendocument:xmlns:text:1.0";

const isNamespace = ({ name }: { readonly name: string }): boolean => name === "xmlns" || name.startsWith("xmlns:");

/**
 * Markup in which fields for the file print its name alone: by default they print its folder too (OpenDocument 1.3, part 3,
 * 7.7.6). Undefined if there are none.
 */
const withoutFolders = (xml: string): string | undefined => {
  const edits = new Edits(xml);
  for (let tag = nextTag(xml, 0); tag !== undefined; tag = nextTag(xml, tag.end)) {
    if (tag.isEnd || localName(tag.name) !== "file-name") continue;
    const kept = attributesIn(xml, tag).filter(isNamespace);
    const display = ` xmlns:platen="${TEXT_NAMESPACE}" platen:display="name-and-extension"`;
    const start = startTag(tag, kept, display);
    edits.reserve(Math.max(0, start.length - (tag.end - tag.start)));
    edits.replace(tag.start, tag.end, start);
  }
  return edits.result;
};

/**
 * A presentation or drawing of OpenDocument whose fields print the name of the file without its folder, which is that of the
 * job. In other kinds LibreOffice lets a macro set this.
 */
export const hideFolders = async (bytes: Buffer, { format }: OfficeKind): Promise<Buffer> => {
  if (format === "fodp") return changeFlat(bytes, withoutFolders);
  return format === "odp" || format === "odg" ? changePackage(bytes, withoutFolders) : bytes;
};
