import { STANDARD_ENCODING } from "./standard-encoding.ts";

/** A parsed Type 1 font program (Adobe Type 1 Font Format). */
export interface Type1Program {
  name: string;
  matrix: number[];
  box: number[];
  /** Glyph names by code. */
  encoding: ReadonlyMap<number, string>;
  /** Charstrings by glyph name, and subroutines by number, decrypted. */
  glyphs: Map<string, Buffer>;
  subroutines: Map<number, Buffer>;
  /** Hinting entries of the private dictionary. */
  hinting: Map<string, number[]>;
}

const EEXEC_KEY = 55_665;
const CHARSTRING_KEY = 4330;

const WHITE_SPACE: ReadonlySet<number | undefined> = new Set([9, 10, 12, 13, 32]);

/** Decrypts eexec and charstring encryption; the first `noise` bytes are random. */
const decrypt = (data: Uint8Array, key: number, noise: number): Buffer => {
  const out = Buffer.alloc(data.length);
  let state = key;
  for (const [at, byte] of data.entries()) {
    out[at] = byte ^ (state >> 8);
    state = ((byte + state) * 52_845 + 22_719) & 0xffff;
  }
  return out.subarray(noise);
};

/** The decrypted private part, which may be stored in binary or hexadecimal. */
const privatePart = (font: Buffer): Buffer | undefined => {
  const word = font.indexOf("eexec");
  if (word < 0) return undefined;
  let from = word + 5;
  while (WHITE_SPACE.has(font[from])) from++;
  const hexadecimal = /^[\da-fA-F\s]{8}/.test(font.toString("latin1", from, from + 8));
  const data = hexadecimal ? Buffer.from(font.toString("latin1", from).replace(/\s/g, ""), "hex") : font.subarray(from);
  return decrypt(data, EEXEC_KEY, 4);
};

/**
 * The binary data of entries such as `/A 120 RD …` and `dup 4 9 RD …`: a key, a length, a word, one space, the bytes.
 */
const pieces = function* (
  part: Buffer,
  from: number,
  head: RegExp,
): Generator<{ key: string; data: Buffer; end: number }> {
  const text = part.toString("latin1");
  head.lastIndex = from;
  for (let match = head.exec(text); match !== null; match = head.exec(text)) {
    const [whole, key = "", length] = match;
    const start = match.index + whole.length;
    const end = start + Number(length);
    if (end > part.length) return;
    yield { key, data: part.subarray(start, end), end };
    head.lastIndex = end;
  }
};

const numbersAfter = (text: string, key: string): number[] | undefined => {
  const match = new RegExp(`/${key}\\s*(?:[[{]([^\\]}]{0,2000})[\\]}]|(-?[\\d.]+))`).exec(text);
  const numbers = (match?.[1] ?? match?.[2])?.trim().split(/\s+/).map(Number);
  return numbers?.every((number) => Number.isFinite(number)) ? numbers : undefined;
};

const HINTING = ["BlueValues", "OtherBlues", "FamilyBlues", "FamilyOtherBlues", "BlueScale", "BlueShift", "BlueFuzz"];
const STEMS = ["StdHW", "StdVW", "StemSnapH", "StemSnapV"];

const encodingOf = (clearText: string): ReadonlyMap<number, string> => {
  if (/\/Encoding\s+StandardEncoding/.test(clearText)) return STANDARD_ENCODING;
  const codes = new Map<number, string>();
  for (const [, code, name = ""] of clearText.matchAll(/dup\s+(\d+)\s*\/(\S+)\s+put/g)) codes.set(Number(code), name);
  return codes;
};

/** Whether a word occurs more than once: readers do not agree on which of two definitions counts. */
const isRepeated = (text: string, word: string): boolean => text.indexOf(word) !== text.lastIndexOf(word);

/** Parses a font program; undefined if it is not one, lacks a needed part, or defines a part twice. */
export const readType1 = (font: Buffer): Type1Program | undefined => {
  const part = privatePart(font);
  if (part === undefined) return undefined;
  const clear = font.toString("latin1", 0, font.indexOf("eexec"));
  const privateText = part.toString("latin1");
  const start = privateText.indexOf("/CharStrings");
  if (start < 0 || /\/BlendDesignPositions/.test(clear)) return undefined;
  if (isRepeated(privateText, "/Subrs") || isRepeated(privateText, "/CharStrings")) return undefined;
  const noise = numbersAfter(privateText, "lenIV")?.[0] ?? 4;
  const plain = (data: Buffer) => (noise < 0 ? data : decrypt(data, CHARSTRING_KEY, noise));
  const subroutines = new Map<number, Buffer>();
  const subrs = privateText.indexOf("/Subrs");
  if (subrs >= 0 && subrs < start) {
    for (const { key, data, end } of pieces(part, subrs, /dup\s+(\d+)\s+(\d+)\s+\S+ /g)) {
      if (end > start) break;
      subroutines.set(Number(key), plain(data));
    }
  }
  const glyphs = new Map<string, Buffer>();
  for (const { key, data } of pieces(part, start + 12, /\/([^\s/]{1,255})\s+(\d{1,9})\s+\S+ /g)) {
    if (!glyphs.has(key)) glyphs.set(key, plain(data));
  }
  const hinting = new Map<string, number[]>();
  for (const key of [...HINTING, ...STEMS]) {
    const numbers = numbersAfter(privateText, key);
    if (numbers !== undefined) hinting.set(key, numbers);
  }
  const name = /\/FontName\s*\/(\S+)/.exec(clear)?.[1] ?? "Font";
  const matrix = numbersAfter(clear, "FontMatrix") ?? [0.001, 0, 0, 0.001, 0, 0];
  if (glyphs.size === 0) return undefined;
  const box = numbersAfter(clear, "FontBBox") ?? [];
  return { name, matrix, box, encoding: encodingOf(clear), glyphs, subroutines, hinting };
};
