import { boolean, described, fields, integer, mapped, optional, rule, shortText } from "../contract/contract.ts";
import type { TableReading } from "../engines/csv/dialect.ts";
import { leavesRoom } from "./paper-options.ts";
import { EXAMPLE, paperFields, paperSetup, sizeRules } from "./printed-paper.ts";
import { pdfUa } from "./property-options.ts";

const ENCODING_LABEL_LIMIT_CHARACTERS = 40;
/** Lines above a table that may be left out. */
const SKIPPED_LINES_LIMIT = 10_000;

const character = (pattern: RegExp, message: string) =>
  shortText(1).check(rule<string>((text) => pattern.test(text), message));

const delimiter = described(character(/^[\t\x20-\x7e]$/, "must be one character of ASCII, such as ; or a tab"), {
  description: "The character between two cells. By default the comma, semicolon, tab or pipe that the file has.",
  examples: [";"],
});

const quote = described(character(/^[\x21-\x7e]?$/, 'must be one character of ASCII, such as ", or empty'), {
  description: "The character around a cell; empty if no cell is quoted. By default the one that the file has.",
  examples: ["'"],
});

const isEncoding = (label: string): boolean => {
  try {
    return new TextDecoder(label).encoding !== "";
  } catch {
    return false;
  }
};

const encoding = described(
  shortText(ENCODING_LABEL_LIMIT_CHARACTERS).check(
    rule<string>(isEncoding, "must be a label of the Encoding Standard, such as windows-1252 or utf-16le"),
  ),
  { description: "The encoding of the file, by its label in the Encoding Standard.", examples: ["windows-1252"] },
);

const header = described(boolean(), {
  description:
    "Whether the first row is the head, which each page repeats. By default it is, unless lines of one or few cells stand above the titles of the columns.",
});

const skipLines = described(integer(0, SKIPPED_LINES_LIMIT), {
  description: "Lines above the table that are left out.",
  default: 0,
});

const readingFields = {
  delimiter: optional(delimiter),
  quote: optional(quote),
  encoding: optional(encoding),
  header: optional(header),
  skipLines: optional(skipLines),
};

/** The options of CSV to PDF: how the file is read, and the page that it is printed on. */
export const tableOptions = described(
  mapped(
    fields({ ...paperFields, pdfUa: optional(pdfUa), ...readingFields }, EXAMPLE).check(
      ...sizeRules,
      rule<TableReading>(
        (given) => given.delimiter === undefined || given.delimiter !== (given.quote ?? '"'),
        "must differ from the quote",
        "delimiter",
      ),
    ),
    ({ delimiter, quote, encoding, header, skipLines, pdfUa, ...paper }) => ({
      ...paperSetup(paper),
      pdfUa,
      reading: { delimiter, quote, encoding, header, skipLines },
    }),
  ).check(leavesRoom),
  {
    id: "TableOptions",
    description:
      "How a table is read and printed. `printBackground`, `omitBackground`, `waitTimeout` and `failOnResource` have no effect.",
    examples: [EXAMPLE],
  },
);
