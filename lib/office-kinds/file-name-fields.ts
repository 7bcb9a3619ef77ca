import { changeMarkup, Edits } from "../ooxml/rewriting.ts";
import { attributesIn, localName, nextTag } from "../ooxml/tags.ts";
import { openZip } from "../ooxml/zip.ts";
import { rewriteZip } from "../ooxml/zip-writing.ts";
import type { OfficeKind } from "./kinds.ts";

/** The namespace of text in OpenDocument (OpenDocument 1.3, part 3, 1.4). */
const TEXT_NAMESPACE = "urn:oasis:names:tc:opendocument:xmlns:text:1.0";

const PARTS = ["content.xml", "styles.xml"];
/** A larger part is not looked through. */
const PART_LIMIT_BYTES = 67_108_864;

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
    const written = kept.map(({ name, value }) => ` ${name}="${value.replaceAll('"', "&quot;")}"`);
    const display = ` xmlns:platen="${TEXT_NAMESPACE}" platen:display="name-and-extension"`;
    const start = `<${tag.name}${written.join("")}${display}${tag.isEmpty ? "/" : ""}>`;
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
  if (format === "fodp") return changeMarkup(bytes, withoutFolders) ?? bytes;
  if (format !== "odp" && format !== "odg") return bytes;
  const archive = await openZip(bytes);
  const changes = new Map<string, Buffer>();
  for (const part of PARTS) {
    const file = archive.files.get(part);
    if (file === undefined || file.size > PART_LIMIT_BYTES) continue;
    const changed = changeMarkup(archive.read(file), withoutFolders);
    if (changed !== undefined) changes.set(part, changed);
  }
  return changes.size === 0 ? bytes : rewriteZip(archive, changes);
};
