import { contract, described, fields, MB, mapped, oneOf, optional, textPart } from "../../../lib/contract/contract.ts";
import { endpoint } from "../../../lib/endpoint.ts";
import { rotatePdf } from "../../../lib/engines/pdf-engine.ts";
import { EVERY_PAGE, pagesPart } from "../../../lib/fields/page-selection.ts";
import { passwordPart, pdfPart } from "../../../lib/fields/pdf-file.ts";

const angle = described(oneOf(["90", "180", "270"]), { description: "Degrees, clockwise.", examples: ["90"] });

export const rotate = contract({
  path: "/pdf/pages/rotate",
  summary: "Turn pages of a PDF file",
  accepts: {
    form: fields({
      file: pdfPart,
      angle: mapped(textPart(angle), Number),
      pages: optional(pagesPart("The pages to turn; all by default.")),
      password: passwordPart,
    }),
  },
  example: { form: { file: "@samples/annex.pdf", angle: "90", pages: "1" } },
  limitBytes: 100 * MB,
  credits: 1,
  output: { name: "output.pdf", type: "application/pdf", headers: ["X-Pdf-Engine"] },
});

export const handler = endpoint(rotate, async ({ file: { bytes }, pages = EVERY_PAGE, ...order }, signal) => ({
  ...(await rotatePdf.run({ bytes, field: "file", pages, ...order }, signal)),
  headers: { "X-Pdf-Engine": rotatePdf.name },
}));
