/** Pixels of a scanned page: which of them are ink, and what the page is like. */
export interface Ink {
  /** One byte a pixel, 1 for ink. */
  bits: Uint8Array;
  count: number;
}

/** Cells in which paper and ink are told apart are this many inches wide. */
const CELL = 1 / 30;
const SMALLEST_CELL = 8;
/** Cells whose luma varies less are flat; a page of text is flat in at least this share of them. */
const FLAT = 80;
const FLAT_SHARE = 0.35;
/** Paper is taken from cells up to this far around: letters may fill a cell. */
const REACH = 3;
/** Ink is at least this much darker than its paper. */
const CONTRAST = 60;
/** Text covers this share of a page. */
const LEAST_INK = 0.002;
const MOST_INK = 0.35;
/** Changes from paper to ink along a row, for each pixel of ink: more is noise or a halftone. */
const MOST_CHANGES = 1.1;

interface Grid {
  cell: number;
  columns: number;
  rows: number;
  /** Luma that 15 % of the cell's pixels exceed, and its darkest. */
  paper: Uint8Array;
  darkest: Uint8Array;
  flat: number;
}

const survey = (luma: Uint8Array, width: number, height: number, dpi: number): Grid => {
  const cell = Math.max(SMALLEST_CELL, Math.round(dpi * CELL));
  const columns = Math.ceil(width / cell);
  const rows = Math.ceil(height / cell);
  const grid = {
    cell,
    columns,
    rows,
    paper: new Uint8Array(columns * rows),
    darkest: new Uint8Array(columns * rows),
    flat: 0,
  };
  const histogram = new Uint32Array(256);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      histogram.fill(0);
      let darkest = 255;
      let sum = 0;
      let squares = 0;
      const bottom = Math.min(height, (row + 1) * cell);
      const right = Math.min(width, (column + 1) * cell);
      for (let y = row * cell; y < bottom; y++) {
        for (let at = y * width + column * cell; at < y * width + right; at++) {
          const value = luma[at]!;
          histogram[value]!++;
          sum += value;
          squares += value * value;
          if (value < darkest) darkest = value;
        }
      }
      const count = (bottom - row * cell) * (right - column * cell);
      if (squares / count - (sum / count) ** 2 < FLAT) grid.flat++;
      let level = 255;
      for (let above = histogram[255]!; above < count * 0.15 && level > 0; ) above += histogram[--level]!;
      grid.paper[row * columns + column] = level;
      grid.darkest[row * columns + column] = darkest;
    }
  }
  return grid;
};

/** The brightest paper in the neighbourhood of each cell. */
const paperAround = ({ columns, rows, paper }: Grid): Uint8Array => {
  const across = new Uint8Array(paper.length);
  const around = new Uint8Array(paper.length);
  for (let at = 0; at < paper.length; at++) {
    const column = at % columns;
    for (let x = Math.max(0, column - REACH); x <= Math.min(columns - 1, column + REACH); x++) {
      across[at] = Math.max(across[at]!, paper[at - column + x]!);
    }
  }
  for (let at = 0; at < paper.length; at++) {
    const row = Math.floor(at / columns);
    for (let y = Math.max(0, row - REACH); y <= Math.min(rows - 1, row + REACH); y++) {
      around[at] = Math.max(around[at]!, across[y * columns + (at % columns)]!);
    }
  }
  return around;
};

/** How dark the ink of the page is: the darker quarter of what stands out from its paper. */
const inkLevel = (grid: Grid, paper: Uint8Array): number | undefined => {
  const dark = grid.darkest.filter((value, at) => paper[at]! - value > CONTRAST).sort();
  return dark.length < grid.columns * grid.rows * 0.01 ? undefined : dark[dark.length >> 2]!;
};

const markInk = (luma: Uint8Array, width: number, height: number, grid: Grid, paper: Uint8Array, ink: number): Ink => {
  const bits = new Uint8Array(width * height);
  let count = 0;
  const limits = Uint8Array.from(paper, (level) => Math.max(0, level - Math.max(30, (level - ink) * 0.46)));
  for (let y = 0; y < height; y++) {
    const row = Math.floor(y / grid.cell) * grid.columns;
    for (let column = 0; column < grid.columns; column++) {
      const limit = limits[row + column]!;
      const right = Math.min(width, (column + 1) * grid.cell);
      for (let x = column * grid.cell; x < right; x++) {
        if (luma[y * width + x]! < limit) {
          bits[y * width + x] = 1;
          count++;
        }
      }
    }
  }
  return { bits, count };
};

/** Takes lone specks out; counts the changes along every second row. */
const clean = (bits: Uint8Array, width: number, height: number): number => {
  let changes = 0;
  for (let y = 1; y < height - 1; y++) {
    for (let at = y * width + 1; at < (y + 1) * width - 1; at++) {
      if (bits[at] === 1 && bits[at - 1]! + bits[at + 1]! + bits[at - width]! + bits[at + width]! === 0) bits[at] = 0;
      if ((y & 1) === 0 && bits[at] !== bits[at - 1]) changes++;
    }
  }
  return 2 * changes;
};

/** Finds the ink of a page of text on paper; undefined for photographs, drawings and halftones. */
export const findInk = (luma: Uint8Array, width: number, height: number, dpi: number): Ink | undefined => {
  const grid = survey(luma, width, height, dpi);
  if (grid.flat < grid.columns * grid.rows * FLAT_SHARE) return undefined;
  const paper = paperAround(grid);
  const level = inkLevel(grid, paper);
  if (level === undefined) return undefined;
  const ink = markInk(luma, width, height, grid, paper, level);
  const share = ink.count / (width * height);
  if (share < LEAST_INK || share > MOST_INK) return undefined;
  return clean(ink.bits, width, height) > ink.count * MOST_CHANGES ? undefined : ink;
};
