import { readSkiaFile } from "./skia-file.ts";

/** The number in a dictionary that follows a key. */
const numberAfter = (dictionary: Buffer, key: RegExp): number =>
  Number(key.exec(dictionary.toString("latin1"))?.[1] ?? Number.NaN);

/** The number of pages of a PDF that Skia has written, from the root of its page tree; undefined for another file. */
export const printedPages = (pdf: Buffer): number | undefined => {
  const file = readSkiaFile(pdf);
  if (file === undefined) return undefined;
  const pageTree = numberAfter(file.dictionaryOf(file.root), /\/Pages (\d+) 0 R/);
  const count = numberAfter(file.dictionaryOf(pageTree), /\/Count (\d+)/);
  return count > 0 ? count : undefined;
};
