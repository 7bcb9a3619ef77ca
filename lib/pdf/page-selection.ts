import { ServiceError } from "../errors/service-error.ts";

/** Pages from one to another, both included; the first page is 1, the last one -1. From a later to an earlier one: backwards. */
export interface PageRange {
  readonly from: number;
  readonly to: number;
}

/** The most pages that a selection may have. */
const SELECTED_PAGES_LIMIT = 100_000;

const refuse = (fault: string, field = "pages"): never => {
  throw new ServiceError("INVALID_REQUEST", `${field} ${fault}.`, { reason: "page-out-of-range" });
};

const countOf = (count: number): string => `${count} page${count === 1 ? "" : "s"}`;

/** The zero-based position of a page of a document. Throws INVALID_REQUEST for a page that it does not have. */
const positionOf = (page: number, count: number, field: string): number => {
  const position = page < 0 ? count + page : page - 1;
  if (position < 0 || position >= count) refuse(`has ${page}, but the file has ${countOf(count)}`, field);
  return position;
};

/**
 * The zero-based positions that ranges select in a document, in their order, repeated ones too. Throws INVALID_REQUEST, with
 * the name of the field that holds the ranges, for a page that the document does not have.
 */
export const selectPages = (ranges: readonly PageRange[], count: number, field = "pages"): number[] => {
  const positions: number[] = [];
  for (const { from, to } of ranges) {
    const [first, last] = [positionOf(from, count, field), positionOf(to, count, field)];
    const [step, length] = [first <= last ? 1 : -1, Math.abs(last - first) + 1];
    if (positions.length + length > SELECTED_PAGES_LIMIT)
      refuse(`selects more than ${SELECTED_PAGES_LIMIT} pages`, field);
    for (let at = 0; at < length; at++) positions.push(first + at * step);
  }
  return positions;
};

/**
 * The zero-based positions of the pages that stay without those of the given numbers. Throws INVALID_REQUEST if they name a
 * page that the document does not have, no page, or all pages.
 */
export const pagesBut = (numbers: readonly number[], count: number): number[] => {
  if (numbers.length === 0) refuse("must name at least one page");
  const outside = numbers.find((number) => number > count || number < 1);
  if (outside !== undefined) refuse(`has ${outside}, but the file has ${countOf(count)}`);
  const removed = new Set(numbers.map((number) => number - 1));
  if (removed.size === count) refuse(`names all ${countOf(count)}: one must be left`);
  return [...Array(count).keys()].filter((position) => !removed.has(position));
};
