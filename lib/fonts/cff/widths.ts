import { fontDictionaries, privateDictionary, readDictionary } from "./dictionary.ts";
import { operandAt, readCffIndex } from "./read.ts";

/** Operators of dictionaries (Adobe Technical Note 5176, tables 9 and 23); those of two bytes are counted from 256 on. */
const [CHARSTRINGS, FONT_MATRIX, FD_ARRAY, FD_SELECT] = [17, 256 + 7, 256 + 36, 256 + 37];
const [DEFAULT_WIDTH, NOMINAL_WIDTH, SUBROUTINES] = [20, 21, 19];

/** What a Private DICT says of widths, and the subroutines of its glyphs. */
interface PrivateFacts {
  readonly standard: number;
  readonly nominal: number;
  readonly subroutines: readonly Buffer[];
}

const privateFacts = (data: Buffer, dict: ReadonlyMap<number, number[]>): PrivateFacts => {
  const own = privateDictionary(data, dict);
  const facts = readDictionary(own);
  const offset = facts.get(SUBROUTINES)?.[0];
  return {
    standard: facts.get(DEFAULT_WIDTH)?.[0] ?? 0,
    nominal: facts.get(NOMINAL_WIDTH)?.[0] ?? 0,
    subroutines: offset === undefined ? [] : readCffIndex(data, own.byteOffset - data.byteOffset + offset).items,
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
  const top = readDictionary(tops.items[0] ?? Buffer.alloc(0));
  const codes = readCffIndex(data, top.get(CHARSTRINGS)?.[0] ?? 0).items;
  const array = top.get(FD_ARRAY)?.[0];
  const dicts = fontDictionaries(data, top);
  const select = top.get(FD_SELECT)?.[0];
  const selected = select === undefined ? [] : readFdSelect(data, select, codes.length);
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
