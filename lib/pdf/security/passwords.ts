import { encodePdfDoc } from "../text-strings.ts";

/** Bytes of a password that count in revisions 2 to 4 (ISO 32000-2, 7.6.4.3.2). */
const OLD_PASSWORD_MAX_BYTES = 32;
/** Bytes of a password that count in revisions 5 and 6 (7.6.4.3.3). */
const PASSWORD_MAX_BYTES = 127;

/** Spaces that become a plain space, and characters that vanish, before a password is encoded (RFC 4013, 2.1). */
const SPACES = /[\u00a0\u1680\u2000-\u200b\u202f\u205f\u3000]/g;
const VANISHING = /\u00ad|\u034f|\u1806|[\u180b-\u180d]|\u200c|\u200d|\u2060|[\ufe00-\ufe0f]|\ufeff/g;

/** A password as it is encoded for AES-256: UTF-8 after SASLprep (RFC 4013), cut to 127 bytes. */
export const encodePassword = (password: string): Uint8Array =>
  Buffer.from(password.replace(SPACES, " ").replace(VANISHING, "").normalize("NFKC")).subarray(0, PASSWORD_MAX_BYTES);

/**
 * The encodings that the writer of a file may have used for a password, the likeliest first: UTF-8 prepared or as typed
 * from revision 5 on; before that PDFDocEncoding or UTF-8.
 */
export const passwordCandidates = (password: string, revision: number): Uint8Array[] => {
  const typed = Buffer.from(password);
  if (revision >= 5) return [encodePassword(password), typed.subarray(0, PASSWORD_MAX_BYTES)];
  const encoded = encodePdfDoc(password.normalize("NFC"));
  const encodings = encoded === undefined ? [typed] : [encoded, typed];
  return encodings.map((bytes) => bytes.subarray(0, OLD_PASSWORD_MAX_BYTES));
};
