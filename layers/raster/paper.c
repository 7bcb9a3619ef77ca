#include "cells.h"
#include "smaller.h"

/* Marks the cells of a row that hold ink. */
static void find_inked(const u8 *ink, u32 width, u32 rows, u32 factor, u8 *combined, u8 *inked) {
  __builtin_memcpy(combined, ink, width);
  for (u32 y = 1; y < rows; y++) {
    for (u32 x = 0; x < width; x++) combined[x] |= ink[y * width + x];
  }
  for (u32 x = 0, cell = 0; x < width; cell++) {
    u8 any = 0;
    for (u32 right = smaller(width, x + factor); x < right; x++) any |= combined[x];
    inked[cell] = any;
  }
}

/* Finds the cells without ink, whose neighbours have none either, because the paper near ink is darker. */
static void find_clean(const u8 *ink, u32 width, u32 height, u32 factor, const Cells *cells) {
  u32 columns = cells->columns, rows = cells->rows;
  /* An empty cell on both sides of each row, and an empty row above and below. */
  u32 stride = columns + 2;
  u8 *inked = take_clear(stride * (rows + 2)), *combined = take(width);
  for (u32 row = 0; row < rows; row++, ink += factor * width) {
    u32 high = smaller(factor, height - row * factor);
    find_inked(ink, width, high, factor, combined, inked + (row + 1) * stride + 1);
  }
  for (u32 row = 0; row < rows; row++) {
    const u8 *a = inked + row * stride, *b = a + stride, *c = b + stride;
    u8 *known = cells->known + row * columns;
    for (u32 x = 0; x < columns; x++) {
      known[x] = !(a[x] | a[x + 1] | a[x + 2] | b[x] | b[x + 1] | b[x + 2] | c[x] | c[x + 1] | c[x + 2]);
    }
  }
}

/* Writes the sums of the pixels of each cell in a row of cells. */
static void sum_row(const u8 *pixels, u32 width, u32 channels, u32 rows, u32 factor, u16 *combined, u32 *sums) {
  u32 samples = width * channels;
  for (u32 at = 0; at < samples; at++) combined[at] = pixels[at];
  for (u32 y = 1; y < rows; y++) {
    for (u32 at = 0; at < samples; at++) combined[at] += pixels[y * samples + at];
  }
  for (u32 x = 0; x < width; sums += channels) {
    u32 right = smaller(width, x + factor);
    if (channels == 1) {
      u32 sum = 0;
      for (; x < right; x++) sum += combined[x];
      sums[0] = sum;
    } else {
      u32 red = 0, green = 0, blue = 0;
      for (; x < right; x++) {
        red += combined[3 * x];
        green += combined[3 * x + 1];
        blue += combined[3 * x + 2];
      }
      sums[0] = red;
      sums[1] = green;
      sums[2] = blue;
    }
  }
}

/*
 * Writes the paper of a page in cells of factor x factor pixels: the means of the pixels if no ink is near. The other cells get
 * the colours around them.
 */
EXPORTED(paper)
void paper(const u8 *pixels, u32 width, u32 height, u32 channels, const u8 *ink, u32 factor, u8 *out) {
  u32 start = mark();
  Cells cells = new_cells(width, height, channels, factor);
  find_clean(ink, width, height, factor, &cells);
  u16 *combined = take(width * channels * sizeof(u16));
  u32 *sums = take(cells.columns * channels * sizeof(u32));
  for (u32 row = 0; row < cells.rows; row++) {
    u32 high = smaller(factor, height - row * factor);
    sum_row(pixels + row * factor * width * channels, width, channels, high, factor, combined, sums);
    const u8 *known = cells.known + row * cells.columns;
    u32 last = width - (cells.columns - 1) * factor;
    for (u32 channel = 0; channel < channels; channel++) {
      float *values = cells.values[channel] + row * cells.columns;
      float share = 1.0f / (high * factor), last_share = 1.0f / (high * last);
      for (u32 x = 0; x < cells.columns; x++) {
        values[x] = sums[x * channels + channel] * (x + 1 < cells.columns ? share : last_share) * known[x];
      }
    }
  }
  fill_unknown(&cells);
  write_rounded(&cells, out);
  release(start);
}
