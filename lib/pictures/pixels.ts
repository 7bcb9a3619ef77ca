/** Pixels of 8 bits per channel: gray, RGB or CMYK. */
export interface Pixels {
  data: Buffer;
  width: number;
  height: number;
  channels: 1 | 3 | 4;
}

/** Width and height in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A size times a factor, in whole pixels of at least one. */
export const scaledSize = ({ width, height }: Size, scale: number): Size => ({
  width: Math.max(1, Math.round(width * scale)),
  height: Math.max(1, Math.round(height * scale)),
});

/** Whether red, green and blue are equal within 2 steps of 255 everywhere. */
export const isGray = ({ data, channels }: Pixels): boolean => {
  if (channels === 1) return true;
  for (let at = 0; at + 2 < data.length; at += 3) {
    const green = data[at + 1]!;
    if (Math.abs(data[at]! - green) > 2 || Math.abs(data[at + 2]! - green) > 2) return false;
  }
  return true;
};

/** Counts the colours in a sample of the pixels; stops above `limit`. */
export const countColours = ({ data, width, height, channels }: Pixels, limit: number): number => {
  const seen = new Set<number>();
  const step = Math.max(1, Math.floor((width * height) / 20_000));
  for (let pixel = 0; pixel < width * height && seen.size <= limit; pixel += step) {
    let colour = 0;
    for (let channel = 0; channel < channels; channel++) colour = colour * 256 + data[pixel * channels + channel]!;
    seen.add(colour);
  }
  return seen.size;
};
