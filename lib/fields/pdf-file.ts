import type { FileKind } from "../contract/contract.ts";
import { refuseOtherKinds } from "../pdf/not-a-pdf.ts";

/** A file that may be a PDF by its first bytes; the work on it finds out whether it is one, and needs no password. */
export const pdfFile: FileKind = { name: "PDF", check: refuseOtherKinds };
