import highlighter from "highlight.js/lib/common";
import { defineMdastPlugin } from "satteri";
import { escapeHtml } from "./escape.ts";

/** Characters of code that are coloured in one document: beyond, colours would cost more time than the rest. */
const MOST = 1_000_000;

/** Colours the code of a document in the languages that highlight.js commonly knows. */
export const highlight = () => {
  let left = MOST;
  return defineMdastPlugin({
    name: "highlight",
    code(node, context) {
      const language = node.lang?.toLowerCase();
      if (!language || node.value.length > left || !highlighter.getLanguage(language)) return;
      left -= node.value.length;
      const { value } = highlighter.highlight(node.value, { language, ignoreIllegals: true });
      context.replaceNode(node, {
        type: "html",
        value: `<pre><code class="hljs language-${escapeHtml(language)}">${value}\n</code></pre>`,
      });
    },
  });
};
