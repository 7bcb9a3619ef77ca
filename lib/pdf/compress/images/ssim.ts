const SIDE = 8;
const STEP = 4;
const C1 = 6.5025;
const C2 = 58.5225;

/** Structural similarity of two gray pictures of the same size (Wang et al. 2004), over windows of 8 x 8: 1 is equal. */
export const similarity = (a: ArrayLike<number>, b: ArrayLike<number>, width: number, height: number): number => {
  let sum = 0;
  let windows = 0;
  for (let y = 0; y + SIDE <= height; y += STEP) {
    for (let x = 0; x + SIDE <= width; x += STEP) {
      let sumA = 0;
      let sumB = 0;
      let squares = 0;
      let products = 0;
      for (let row = 0; row < SIDE; row++) {
        let at = (y + row) * width + x;
        for (const end = at + SIDE; at < end; at++) {
          const p = a[at]!;
          const q = b[at]!;
          sumA += p;
          sumB += q;
          squares += p * p + q * q;
          products += p * q;
        }
      }
      const meanA = sumA / 64;
      const meanB = sumB / 64;
      const means = meanA * meanA + meanB * meanB;
      const covariance = products / 64 - meanA * meanB;
      sum += ((2 * meanA * meanB + C1) * (2 * covariance + C2)) / ((means + C1) * (squares / 64 - means + C2));
      windows++;
    }
  }
  return windows === 0 ? 1 : sum / windows;
};
