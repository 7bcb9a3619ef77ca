import type { FileKind } from "../contract.ts";
import { judgeOffice } from "./office.ts";

/** A genuine Word document without macros or a password. */
export const docxFile: FileKind = {
  name: "Word (.docx)",
  judge: (bytes) => judgeOffice(bytes, { kind: "Word document (.docx)", root: "document" }),
};
