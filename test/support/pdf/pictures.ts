import sharp from "sharp";
import { rawPdf, rawStream } from "./raw.ts";

/** Random numbers from 0 to 1, the same in every run. */
export const seeded = (seed: number) => (): number => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return seed / 4_294_967_296;
};

/** A page of 8.5 x 11 inches with one image; `dict` describes its data. */
export const imagePage = (width: number, height: number, dict: string, data: Buffer): Buffer =>
  rawPdf([
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 612 792]>>",
    "<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</XObject<</I 5 0 R>>>>>>",
    rawStream("q 612 0 0 792 0 0 cm /I Do Q"),
    rawStream(data, `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}${dict}`),
  ]);

/** An artificial photograph: soft shapes with grain, as JPEG of high quality. */
export const photo = async (width: number, height: number): Promise<Buffer> => {
  const random = seeded(7);
  const data = Buffer.alloc(width * height * 3);
  for (let at = 0; at < width * height; at++) {
    const x = (at % width) / width;
    const y = Math.floor(at / width) / height;
    const grain = random() * 24;
    data[3 * at] = 90 + 80 * Math.sin(9 * x + 4 * y) + grain;
    data[3 * at + 1] = 100 + 60 * Math.cos(7 * y) + grain;
    data[3 * at + 2] = 80 + 70 * Math.sin(5 * (x + y) ** 2) + grain;
  }
  return sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 95 })
    .toBuffer();
};

/** Lines of strokes, about as dense as text; 1 is ink. */
export const strokes = (width: number, height: number): Uint8Array => {
  const random = seeded(3);
  const bits = new Uint8Array(width * height);
  const stroke = (left: number, top: number, wide: number, high: number): void => {
    for (let y = top; y < top + high; y++) bits.fill(1, y * width + left, y * width + left + wide);
  };
  const line = Math.round(height / 60);
  for (let top = 3 * line; top < height - 3 * line; top += line) {
    for (let left = line * 3; left < width - line * 4; left += Math.round(line * (0.5 + random() * 0.4))) {
      if (random() < 0.15) continue;
      const high = Math.round(line * (0.35 + random() * 0.25));
      const thin = Math.max(2, Math.round(line / 12));
      stroke(left, top, thin, high);
      stroke(left, top + Math.round(random() * high), Math.round(line * 0.3), thin);
    }
  }
  return bits;
};

/** An artificial scan of strokes on off-white paper with grain, as JPEG. */
export const scan = async (width: number, height: number): Promise<Buffer> => {
  const random = seeded(5);
  const bits = strokes(width, height);
  const data = Buffer.alloc(width * height * 3);
  for (let at = 0; at < bits.length; at++) {
    const grain = random() * 10;
    const [red, green, blue] = bits[at] === 1 ? [30, 30, 40] : [240, 236, 224];
    data[3 * at] = red! + grain;
    data[3 * at + 1] = green! + grain;
    data[3 * at + 2] = blue! + grain;
  }
  return sharp(data, { raw: { width, height, channels: 3 } })
    .blur(0.6)
    .jpeg({ quality: 90 })
    .toBuffer();
};

/** Packs eight pixels into a byte, inverted, because 0 is black in one-bit gray. */
export const packed = (bits: Uint8Array, width: number, height: number): Buffer => {
  const stride = (width + 7) >> 3;
  const out = Buffer.alloc(stride * height);
  for (let at = 0; at < bits.length; at++) {
    const x = at % width;
    if (bits[at] === 0) out[Math.floor(at / width) * stride + (x >> 3)]! |= 128 >> (x & 7);
  }
  return out;
};
