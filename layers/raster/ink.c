#include "ink.h"
#include "smaller.h"

/* A cell with a lower variance of luma is flat. On a text page, at least this share of the cells is flat. */
#define FLAT_VARIANCE 80
#define FLAT_SHARE 0.35
/* The luma of the paper in a cell is the level that this share of its pixels reaches. */
#define BRIGHT_SHARE 0.15
/* The paper is searched in cells up to this distance, because letters may fill a whole cell. */
#define PAPER_REACH_CELLS 3
/* Ink is darker than its paper by at least this much. At least this share of the cells has ink. */
#define INK_CONTRAST 60
#define DARK_SHARE 0.01
/* Text covers this share of a page. */
#define MIN_INK_SHARE 0.002
#define MAX_INK_SHARE 0.35
/* The most changes between paper and ink along rows, for each pixel of ink. Noise and halftones have more. */
#define MAX_CHANGES_PER_INK_PX 1.1

/* What the columns of a band of rows hold. */
typedef struct {
  u8 *darkest, *brightest;
  u32 *sums, *squares;
} Columns;

static Columns new_columns(u32 width) {
  return (Columns){take(width), take(width), take(width * sizeof(u32)), take(width * sizeof(u32))};
}

static void measure_columns(const u8 *luma, u32 width, u32 rows, const Columns *columns) {
  u8 *restrict darkest = columns->darkest, *restrict brightest = columns->brightest;
  u32 *restrict sums = columns->sums, *restrict squares = columns->squares;
  __builtin_memset(darkest, 255, width);
  __builtin_memset(brightest, 0, width);
  __builtin_memset(sums, 0, width * sizeof(u32));
  __builtin_memset(squares, 0, width * sizeof(u32));
  for (u32 y = 0; y < rows; y++, luma += width) {
    for (u32 x = 0; x < width; x++) darkest[x] = luma[x] < darkest[x] ? luma[x] : darkest[x];
    for (u32 x = 0; x < width; x++) brightest[x] = luma[x] > brightest[x] ? luma[x] : brightest[x];
    for (u32 x = 0; x < width; x++) sums[x] += luma[x];
    for (u32 x = 0; x < width; x++) squares[x] += (u32)luma[x] * luma[x];
  }
}

/* A count of each value: four in turn, because a processor waits before it adds to the same one again. */
static u32 counts[4][256];

static void count_values(const u8 *luma, u32 width, u32 columns, u32 rows) {
  for (u32 y = 0; y < rows; y++, luma += width) {
    u32 x = 0;
    for (; x + 4 <= columns; x += 4) {
      for (u32 turn = 0; turn < 4; turn++) counts[turn][luma[x + turn]]++;
    }
    for (; x < columns; x++) counts[0][luma[x]]++;
  }
}

static u32 count_of(u32 value) { return counts[0][value] + counts[1][value] + counts[2][value] + counts[3][value]; }

static void clear_counts(u32 darkest, u32 brightest) {
  for (u32 turn = 0; turn < 4; turn++) __builtin_memset(counts[turn] + darkest, 0, (brightest - darkest + 1) * sizeof(u32));
}

/* Computes the luma of the paper and of the darkest pixel of each cell. Returns the number of flat cells. */
static u32 measure_cells(const u8 *luma, u32 width, u32 height, u32 cell, u8 *papers, u8 *darks) {
  u32 flat = 0;
  Columns columns = new_columns(width);
  for (u32 top = 0; top < height; top += cell) {
    u32 rows = smaller(cell, height - top);
    measure_columns(luma + top * width, width, rows, &columns);
    for (u32 left = 0; left < width; left += cell) {
      u32 right = smaller(width, left + cell), count = rows * (right - left);
      u32 darkest = 255, brightest = 0, sum = 0;
      double squares = 0;
      for (u32 x = left; x < right; x++) {
        sum += columns.sums[x];
        squares += columns.squares[x];
        darkest = smaller(darkest, columns.darkest[x]);
        if (columns.brightest[x] > brightest) brightest = columns.brightest[x];
      }
      double mean = (double)sum / count;
      if (squares / count - mean * mean < FLAT_VARIANCE) flat++;
      count_values(luma + top * width + left, width, right - left, rows);
      u32 level = brightest;
      for (u32 above = count_of(level); above < count * BRIGHT_SHARE && level > 0;) above += count_of(--level);
      clear_counts(darkest, brightest);
      *papers++ = level;
      *darks++ = darkest;
    }
  }
  return flat;
}

