const OPEN = "(".charCodeAt(0);
const CLOSE = ")".charCodeAt(0);
const BACKSLASH = "\\".charCodeAt(0);
const SPACE = 0x20;

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

/** Positions of the entries of the information dictionary, which Skia writes first: `/Key (text)` or `/Key <hex>`. */
const entries = function* (pdf: Buffer): Generator<{ key: string; start: number; end: number }> {
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
    while (pdf[at] === 0x0a || pdf[at] === SPACE) at++;
  }
};

/**
 * Takes the time of printing out of a PDF of Skia's, in place and without moving a byte, and names us as its creator:
 * the same page gives the same bytes.
 */
export const anonymous = (pdf: Buffer): Buffer => {
  for (const { key, start, end } of entries(pdf)) {
    if (!["Creator", "CreationDate", "ModDate"].includes(key)) continue;
    pdf.fill(SPACE, start, end);
    if (key === "Creator") pdf.write("/Creator (Platen)", start, end - start, "latin1");
  }
  return pdf;
};
