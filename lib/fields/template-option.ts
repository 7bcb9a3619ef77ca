import { asyncCheck, optional, shortText } from "../contract/contract.ts";
import { described } from "../contract/described.ts";
import { checkedTemplate } from "../engines/chromium/templates/template.ts";

/** A template with a small picture as a `data:` URL. */
const TEMPLATE_LIMIT_CHARACTERS = 16_384;

/** HTML for the top or bottom margin of each page. */
export const template = (place: string) =>
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
