import { contract, fields, MB, optional } from "../../lib/contract/contract.ts";
import { endpoint } from "../../lib/endpoint.ts";
import { renderPdf } from "../../lib/engines/render-pdf.ts";
import { PICTURE_DEFAULTS, picturePagesParts, picturePagesRules } from "../../lib/fields/page-pictures.ts";
import { EVERY_PAGE, pagesPart } from "../../lib/fields/page-selection.ts";
import { passwordPart, pdfPart } from "../../lib/fields/pdf-file.ts";

export const images = contract({
  path: "/pdf/images",
  summary: "Draw the pages of a PDF file as pictures",
  description:
    "Pages are drawn as a reader shows them, with annotations and form fields. The picture of one page is the result itself; several are in `images.zip`, as `page-01.png` and so on, by the number of the page. A page that is chosen twice is drawn once.",
  accepts: {
    form: fields({
      file: pdfPart,
      pages: optional(pagesPart("The pages to draw; all by default.")),
      ...picturePagesParts,
      password: passwordPart,
    }).check(...picturePagesRules),
  },
  example: { form: { file: "@samples/annex.pdf", pages: "1", width: 800 } },
  limitBytes: 100 * MB,
  credits: 1,
  output: {
    name: "page.png",
    type: "image/png",
    others: [
      { name: "page.jpg", type: "image/jpeg" },
      { name: "page.webp", type: "image/webp" },
      { name: "images.zip", type: "application/zip" },
    ],
    headers: ["X-Pdf-Engine"],
  },
});

export const handler = endpoint(images, async (input, signal) => {
  const { file, pages = EVERY_PAGE, password, width, dpi = PICTURE_DEFAULTS.dpi } = input;
  const { format = PICTURE_DEFAULTS.format, background = PICTURE_DEFAULTS.background } = input;
  const { quality = PICTURE_DEFAULTS.quality } = input;
  const scale = width === undefined ? { dpi } : { width };
  const work = { kind: "draw", format, scale, background, quality } as const;
  return {
    ...(await renderPdf.run({ bytes: file.bytes, field: "file", pages, password, work }, signal)),
    headers: { "X-Pdf-Engine": renderPdf.name },
  };
});
