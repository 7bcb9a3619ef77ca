import { ServiceError } from "../errors/service-error.ts";
import type { Output } from "../output/output.ts";
import { xmlText } from "../pdf/archive/information.ts";
import { forEachAtMost } from "../turns/limit.ts";
import { currentTurn } from "../turns/turn.ts";
import { type Asset, documentWithAssets } from "./chromium/assets.ts";
import { engine } from "./engine.ts";
import { type FinishOptions, finishPdf } from "./finish-pdf.ts";
import { htmlToPdf } from "./html-to-pdf.ts";
import { convertMarkdown, markdownPart } from "./markdown/converters.ts";
import { placeDiagrams } from "./markdown/diagrams/place.ts";
import { assertFeasible, excerpt, FORECAST_MIN_CHARACTERS } from "./markdown/forecast.ts";
import { joinPieces } from "./markdown/join.ts";
import { tableScript } from "./markdown/tables/script.ts";
import type { PageSetup } from "./page-setup.ts";

/** The number of pieces of a large document that are printed at the same time. */
const PIECES_AT_ONCE = 2;

/** How a document is printed, the files that it reaches by their names, and those that it holds then. */
interface PrintSetup extends Pick<FinishOptions, "attachments"> {
  readonly pageSetup: PageSetup;
  readonly assets?: readonly Asset[] | undefined;
}

const print = async (
  html: string,
  { pageSetup, assets, attachments }: PrintSetup,
  signal: AbortSignal,
  isPiece: boolean,
): Promise<Output> => {
  const lastScript = html.includes("<table") ? tableScript(pageSetup) : undefined;
  const source = documentWithAssets({ html, isPiece, lastScript }, assets);
  if (!isPiece) return htmlToPdf.run({ source, pageSetup, files: { attachments } }, signal);
  return htmlToPdf.run({ source, pageSetup: { ...pageSetup, pdfA: undefined, pdfUa: undefined } }, signal);
};

/** Prints an excerpt, and throws PROCESSING_FAILED if its time shows that the whole cannot be printed by the deadline. */
const assertPrintableInTime = async (markdown: string, setup: PrintSetup, signal: AbortSignal): Promise<void> => {
  const sample = excerpt(markdown);
  const turn = currentTurn();
  const [started, usedBefore] = [performance.now(), turn?.usedMs ?? 0];
  const { pages } = await convertMarkdown(sample, signal);
  for (const html of pages) {
    const { body } = await print(html, setup, signal, true);
    if (!(body instanceof Uint8Array)) await body.remove?.();
  }
  const tookMs = performance.now() - started;
  const usedMs = (turn?.usedMs ?? 0) - usedBefore;
  // On a busy machine the excerpt takes longer than its work.
  assertFeasible(markdown.length, sample.length, usedMs > 0 ? Math.min(tookMs, usedMs) : tookMs);
};

/** Prints the pieces of a document, some at the same time. The first failure stops the others. */
const printAll = async (pages: readonly string[], setup: PrintSetup, signal: AbortSignal): Promise<Output[]> => {
  const printed: Output[] = [];
  const failure = new AbortController();
  const stopped = AbortSignal.any([signal, failure.signal]);
  await forEachAtMost(PIECES_AT_ONCE, pages.entries(), async ([index, html]) => {
    try {
      printed[index] = await print(html, setup, stopped, true);
    } catch (error) {
      failure.abort(error);
      throw error;
    }
  });
  return printed;
};

/** Throws INVALID_REQUEST for options of the whole document, because Chromium knows only the pages of a piece. */
const assertFitForPieces = (pageSetup: PageSetup): void => {
  const names = ["headerTemplate", "footerTemplate", "pageRanges", "title", "author", "lang", "pdfA", "pdfUa"] as const;
  const name = names.find((option) => pageSetup[option] !== undefined);
  if (name === undefined) return;
  const message = `options.${name} is not for Markdown of more than 700,000 characters.`;
  throw new ServiceError("INVALID_REQUEST", message);
};

/** Prints GitHub-flavoured Markdown with its diagrams. A large document is printed in pieces, cut at headings, and joined. */
export const markdownToPdf = engine<PrintSetup & { readonly markdown: string }>({
  name: htmlToPdf.name,
  warmParts: {
    ...htmlToPdf.warmParts,
    markdown: markdownPart,
  },
  run: async ({ markdown, ...setup }, signal) => {
    const { pageSetup, attachments } = setup;
    if (markdown.length > FORECAST_MIN_CHARACTERS) await assertPrintableInTime(markdown, setup, signal);
    const { pages: converted, bookmarks, diagrams, author: named = "" } = await convertMarkdown(markdown, signal);
    const author = xmlText(named) || undefined;
    if (converted.length > 1) assertFitForPieces(pageSetup);
    const { pages, warnings: diagramWarnings } = await placeDiagrams(converted, diagrams, signal);
    const [only] = pages;
    const finish = async (): Promise<Output> => {
      if (pages.length > 1 || only === undefined) {
        const joined = await joinPieces(await printAll(pages, setup, signal), { bookmarks, author }, signal);
        return finishPdf(joined, { attachments }, signal);
      }
      const authored = { ...pageSetup, author: pageSetup.author ?? author };
      return print(only, { ...setup, pageSetup: authored }, signal, false);
    };
    const finished = await finish();
    return { ...finished, warnings: [...diagramWarnings, ...finished.warnings] };
  },
});
