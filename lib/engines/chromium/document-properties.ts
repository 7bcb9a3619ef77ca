import { pdfDate } from "../../pdf/strings.ts";
import { xmpOf } from "../../pdf/xmp.ts";
import type { DocumentProperties } from "../page-setup.ts";
import { hexString, type Replacement, type SkiaFile } from "./skia-file.ts";

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

/** The objects that give a file a title, an author and a language: in its information dictionary, in its catalog and as XMP. */
export const propertyObjects = (
  { size, root, info, dictionaryOf }: SkiaFile,
  properties: DocumentProperties,
): Replacement[] => {
  const { title, author, lang } = properties;
  const xmp = xmpOf({ title, author, lang }).toString("latin1");
  return [
    [info, informationWith(dictionaryOf(info), properties)],
    [root, catalogWith(dictionaryOf(root), properties, size)],
    [size, `<</Type /Metadata\n/Subtype /XML\n/Length ${xmp.length}>>\nstream\n${xmp}\nendstream`],
  ];
};
