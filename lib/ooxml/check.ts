import { kindBySignature, withArticle } from "../contract/file-signature.ts";
import type { ReasonOf } from "../errors/reasons.ts";
import { ServiceError } from "../errors/service-error.ts";
import { hasDoctype, textOf } from "./markup.ts";
import { openPackage, type Package } from "./package.ts";

/** Kinds of Office files by the content type of the main part, without the common `application/vnd.`. */
const MAIN_PART_KINDS: Readonly<Record<string, string>> = {
  "openxmlformats-officedocument.wordprocessingml.document.main+xml": "Word document (.docx)",
  "openxmlformats-officedocument.wordprocessingml.template.main+xml": "Word template (.dotx)",
  "ms-word.document.macroenabled.main+xml": "macro-enabled Word document (.docm)",
  "ms-word.template.macroenabledtemplate.main+xml": "macro-enabled Word template (.dotm)",
  "openxmlformats-officedocument.spreadsheetml.sheet.main+xml": "Excel workbook (.xlsx)",
  "openxmlformats-officedocument.spreadsheetml.template.main+xml": "Excel template (.xltx)",
  "ms-excel.sheet.macroenabled.main+xml": "macro-enabled Excel workbook (.xlsm)",
  "ms-excel.template.macroenabled.main+xml": "macro-enabled Excel template (.xltm)",
  "ms-excel.addin.macroenabled.main+xml": "Excel add-in (.xlam)",
  "ms-excel.sheet.binary.macroenabled.main": "binary Excel workbook (.xlsb)",
  "openxmlformats-officedocument.presentationml.presentation.main+xml": "PowerPoint presentation (.pptx)",
};

/** The expected kind, by its name above, and the root element of its main part. */
export interface ExpectedKind {
  readonly kind: string;
  readonly root: string;
}

const refuse = (why: string, reason: ReasonOf<"UNSUPPORTED_MEDIA_TYPE"> = "unsupported-media-type"): ServiceError =>
  new ServiceError("UNSUPPORTED_MEDIA_TYPE", why, { reason });

const MAIN_PART_LIMIT_BYTES = 314_572_800;

/** In a package of at most this size (unpacked), every part is unpacked to check that it is not damaged. */
const WHOLE_CHECK_LIMIT_BYTES = 33_554_432;

const COMPOUND_FILE_SIGNATURE = "\xd0\xcf\x11\xe0";

/** Throws UNSUPPORTED_MEDIA_TYPE for bytes that are not a ZIP archive; the message says what they are. */
const checkSignature = (bytes: Buffer, { kind }: ExpectedKind): void => {
  if (bytes.length === 0) throw refuse("is empty", "document-empty");
  const start = bytes.toString("latin1", 0, 4);
  if (start === COMPOUND_FILE_SIGNATURE) {
    const isEncrypted = bytes.includes(Buffer.from("EncryptedPackage", "utf16le"));
    throw isEncrypted
      ? refuse("is password-protected", "document-encrypted")
      : refuse("is an Office document in the old binary format");
  }
  if (start !== "PK\x03\x04") throw refuse(wrongKind(kind, kindBySignature(bytes)));
};

/** "is a PDF, not a Word document (.docx)", or without the actual kind if that is unknown. */
const wrongKind = (expected: string, actual: string | undefined): string =>
  `is ${actual === undefined ? "" : `${withArticle(actual)}, `}not ${withArticle(expected)}`;

const checkMainPart = (found: Package, { kind, root }: ExpectedKind): void => {
  const main = found.relationships("").find(({ type }) => type === "officeDocument")?.part;
  if (main === undefined) throw refuse("is a ZIP archive, but not an Office document");
  const type = found.typeOf(main)?.toLowerCase().replace("application/vnd.", "") ?? "";
  if (MAIN_PART_KINDS[type] !== kind)
    throw refuse(wrongKind(kind, MAIN_PART_KINDS[type] ?? "document of another program"));
  const part = found.files.get(main);
  if (part === undefined) throw refuse(`is damaged: ${main} is missing`, "document-damaged");
  const start = textOf(found.read(part, MAIN_PART_LIMIT_BYTES).subarray(0, 65_536));
  if (!new RegExp(`<(?:[\\w.-]+:)?${root}[\\s/>]`).test(start))
    throw refuse(`is damaged: ${main} has no ${root} element`, "document-damaged");
};

const checkMacros = ({ files, typeOf }: Package): void => {
  for (const name of files.keys()) {
    if (name.endsWith("vbaproject.bin") || /vbaProject|macrosheet/i.test(typeOf(name) ?? "")) {
      throw refuse("contains macros", "document-unsupported");
    }
  }
};

/** Bytes at the start of a part that usually show whether it has a document type declaration. */
const PART_START_BYTES = 4096;

/** Refuses document type declarations, which Office parts must not have (ECMA-376, part 2, 8.1.4) and which can do harm. */
const checkParts = ({ files, read, head }: Package): void => {
  const total = [...files.values()].reduce((sum, { size }) => sum + size, 0);
  for (const [name, file] of files) {
    if (name.endsWith("/")) continue;
    const content = total > WHOLE_CHECK_LIMIT_BYTES ? undefined : read(file);
    if (!/\.(xml|rels)$/.test(name)) continue;
    const beginning = content?.subarray(0, PART_START_BYTES) ?? head(file);
    if (hasDoctype(textOf(beginning)) ?? hasDoctype(textOf(content ?? read(file)))) {
      throw refuse(`contains a document type declaration in ${file.name}`, "document-unsupported");
    }
  }
};

/**
 * Throws UNSUPPORTED_MEDIA_TYPE, with the reason, for a file of another kind, and for a document that is damaged, has
 * macros, is password-protected, or is a ZIP bomb. A document that passes may still be too large for the engine.
 */
export const checkPackage = async (bytes: Buffer, wanted: ExpectedKind): Promise<void> => {
  checkSignature(bytes, wanted);
  const found = await openPackage(bytes);
  checkMainPart(found, wanted);
  checkMacros(found);
  checkParts(found);
};
