/** The end of a file that holds its trailer, and the beginnings of the catalog and of the root of the page tree. */
const TRAILER_BYTES = 256;
const OBJECT_BYTES = 256;
/** An entry of a cross-reference table (ISO 32000-2, 7.5.4). */
const ENTRY_BYTES = 20;

/** The number in a text that follows a key. */
const numberAfter = (text: string, key: RegExp): number => Number(key.exec(text)?.[1] ?? Number.NaN);

/**
 * The number of pages of a PDF that Skia has written: its trailer leads to its catalog, and that to the root of its page
 * tree. Reads less than 1 KB. Undefined where the file is built in another way.
 */
export const printedPages = (pdf: Buffer): number | undefined => {
  const textAt = (offset: number, length: number) => pdf.toString("latin1", offset, offset + length);
  const tail = textAt(Math.max(pdf.length - TRAILER_BYTES, 0), TRAILER_BYTES);
  const table = numberAfter(tail, /startxref\s+(\d+)/);
  const [head, first] = /^xref\s+(\d+) \d+\s*\n/.exec(textAt(table, OBJECT_BYTES)) ?? [];
  const objectText = (number: number): string => {
    if (head === undefined || first !== "0") return "";
    const offset = Number(textAt(table + head.length + number * ENTRY_BYTES, ENTRY_BYTES).slice(0, 10));
    return textAt(offset, OBJECT_BYTES);
  };
  const catalog = objectText(numberAfter(tail, /\/Root (\d+) 0 R/));
  const count = numberAfter(objectText(numberAfter(catalog, /\/Pages (\d+) 0 R/)), /\/Count (\d+)/);
  return count > 0 ? count : undefined;
};
