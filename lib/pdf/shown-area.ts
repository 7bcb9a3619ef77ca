import { dictOf, numberAt, numbersOf } from "./access.ts";
import type { Matrix } from "./contents/matrix.ts";
import type { Ref } from "./objects.ts";

/** The area of a page that readers show, in the page's own units, and how they turn and scale it. */
interface ShownArea {
  readonly left: number;
  readonly bottom: number;
  readonly width: number;
  readonly height: number;
  /** Degrees, clockwise: 0, 90, 180 or 270. */
  readonly rotation: number;
  /** The points of a unit (ISO 32000-2, table 31, `UserUnit`). */
  readonly unit: number;
}

const LETTER = [0, 0, 612, 792];

/** The crop box of a page within its media box (ISO 32000-2, 14.11.2). */
export const shownArea = (page: Ref): ShownArea => {
  const dict = dictOf(page);
  const media = numbersOf(dict?.get("MediaBox"), 4) ?? LETTER;
  const crop = numbersOf(dict?.get("CropBox"), 4) ?? media;
  const side = (from: number): readonly [start: number, length: number] => {
    const ends = (box: readonly number[]) => [box[from] ?? 0, box[from + 2] ?? 0].sort((a, b) => a - b);
    const [[left = 0, right = 0], [first = 0, last = 0]] = [ends(media), ends(crop)];
    const start = Math.max(left, first);
    const length = Math.min(right, last) - start;
    return length > 0 ? [start, length] : [left, right - left];
  };
  const [[left, width], [bottom, height]] = [side(0), side(1)];
  const turn = numberAt(page, "Rotate") ?? 0;
  const rotation = Number.isInteger(turn / 90) ? ((turn % 360) + 360) % 360 : 0;
  const unit = numberAt(page, "UserUnit") ?? 1;
  return { left, bottom, width, height, rotation, unit: unit > 0 ? unit : 1 };
};

/** The size of an area as it is shown, in points. */
export const shownSize = ({ width, height, rotation, unit }: ShownArea): { width: number; height: number } =>
  rotation % 180 === 90
    ? { width: height * unit, height: width * unit }
    : { width: width * unit, height: height * unit };

/** Leads from points on the page as it is shown, from its lower left corner, to the page's own space. */
export const fromShown = ({ left, bottom, width, height, rotation, unit }: ShownArea): Matrix => {
  const scale = 1 / unit;
  if (rotation === 90) return [0, scale, -scale, 0, left + width, bottom];
  if (rotation === 180) return [-scale, 0, 0, -scale, left + width, bottom + height];
  if (rotation === 270) return [0, -scale, scale, 0, left, bottom + height];
  return [scale, 0, 0, scale, left, bottom];
};

/** Leads from the page's own space to points on the page as it is shown, from its lower left corner. */
export const toShown = ({ left, bottom, width, height, rotation, unit }: ShownArea): Matrix => {
  const [right, top] = [left + width, bottom + height];
  if (rotation === 90) return [0, -unit, unit, 0, -unit * bottom, unit * right];
  if (rotation === 180) return [-unit, 0, 0, -unit, unit * right, unit * top];
  if (rotation === 270) return [0, unit, -unit, 0, unit * top, -unit * left];
  return [unit, 0, 0, unit, -unit * left, -unit * bottom];
};
