import { undoPngFilters } from "../../pictures/png.ts";
import type { PngFile } from "../../pictures/png-file.ts";
import { deinterlaced } from "../../pictures/png-interlace.ts";
import { pngRows } from "../../pictures/png-rows.ts";
import { deflated } from "./image-object.ts";

/** Rows without filters, each with the number of none before it. */
const unfilteredRows = (rows: Buffer, row: number): Buffer => {
  const out = Buffer.alloc(rows.length + rows.length / row);
  for (let from = 0, to = 1; from < rows.length; from += row, to += row + 1) rows.copy(out, to, from, from + row);
  return out;
};

/** Parts rows of pixels with opacity into rows of colours and of opacity, from `to` rows on. */
const part = (
  rows: Buffer,
  row: number,
  sizes: readonly [number, number],
  outs: readonly [Buffer, Buffer],
  to: number,
) => {
  const [colourBytes, opacityBytes] = sizes;
  const [colours, opacity] = outs;
  const pixels = (row - 1) / (colourBytes + opacityBytes);
  let [at, colour, alpha] = [0, to * (1 + pixels * colourBytes), to * (1 + pixels * opacityBytes)];
  while (at < rows.length) {
    const filter = rows[at++]!;
    colours[colour++] = filter;
    opacity[alpha++] = filter;
    for (let pixel = 0; pixel < pixels; pixel++) {
      for (let byte = 0; byte < colourBytes; byte++) colours[colour++] = rows[at++]!;
      for (let byte = 0; byte < opacityBytes; byte++) opacity[alpha++] = rows[at++]!;
    }
  }
};

/** Whether all samples of rows with filters are the highest ones. */
const isOpaque = (opacity: Buffer, row: number, bytes: number): boolean => {
  // A first row without filter or with the left one begins with its first sample.
  if (opacity[0]! <= 1 && opacity[1] !== 255) return false;
  return undoPngFilters(opacity, row - 1, bytes).every((sample) => sample === 255);
};

/**
 * The compressed colours and the compressed opacity of a PNG with opacity; undefined for an opacity that is full. PNG's filters
 * work on each byte of a pixel by itself, so that the filtered rows of the one and of the other are those of the picture.
 */
export const splitRows = async (png: PngFile): Promise<{ colours: Buffer; opacity: Buffer | undefined }> => {
  const { width, height, depth, channels } = png;
  const sampleBytes = depth / 8;
  const sizes = [sampleBytes * (channels - 1), sampleBytes] as const;
  const row = 1 + width * sampleBytes * channels;
  const [colourRow, opacityRow] = [1 + width * sizes[0], 1 + width * sizes[1]];
  const outs = [Buffer.allocUnsafe(height * colourRow), Buffer.allocUnsafe(height * opacityRow)] as const;
  if (png.isInterlaced) part(unfilteredRows(deinterlaced(png), row - 1), row, sizes, outs, 0);
  else {
    let to = 0;
    for await (const rows of pngRows(png.data, row, height)) {
      part(rows, row, sizes, outs, to);
      to += rows.length / row;
    }
  }
  const [colours, opacity] = outs;
  const shownOpacity = isOpaque(opacity, opacityRow, sampleBytes) ? undefined : opacity;
  const packed = await Promise.all([deflated(colours), shownOpacity && deflated(shownOpacity)]);
  return { colours: packed[0], opacity: packed[1] };
};
