import type { Warning } from "../../../output/warnings.ts";
import { escapeHtml } from "../../escape-html.ts";
import { type DiagramResult, drawDiagrams } from "./draw.ts";
import type { Diagram } from "./fences.ts";

const FAILURE_REASONS: Readonly<Record<Extract<DiagramResult, { failure: string }>["failure"], string>> = {
  unreadable: "mermaid cannot draw its source",
  large: "its source is too long",
  slow: "drawing it takes too much time or memory",
  many: "the document has too many",
};

/** A mark of any converter process. Comments of the document itself are removed, so a comment of this form is a mark. */
const ANY_MARK = /<!--[0-9a-f-]{36} \d{1,9}-->/g;

/** The most characters of a source that are used as the image's alternative text. */
const ALT_TEXT_LIMIT_CHARACTERS = 1000;

/** The drawing as an image, because SVG in an image cannot run scripts, and cannot load or link anything. */
const imageHtml = (svg: string, source: string): string => {
  const alt = escapeHtml(source.slice(0, ALT_TEXT_LIMIT_CHARACTERS));
  const address = `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
  return `<p class="diagram"><img alt="${alt}" src="${address}"></p>`;
};

const sourceHtml = (source: string): string =>
  `<pre><code class="language-mermaid">${escapeHtml(source)}\n</code></pre>`;

const warningOf = (failure: keyof typeof FAILURE_REASONS, at: number): Warning => ({
  code: "diagram-failed",
  message: `The diagram could not be drawn, so its source was printed: ${FAILURE_REASONS[failure]}.`,
  place: `diagram ${at + 1}`,
});

/**
 * Replaces the marks in these pages with the drawings of their diagrams. A diagram that cannot be drawn is replaced with its
 * source and named in a warning. Rejects with the signal's reason when that is aborted.
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
  const replacements = new Map(
    diagrams.map(({ mark, source }, at) => {
      const drawing = drawings[at];
      return [mark, drawing && "svg" in drawing ? imageHtml(drawing.svg, source) : sourceHtml(source)];
    }),
  );
  const warnings = drawings.flatMap((drawing, at) => ("failure" in drawing ? [warningOf(drawing.failure, at)] : []));
  return { pages: pages.map((page) => page.replace(ANY_MARK, (mark) => replacements.get(mark) ?? mark)), warnings };
};
