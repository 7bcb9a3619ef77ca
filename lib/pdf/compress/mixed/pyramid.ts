/** A picture of which only some cells are known: their values, channel by channel within a cell, and which they are. */
export interface Sparse {
  width: number;
  height: number;
  values: Float32Array;
  known: Uint8Array;
}

/** Half the size: the mean of the known cells, each counted once, however many pixels it stands for. */
const halve = ({ width, height, values, known }: Sparse, channels: number): Sparse => {
  const [columns, rows] = [(width + 1) >> 1, (height + 1) >> 1];
  const out = new Float32Array(columns * rows * channels);
  const counts = new Uint8Array(columns * rows);
  for (let y = 0, from = 0; y < height; y++) {
    for (let x = 0; x < width; x++, from++) {
      if (known[from] === 0) continue;
      const to = (y >> 1) * columns + (x >> 1);
      counts[to]!++;
      if (channels === 1) {
        out[to]! += values[from]!;
        continue;
      }
      out[3 * to]! += values[3 * from]!;
      out[3 * to + 1]! += values[3 * from + 1]!;
      out[3 * to + 2]! += values[3 * from + 2]!;
    }
  }
  for (let at = 0; at < counts.length; at++) {
    const count = counts[at]!;
    if (count < 2) continue;
    for (let place = at * channels; place < (at + 1) * channels; place++) out[place]! /= count;
    counts[at] = 1;
  }
  return { width: columns, height: rows, values: out, known: counts };
};

const WHITE = 255;

/** Gives cells that are not known the colour of the next coarser level. */
const fill = ({ width, height, values, known }: Sparse, coarser: Sparse | undefined, channels: number): void => {
  for (let y = 0; y < height; y++) {
    const row = (y >> 1) * (coarser?.width ?? 0);
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      if (known[at] !== 0) continue;
      const above = row + (x >> 1);
      for (let channel = 0; channel < channels; channel++) {
        values[at * channels + channel] = coarser === undefined ? WHITE : coarser.values[above * channels + channel]!;
      }
    }
  }
};

/** Fills what is not known from coarser and coarser levels of what is; gray or RGB. */
export const fillIn = (finest: Sparse, channels: 1 | 3): void => {
  const levels = [finest];
  for (let last = finest; (last.width > 1 || last.height > 1) && last.known.includes(0); ) {
    last = halve(last, channels);
    levels.push(last);
  }
  for (let at = levels.length - 1; at >= 0; at--) fill(levels[at]!, levels[at + 1], channels);
};
