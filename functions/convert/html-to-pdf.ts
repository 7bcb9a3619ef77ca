import {
  contract,
  described,
  fields,
  filePart,
  jsonPart,
  MB,
  mapped,
  nullish,
  optional,
  rule,
  text,
} from "../../lib/contract/contract.ts";
import { endpoint } from "../../lib/endpoint.ts";
import { documentWithAssets } from "../../lib/engines/chromium/assets.ts";
import { pageAt } from "../../lib/engines/chromium/navigate.ts";
import { htmlToPdf } from "../../lib/engines/html-to-pdf.ts";
import { PLAIN_PAGE } from "../../lib/engines/page-setup.ts";
import { decodeHtml, htmlFile } from "../../lib/fields/html-file.ts";
import { assetParts, onlyForUrl, pageFields, publicUrl } from "../../lib/fields/page-fields.ts";
import { pdfOptions } from "../../lib/fields/pdf-options.ts";
import { notEmpty } from "../../lib/fields/text-file.ts";

const jsonInput = mapped(
  fields({
    html: described(nullish(text().check(notEmpty)), { description: "A document.", examples: ["<h1>Hello</h1>"] }),
    url: described(nullish(publicUrl), { description: "The http or https address of a public page.", format: "uri" }),
    ...pageFields,
    options: optional(pdfOptions),
  }).check(
    rule(({ html, url }) => (html == null) !== (url == null), "needs exactly one of html and url"),
    ...onlyForUrl,
  ),
  ({ html, url, headers, cookies, options: pageSetup = PLAIN_PAGE }) => ({
    source: url == null ? { html: html! } : pageAt(url, { headers, cookies }),
    pageSetup,
  }),
);

const formInput = mapped(
  fields({
    file: described(filePart(htmlFile), { description: "An HTML file." }),
    assets: optional(
      assetParts("Style sheets, pictures and fonts, one part each, which the page reaches by their file names."),
    ),
    options: optional(jsonPart(pdfOptions)),
  }),
  ({ file: { bytes }, assets, options: pageSetup = PLAIN_PAGE }) => ({
    source: documentWithAssets({ html: decodeHtml(bytes) }, assets),
    pageSetup,
  }),
);

export const html = contract({
  path: "/convert/html-to-pdf",
  summary: "Print an HTML document",
  description:
    "JSON holds the document (`html`) or the address of a public page (`url`), one of the two. A form holds a file. The page is printed when it is at rest: loaded, with its fonts, after its scripts have run.",
  accepts: { json: jsonInput, form: formInput },
  example: { json: { html: "<h1>Hello</h1>", options: { format: "A5", landscape: true, marginTop: "2cm" } } },
  ownErrors: ["SSRF_BLOCKED"],
  limitBytes: 10 * MB,
  credits: { of: { document: 1, url: 2 }, by: ({ source }) => (source.html === undefined ? "url" : "document") },
  output: { name: "html.pdf", type: "application/pdf", headers: ["X-Engine"] },
});

export const handler = endpoint(html, async (input, signal) => ({
  ...(await htmlToPdf.run(input, signal)),
  headers: { "X-Engine": htmlToPdf.name },
}));
