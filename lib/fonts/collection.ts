import { buildFonts, readTables, type Tables } from "./sfnt.ts";

const SIGNATURE = "ttcf";
const HEADER_BYTES = 12;
/** Files with more fonts are not changed. */
const FACES_LIMIT = 16;

export const isCollection = (data: Buffer): boolean => data.toString("latin1", 0, 4) === SIGNATURE;

/**
 * The tables of each font in a collection (OpenType, "Font Collections"); undefined if it is damaged or has too many
 * fonts.
 */
export const readCollection = (data: Buffer): Tables[] | undefined => {
  if (data.length < HEADER_BYTES) return undefined;
  const count = data.readUInt32BE(8);
  if (count === 0 || count > FACES_LIMIT || data.length < HEADER_BYTES + 4 * count) return undefined;
  const faces: Tables[] = [];
  for (let face = 0; face < count; face++) {
    const tables = readTables(data, data.readUInt32BE(HEADER_BYTES + 4 * face));
    if (tables === undefined) return undefined;
    faces.push(tables);
  }
  return faces;
};

/** Builds a collection of fonts, in their order. Equal tables are written once. */
export const buildCollection = (version: number, faces: readonly Tables[]): Buffer => {
  const head = Buffer.alloc(HEADER_BYTES + 4 * faces.length);
  head.write(SIGNATURE, "latin1");
  head.writeUInt32BE(0x00010000, 4);
  head.writeUInt32BE(faces.length, 8);
  const { starts, bytes } = buildFonts(version, faces, head.length);
  for (const [face, start] of starts.entries()) head.writeUInt32BE(start, HEADER_BYTES + 4 * face);
  return Buffer.concat([head, bytes]);
};
