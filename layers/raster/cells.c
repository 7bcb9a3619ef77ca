#include "cells.h"

#define WHITE 255
#define MAX_LEVELS 32

Cells new_cells(u32 width, u32 height, u32 channels, u32 factor) {
  u32 columns = (width + factor - 1) / factor, rows = (height + factor - 1) / factor;
  Cells cells = {columns, rows, channels, {0}, take_clear(columns * rows)};
  for (u32 channel = 0; channel < channels; channel++) {
    cells.values[channel] = take_clear(columns * rows * sizeof(float));
  }
  return cells;
}

/* Halves the size. Each cell becomes the mean of its up to four known cells, each of which counts once. */
static Cells halve(const Cells *finer) {
  Cells cells = new_cells(finer->columns, finer->rows, finer->channels, 2);
  u32 wide = finer->columns, columns = cells.columns;
  float *column = take(wide * sizeof(float));
  for (u32 y = 0; y < cells.rows; y++) {
    const u8 *known = finer->known + 2 * y * wide;
    u32 below = 2 * y + 1 < finer->rows ? wide : 0;
    u8 *counts = cells.known + y * columns;
    for (u32 x = 0; x < wide; x++) counts[x >> 1] += known[x] + (below ? known[x + below] : 0);
    for (u32 channel = 0; channel < cells.channels; channel++) {
      const float *from = finer->values[channel] + 2 * y * wide;
      float *to = cells.values[channel] + y * columns;
      for (u32 x = 0; x < wide; x++) column[x] = from[x] + (below ? from[x + below] : 0);
      for (u32 x = 0; x < wide >> 1; x++) to[x] = column[2 * x] + column[2 * x + 1];
      if (wide & 1) to[columns - 1] = column[wide - 1];
      for (u32 x = 0; x < columns; x++) to[x] /= counts[x] ? counts[x] : 1;
    }
    for (u32 x = 0; x < columns; x++) counts[x] = counts[x] != 0;
  }
  return cells;
}

/* Fills unknown cells with the colour of the next coarser level, or with white if there is none. */
static void fill(const Cells *cells, const Cells *coarser) {
  for (u32 channel = 0; channel < cells->channels; channel++) {
    float *values = cells->values[channel];
    const u8 *known = cells->known;
    for (u32 y = 0; y < cells->rows; y++, values += cells->columns, known += cells->columns) {
      const float *above = coarser ? coarser->values[channel] + (y >> 1) * coarser->columns : 0;
      for (u32 x = 0; x < cells->columns; x++) {
        if (!known[x]) values[x] = above ? above[x >> 1] : WHITE;
      }
    }
  }
}

/* Whether all cells are known. */
static int is_complete(const Cells *cells) {
  for (u32 at = 0; at < cells->columns * cells->rows; at++) {
    if (!cells->known[at]) return 0;
  }
  return 1;
}

void fill_unknown(const Cells *finest) {
  u32 start = mark();
  Cells levels[MAX_LEVELS] = {*finest};
  u32 last = 0;
  while ((levels[last].columns > 1 || levels[last].rows > 1) && !is_complete(&levels[last])) {
    levels[last + 1] = halve(&levels[last]);
    last++;
  }
  fill(&levels[last], 0);
  for (u32 at = last; at > 0; at--) fill(&levels[at - 1], &levels[at]);
  release(start);
}

void write_rounded(const Cells *cells, u8 *out) {
  u32 channels = cells->channels, count = cells->columns * cells->rows;
  for (u32 channel = 0; channel < channels; channel++) {
    const float *values = cells->values[channel];
    for (u32 at = 0; at < count; at++) out[at * channels + channel] = (u8)(u32)(values[at] + 0.5f);
  }
}
