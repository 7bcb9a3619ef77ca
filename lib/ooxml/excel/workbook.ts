import { damagedFile, tooComplex } from "../../errors/document-errors.ts";
import { ServiceError } from "../../errors/service-error.ts";
import { otherEncoding, tagsNamed, textOf } from "../markup.ts";
import type { Package } from "../package.ts";
import type { ArchiveFile } from "../zip.ts";

/** What a workbook says about a sheet's page, cells and content. */
export interface Sheet {
  readonly name: string;
  /** The name of its part; undefined if the part is missing. */
  readonly part: string | undefined;
  readonly isHidden: boolean;
  /** The number of its paper size (ECMA-376, part 1, 18.3.1.63); undefined if it has none. */
  readonly paper: number | undefined;
  readonly isLandscape: boolean;
  readonly cells: number;
  readonly hasFormulas: boolean;
  readonly hasSparklines: boolean;
  /** Whether some cells may hold errors. */
  readonly hasErrors: boolean;
  /** Whether its cells may be protected from changes. */
  readonly isProtected: boolean;
  /** Whether its header or footer may print the file's folder. */
  readonly printsFolder: boolean;
  /** Whether its header or footer shows a picture. */
  readonly hasHeaderPictures: boolean;
}

const SPARKLINES_ELEMENT = Buffer.from("sparklineGroup");
const PROTECTION_ELEMENT = Buffer.from("sheetProtection");
const ERROR_CELL_TYPES = ['t="e"', "t='e'"].map((text) => Buffer.from(text));
const FOLDER_CODE = /&(?:amp|#38|#x26);[zZ]/;
const HEADER_PICTURES_ELEMENT = Buffer.from("legacyDrawingHF");

/**
 * Elements with a namespace prefix: the start tag of a cell, and the end tag of a formula. A formula's start tag may have any
 * white space.
 */
const PREFIXED_CELL = Buffer.from(":c");
const PREFIXED_FORMULA = Buffer.from(":f>");

const [LESS, GREATER, SPACE, SLASH, LETTER_C, LETTER_F] = [60, 62, 32, 47, 99, 102];

/** The longest prefix that is recognised. */
const PREFIX_LIMIT_CHARACTERS = 100;

/** The number of start tags of cells with a namespace prefix. */
const prefixedCells = (content: Buffer): number => {
  let count = 0;
  for (let at = content.indexOf(PREFIXED_CELL); at >= 0; at = content.indexOf(PREFIXED_CELL, at + 1)) {
    const next = content[at + PREFIXED_CELL.length];
    if (next !== SPACE && next !== GREATER) continue;
    const before = content.subarray(Math.max(at - PREFIX_LIMIT_CHARACTERS, 0), at);
    if (before[before.lastIndexOf(LESS) + 1] !== SLASH) count++;
  }
  return count;
};

/** Counts the cells of a sheet and looks for formulas, in one pass: searching for each of them takes ten times as long. */
const cellsOf = (content: Buffer): { cells: number; hasFormulas: boolean } => {
  let [cells, hasFormulas] = [0, false];
  for (let at = 0; at < content.length; at++) {
    if (content[at] !== LESS) continue;
    const [first, second] = [content[at + 1], content[at + 2]];
    if (first === LETTER_C && (second === SPACE || second === GREATER)) cells++;
    else if (first === SLASH && second === LETTER_F && content[at + 3] === GREATER) hasFormulas = true;
  }
  return {
    cells: cells + prefixedCells(content),
    hasFormulas: hasFormulas || content.includes(PREFIXED_FORMULA),
  };
};

/**
 * Bytes at the end of a sheet's part in which `pageSetup` and headers are searched. They follow the cells, and what follows
 * the cells is short.
 */
export const PAGE_SETUP_SEARCH_BYTES = 262_144;

/** A smaller sheet is unpacked in this thread, in less time than handing it to another thread takes. */
const SYNCHRONOUS_SHEET_LIMIT_BYTES = 65_536;

/** A sheet's part in UTF-8, whatever its encoding. */
const contentOf = async (file: ArchiveFile, { read, readInBackground }: Package): Promise<Buffer> => {
  const content = file.size < SYNCHRONOUS_SHEET_LIMIT_BYTES ? read(file) : await readInBackground(file);
  return otherEncoding(content) === undefined ? content : Buffer.from(textOf(content));
};

const sheetOf = async (
  name: string,
  isHidden: boolean,
  part: string | undefined,
  officePackage: Package,
): Promise<Sheet> => {
  const file = officePackage.files.get(part ?? "");
  const content = file === undefined ? Buffer.alloc(0) : await contentOf(file, officePackage);
  const end = textOf(content.subarray(-PAGE_SETUP_SEARCH_BYTES));
  const [setup] = tagsNamed(end, "pageSetup");
  const paper = Number(setup?.attributes["paperSize"] ?? 0);
  return {
    name,
    part: file === undefined ? undefined : part,
    isHidden,
    paper: paper > 0 ? paper : undefined,
    isLandscape: setup?.attributes["orientation"] === "landscape",
    ...cellsOf(content),
    hasSparklines: content.includes(SPARKLINES_ELEMENT),
    isProtected: content.includes(PROTECTION_ELEMENT),
    hasErrors: ERROR_CELL_TYPES.some((needle) => content.includes(needle)),
    printsFolder: FOLDER_CODE.test(end),
    hasHeaderPictures: content.includes(HEADER_PICTURES_ELEMENT),
  };
};

/** The name of a workbook's main part; empty if the package has none. */
export const workbookPart = (officePackage: Package): string =>
  officePackage.relationships("").find(({ type }) => type === "officeDocument")?.part ?? "";

/** The name of a workbook's part with its styles; empty if the package has none. */
export const stylesPart = (officePackage: Package): string =>
  officePackage.relationships(workbookPart(officePackage)).find(({ type }) => type === "styles")?.part ?? "";

/** The number of sheets that fits LibreOffice's memory. A job's command, which names sheets, has room for 3,000. */
const SHEETS_LIMIT = 2000;

const assertSheetCount = (count: number): void => {
  if (count <= SHEETS_LIMIT) return;
  throw tooComplex(
    `The workbook has ${count.toLocaleString("en")} sheets: more than ${SHEETS_LIMIT.toLocaleString("en")} cannot be printed.`,
  );
};

/**
 * The sheets of a workbook in their order. Throws UNSUPPORTED_MEDIA_TYPE if a part is damaged or belongs to two sheets, and
 * PROCESSING_FAILED for too many sheets.
 */
export const sheetsOf = async (officePackage: Package): Promise<Sheet[]> => {
  const main = workbookPart(officePackage);
  const file = officePackage.files.get(main);
  if (file === undefined) return [];
  const parts = new Map(officePackage.relationships(main).map(({ id, part }) => [id, part]));
  const sheets: Sheet[] = [];
  const tags = tagsNamed(textOf(officePackage.read(file)), "sheet");
  assertSheetCount(tags.length);
  const used = new Set<string>();
  for (const { attributes } of tags) {
    const { name = "", state = "visible", id = "" } = attributes;
    const part = parts.get(id);
    if (part !== undefined && used.has(part)) throw damagedFile("two sheets have the same part");
    if (part !== undefined) used.add(part);
    sheets.push(await sheetOf(name, state !== "visible", part, officePackage));
  }
  return sheets;
};

interface Calculation {
  /** Whether the workbook is to be calculated when it is opened. */
  readonly isRequested: boolean;
  /** Whether it names the calculation engine that its values are from. */
  readonly hasCalculationId: boolean;
}

const isTrue = (value: string | undefined): boolean => value === "1" || value === "true";

/** Reads the calculation properties from the workbook's part. */
export const calculationOf = (workbook: Buffer): Calculation => {
  const [found] = tagsNamed(textOf(workbook), "calcPr");
  const { fullCalcOnLoad, calcId = "0" } = found?.attributes ?? {};
  return { isRequested: isTrue(fullCalcOnLoad), hasCalculationId: Number(calcId) > 0 };
};

const indexOf = (sheets: readonly Sheet[], wanted: string | number): number => {
  if (typeof wanted === "number") return wanted <= sheets.length ? wanted - 1 : -1;
  const exact = sheets.findIndex(({ name }) => name === wanted);
  // Excel has no two sheets whose names differ in the case of letters alone.
  return exact >= 0 ? exact : sheets.findIndex(({ name }) => name.toLowerCase() === wanted.toLowerCase());
};

/**
 * The positions, from 0, of the wanted sheets, which are given by name or by number from 1. Hidden sheets count. Undefined
 * if no sheets are given. Throws INVALID_REQUEST for a sheet that the workbook does not have.
 */
export const chosenSheets = (
  sheets: readonly Sheet[],
  wanted: readonly (string | number)[] | undefined,
): number[] | undefined =>
  wanted?.map((sheet) => {
    const index = indexOf(sheets, sheet);
    if (index >= 0) return index;
    throw new ServiceError(
      "INVALID_REQUEST",
      `options.sheets has ${JSON.stringify(sheet)}, which is not a sheet of the workbook; it has ${sheets.length} in all.`,
      { reason: "page-out-of-range" },
    );
  });
