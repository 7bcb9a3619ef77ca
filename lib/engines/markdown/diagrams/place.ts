import type { Warning } from "../../../workers/warnings.ts";
import { escapeHtml } from "../escape.ts";
import { type Drawing, drawDiagrams } from "./draw.ts";
import type { Diagram } from "./fences.ts";

const REASONS: Readonly<Record<Extract<Drawing, { failure: string }>["failure"], string>> = {
  unreadable: "mermaid cannot draw its source",
  large: "its source is too long",
  slow: "drawing it takes too much time or memory",
  many: "the document has too many",
};

/** A mark, whatever process has left it: no comment of the document itself is in the HTML. */
const ANY_MARK = /<!--[0-9a-f-]{36} \d{1,9}-->/g;

/** Characters of a source that stand for the drawing where it is not seen. */
const SPOKEN_CHARACTERS = 1000;

/** As a picture nothing of it runs, loads or leads anywhere. */
const picture = (svg: string, source: string): string => {
  const spoken = escapeHtml(source.slice(0, SPOKEN_CHARACTERS));
  const address = `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
  return `<p class="diagram"><img alt="${spoken}" src="${address}"></p>`;
};

const listing = (source: string): string => `<pre><code class="language-mermaid">${escapeHtml(source)}\n</code></pre>`;

const warningOf = (failure: keyof typeof REASONS, at: number): Warning => ({
  code: "diagram-failed",
  message: `The diagram could not be drawn, so its source was printed: ${REASONS[failure]}.`,
  place: `diagram ${at + 1}`,
});

/**
 * Puts drawings in the place of the marks that stand for diagrams in these pages, and the source where there is none;
 * tells in warnings which are not drawn. Rejects with the signal's reason once that is aborted.
 */
export const placeDiagrams = async (
  pages: readonly string[],
  diagrams: readonly Diagram[],
  signal: AbortSignal,
): Promise<{ pages: readonly string[]; warnings: readonly Warning[] }> => {
  if (diagrams.length === 0) return { pages, warnings: [] };
  const drawings = await drawDiagrams(
    diagrams.map(({ source }) => source),
    signal,
  );
  const inPlace = new Map(
    diagrams.map(({ mark, source }, at) => {
      const drawing = drawings[at]!;
      return [mark, "svg" in drawing ? picture(drawing.svg, source) : listing(source)];
    }),
  );
  const warnings = drawings.flatMap((drawing, at) => ("failure" in drawing ? [warningOf(drawing.failure, at)] : []));
  return { pages: pages.map((page) => page.replace(ANY_MARK, (mark) => inPlace.get(mark) ?? mark)), warnings };
};
