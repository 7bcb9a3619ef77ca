import type { Package } from "../package.ts";
import { elementEnd, localName, nextTag } from "../tags.ts";
import type { Sheet } from "./workbook.ts";

/** Characters that Excel lets a cell hold. Only longer texts are counted: there is little that shares them in good faith. */
const CELL_LIMIT_CHARACTERS = 32_767;

/** Lengths of the shared texts that are longer than a cell may be, by their numbers. */
const longTextLengths = (xml: string): Map<number, number> => {
  const lengths = new Map<number, number>();
  let number = 0;
  for (let tag = nextTag(xml, 0); tag !== undefined; tag = nextTag(xml, tag.end)) {
    if (localName(tag.name) !== "si" || tag.isEnd) continue;
    const end = elementEnd(xml, tag);
    if (end - tag.end > CELL_LIMIT_CHARACTERS) lengths.set(number, end - tag.end);
    number++;
    tag = { ...tag, end };
  }
  return lengths;
};

const SHARED_STRING_TYPE = /\st\s*=\s*["']s["']/;

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

/** Characters that a workbook's cells show of texts which are longer than Excel lets a cell be, once for each cell. */
export const longTextCharacters = (found: Package, workbook: string, sheets: readonly Sheet[]): number => {
  const part = found.relationships(workbook).find(({ type }) => type === "sharedStrings")?.part ?? "";
  const file = found.files.get(part);
  if (file === undefined || file.size <= CELL_LIMIT_CHARACTERS) return 0;
  const lengths = longTextLengths(found.read(file).toString("latin1"));
  if (lengths.size === 0) return 0;
  const contents = sheets.flatMap((sheet) => found.files.get(sheet.part ?? "") ?? []);
  return contents.reduce((sum, content) => sum + charactersIn(found.read(content).toString("latin1"), lengths), 0);
};
