import { pdfDate } from "../../pdf/strings.ts";

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
export const informationEntries = function* (pdf: Buffer): Generator<{ key: string; start: number; end: number }> {
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
 * they are removed. The changes are made in place, and no other byte moves. So the same page always gives the same bytes.
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
