#include "memory.h"

#define WINDOW_PX 8
#define BLOCK_PX 4
/* The constants of the formula: (0.01 x 255)^2 and (0.03 x 255)^2. */
#define C1 6.5025f
#define C2 58.5225f

/* The sums over a block of 4 x 4 pixels: of a, of b, of the squares of both, and of their products. A window has four blocks. */
typedef struct {
  u32 a, b, squares, products;
} Sums;

static Sums block_sums(const u8 *a, const u8 *b, u32 width) {
  Sums sums = {0, 0, 0, 0};
  for (u32 y = 0; y < BLOCK_PX; y++, a += width, b += width) {
    for (u32 x = 0; x < BLOCK_PX; x++) {
      sums.a += a[x];
      sums.b += b[x];
      sums.squares += a[x] * a[x] + b[x] * b[x];
      sums.products += a[x] * b[x];
    }
  }
  return sums;
}

/* Structural similarity of a window, from its four blocks. */
static float window_similarity(const Sums *above, const Sums *below) {
  float mean_a = (above[0].a + above[1].a + below[0].a + below[1].a) / 64.0f;
  float mean_b = (above[0].b + above[1].b + below[0].b + below[1].b) / 64.0f;
  float squares = (above[0].squares + above[1].squares + below[0].squares + below[1].squares) / 64.0f;
  float products = (above[0].products + above[1].products + below[0].products + below[1].products) / 64.0f;
  float means = mean_a * mean_a + mean_b * mean_b;
  float covariance = products - mean_a * mean_b;
  return ((2 * mean_a * mean_b + C1) * (2 * covariance + C2)) / ((means + C1) * (squares - means + C2));
}

/*
 * The mean structural similarity (SSIM, Wang et al. 2004) of two gray pictures of the same size, over windows of 8 x 8 pixels at
 * steps of 4 pixels. It is 1 for equal pictures.
 */
EXPORTED(similarity) double similarity(const u8 *a, const u8 *b, u32 width, u32 height) {
  if (width < WINDOW_PX || height < WINDOW_PX) return 1;
  u32 columns = width / BLOCK_PX;
  u32 rows = height / BLOCK_PX;
  u32 start = mark();
  Sums *above = take(columns * sizeof(Sums));
  Sums *below = take(columns * sizeof(Sums));
  double sum = 0;
  for (u32 row = 0; row < rows; row++) {
    u32 from = row * BLOCK_PX * width;
    for (u32 column = 0; column < columns; column++, from += BLOCK_PX) below[column] = block_sums(a + from, b + from, width);
    if (row > 0) {
      for (u32 column = 0; column + 1 < columns; column++) sum += window_similarity(above + column, below + column);
    }
    Sums *free = above;
    above = below;
    below = free;
  }
  release(start);
  return sum / ((double)(columns - 1) * (rows - 1));
}
