/** Pixels per inch, across and down. */
export interface Resolution {
  readonly x: number;
  readonly y: number;
}

export const INCH_METRES = 0.0254;
export const INCH_CENTIMETRES = 2.54;

/** Fewer or more pixels per inch are no resolution, but what a program writes that knows none. */
const [LEAST_DPI, MOST_DPI] = [10, 100_000];

const isDpi = (value: number): boolean => value >= LEAST_DPI && value <= MOST_DPI;

/** The resolution that a picture states, as numbers of pixels in `unitInches`; undefined for one that cannot be meant. */
export const resolutionOf = (x: number, y: number, unitInches: number): Resolution | undefined => {
  const resolution = { x: x / unitInches, y: y / unitInches };
  return isDpi(resolution.x) && isDpi(resolution.y) ? resolution : undefined;
};
