import { operandAt, readCffIndex } from "./read.ts";

/** Operators of dictionaries (Adobe Technical Note 5176, tables 9 and 23); those of two bytes are counted from 256 on. */
const [PRIVATE, FD_ARRAY] = [18, 256 + 36];
const [ESCAPE, LAST_OPERATOR, REAL] = [12, 21, 30];

const NIBBLES = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", ".", "e", "e-", "", "-"];

const realAt = (dict: Buffer, at: number): number => {
  let text = "";
  for (let place = at + 1; place < dict.length; place++) {
    for (const nibble of [dict.readUInt8(place) >> 4, dict.readUInt8(place) & 15]) {
      if (nibble === 15 && text !== "") return Number(text);
      if (nibble === 15) throw new RangeError("A number of a font is empty.");
      text += NIBBLES[nibble] ?? "";
    }
  }
  return Number.NaN;
};

/** The operands of each operator of a dictionary. */
export const readDictionary = (dict: Buffer): Map<number, number[]> => {
  const entries = new Map<number, number[]>();
  let operands: number[] = [];
  for (let at = 0; at < dict.length; ) {
    const first = dict.readUInt8(at);
    if (first > LAST_OPERATOR) {
      const [value, next] = operandAt(dict, at);
      operands.push(first === REAL ? realAt(dict, at) : value);
      at = next;
      continue;
    }
    entries.set(first === ESCAPE ? 256 + dict.readUInt8(at + 1) : first, operands);
    operands = [];
    at += first === ESCAPE ? 2 : 1;
  }
  return entries;
};

/** The bytes of the Private DICT that a Top DICT or Font DICT names. */
export const privateDictionary = (data: Buffer, dict: ReadonlyMap<number, number[]>): Buffer => {
  const [size = 0, at = 0] = dict.get(PRIVATE) ?? [];
  return data.subarray(at, at + size);
};

/** The most Font DICTs: the glyphs of a font choose theirs by a byte. */
const FONT_DICTIONARIES_LIMIT = 256;

/** The Font DICTs of a CID-keyed font; of another font, its Top DICT. */
export const fontDictionaries = (data: Buffer, top: ReadonlyMap<number, number[]>): ReadonlyMap<number, number[]>[] => {
  const array = top.get(FD_ARRAY)?.[0];
  if (array === undefined) return [top];
  const { items } = readCffIndex(data, array);
  if (items.length > FONT_DICTIONARIES_LIMIT) throw new RangeError("A font has too many private dictionaries.");
  return items.map(readDictionary);
};

/** The Top DICT of the first font. */
export const topDictionary = (data: Buffer): Map<number, number[]> => {
  const names = readCffIndex(data, data.readUInt8(2));
  return readDictionary(readCffIndex(data, names.end).items[0] ?? Buffer.alloc(0));
};

/** Writes a zero with as many bytes, the last of which ends a number. */
const clearReal = (dict: Buffer, at: number, end: number): void => {
  dict.fill(0, at + 1, end - 1).writeUInt8(15, end - 1);
};

const mendReals = (dict: Buffer): void => {
  for (let at = 0; at < dict.length; ) {
    const first = dict.readUInt8(at);
    if (first <= LAST_OPERATOR) {
      at += first === ESCAPE ? 2 : 1;
      continue;
    }
    const [, next] = operandAt(dict, at);
    if (first === REAL && Number.isNaN(realAt(dict, at))) clearReal(dict, at, next);
    at = next;
  }
};

/**
 * A bare CFF font in whose Private DICTs each malformed real number is zero, or the font itself if it has none. Quartz wrote
 * `1.5E-E-5` for numbers near zero in hints. Throws RangeError if the font is damaged.
 */
export const withoutMalformedReals = (data: Buffer): Buffer => {
  const mended = Buffer.from(data);
  for (const dict of fontDictionaries(mended, topDictionary(mended))) mendReals(privateDictionary(mended, dict));
  return mended.equals(data) ? data : mended;
};
