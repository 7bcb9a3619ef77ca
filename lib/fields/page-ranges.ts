import { described, optional, rule, shortText } from "../contract/contract.ts";
import { OPTION_LIMIT_CHARACTERS } from "./paper-options.ts";

/** A page number of at most seven digits, or a range of two. */
const RANGE = /^ *([1-9]\d{0,6})(?: *- *([1-9]\d{0,6}))? *$/;

/** Whether a text is a list of page numbers and ranges, such as `1-3, 5`, each with its start before its end. */
const arePageRanges = (text: string): boolean =>
  text.split(",").every((range) => {
    const [, start, end = start] = RANGE.exec(range) ?? [];
    return start !== undefined && Number(start) <= Number(end);
  });

/** The option that names pages of the result. */
export const pageRangesOption = (description: string) =>
  optional(
    described(
      shortText(OPTION_LIMIT_CHARACTERS).check(
        rule<string>(arePageRanges, "must be page numbers and ranges from 1 upwards, such as 1-3, 5"),
      ),
      { description, examples: ["1-3, 5"] },
    ),
  );
