import { STANDARD_ENCODING, STANDARD_STRINGS } from "./standard-strings.ts";

/** The glyphs of a CFF font and what identifies them (Adobe Technical Note 5176). */
export interface Cff {
  /** Whether its glyphs have CIDs instead of names. */
  readonly isCidKeyed: boolean;
  readonly outlines: readonly Buffer[];
  /** The SID of each glyph's name, or its CID. */
  readonly charset: readonly number[];
  /** The name of each glyph; a CID-keyed font has none. */
  readonly names: readonly string[];
  readonly encoding: ReadonlyMap<number, number>;
}

/** The charset offset that means the ISOAdobe charset, in which SIDs count up (appendix C). */
const ISO_ADOBE = 0;
const LAST_PREDEFINED = 2;

/** Reads a charset (section 13); undefined for a predefined expert charset. */
const readCharset = (data: Buffer, at: number, glyphs: number): number[] | undefined => {
  if (at === ISO_ADOBE) return Array.from({ length: glyphs }, (_, glyph) => glyph);
  if (at <= LAST_PREDEFINED) return undefined;
  const charset = [0];
  const format = data.readUInt8(at);
  for (let place = at + 1; charset.length < glyphs; ) {
    const first = data.readUInt16BE(place);
    const left = format === 0 ? 0 : data.readUIntBE(place + 2, format === 1 ? 1 : 2);
    place += format === 0 ? 2 : format === 1 ? 3 : 4;
    for (let step = 0; step <= left && charset.length < glyphs; step++) charset.push(first + step);
  }
  return charset;
};

/**
 * Reads the glyphs and names of the first font. Undefined for an expert charset or encoding; throws RangeError if the
 * data is damaged.
 */
export const readCff = (data: Buffer): Cff | undefined => {
  const names = readCffIndex(data, data.readUInt8(2));
  const tops = readCffIndex(data, names.end);
  const strings = readCffIndex(data, tops.end);
  const top = readTopDict(tops.items[0] ?? Buffer.alloc(0));
  if (top.charstrings === undefined) return undefined;
  const outlines = readCffIndex(data, top.charstrings).items;
  const charset = readCharset(data, top.charset, outlines.length);
  if (charset === undefined) return undefined;
  if (top.isCidKeyed) return { isCidKeyed: true, outlines, charset, names: [], encoding: new Map() };
  const nameOf = (sid: number) =>
    STANDARD_STRINGS[sid] ?? strings.items[sid - STANDARD_STRINGS.length]?.toString("latin1") ?? "";
  const named = charset.map(nameOf);
  const encoding = readEncoding(data, top.encoding, charset, named);
  return encoding && { isCidKeyed: false, outlines, charset, names: named, encoding };
};

/**
 * Reads the objects of an INDEX (Adobe Technical Note 5176, section 5). `end` is the offset after it. Throws RangeError
 * if it is damaged.
 */
export const readCffIndex = (data: Buffer, at: number): { items: Buffer[]; end: number } => {
  const count = data.readUInt16BE(at);
  if (count === 0) return { items: [], end: at + 2 };
  const width = data.readUInt8(at + 2);
  const base = at + 3 + (count + 1) * width - 1;
  const offset = (number: number) => base + data.readUIntBE(at + 3 + number * width, width);
  const items: Buffer[] = [];
  for (let number = 0; number < count; number++) {
    const [from, to] = [offset(number), offset(number + 1)];
    if (from > to || to > data.length) throw new RangeError("An INDEX leads out of its font.");
    items.push(data.subarray(from, to));
  }
  return { items, end: offset(count) };
};

/** The offsets in a Top DICT (Adobe Technical Note 5176, section 9). */
interface TopDict {
  isCidKeyed: boolean;
  charset: number;
  encoding: number;
  charstrings: number | undefined;
}

const ESCAPE = 12;
const LAST_OPERATOR = 21;
const ROS = 256 + 30;
const CHARSET = 15;
const ENCODING = 16;
const CHARSTRINGS = 17;
const REAL = 30;

/** Reads an operand (section 4, table 3). `next` is the offset after it; the value of a real number is NaN. */
export const operandAt = (dict: Buffer, at: number): [value: number, next: number] => {
  const first = dict.readUInt8(at);
  if (first === 28) return [dict.readInt16BE(at + 1), at + 3];
  if (first === 29) return [dict.readInt32BE(at + 1), at + 5];
  if (first === REAL) {
    let last = at + 1;
    while ((dict.readUInt8(last) & 15) !== 15) last++;
    return [Number.NaN, last + 1];
  }
  if (first <= 246) return [first - 139, at + 1];
  const second = dict.readUInt8(at + 1);
  return [first <= 250 ? (first - 247) * 256 + second + 108 : -(first - 251) * 256 - second - 108, at + 2];
};

/** Reads a Top DICT. Throws RangeError if it is damaged. */
const readTopDict = (dict: Buffer): TopDict => {
  const top: TopDict = { isCidKeyed: false, charset: 0, encoding: 0, charstrings: undefined };
  let operand = 0;
  for (let at = 0; at < dict.length; ) {
    const first = dict.readUInt8(at);
    if (first > LAST_OPERATOR) {
      [operand, at] = operandAt(dict, at);
      continue;
    }
    const operator = first === ESCAPE ? 256 + dict.readUInt8(at + 1) : first;
    at += first === ESCAPE ? 2 : 1;
    if (operator === ROS) top.isCidKeyed = true;
    else if (operator === CHARSET) top.charset = operand;
    else if (operator === ENCODING) top.encoding = operand;
    else if (operator === CHARSTRINGS) top.charstrings = operand;
  }
  return top;
};

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

/** Removes the further codes of glyphs with several ones (Adobe Technical Note 5176, section 12) from a font. */
export const dropSupplement = (data: Buffer): void => {
  const tops = readCffIndex(data, readCffIndex(data, data.readUInt8(2)).end);
  const { encoding } = readTopDict(tops.items[0] ?? Buffer.alloc(0));
  if (encoding > EXPERT) data.writeUInt8(data.readUInt8(encoding) & ~HAS_SUPPLEMENT, encoding);
};

/**
 * Reads the encoding of a CFF font (Adobe Technical Note 5176, section 12): glyphs by code. Undefined for the expert
 * encoding and an unknown format; throws RangeError if it is damaged.
 */
const readEncoding = (
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
