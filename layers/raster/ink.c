#include "memory.h"

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

static u32 smaller(u32 a, u32 b) { return a < b ? a : b; }

/* Computes the luma of the paper and of the darkest pixel of each cell. Returns the number of flat cells. */
static u32 measure_cells(const u8 *luma, u32 width, u32 height, u32 cell, u8 *papers, u8 *darks) {
  u32 flat = 0;
  u32 *histogram = take_clear(256 * sizeof(u32));
  for (u32 top = 0; top < height; top += cell) {
    for (u32 left = 0; left < width; left += cell) {
      u32 bottom = smaller(height, top + cell), right = smaller(width, left + cell);
      u32 darkest = 255, brightest = 0, sum = 0;
      double squares = 0;
      for (u32 y = top; y < bottom; y++) {
        u32 row = 0;
        for (const u8 *at = luma + y * width + left; at < luma + y * width + right; at++) {
          u32 value = *at;
          histogram[value]++;
          sum += value;
          row += value * value;
          if (value < darkest) darkest = value;
          if (value > brightest) brightest = value;
        }
        squares += row;
      }
      u32 count = (bottom - top) * (right - left);
      double mean = (double)sum / count;
      if (squares / count - mean * mean < FLAT_VARIANCE) flat++;
      u32 level = brightest;
      for (u32 above = histogram[level]; above < count * BRIGHT_SHARE && level > 0;) above += histogram[--level];
      __builtin_memset(histogram + darkest, 0, (brightest - darkest + 1) * sizeof(u32));
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

/* Marks pixels that are nearer to the ink than to the paper. Returns their number. */
static u32 mark_ink(const u8 *luma, u32 width, u32 height, u32 cell, const u8 *papers, u32 ink, u8 *bits) {
  u32 count = 0;
  u32 columns = (width + cell - 1) / cell;
  for (u32 y = 0; y < height; y++, luma += width, bits += width) {
    const u8 *paper = papers + y / cell * columns;
    for (u32 left = 0; left < width; left += cell, paper++) {
      double darker = ((double)*paper - ink) * 0.46;
      double limit = *paper - (darker > 30 ? darker : 30);
      u32 bound = limit > 0 ? (u32)limit : 0;
      u32 right = smaller(width, left + cell);
      for (u32 x = left; x < right; x++) {
        u8 bit = luma[x] < bound;
        bits[x] = bit;
        count += bit;
      }
    }
  }
  return count;
}

/* Whether the next eight pixels are paper. */
static int is_paper(const u8 *bits) {
  unsigned long long eight;
  __builtin_memcpy(&eight, bits, sizeof eight);
  return eight == 0;
}

/* Removes single pixels of ink. Returns the number of changes along rows, which it counts in every second row and doubles. */
static u32 remove_specks(u8 *bits, u32 width, u32 height) {
  u32 changes = 0;
  for (u32 y = 1; y + 1 < height; y++) {
    u8 *at = bits + y * width + 1;
    for (u8 *end = at + width - 2; at < end; at++) {
      while (at + 8 < end && at[-1] == 0 && is_paper(at)) at += 8;
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
