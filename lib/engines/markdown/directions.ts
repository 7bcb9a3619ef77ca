import { defineMdastPlugin } from "satteri";

/** Whether a text has letters that run from right to left. */
export const hasRightToLeft = (markdown: string): boolean => /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(markdown);

/** As on GitHub a list's bullets stand where its first text begins. */
export const directions = () =>
  defineMdastPlugin({
    name: "directions",
    list(node, context) {
      context.setProperty(node, "data", { hProperties: { dir: "auto" } });
    },
  });
