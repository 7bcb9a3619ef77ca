#include "cells.h"
#include "ink.h"

/* The evenness of the ink's colours: their variance, and their mean. */
typedef struct {
  double variance;
  double mean[3];
} Evenness;

static Evenness evenness(const u8 *values, const u32 *counts, u32 cells, u32 channels) {
  Evenness even = {0, {0, 0, 0}};
  double total = 0;
  for (u32 at = 0; at < cells; at++) {
    total += counts[at];
    for (u32 channel = 0; channel < channels; channel++) {
      even.mean[channel] += (double)values[at * channels + channel] * counts[at];
    }
  }
  if (total == 0) total = 1;
  for (u32 channel = 0; channel < channels; channel++) even.mean[channel] /= total;
  for (u32 at = 0; at < cells; at++) {
    for (u32 channel = 0; channel < channels; channel++) {
      double off = values[at * channels + channel] - even.mean[channel];
      even.variance += counts[at] * off * off;
    }
  }
  even.variance /= total * channels;
  return even;
}

/*
 * Writes the colours of the ink in cells of factor x factor pixels: the means of the pixels whose four neighbours are ink too.
 * Cells without such pixels get the colours around them. Writes the evenness of the colours to `even`.
 */
EXPORTED(colour)
void colour(const u8 *pixels, u32 width, u32 height, u32 channels, const u8 *ink, u32 factor, u8 *out, Evenness *even) {
  u32 start = mark();
  Cells cells = new_cells(width, height, channels, factor);
  u32 count = cells.columns * cells.rows;
  u32 *counts = take_clear(count * sizeof(u32));
  for (u32 y = 1; y + 1 < height; y++) {
    const u8 *row = ink + y * width;
    for (u32 x = 1; x + 1 < width; x++) {
      while (x + LANES + 1 < width && is_paper(row + x)) x += LANES;
      if (!row[x]) continue;
      if (!(row[x - 1] & row[x + 1] & row[x - width] & row[x + width])) continue;
      u32 cell = y / factor * cells.columns + x / factor;
      counts[cell]++;
      for (u32 channel = 0; channel < channels; channel++) {
        cells.values[channel][cell] += pixels[(y * width + x) * channels + channel];
      }
    }
  }
  for (u32 cell = 0; cell < count; cell++) {
    if (counts[cell] == 0) continue;
    cells.known[cell] = 1;
    for (u32 channel = 0; channel < channels; channel++) cells.values[channel][cell] /= counts[cell];
  }
  fill_unknown(&cells);
  write_rounded(&cells, out);
  *even = evenness(out, counts, count, channels);
  release(start);
}
