import type { Pixels } from "./pixels.ts";

/**
 * The RGB colours of full and no ink of cyan, magenta, yellow and black on coated paper (SWOP), by the bits C M Y K:
 * what readers show for DeviceCMYK, without a visible difference.
 */
const INK_CORNERS: readonly [number, number, number][] = [
  [255, 255, 255],
  [35, 31, 32],
  [255, 242, 0],
  [28, 26, 0],
  [236, 0, 140],
  [36, 0, 0],
  [237, 28, 36],
  [34, 0, 0],
  [0, 173, 239],
  [0, 15, 36],
  [0, 166, 80],
  [0, 19, 0],
  [46, 49, 146],
  [0, 0, 2],
  [54, 54, 57],
  [0, 0, 0],
];

const SHADE_COUNT = 256;

/** RGB colours for every amount of cyan and magenta, for one corner of yellow and black. */
const cyanMagentaPlane = (corner: number): Float32Array => {
  const out = new Float32Array(SHADE_COUNT * SHADE_COUNT * 3);
  const at = (cyan: number, magenta: number) => INK_CORNERS[8 * cyan + 4 * magenta + corner]!;
  for (let c = 0; c < SHADE_COUNT; c++) {
    for (let m = 0; m < SHADE_COUNT; m++) {
      const x = c / 255;
      const y = m / 255;
      for (let channel = 0; channel < 3; channel++) {
        const low = at(0, 0)[channel]! * (1 - y) + at(0, 1)[channel]! * y;
        const high = at(1, 0)[channel]! * (1 - y) + at(1, 1)[channel]! * y;
        out[(c * SHADE_COUNT + m) * 3 + channel] = low * (1 - x) + high * x;
      }
    }
  }
  return out;
};

let planes: Float32Array[] | undefined;

/** Converts CMYK pixels (255 is full ink) to RGB. */
export const cmykToRgb = ({ data, width, height }: Pixels): Pixels => {
  planes ??= [0, 1, 2, 3].map(cyanMagentaPlane);
  const [none, black, yellow, both] = planes as [Float32Array, Float32Array, Float32Array, Float32Array];
  const out = Buffer.allocUnsafe(width * height * 3);
  for (let pixel = 0; pixel < width * height; pixel++) {
    const from = (data[4 * pixel]! * SHADE_COUNT + data[4 * pixel + 1]!) * 3;
    const y = data[4 * pixel + 2]! / 255;
    const k = data[4 * pixel + 3]! / 255;
    for (let channel = 0; channel < 3; channel++) {
      const at = from + channel;
      const light = none[at]! * (1 - y) + yellow[at]! * y;
      const dark = black[at]! * (1 - y) + both[at]! * y;
      out[3 * pixel + channel] = Math.round(light * (1 - k) + dark * k);
    }
  }
  return { data: out, width, height, channels: 3 };
};
