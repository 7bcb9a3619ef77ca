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
  const corners = INK_CORNERS.filter((_, index) => (index & 3) === corner);
  for (let channel = 0; channel < 3; channel++) {
    const [none = 0, magenta = 0, cyan = 0, both = 0] = corners.map((colour) => colour[channel]);
    for (let c = 0; c < SHADE_COUNT; c++) {
      for (let m = 0; m < SHADE_COUNT; m++) {
        const [x, y] = [c / 255, m / 255];
        const [low, high] = [none * (1 - y) + magenta * y, cyan * (1 - y) + both * y];
        out[(c * SHADE_COUNT + m) * 3 + channel] = low * (1 - x) + high * x;
      }
    }
  }
  return out;
};

/** The planes without yellow and black, with black, with yellow, and with both. */
let planes: readonly [Float32Array, Float32Array, Float32Array, Float32Array] | undefined;

/** Converts CMYK pixels (255 is full ink) to RGB. */
export const cmykToRgb = ({ data, width, height }: Pixels): Pixels => {
  planes ??= [cyanMagentaPlane(0), cyanMagentaPlane(1), cyanMagentaPlane(2), cyanMagentaPlane(3)];
  const [none, black, yellow, both] = planes;
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
