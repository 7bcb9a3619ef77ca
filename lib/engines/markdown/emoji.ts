import { nameToEmoji } from "gemoji";
import { defineMdastPlugin } from "satteri";

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
