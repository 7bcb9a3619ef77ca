import { described, type FileKind, filePart, optional, rule, shortText, textPart } from "../contract/contract.ts";
import { refuseOtherKinds } from "../pdf/not-a-pdf.ts";

/** A file that may be a PDF by its first bytes; the work on it finds out whether it is one, and opens without a password. */
export const pdfFile: FileKind = { name: "PDF", check: refuseOtherKinds };

/** The part that holds a PDF. */
export const pdfPart = described(filePart(pdfFile), { description: "A PDF file." });

/** The most characters of a password: readers use 127 bytes at most (ISO 32000-2, 7.6.4.3.3). */
const PASSWORD_LIMIT_CHARACTERS = 127;

/** A password that is not empty. */
export const passwordText = shortText(PASSWORD_LIMIT_CHARACTERS).check(
  rule<string>((password) => password !== "", "must not be empty"),
);

/** The part that holds the password of protected files. */
export const passwordPart = optional(
  described(textPart(passwordText), {
    description:
      "The password of the user or the owner, if the file needs one. The result then needs none, and a warning says so.",
  }),
);
