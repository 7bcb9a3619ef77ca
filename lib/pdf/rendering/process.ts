// The process that draws the pages of one PDF. It is separate, because native code works on what a stranger's pages hold.
import type { Warning } from "../../output/warnings.ts";
import { serveProcess } from "../../workers/serve-process.ts";
import { needsForm, preparePages } from "../text/prepare-pages.ts";
import { completeButtonLooks } from "./button-looks.ts";
import { type DrawPagesOrder, drawPages } from "./draw-pages.ts";
import { type OpenPages, openPages } from "./open-pages.ts";
import { type ReadTextOrder, readText } from "./read-text.ts";
import type { RenderedPages } from "./rendered-pages.ts";
import { openSource, type Source, type SourceOrder } from "./source.ts";
import { undrawnAnnotations } from "./undrawn-annotations.ts";

/** A file, and the work on its pages. */
export type RenderingOrder = SourceOrder & { readonly work: DrawPagesOrder | ReadTextOrder };

/** The result in the same frame or, if it `isInFile`, in the file for it. */
export interface Rendering extends Omit<RenderedPages, "body" | "warnings"> {
  readonly isInFile: boolean;
  readonly warnings: readonly Warning[];
}

const workOn = (open: OpenPages, work: RenderingOrder["work"]): Promise<RenderedPages> =>
  work.kind === "draw" ? drawPages(open, work) : readText(open, work);

const needsFormIn = ({ opened: { document }, positions }: Source): boolean => {
  const pages = [...new Set(positions)].flatMap((position) => document.pages[position] ?? []);
  return needsForm(pages, document.catalog);
};

serveProcess<RenderingOrder, Rendering>(async ({ head: { work, ...order }, body: file }) => {
  const source = openSource(file, order, work.kind === "text" ? preparePages : completeButtonLooks);
  const {
    body,
    warnings = [],
    ...rendered
  } = await workOn(await openPages(source, work.kind === "draw" || needsFormIn(source)), work);
  const undrawn = work.kind === "draw" ? undrawnAnnotations(source.opened, source.positions) : [];
  const isInFile = body === "in file";
  const all = [...source.warnings, ...undrawn, ...warnings];
  return { head: { ...rendered, isInFile, warnings: all }, body: isInFile ? [] : body };
});
