/** A rectangle in points from the top left of a page as it is shown, or of a page turned so that its text runs to the right. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The part of a page that is shown, in its default user space, and its turn in quarters, clockwise. */
export interface PageArea {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
  readonly quarters: number;
}

/** The width and height of a page as it is shown. */
export const shownPageSize = ({ left, bottom, right, top, quarters }: PageArea): { width: number; height: number } => {
  const [width, height] = [right - left, top - bottom];
  return quarters % 2 === 0 ? { width, height } : { width: height, height: width };
};

export type Point = readonly [x: number, y: number];

/** How far a point in the default user space of a page is to the right on the page as it is shown. */
export const shownX = (area: PageArea, x: number, y: number): number => {
  if (area.quarters === 1) return y - area.bottom;
  if (area.quarters === 2) return area.right - x;
  return area.quarters === 3 ? area.top - y : x - area.left;
};

/** How far it is down. */
export const shownY = (area: PageArea, x: number, y: number): number => {
  if (area.quarters === 1) return x - area.left;
  if (area.quarters === 2) return y - area.bottom;
  return area.quarters === 3 ? area.right - x : area.top - y;
};

/** The place in the page as it is shown of a point in its default user space. */
export const shownPoint = (area: PageArea, x: number, y: number): Point => [shownX(area, x, y), shownY(area, x, y)];

/** The page turned by an angle, so that lines at that angle run to the right. */
export class TurnedPage {
  readonly degrees: number;
  readonly #cos: number;
  readonly #sin: number;

  /** The angle at which its lines run on the page as it is shown, clockwise. */
  constructor(degrees: number) {
    this.degrees = degrees;
    const radians = (degrees * Math.PI) / 180;
    this.#cos = degrees % 180 === 90 ? 0 : Math.cos(radians);
    this.#sin = degrees % 180 === 0 ? 0 : Math.sin(radians);
  }

  /** How far a point of the page as it is shown is along a line. */
  along(x: number, y: number): number {
    return x * this.#cos + y * this.#sin;
  }

  /** How far it is across the lines, in the order in which they follow one another. */
  across(x: number, y: number): number {
    return y * this.#cos - x * this.#sin;
  }

  point(x: number, y: number): Point {
    return [this.along(x, y), this.across(x, y)];
  }

  /** The extent along a line of a letter of this height that fills a box on the page as it is shown. */
  advance(width: number, height: number, letterHeight: number): number {
    const [cos, sin] = [Math.abs(this.#cos), Math.abs(this.#sin)];
    return Math.max(0, cos > sin ? (width - letterHeight * sin) / cos : (height - letterHeight * cos) / sin);
  }

  /** The box on the page as it is shown that holds a box of the turned page. */
  shown({ left, top, right, bottom }: Box): Box {
    const [cos, sin] = [this.#cos, this.#sin];
    const [x1, x2, x3, x4] = [
      left * cos - top * sin,
      left * cos - bottom * sin,
      right * cos - top * sin,
      right * cos - bottom * sin,
    ];
    const [y1, y2, y3, y4] = [
      left * sin + top * cos,
      left * sin + bottom * cos,
      right * sin + top * cos,
      right * sin + bottom * cos,
    ];
    return {
      left: Math.min(x1, x2, x3, x4),
      top: Math.min(y1, y2, y3, y4),
      right: Math.max(x1, x2, x3, x4),
      bottom: Math.max(y1, y2, y3, y4),
    };
  }
}
