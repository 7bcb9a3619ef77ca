// The process that makes a PDF of pictures. It is separate, because native code decodes strangers' pictures in it.

import type { Warning } from "../../output/warnings.ts";
import { writePieces } from "../../output/write-pieces.ts";
import { MB } from "../../settings/megabyte.ts";
import { RESULT_FILE, serveProcess } from "../../workers/serve-process.ts";
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

serveProcess<PicturesOrder, PicturesResult>(async ({ head: { files, layout, ...properties }, body }) => {
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
});
