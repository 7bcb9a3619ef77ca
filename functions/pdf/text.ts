import { contract, described, fields, MB, oneOf, optional, textPart } from "../../lib/contract/contract.ts";
import { endpoint } from "../../lib/endpoint.ts";
import { renderPdf } from "../../lib/engines/render-pdf.ts";
import { EVERY_PAGE, pagesPart } from "../../lib/fields/page-selection.ts";
import { pagesText } from "../../lib/fields/pages-text.ts";
import { passwordPart, pdfPart } from "../../lib/fields/pdf-file.ts";

const DEFAULT_FORMAT = "text";
const format = described(oneOf(["text", "markdown", "json"]), {
  description: "`json` has the words with their places on the page.",
  default: DEFAULT_FORMAT,
});

export const text = contract({
  path: "/pdf/text",
  summary: "Read the text of a PDF file",
  description:
    "The text is in the order in which it is read: column by column, right to left if its script runs so, without hyphens at the ends of lines. Text has a form feed at the end of each page. Markdown has the headings, lists and tables of tagged files; in other files headings are found by the size of letters, lists by their bullets. Pages without text, such as scanned ones, are named by a warning.",
  accepts: {
    form: fields({
      file: pdfPart,
      format: optional(textPart(format)),
      pages: optional(pagesPart("The pages that are read; all if none are given.")),
      password: passwordPart,
    }),
  },
  example: { form: { file: "@samples/annex.pdf", pages: "1-2" } },
  limitBytes: 100 * MB,
  credits: 1,
  output: {
    name: "text.txt",
    type: "text/plain; charset=utf-8",
    others: [
      { name: "text.md", type: "text/markdown; charset=utf-8" },
      { name: "text.json", type: "application/json", schema: pagesText },
    ],
    headers: ["X-Pdf-Engine"],
  },
});

export const handler = endpoint(
  text,
  async ({ file: { bytes }, format = DEFAULT_FORMAT, pages = EVERY_PAGE, password }, signal) => ({
    ...(await renderPdf.run({ bytes, field: "file", pages, password, work: { kind: "text", format } }, signal)),
    headers: { "X-Pdf-Engine": renderPdf.name },
  }),
);
