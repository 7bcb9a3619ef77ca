import { contract, fields, filePart, jsonPart, MB, mapped, nullish, optional, rule, text } from "../../lib/contract.ts";
import { endpoint } from "../../lib/endpoint.ts";
import { htmlToPdf } from "../../lib/engines/html-to-pdf.ts";
import { PLAIN_PAGE } from "../../lib/engines/page-setup.ts";
import { pdfOptions } from "../../lib/fields/pdf-options.ts";
import { publicUrl } from "../../lib/fields/public-url.ts";
import { decodeHtml, htmlFile } from "../../lib/file-kinds/html.ts";
import { notEmpty } from "../../lib/file-kinds/text.ts";

const jsonInput = mapped(
  fields({
    html: nullish(text().check(notEmpty)),
    url: nullish(publicUrl),
    options: optional(pdfOptions),
  }).check(rule(({ html, url }) => (html == null) !== (url == null), "needs exactly one of html and url")),
  ({ html, url, options = PLAIN_PAGE }) => ({ source: url == null ? { html: html! } : { url }, pageSetup: options }),
);

const formInput = mapped(
  fields({ file: filePart(htmlFile), options: optional(jsonPart(pdfOptions)) }),
  ({ file, options = PLAIN_PAGE }) => ({ source: { html: decodeHtml(file.bytes) }, pageSetup: options }),
);

export const html = contract({
  path: "/convert/html-to-pdf",
  summary: "Print an HTML document, sent as JSON or as a file, or fetched from a public address.",
  accepts: { json: jsonInput, form: formInput },
  limitBytes: 10 * MB,
  credits: { of: { document: 1, url: 2 }, by: ({ source }) => ("url" in source ? "url" : "document") },
  output: { name: "html.pdf", type: "application/pdf" },
});

export const handler = endpoint(html, async (input, signal) => {
  const { body, warnings } = await htmlToPdf.run(input, signal);
  return { body, warnings, headers: { "X-Engine": htmlToPdf.name } };
});
