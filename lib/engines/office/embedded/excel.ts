import * as XLSX from "xlsx";
import { damagedFile, tooComplex } from "../../../errors/document-errors.ts";
import type { Sheet } from "../../../ooxml/excel/workbook.ts";
import { escapeHtml } from "../../escape-html.ts";
import { A4, paperNamed } from "../../paper.ts";
import type { EmbeddedHtml } from "./print.ts";

/** The names of common paper sizes by their number in Excel (ECMA-376, part 1, 18.3.1.63). */
const PAPER_NAMES: Readonly<Record<number, string>> = {
  1: "Letter",
  2: "Letter",
  3: "Tabloid",
  4: "Ledger",
  5: "Legal",
  8: "A3",
  9: "A4",
  10: "A4",
  11: "A5",
  66: "A2",
  70: "A6",
};

/** The CSS `size` of a numbered paper; A4 for uncommon numbers. */
const cssSize = (number: number | undefined, isLandscape: boolean): string => {
  const { width, height } = paperNamed(PAPER_NAMES[number ?? 9] ?? "A4") ?? A4;
  return isLandscape ? `${height}in ${width}in` : `${width}in ${height}in`;
};

const STYLE = `
body { font: 10pt Calibri, sans-serif; margin: 0 } table { border-collapse: collapse }
td { border: 0.25pt solid #ccc; padding: 1pt 3pt; white-space: pre-wrap } .n { text-align: right }
section { break-after: page } section:last-child { break-after: auto } tr { break-inside: avoid }`;

/** The HTML of a cell; `span` is its attributes for merged cells. */
const cell = (content: XLSX.CellObject | undefined, span: string): string => {
  const text = content === undefined ? "" : XLSX.utils.format_cell(content);
  return `<td${content?.t === "n" ? " class=n" : ""}${span}>${escapeHtml(text)}</td>`;
};

/** The cells of one workbook that are visited at most, empty ones and those in merged ranges included. */
const CELLS_LIMIT = 1_000_000;

class CellBudget {
  #left = CELLS_LIMIT;

  /** Throws PROCESSING_FAILED if the workbook has too many. */
  take(rows: number, columns: number): void {
    this.#left -= Math.max(rows, 0) * Math.max(columns, 0);
    if (this.#left >= 0) return;
    throw tooComplex(
      `The sheets cover more than ${CELLS_LIMIT.toLocaleString("en")} cells, which is too many without LibreOffice.`,
    );
  }
}

/** The rows and columns from A1 to the last cell that holds something, whatever the sheet's own range says. */
const usedSize = (sheet: XLSX.WorkSheet): { rows: number; columns: number } => {
  const data: readonly (readonly unknown[] | undefined)[] = sheet["!data"] ?? [];
  let columns = 0;
  data.forEach((row) => {
    columns = Math.max(columns, row?.length ?? 0);
  });
  return { rows: data.length, columns };
};

/** The merged cells of a sheet: the positions that they cover, and the span attributes by the position of their first cell. */
const mergedCells = (sheet: XLSX.WorkSheet, budget: CellBudget) => {
  const { rows, columns } = usedSize(sheet);
  const covered = new Set<string>();
  const starts = new Map<string, string>();
  for (const { s, e } of sheet["!merges"] ?? []) {
    const [bottom, right] = [Math.min(e.r, rows - 1), Math.min(e.c, columns - 1)];
    budget.take(bottom - s.r + 1, right - s.c + 1);
    for (let r = s.r; r <= bottom; r++) for (let c = s.c; c <= right; c++) covered.add(`${r},${c}`);
    covered.delete(`${s.r},${s.c}`);
    starts.set(`${s.r},${s.c}`, ` rowspan=${bottom - s.r + 1} colspan=${right - s.c + 1}`);
  }
  return { covered, starts };
};

const table = (sheet: XLSX.WorkSheet, budget: CellBudget): string => {
  if (sheet["!ref"] === undefined) return "";
  const { s } = XLSX.utils.decode_range(sheet["!ref"]);
  const { rows, columns } = usedSize(sheet);
  budget.take(rows - s.r, columns - s.c);
  const { covered, starts } = mergedCells(sheet, budget);
  const lines: string[] = [];
  for (let r = s.r; r < rows; r++) {
    if (sheet["!rows"]?.[r]?.hidden) continue;
    let cells = "";
    for (let c = s.c; c < columns; c++) {
      const place = `${r},${c}`;
      if (sheet["!cols"]?.[c]?.hidden || covered.has(place)) continue;
      cells += cell(sheet["!data"]?.[r]?.[c], starts.get(place) ?? "");
    }
    lines.push(`<tr>${cells}</tr>`);
  }
  return `<table>${lines.join("")}</table>`;
};

const margins = (sheet: XLSX.WorkSheet): string => {
  const { top = 0.75, right = 0.7, bottom = 0.75, left = 0.7 } = sheet["!margins"] ?? {};
  return [top, right, bottom, left].map((inches) => `${inches}in`).join(" ");
};

/** Converts a workbook with SheetJS: its visible cells on the paper of each sheet, without formats, headers and charts. */
export const excelToHtml = (bytes: Uint8Array, sheets: readonly Sheet[]): EmbeddedHtml => {
  let workbook: XLSX.WorkBook;
  try {
    workbook = XLSX.read(bytes, { dense: true, cellStyles: true, cellFormula: false, cellHTML: false });
  } catch (cause) {
    throw damagedFile("it cannot be read", cause);
  }
  const budget = new CellBudget();
  const pages: string[] = [];
  const sections = sheets.flatMap(({ name: title, isHidden, paper, isLandscape }, index) => {
    const sheet = workbook.Sheets[title];
    if (isHidden || sheet === undefined) return [];
    pages.push(`@page sheet${index} { size: ${cssSize(paper, isLandscape)}; margin: ${margins(sheet)} }`);
    return [`<section style="page: sheet${index}">${table(sheet, budget)}</section>`];
  });
  return { title: workbook.Props?.Title ?? "", style: pages.join("\n") + STYLE, body: sections.join("") };
};
