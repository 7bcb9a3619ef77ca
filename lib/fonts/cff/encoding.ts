import { STANDARD_ENCODING } from "../type1/standard-encoding.ts";

const STANDARD = 0;
const EXPERT = 1;
const HAS_SUPPLEMENT = 0x80;

/**
 * Reads the codes of glyphs in their order: a byte each, or ranges (formats 0 and 1). `end` is the offset after them.
 */
const readCodes = (data: Buffer, at: number, format: number): { codes: number[]; end: number } => {
  const count = data.readUInt8(at);
  const codes: number[] = [];
  for (let entry = 0; entry < count; entry++) {
    const place = at + 1 + entry * (format + 1);
    const left = format === 0 ? 0 : data.readUInt8(place + 1);
    for (let step = 0; step <= left; step++) codes.push(data.readUInt8(place) + step);
  }
  return { codes, end: at + 1 + count * (format + 1) };
};

/**
 * Reads the encoding of a CFF font (Adobe Technical Note 5176, section 12): glyphs by code. Undefined for the expert
 * encoding and an unknown format; throws RangeError if it is damaged.
 */
export const readEncoding = (
  data: Buffer,
  at: number,
  charset: readonly number[],
  names: readonly string[],
): Map<number, number> | undefined => {
  if (at === STANDARD) {
    const glyphs = new Map(names.map((name, glyph) => [name, glyph]));
    const coded = [...STANDARD_ENCODING].map(([code, name]) => [code, glyphs.get(name)] as const);
    return new Map(coded.filter((entry): entry is readonly [number, number] => entry[1] !== undefined));
  }
  const kind = data.readUInt8(at);
  const format = kind & ~HAS_SUPPLEMENT;
  if (at === EXPERT || format > 1) return undefined;
  const { codes, end } = readCodes(data, at + 1, format);
  const encoding = new Map(codes.map((code, index) => [code, index + 1]));
  const supplements = (kind & HAS_SUPPLEMENT) === 0 ? 0 : data.readUInt8(end);
  for (let entry = 0; entry < supplements; entry++) {
    const glyph = charset.indexOf(data.readUInt16BE(end + 2 + 3 * entry));
    if (glyph >= 0) encoding.set(data.readUInt8(end + 1 + 3 * entry), glyph);
  }
  return encoding;
};
