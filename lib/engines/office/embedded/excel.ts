import * as XLSX from "xlsx";
import { ServiceError } from "../../../errors.ts";
import type { Sheet } from "../../../ooxml/excel/workbook.ts";
import type { Output } from "../../../workers/output.ts";
import { cssSize } from "./papers.ts";
import { escaped, print } from "./print.ts";

const STYLE = `
body { font: 10pt Calibri, sans-serif; margin: 0 } table { border-collapse: collapse }
td { border: 0.25pt solid #ccc; padding: 1pt 3pt; white-space: pre-wrap } .n { text-align: right }
section { break-after: page } section:last-child { break-after: auto } tr { break-inside: avoid }`;

/** The HTML of a cell; `span` is its attributes for merged cells. */
const cell = (content: XLSX.CellObject | undefined, span: string): string => {
  const text = content === undefined ? "" : XLSX.utils.format_cell(content);
  return `<td${content?.t === "n" ? " class=n" : ""}${span}>${escaped(text)}</td>`;
};

/** The merged cells of a sheet: the positions that they cover, and the span attributes by the position of their first cell. */
const mergedCells = (sheet: XLSX.WorkSheet) => {
  const covered = new Set<string>();
  const starts = new Map<string, string>();
  for (const { s, e } of sheet["!merges"] ?? []) {
    for (let r = s.r; r <= e.r; r++) for (let c = s.c; c <= e.c; c++) covered.add(`${r},${c}`);
    covered.delete(`${s.r},${s.c}`);
    starts.set(`${s.r},${s.c}`, ` rowspan=${e.r - s.r + 1} colspan=${e.c - s.c + 1}`);
  }
  return { covered, starts };
};

const table = (sheet: XLSX.WorkSheet): string => {
  const range = sheet["!ref"] === undefined ? undefined : XLSX.utils.decode_range(sheet["!ref"]);
  if (range === undefined) return "";
  const { covered, starts } = mergedCells(sheet);
  const rows: string[] = [];
  for (let r = range.s.r; r <= range.e.r; r++) {
    if (sheet["!rows"]?.[r]?.hidden) continue;
    let cells = "";
    for (let c = range.s.c; c <= range.e.c; c++) {
      const place = `${r},${c}`;
      if (sheet["!cols"]?.[c]?.hidden || covered.has(place)) continue;
      cells += cell(sheet["!data"]?.[r]?.[c], starts.get(place) ?? "");
    }
    rows.push(`<tr>${cells}</tr>`);
  }
  return `<table>${rows.join("")}</table>`;
};

const margins = (sheet: XLSX.WorkSheet): string => {
  const { top = 0.75, right = 0.7, bottom = 0.75, left = 0.7 } = sheet["!margins"] ?? {};
  return [top, right, bottom, left].map((inches) => `${inches}in`).join(" ");
};

/**
 * Prints a workbook with SheetJS and Chromium: its visible cells on the paper of each sheet, without formats, headers and
 * charts.
 */
export const convert = async (bytes: Uint8Array, sheets: readonly Sheet[], signal: AbortSignal): Promise<Output> => {
  let workbook: XLSX.WorkBook;
  try {
    workbook = XLSX.read(bytes, { dense: true, cellStyles: true, cellFormula: false, cellHTML: false });
  } catch (cause) {
    throw new ServiceError("UNSUPPORTED_MEDIA_TYPE", "The file is damaged: it cannot be read.", { cause });
  }
  signal.throwIfAborted();
  const pages: string[] = [];
  const sections = sheets.flatMap(({ name: title, isHidden, paper, isLandscape }, index) => {
    const sheet = workbook.Sheets[title];
    if (isHidden || sheet === undefined) return [];
    pages.push(`@page sheet${index} { size: ${cssSize(paper, isLandscape)}; margin: ${margins(sheet)} }`);
    return [`<section style="page: sheet${index}">${table(sheet)}</section>`];
  });
  return print(workbook.Props?.Title ?? "", pages.join("\n") + STYLE, sections.join(""), signal);
};
