import { defineMdastPlugin } from "satteri";
import { isAllowedImage, isAllowedLink } from "./addresses.ts";

/** Removes the addresses of links and images that are not allowed. */
export const removeUnsafeLinks = () =>
  defineMdastPlugin({
    name: "links",
    link(node, context) {
      if (!isAllowedLink(node.url)) context.setProperty(node, "url", "");
    },
    image(node, context) {
      if (!isAllowedImage(node.url)) context.setProperty(node, "url", "");
    },
    definition(node, context) {
      if (!isAllowedLink(node.url) && !isAllowedImage(node.url)) context.setProperty(node, "url", "");
    },
  });
