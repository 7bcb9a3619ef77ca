import { operandAt, readCffIndex } from "./read.ts";

/** Operators of dictionaries (Adobe Technical Note 5176, tables 9 and 23); those of two bytes are counted from 256 on. */
const [CHARSTRINGS, PRIVATE, FONT_MATRIX, FD_ARRAY, FD_SELECT] = [17, 18, 256 + 7, 256 + 36, 256 + 37];
const [DEFAULT_WIDTH, NOMINAL_WIDTH, SUBROUTINES] = [20, 21, 19];
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
const readDict = (dict: Buffer): Map<number, number[]> => {
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

/** What a Private DICT says of widths, and the subroutines of its glyphs. */
interface PrivateFacts {
  readonly standard: number;
  readonly nominal: number;
  readonly subroutines: readonly Buffer[];
}

const privateFacts = (data: Buffer, dict: ReadonlyMap<number, number[]>): PrivateFacts => {
  const [size = 0, at = 0] = dict.get(PRIVATE) ?? [];
  const facts = readDict(data.subarray(at, at + size));
  const offset = facts.get(SUBROUTINES)?.[0];
  return {
    standard: facts.get(DEFAULT_WIDTH)?.[0] ?? 0,
    nominal: facts.get(NOMINAL_WIDTH)?.[0] ?? 0,
    subroutines: offset === undefined ? [] : readCffIndex(data, at + offset).items,
  };
};

/** The index of the font dictionary of each glyph (section 19). */
const readFdSelect = (data: Buffer, at: number, glyphs: number): number[] => {
  if (data.readUInt8(at) === 0) return [...data.subarray(at + 1, at + 1 + glyphs)];
  const ranges = data.readUInt16BE(at + 1);
  const selected: number[] = [];
  for (let range = 0; range < ranges; range++) {
    const place = at + 3 + 3 * range;
    const end = Math.min(glyphs, data.readUInt16BE(place + 3));
    for (let glyph = data.readUInt16BE(place); glyph < end; glyph++) selected[glyph] = data.readUInt8(place + 2);
  }
  return selected;
};

/** Operators of charstrings (Adobe Technical Note 5177) before which a width may stand, with their numbers of operands. */
const [CALLSUBR, RETURN, CALLGSUBR, SHORT, FIXED] = [10, 11, 29, 28, 255];
const STEMS = new Set([1, 3, 18, 23, 19, 20]);
const OPERANDS: ReadonlyMap<number, number> = new Map([
  [21, 2],
  [22, 1],
  [4, 1],
  [14, 0],
]);
const SUBROUTINE_DEPTH_LIMIT = 10;
const STACK_LIMIT = 513;

const bias = (count: number): number => (count < 1240 ? 107 : count < 33_900 ? 1131 : 32_768);

/** The subroutines of a font, and how many of them its glyphs may still call. */
interface Subroutines {
  readonly local: readonly Buffer[];
  readonly global: readonly Buffer[];
  readonly calls: { left: number };
}

/** Calls of subroutines in all glyphs of a font; those that call each other could go on for ever. */
const CALLS_LIMIT = 1_000_000;

/** The first operator of a charstring that clears the stack, with the operands before it. */
const firstOperator = (code: Buffer, subroutines: Subroutines, stack: number[], depth = 0): number | undefined => {
  for (let at = 0; at < code.length; ) {
    const byte = code.readUInt8(at);
    if (byte === FIXED) {
      stack.push(code.readInt32BE(at + 1) / 65_536);
      at += 5;
    } else if (byte === SHORT || byte >= 32) {
      const [value, next] = operandAt(code, at);
      stack.push(value);
      at = next;
    } else if (byte === CALLSUBR || byte === CALLGSUBR) {
      const list = byte === CALLSUBR ? subroutines.local : subroutines.global;
      if (subroutines.calls.left-- <= 0) throw new RangeError("The glyphs of a font call too many subroutines.");
      const called = list[(stack.pop() ?? 0) + bias(list.length)];
      if (called === undefined || depth > SUBROUTINE_DEPTH_LIMIT) return undefined;
      const operator = firstOperator(called, subroutines, stack, depth + 1);
      if (operator !== RETURN) return operator;
      at++;
    } else return byte;
    if (stack.length > STACK_LIMIT) return undefined;
  }
  return RETURN;
};

const widthOf = (
  code: Buffer,
  facts: PrivateFacts,
  shared: Pick<Subroutines, "global" | "calls">,
): number | undefined => {
  const stack: number[] = [];
  const operator = firstOperator(code, { local: facts.subroutines, ...shared }, stack);
  if (operator === undefined) return undefined;
  const taken = OPERANDS.get(operator);
  // An `endchar` with four operands composes an accented letter.
  const isComposed = operator === 14 && stack.length >= 4;
  const hasWidth = STEMS.has(operator)
    ? stack.length % 2 === 1
    : stack.length > (isComposed ? 4 : (taken ?? Number.POSITIVE_INFINITY));
  return hasWidth ? facts.nominal + (stack[0] ?? 0) : facts.standard;
};

/**
 * The advance of each glyph of a bare CFF font in thousandths of the font size; undefined for one whose charstring cannot be
 * followed. Throws RangeError if the font is damaged.
 */
export const cffWidths = (data: Buffer): (number | undefined)[] => {
  const names = readCffIndex(data, data.readUInt8(2));
  const tops = readCffIndex(data, names.end);
  const strings = readCffIndex(data, tops.end);
  const global = readCffIndex(data, strings.end).items;
  const top = readDict(tops.items[0] ?? Buffer.alloc(0));
  const codes = readCffIndex(data, top.get(CHARSTRINGS)?.[0] ?? 0).items;
  const array = top.get(FD_ARRAY)?.[0];
  const dicts = array === undefined ? [top] : readCffIndex(data, array).items.map(readDict);
  const select = top.get(FD_SELECT)?.[0];
  const selected = select === undefined ? [] : readFdSelect(data, select, codes.length);
  // The glyphs of a font choose their dictionaries by a byte.
  if (dicts.length > 256) throw new RangeError("A font has too many private dictionaries.");
  const facts = dicts.map((dict) => privateFacts(data, dict));
  const shared = { global, calls: { left: CALLS_LIMIT } };
  const topScale = top.get(FONT_MATRIX)?.[0];
  return codes.map((code, glyph) => {
    const at = selected[glyph] ?? 0;
    const own = facts[at];
    const ownScale = array === undefined ? undefined : dicts[at]?.get(FONT_MATRIX)?.[0];
    const scale = ownScale === undefined ? (topScale ?? 0.001) : ownScale * (topScale ?? 1);
    const width = own && widthOf(code, own, shared);
    return width === undefined ? undefined : width * scale * 1000;
  });
};
