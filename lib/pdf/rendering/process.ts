// The process that draws the pages of one PDF. It is separate, because native code works on what a stranger's pages hold.
import { readFile } from "node:fs/promises";
import type { Warning } from "../../output/warnings.ts";
import type { Frame } from "../../workers/frames.ts";
import { type ProcessResult, serveProcess } from "../../workers/serve-process.ts";
import { WARM_UP_PDF } from "../compress/warm-up.ts";
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

const render = async ({
  head: { work, ...order },
  body: file,
}: Frame<RenderingOrder>): Promise<ProcessResult<Rendering>> => {
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
};

/** Work of both kinds, on one page, whose result needs no file. */
const WARM_UP_WORKS: readonly RenderingOrder["work"][] = [
  { kind: "draw", format: "png", scale: { dpi: 72 }, background: [255, 255, 255, 255], quality: 80 },
  { kind: "text", format: "markdown" },
];

serveProcess(render, async () => {
  const body = await readFile(WARM_UP_PDF);
  for (const work of WARM_UP_WORKS) await render({ head: { work, pages: [{ from: 1, to: 1 }] }, body });
});
