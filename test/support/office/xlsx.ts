import { type Files, zip } from "../../../layers/libreoffice/zip.ts";
import { packageParts, RELATIONS, type Related, relationships } from "./parts.ts";

const S = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${RELATIONS}"`;

/** A cell: text, a number, or an element of its own. */
export type Cell = string | number | { readonly xml: string };

/** The contents of a sheet. */
export interface SheetParts {
  readonly rows: readonly (readonly Cell[])[];
  /** Elements before and after its cells. */
  readonly before?: string;
  readonly after?: string;
  /** Attributes of the sheet in the workbook, such as `state="hidden"`. */
  readonly attributes?: string;
  readonly related?: readonly Related[];
}

/** Optional contents of a workbook beside its sheets. */
export interface Beside {
  /** Elements after the sheets in the workbook part. */
  readonly workbook?: string;
  readonly related?: readonly Related[];
  readonly parts?: Files;
  readonly types?: Readonly<Record<string, string>>;
}

/** Name of a column by its number from 0: A, B, … Z, AA. */
export const column = (index: number): string =>
  (index >= 26 ? column(Math.floor(index / 26) - 1) : "") + String.fromCharCode(65 + (index % 26));

const cell = (content: Cell, place: string): string => {
  if (typeof content === "number") return `<c r="${place}"><v>${content}</v></c>`;
  if (typeof content === "string") return `<c r="${place}" t="inlineStr"><is><t>${content}</t></is></c>`;
  return content.xml;
};

const sheetPart = ({ rows, before = "", after = "" }: SheetParts): string => {
  const lines = rows.map(
    (row, r) => `<row r="${r + 1}">${row.map((content, c) => cell(content, `${column(c)}${r + 1}`)).join("")}</row>`,
  );
  return `<worksheet ${S}>${before}<sheetData>${lines.join("")}</sheetData>${after}</worksheet>`;
};

const SPREADSHEET = "openxmlformats-officedocument.spreadsheetml";

/** The files of a workbook of these sheets, which are called Sheet1, Sheet2 and so on. */
export const xlsxFiles = (sheets: readonly SheetParts[], beside: Beside = {}): Files => {
  const { workbook = "", related = [], parts = {}, types = {} } = beside;
  const paths = sheets.map((_, index) => `xl/worksheets/sheet${index + 1}.xml`);
  const list = sheets.map(
    ({ attributes = "" }, index) =>
      `<sheet name="Sheet${index + 1}" sheetId="${index + 1}" r:id="s${index}" ${attributes}/>`,
  );
  const links = paths.map((path, index) => ({ id: `s${index}`, type: "worksheet", target: path.slice(3) }));
  return {
    ...packageParts("xl/workbook.xml", {
      "xl/workbook.xml": `${SPREADSHEET}.sheet.main+xml`,
      ...Object.fromEntries(paths.map((path) => [path, `${SPREADSHEET}.worksheet+xml`])),
      ...types,
    }),
    "xl/_rels/workbook.xml.rels": relationships([...links, ...related]),
    "xl/workbook.xml": `<workbook ${S}><sheets>${list.join("")}</sheets>${workbook}</workbook>`,
    ...Object.fromEntries(sheets.map((sheet, index) => [paths[index]!, sheetPart(sheet)])),
    ...Object.fromEntries(
      sheets.flatMap(({ related: own }, index) =>
        own ? [[`xl/worksheets/_rels/sheet${index + 1}.xml.rels`, relationships(own)]] : [],
      ),
    ),
    ...parts,
  };
};

/** A workbook of one sheet with these rows. */
export const xlsx = (
  rows: readonly (readonly Cell[])[],
  sheet: Omit<SheetParts, "rows"> = {},
  beside?: Beside,
): Buffer => zip(xlsxFiles([{ rows, ...sheet }], beside));
