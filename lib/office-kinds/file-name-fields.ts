import { openZip } from "../ooxml/zip.ts";
import { rewriteZip } from "../ooxml/zip-writing.ts";
import type { OfficeKind } from "./kinds.ts";

/** The start tag of a field that prints the name of the file, by default with its folder (OpenDocument 1.3, part 3, 7.7.6). */
const FILE_NAME_FIELD = /<((?:[\w.-]{1,40}:)?)file-name(?=[\s/>])[^<>]{0,400}?(\/?)>/g;

const PARTS = ["content.xml", "styles.xml"];
/** A larger part is not looked through. */
const PART_LIMIT_BYTES = 67_108_864;

/** Markup with one character for each byte, in which such fields print no folder; undefined if it has none. */
const withoutFolders = (xml: string): string | undefined =>
  xml.includes("file-name")
    ? xml.replace(FILE_NAME_FIELD, '<$1file-name $1display="name-and-extension"$2>')
    : undefined;

/**
 * A presentation or drawing of OpenDocument whose fields print the name of the file without its folder, which is that of the
 * job. In other kinds LibreOffice lets a macro set this.
 */
export const hideFolders = async (bytes: Buffer, { format }: OfficeKind): Promise<Buffer> => {
  if (format === "fodp") {
    const changed = withoutFolders(bytes.toString("latin1"));
    return changed === undefined ? bytes : Buffer.from(changed, "latin1");
  }
  if (format !== "odp" && format !== "odg") return bytes;
  const archive = await openZip(bytes);
  const changes = new Map<string, Buffer>();
  for (const part of PARTS) {
    const file = archive.files.get(part);
    if (file === undefined || file.size > PART_LIMIT_BYTES) continue;
    const changed = withoutFolders(archive.read(file).toString("latin1"));
    if (changed !== undefined) changes.set(part, Buffer.from(changed, "latin1"));
  }
  return changes.size === 0 ? bytes : rewriteZip(archive, changes);
};
