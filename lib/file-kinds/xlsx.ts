import type { FileKind } from "../contract.ts";
import { judgeOffice } from "./office.ts";

/** A genuine Excel workbook without macros or a password. */
export const xlsxFile: FileKind = {
  name: "Excel (.xlsx)",
  judge: (bytes) => judgeOffice(bytes, { kind: "Excel workbook (.xlsx)", root: "workbook" }),
};
