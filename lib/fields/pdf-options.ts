import { type Accepted, boolean, fields, integer, mapped, nullish, number, optional, rule, text } from "../contract.ts";
import { isSelector } from "../engines/chromium/selector.ts";
import { toInches } from "../engines/css-length.ts";
import { type PageSetup, PLAIN_PAGE } from "../engines/page-setup.ts";
import { PAPERS, paperNamed } from "../engines/paper.ts";

const margin = () =>
  optional(
    text().check(
      rule<string>(
        (length) => toInches(length) !== undefined,
        "must be a number of at least 0 with a unit (px, in, cm, mm or pt), such as 1.5cm",
      ),
    ),
  );

const optionFields = fields({
  format: optional(
    text().check(rule<string>((name) => paperNamed(name) !== undefined, `must be one of ${PAPERS.join(", ")}`)),
  ),
  landscape: optional(boolean()),
  marginTop: margin(),
  marginBottom: margin(),
  marginLeft: margin(),
  marginRight: margin(),
  printBackground: optional(boolean()),
  scale: optional(number(0.1, 2)),
  waitForSelector: nullish(text().check(rule<string>(isSelector, "must be a valid CSS selector"))),
  waitTimeout: optional(integer(0, 30_000)),
});

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
export const pdfOptions = mapped(optionFields, pageSetup).check(
  rule(leavesRoom, "has margins that leave no room on the page"),
);
