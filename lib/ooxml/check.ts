import { kindBySignature, withArticle } from "../contract/file-signature.ts";
import type { ReasonOf } from "../errors/reasons.ts";
import { ServiceError } from "../errors/service-error.ts";
import { ENCRYPTED_PACKAGE_STREAM, MESSAGE_STREAM } from "./compound-streams.ts";
import { MAIN_PART_KINDS, MAIN_PART_ROOTS } from "./kinds.ts";
import { macroParts } from "./macros.ts";
import { hasDoctype, textOf } from "./markup.ts";
import { openPackage, type Package } from "./package.ts";

/** The kind that an endpoint accepts, by its name in `MAIN_PART_KINDS`, and the endpoint that accepts all kinds. */
export interface ExpectedKind {
  readonly kind: string;
  readonly forOthers: string;
}

const refuse = (why: string, reason: ReasonOf<"UNSUPPORTED_MEDIA_TYPE"> = "unsupported-media-type"): ServiceError =>
  new ServiceError("UNSUPPORTED_MEDIA_TYPE", why, { reason });

const MAIN_PART_LIMIT_BYTES = 314_572_800;

/** In a package of at most this size (unpacked), every part is unpacked to check that it is not damaged. */
const WHOLE_CHECK_LIMIT_BYTES = 33_554_432;

const COMPOUND_FILE_SIGNATURE = "\xd0\xcf\x11\xe0";

/** The stream of an encrypted package (MS-OFFCRYPTO, 2.3.4.4), and the one of a message of Outlook, in the directory of a compound file. */
const ENCRYPTED_STREAM = Buffer.from(ENCRYPTED_PACKAGE_STREAM, "utf16le");
const MESSAGE_NAME = Buffer.from(MESSAGE_STREAM, "utf16le");

/** Whether a file is an encrypted package, which only its password shows to be of a kind or damaged. */
export const isEncryptedPackage = (bytes: Buffer): boolean =>
  bytes.toString("latin1", 0, 4) === COMPOUND_FILE_SIGNATURE && bytes.includes(ENCRYPTED_STREAM);

/** Throws UNSUPPORTED_MEDIA_TYPE for bytes that are not a ZIP archive; the message says what they are. */
const checkSignature = (bytes: Buffer, { kind, forOthers }: ExpectedKind): void => {
  if (bytes.length === 0) throw refuse("is empty", "document-empty");
  const start = bytes.toString("latin1", 0, 4);
  if (start === COMPOUND_FILE_SIGNATURE) {
    if (bytes.includes(MESSAGE_NAME)) throw refuse("is an Outlook message (.msg): /convert/email-to-pdf accepts it");
    throw refuse(`is an Office document in the old binary format: ${forOthers} accepts it`);
  }
  if (start === "{\\rt") throw refuse(`${wrongKind(kind, "RTF document")}: ${forOthers} accepts it`);
  if (start !== "PK\x03\x04") throw refuse(wrongKind(kind, kindBySignature(bytes)));
};

/** "is a PDF, not a Word document (.docx)", or without the actual kind if that is unknown. */
const wrongKind = (expected: string, actual: string | undefined): string =>
  `is ${actual === undefined ? "" : `${withArticle(actual)}, `}not ${withArticle(expected)}`;

/** The main part of a package with its kind's content type, without `application/vnd.`; undefined for other archives. */
export const mainPartOf = (found: Package): { part: string; type: string } | undefined => {
  const part = found.relationships("").find(({ type }) => type === "officeDocument")?.part;
  if (part === undefined) return undefined;
  return { part, type: found.typeOf(part)?.toLowerCase().replace("application/vnd.", "") ?? "" };
};

/** Throws UNSUPPORTED_MEDIA_TYPE if the main part of a package is missing, or has another root element than its kind. */
const checkMainPart = (found: Package, name: string, type: string): void => {
  const part = found.files.get(name);
  if (part === undefined) throw refuse(`is damaged: ${name} is missing`, "document-damaged");
  const kind = MAIN_PART_KINDS.get(type);
  if (kind === undefined || !type.endsWith("+xml")) return;
  const root = MAIN_PART_ROOTS[kind.family];
  const start = textOf(found.read(part, MAIN_PART_LIMIT_BYTES).subarray(0, 65_536));
  if (!new RegExp(`<(?:[\\w.-]+:)?${root}[\\s/>]`).test(start))
    throw refuse(`is damaged: ${name} has no ${root} element`, "document-damaged");
};

const assertKind = (type: string, { kind, forOthers }: ExpectedKind): void => {
  const found = MAIN_PART_KINDS.get(type)?.name;
  if (found === kind) return;
  const hint = found === undefined ? "" : `: ${forOthers} accepts it`;
  throw refuse(wrongKind(kind, found ?? "document of another program") + hint);
};

const checkMacros = (found: Package): void => {
  if (macroParts(found).length > 0) throw refuse("contains macros", "document-unsupported");
};

/** Bytes at the start of a part that usually show whether it has a document type declaration. */
const PART_START_BYTES = 4096;

/** Refuses document type declarations, which Office parts must not have (ECMA-376, part 2, 8.1.4) and which can do harm. */
const checkContent = ({ files, read, head }: Package): void => {
  const total = [...files.values()].reduce((sum, { size }) => sum + size, 0);
  for (const [name, file] of files) {
    if (name.endsWith("/")) continue;
    const content = total > WHOLE_CHECK_LIMIT_BYTES ? undefined : read(file);
    if (!/\.(xml|rels)$/.test(name)) continue;
    const beginning = content?.subarray(0, PART_START_BYTES) ?? head(file);
    if (hasDoctype(textOf(beginning)) ?? hasDoctype(textOf(content ?? read(file, MAIN_PART_LIMIT_BYTES)))) {
      throw refuse(`contains a document type declaration in ${file.name}`, "document-unsupported");
    }
  }
};

/** Throws UNSUPPORTED_MEDIA_TYPE, with the reason, for a package of a known kind that is damaged or has forbidden parts. */
export const checkParts = (found: Package, { part, type }: { part: string; type: string }): void => {
  checkMainPart(found, part, type);
  checkContent(found);
};

/**
 * Throws UNSUPPORTED_MEDIA_TYPE, with the reason, for a file of another kind, and for a document that is damaged, has
 * macros, or is a ZIP bomb. A document that passes may still be too large for the engine.
 */
export const checkPackage = async (bytes: Buffer, wanted: ExpectedKind): Promise<void> => {
  checkSignature(bytes, wanted);
  const found = await openPackage(bytes);
  const main = mainPartOf(found);
  if (main === undefined) throw refuse("is a ZIP archive, but not an Office document");
  assertKind(main.type, wanted);
  checkMainPart(found, main.part, main.type);
  checkMacros(found);
  checkContent(found);
};
