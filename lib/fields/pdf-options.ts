import {
  type Accepted,
  asyncCheck,
  described,
  fields,
  mapped,
  oneOf,
  optional,
  shortText,
} from "../contract/contract.ts";
import { checkedTemplate } from "../engines/chromium/templates/template.ts";
import type { PageSetup } from "../engines/page-setup.ts";
import { pageRangesOption } from "./page-ranges.ts";
import { leavesRoom } from "./paper-options.ts";
import { EXAMPLE, paperFields, paperSetup, sizeRules } from "./printed-paper.ts";
import { pdfUa } from "./property-options.ts";
import { waitForExpression, waitForSelector } from "./wait-options.ts";

/** Enough for a template with a small picture as a `data:` URL. */
const TEMPLATE_LIMIT_CHARACTERS = 16_384;

/** HTML for the top or bottom margin of each page. */
const template = (place: string) =>
  optional(
    described(
      shortText(TEMPLATE_LIMIT_CHARACTERS).check(
        asyncCheck<string>((html) => {
          checkedTemplate(html);
        }),
      ),
      {
        description: `HTML for the ${place} margin of each page. Elements of the classes pageNumber, totalPages, title and date get these values. It runs no script and fetches nothing.`,
        examples: ['<div style="font-size:9px;width:100%;text-align:center"><span class=pageNumber></span></div>'],
      },
    ),
  );

const pageRanges = pageRangesOption(
  "The pages that are printed. Numbers beyond the last page are ignored, unless no page is left.",
);

const emulateMedia = described(oneOf(["screen", "print"]), {
  description: "The CSS media type. By default `screen` while the page loads and `print` while it is printed.",
});

const optionFields = fields(
  {
    ...paperFields,
    waitForSelector,
    waitForExpression: optional(waitForExpression),
    pageRanges,
    emulateMedia: optional(emulateMedia),
    pdfUa: optional(pdfUa),
    headerTemplate: template("top"),
    footerTemplate: template("bottom"),
  },
  EXAMPLE,
);

const checked = (template: string | undefined) => (template === undefined ? undefined : checkedTemplate(template));

const pageSetup = (options: Accepted<typeof optionFields>): PageSetup => ({
  ...paperSetup(options),
  waitForSelector: options.waitForSelector ?? undefined,
  waitForExpression: options.waitForExpression,
  pageRanges: options.pageRanges?.replaceAll(" ", ""),
  emulateMedia: options.emulateMedia,
  pdfUa: options.pdfUa,
  headerTemplate: checked(options.headerTemplate),
  footerTemplate: checked(options.footerTemplate),
});

/** The interface's PdfOptions as a page setup for engines. */
export const pdfOptions = described(mapped(optionFields.check(...sizeRules), pageSetup).check(leavesRoom), {
  id: "PdfOptions",
  description: "How pages are printed.",
  examples: [EXAMPLE],
});
