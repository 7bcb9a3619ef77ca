import type { Dict } from "../objects.ts";
import { pageLabelsOf, pageLabelTree } from "../page-labels.ts";

/** Keeps the labels of the remaining pages. `kept` are their old zero-based positions, `pages` is the old page count. */
export const keepPageLabels = (catalog: Dict, pages: number, kept: number[]): void => {
  const labels = pageLabelsOf(catalog, pages);
  if (labels !== undefined) catalog.set("PageLabels", pageLabelTree(kept.map((page) => labels[page]!)));
};
