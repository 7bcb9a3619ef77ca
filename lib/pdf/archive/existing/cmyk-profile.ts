import { iccProfile, iccText } from "../icc.ts";

/** Points on each side of the grid from CMYK to Lab. */
const GRID_FROM_CMYK = 9;
/** Points on each side of the grid from Lab to CMYK. */
const GRID_FROM_LAB = 17;

/** The white point D50. */
const WHITE = [0.9642, 1, 0.8249] as const;
/** The matrix from linear sRGB to XYZ with the white point D50 (Bradford, IEC 61966-2-1). */
const RGB_TO_XYZ = [
  [0.436066, 0.385147, 0.143066],
  [0.222488, 0.716873, 0.060608],
  [0.013916, 0.097076, 0.714096],
] as const;
const XYZ_TO_RGB = [
  [3.1341, -1.6174, -0.4907],
  [-0.9788, 1.9161, 0.0335],
  [0.0719, -0.229, 1.4052],
] as const;

const linear = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const curved = (value: number): number => {
  const clipped = Math.min(1, Math.max(0, value));
  return clipped <= 0.0031308 ? clipped * 12.92 : 1.055 * clipped ** (1 / 2.4) - 0.055;
};

const times = (matrix: readonly (readonly number[])[], vector: readonly number[]): number[] =>
  matrix.map((row) => row.reduce((sum, factor, at) => sum + factor * (vector[at] ?? 0), 0));

const forward = (value: number): number => (value > 216 / 24_389 ? Math.cbrt(value) : (value * 841) / 108 + 4 / 29);
const backward = (value: number): number => (value > 6 / 29 ? value ** 3 : ((value - 4 / 29) * 108) / 841);

const toLab = (rgb: readonly number[]): number[] => {
  const [x = 0, y = 0, z = 0] = times(RGB_TO_XYZ, rgb.map(linear)).map((value, at) =>
    forward(value / (WHITE[at] ?? 1)),
  );
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
};

const toRgb = ([lightness = 0, a = 0, b = 0]: readonly number[]): number[] => {
  const y = (lightness + 16) / 116;
  const xyz = [y + a / 500, y, y - b / 200].map((value, at) => backward(value) * (WHITE[at] ?? 1));
  return times(XYZ_TO_RGB, xyz).map(curved);
};

/** Lab as three 16-bit numbers of a table of the type `mft2` (ICC.1:2004-10, 6.3.4.2). */
const labWords = ([lightness = 0, a = 0, b = 0]: readonly number[]): number[] => [
  (lightness * 65_280) / 100,
  (a + 128) * 256,
  (b + 128) * 256,
];

/** The values at all points of a grid. The last input changes fastest. */
const grid = (inputs: number, side: number, at: (point: readonly number[]) => readonly number[]): Buffer => {
  const words: number[] = [];
  for (let index = 0; index < side ** inputs; index++) {
    const point = Array.from(
      { length: inputs },
      (_, input) => (Math.floor(index / side ** (inputs - 1 - input)) % side) / (side - 1),
    );
    words.push(...at(point));
  }
  const bytes = Buffer.alloc(2 * words.length);
  words.forEach((word, place) => void bytes.writeUInt16BE(Math.min(65_535, Math.max(0, Math.round(word))), 2 * place));
  return bytes;
};

const IDENTITY = [65_536, 0, 0, 0, 65_536, 0, 0, 0, 65_536];

/** A table of the type `mft2` (10.8) with identity curves. */
const table = (inputs: number, outputs: number, side: number, points: Buffer): Buffer => {
  const head = Buffer.alloc(52);
  head.write("mft2", "latin1");
  [inputs, outputs, side, 0].forEach((value, at) => void head.writeUInt8(value, 8 + at));
  IDENTITY.forEach((value, at) => void head.writeInt32BE(value, 12 + 4 * at));
  head.writeUInt16BE(2, 48);
  head.writeUInt16BE(2, 50);
  const curves = (count: number) => Buffer.from(Array.from({ length: count }, () => [0, 0, 255, 255]).flat());
  return Buffer.concat([head, curves(inputs), points, curves(outputs)]);
};

/** The usual colours in 8-bit sRGB of offset inks on white paper, alone and over each other, by their letters. */
const OVERPRINTS: Readonly<Record<string, readonly [number, number, number]>> = {
  "": [255, 255, 255],
  C: [0, 174, 239],
  M: [236, 0, 140],
  Y: [255, 242, 0],
  CM: [46, 49, 146],
  CY: [0, 166, 81],
  MY: [237, 28, 36],
  CMY: [54, 54, 57],
};
const BLACK = [35, 31, 32] as const;
const INKS = "CMY";

