#include "ink.h"
#include "smaller.h"

/* A pixel is missed if its layer differs from it by more than this, as CIE ΔE of 1976. */
#define VISIBLE_DIFFERENCE 24
/* Pixels whose channels differ by less in sum are not missed. */
#define NEAR_SUM 40
/* Around ink the paper is darker up to this distance, because edges are blended. */
#define EDGE_PX 2
#define LINEAR_STEPS 4096

/* A layer in cells of factor x factor pixels. */
typedef struct {
  const u8 *values;
  u32 columns, factor;
} Layer;

typedef struct {
  float light, a, b;
} Lab;

static float linear[256];
static float roots[LINEAR_STEPS + 1];

/* The cube root of a number from 0 to 1, by Newton's method. */
static float cube_root(float value) {
  if (value <= 0) return 0;
  float root = 0.4f + 0.6f * value;
  for (u32 step = 0; step < 12; step++) root = (2 * root + value / (root * root)) / 3;
  return root;
}

/* The fifth root of a number from 0 to 1. */
static float fifth_root(float value) {
  float root = 0.5f + 0.5f * value;
  for (u32 step = 0; step < 24; step++) {
    float square = root * root;
    root = (4 * root + value / (square * square)) / 5;
  }
  return root;
}

/* Fills the tables: linear light by sRGB value, and CIE's function of lightness by linear light. */
static void fill_tables(void) {
  if (linear[255] > 0) return;
  for (u32 value = 0; value < 256; value++) {
    float share = value / 255.0f, base = (share + 0.055f) / 1.055f;
    /* The power of 2.4: the square, times the square of the fifth root. */
    float root = fifth_root(base);
    linear[value] = share <= 0.04045f ? share / 12.92f : base * base * root * root;
  }
  for (u32 at = 0; at <= LINEAR_STEPS; at++) {
    float share = (float)at / LINEAR_STEPS;
    roots[at] = share > 0.008856f ? cube_root(share) : 7.787f * share + 16.0f / 116;
  }
}

static float lightness(float share) { return roots[(u32)((share < 1 ? share : 1) * LINEAR_STEPS + 0.5f)]; }

/* The CIELAB colour of an sRGB pixel under D65. */
static Lab lab_of(const u8 *pixel, u32 channels) {
  float red = linear[pixel[0]], green = linear[pixel[channels / 2]], blue = linear[pixel[channels - 1]];
  float x = lightness(0.4339f * red + 0.3762f * green + 0.1899f * blue);
  float y = lightness(0.2126f * red + 0.7152f * green + 0.0722f * blue);
  float z = lightness(0.0178f * red + 0.1095f * green + 0.8727f * blue);
  return (Lab){116 * y, 500 * (x - y), 200 * (y - z)};
}

/* Whether the channels of a pixel are nearly those of its layer. */
static int is_near(const u8 *pixel, const u8 *layer, u32 channels) {
  u32 sum = 0;
  for (u32 channel = 0; channel < channels; channel++) {
    sum += pixel[channel] > layer[channel] ? pixel[channel] - layer[channel] : layer[channel] - pixel[channel];
  }
  return sum * 3 < NEAR_SUM * channels;
}

/* Whether each channel of the next pixels is so near to its layer that all of the pixels are. */
static int are_near(const u8 *pixels, const u8 *layer, u32 channels) {
  v128_t most = wasm_u8x16_const_splat(0);
  for (u32 at = 0; at < LANES * channels; at += LANES) {
    v128_t a = wasm_v128_load(pixels + at), b = wasm_v128_load(layer + at);
    most = wasm_u8x16_max(most, wasm_v128_or(wasm_u8x16_sub_sat(a, b), wasm_u8x16_sub_sat(b, a)));
  }
  return !wasm_v128_any_true(wasm_u8x16_gt(most, wasm_u8x16_const_splat((NEAR_SUM - 1) / 3)));
}

