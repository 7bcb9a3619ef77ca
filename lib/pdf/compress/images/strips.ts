import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Pixels } from "../../../pictures/pixels.ts";
import { MB } from "../../../settings/megabyte.ts";
import { createInflate } from "../../../zlib.ts";
import { numberAt } from "../../access.ts";
import { Budget } from "../../budget.ts";
import { type Filter, filtersOf } from "../../filters/decode.ts";
import { undoPrediction } from "../../filters/predictor.ts";
import type { Stream } from "../../objects.ts";
import type { ImageFacts } from "./image-facts.ts";
import { pixelsOf } from "./samples.ts";

/** Approximate size of a strip of rows. */
const STRIP_BYTES = 4_000_000;
const ROWS_LIMIT = 4096;

/** Decodes an image's rows in strips, with the prediction undone. */
async function* rowsOf(data: Uint8Array, filter: Filter, row: number): AsyncGenerator<Buffer> {
  const isPng = (numberAt(filter.parms, "Predictor") ?? 1) >= 10;
  const stored = isPng ? row + 1 : row;
  const strip = stored * Math.max(1, Math.min(ROWS_LIMIT, Math.floor(STRIP_BYTES / stored)));
  const budget = new Budget(Number.POSITIVE_INFINITY, 1, Number.POSITIVE_INFINITY);
  let above = Buffer.alloc(row);
  const plain = (rows: Buffer): Buffer => {
    if (!isPng) return undoPrediction(rows, filter.parms, budget);
    // The row above is passed as an unpredicted row.
    const undone = undoPrediction(Buffer.concat([Buffer.alloc(1), above, rows]), filter.parms, budget);
    above = Buffer.from(undone.subarray(undone.length - row));
    return undone.subarray(row);
  };
  const inflated = createInflate({ chunkSize: MB });
  const done = pipeline(Readable.from([data]), inflated).catch(() => {});
  let waiting: Buffer[] = [];
  let length = 0;
  for await (const chunk of inflated) {
    waiting.push(chunk as Buffer);
    length += (chunk as Buffer).length;
    if (length < strip) continue;
    const all = Buffer.concat(waiting);
    const whole = all.length - (all.length % stored);
    yield plain(all.subarray(0, whole));
    waiting = [all.subarray(whole)];
    length = all.length - whole;
  }
  await done;
  const rest = Buffer.concat(waiting);
  const whole = rest.length - (rest.length % stored);
  if (whole > 0) yield plain(rest.subarray(0, whole));
}

/** A picture that is scaled down by a whole factor while its rows are read. */
class DownscaledPicture {
  readonly width: number;
  readonly height: number;
  readonly #sums: Uint32Array;
  readonly #facts: ImageFacts;
  readonly #factor: number;

  constructor(facts: ImageFacts, factor: number) {
    this.#facts = facts;
    this.#factor = factor;
    this.width = Math.ceil(facts.width / factor);
    this.height = Math.ceil(facts.height / factor);
    this.#sums = new Uint32Array(this.width * this.height * facts.colours.channels);
  }

  add({ data, width, height, channels }: Pixels, top: number): void {
    const row = width * channels;
    for (let y = 0; y < height; y++) {
      const to = Math.floor((top + y) / this.#factor) * this.width * channels;
      addRow(data.subarray(y * row, (y + 1) * row), this.#sums.subarray(to), channels, this.#factor);
    }
  }

  pixels(): Pixels {
    const { width, height, channels } = { ...this.#facts, channels: this.#facts.colours.channels };
    const data = Buffer.alloc(this.#sums.length);
    const side = (index: number, whole: number) => Math.min(this.#factor, whole - index * this.#factor);
    const last = (this.width - 1) * channels;
    for (let y = 0; y < this.height; y++) {
      const from = y * this.width * channels;
      const rows = side(y, height);
      writeMeans(this.#sums, from, from + last, rows * this.#factor, data);
      writeMeans(this.#sums, from + last, from + last + channels, rows * side(this.width - 1, width), data);
    }
    return { data, width: this.width, height: this.height, channels };
  }
}

/** Writes the means of sums of so many samples. */
const writeMeans = (sums: Uint32Array, from: number, to: number, count: number, means: Uint8Array): void => {
  for (let at = from; at < to; at++) means[at] = Math.round(sums[at]! / count);
};

/** Adds the pixels of a row to the sums of as many as `factor` of them. */
const addRow = (row: Uint8Array, sums: Uint32Array, channels: number, factor: number): void => {
  const step = factor * channels;
  for (let from = 0, to = 0; from < row.length; from += step, to += channels) {
    const end = Math.min(row.length, from + step);
    if (channels === 3) {
      let red = 0;
      let green = 0;
      let blue = 0;
      for (let at = from; at < end; at += 3) {
        red += row[at]!;
        green += row[at + 1]!;
        blue += row[at + 2]!;
      }
      sums[to]! += red;
      sums[to + 1]! += green;
      sums[to + 2]! += blue;
      continue;
    }
    for (let channel = 0; channel < channels; channel++) {
      let sum = 0;
      for (let at = from + channel; at < end; at += channels) sum += row[at]!;
      sums[to + channel]! += sum;
    }
  }
};

const isUniform = ({ data, channels }: Pixels, pixel: Buffer): boolean =>
  pixel.equals(data.subarray(0, channels)) && data.subarray(channels).equals(data.subarray(0, data.length - channels));

/**
 * Reads a large deflated picture row by row: as one pixel if all are equal, else scaled down by a whole `factor`.
 * Undefined if it has another encoding, ends early, or would not get smaller.
 */
export const readStrips = async (image: Stream, facts: ImageFacts, factor: number): Promise<Pixels | undefined> => {
  const [filter, ...others] = filtersOf(image);
  if (filter?.name !== "FlateDecode" || others.length > 0) return undefined;
  const { width, height, depth, colours } = facts;
  const row = (width * depth * (colours.palette === undefined ? colours.channels : 1) + 7) >> 3;
  const downscaled = factor > 1 ? new DownscaledPicture(facts, factor) : undefined;
  let first: Buffer | undefined;
  let isSinglePixel = true;
  let top = 0;
  for await (const rows of rowsOf(image.data, filter, row)) {
    const count = Math.min(height - top, Math.floor(rows.length / row));
    const pixels = count > 0 ? pixelsOf(rows, { ...facts, height: count }) : undefined;
    if (pixels === undefined) break;
    first ??= Buffer.from(pixels.data.subarray(0, pixels.channels));
    isSinglePixel &&= isUniform(pixels, first);
    if (!isSinglePixel && downscaled === undefined) return undefined;
    downscaled?.add(pixels, top);
    top += count;
  }
  if (top < height || first === undefined) return undefined;
  return isSinglePixel ? { data: first, width: 1, height: 1, channels: colours.channels } : downscaled?.pixels();
};
