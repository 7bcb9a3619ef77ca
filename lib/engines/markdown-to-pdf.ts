import { ServiceError } from "../errors/service-error.ts";
import type { Output } from "../output/output.ts";
import { plainText } from "../pdf/archive/information.ts";
import { forEachAtMost } from "../turns/limit.ts";
import { engine } from "./engine.ts";
import { htmlToPdf } from "./html-to-pdf.ts";
import { convertMarkdown, markdownPart } from "./markdown/converters.ts";
import { placeDiagrams } from "./markdown/diagrams/place.ts";
import { assertFeasible, excerpt, FORECAST_MIN_CHARACTERS } from "./markdown/forecast.ts";
import { joinPieces } from "./markdown/join.ts";
import { tableScript } from "./markdown/tables/script.ts";
import type { PageSetup } from "./page-setup.ts";
import { toPdfA } from "./to-pdf-a.ts";

/** The number of pieces of a large document that are printed at the same time. */
const PIECES_AT_ONCE = 2;

const print = async (html: string, pageSetup: PageSetup, signal: AbortSignal, isPiece: boolean): Promise<Output> => {
  const lastScript = html.includes("<table") ? tableScript(pageSetup) : undefined;
  const source = { html, isPiece, ...(lastScript !== undefined && { lastScript }) };
  return htmlToPdf.run({ source, pageSetup: { ...pageSetup, pdfA: undefined } }, signal);
};

/** Prints an excerpt, and throws PROCESSING_FAILED if its time shows that the whole cannot be printed by the deadline. */
const assertPrintableInTime = async (markdown: string, pageSetup: PageSetup, signal: AbortSignal): Promise<void> => {
  const sample = excerpt(markdown);
  const started = performance.now();
  const { pages } = await convertMarkdown(sample, signal);
  for (const html of pages) {
    const { body } = await print(html, pageSetup, signal, true);
    if (!(body instanceof Uint8Array)) await body.remove?.();
  }
  assertFeasible(markdown.length, sample.length, performance.now() - started);
};

/** Prints the pieces of a document, some at the same time. The first failure stops the others. */
const printAll = async (pages: readonly string[], pageSetup: PageSetup, signal: AbortSignal): Promise<Output[]> => {
  const printed: Output[] = [];
  const failure = new AbortController();
  const stopped = AbortSignal.any([signal, failure.signal]);
  await forEachAtMost(PIECES_AT_ONCE, pages.entries(), async ([index, html]) => {
    try {
      printed[index] = await print(html, pageSetup, stopped, true);
    } catch (error) {
      failure.abort(error);
      throw error;
    }
  });
  return printed;
};

/** Throws INVALID_REQUEST for options of the whole document, because Chromium knows only the pages of a piece. */
const assertFitForPieces = (pageSetup: PageSetup): void => {
  const names = ["headerTemplate", "footerTemplate", "pageRanges", "title", "author", "lang", "pdfA"] as const;
  const name = names.find((option) => pageSetup[option] !== undefined);
  if (name === undefined) return;
  const message = `options.${name} is not for Markdown of more than 700,000 characters.`;
  throw new ServiceError("INVALID_REQUEST", message);
};

/** Prints GitHub-flavoured Markdown with its diagrams. A large document is printed in pieces, cut at headings, and joined. */
export const markdownToPdf = engine<{ markdown: string; pageSetup: PageSetup }>({
  name: htmlToPdf.name,
  warmParts: {
    ...htmlToPdf.warmParts,
    markdown: markdownPart,
  },
  run: async ({ markdown, pageSetup }, signal) => {
    if (markdown.length > FORECAST_MIN_CHARACTERS) await assertPrintableInTime(markdown, pageSetup, signal);
    const { pages: converted, bookmarks, diagrams, author: named = "" } = await convertMarkdown(markdown, signal);
    const author = plainText(named) || undefined;
    if (converted.length > 1) assertFitForPieces(pageSetup);
    const { pages, warnings: diagramWarnings } = await placeDiagrams(converted, diagrams, signal);
    const [only] = pages;
    const finish = async (): Promise<Output> => {
      if (pages.length > 1 || only === undefined)
        return joinPieces(await printAll(pages, pageSetup, signal), { bookmarks, author }, signal);
      const whole = await print(only, { ...pageSetup, author: pageSetup.author ?? author }, signal, false);
      return toPdfA(whole, pageSetup, signal);
    };
    const finished = await finish();
    return { ...finished, warnings: [...diagramWarnings, ...finished.warnings] };
  },
});
