import { pdfDate, textString } from "../../pdf/strings.ts";
import { xmpOf } from "../../pdf/xmp.ts";
import type { DocumentProperties } from "../page-setup.ts";

/** Bytes at the end of a file that hold its trailer. */
const TRAILER_LIMIT_BYTES = 1024;
/** The length of an entry of a cross-reference table (ISO 32000-2, 7.5.4). */
const ENTRY_BYTES = 20;
const FIRST_ENTRY = "0000000000 65535 f";

const TRAILER = /\/Size (\d+)\s+\/Root (\d+) 0 R\s+\/Info (\d+) 0 R[^%]*startxref\s+(\d+)\s+%%EOF\s*$/;

/** A PDF that Skia has written: what its trailer says, and the objects that its cross-reference table leads to. */
interface SkiaFile {
  /** One more than the highest object number. */
  readonly size: number;
  /** Numbers of the catalog and of the information dictionary. */
  readonly root: number;
  readonly info: number;
  /** Offset of the cross-reference table in bytes. */
  readonly table: number;
  readonly dictionaryOf: (number: number) => Buffer;
}

/** Reads the trailer of a PDF that Skia has written; undefined if the file is built in another way. */
const readSkiaFile = (pdf: Buffer): SkiaFile | undefined => {
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

const OPEN = "(".charCodeAt(0);
const CLOSE = ")".charCodeAt(0);
const BACKSLASH = "\\".charCodeAt(0);
const SPACE_BYTE = 0x20;

/** The position after the literal string that opens at `start`. */
const endOfString = (pdf: Buffer, start: number): number => {
  let depth = 0;
  for (let at = start; at < pdf.length; at++) {
    if (pdf[at] === BACKSLASH) at++;
    else if (pdf[at] === OPEN) depth++;
    else if (pdf[at] === CLOSE && --depth === 0) return at + 1;
  }
  return pdf.length;
};

/** The entries of the information dictionary, which Skia writes first, as `/Key (text)` or `/Key <hex>`. */
const informationEntries = function* (pdf: Buffer): Generator<{ key: string; start: number; end: number }> {
  let at = pdf.indexOf("<<") + 2;
  while (pdf[at] !== undefined && pdf.toString("latin1", at, at + 2) !== ">>") {
    const start = pdf.indexOf("/", at);
    const hex = pdf.indexOf("<", start);
    const literal = pdf.indexOf("(", start);
    const isHex = hex >= 0 && hex < literal;
    const value = isHex ? hex : literal;
    if (start < 0 || value < 0) return;
    const end = isHex ? pdf.indexOf(">", hex) + 1 : endOfString(pdf, literal);
    yield { key: pdf.toString("latin1", start + 1, value).trim(), start, end };
    at = end;
    while (pdf[at] === 0x0a || pdf[at] === SPACE_BYTE) at++;
  }
};

/**
 * Names Platen as the creator of a PDF that Skia has written, and replaces its dates by a moment (s since 1970); without one
 * they are removed. The changes are made in place, and no other byte moves. So the same page always has the same bytes.
 */
export const replacePrintTime = (pdf: Buffer, moment: number | undefined): Buffer => {
  for (const { key, start, end } of informationEntries(pdf)) {
    if (!["Creator", "CreationDate", "ModDate"].includes(key)) continue;
    pdf.fill(SPACE_BYTE, start, end);
    const value = key === "Creator" ? "Platen" : moment === undefined ? undefined : pdfDate(moment);
    if (value !== undefined) pdf.write(`/${key} (${value})`, start, end - start, "latin1");
  }
  return pdf;
};

const hexString = (text: string): string => `<${Buffer.from(textString(text)).toString("hex")}>`;

/** The information dictionary with a title and an author. */
const informationWith = (old: Buffer, { title, author }: DocumentProperties): string => {
  const replaced = new Map([
    ["Title", title],
    ["Author", author],
  ]);
  const kept = [...informationEntries(old)]
    .filter(({ key }) => replaced.get(key) === undefined)
    .map(({ start, end }) => old.toString("latin1", start, end));
  const added = [...replaced].flatMap(([key, text]) => (text === undefined ? [] : [`/${key} ${hexString(text)}`]));
  return `<<${[...kept, ...added].join("\n")}>>`;
};

/** The catalog with a language and metadata. */
const catalogWith = (old: Buffer, { lang }: DocumentProperties, metadata: number): string => {
  const text = old.toString("latin1").trimEnd();
  const plain = lang === undefined ? text : text.replace(/\/Lang\s*(?:\([^()\\]*\)|<[\da-f\s]*>)/i, "");
  const added = `${lang === undefined ? "" : `/Lang ${hexString(lang)}\n`}/Metadata ${metadata} 0 R`;
  return `${plain.slice(0, -">>".length)}\n${added}>>`;
};

/**
 * A PDF that Skia has written, with a title, an author and a language: in its information dictionary, in its catalog and as
 * XMP. They are added as an incremental update (ISO 32000-2, 7.5.6).
 */
export const writeProperties = (pdf: Buffer, properties: DocumentProperties): Buffer => {
  const file = readSkiaFile(pdf);
  if (file === undefined) throw new Error("Chromium has written a PDF of another structure.");
  const { size, root, info, table, dictionaryOf } = file;
  const { title, author, lang } = properties;
  const xmp = xmpOf({ title, author, lang }).toString("latin1");
  const objects: readonly (readonly [number, string])[] = [
    [info, informationWith(dictionaryOf(info), properties)],
    [root, catalogWith(dictionaryOf(root), properties, size)],
    [size, `<</Type /Metadata\n/Subtype /XML\n/Length ${xmp.length}>>\nstream\n${xmp}\nendstream`],
  ];
  let update = "\n";
  let entries = "";
  for (const [number, content] of objects) {
    entries += `${number} 1\n${String(pdf.length + update.length).padStart(10, "0")} 00000 n \n`;
    update += `${number} 0 obj\n${content}\nendobj\n`;
  }
  const trailer = `trailer\n<</Size ${size + 1}\n/Root ${root} 0 R\n/Info ${info} 0 R\n/Prev ${table}>>`;
  const end = `xref\n${entries}${trailer}\nstartxref\n${pdf.length + update.length}\n%%EOF\n`;
  return Buffer.concat([pdf, Buffer.from(update + end, "latin1")]);
};
