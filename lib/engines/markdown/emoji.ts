import { nameToEmoji } from "gemoji";
import { defineMdastPlugin } from "satteri";

const SHORTCODE = /:([a-z0-9_+-]{1,40}):/g;

const EMOJI_BY_NAME = new Map(Object.entries(nameToEmoji));

/** Whether a text may hold shortcodes: without any, the document's texts need not be visited. */
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