static int is_visible(const u8 *pixel, const u8 *layer, u32 channels) {
  Lab one = lab_of(pixel, channels), other = lab_of(layer, channels);
  float light = one.light - other.light, a = one.a - other.a, b = one.b - other.b;
  return light * light + a * a + b * b > VISIBLE_DIFFERENCE * VISIBLE_DIFFERENCE;
}

/* The five values from an address on, in one number. The three after them, which may lie outside of the picture, do not count. */
static unsigned long long five_from(const u8 *values) {
  unsigned long long eight;
  __builtin_memcpy(&eight, values, sizeof eight);
  return eight << 24;
}

/* Whether a pixel and its neighbours are all ink or all paper. */
static int is_inner(const u8 *ink, u32 width) {
  if (*ink) return ink[-1] & ink[1] & *(ink - width) & ink[width];
  unsigned long long any = 0;
  for (int y = -EDGE_PX; y <= EDGE_PX; y++) any |= five_from(ink + y * (int)width - EDGE_PX);
  return any == 0;
}

/* Writes a layer's colours for a row of pixels. They are the same for `factor` rows. */
static void expand_row(const Layer *layer, u32 y, u32 width, u32 channels, u8 *row) {
  const u8 *cell = layer->values + y / layer->factor * layer->columns * channels;
  for (u32 x = 0; x < width; cell += channels) {
    u32 right = smaller(width, x + layer->factor);
    u8 red = cell[0], green = cell[channels / 2], blue = cell[channels - 1];
    if (channels == 1) {
      for (; x < right; x++) row[x] = red;
    } else {
      for (; x < right; x++) {
        row[3 * x] = red;
        row[3 * x + 1] = green;
        row[3 * x + 2] = blue;
      }
    }
  }
}

/* Counts the missed pixels of a row by tile. `rows` holds the colours of the paper and of the ink for each pixel. */
static void count_missed(const u8 *pixels, const u8 *ink, u8 *const rows[2], u32 width, u32 channels, u32 tile, u32 *counts) {
  u32 last = width - EDGE_PX;
  for (u32 x = EDGE_PX; x < last;) {
    if (x + LANES <= last) {
      int is_even = is_paper(ink + x) || wasm_i8x16_all_true(wasm_v128_load(ink + x));
      if (is_even && are_near(pixels + x * channels, rows[ink[x]] + x * channels, channels)) {
        x += LANES;
        continue;
      }
    }
    for (u32 end = smaller(last, x + LANES); x < end; x++) {
      const u8 *pixel = pixels + x * channels, *layer = rows[ink[x]] + x * channels;
      if (!is_near(pixel, layer, channels) && is_inner(ink + x, width) && is_visible(pixel, layer, channels)) counts[x / tile]++;
    }
  }
}

/*
 * The largest share of missed pixels in a tile of tile x tile pixels: their colour differs visibly from the layer that shows them.
 * Edges do not count.
 */
EXPORTED(misses)
double misses(const u8 *pixels, u32 width, u32 height, u32 channels, const u8 *ink, Layer *layers, u32 tile) {
  u32 start = mark();
  u32 columns = (width + tile - 1) / tile, rows = (height + tile - 1) / tile;
  u32 *counts = take_clear(columns * rows * sizeof(u32));
  u8 *const expanded[2] = {take(width * channels), take(width * channels)};
  fill_tables();
  for (u32 y = EDGE_PX; width > 2 * EDGE_PX && y + EDGE_PX < height; y++) {
    for (u32 layer = 0; layer < 2; layer++) {
      if (y == EDGE_PX || y % layers[layer].factor == 0) expand_row(layers + layer, y, width, channels, expanded[layer]);
    }
    u32 at = y * width;
    count_missed(pixels + at * channels, ink + at, expanded, width, channels, tile, counts + y / tile * columns);
  }
  u32 most = 0;
  for (u32 at = 0; at < columns * rows; at++) most = counts[at] > most ? counts[at] : most;
  release(start);
  return (double)most / (tile * tile);
}
