// The process that draws the pages of one PDF. It is separate, because native code works on what a stranger's pages hold.
import type { Warning } from "../../output/warnings.ts";
import { serveProcess } from "../../workers/serve-process.ts";
import { type DrawPagesOrder, drawPages } from "./draw-pages.ts";
import { openPages } from "./open-pages.ts";
import type { RenderedPages } from "./rendered-pages.ts";
import { openSource, type SourceOrder } from "./source.ts";

/** A file, and the work on its pages. */
export type RenderingOrder = SourceOrder & { readonly work: DrawPagesOrder };

/** The result in the same frame or, if it `isInFile`, in the file for it. */
export interface Rendering extends Omit<RenderedPages, "body"> {
  readonly isInFile: boolean;
  readonly warnings: readonly Warning[];
}

serveProcess<RenderingOrder, Rendering>(async ({ head: { work, ...order }, body: file }) => {
  const source = openSource(file, order);
  const { body, ...rendered } = await drawPages(await openPages(source), work);
  const isInFile = body === "in file";
  return { head: { ...rendered, isInFile, warnings: source.warnings }, body: isInFile ? [] : body };
});
