import { ServiceError } from "../errors.ts";
import { hasDoctype, textOf } from "../ooxml/markup.ts";
import { openPackage, type Package } from "../ooxml/package.ts";
import { kindBySignature } from "./signature.ts";

/** Content types of main parts, without what all of them begin with, and what a package with one is. */
const KINDS: Readonly<Record<string, string>> = {
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

/** What an Office document must be: its kind's name above, and the root element of its main part. */
export interface Wanted {
  readonly kind: string;
  readonly root: string;
}

const refuse = (why: string): ServiceError => new ServiceError("UNSUPPORTED_MEDIA_TYPE", why);

const LARGEST_MAIN = 314_572_800;

/** Parts of so many bytes in all are unpacked to see that they are whole; of more, those alone that are read anyway. */
const CHECKED_WHOLE = 33_554_432;

const COMPOUND_FILE = "\xd0\xcf\x11\xe0";

/** Throws for bytes that are no ZIP archive: what they are instead. */
const judgeSignature = (bytes: Buffer, { kind }: Wanted): void => {
  if (bytes.length === 0) throw refuse("is empty");
  const start = bytes.toString("latin1", 0, 4);
  if (start === COMPOUND_FILE) {
    const isEncrypted = bytes.includes(Buffer.from("EncryptedPackage", "utf16le"));
    throw refuse(isEncrypted ? "is password-protected" : "is an Office document of the old binary format");
  }
  if (start !== "PK\x03\x04") throw refuse(`is no ${kind}${but(kindBySignature(bytes))}`);
};

const but = (other: string | undefined): string =>
  other === undefined ? "" : ` but ${/^([aeiou]|R[AT])/i.test(other) ? "an" : "a"} ${other}`;

const judgeMain = (found: Package, { kind, root }: Wanted): void => {
  const main = found.relationships("").find(({ type }) => type === "officeDocument")?.part;
  if (main === undefined) throw refuse("is a ZIP archive but no Office document");
  const type = found.typeOf(main)?.toLowerCase().replace("application/vnd.", "") ?? "";
  if (KINDS[type] !== kind) throw refuse(`is no ${kind}${but(KINDS[type] ?? "document of another program")}`);
  const part = found.files.get(main);
  if (part === undefined) throw refuse(`is damaged: ${main} is missing`);
  const start = textOf(found.read(part, LARGEST_MAIN).subarray(0, 65_536));
  if (!new RegExp(`<(?:[\\w.-]+:)?${root}[\\s/>]`).test(start)) throw refuse(`is damaged: ${main} holds no ${root}`);
};

const judgeMacros = ({ files, typeOf }: Package): void => {
  for (const name of files.keys()) {
    if (name.endsWith("vbaproject.bin") || /vbaProject|macrosheet/i.test(typeOf(name) ?? "")) {
      throw refuse("holds macros");
    }
  }
};

/** Bytes of a part of markup that mostly tell whether it has a document type declaration. */
const BEGINNING = 4096;

/** A document type declaration has no place in an Office part (ECMA-376, part 2, 8.1.4), and may be there to harm. */
const judgeParts = ({ files, read, head }: Package): void => {
  const total = [...files.values()].reduce((sum, { size }) => sum + size, 0);
  for (const [name, file] of files) {
    if (name.endsWith("/")) continue;
    const content = total > CHECKED_WHOLE ? undefined : read(file);
    if (!/\.(xml|rels)$/.test(name)) continue;
    const beginning = content?.subarray(0, BEGINNING) ?? head(file);
    if (hasDoctype(textOf(beginning)) ?? hasDoctype(textOf(content ?? read(file)))) {
      throw refuse(`holds a document type declaration in ${file.name}`);
    }
  }
};

/**
 * Throws UNSUPPORTED_MEDIA_TYPE, with the reason, for bytes that are not what is wanted: renamed, damaged, with macros,
 * password-protected, made to explode. What passes may still be too much for the engine.
 */
export const judgeOffice = async (bytes: Buffer, wanted: Wanted): Promise<void> => {
  judgeSignature(bytes, wanted);
  const found = await openPackage(bytes);
  judgeMain(found, wanted);
  judgeMacros(found);
  judgeParts(found);
};
