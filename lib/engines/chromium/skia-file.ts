/** Bytes at the end of a file that hold its trailer. */
const TRAILER_LIMIT_BYTES = 1024;
/** The length of an entry of a cross-reference table (ISO 32000-2, 7.5.4). */
const ENTRY_BYTES = 20;
const FIRST_ENTRY = "0000000000 65535 f";

const TRAILER = /\/Size (\d+)\s+\/Root (\d+) 0 R\s+\/Info (\d+) 0 R[^%]*startxref\s+(\d+)\s+%%EOF\s*$/;

/** A PDF that Skia has written: what its trailer says, and the objects that its cross-reference table leads to. */
export interface SkiaFile {
  /** One more than the highest object number. */
  readonly size: number;
  /** Numbers of the catalog and of the information dictionary. */
  readonly root: number;
  readonly info: number;
  /** Offset of the cross-reference table in bytes. */
  readonly table: number;
  /** The dictionary of an object. */
  readonly dictionaryOf: (number: number) => Buffer;
}

/** Reads the trailer of a PDF that Skia has written; undefined where the file is built in another way. */
export const readSkiaFile = (pdf: Buffer): SkiaFile | undefined => {
  const textAt = (offset: number, length: number) => pdf.toString("latin1", offset, offset + length);
  const numbers = TRAILER.exec(textAt(Math.max(0, pdf.length - TRAILER_LIMIT_BYTES), TRAILER_LIMIT_BYTES));
  if (numbers === null) return undefined;
  const [size, root, info, table] = numbers.slice(1).map(Number) as [number, number, number, number];
  const entries = pdf.indexOf(FIRST_ENTRY, table, "latin1");
  if (entries < 0) return undefined;
  const dictionaryOf = (number: number): Buffer => {
    const at = Number(textAt(entries + number * ENTRY_BYTES, ENTRY_BYTES).slice(0, 10));
    return pdf.subarray(pdf.indexOf("<<", at), pdf.indexOf("endobj", at));
  };
  return { size, root, info, table, dictionaryOf };
};
