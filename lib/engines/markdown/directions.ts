import { defineMdastPlugin } from "satteri";

/** Whether a text has letters of scripts that run from right to left. */
export const hasRightToLeft = (markdown: string): boolean => /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(markdown);

/** Gives lists the direction of their text, so that their bullets stand where the text begins, as on GitHub. */
export const autoListDirections = () =>
  defineMdastPlugin({
    name: "directions",
    list(node, context) {
      context.setProperty(node, "data", { hProperties: { dir: "auto" } });
    },
  });
