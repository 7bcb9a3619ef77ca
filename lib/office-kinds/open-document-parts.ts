import { changeMarkup } from "../ooxml/rewriting.ts";
import type { attributesIn, XmlTag } from "../ooxml/tags.ts";
import { openZip } from "../ooxml/zip.ts";
import { rewriteZip } from "../ooxml/zip-writing.ts";

const PARTS = ["content.xml", "styles.xml"];
/** A larger part is not looked through. */
const PART_LIMIT_BYTES = 67_108_864;

/** Returns the changed markup; undefined if nothing is to be changed. */
type Change = (xml: string) => string | undefined;

/** A start tag with these attributes, and with more that are given as markup. */
export const startTag = ({ name, isEmpty }: XmlTag, attributes: ReturnType<typeof attributesIn>, more = ""): string => {
  const written = attributes.map(({ name, value }) => ` ${name}="${value.replaceAll('"', "&quot;")}"`);
  return `<${name}${written.join("")}${more}${isEmpty ? "/" : ""}>`;
};

/** An OpenDocument package whose content and styles are changed. */
export const changePackage = async (bytes: Buffer, change: Change): Promise<Buffer> => {
  const archive = await openZip(bytes);
  const changes = new Map<string, Buffer>();
  for (const part of PARTS) {
    const file = archive.files.get(part);
    if (file === undefined || file.size > PART_LIMIT_BYTES) continue;
    const changed = changeMarkup(archive.read(file), change);
    if (changed !== undefined) changes.set(part, changed);
  }
  return changes.size === 0 ? bytes : rewriteZip(archive, changes);
};

/** An OpenDocument that is one XML file, changed. */
export const changeFlat = (bytes: Buffer, change: Change): Buffer => changeMarkup(bytes, change) ?? bytes;
