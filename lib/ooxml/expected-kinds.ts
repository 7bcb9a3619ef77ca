import type { ExpectedKind } from "./check.ts";

/** The endpoint that accepts every kind of Office file. */
const ANY_KIND_PATH = "/convert/office-to-pdf";

/** The kinds of packages that have endpoints of their own. */
export const DOCX: ExpectedKind = { kind: "Word document (.docx)", forOthers: ANY_KIND_PATH };
export const XLSX: ExpectedKind = { kind: "Excel workbook (.xlsx)", forOthers: ANY_KIND_PATH };
export const PPTX: ExpectedKind = { kind: "PowerPoint presentation (.pptx)", forOthers: ANY_KIND_PATH };
