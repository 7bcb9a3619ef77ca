import {
  type Accepted,
  boolean,
  described,
  either,
  fields,
  integer,
  list,
  mapped,
  number,
  optional,
  rule,
  shortText,
} from "../contract/contract.ts";
import type { WorkbookOptions } from "../engines/office/workbook-options.ts";
import { paperNamed } from "../engines/paper.ts";
import { pageRangesOption } from "./page-ranges.ts";
import { formatOption, leavesRoom, marginOption, marginsOf } from "./paper-options.ts";
import { pdfA } from "./property-options.ts";

const SHEET_NAME_LIMIT_CHARACTERS = 255;
const SHEETS_LIMIT = 100;

const margin = (side: string) =>
  marginOption(
    `The distance of the cells from the ${side} edge, in px, in, cm, mm or pt. By default that of the sheet.`,
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
    format: optional(
      formatOption("The paper of every sheet, in any letter case. By default that of the sheet, else A4."),
    ),
    landscape: optional(described(boolean(), { description: "Turns the paper of every sheet, or none." })),
    marginTop: margin("top"),
    marginBottom: margin("bottom"),
    marginLeft: margin("left"),
    marginRight: margin("right"),
    scale: optional(
      described(number(0.1, 2), {
        description: "Enlarges or reduces every sheet; less if a column would be wider than its page.",
      }),
    ),
    fitToWidth: optional(
      described(boolean(), {
        description:
          "Fits all columns of a sheet on the width of a page; `false` prints them as large as they are. By default as the sheet says; one that is too wide is fitted, down to 45 %.",
      }),
    ),
    pageRanges: pageRangesOption("The pages of the whole document to print; the first is 1."),
    sheets: optional(sheets),
    pdfA: optional(pdfA),
  },
  EXAMPLE,
);

const toOptions = (given: Accepted<typeof optionFields>): WorkbookOptions => {
  const paper = given.format === undefined ? undefined : paperNamed(given.format);
  return {
    paper,
    landscape: paper?.isLandscape === true ? true : given.landscape,
    margins: marginsOf(given),
    scale: given.scale,
    fitToWidth: given.fitToWidth,
    pageRanges: given.pageRanges?.replaceAll(" ", ""),
    sheets: given.sheets,
    pdfA: given.pdfA,
  };
};

/** The options of Excel to PDF. */
export const workbookOptions = described(
  mapped(optionFields, toOptions)
    .check(leavesRoom)
    .check(
      rule<WorkbookOptions>(
        ({ scale, fitToWidth }) => scale === undefined || fitToWidth !== true,
        "takes scale or fitToWidth, not both",
      ),
    ),
  { id: "WorkbookOptions", description: "How a workbook is printed.", examples: [EXAMPLE] },
);
