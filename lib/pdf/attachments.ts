import type { Warning } from "../output/warnings.ts";
import { arrayAt, dictAt, get } from "./access.ts";
import type { Budget } from "./budget.ts";
import { deflate } from "./compress/repack.ts";
import { prepareOutput } from "./invalidated-parts.ts";
import { nameTree, readNameTree } from "./name-trees.ts";
import { type Dict, makeDict, Name, Ref, Stream, type Value } from "./objects.ts";
import { dropPdfaClaim, pdfaName } from "./pdfa-claim.ts";
import type { Document } from "./read/open.ts";
import { latin1Key, textString } from "./strings.ts";
import { unusedName } from "./unused-name.ts";
import type { OutputDocument } from "./write/write.ts";

/** What a file is to the document that it is attached to (ISO 32000-2, 14.13.2). */
export const RELATIONSHIPS = ["Source", "Data", "Alternative", "Supplement", "Unspecified"] as const;

/** A media type without parameters (RFC 6838, section 4.2), which is short enough for a name of PDF/A. */
export const MEDIA_TYPE = /^[\w!#$&^.+-]{1,60}\/[\w!#$&^.+-]{1,66}$/;

/** The media type of files of which nothing is known. */
export const UNKNOWN_MEDIA_TYPE = "application/octet-stream";

/** A file that a document is to hold. */
export interface Attachment {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Its media type, without parameters. */
  readonly type: string;
  readonly description?: string | undefined;
  readonly relationship: (typeof RELATIONSHIPS)[number];
  /** When it was made and changed, as dates of PDF. */
  readonly created?: string | undefined;
  readonly modified?: string | undefined;
}

/** `a.txt` becomes `a (2).txt`, so that an attachment keeps its file extension. The name is the bytes of a text string. */
export const attachmentNameWithNumber = (name: string, count: number): string => {
  const utf16 = name.startsWith("\xfe\xff");
  const wide = (text: string) => (utf16 ? [...text].map((char) => `\0${char}`).join("") : text);
  const dot = name.lastIndexOf(wide("."));
  const end = dot > (utf16 ? 2 : 0) ? dot : name.length;
  return `${name.slice(0, end)}${wide(` (${count})`)}${name.slice(end)}`;
};

const embeddedFile = ({ bytes, type, created, modified }: Attachment): Stream => {
  const parameters = makeDict({ Size: bytes.length });
  if (created !== undefined) parameters.set("CreationDate", textString(created));
  if (modified !== undefined) parameters.set("ModDate", textString(modified));
  const dict = makeDict({ Type: new Name("EmbeddedFile"), Subtype: new Name(type), Params: parameters });
  dict.set("Filter", new Name("FlateDecode"));
  return new Stream(dict, deflate(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)));
};

const fileSpecification = (attachment: Attachment, name: Uint8Array): Ref => {
  const { description, relationship } = attachment;
  const stream = new Ref(embeddedFile(attachment));
  const specification = makeDict({ Type: new Name("Filespec"), F: name, UF: name });
  if (description !== undefined) specification.set("Desc", textString(description));
  specification.set("AFRelationship", new Name(relationship));
  specification.set("EF", makeDict({ F: stream, UF: stream }));
  return new Ref(specification);
};

/**
 * Attaches files to a document beside those that it has, as its associated files (ISO 32000-2, 14.13; ISO 19005-3, 6.8). If a
 * name is taken, the new file has another key in the document's list.
 */
export const attachFiles = (catalog: Dict, attachments: readonly Attachment[]): void => {
  if (attachments.length === 0) return;
  const names = new Map(dictAt(catalog, "Names"));
  const files: Map<string, Value> = readNameTree(get(names, "EmbeddedFiles"));
  const associated = [...(arrayAt(catalog, "AF") ?? [])];
  for (const attachment of attachments) {
    const name = textString(attachment.name);
    const specification = fileSpecification(attachment, name);
    const key = latin1Key(name);
    const unused = unusedName(
      key,
      (candidate) => files.has(candidate),
      (count) => attachmentNameWithNumber(key, count),
    );
    files.set(unused, specification);
    associated.push(specification);
  }
  names.set("EmbeddedFiles", nameTree(files));
  catalog.set("Names", names);
  catalog.set("AF", associated);
};

/** The claims that allow files of any kind: PDF/A-3, and the level F of PDF/A-4. */
const TAKES_FILES = /^(?:3|4f)/;

const PDFA_REMOVED: Warning = {
  code: "pdfa-removed",
  message: "The file does not claim to be PDF/A: of its parts only PDF/A-3 and PDF/A-4f take files of any kind.",
};

/** A document with more attachments. It stays PDF/A if its level allows files of any kind. */
export const attachToDocument = (
  document: Document,
  attachments: readonly Attachment[],
  budget: Budget,
): OutputDocument => {
  const { catalog } = document;
  const claim = pdfaName(catalog, budget);
  const output = prepareOutput(document, budget, { keepsPages: true });
  attachFiles(catalog, attachments);
  if (claim === undefined || TAKES_FILES.test(claim)) return output;
  dropPdfaClaim(catalog, budget);
  return { ...output, warnings: [...output.warnings, PDFA_REMOVED], avoidsObjectStreams: false };
};
