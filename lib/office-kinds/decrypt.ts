import { ServiceError } from "../errors/service-error.ts";
import { ENCRYPTED_PACKAGE_STREAM } from "../ooxml/compound-streams.ts";
import type { Warning } from "../output/warnings.ts";
import { decryptAgile } from "./agile-encryption.ts";
import { CompoundFile, isCompoundFile } from "./compound-file.ts";
import { damagedFileError, unknownEncryption } from "./refusal.ts";
import { decryptStandard } from "./standard-encryption.ts";

/** The password of files that are encrypted but open without one (MS-OFFCRYPTO, 2.3.4; Office writes them for shared workbooks). */
const DEFAULT_PASSWORD = "VelvetSweatshop";

/** The error for a file that needs a password, of which none was given. */
export const passwordMissing = (): ServiceError =>
  new ServiceError("INVALID_REQUEST", "file is encrypted: send its password in the part password.", {
    reason: "document-encrypted",
  });

/** The error for a password that does not open the file. */
export const passwordWrong = (): ServiceError =>
  new ServiceError("INVALID_REQUEST", "password does not open the file.", { reason: "wrong-password" });

export const PASSWORD_REMOVED: Warning = {
  code: "password-removed",
  message: "The file needed a password; the PDF needs none.",
};

/** The encrypted content begins with its decrypted size (MS-OFFCRYPTO, 2.3.4.4). */
const SIZE_BYTES = 8;
/** Bytes that are read of the stream `EncryptionInfo`. */
const INFO_LIMIT_BYTES = 65_536;
const AGILE_VERSION = 4;
const STANDARD_VERSION = 2;

const decryptWith = (info: Buffer, content: Buffer, password: string): Buffer | undefined => {
  const version = info.readUInt16LE(2);
  try {
    if (version === AGILE_VERSION) return decryptAgile(info, content, password);
    if (version === STANDARD_VERSION) return decryptStandard(info, content, password);
  } catch (error) {
    throw error instanceof ServiceError ? error : damagedFileError("its encryption cannot be read");
  }
  throw unknownEncryption();
};

/**
 * Decrypts an Office Open XML package (MS-OFFCRYPTO, 2.3.4). Throws INVALID_REQUEST if the password is wrong, or is needed and
 * missing. Returns bytes that are no encrypted package as they are.
 */
export const decryptedPackage = (bytes: Buffer, password: string | undefined): Buffer => {
  if (!isCompoundFile(bytes)) return bytes;
  const file = new CompoundFile(bytes);
  if (!file.names.has(ENCRYPTED_PACKAGE_STREAM)) return bytes;
  if (!file.names.has("EncryptionInfo")) throw unknownEncryption();
  const [info, encrypted] = [file.read("EncryptionInfo", INFO_LIMIT_BYTES), file.read(ENCRYPTED_PACKAGE_STREAM)];
  if (info.length < SIZE_BYTES || encrypted.length < SIZE_BYTES) throw damagedFileError("its encryption is cut off");
  const size = Number(encrypted.readBigUInt64LE(0));
  const content = decryptWith(info, encrypted.subarray(SIZE_BYTES), password ?? DEFAULT_PASSWORD);
  if (content === undefined) throw password === undefined ? passwordMissing() : passwordWrong();
  return content.subarray(0, size);
};
