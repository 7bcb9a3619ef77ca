import type { Dict } from "../objects.ts";
import { DECIMAL_LABELS, pageLabelsOf, pageLabelTree } from "../page-labels.ts";
import type { MergeSource } from "./merge-source.ts";

/** Joins the page labels; the pages of an input without labels are numbered from 1. */
export const joinPageLabels = (sources: MergeSource[], catalog: Dict): void => {
  const labels = sources.map(({ catalog: own, pages }) => pageLabelsOf(own, pages.length));
  if (labels.every((list) => list === undefined)) return;
  const all = labels.flatMap((list, index) => {
    const range = new Map(DECIMAL_LABELS);
    return list ?? sources[index]!.pages.map((_, page) => ({ range, number: page + 1 }));
  });
  catalog.set("PageLabels", pageLabelTree(all));
};
