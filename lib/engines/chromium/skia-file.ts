import { textString } from "../../pdf/strings.ts";

/** Bytes at the end of a file that hold its trailer. */
const TRAILER_LIMIT_BYTES = 1024;
/** The length of an entry of a cross-reference table (ISO 32000-2, 7.5.4). */
const ENTRY_BYTES = 20;
const OFFSET_DIGITS = 10;
/** The first entry, which is free. */
const FIRST_ENTRY = "0000000000 65535 f";

const TRAILER = /\/Size (\d+)\s+\/Root (\d+) 0 R\s+\/Info (\d+) 0 R[^%]*startxref\s+(\d+)\s+%%EOF\s*$/;

/** A PDF that Skia has written: what its trailer says, and the objects that its cross-reference table leads to. */
export interface SkiaFile {
  /** The whole file. */
  readonly pdf: Buffer;
  /** One more than the highest object number. */
  readonly size: number;
  /** Numbers of the catalog and of the information dictionary. */
  readonly root: number;
  readonly info: number;
  /** Offset of the cross-reference table in bytes. */
  readonly table: number;
  /** Offset of an object in bytes. */
  readonly offsetOf: (number: number) => number;
  readonly dictionaryOf: (number: number) => Buffer;
}

/** Reads the trailer of a PDF that Skia has written; undefined if the file is built in another way. */
export const readSkiaFile = (pdf: Buffer): SkiaFile | undefined => {
  const textAt = (offset: number, length: number) => pdf.toString("latin1", offset, offset + length);
  const numbers = TRAILER.exec(textAt(Math.max(0, pdf.length - TRAILER_LIMIT_BYTES), TRAILER_LIMIT_BYTES));
  if (numbers === null) return undefined;
  const [size, root, info, table] = numbers.slice(1).map(Number) as [number, number, number, number];
  const entries = pdf.indexOf(FIRST_ENTRY, table, "latin1");
  if (entries < 0) return undefined;
  const offsetOf = (number: number): number => Number(textAt(entries + number * ENTRY_BYTES, OFFSET_DIGITS));
  const dictionaryOf = (number: number): Buffer => {
    const at = offsetOf(number);
    return pdf.subarray(pdf.indexOf("<<", at), pdf.indexOf("endobj", at));
  };
  return { pdf, size, root, info, table, offsetOf, dictionaryOf };
};

/** The object number after a key in a dictionary; NaN if it is not there. */
export const numberAfter = (dictionary: Buffer, key: RegExp): number =>
  Number(key.exec(dictionary.toString("latin1"))?.[1] ?? Number.NaN);

/** The number of pages of a PDF that Skia has written, from the root of its page tree; undefined for another file. */
export const printedPages = (pdf: Buffer): number | undefined => {
  const file = readSkiaFile(pdf);
  if (file === undefined) return undefined;
  const pageTree = numberAfter(file.dictionaryOf(file.root), /\/Pages (\d+) 0 R/);
  const count = numberAfter(file.dictionaryOf(pageTree), /\/Count (\d+)/);
  return count > 0 ? count : undefined;
};

/** A text string as a hexadecimal string (ISO 32000-2, 7.3.4.3). */
export const hexString = (text: string): string => `<${Buffer.from(textString(text)).toString("hex")}>`;

const entryOf = (offset: number): string => `${String(offset).padStart(OFFSET_DIGITS, "0")} 00000 n \n`;

/** An object that replaces that of its number, or is new: the number and the object. */
export type Replacement = readonly [number, string];

/**
 * A PDF that Skia has written, with other and new objects, which are added as an incremental update (ISO 32000-2, 7.5.6).
 * Without any it is returned as it is.
 */
export const withObjects = ({ pdf, size, root, info, table }: SkiaFile, objects: readonly Replacement[]): Buffer => {
  if (objects.length === 0) return pdf;
  const newSize = Math.max(size, ...objects.map(([number]) => number + 1));
  let update = "\n";
  let entries = "";
  for (const [number, content] of objects) {
    entries += `${number} 1\n${entryOf(pdf.length + update.length)}`;
    update += `${number} 0 obj\n${content}\nendobj\n`;
  }
  const trailer = `trailer\n<</Size ${newSize}\n/Root ${root} 0 R\n/Info ${info} 0 R\n/Prev ${table}>>`;
  const end = `xref\n${entries}${trailer}\nstartxref\n${pdf.length + update.length}\n%%EOF\n`;
  return Buffer.concat([pdf, Buffer.from(update + end, "latin1")]);
};

/** A PDF that Skia has written, with other objects in place of some. */
export const rewriteObjects = ({ pdf, size, table, offsetOf }: SkiaFile, objects: readonly Replacement[]): Buffer => {
  const replaced = new Map(objects);
  const numbers = Array.from({ length: size - 1 }, (_, at) => at + 1).sort((a, b) => offsetOf(a) - offsetOf(b));
  const [first = 1] = numbers;
  const pieces = [pdf.subarray(0, offsetOf(first))];
  const entries: string[] = [];
  let offset = offsetOf(first);
  for (const [at, number] of numbers.entries()) {
    const next = numbers[at + 1];
    const content = replaced.get(number);
    const piece =
      content === undefined
        ? pdf.subarray(offsetOf(number), next === undefined ? table : offsetOf(next))
        : Buffer.from(`${number} 0 obj\n${content}\nendobj\n`, "latin1");
    entries[number] = entryOf(offset);
    pieces.push(piece);
    offset += piece.length;
  }
  const trailer = pdf.toString("latin1", pdf.indexOf("trailer", table), pdf.lastIndexOf("startxref"));
  const end = `xref\n0 ${size}\n${FIRST_ENTRY} \n${entries.join("")}${trailer}startxref\n${offset}\n%%EOF\n`;
  return Buffer.concat([...pieces, Buffer.from(end, "latin1")]);
};
