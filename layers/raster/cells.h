#include "memory.h"

#define MAX_CHANNELS 3

/* The means of a picture's pixels in square cells: a plane for each channel, and 1 for each cell whose mean is known, else 0. */
typedef struct {
  u32 columns, rows, channels;
  float *values[MAX_CHANNELS];
  u8 *known;
} Cells;

/* Cells of factor x factor pixels, none of them known. */
Cells new_cells(u32 width, u32 height, u32 channels, u32 factor);
/* Fills each unknown cell with the colour of the cells around it. */
void fill_unknown(const Cells *cells);
/* Writes the rounded values; the channels of a cell are adjacent. */
void write_rounded(const Cells *cells, u8 *out);
