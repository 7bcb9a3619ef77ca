import { defineMdastPlugin } from "satteri";
import { isLink, isPicture } from "./addresses.ts";

/** Takes the address from links and pictures that may not lead there. */
export const links = () =>
  defineMdastPlugin({
    name: "links",
    link(node, context) {
      if (!isLink(node.url)) context.setProperty(node, "url", "");
    },
    image(node, context) {
      if (!isPicture(node.url)) context.setProperty(node, "url", "");
    },
    definition(node, context) {
      if (!isLink(node.url) && !isPicture(node.url)) context.setProperty(node, "url", "");
    },
  });
