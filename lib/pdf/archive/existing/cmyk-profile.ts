import { iccProfile, iccText } from "../icc.ts";

/** Points of the grid on each side, from CMYK to Lab and back. */
const GRID_FROM_CMYK = 9;
const GRID_FROM_LAB = 17;

/** The white of D50, and the matrix from linear sRGB to it (Bradford, IEC 61966-2-1). */
const WHITE = [0.9642, 1, 0.8249] as const;
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

/** Lab as three numbers of 16 bits, as a table of the type `mft2` holds it (ICC.1:2004-10, 6.3.4.2). */
const labWords = ([lightness = 0, a = 0, b = 0]: readonly number[]): number[] => [
  (lightness * 65_280) / 100,
  (a + 128) * 256,
  (b + 128) * 256,
];

/** The numbers of all points of a grid with this many inputs, the last of which changes fastest. */
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

/** A table of the type `mft2` (10.8) whose curves change nothing. */
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

/** The colour of inks as the plain conversion of PDF defines it (ISO 32000-2, 10.4.2.4). */
const inksToRgb = ([cyan = 0, magenta = 0, yellow = 0, black = 0]: readonly number[]): number[] =>
  [cyan, magenta, yellow].map((ink) => 1 - Math.min(1, ink + black));

const fromCmyk = (): Buffer =>
  table(
    4,
    3,
    GRID_FROM_CMYK,
    grid(4, GRID_FROM_CMYK, (inks) => labWords(toLab(inksToRgb(inks)))),
  );

const toCmyk = (): Buffer => {
  const points = grid(3, GRID_FROM_LAB, ([lightness = 0, a = 0, b = 0]) => {
    const lab = [(lightness * 65_535 * 100) / 65_280, (a * 65_535) / 256 - 128, (b * 65_535) / 256 - 128];
    const rgb = toRgb(lab);
    const black = Math.min(...rgb.map((value) => 1 - value));
    return [...rgb.map((value) => (1 - value - black) * 65_535), black * 65_535];
  });
  return table(3, 4, GRID_FROM_LAB, points);
};

/** The colours that are in the gamut are 0. */
const gamut = (): Buffer =>
  table(
    3,
    1,
    2,
    grid(3, 2, () => [0]),
  );

export const CMYK_NAME = "CMYK by the plain conversion of ISO 32000-2, 10.4.2.4";

let made: Buffer | undefined;

/** An ICC profile for colours of inks whose document names no profile: they are what PDF's plain conversion makes of them. */
export const cmykProfile = (): Buffer => {
  if (made !== undefined) return made;
  const [there, back] = [fromCmyk(), toCmyk()];
  made = iccProfile("prtrCMYKLab ", [
    ["desc", iccText(CMYK_NAME)],
    ["A2B0", there],
    ["A2B1", there],
    ["A2B2", there],
    ["B2A0", back],
    ["B2A1", back],
    ["B2A2", back],
    ["gamt", gamut()],
  ]);
  return made;
};
