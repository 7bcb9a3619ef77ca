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

/** The place in the page as it is shown of a point in its default user space. */
export const shownPoint = (area: PageArea, x: number, y: number): Point => {
  if (area.quarters === 1) return [y - area.bottom, x - area.left];
  if (area.quarters === 2) return [area.right - x, y - area.bottom];
  if (area.quarters === 3) return [area.top - y, area.right - x];
  return [x - area.left, area.top - y];
};

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

  point(x: number, y: number): Point {
    return [x * this.#cos + y * this.#sin, y * this.#cos - x * this.#sin];
  }

  /** The extent along a line of a letter of this height that fills a box on the page as it is shown. */
  advance(width: number, height: number, letterHeight: number): number {
    const [cos, sin] = [Math.abs(this.#cos), Math.abs(this.#sin)];
    return Math.max(0, cos > sin ? (width - letterHeight * sin) / cos : (height - letterHeight * cos) / sin);
  }

  /** The box on the page as it is shown that holds a box of the turned page. */
  shown({ left, top, right, bottom }: Box): Box {
    const corners = [left, right].flatMap((x) =>
      [top, bottom].map((y) => [x * this.#cos - y * this.#sin, x * this.#sin + y * this.#cos] as const),
    );
    const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
    return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
  }
}
