import { contract, fields, filePart, jsonPart, MB, mapped, optional, text } from "../../lib/contract.ts";
import { endpoint } from "../../lib/endpoint.ts";
import { markdownToPdf } from "../../lib/engines/markdown-to-pdf.ts";
import { PLAIN_PAGE } from "../../lib/engines/page-setup.ts";
import { pdfOptions } from "../../lib/fields/pdf-options.ts";
import { notEmpty, textFile, utf8Text } from "../../lib/file-kinds/text.ts";

const jsonInput = mapped(
  fields({ markdown: text().check(notEmpty), options: optional(pdfOptions) }),
  ({ markdown, options = PLAIN_PAGE }) => ({ markdown, pageSetup: options }),
);

const formInput = mapped(
  fields({ file: filePart(textFile("Markdown")), options: optional(jsonPart(pdfOptions)) }),
  ({ file, options = PLAIN_PAGE }) => ({ markdown: utf8Text(file.bytes), pageSetup: options }),
);

export const markdown = contract({
  path: "/convert/markdown-to-pdf",
  summary: "Print GitHub-flavoured Markdown.",
  accepts: { json: jsonInput, form: formInput },
  limitBytes: 100 * MB,
  credits: 1,
  output: { name: "markdown.pdf", type: "application/pdf" },
});

export const handler = endpoint(markdown, async (input, signal) => ({
  ...(await markdownToPdf.run(input, signal)),
  headers: { "X-Engine": markdownToPdf.name },
}));
