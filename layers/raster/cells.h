#include "memory.h"

#define MOST_CHANNELS 3

/* Means of a picture's pixels in square cells, a plane a channel, and which of them are known (1); the others are 0. */
typedef struct {
  u32 columns, rows, channels;
  float *values[MOST_CHANNELS];
  u8 *known;
} Cells;

/* Cells of factor x factor pixels, none of them known. */
Cells cells_of(u32 width, u32 height, u32 channels, u32 factor);
/* Gives every cell that is not known the colour of those around it. */
void fill_in(const Cells *cells);
/* The values, rounded, the channels of a cell side by side. */
void rounded(const Cells *cells, u8 *out);
