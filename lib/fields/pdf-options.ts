import {
  type Accepted,
  asyncCheck,
  boolean,
  fields,
  integer,
  mapped,
  nullish,
  number,
  optional,
  rule,
  shortText,
} from "../contract.ts";
import { isSelector } from "../engines/chromium/selector.ts";
import { checkedTemplate } from "../engines/chromium/templates/template.ts";
import { toInches } from "../engines/css-length.ts";
import { DEFAULT_MARGIN, type PageSetup, PLAIN_PAGE } from "../engines/page-setup.ts";
import { PAPERS, paperNamed } from "../engines/paper.ts";
import { described } from "./described.ts";

const OPTION_LIMIT_CHARACTERS = 1024;
/** A selector of this length is parsed in at most 10 ms. */
const SELECTOR_LIMIT_CHARACTERS = 4096;
/** A template with a small picture as a `data:` URL. */
const TEMPLATE_LIMIT_CHARACTERS = 16_384;

const margin = (side: string) =>
  optional(
    described(
      shortText(OPTION_LIMIT_CHARACTERS).check(
        rule<string>(
          (length) => toInches(length) !== undefined,
          "must be a number of at least 0 with a unit (px, in, cm, mm or pt), such as 1.5cm",
        ),
      ),
      {
        description: `The ${side} margin, in px, in, cm, mm or pt. By default the one in CSS \`@page\`, else ${DEFAULT_MARGIN}.`,
        examples: ["1.5cm"],
      },
    ),
  );

const format = described(
  shortText(OPTION_LIMIT_CHARACTERS).check(
    rule<string>((name) => paperNamed(name) !== undefined, `must be one of ${PAPERS.join(", ")}`),
  ),
  { description: "The paper, in any letter case. By default the size in CSS `@page`, else A4.", enum: PAPERS },
);

const landscape = described(boolean(), { description: "Turns the paper.", default: PLAIN_PAGE.landscape });

const printBackground = described(boolean(), {
  description: "Prints CSS backgrounds and colours.",
  default: PLAIN_PAGE.printBackground,
});

const scale = described(number(0.1, 2), { description: "Enlarges or reduces the page.", default: PLAIN_PAGE.scale });

const waitForSelector = described(
  nullish(
    shortText(SELECTOR_LIMIT_CHARACTERS).check(
      rule<string>(isSelector, "must be a valid CSS selector, such as #ready"),
    ),
  ),
  { description: "Printing waits until an element matches this CSS selector.", examples: ["#ready"] },
);

const waitTimeout = described(integer(0, 30_000), {
  description: "Milliseconds that the wait for the selector may take.",
  default: PLAIN_PAGE.waitTimeout,
});

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

const EXAMPLE = { format: "A5", marginTop: "2cm" };

const optionFields = fields(
  {
    format: optional(format),
    landscape: optional(landscape),
    marginTop: margin("top"),
    marginBottom: margin("bottom"),
    marginLeft: margin("left"),
    marginRight: margin("right"),
    printBackground: optional(printBackground),
    scale: optional(scale),
    waitForSelector,
    waitTimeout: optional(waitTimeout),
    headerTemplate: template("top"),
    footerTemplate: template("bottom"),
  },
  EXAMPLE,
);

const checked = (template: string | undefined) => (template === undefined ? undefined : checkedTemplate(template));
const inches = (length: string | undefined) => (length === undefined ? undefined : toInches(length));

const pageSetup = (options: Accepted<typeof optionFields>): PageSetup => {
  const paper = options.format === undefined ? undefined : paperNamed(options.format);
  return {
    paper,
    landscape: (options.landscape ?? PLAIN_PAGE.landscape) || paper?.isLandscape === true,
    margins: {
      top: inches(options.marginTop),
      right: inches(options.marginRight),
      bottom: inches(options.marginBottom),
      left: inches(options.marginLeft),
    },
    printBackground: options.printBackground ?? PLAIN_PAGE.printBackground,
    scale: options.scale ?? PLAIN_PAGE.scale,
    waitForSelector: options.waitForSelector ?? undefined,
    waitTimeout: options.waitTimeout ?? PLAIN_PAGE.waitTimeout,
    headerTemplate: checked(options.headerTemplate),
    footerTemplate: checked(options.footerTemplate),
  };
};

/** The largest page of a PDF: 14,400 points (ISO 32000-2, annex C.2), in inches. */
const LARGEST_PAPER_INCHES = { width: 200, height: 200 };

/** Whether the margins leave room on the page. Where CSS chooses the paper, only printing shows it for certain. */
const leavesRoom = ({ paper = LARGEST_PAPER_INCHES, landscape, margins }: PageSetup): boolean => {
  const { top = 0, right = 0, bottom = 0, left = 0 } = margins;
  const [width, height] = landscape ? [paper.height, paper.width] : [paper.width, paper.height];
  return left + right < width && top + bottom < height;
};

/** The interface's PdfOptions, as the page setup that engines take. */
export const pdfOptions = described(
  mapped(optionFields, pageSetup).check(rule(leavesRoom, "has margins that leave no room on the page")),
  { id: "PdfOptions", description: "How pages are printed.", examples: [EXAMPLE] },
);
