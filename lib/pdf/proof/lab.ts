/** A colour in CIELAB (ISO/CIE 11664-4) under D65. */
export type Lab = readonly [lightness: number, a: number, b: number];

const LINEAR_STEPS = 4096;

const linear = Float64Array.from({ length: 256 }, (_, value) => {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
});

const roots = Float64Array.from({ length: LINEAR_STEPS + 1 }, (_, at) => {
  const share = at / LINEAR_STEPS;
  return share > 0.008856 ? Math.cbrt(share) : 7.787 * share + 16 / 116;
});

const rootOf = (share: number): number => roots[Math.round(Math.min(1, share) * LINEAR_STEPS)]!;

const linearOf = (value: number): number => linear[Math.round(value)]!;

/** The colour of sRGB values from 0 to 255, which are rounded. */
export const labOf = (red: number, green: number, blue: number): Lab => {
  const [r, g, b] = [linearOf(red), linearOf(green), linearOf(blue)];
  const x = rootOf(0.4339 * r + 0.3762 * g + 0.1899 * b);
  const y = rootOf(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = rootOf(0.0178 * r + 0.1095 * g + 0.8727 * b);
  return [116 * y, 500 * (x - y), 200 * (y - z)];
};

/** The difference ΔE of two colours by CIE 1976: from about 2 on it can be seen. */
export const labDifference = (one: Lab, other: Lab): number =>
  Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);
