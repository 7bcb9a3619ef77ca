import { type Matrix, multiply } from "../contents/matrix.ts";
import type { Ref } from "../objects.ts";
import { fromShown, shownArea, shownSize } from "../shown-area.ts";

/** The places of a page that have names. */
export const POSITIONS = [
  ...(["top-left", "top", "top-right"] as const),
  ...(["left", "center", "right"] as const),
  ...(["bottom-left", "bottom", "bottom-right"] as const),
];

/** Where a stamp lies on the page as it is shown. Lengths are points. */
export interface Placement {
  /** A place with a name, or the distance of the stamp's upper left corner from that of the page. */
  readonly place: (typeof POSITIONS)[number] | { readonly x: number; readonly y: number };
  /** The distance of a place with a name from the edges of the page. */
  readonly margin: number;
  /** Degrees, clockwise, about the middle of the stamp. */
  readonly angle: number;
  /** The width before the turn. Without it the stamp has its own size, or a smaller one that fits on the page. */
  readonly width: number | undefined;
}

/** What is drawn on pages: a form XObject that shows something from the origin to this width and height, in points. */
export interface Stamp {
  readonly form: Ref;
  readonly width: number;
  readonly height: number;
}

/** The largest part of a side of the page that a margin takes. */
const LARGEST_MARGIN_SHARE = 0.25;

/** The middle of a box of this length on a side of this length. */
const middleAt = (end: "start" | "middle" | "end", length: number, side: number, margin: number): number => {
  if (end === "middle") return side / 2;
  return end === "start" ? margin + length / 2 : side - margin - length / 2;
};

/** The matrix that places a stamp on a page. */
export const placeOn = (page: Ref, { width, height }: Stamp, placement: Placement): Matrix => {
  const { place } = placement;
  const area = shownArea(page);
  const sides = shownSize(area);
  const margin = Math.min(placement.margin, LARGEST_MARGIN_SHARE * Math.min(sides.width, sides.height));
  const radians = (placement.angle * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  const turned = {
    width: Math.abs(width * cos) + Math.abs(height * sin),
    height: Math.abs(width * sin) + Math.abs(height * cos),
  };
  const fitting = Math.min(1, (sides.width - 2 * margin) / turned.width, (sides.height - 2 * margin) / turned.height);
  const scale = placement.width === undefined ? fitting : placement.width / width;
  const middle =
    typeof place === "object"
      ? { x: place.x + (scale * width) / 2, y: sides.height - place.y - (scale * height) / 2 }
      : {
          x: middleAt(
            place.endsWith("left") ? "start" : place.endsWith("right") ? "end" : "middle",
            ...([scale * turned.width, sides.width, margin] as const),
          ),
          y: middleAt(
            place.startsWith("bottom") ? "start" : place.startsWith("top") ? "end" : "middle",
            ...([scale * turned.height, sides.height, margin] as const),
          ),
        };
  const centred: Matrix = [scale, 0, 0, scale, (-scale * width) / 2, (-scale * height) / 2];
  const turn: Matrix = [cos, -sin, sin, cos, middle.x, middle.y];
  return multiply(multiply(centred, turn), fromShown(area));
};
