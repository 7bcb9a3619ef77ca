import highlighter from "highlight.js/lib/common";
import { defineMdastPlugin } from "satteri";
import { escapeHtml } from "../escape-html.ts";

/** The most code of a document that is highlighted: more would take longer than the rest of the conversion. */
const HIGHLIGHT_LIMIT_CHARACTERS = 1_000_000;

/** Highlights the code of a document in the common languages of highlight.js. */
export const highlightCode = () => {
  let charactersLeft = HIGHLIGHT_LIMIT_CHARACTERS;
  return defineMdastPlugin({
    name: "highlight",
    code(node, context) {
      const language = node.lang?.toLowerCase();
      if (!language || node.value.length > charactersLeft || !highlighter.getLanguage(language)) return;
      charactersLeft -= node.value.length;
      const { value } = highlighter.highlight(node.value, { language, ignoreIllegals: true });
      context.replaceNode(node, {
        type: "html",
        value: `<pre><code class="hljs language-${escapeHtml(language)}">${value}\n</code></pre>`,
      });
    },
  });
};
