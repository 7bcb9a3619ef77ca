import type { FileKind } from "../contract/contract.ts";
import { checkOffice } from "./office-file.ts";

/** A Word document without macros or a password. */
export const docxFile: FileKind = {
  name: "Word (.docx)",
  check: (bytes) => checkOffice(bytes, { kind: "Word document (.docx)", root: "document" }),
};
