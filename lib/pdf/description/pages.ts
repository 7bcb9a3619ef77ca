import type { Budget } from "../budget.ts";
import type { Ref } from "../objects.ts";
import { pageLabelTexts } from "../page-labels.ts";
import type { Document } from "../read/open.ts";
import { shownArea, shownSize } from "../shown-area.ts";

/** A page as readers show it: its size in points after it is turned, the turn in degrees, and its label if it has one. */
interface DescribedPage {
  readonly width: number;
  readonly height: number;
  readonly rotation: number;
  readonly label?: string;
}

const rounded = (points: number): number => Math.round(points * 100) / 100;

const describePage = (page: Ref, label: string | undefined): DescribedPage => {
  const area = shownArea(page);
  const { width, height } = shownSize(area);
  const size = { width: rounded(width), height: rounded(height) };
  return { ...size, rotation: area.rotation, ...(label !== undefined && { label }) };
};

/** The pages of a document in their order. */
export const describePages = ({ catalog, pages }: Document, budget: Budget): DescribedPage[] => {
  const labels = pageLabelTexts(catalog, pages.length, budget);
  return pages.map((page, at) => describePage(page, labels?.[at]));
};
