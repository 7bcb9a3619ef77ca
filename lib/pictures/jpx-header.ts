/** The headers of a JPEG 2000 picture (ISO/IEC 15444-1, annexes A.5.1 and I.5). */
export interface JpxHeader {
  width: number;
  height: number;
  components: number;
  /** Bits per sample, equal for all components. */
  depth: number;
  /** Decomposition levels: how often the decoder can halve it. */
  decompositions: number;
  /** Whether it is plain gray or RGB: no palette, no transparency, no other colour space. */
  isPlain: boolean;
}

const CODESTREAM = 0xff4f;
const SIZE_MARKER = 0xff51;
const CODING_MARKER = 0xff52;
const TILE_MARKER = 0xff90;
const BOXES_LIMIT = 100;
/** Enumerated colour spaces: sRGB and gray. */
const RGB_AND_GRAY_SPACES = new Set([16, 17]);

/** The boxes in a range of bytes: the offsets at which the content of each begins and ends. */
export function* jpxBoxes(
  data: Buffer,
  from: number,
  to: number,
): Generator<{ type: string; from: number; to: number }> {
  for (let at = from, count = 0; at + 8 <= to && count < BOXES_LIMIT; count++) {
    const type = data.toString("latin1", at + 4, at + 8);
    const size = data.readUInt32BE(at);
    const isLong = size === 1 && at + 16 <= to;
    const length = isLong ? Number(data.readBigUInt64BE(at + 8)) : size === 0 ? to - at : size;
    const head = isLong ? 16 : 8;
    if (length < head) return;
    yield { type, from: at + head, to: Math.min(to, at + length) };
    at += length;
  }
}

/** Whether a header has no boxes that change the meaning of the samples. */
const isPlainHeader = (data: Buffer, from: number, to: number): boolean => {
  for (const box of jpxBoxes(data, from, to)) {
    if (box.type === "pclr" || box.type === "cdef" || box.type === "cmap") return false;
    if (box.type !== "colr" || data[box.from] !== 1) continue;
    if (box.to - box.from < 7 || !RGB_AND_GRAY_SPACES.has(data.readUInt32BE(box.from + 3))) return false;
  }
  return true;
};

/** The decomposition levels in the main header; 0 if it states none. */
export const decompositionsFrom = (data: Buffer, start: number): number => {
  for (let at = start; at + 10 <= data.length; at += 2 + data.readUInt16BE(at + 2)) {
    const marker = data.readUInt16BE(at);
    if (marker === CODING_MARKER) return data.readUInt8(at + 9);
    if (marker === TILE_MARKER || marker < CODESTREAM) break;
  }
  return 0;
};

/** Reads the header of a codestream; undefined if its components differ. */
const readCodestream = (data: Buffer, at: number, isPlain: boolean): JpxHeader | undefined => {
  if (at + 42 > data.length || data.readUInt16BE(at) !== CODESTREAM) return undefined;
  if (data.readUInt16BE(at + 2) !== SIZE_MARKER) return undefined;
  const width = data.readUInt32BE(at + 8) - data.readUInt32BE(at + 16);
  const height = data.readUInt32BE(at + 12) - data.readUInt32BE(at + 20);
  const components = data.readUInt16BE(at + 40);
  if (at + 42 + 3 * components > data.length || components === 0) return undefined;
  const sampling = data.readUInt8(at + 42);
  const isEven = Array.from({ length: components }, (_, index) => at + 42 + 3 * index).every(
    (place) => data[place] === sampling && data[place + 1] === 1 && data[place + 2] === 1,
  );
  // The highest bit marks signed samples.
  if (!isEven || sampling >= 128) return undefined;
  const decompositions = decompositionsFrom(data, at + 2);
  return { width, height, components, depth: sampling + 1, decompositions, isPlain };
};

/** Reads the headers; undefined for data that is not JPEG 2000, or has components of several kinds. */
export const readJpxHeader = (data: Buffer): JpxHeader | undefined => {
  if (data.length > 2 && data.readUInt16BE(0) === CODESTREAM) return readCodestream(data, 0, true);
  let isPlain = true;
  for (const { type, from, to } of jpxBoxes(data, 0, data.length)) {
    if (type === "jp2h") isPlain &&= isPlainHeader(data, from, to);
    if (type === "jp2c") return readCodestream(data, from, isPlain);
  }
  return undefined;
};
