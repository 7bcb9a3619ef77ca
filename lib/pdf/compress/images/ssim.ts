const SIDE = 8;
const BLOCK = 4;
const C1 = 6.5025;
const C2 = 58.5225;

/** What windows are made of: for each block of 4 x 4, the sums of a, of b, of their squares and of their products. */
const blocksOf = (a: Uint8Array, b: Uint8Array, width: number, columns: number, rows: number): Float64Array => {
  const sums = new Float64Array(columns * rows * 4);
  let place = 0;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      let sumA = 0;
      let sumB = 0;
      let squares = 0;
      let products = 0;
      let at = row * BLOCK * width + column * BLOCK;
      for (let y = 0; y < BLOCK; y++, at += width) {
        for (let x = at; x < at + BLOCK; x++) {
          const p = a[x]!;
          const q = b[x]!;
          sumA += p;
          sumB += q;
          squares += p * p + q * q;
          products += p * q;
        }
      }
      sums[place] = sumA;
      sums[place + 1] = sumB;
      sums[place + 2] = squares;
      sums[place + 3] = products;
      place += 4;
    }
  }
  return sums;
};

/**
 * Structural similarity of two gray pictures of the same size (Wang et al. 2004), over windows of 8 x 8, four pixels from
 * one to the next: 1 is equal.
 */
export const similarity = (a: Uint8Array, b: Uint8Array, width: number, height: number): number => {
  const [columns, rows] = [Math.floor(width / BLOCK), Math.floor(height / BLOCK)];
  if (width < SIDE || height < SIDE) return 1;
  const sums = blocksOf(a, b, width, columns, rows);
  const next = 4 * columns;
  let sum = 0;
  for (let row = 0; row + 1 < rows; row++) {
    for (let column = 0; column + 1 < columns; column++) {
      const at = row * next + 4 * column;
      const four = (what: number) =>
        sums[at + what]! + sums[at + what + 4]! + sums[at + next + what]! + sums[at + next + what + 4]!;
      const meanA = four(0) / 64;
      const meanB = four(1) / 64;
      const means = meanA * meanA + meanB * meanB;
      const covariance = four(3) / 64 - meanA * meanB;
      sum += ((2 * meanA * meanB + C1) * (2 * covariance + C2)) / ((means + C1) * (four(2) / 64 - means + C2));
    }
  }
  return sum / ((columns - 1) * (rows - 1));
};
