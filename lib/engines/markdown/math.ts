import katex from "katex";
import { defineMdastPlugin } from "satteri";
import { escapeHtml } from "./escape.ts";

/** Characters of formulas that are set in one document. */
const MOST = 1_000_000;

/** Turns the formulas of a source into what KaTeX makes of them, for the eye and as MathML; one that is wrong stands as it was written. */
export const math = (markdown: string) => {
  let left = MOST;
  const set = (formula: string, displayMode: boolean): string => {
    if (formula.length > left) return `<code>${escapeHtml(formula)}</code>`;
    left -= formula.length;
    // No formula may load or link anything, nor run away: `trust` and the bounds say so.
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
      // As on GitHub two dollars set a formula apart, on a line of its own or not.
      const apart = markdown.startsWith("$$", node.position?.start.offset);
      const formula = /^`([\s\S]*)`$/.exec(node.value)?.[1] ?? node.value;
      context.replaceNode(node, { type: "html", value: set(formula, apart) });
    },
    math(node, context) {
      context.replaceNode(node, { type: "html", value: `<div class="math">${set(node.value, true)}</div>` });
    },
    code(node, context) {
      if (node.lang?.toLowerCase() !== "math") return;
      context.replaceNode(node, { type: "html", value: `<div class="math">${set(node.value, true)}</div>` });
    },
  });
};
