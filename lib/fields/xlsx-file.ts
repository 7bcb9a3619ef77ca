import type { FileKind } from "../contract/contract.ts";
import { checkOffice } from "./office-file.ts";

/** An Excel workbook without macros or a password. */
export const xlsxFile: FileKind = {
  name: "Excel (.xlsx)",
  check: (bytes) => checkOffice(bytes, { kind: "Excel workbook (.xlsx)", root: "workbook" }),
};
