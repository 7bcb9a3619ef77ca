import { decompositionsFrom, jpxBoxes } from "./jpx-header.ts";
import { damagedPicture, unsupported } from "./picture-fault.ts";
import { INCH_METRES, type Resolution, resolutionOf } from "./resolution.ts";

/** A picture in JPEG 2000 (ISO/IEC 15444-1), which is not decoded. */
interface JpxFile {
  readonly width: number;
  readonly height: number;
  readonly components: number;
  /** The file; a codestream is put into one. */
  readonly data: Buffer;
  /** How often a decoder can halve it. */
  readonly decompositions: number;
  /** Whether a component is the opacity. */
  readonly hasOpacity: boolean;
  readonly resolution: Resolution | undefined;
}

const [CODESTREAM, SIZE, TILE, END] = [0xff4f, 0xff51, 0xff90, 0xffd9];
const TILES_LIMIT = 65_535;
/** Enumerated colour spaces: sRGB and grey. */
const [SRGB, GREY] = [16, 17];

const box = (type: string, ...content: Buffer[]): Buffer => {
  const data = Buffer.concat(content);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + data.length);
  head.write(type, 4, "latin1");
  return Buffer.concat([head, data]);
};

interface Codestream {
  readonly width: number;
  readonly height: number;
  readonly components: number;
  /** The depths of the components as the header of an image states them (I.5.3.1). */
  readonly depths: readonly number[];
  readonly decompositions: number;
}

/** Whether the parts of all tiles are there, up to the end of the data. */
const isWhole = (data: Buffer, from: number, tiles: number): boolean => {
  const seen = new Set<number>();
  let at = from;
  while (at + 12 <= data.length && data.readUInt16BE(at) === TILE) {
    seen.add(data.readUInt16BE(at + 4));
    const length = data.readUInt32BE(at + 6);
    if (length === 0) return seen.size === tiles && data.lastIndexOf(Buffer.from([0xff, 0xd9])) > at;
    if (length < 12 || at + length > data.length) return false;
    at += length;
  }
  return seen.size === tiles && (at + 2 > data.length || data.readUInt16BE(at) === END);
};

/** The first tile in a codestream: the end of its main header. */
const firstTile = (data: Buffer): number => {
  let at = 2;
  while (at + 4 <= data.length && data.readUInt16BE(at) !== TILE) at += 2 + data.readUInt16BE(at + 2);
  return at;
};

/** Reads the header of a codestream (A.5.1). Throws a PictureFault if it is damaged or incomplete. */
const readCodestream = (data: Buffer): Codestream => {
  if (data.length < 42 || data.readUInt16BE(0) !== CODESTREAM || data.readUInt16BE(2) !== SIZE)
    throw damagedPicture("its head is wrong");
  const [right, bottom, left, top, tileWidth, tileHeight, tileLeft, tileTop] = Array.from({ length: 8 }, (_, at) =>
    data.readUInt32BE(8 + 4 * at),
  ) as [number, number, number, number, number, number, number, number];
  const components = data.readUInt16BE(40);
  if (components === 0 || 42 + 3 * components > data.length) throw damagedPicture("its head is incomplete");
  const [across, down] = [(right - tileLeft) / tileWidth, (bottom - tileTop) / tileHeight];
  const tiles = Math.ceil(across) * Math.ceil(down);
  if (!(tiles > 0 && tiles <= TILES_LIMIT)) throw damagedPicture("its head is wrong");
  const places = Array.from({ length: components }, (_, at) => 42 + 3 * at);
  if (places.some((at) => data[at + 1] !== 1 || data[at + 2] !== 1))
    throw unsupported("JPEG 2000 whose components are smaller than the picture");
  if (!isWhole(data, firstTile(data), tiles)) throw damagedPicture("it ends too early");
  const depths = places.map((at) => data.readUInt8(at));
  return { width: right - left, height: bottom - top, components, depths, decompositions: decompositionsFrom(data, 2) };
};

/** Wraps a codestream in a file, because PDF allows only files. */
const fileOf = (data: Buffer, { width, height, components, depths }: Codestream): Buffer => {
  const [depth = 7] = depths;
  const isEven = depths.every((other) => other === depth);
  const head = Buffer.alloc(14);
  head.writeUInt32BE(height, 0);
  head.writeUInt32BE(width, 4);
  head.writeUInt16BE(components, 8);
  head.set([isEven ? depth : 255, 7, 0, 0], 10);
  const space = Buffer.from([1, 0, 0, 0, 0, 0, components === 1 ? GREY : SRGB]);
  return Buffer.concat([
    box("jP  ", Buffer.from([0x0d, 0x0a, 0x87, 0x0a])),
    box("ftyp", Buffer.from("jp2 \0\0\0\0jp2 ", "latin1")),
    box("jp2h", box("ihdr", head), ...(isEven ? [] : [box("bpcc", Buffer.from(depths))]), box("colr", space)),
    box("jp2c", data),
  ]);
};

/** A resolution as a box states it (I.5.3.7): fractions with exponents, in pixels per metre. */
const resolutionIn = (data: Buffer, at: number, to: number): Resolution | undefined => {
  if (to - at < 10) return undefined;
  const value = (fraction: number, exponent: number) =>
    (data.readUInt16BE(fraction) / data.readUInt16BE(fraction + 2)) * 10 ** data.readInt8(exponent);
  return resolutionOf(value(at + 4, at + 9), value(at, at + 8), 1 / INCH_METRES);
};

/** What the boxes of a header say beside the codestream. */
const readHeader = (data: Buffer, from: number, to: number) => {
  let [hasOpacity, hasPalette] = [false, false];
  let resolution: Resolution | undefined;
  for (const part of jpxBoxes(data, from, to)) {
    if (part.type === "pclr") hasPalette = true;
    if (part.type === "cdef") {
      for (let at = part.from + 2; at + 6 <= part.to; at += 6) {
        const kind = data.readUInt16BE(at + 2);
        if (kind === 1 || kind === 2) hasOpacity = true;
      }
    }
    if (part.type !== "res ") continue;
    for (const inner of jpxBoxes(data, part.from, part.to)) resolution ??= resolutionIn(data, inner.from, inner.to);
  }
  return { hasOpacity, hasPalette, resolution };
};

/** Reads a file or a codestream. Throws a PictureFault if it is damaged, incomplete or of a kind that PDF does not allow. */
export const readJpxFile = (data: Buffer): JpxFile => {
  if (data.readUInt16BE(0) === CODESTREAM) {
    const stream = readCodestream(data);
    if (stream.components !== 1 && stream.components !== 3)
      throw unsupported(`a JPEG 2000 codestream with ${stream.components} components`);
    return { ...stream, data: fileOf(data, stream), hasOpacity: false, resolution: undefined };
  }
  let header: ReturnType<typeof readHeader> | undefined;
  for (const { type, from, to } of jpxBoxes(data, 0, data.length)) {
    if (type === "jp2h") header ??= readHeader(data, from, to);
    if (type !== "jp2c") continue;
    const stream = readCodestream(data.subarray(from, to));
    if (header === undefined) throw damagedPicture("its head is incomplete");
    const colours = stream.components - (header.hasOpacity ? 1 : 0);
    if (!header.hasPalette && ![1, 3, 4].includes(colours))
      throw unsupported(`JPEG 2000 with ${stream.components} components`);
    return { ...stream, data, hasOpacity: header.hasOpacity, resolution: header.resolution };
  }
  throw damagedPicture("it ends too early");
};
