/** A transformation matrix as PDF writes it: a b c d e f. */
export type Matrix = readonly [number, number, number, number, number, number];

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** The matrix that applies `first`, then `then`. */
export const multiply = (first: Matrix, then: Matrix): Matrix => [
  first[0] * then[0] + first[1] * then[2],
  first[0] * then[1] + first[1] * then[3],
  first[2] * then[0] + first[3] * then[2],
  first[2] * then[1] + first[3] * then[3],
  first[4] * then[0] + first[5] * then[2] + then[4],
  first[4] * then[1] + first[5] * then[3] + then[5],
];

/** Six numbers as a matrix; undefined for other operands. */
export const matrixOf = (values: readonly unknown[] | undefined): Matrix | undefined =>
  values?.length === 6 && values.every((value) => typeof value === "number")
    ? (values as unknown as Matrix)
    : undefined;

/** Width and height of the transformed unit square. */
export const unitSquareSize = ([a, b, c, d]: Matrix): { width: number; height: number } => ({
  width: Math.hypot(a, b),
  height: Math.hypot(c, d),
});
