import {
  contract,
  described,
  fields,
  filePart,
  jsonPart,
  MB,
  mapped,
  optional,
  text,
} from "../../lib/contract/contract.ts";
import { endpoint } from "../../lib/endpoint.ts";
import { markdownToPdf } from "../../lib/engines/markdown-to-pdf.ts";
import { PLAIN_PAGE } from "../../lib/engines/page-setup.ts";
import {
  attachmentsNeedPart3,
  attachmentsOf,
  optionalAttachmentParts,
  optionsHaveFiles,
} from "../../lib/fields/attachments.ts";
import { assetParts } from "../../lib/fields/page-fields.ts";
import { pdfOptions } from "../../lib/fields/pdf-options.ts";
import { notEmpty, textFile, utf8Text } from "../../lib/fields/text-file.ts";

type Input = Parameters<typeof markdownToPdf.run>[0];

const jsonInput = mapped(
  fields({
    markdown: described(text().check(notEmpty), { description: "The text.", examples: ["# Hello"] }),
    options: optional(pdfOptions),
  }),
  ({ markdown, options = PLAIN_PAGE }): Input => ({ markdown, pageSetup: options }),
);

const formInput = mapped(
  fields({
    file: described(filePart(textFile("Markdown")), { description: "A Markdown file in UTF-8." }),
    assets: optional(assetParts("Pictures, one part each, which the text reaches by their file names.")),
    options: optional(jsonPart(pdfOptions)),
    ...optionalAttachmentParts,
  }).check(attachmentsNeedPart3, optionsHaveFiles),
  ({ file, assets, options = PLAIN_PAGE, ...files }): Input => ({
    markdown: utf8Text(file.bytes),
    assets,
    attachments: attachmentsOf(files),
    pageSetup: options,
  }),
);

export const markdown = contract({
  path: "/convert/markdown-to-pdf",
  summary: "Print Markdown",
  description: "GitHub's Markdown, with formulas, `mermaid` diagrams, alerts, footnotes, emoji and front matter.",
  accepts: { json: jsonInput, form: formInput },
  example: { form: { file: "@samples/notes.md", options: { format: "A5" } } },
  limitBytes: 100 * MB,
  credits: 1,
  output: { name: "markdown.pdf", type: "application/pdf", headers: ["X-Engine"] },
});

export const handler = endpoint(markdown, async (input, signal) => ({
  ...(await markdownToPdf.run(input, signal)),
  headers: { "X-Engine": markdownToPdf.name },
}));
