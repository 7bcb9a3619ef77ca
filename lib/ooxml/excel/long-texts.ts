import type { Package } from "../package.ts";
import { elementEnd, localName, nextTag } from "../tags.ts";
import type { Sheet } from "./workbook.ts";

/** Excel's limit for the text of a cell. Only longer texts are counted: files of real programs do not share them. */
const CELL_LIMIT_CHARACTERS = 32_767;

/** The lengths of the shared strings above the limit of a cell, by their indexes. */
const longTextLengths = (xml: string): Map<number, number> => {
  const lengths = new Map<number, number>();
  let index = 0;
  for (let tag = nextTag(xml, 0); tag !== undefined; tag = nextTag(xml, tag.end)) {
    if (localName(tag.name) !== "si" || tag.isEnd) continue;
    const end = elementEnd(xml, tag);
    if (end - tag.end > CELL_LIMIT_CHARACTERS) lengths.set(index, end - tag.end);
    index++;
    tag = { ...tag, end };
  }
  return lengths;
};

const SHARED_STRING_TYPE = /\st\s*=\s*["']s["']/;

/** The total length of these shared strings in a sheet's cells. */
const charactersIn = (xml: string, lengths: ReadonlyMap<number, number>): number => {
  let [sum, isShared] = [0, false];
  for (let tag = nextTag(xml, 0); tag !== undefined; tag = nextTag(xml, tag.end)) {
    const name = localName(tag.name);
    if (tag.isEnd) continue;
    if (name === "c") isShared = SHARED_STRING_TYPE.test(xml.slice(tag.start, tag.end));
    else if (name === "v" && isShared) sum += lengths.get(Number.parseInt(xml.slice(tag.end, tag.end + 12), 10)) ?? 0;
  }
  return sum;
};

/** The total length of the shared strings above the limit of a cell, counted once for each cell that shows them. */
export const longTextCharacters = (officePackage: Package, workbook: string, sheets: readonly Sheet[]): number => {
  const part = officePackage.relationships(workbook).find(({ type }) => type === "sharedStrings")?.part ?? "";
  const file = officePackage.files.get(part);
  if (file === undefined || file.size <= CELL_LIMIT_CHARACTERS) return 0;
  const lengths = longTextLengths(officePackage.read(file).toString("latin1"));
  if (lengths.size === 0) return 0;
  const contents = sheets.flatMap((sheet) => officePackage.files.get(sheet.part ?? "") ?? []);
  return contents.reduce(
    (sum, content) => sum + charactersIn(officePackage.read(content).toString("latin1"), lengths),
    0,
  );
};