/** The colour of amounts of inks by the equations of Neugebauer, with Demichel's areas: dots of all combinations side by side. */
const inksToRgb = ([cyan = 0, magenta = 0, yellow = 0, black = 0]: readonly number[]): number[] => {
  const amounts = [cyan, magenta, yellow];
  const areas = Object.entries(OVERPRINTS).map(([letters, colour]) => {
    const isPrinted = (ink: number) => letters.includes(INKS[ink] ?? "");
    const area = amounts.reduce((part, amount, ink) => part * (isPrinted(ink) ? amount : 1 - amount), 1);
    return [colour, area / 255] as const;
  });
  const mixed = BLACK.map((_, at) => areas.reduce((sum, [colour, area]) => sum + (colour[at] ?? 0) * area, 0));
  return mixed.map((value, at) => value * (1 - black + (black * (BLACK[at] ?? 0)) / 255));
};

const fromCmyk = (): Buffer =>
  table(
    4,
    3,
    GRID_FROM_CMYK,
    grid(4, GRID_FROM_CMYK, (inks) => labWords(toLab(inksToRgb(inks)))),
  );

/** More steps change nothing in 8 bits. */
const NEWTON_STEPS = 12;
const INK_DIFFERENCE = 1e-3;

const clip = (value: number): number => Math.min(1, Math.max(0, value));

/** The determinant of three columns. */
const determinant = (one: readonly number[], two: readonly number[], three: readonly number[]): number => {
  const [a = 0, d = 0, g = 0] = one;
  const [b = 0, e = 0, h = 0] = two;
  const [c = 0, f = 0, i = 0] = three;
  return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
};

/** The amounts of the three coloured inks that come closest to a colour without black (Newton's method). */
const colouredInks = (rgb: readonly number[]): number[] => {
  let inks = rgb.map((value) => clip(1 - value));
  for (let step = 0; step < NEWTON_STEPS; step++) {
    const now = inksToRgb(inks);
    const missing = rgb.map((value, at) => value - (now[at] ?? 0));
    const [c = [], m = [], y = []] = inks.map((_, ink) => {
      const moved = inksToRgb(inks.map((amount, at) => (at === ink ? amount + INK_DIFFERENCE : amount)));
      return moved.map((value, at) => (value - (now[at] ?? 0)) / INK_DIFFERENCE);
    });
    const whole = determinant(c, m, y);
    if (Math.abs(whole) < 1e-6) break;
    const by = [determinant(missing, m, y), determinant(c, missing, y), determinant(c, m, missing)];
    inks = inks.map((amount, at) => clip(amount + (by[at] ?? 0) / whole));
  }
  return inks;
};

/** Black is this power of the darkness, so that it replaces the other inks only in dark colours, as in print. */
const BLACK_POWER = 3;

const rgbToInks = (rgb: readonly number[]): number[] => {
  const black = clip((1 - Math.max(...rgb)) / (1 - Math.max(...BLACK) / 255)) ** BLACK_POWER;
  const rest = rgb.map((value, at) => clip(value / (1 - black + (black * (BLACK[at] ?? 0)) / 255)));
  return [...colouredInks(rest), black];
};

const toCmyk = (): Buffer => {
  const points = grid(3, GRID_FROM_LAB, ([lightness = 0, a = 0, b = 0]) => {
    const lab = [(lightness * 65_535 * 100) / 65_280, (a * 65_535) / 256 - 128, (b * 65_535) / 256 - 128];
    return rgbToInks(toRgb(lab)).map((amount) => amount * 65_535);
  });
  return table(3, 4, GRID_FROM_LAB, points);
};

/** 0 marks a colour that is in the gamut. */
const gamut = (): Buffer =>
  table(
    3,
    1,
    2,
    grid(3, 2, () => [0]),
  );

export const CMYK_NAME = "Offset inks (Neugebauer)";

let cached: Buffer | undefined;

/** An ICC profile for the CMYK colours of a document without a profile. It gives the colours in which readers show them. */
export const cmykProfile = (): Buffer => {
  if (cached !== undefined) return cached;
  const [there, back] = [fromCmyk(), toCmyk()];
  cached = iccProfile("prtrCMYKLab ", [
    ["desc", iccText(CMYK_NAME)],
    ["A2B0", there],
    ["A2B1", there],
    ["A2B2", there],
    ["B2A0", back],
    ["B2A1", back],
    ["B2A2", back],
    ["gamt", gamut()],
  ]);
  return cached;
};
