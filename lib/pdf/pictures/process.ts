// The process that makes a PDF of pictures. It is separate, because native code decodes strangers' pictures in it.

import type { Warning } from "../../output/warnings.ts";
import { writePieces } from "../../output/write-pieces.ts";
import { MB } from "../../settings/megabyte.ts";
import type { Frame } from "../../workers/frames.ts";
import { type ProcessResult, RESULT_FILE, serveProcess } from "../../workers/serve-process.ts";
import { writePdf } from "../write/write.ts";
import { type DrawnFile, drawFiles } from "./draw-files.ts";
import { layOut, type PageLayout } from "./page-layout.ts";
import { type PictureDocumentProperties, pictureDocument } from "./picture-document.ts";

/** Files one after the other in one body, and how they become pages. */
export interface PicturesOrder extends PictureDocumentProperties {
  readonly files: readonly (Omit<DrawnFile, "bytes"> & { readonly length: number })[];
  readonly layout: PageLayout;
}

/** The result in the same frame or, if it `isInFile`, in the file for it. */
export interface PicturesResult {
  readonly isInFile: boolean;
  readonly pages: number;
  readonly digest: string;
  readonly warnings: readonly Warning[];
}

/** A larger result is written to its file. */
const MEMORY_LIMIT_BYTES = 8 * MB;

const draw = async ({
  head: { files, layout, ...properties },
  body,
}: Frame<PicturesOrder>): Promise<ProcessResult<PicturesResult>> => {
  const all = Buffer.from(body.buffer, body.byteOffset, body.length);
  let at = 0;
  const parts = files.map(({ length, ...file }) => {
    at += length;
    return { ...file, bytes: all.subarray(at - length, at) };
  });
  const { drawables, warnings } = await drawFiles(parts);
  const pages = layOut(drawables, layout);
  const { pieces, length, digest } = writePdf(pictureDocument(pages, properties));
  const isInFile = length > MEMORY_LIMIT_BYTES;
  if (isInFile) writePieces(RESULT_FILE, pieces);
  return { head: { isInFile, pages: pages.length, digest, warnings }, body: isInFile ? [] : pieces };
};

/** A PNG of one pixel with half opacity, which has to be decoded. */
const WARM_UP_PICTURE = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP43+DQAAAGgQJAvP2lfwAAAABJRU5ErkJggg==",
  "base64",
);
const WARM_UP_LAYOUT: PageLayout = {
  paper: undefined,
  landscape: undefined,
  margins: { top: 0, right: 0, bottom: 0, left: 0 },
  dpi: undefined,
  perPage: 1,
};

serveProcess(draw, () => {
  const file = { field: "file", isPrinted: false, length: WARM_UP_PICTURE.length };
  const properties = { title: undefined, author: undefined, lang: undefined };
  return draw({ head: { files: [file], layout: WARM_UP_LAYOUT, ...properties }, body: WARM_UP_PICTURE });
});
