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

/** The colours or the opacity of a picture: the rows with filters, and the bytes of a pixel. */
interface Plane {
  readonly rows: Buffer;
  readonly pixelBytes: number;
}

/** Splits rows of pixels with opacity into rows of colours and of opacity, which begin at the row `to`. */
const split = (rows: Buffer, row: number, planes: readonly [colours: Plane, opacity: Plane], to: number) => {
  const [{ rows: colours, pixelBytes: colourBytes }, { rows: opacity, pixelBytes: opacityBytes }] = planes;
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
  const row = 1 + width * sampleBytes * channels;
  const planeOf = (pixelBytes: number): Plane => ({
    rows: Buffer.allocUnsafe(height * (1 + width * pixelBytes)),
    pixelBytes,
  });
  const planes = [planeOf(sampleBytes * (channels - 1)), planeOf(sampleBytes)] as const;
  if (png.isInterlaced) split(unfilteredRows(deinterlaced(png), row - 1), row, planes, 0);
  else {
    let to = 0;
    for await (const rows of pngRows(png.data, row, height)) {
      split(rows, row, planes, to);
      to += rows.length / row;
    }
  }
  const [{ rows: colours }, { rows: opacity }] = planes;
  const shownOpacity = isOpaque(opacity, 1 + width * sampleBytes, sampleBytes) ? undefined : opacity;
  const packed = await Promise.all([deflated(colours), shownOpacity && deflated(shownOpacity)]);
  return { colours: packed[0], opacity: packed[1] };
};
