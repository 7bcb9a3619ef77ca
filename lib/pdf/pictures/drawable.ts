import type { Resolution } from "../../pictures/resolution.ts";
import type { Matrix } from "../contents/matrix.ts";
import type { Ref } from "../objects.ts";
import type { ColourSpaces } from "./image-object.ts";

/** A picture that can be drawn on a page. */
export interface Drawable {
  /** An image or a form, which pages may share. */
  readonly object: Ref;
  /** The matrix that puts it upright into the unit square. */
  readonly matrix: Matrix;
  /** Its size when it is upright: pixels, of which `resolution` says how many an inch has. */
  readonly width: number;
  readonly height: number;
  readonly resolution: Resolution;
  /** Whether it has no pixels, so that no other resolution changes its size. */
  readonly isVector: boolean;
}

/** A picture whose head has been read: its pixels are read when it is made. */
export interface ReadPicture {
  /** About how many bytes its pixels take in memory while it is made. */
  readonly memoryBytes: number;
  make(spaces: ColourSpaces): Promise<Drawable>;
}

/** The resolution of a picture that states none: that of CSS. */
const DEFAULT_RESOLUTION: Resolution = { x: 96, y: 96 };

const UPRIGHT: Matrix = [1, 0, 0, 1, 0, 0];
/** The matrices that turn and flip the unit square, by the number of the orientation (TIFF 6.0, tag 274). */
const TURNS: readonly Matrix[] = [
  UPRIGHT,
  [-1, 0, 0, 1, 1, 0],
  [-1, 0, 0, -1, 1, 1],
  [1, 0, 0, -1, 0, 1],
  [0, -1, -1, 0, 1, 1],
  [0, -1, 1, 0, 0, 1],
  [0, 1, 1, 0, 0, 0],
  [0, 1, -1, 0, 1, 0],
];
const FIRST_LYING_TURN = 5;

/** A picture of pixels as it is seen: those that lie on their side are turned. */
export const drawableImage = (
  object: Ref,
  { width, height }: { readonly width: number; readonly height: number },
  orientation: number,
  stated: Resolution | undefined,
): Drawable => {
  const matrix = TURNS[orientation - 1] ?? UPRIGHT;
  const resolution = stated ?? DEFAULT_RESOLUTION;
  if (orientation < FIRST_LYING_TURN) return { object, matrix, width, height, resolution, isVector: false };
  const turned = { x: resolution.y, y: resolution.x };
  return { object, matrix, width: height, height: width, resolution: turned, isVector: false };
};
