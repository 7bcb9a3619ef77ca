import {
  described,
  either,
  jsonPart,
  LIST_PART_LIMIT_BYTES,
  list,
  mapped,
  none,
  rule,
  text,
  textPart,
} from "../contract/contract.ts";
import type { PageRange } from "../pdf/page-selection.ts";

/** A page number of at most seven digits, from the end if it is negative, or a range of two. */
const RANGE = /^ *(-?[1-9]\d{0,6})(?: *- *(-?[1-9]\d{0,6}))? *$/;

/** All pages. */
export const EVERY_PAGE: readonly PageRange[] = [{ from: 1, to: -1 }];

/** The ranges in a text, such as `1-3,7,-1`, or in a JSON list of numbers; undefined for another text. */
const parsePages = (source: string): PageRange[] | undefined => {
  const list = /^\s*\[(.*)\]\s*$/s.exec(source)?.[1] ?? source;
  const ranges: PageRange[] = [];
  for (const item of list.split(",")) {
    const [, from, to = from] = RANGE.exec(item) ?? [];
    if (from === undefined) return undefined;
    ranges.push({ from: Number(from), to: Number(to) });
  }
  return ranges;
};

const FAULT = "must be pages and ranges, such as 1-3,7,-1: the first page is 1, the last one -1";

/** The part that selects pages: numbers and ranges, or a list of numbers. */
export const pagesPart = (description: string) =>
  mapped(
    textPart(
      described(text().check(rule<string>((source) => parsePages(source) !== undefined, FAULT)), {
        description: `${description} Pages and ranges, such as \`1-3,7,-1\`, or a list of numbers. The first page is 1, the last one -1.`,
        examples: ["1-3,7,-1"],
      }),
    ),
    (source) => parsePages(source) ?? [],
  );

const selection = text().check(rule<string>((source) => parsePages(source) !== undefined, FAULT));

/** The part that selects pages of several files: a list of selections, in which null stands for all pages of a file. */
export const pagesOfFilesPart = (description: string) =>
  mapped(
    jsonPart(
      described(list(either(selection, none(), `${FAULT}, or null`), ["1-3,7", null]), {
        description: `${description} Pages and ranges, such as \`1-3,7,-1\`: the first page is 1, the last one -1. Null stands for all pages.`,
        examples: [["1-3,7", null]],
      }),
      LIST_PART_LIMIT_BYTES,
    ),
    (selections) => selections.map((source) => (source === null ? undefined : parsePages(source))),
  );
