#include "memory.h"

#define MAX_CHANNELS 3

/* Means of a picture's pixels in square cells, one plane for each channel, and whether each cell is known (1) or not (0). */
typedef struct {
  u32 columns, rows, channels;
  float *values[MAX_CHANNELS];
  u8 *known;
} Cells;

/* Cells of factor x factor pixels, none of them known. */
Cells cells_of(u32 width, u32 height, u32 channels, u32 factor);
/* Fills each unknown cell with the colour of the cells around it. */
void fill_in(const Cells *cells);
/* The rounded values; the channels of a cell are adjacent. */
void rounded(const Cells *cells, u8 *out);
