import { contract, MB } from "../../lib/contract/contract.ts";
import { endpoint } from "../../lib/endpoint.ts";
import { htmlToImage } from "../../lib/engines/html-to-image.ts";
import { pageInput } from "../../lib/fields/page-input.ts";
import { PLAIN_PICTURE, pictureOptions } from "../../lib/fields/picture-options.ts";

const FILE_NAMES = { png: "html.png", jpeg: "html.jpg", webp: "html.webp" } as const;

export const image = contract({
  path: "/convert/html-to-image",
  summary: "Make a picture of an HTML document",
  description:
    "JSON holds the document (`html`) or the address of a public page (`url`), one of the two. A form holds a file. The picture shows the window, the whole page or one element, when the page is at rest: loaded, with its fonts, after its scripts have run.",
  accepts: pageInput(pictureOptions, PLAIN_PICTURE),
  example: { json: { html: "<h1>Hello</h1>", options: { width: 800, fullPage: true, deviceScaleFactor: 2 } } },
  ownErrors: ["SSRF_BLOCKED"],
  limitBytes: 10 * MB,
  credits: 1,
  output: {
    name: FILE_NAMES.png,
    type: "image/png",
    others: [
      { name: FILE_NAMES.jpeg, type: "image/jpeg" },
      { name: FILE_NAMES.webp, type: "image/webp" },
    ],
    headers: ["X-Engine"],
  },
});

export const handler = endpoint(image, async ({ source, setup }, signal) => ({
  ...(await htmlToImage.run({ source, ...setup }, signal)),
  fileName: FILE_NAMES[setup.picture.format],
  headers: { "X-Engine": htmlToImage.name },
}));
