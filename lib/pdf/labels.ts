import { dictOf, numberAt } from "./access.ts";
import { type Dict, Name, type Value } from "./objects.ts";
import type { Part } from "./part.ts";
import { numberTree, readNumbers } from "./trees.ts";

/** The label of one page (ISO 32000-2, 12.4.2): the style of its range, and its number in that style. */
interface Label {
  range: Dict;
  number: number;
}

const PLAIN: Dict = new Map([["S", new Name("D")]]);

/** The label of every page; undefined when the document has none of its own. */
const labelsOf = (catalog: Dict, pages: number): Label[] | undefined => {
  const ranges = [...readNumbers(catalog.get("PageLabels"))].sort(([a], [b]) => a - b);
  if (ranges.length === 0) return undefined;
  const labels: Label[] = [];
  let current = { start: 0, range: PLAIN };
  let next = 0;
  for (let page = 0; page < pages; page++) {
    while (next < ranges.length && ranges[next]![0] <= page) {
      const [start, range] = ranges[next++]!;
      current = { start, range: dictOf(range) ?? PLAIN };
    }
    labels.push({ range: current.range, number: (numberAt(current.range, "St") ?? 1) + page - current.start });
  }
  return labels;
};

/** Labels as a number tree: a new range wherever style or counting changes. */
const labelTree = (labels: Label[]): Dict => {
  const ranges = new Map<number, Value>();
  labels.forEach((label, page) => {
    const before = labels[page - 1];
    if (before !== undefined && before.range === label.range && before.number + 1 === label.number) return;
    const range = new Map(label.range);
    if (label.number === 1) range.delete("St");
    else range.set("St", label.number);
    ranges.set(page, range);
  });
  return numberTree(ranges);
};

/** Keeps every page's label; a part without labels counts its pages from 1. */
export const joinLabels = (parts: Part[], catalog: Dict): void => {
  const labels = parts.map(({ catalog: own, pages }) => labelsOf(own, pages.length));
  if (labels.every((list) => list === undefined)) return;
  const all = labels.flatMap((list, index) => {
    const range = new Map(PLAIN);
    return list ?? parts[index]!.pages.map((_, page) => ({ range, number: page + 1 }));
  });
  catalog.set("PageLabels", labelTree(all));
};

/** Lets the pages that stay, given by their old zero-based positions, keep their labels. */
export const keepLabels = (catalog: Dict, pages: number, kept: number[]): void => {
  const labels = labelsOf(catalog, pages);
  if (labels !== undefined) catalog.set("PageLabels", labelTree(kept.map((page) => labels[page]!)));
};
