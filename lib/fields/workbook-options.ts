import {
  type Accepted,
  boolean,
  either,
  fields,
  integer,
  list,
  mapped,
  number,
  optional,
  rule,
  shortText,
} from "../contract.ts";
import { toInches } from "../engines/css-length.ts";
import type { WorkbookOptions } from "../engines/office/workbook-options.ts";
import { PAPERS, paperNamed } from "../engines/paper.ts";
import { described } from "./described.ts";

const OPTION_LIMIT_CHARACTERS = 1024;
const SHEET_NAME_LIMIT_CHARACTERS = 255;
const SHEETS_LIMIT = 100;

const format = described(
  shortText(OPTION_LIMIT_CHARACTERS).check(
    rule<string>((name) => paperNamed(name) !== undefined, `must be one of ${PAPERS.join(", ")}`),
  ),
  { description: "The paper of every sheet, in any letter case. By default that of the sheet, else A4.", enum: PAPERS },
);

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
        description: `The distance of the cells from the ${side} edge, in px, in, cm, mm or pt. By default that of the sheet.`,
        examples: ["1.5cm"],
      },
    ),
  );

/** Whether a text is a page or a range of pages, from 1. */
const isRange = (text: string): boolean => {
  const [from = "", to = from, ...more] = text.trim().split("-");
  const areNumbers = [from, to].every((edge) => /^\d{1,6}$/.test(edge));
  return areNumbers && more.length === 0 && Number(from) >= 1 && Number(from) <= Number(to);
};

const pageRanges = described(
  shortText(OPTION_LIMIT_CHARACTERS).check(
    rule<string>((text) => text.split(",").every(isRange), "must be pages and ranges of pages, such as 1-3,5"),
  ),
  { description: "The pages of the whole document to print; the first is 1.", examples: ["1-3,5"] },
);

const sheet = either(
  integer(1),
  shortText(SHEET_NAME_LIMIT_CHARACTERS),
  "must be a number from 1, or a name of at most 255 characters",
);

const sheets = described(
  list(sheet, ["Summary", 2]).check(
    rule<readonly unknown[]>(
      ({ length }) => length > 0 && length <= SHEETS_LIMIT,
      `must have 1 to ${SHEETS_LIMIT} sheets`,
    ),
  ),
  {
    description:
      "The sheets to print, by their names or their numbers in the workbook; the first is 1, and hidden ones count. By default all that are visible.",
    examples: [["Summary", 2]],
  },
);

const EXAMPLE = { format: "A4", landscape: true, sheets: ["Summary", 2] };

const optionFields = fields(
  {
    format: optional(format),
    landscape: optional(described(boolean(), { description: "Turns the paper of every sheet, or none." })),
    marginTop: margin("top"),
    marginBottom: margin("bottom"),
    marginLeft: margin("left"),
    marginRight: margin("right"),
    scale: optional(described(number(0.1, 2), { description: "Enlarges or reduces every sheet." })),
    fitToWidth: optional(
      described(boolean(), {
        description:
          "Fits all columns of a sheet on the width of a page; `false` prints them as large as they are. By default as the sheet says; one that is too wide is fitted, down to 45 %.",
      }),
    ),
    pageRanges: optional(pageRanges),
    sheets: optional(sheets),
  },
  EXAMPLE,
);

const inches = (length: string | undefined) => (length === undefined ? undefined : toInches(length));

const toOptions = (given: Accepted<typeof optionFields>): WorkbookOptions => {
  const paper = given.format === undefined ? undefined : paperNamed(given.format);
  return {
    paper,
    landscape: paper?.isLandscape === true ? true : given.landscape,
    margins: {
      top: inches(given.marginTop),
      right: inches(given.marginRight),
      bottom: inches(given.marginBottom),
      left: inches(given.marginLeft),
    },
    scale: given.scale,
    fitToWidth: given.fitToWidth,
    pageRanges: given.pageRanges?.replaceAll(" ", ""),
    sheets: given.sheets,
  };
};

/** The largest page of a PDF: 14,400 points (ISO 32000-2, annex C.2), in inches. */
const LARGEST_PAPER_INCHES = { width: 200, height: 200 };

/** Whether the margins leave room on the page. Only printing shows the paper of a sheet without `format`. */
const leavesRoom = ({ paper = LARGEST_PAPER_INCHES, landscape, margins }: WorkbookOptions): boolean => {
  const { top = 0, right = 0, bottom = 0, left = 0 } = margins;
  const sides = landscape === true ? [paper.height, paper.width] : [paper.width, paper.height];
  return left + right < sides[0]! && top + bottom < sides[1]!;
};

/** The options of Excel to PDF. */
export const workbookOptions = described(
  mapped(optionFields, toOptions)
    .check(rule(leavesRoom, "has margins that leave no room on the page"))
    .check(
      rule<WorkbookOptions>(
        ({ scale, fitToWidth }) => scale === undefined || fitToWidth !== true,
        "takes scale or fitToWidth, not both",
      ),
    ),
  { id: "WorkbookOptions", description: "How a workbook is printed.", examples: [EXAMPLE] },
);
