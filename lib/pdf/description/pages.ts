import { dictOf, numberAt, numbersOf } from "../access.ts";
import type { Budget } from "../budget.ts";
import type { Ref } from "../objects.ts";
import { pageLabelTexts } from "../page-labels.ts";
import type { Document } from "../read/open.ts";

/** A page as readers show it: its size in points after it is turned, the turn in degrees, and its label if it has one. */
export interface DescribedPage {
  readonly width: number;
  readonly height: number;
  readonly rotation: number;
  readonly label?: string;
}

const rounded = (points: number): number => Math.round(points * 100) / 100;

/** The area of a page that is shown: its crop box within its media box (ISO 32000-2, 14.11.2). */
const shownSize = (page: Ref): readonly [width: number, height: number] => {
  const dict = dictOf(page);
  const media = numbersOf(dict?.get("MediaBox"), 4) ?? [0, 0, 612, 792];
  const crop = numbersOf(dict?.get("CropBox"), 4) ?? media;
  const unit = numberAt(page, "UserUnit") ?? 1;
  const side = (from: number): number => {
    const ends = (box: readonly number[]) => [box[from] ?? 0, box[from + 2] ?? 0].sort((a, b) => a - b);
    const [[left = 0, right = 0], [first = 0, last = 0]] = [ends(media), ends(crop)];
    const shown = Math.min(right, last) - Math.max(left, first);
    return unit * (shown > 0 ? shown : right - left);
  };
  return [side(0), side(1)];
};

const describePage = (page: Ref, label: string | undefined): DescribedPage => {
  const [width, height] = shownSize(page);
  const rotation = (((numberAt(page, "Rotate") ?? 0) % 360) + 360) % 360;
  const isTurned = rotation % 180 === 90;
  const size = { width: rounded(isTurned ? height : width), height: rounded(isTurned ? width : height) };
  return { ...size, rotation, ...(label !== undefined && { label }) };
};

/** The pages of a document in their order. */
export const describePages = ({ catalog, pages }: Document, budget: Budget): DescribedPage[] => {
  const labels = pageLabelTexts(catalog, pages.length, budget);
  return pages.map((page, at) => describePage(page, labels?.[at]));
};
