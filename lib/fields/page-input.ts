import {
  described,
  fields,
  filePart,
  jsonPart,
  mapped,
  nullish,
  optional,
  type Part,
  rule,
  type Schema,
  text,
} from "../contract/contract.ts";
import { type Asset, documentWithAssets } from "../engines/chromium/assets.ts";
import { pageAt } from "../engines/chromium/navigate.ts";
import type { DocumentSource } from "../engines/chromium/open.ts";
import type { FinishOptions } from "../engines/finish-pdf.ts";
import { htmlDocument, htmlFile } from "./html-file.ts";
import { assetParts, onlyForUrl, pageFields, publicUrl } from "./page-fields.ts";
import { notEmpty } from "./text-file.ts";

/** A document that Chromium opens, what is made of it, and the files that the result holds. */
interface PageInput<Setup> {
  readonly source: DocumentSource;
  readonly setup: Setup;
  readonly files?: Pick<FinishOptions, "eInvoice" | "attachments"> | undefined;
}

/** The parts of a form that holds an HTML file. */
export const pageParts = <Setup>(options: Schema<Setup>) => ({
  file: described(filePart(htmlFile), { description: "An HTML file." }),
  assets: optional(
    assetParts("Style sheets, pictures and fonts, one part each, which the page reaches by their file names."),
  ),
  options: optional(jsonPart(options)),
});

/** What such a form holds. */
interface PageForm<Setup> {
  readonly file: Part;
  readonly assets?: readonly Asset[] | undefined;
  readonly options?: Setup | undefined;
}

/** The document of a form, and what is made of it; `plain` is the setup without options. */
export const readPageForm = <Setup>({ file, assets, options }: PageForm<Setup>, plain: Setup): PageInput<Setup> => ({
  source: documentWithAssets(htmlDocument(file), assets),
  setup: options ?? plain,
});

/** The ways of sending an HTML document: in JSON as text or by its address, in a form as a file; `plain` is the setup without options. */
export const pageInput = <Setup>(
  options: Schema<Setup>,
  plain: Setup,
): { json: Schema<PageInput<Setup>>; form: Schema<PageInput<Setup>> } => ({
  json: mapped(
    fields({
      html: described(nullish(text().check(notEmpty)), { description: "A document.", examples: ["<h1>Hello</h1>"] }),
      url: described(nullish(publicUrl), { description: "The http or https address of a public page.", format: "uri" }),
      ...pageFields,
      options: optional(options),
    }).check(
      rule(({ html, url }) => (html == null) !== (url == null), "needs exactly one of html and url"),
      ...onlyForUrl,
    ),
    ({ html, url, headers, cookies, options: setup = plain }) => ({
      source: url == null ? { html: html! } : pageAt(url, { headers, cookies }),
      setup,
    }),
  ),
  form: mapped(fields(pageParts(options)), (form) => readPageForm(form, plain)),
});
