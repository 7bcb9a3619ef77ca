import { kindBySignature, withArticle } from "../contract/file-signature.ts";
import { checkParts, mainPartOf } from "../ooxml/check.ts";
import { ENCRYPTED_PACKAGE_STREAM } from "../ooxml/compound-streams.ts";
import { openPackage, type Package } from "../ooxml/package.ts";
import { type Archive, openZip } from "../ooxml/zip.ts";
import { binaryKind, type FoundKind } from "./binary.ts";
import { CompoundFile, isCompoundFile } from "./compound-file.ts";
import { isSentMessage } from "./email.ts";
import { type OfficeKind, PACKAGE_KINDS, RTF_KIND, TEXT_KIND } from "./kinds.ts";
import { checkOpenDocument, flatKind, packageKind } from "./open-document.ts";
import { plainTextOf } from "./plain-text.ts";
import { refuseKind } from "./refusal.ts";

/** What a file is. The kind of an encrypted package is not known before it is decrypted. */
export interface Identified {
  readonly kind: OfficeKind | undefined;
  readonly isEncrypted: boolean;
  /** Throws UNSUPPORTED_MEDIA_TYPE, with the reason, for a file that is damaged or has forbidden parts. */
  readonly checkContent: () => void;
}

const NOTHING_TO_CHECK = (): void => {};

const whole = (found: FoundKind): Identified => ({ ...found, checkContent: NOTHING_TO_CHECK });

const identifyCompound = (bytes: Buffer): Identified => {
  const file = new CompoundFile(bytes);
  if (file.names.has(ENCRYPTED_PACKAGE_STREAM))
    return { kind: undefined, isEncrypted: true, checkContent: NOTHING_TO_CHECK };
  return whole(binaryKind(file));
};

const CONTENT_TYPES_PART = "[content_types].xml";

const identifyPackage = (found: Package): Identified => {
  const main = mainPartOf(found);
  const kind = main && PACKAGE_KINDS.get(main.type);
  if (main === undefined) throw refuseKind("is a ZIP archive, but not an Office document");
  if (kind === undefined) throw refuseKind("is a document of another program");
  return { kind, isEncrypted: false, checkContent: () => checkParts(found, main) };
};

const identifyArchive = async (bytes: Buffer): Promise<Identified> => {
  const archive: Archive = await openZip(bytes);
  if (archive.files.has(CONTENT_TYPES_PART)) return identifyPackage(await openPackage(bytes));
  const found = packageKind(archive);
  if (found === undefined) throw refuseKind("is a ZIP archive, but not an Office document");
  return { ...found, checkContent: () => checkOpenDocument(archive) };
};

/** Bytes at the beginning in which RTF begins, after blanks. */
const RTF_SEARCH_BYTES = 64;

/** Finds out what an Office file is, by its content. Throws UNSUPPORTED_MEDIA_TYPE for one of a kind that is not supported. */
export const identifyOffice = async (bytes: Buffer): Promise<Identified> => {
  if (bytes.length === 0) throw refuseKind("is empty", "document-empty");
  if (isCompoundFile(bytes)) return identifyCompound(bytes);
  if (bytes.toString("latin1", 0, 4) === "PK\x03\x04") return identifyArchive(bytes);
  if (/^\s*\{\\rtf/.test(bytes.toString("latin1", 0, RTF_SEARCH_BYTES)))
    return whole({ kind: RTF_KIND, isEncrypted: false });
  const other = kindBySignature(bytes);
  if (other !== undefined) throw refuseKind(`is ${withArticle(other)}, not an Office document`);
  const flat = flatKind(bytes);
  if (flat !== undefined) return whole({ kind: flat, isEncrypted: false });
  if (isSentMessage(bytes)) throw refuseKind("is a message (.eml), which /convert/email-to-pdf takes");
  plainTextOf(bytes);
  return whole({ kind: TEXT_KIND, isEncrypted: false });
};
