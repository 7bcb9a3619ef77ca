import { contract, described, fields, fileParts, jsonPart, MB, optional } from "../../lib/contract/contract.ts";
import { endpoint } from "../../lib/endpoint.ts";
import { imageToPdf } from "../../lib/engines/image-to-pdf.ts";
import { printedVectors } from "../../lib/engines/printed-vectors.ts";
import { anyPictureFile } from "../../lib/fields/picture-file.ts";
import { PLAIN_PICTURE_PAGES, picturePageOptions } from "../../lib/fields/picture-page-options.ts";

export const images = contract({
  path: "/convert/image-to-pdf",
  summary: "Make a PDF of pictures",
  description:
    "Each picture is a page, each page of a TIFF too. Nothing is lost: a JPEG or JPEG 2000 is embedded as it is, all others without loss, with their profiles, palettes and opacity; SVG stays vectors. Pictures that are stored turned are shown upright. Of an animation only the first picture is taken, and a warning says so. A picture that is damaged or incomplete is an error.",
  accepts: {
    form: fields({
      files: described(fileParts(anyPictureFile, { min: 1, max: 100 }), {
        description: `The pictures, one part each: ${anyPictureFile.name}.`,
      }),
      options: optional(jsonPart(picturePageOptions)),
    }),
  },
  example: { form: { files: ["@samples/photo.jpg", "@samples/logo.png"], options: { format: "A4" } } },
  limitBytes: 100 * MB,
  credits: 1,
  output: { name: "images.pdf", type: "application/pdf", headers: ["X-Engine"] },
});

export const handler = endpoint(images, async ({ files, options = PLAIN_PICTURE_PAGES }, signal) => ({
  ...(await imageToPdf.run({ files: await printedVectors(files, signal), ...options }, signal)),
  headers: { "X-Engine": imageToPdf.name },
}));
