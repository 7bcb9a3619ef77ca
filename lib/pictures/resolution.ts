/** Pixels per inch, across and down. */
export interface Resolution {
  readonly x: number;
  readonly y: number;
}

export const INCH_METRES = 0.0254;
export const INCH_CENTIMETRES = 2.54;

/** Programs that know no resolution write numbers outside this range. */
const [LEAST_DPI, MOST_DPI] = [10, 100_000];

const isDpi = (value: number): boolean => value >= LEAST_DPI && value <= MOST_DPI;

/** The resolution of a picture that states `x` and `y` pixels in `unitInches` inches; undefined for an implausible one. */
export const resolutionOf = (x: number, y: number, unitInches: number): Resolution | undefined => {
  const resolution = { x: x / unitInches, y: y / unitInches };
  return isDpi(resolution.x) && isDpi(resolution.y) ? resolution : undefined;
};