/* The brightest paper in the neighbourhood of each cell. */
static void spread_paper(u8 *papers, u32 columns, u32 rows) {
  u8 *across = take(columns * rows);
  for (u32 row = 0, at = 0; row < rows; row++) {
    for (u32 column = 0; column < columns; column++, at++) {
      u8 most = 0;
      u32 last = smaller(columns - 1, column + PAPER_REACH_CELLS);
      for (u32 x = column < PAPER_REACH_CELLS ? 0 : column - PAPER_REACH_CELLS; x <= last; x++) {
        if (papers[row * columns + x] > most) most = papers[row * columns + x];
      }
      across[at] = most;
    }
  }
  for (u32 row = 0; row < rows; row++) {
    u8 *out = papers + row * columns;
    u32 last = smaller(rows - 1, row + PAPER_REACH_CELLS);
    __builtin_memset(out, 0, columns);
    for (u32 y = row < PAPER_REACH_CELLS ? 0 : row - PAPER_REACH_CELLS; y <= last; y++) {
      const u8 *from = across + y * columns;
      for (u32 column = 0; column < columns; column++) out[column] = from[column] > out[column] ? from[column] : out[column];
    }
  }
}

/* The luma of the page's ink: the darkest quartile of the cells that differ from their paper; 256 if too few differ. */
static u32 ink_level(const u8 *papers, const u8 *darks, u32 cells) {
  u32 histogram[256] = {0};
  u32 count = 0;
  for (u32 at = 0; at < cells; at++) {
    if (papers[at] <= darks[at] + INK_CONTRAST) continue;
    histogram[darks[at]]++;
    count++;
  }
  if (count == 0 || count < cells * DARK_SHARE) return 256;
  u32 level = 0;
  for (u32 below = histogram[0]; below <= count >> 2;) below += histogram[++level];
  return level;
}

/* Writes for each column below which luma a pixel is nearer to the ink than to the paper of its cell. */
static void find_bounds(const u8 *papers, u32 width, u32 cell, u32 ink, u8 *bounds) {
  for (u32 left = 0; left < width; left += cell, papers++) {
    double darker = ((double)*papers - ink) * 0.46;
    double limit = *papers - (darker > 30 ? darker : 30);
    __builtin_memset(bounds + left, limit > 0 ? (u32)limit : 0, smaller(cell, width - left));
  }
}

/* Marks pixels that are nearer to the ink than to the paper. Returns their number. */
static u32 mark_ink(const u8 *luma, u32 width, u32 height, u32 cell, const u8 *papers, u32 ink, u8 *bits) {
  u32 count = 0;
  u32 columns = (width + cell - 1) / cell;
  u8 *restrict bounds = take(width);
  for (u32 y = 0; y < height; y++, luma += width, bits += width) {
    if (y % cell == 0) find_bounds(papers + y / cell * columns, width, cell, ink, bounds);
    for (u32 x = 0; x < width; x++) bits[x] = luma[x] < bounds[x];
    for (u32 x = 0; x < width; x++) count += bits[x];
  }
  return count;
}

/* Removes single pixels of ink. Returns the number of changes along rows, which it counts in every second row and doubles. */
static u32 remove_specks(u8 *bits, u32 width, u32 height) {
  u32 changes = 0;
  for (u32 y = 1; y + 1 < height; y++) {
    u8 *at = bits + y * width + 1;
    for (u8 *end = at + width - 2; at < end; at++) {
      while (at + LANES < end && at[-1] == 0 && is_paper(at)) at += LANES;
      if (*at && !(at[-1] | at[1] | *(at - width) | at[width])) *at = 0;
      if ((y & 1) == 0 && *at != at[-1]) changes++;
    }
  }
  return 2 * changes;
}

/*
 * Finds the ink of a text page, in cells of cell x cell pixels. Writes a byte for each pixel, 1 for ink. Returns the number of ink
 * pixels; 0 for photographs, drawings and halftones.
 */
EXPORTED(find_ink) u32 find_ink(const u8 *luma, u32 width, u32 height, u32 cell, u8 *bits) {
  u32 start = mark();
  u32 columns = (width + cell - 1) / cell, rows = (height + cell - 1) / cell;
  u32 cells = columns * rows;
  u8 *papers = take(cells), *darks = take(cells);
  u32 count = 0;
  if (measure_cells(luma, width, height, cell, papers, darks) >= cells * FLAT_SHARE) {
    spread_paper(papers, columns, rows);
    u32 level = ink_level(papers, darks, cells);
    if (level < 256) count = mark_ink(luma, width, height, cell, papers, level, bits);
    double share = (double)count / ((double)width * height);
    if (share < MIN_INK_SHARE || share > MAX_INK_SHARE || remove_specks(bits, width, height) > count * MAX_CHANGES_PER_INK_PX) count = 0;
  }
  release(start);
  return count;
}
