import katex from "katex";
import { defineMdastPlugin } from "satteri";
import { escapeHtml } from "../escape-html.ts";

/** The most characters of a document's formulas that are rendered; further formulas are shown as source. */
const FORMULAS_LIMIT_CHARACTERS = 1_000_000;

/** Renders the formulas of a document with KaTeX, as HTML and MathML; a formula with an error is shown as source. */
export const renderFormulas = (markdown: string) => {
  let charactersLeft = FORMULAS_LIMIT_CHARACTERS;
  const render = (formula: string, displayMode: boolean): string => {
    if (formula.length > charactersLeft) return `<code>${escapeHtml(formula)}</code>`;
    charactersLeft -= formula.length;
    // Without `trust`, formulas cannot load or link anything. The limits bound their work.
    const options = {
      displayMode,
      throwOnError: false,
      trust: false,
      maxExpand: 1000,
      maxSize: 50,
      strict: "ignore",
    } as const;
    try {
      return katex.renderToString(formula, { ...options, output: "htmlAndMathml" });
    } catch {
      return `<code>${escapeHtml(formula)}</code>`;
    }
  };
  return defineMdastPlugin({
    name: "math",
    options: { position: true },
    inlineMath(node, context) {
      // As on GitHub, two dollars make a display formula, even within a line.
      const isDisplay = markdown.startsWith("$$", node.position?.start.offset);
      const formula = /^`([\s\S]*)`$/.exec(node.value)?.[1] ?? node.value;
      context.replaceNode(node, { type: "html", value: render(formula, isDisplay) });
    },
    math(node, context) {
      context.replaceNode(node, { type: "html", value: `<div class="math">${render(node.value, true)}</div>` });
    },
    code(node, context) {
      if (node.lang?.toLowerCase() !== "math") return;
      context.replaceNode(node, { type: "html", value: `<div class="math">${render(node.value, true)}</div>` });
    },
  });
};
