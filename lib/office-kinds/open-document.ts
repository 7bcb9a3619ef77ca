import { textOf } from "../ooxml/markup.ts";
import type { Archive, ArchiveFile } from "../ooxml/zip.ts";
import type { FoundKind } from "./binary.ts";
import { FLAT_KINDS, type OfficeKind, OPEN_DOCUMENT_KINDS } from "./kinds.ts";
import { refuseKind } from "./refusal.ts";

const MEDIA_TYPE_PREFIX = "application/vnd.oasis.opendocument.";
const MEDIA_TYPE_LIMIT_BYTES = 1024;
const MANIFEST_LIMIT_BYTES = 4_194_304;
/** In a package of at most this size (unpacked), every part is unpacked to check that it is not damaged. */
const WHOLE_CHECK_LIMIT_BYTES = 33_554_432;
/** The bytes at the beginning of a flat document in which its root element stands. */
const ROOT_SEARCH_BYTES = 65_536;

const kindByType = (type: string, kinds: ReadonlyMap<string, OfficeKind>): OfficeKind | undefined =>
  type.startsWith(MEDIA_TYPE_PREFIX)
    ? kinds.get(type.slice(MEDIA_TYPE_PREFIX.length).replace(/-(?:template|flat-xml)$/, ""))
    : undefined;

/** The start of a declaration of an entity, in UTF-8 and in both orders of UTF-16. */
const ENTITY_DECLARATIONS = [
  Buffer.from("<!ENTITY"),
  Buffer.from("<!ENTITY", "utf16le"),
  Buffer.from("<!ENTITY", "utf16le").swap16(),
];

/** Entities can do harm, and OpenDocument has none: its document types, if any, only have a name and an address. */
const assertNoEntities = (content: Buffer, name: string): void => {
  const isDeclared = ENTITY_DECLARATIONS.some((declaration) => content.includes(declaration));
  if (isDeclared || textOf(content.subarray(0, ROOT_SEARCH_BYTES)).includes("<!ENTITY"))
    throw refuseKind(`declares entities in ${name}`, "document-unsupported");
};

/** Throws UNSUPPORTED_MEDIA_TYPE for a package with a damaged part, or one that declares entities. */
export const checkOpenDocument = ({ files, read }: Archive): void => {
  const total = [...files.values()].reduce((sum, { size }) => sum + size, 0);
  for (const [name, file] of files) {
    if (name.endsWith("/") || (total > WHOLE_CHECK_LIMIT_BYTES && !name.endsWith(".xml"))) continue;
    const content = read(file);
    if (name.endsWith(".xml")) assertNoEntities(content, file.name);
  }
};

const contentOf = ({ files, read }: Archive, name: string, limit: number): string => {
  const file: ArchiveFile | undefined = files.get(name);
  return file === undefined ? "" : textOf(read(file, limit));
};

/** The media type of a package: its entry `mimetype` (OpenDocument 1.3, part 2, 3.3), else that of its manifest. */
const mediaTypeOf = (archive: Archive, manifest: string): string => {
  const own = contentOf(archive, "mimetype", MEDIA_TYPE_LIMIT_BYTES).trim();
  return own === "" ? (/:media-type="(application\/vnd\.oasis\.opendocument\.[\w-]+)"/.exec(manifest)?.[1] ?? "") : own;
};

/** The kind of an OpenDocument package; undefined for another archive. Throws UNSUPPORTED_MEDIA_TYPE for a damaged one. */
export const packageKind = (archive: Archive): FoundKind | undefined => {
  const manifest = contentOf(archive, "meta-inf/manifest.xml", MANIFEST_LIMIT_BYTES);
  const kind = kindByType(mediaTypeOf(archive, manifest), OPEN_DOCUMENT_KINDS);
  if (kind === undefined) return undefined;
  const isEncrypted = /:encryption-data[\s>]/.test(manifest);
  const hasContent = archive.files.has("content.xml") || (isEncrypted && archive.files.has("encrypted-package"));
  if (!hasContent) throw refuseKind("is damaged: content.xml is missing", "document-damaged");
  return { kind, isEncrypted };
};

const ROOT_ELEMENT = /<(?:[\w.-]+:)?document\b[^<>]{0,8000}?\s[\w.-]+:mimetype\s*=\s*["']([^"']+)["']/;

/** The kind of an OpenDocument that is one XML file; undefined for other XML. */
export const flatKind = (bytes: Buffer): OfficeKind | undefined => {
  const type = ROOT_ELEMENT.exec(textOf(bytes.subarray(0, ROOT_SEARCH_BYTES)))?.[1] ?? "";
  const kind = kindByType(type, FLAT_KINDS);
  if (kind !== undefined) assertNoEntities(bytes, "it");
  return kind;
};
