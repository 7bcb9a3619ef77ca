import { readCffIndex } from "./cff-index.ts";
import { readEncoding } from "./encoding.ts";
import { STANDARD_STRINGS } from "./standard-strings.ts";
import { readTopDict } from "./top.ts";

/** The glyphs of a CFF font and what identifies them (Adobe Technical Note 5176). */
export interface Cff {
  /** Whether its glyphs have CIDs instead of names. */
  readonly isCidKeyed: boolean;
  /** The charstring of each glyph. */
  readonly outlines: readonly Buffer[];
  /** The SID of each glyph's name, or its CID. */
  readonly charset: readonly number[];
  /** The name of each glyph; a CID-keyed font has none. */
  readonly names: readonly string[];
  /** The font's encoding: glyphs by code. */
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
