import { defineMdastPlugin } from "satteri";

/** The schemes that links and images of a document may have; an image may also be a data URL. */
const LINK_SCHEMES = /^(https?|mailto|tel|ftp):/i;
const IMAGE_SCHEMES = /^(https?:|data:image\/(png|jpe?g|gif|webp|avif|svg\+xml)[;,])/i;
// Browsers skip these characters when they read a scheme (URL standard, 4.4).
const SKIPPED_CHARACTERS = /[\0-\x20\x7f]+/g;
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;

const isAllowed = (address: string, schemes: RegExp): boolean => {
  const plain = address.replace(SKIPPED_CHARACTERS, "");
  return !SCHEME.test(plain) || schemes.test(plain);
};

/** Whether a link may have this address. Scripts and files are not allowed. */
export const isAllowedLink = (address: string): boolean => isAllowed(address, LINK_SCHEMES);

/** Whether an image may have this address; the egress guard checks its host. */
export const isAllowedImage = (address: string): boolean => isAllowed(address, IMAGE_SCHEMES);

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
