import { contract, fields, MB } from "../../../lib/contract/contract.ts";
import { endpoint } from "../../../lib/endpoint.ts";
import { extractPages } from "../../../lib/engines/pdf-engine.ts";
import { pagesPart } from "../../../lib/fields/page-selection.ts";
import { passwordPart, pdfPart } from "../../../lib/fields/pdf-file.ts";

export const extract = contract({
  path: "/pdf/pages/extract",
  summary: "Take pages out of a PDF file",
  description:
    "The result has the chosen pages in the given order. Their bookmarks, links, forms, labels and tags are kept.",
  accepts: {
    form: fields({
      file: pdfPart,
      pages: pagesPart("The pages to take, in any order; a page may be repeated."),
      password: passwordPart,
    }),
  },
  example: { form: { file: "@samples/annex.pdf", pages: "3,1" } },
  limitBytes: 100 * MB,
  credits: 1,
  output: { name: "output.pdf", type: "application/pdf", headers: ["X-Pdf-Engine"] },
});

export const handler = endpoint(extract, async ({ file: { bytes }, ...order }, signal) => ({
  ...(await extractPages.run({ bytes, field: "file", ...order }, signal)),
  headers: { "X-Pdf-Engine": extractPages.name },
}));
