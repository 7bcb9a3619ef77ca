import { defineMdastPlugin } from "satteri";

/** Whether a text has letters of right-to-left scripts. */
export const hasRightToLeft = (markdown: string): boolean => /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(markdown);

/** Gives lists `dir="auto"`, as GitHub does, so that the bullets of right-to-left text are at its right. */
export const autoListDirections = () =>
  defineMdastPlugin({
    name: "directions",
    list(node, context) {
      context.setProperty(node, "data", { hProperties: { dir: "auto" } });
    },
  });
