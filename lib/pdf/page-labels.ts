import { bytesAt, dictOf, entriesOf, nameAt, numberAt } from "./access.ts";
import type { Budget } from "./budget.ts";
import type { MergeSource } from "./merge-source.ts";
import { numberTree, readNumberTree } from "./name-trees.ts";
import { type Dict, Name, type Value } from "./objects.ts";
import { readTextString } from "./text-strings.ts";

/** The label of one page (ISO 32000-2, 12.4.2): the style of its range, and its number in that style. */
interface PageLabel {
  range: Dict;
  number: number;
}

/** The keys of a page label dictionary (ISO 32000-2, table 161). */
const LABEL_KEYS = ["Type", "S", "P", "St"];

/** Labels in decimal numbers from 1. */
const DECIMAL_LABELS: Dict = new Map([["S", new Name("D")]]);

/** The label of each page; undefined for a document without page labels. */
const pageLabelsOf = (catalog: Dict, pages: number): PageLabel[] | undefined => {
  const ranges = [...readNumberTree(catalog.get("PageLabels"))].sort(([a], [b]) => a - b);
  if (ranges.length === 0) return undefined;
  const labels: PageLabel[] = [];
  let current = { start: 0, range: DECIMAL_LABELS };
  const rest = ranges.values();
  let next = rest.next();
  for (let page = 0; page < pages; page++) {
    for (; next.done !== true && next.value[0] <= page; next = rest.next()) {
      const [start, range] = next.value;
      current = { start, range: dictOf(range) ?? DECIMAL_LABELS };
    }
    labels.push({ range: current.range, number: (numberAt(current.range, "St") ?? 1) + page - current.start });
  }
  return labels;
};

const ROMAN = [
  [1000, "m"],
  [900, "cm"],
  [500, "d"],
  [400, "cd"],
  [100, "c"],
  [90, "xc"],
  [50, "l"],
  [40, "xl"],
  [10, "x"],
  [9, "ix"],
  [5, "v"],
  [4, "iv"],
  [1, "i"],
] as const;
/** Larger numbers are not written with letters: a label would be thousands of them. */
const LETTERS_LIMIT = 10_000;

const romanNumber = (number: number): string => {
  let rest = number;
  return ROMAN.map(([value, letters]) => {
    const times = Math.floor(rest / value);
    rest -= times * value;
    return letters.repeat(times);
  }).join("");
};

/** A letter for 1 to 26, two of them for 27 to 52, and so on. */
const letterNumber = (number: number): string =>
  String.fromCharCode(97 + ((number - 1) % 26)).repeat(Math.ceil(number / 26));

/** A number in the style of a range (ISO 32000-2, table 161, `S`). */
const numberText = (style: string | undefined, number: number): string => {
  if (style === undefined) return "";
  if (style === "D" || number < 1 || number > LETTERS_LIMIT) return String(number);
  const letters = style.toLowerCase() === "r" ? romanNumber(number) : letterNumber(number);
  return style === style.toUpperCase() ? letters.toUpperCase() : letters;
};

/** The label of each page as readers show it, such as `iv` or `A-7`; undefined for a document without page labels. */
export const pageLabelTexts = (catalog: Dict, pages: number, budget: Budget): string[] | undefined =>
  pageLabelsOf(catalog, pages)?.map(({ range, number }) => {
    const prefix = bytesAt(range, "P") ?? new Uint8Array(0);
    budget.spendValues(1 + prefix.length);
    return readTextString(prefix) + numberText(nameAt(range, "S"), number);
  });

/** Builds the number tree of page labels: a new range begins where the style or the counting changes. */
const pageLabelTree = (labels: PageLabel[]): Dict => {
  const ranges = new Map<number, Value>();
  labels.forEach((label, page) => {
    const before = labels[page - 1];
    if (before !== undefined && before.range === label.range && before.number + 1 === label.number) return;
    const range: Dict = new Map(entriesOf(label.range, LABEL_KEYS));
    if (label.number === 1) range.delete("St");
    else range.set("St", label.number);
    ranges.set(page, range);
  });
  return numberTree(ranges);
};

/** Joins the page labels; the pages of an input without labels are numbered from 1. */
export const joinPageLabels = (sources: MergeSource[], catalog: Dict): void => {
  const labels = sources.map(({ catalog: own, pages }) => pageLabelsOf(own, pages.length));
  if (labels.every((list) => list === undefined)) return;
  const all = labels.flatMap((list, index) => {
    const range = new Map(DECIMAL_LABELS);
    return list ?? sources[index]?.pages.map((_, page) => ({ range, number: page + 1 })) ?? [];
  });
  catalog.set("PageLabels", pageLabelTree(all));
};

/** Keeps the labels of pages. `kept` are their old zero-based positions in their new order, `pages` is the old page count. */
export const keepPageLabels = (catalog: Dict, pages: number, kept: readonly number[]): void => {
  const labels = pageLabelsOf(catalog, pages);
  if (labels !== undefined) catalog.set("PageLabels", pageLabelTree(kept.flatMap((page) => labels[page] ?? [])));
};
