import { MACINTOSH_NAMES } from "./macintosh-names.ts";

const HEADER_BYTES = 32;
const WITH_NAMES = 0x00020000;

/** Glyph names in a `post` table: the name index of each glyph, and the names after the Macintosh ones. */
export interface GlyphNames {
  readonly indexes: readonly number[];
  readonly names: readonly string[];
}

/** Reads the glyph names of a `post` table of version 2.0; undefined for another version or a damaged table. */
export const readGlyphNames = (post: Buffer): GlyphNames | undefined => {
  if (post.length < HEADER_BYTES + 2 || post.readUInt32BE(0) !== WITH_NAMES) return undefined;
  const count = post.readUInt16BE(HEADER_BYTES);
  if (HEADER_BYTES + 2 + 2 * count > post.length) return undefined;
  const indexes = Array.from({ length: count }, (_, glyph) => post.readUInt16BE(HEADER_BYTES + 2 + 2 * glyph));
  const names: string[] = [];
  for (let at = HEADER_BYTES + 2 + 2 * count; at < post.length; at += 1 + post[at]!) {
    names.push(post.toString("latin1", at + 1, at + 1 + post[at]!));
  }
  return { indexes, names };
};

/** Builds a `post` table that names only these glyphs; its header is unchanged. */
export const postFor = (post: Buffer, { indexes, names }: GlyphNames, glyphs: ReadonlySet<number>): Buffer => {
  const head = Buffer.from(post.subarray(0, HEADER_BYTES));
  const kept: string[] = [];
  const places = Buffer.alloc(2 + 2 * indexes.length);
  places.writeUInt16BE(indexes.length, 0);
  indexes.forEach((index, glyph) => {
    if (!glyphs.has(glyph)) return;
    const isOwn = index >= MACINTOSH_NAMES.length;
    places.writeUInt16BE(isOwn ? MACINTOSH_NAMES.length + kept.length : index, 2 + 2 * glyph);
    if (isOwn) kept.push(names[index - MACINTOSH_NAMES.length] ?? "");
  });
  const spelled = kept.map((name) => Buffer.from([name.length, ...Buffer.from(name, "latin1")]));
  return Buffer.concat([head, places, ...spelled]);
};

/** The glyphs with one of these names. */
export const glyphsNamed = ({ indexes, names }: GlyphNames, wanted: ReadonlySet<string>): number[] =>
  indexes.flatMap((index, glyph) => {
    const name = MACINTOSH_NAMES[index] ?? names[index - MACINTOSH_NAMES.length];
    return name !== undefined && wanted.has(name) ? [glyph] : [];
  });
