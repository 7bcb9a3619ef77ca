import { createRequire } from "node:module";
import type { JpxHeader } from "./jpx-header.ts";
import type { Pixels } from "./pixels.ts";

/** The interface of the OpenJPEG WebAssembly module. */
interface Decoder {
  getEncodedBuffer(length: number): Uint8Array;
  decodeSubResolution(reduction: number, layers: number): void;
  getDecodedBuffer(): Uint8Array;
  delete(): void;
}
interface OpenJpeg {
  readonly HEAPU8: Uint8Array;
  J2KDecoder: new () => Decoder;
}

/** Sample limit of one picture; a sample takes four bytes. */
const SAMPLES_LIMIT = 40_000_000;
/** Decoding time limit of one process; the remaining pictures are not changed. */
const DECODING_LIMIT_MS = 8000;
/** A module with more memory is not reused, because its memory never shrinks. */
const MODULE_MAX_BYTES = 200_000_000;

const silent = () => {};
let loaded: Promise<OpenJpeg> | undefined;
let spentMs = 0;

const load = (): Promise<OpenJpeg> => {
  const require = createRequire(import.meta.url);
  const make = require("@cornerstonejs/codec-openjpeg/decodewasmjs") as (options: object) => Promise<OpenJpeg>;
  loaded ??= make({ print: silent, printErr: silent });
  return loaded;
};

const decode = (
  module: OpenJpeg,
  data: Buffer,
  { width, height, components, decompositions }: JpxHeader,
  scale: number,
): Pixels => {
  const decoder = new module.J2KDecoder();
  try {
    decoder.getEncodedBuffer(data.length).set(data);
    const reduction = Math.min(decompositions, Math.max(0, Math.floor(-Math.log2(scale))));
    const [columns, rows] = [width, height].map((side) => Math.ceil(side / 2 ** reduction)) as [number, number];
    if (columns * rows * components > SAMPLES_LIMIT) throw new Error("The picture is too large to be decoded.");
    decoder.decodeSubResolution(reduction, 0);
    const samples = Buffer.from(decoder.getDecodedBuffer());
    if (samples.length !== columns * rows * components) throw new Error("The picture is damaged.");
    return { data: samples, width: columns, height: rows, channels: components as 1 | 3 };
  } finally {
    decoder.delete();
  }
};

/**
 * Decodes a JPEG 2000 picture of gray or RGB with eight bits per sample, to at least `scale` times its size. Throws an
 * Error for a damaged or too large picture, and after the time limit.
 */
export const decodeJpx = async (data: Buffer, header: JpxHeader, scale: number): Promise<Pixels> => {
  const module = await load();
  if (spentMs > DECODING_LIMIT_MS) throw new Error("Decoding has taken too long.");
  const start = process.threadCpuUsage();
  try {
    return decode(module, data, header, scale);
  } catch (error) {
    loaded = undefined;
    // OpenJPEG throws numbers.
    throw error instanceof Error ? error : new Error("The picture cannot be decoded.", { cause: error });
  } finally {
    const { user, system } = process.threadCpuUsage(start);
    spentMs += (user + system) / 1000;
    if (module.HEAPU8.length > MODULE_MAX_BYTES) loaded = undefined;
  }
};

/** How often a picture is halved before it is decoded only to see whether that works. */
const CHECK_HALVINGS = 5;
const CHECKED_SAMPLES_LIMIT = 10_000_000;

/** Whether a picture can be decoded. A small version of it is tried. Returns true if even that is too large to be tried. */
export const isJpxDecodable = async (
  data: Buffer,
  { width, height, components, decompositions }: Omit<JpxHeader, "depth" | "isPlain">,
): Promise<boolean> => {
  const halvings = Math.min(decompositions, CHECK_HALVINGS);
  if ((width * height * components) / 4 ** halvings > CHECKED_SAMPLES_LIMIT) return true;
  const module = await load();
  const decoder = new module.J2KDecoder();
  try {
    decoder.getEncodedBuffer(data.length).set(data);
    decoder.decodeSubResolution(halvings, 0);
    return decoder.getDecodedBuffer().length > 0;
  } catch {
    // The decoder throws for four components, which it has decoded, because it does not know their colour space.
    loaded = undefined;
    return true;
  } finally {
    decoder.delete();
    if (module.HEAPU8.length > MODULE_MAX_BYTES) loaded = undefined;
  }
};
