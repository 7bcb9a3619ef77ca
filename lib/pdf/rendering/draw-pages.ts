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
import type { SizedPage } from "./page-sizes.ts";
import { type PagePicture, type PictureScale, pagePictures } from "./picture-sizes.ts";
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

const withoutRepeats = (pages: readonly SizedPage[]): SizedPage[] => [
  ...new Map(pages.map((page) => [page.position, page])).values(),
];

const numberOf = ({ position }: PagePicture): number => position + 1;

/** Draws pages. One makes a picture; several make an archive with a picture of each. */
export const drawPages = async (open: OpenPages, order: DrawPagesOrder): Promise<RenderedPages> => {
  const { format, scale, background, quality } = order;
  const pages = pagePictures(withoutRepeats(open.pages), scale, format);
  const digits = String(Math.max(...pages.map(numberOf))).length;
  const archive = pages.length > 1 ? new ZipArchive(RESULT_FILE) : undefined;
  let picture: Buffer | undefined;
  await eachPage<PagePicture, DrawnPicture, Buffer>({
    threads: open.threads,
    pages,
    ahead: aheadOf(pages, open.threads.length),
    task: ({ width, height }) => ({ kind: "draw", options: { width, height, background } }),
    finish: async (drawn, { position, dpi }) => {
      if (drawn === undefined) throw open.damagedPage(position);
      return encodePicture(drawn, { format, quality, dpi });
    },
    take: (encoded, page) => {
      const number = String(numberOf(page)).padStart(digits, "0");
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
