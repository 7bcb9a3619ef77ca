import { defineMdastPlugin } from "satteri";
import { sanitise } from "./sanitise.ts";

/** Sanitises the raw HTML of a document. It has to run before the plug-ins that insert HTML. */
export const sanitiseRawHtml = () =>
  defineMdastPlugin({
    name: "raw-html",
    html(node, context) {
      context.setProperty(node, "value", sanitise(node.value));
    },
  });
