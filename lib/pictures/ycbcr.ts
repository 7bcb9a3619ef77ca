/** How a TIFF turns brightness and two differences of colour into red, green and blue (TIFF 6.0, section 21). */
export interface Ycbcr {
  /** The shares of red, green and blue in the brightness (tag 529). */
  readonly shares: readonly number[];
  /** The samples of black and white of each component (tag 532). */
  readonly reference: readonly number[];
}

const SHARES = [0.299, 0.587, 0.114] as const;
const REFERENCE = [0, 255, 128, 255, 128, 255] as const;
const [WHITE, DIFFERENCE] = [255, 127];

const finite = (numbers: readonly number[], length: number): readonly number[] | undefined =>
  numbers.length === length && numbers.every(Number.isFinite) ? numbers : undefined;

/** Replaces pixels of 8 bits by their red, green and blue. Numbers that are missing or wrong have their usual values. */
export const ycbcrToRgb = (pixels: Uint8Array, { shares, reference }: Ycbcr): void => {
  const given = finite(shares, SHARES.length) ?? SHARES;
  const [red = 0, green = 0, blue = 0] = given.every((share) => share > 0) ? given : SHARES;
  const ranges = finite(reference, REFERENCE.length) ?? REFERENCE;
  const isRange = [0, 2, 4].every((at) => ranges[at]! < ranges[at + 1]!);
  const [y0 = 0, y1 = 0, b0 = 0, b1 = 0, r0 = 0, r1 = 0] = isRange ? ranges : REFERENCE;
  const [yScale, bScale, rScale] = [WHITE / (y1 - y0), DIFFERENCE / (b1 - b0), DIFFERENCE / (r1 - r0)];
  const rounded = (value: number) => Math.min(WHITE, Math.max(0, Math.round(value)));
  for (let at = 0; at + 2 < pixels.length; at += 3) {
    const y = (pixels[at]! - y0) * yScale;
    const b = y + (pixels[at + 1]! - b0) * bScale * (2 - 2 * blue);
    const r = y + (pixels[at + 2]! - r0) * rScale * (2 - 2 * red);
    pixels[at] = rounded(r);
    pixels[at + 1] = rounded((y - blue * b - red * r) / green);
    pixels[at + 2] = rounded(b);
  }
};
