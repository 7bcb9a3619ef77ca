import type { Picture } from "./render.ts";

const TAPS = Array.from({ length: 11 }, (_, index) => Math.exp(-((index - 5) ** 2) / (2 * 1.5 ** 2)));
const TOTAL = TAPS.reduce((sum, tap) => sum + tap);
const KERNEL = Float64Array.from(TAPS, (tap) => tap / TOTAL);
const C1 = 6.5025;
const C2 = 58.5225;

/** A plane that is blurred by an 11 x 11 Gaussian with a deviation of 1.5, where the window lies inside. */
const blur = (plane: Float64Array, width: number, height: number): Float64Array => {
  const inner = width - 10;
  const rows = new Float64Array(inner * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < inner; x++) {
      let sum = 0;
      for (let tap = 0; tap < 11; tap++) sum += KERNEL[tap]! * plane[y * width + x + tap]!;
      rows[y * inner + x] = sum;
    }
  }
  const out = new Float64Array(inner * (height - 10));
  for (let y = 0; y + 10 < height; y++) {
    for (let x = 0; x < inner; x++) {
      let sum = 0;
      for (let tap = 0; tap < 11; tap++) sum += KERNEL[tap]! * rows[(y + tap) * inner + x]!;
      out[y * inner + x] = sum;
    }
  }
  return out;
};

/** Mean structural similarity of two gray pages (Wang et al. 2004); 0 if their sizes differ. */
export const ssim = (one: Picture, other: Picture): number => {
  const { width, height } = one;
  if (width !== other.width || height !== other.height) return 0;
  if (one.pixels.equals(other.pixels)) return 1;
  const a = Float64Array.from(one.pixels);
  const b = Float64Array.from(other.pixels);
  const meanA = blur(a, width, height);
  const meanB = blur(b, width, height);
  const squareA = blur(
    a.map((value) => value * value),
    width,
    height,
  );
  const squareB = blur(
    b.map((value) => value * value),
    width,
    height,
  );
  const product = blur(
    a.map((value, at) => value * b[at]!),
    width,
    height,
  );
  let sum = 0;
  for (let at = 0; at < meanA.length; at++) {
    const p = meanA[at]!;
    const q = meanB[at]!;
    const means = p * p + q * q;
    const variances = squareA[at]! + squareB[at]! - means;
    sum += ((2 * p * q + C1) * (2 * (product[at]! - p * q) + C2)) / ((means + C1) * (variances + C2));
  }
  return sum / meanA.length;
};
