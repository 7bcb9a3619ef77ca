import { defineMdastPlugin } from "satteri";
import { sanitise } from "./sanitise.ts";

/** Sanitises raw HTML. Comes before all that puts in HTML of its own. */
export const rawHtml = () =>
  defineMdastPlugin({
    name: "raw-html",
    html(node, context) {
      context.setProperty(node, "value", sanitise(node.value));
    },
  });
