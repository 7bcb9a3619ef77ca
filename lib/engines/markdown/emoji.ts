import { nameToEmoji } from "gemoji";
import { defineMdastPlugin } from "satteri";

const SHORTCODE = /:([a-z0-9_+-]{1,40}):/g;

const EMOJI = new Map(Object.entries(nameToEmoji));

/** Whether a text may hold shortcodes at all: visiting every text of a document costs. */
export const hasShortcodes = (markdown: string): boolean => markdown.search(SHORTCODE) >= 0;

/** Puts emoji in the place of GitHub's shortcodes, such as `:rocket:`. */
export const emoji = () =>
  defineMdastPlugin({
    name: "emoji",
    text(node, context) {
      if (!node.value.includes(":")) return;
      const value = node.value.replace(SHORTCODE, (code, name: string) => EMOJI.get(name) ?? code);
      if (value !== node.value) context.setProperty(node, "value", value);
    },
  });
