import { contract, described, fields, MB, oneOf, optional, textPart } from "../../lib/contract/contract.ts";
import { endpoint } from "../../lib/endpoint.ts";
import { flattenPdf } from "../../lib/engines/pdf-engine.ts";
import { passwordPart, pdfPart } from "../../lib/fields/pdf-file.ts";

const DEFAULT_WHAT = "all";
const what = described(oneOf(["forms", "annotations", "all"]), {
  description: "What becomes a part of the pages: form fields, annotations, or both.",
  default: DEFAULT_WHAT,
});

export const flatten = contract({
  path: "/pdf/flatten",
  summary: "Draw the form fields and annotations of a PDF file into its pages",
  description:
    "The pages look as before, and nothing in them can be filled in or moved. Links and attached files stay.",
  accepts: { form: fields({ file: pdfPart, what: optional(textPart(what)), password: passwordPart }) },
  example: { form: { file: "@samples/form.pdf", what: "forms" } },
  limitBytes: 100 * MB,
  credits: 1,
  output: { name: "flattened.pdf", type: "application/pdf", headers: ["X-Pdf-Engine"] },
});

export const handler = endpoint(flatten, async ({ file: { bytes }, what = DEFAULT_WHAT, password }, signal) => ({
  ...(await flattenPdf.run({ bytes, field: "file", password, what }, signal)),
  headers: { "X-Pdf-Engine": flattenPdf.name },
}));
