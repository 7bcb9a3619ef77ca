import { nameToEmoji } from "gemoji";
import GithubSlugger from "github-slugger";
import { defineMdastPlugin } from "satteri";

export interface Heading {
  readonly text: string;
  readonly level: number;
  readonly id: string;
}

/** Sets the ids that headings have on GitHub, and adds the headings to `headings`. */
export const collectHeadings = (headings: Heading[]) => {
  const slugger = new GithubSlugger();
  return defineMdastPlugin({
    name: "headings",
    heading(node, context) {
      const text = context.textContent(node);
      const id = slugger.slug(text);
      headings.push({ text, level: node.depth, id });
      context.setProperty(node, "data", { hProperties: { id } });
    },
  });
};

const ALERT_MARK = /^\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\][ \t]*(?:\n|$)/i;

/** Styles GitHub's alerts: a quotation that begins with `[!NOTE]`, `[!TIP]`, `[!IMPORTANT]`, `[!WARNING]` or `[!CAUTION]`. */
export const styleAlerts = () =>
  defineMdastPlugin({
    name: "alerts",
    blockquote(node, context) {
      const [first] = node.children;
      const opening = first?.type === "paragraph" ? first.children[0] : undefined;
      const [mark, kind] = (opening?.type === "text" && ALERT_MARK.exec(opening.value)) || [];
      if (opening?.type !== "text" || mark === undefined || kind === undefined) return;
      const name = kind.toLowerCase();
      context.setProperty(opening, "value", opening.value.slice(mark.length));
      context.setProperty(node, "data", { hName: "div", hProperties: { className: ["alert", `alert-${name}`] } });
      context.prependChild(node, {
        type: "paragraph",
        data: { hProperties: { className: ["alert-title"] } },
        children: [{ type: "text", value: name.charAt(0).toUpperCase() + name.slice(1) }],
      });
    },
  });

const SHORTCODE = /:([a-z0-9_+-]{1,40}):/g;

const EMOJI_BY_NAME = new Map(Object.entries(nameToEmoji));

/** Whether a document may have shortcodes. Without any, the plug-in is left out, which saves visiting each text. */
export const hasShortcodes = (markdown: string): boolean => markdown.search(SHORTCODE) >= 0;

/** Replaces GitHub's shortcodes, such as `:rocket:`, with emoji. */
export const replaceShortcodes = () =>
  defineMdastPlugin({
    name: "emoji",
    text(node, context) {
      if (!node.value.includes(":")) return;
      const value = node.value.replace(SHORTCODE, (code, name: string) => EMOJI_BY_NAME.get(name) ?? code);
      if (value !== node.value) context.setProperty(node, "value", value);
    },
  });

export const hasRightToLeft = (markdown: string): boolean => /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(markdown);

/** Sets `dir="auto"` on lists, as GitHub does, so that the bullets of right-to-left text are at its right. */
export const autoListDirections = () =>
  defineMdastPlugin({
    name: "directions",
    list(node, context) {
      context.setProperty(node, "data", { hProperties: { dir: "auto" } });
    },
  });
