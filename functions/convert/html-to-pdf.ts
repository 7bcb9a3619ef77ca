import { contract, fields, MB, mapped } from "../../lib/contract/contract.ts";
import { endpoint } from "../../lib/endpoint.ts";
import { htmlToPdf } from "../../lib/engines/html-to-pdf.ts";
import { PLAIN_PAGE } from "../../lib/engines/page-setup.ts";
import {
  attachmentsNeedPart3,
  attachmentsOf,
  optionalAttachmentParts,
  optionsHaveFiles,
} from "../../lib/fields/attachments.ts";
import { eInvoicePart, invoiceNeedsPart3 } from "../../lib/fields/e-invoice.ts";
import { pageInput, pageParts, readPageForm } from "../../lib/fields/page-input.ts";
import { pdfOptions } from "../../lib/fields/pdf-options.ts";

const form = mapped(
  fields({ ...pageParts(pdfOptions), eInvoice: eInvoicePart, ...optionalAttachmentParts }).check(
    invoiceNeedsPart3,
    attachmentsNeedPart3,
    optionsHaveFiles,
  ),
  ({ eInvoice, ...form }) => ({
    ...readPageForm(form, PLAIN_PAGE),
    files: { eInvoice: eInvoice?.bytes, attachments: attachmentsOf(form) },
  }),
);

export const html = contract({
  path: "/convert/html-to-pdf",
  summary: "Print an HTML document",
  description:
    "JSON holds the document (`html`) or the address of a public page (`url`), one of the two. A form holds a file. The page is printed when it is at rest: loaded, with its fonts, after its scripts have run.",
  accepts: { json: pageInput(pdfOptions, PLAIN_PAGE).json, form },
  example: { json: { html: "<h1>Hello</h1>", options: { format: "A5", landscape: true, marginTop: "2cm" } } },
  ownErrors: ["SSRF_BLOCKED"],
  limitBytes: 10 * MB,
  credits: { of: { document: 1, url: 2 }, by: ({ source }) => (source.html === undefined ? "url" : "document") },
  output: { name: "html.pdf", type: "application/pdf", headers: ["X-Engine"] },
});

export const handler = endpoint(html, async ({ source, setup: pageSetup, files }, signal) => ({
  ...(await htmlToPdf.run({ source, pageSetup, files }, signal)),
  headers: { "X-Engine": htmlToPdf.name },
}));
