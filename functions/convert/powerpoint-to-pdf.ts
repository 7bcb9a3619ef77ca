import { contract, described, fields, filePart, jsonPart, MB, optional } from "../../lib/contract/contract.ts";
import { endpoint } from "../../lib/endpoint.ts";
import { powerpointToPdf } from "../../lib/engines/powerpoint-to-pdf.ts";
import { officePassword, pptxFile } from "../../lib/fields/office-file.ts";
import { presentationOptions } from "../../lib/fields/presentation-options.ts";

export const powerpoint = contract({
  path: "/convert/powerpoint-to-pdf",
  summary: "Print a PowerPoint presentation",
  description:
    "Each slide that is not hidden is a page, with all its objects where they are before any animation. The options ask for notes, for hidden slides, or for several slides on a sheet.",
  accepts: {
    form: fields({
      file: described(filePart(pptxFile), { description: "A presentation (.pptx)." }),
      password: officePassword,
      options: optional(jsonPart(presentationOptions)),
    }),
  },
  example: { form: { file: "@samples/talk.pptx", options: { hiddenSlides: true } } },
  limitBytes: 100 * MB,
  credits: 2,
  output: { name: "powerpoint.pdf", type: "application/pdf", headers: ["X-Engine"] },
});

export const handler = endpoint(powerpoint, async ({ file: { bytes, name }, password, options }, signal) => ({
  ...(await powerpointToPdf.run({ bytes, name, password, options }, signal)),
  headers: { "X-Engine": powerpointToPdf.name },
}));
