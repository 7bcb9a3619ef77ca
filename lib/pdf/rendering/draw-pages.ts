import { hash } from "node:crypto";
import { assertOutputSize } from "../../output/output.ts";
import { ZipArchive } from "../../output/zip-archive.ts";
import { encodePicture } from "../../pictures/encode.ts";
import type { PictureFormat } from "../../pictures/picture-format.ts";
import type { Size } from "../../pictures/pixels.ts";
import { RESULT_FILE } from "../../workers/serve-process.ts";
import type { DrawnPicture, DrawOptions } from "./draw-picture.ts";
import { eachPage } from "./each-page.ts";
import type { OpenPages } from "./open-pages.ts";
import { dpiOf, type PictureScale, pictureSizes } from "./picture-sizes.ts";
import type { RenderedPages } from "./rendered-pages.ts";

/** How the pages of a file become pictures. */
export interface DrawPagesOrder {
  readonly kind: "draw";
  readonly format: PictureFormat;
  readonly scale: PictureScale;
  readonly background: DrawOptions["background"];
  /** The quality of JPEG and WebP, from 1 to 100. */
  readonly quality: number;
}

/** The pictures for each thread that are drawn or wait to be written. */
const AHEAD_PER_THREAD = 3;
/** The pixels of all pictures that are in memory, unless one has more. */
const AHEAD_PIXELS = 48_000_000;

const EXTENSIONS: Readonly<Record<PictureFormat, string>> = { png: "png", jpeg: "jpg", webp: "webp" };

/** How many pictures may be in memory at once. */
const aheadOf = (sizes: readonly Size[], threads: number): number => {
  const largest = sizes.reduce((most, { width, height }) => Math.max(most, width * height), 1);
  return Math.max(1, Math.min(AHEAD_PER_THREAD * threads, Math.floor(AHEAD_PIXELS / largest)));
};

/** The positions without those that are repeated, each with the size of its page. */
const withoutRepeats = ({ positions, sizes }: OpenPages) =>
  [...new Map(positions.map((position, at) => [position, sizes[at]!]))].map(([position, page]) => ({ position, page }));

/** Draws pages. One makes a picture; several make an archive with a picture of each. */
export const drawPages = async (open: OpenPages, order: DrawPagesOrder): Promise<RenderedPages> => {
  const { format, scale, background, quality } = order;
  const chosen = withoutRepeats(open);
  const positions = chosen.map(({ position }) => position);
  const numbers = positions.map((position) => position + 1);
  const sizes = pictureSizes(
    chosen.map(({ page }) => page),
    numbers,
    scale,
    format,
  );
  const digits = String(Math.max(...numbers)).length;
  const archive = positions.length > 1 ? new ZipArchive(RESULT_FILE) : undefined;
  let picture: Buffer | undefined;
  await eachPage<DrawnPicture, Buffer>({
    threads: open.threads,
    positions,
    ahead: aheadOf(sizes, open.threads.length),
    task: (at) => ({ kind: "draw", options: { ...sizes[at]!, background } }),
    finish: async (drawn, at) => {
      if (drawn === undefined) throw open.damagedPage(positions[at]!);
      return encodePicture(drawn, { format, quality, dpi: dpiOf(sizes[at]!, chosen[at]!.page, scale) });
    },
    take: (encoded, at) => {
      const number = String(numbers[at]).padStart(digits, "0");
      if (archive === undefined) picture = encoded;
      else archive.add(`page-${number}.${EXTENSIONS[format]}`, [encoded]);
    },
  });
  if (archive !== undefined) {
    const { body, digest } = archive.finish();
    return { fileName: "images.zip", body, digest };
  }
  const body = picture as Buffer;
  assertOutputSize(body.length);
  return { fileName: `page.${EXTENSIONS[format]}`, digest: hash("sha256", body, "base64url"), body: [body] };
};
