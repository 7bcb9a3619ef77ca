#include <wasm_simd128.h>

#include "memory.h"

/* The weights of red, green and blue in luma; their sum is 256. */
#define RED_WEIGHT 77
#define GREEN_WEIGHT 150
#define BLUE_WEIGHT 29

#define SHUFFLE(a, b, ...) wasm_i8x16_shuffle(a, b, __VA_ARGS__)

/* The luma of sixteen RGB pixels. */
static v128_t luma_of_16(const u8 *rgb) {
  v128_t a = wasm_v128_load(rgb), b = wasm_v128_load(rgb + 16), c = wasm_v128_load(rgb + 32);
  v128_t red = SHUFFLE(a, b, 0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 0, 0, 0, 0, 0);
  v128_t green = SHUFFLE(a, b, 1, 4, 7, 10, 13, 16, 19, 22, 25, 28, 31, 0, 0, 0, 0, 0);
  v128_t blue = SHUFFLE(a, b, 2, 5, 8, 11, 14, 17, 20, 23, 26, 29, 0, 0, 0, 0, 0, 0);
  red = SHUFFLE(red, c, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 17, 20, 23, 26, 29);
  green = SHUFFLE(green, c, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 18, 21, 24, 27, 30);
  blue = SHUFFLE(blue, c, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 16, 19, 22, 25, 28, 31);
  v128_t r = wasm_i8x16_splat(RED_WEIGHT), g = wasm_u8x16_splat(GREEN_WEIGHT), b_ = wasm_i8x16_splat(BLUE_WEIGHT);
  v128_t low = wasm_i16x8_add(
      wasm_i16x8_add(wasm_u16x8_extmul_low_u8x16(red, r), wasm_u16x8_extmul_low_u8x16(green, g)),
      wasm_u16x8_extmul_low_u8x16(blue, b_));
  v128_t high = wasm_i16x8_add(
      wasm_i16x8_add(wasm_u16x8_extmul_high_u8x16(red, r), wasm_u16x8_extmul_high_u8x16(green, g)),
      wasm_u16x8_extmul_high_u8x16(blue, b_));
  return wasm_u8x16_narrow_i16x8(wasm_u16x8_shr(low, 8), wasm_u16x8_shr(high, 8));
}

/* Writes the luma of RGB pixels. */
EXPORTED(luma) void luma(const u8 *rgb, u32 count, u8 *out) {
  u32 at = 0;
  for (; at + 16 <= count; at += 16) wasm_v128_store(out + at, luma_of_16(rgb + 3 * at));
  for (; at < count; at++) out[at] = (rgb[3 * at] * RED_WEIGHT + rgb[3 * at + 1] * GREEN_WEIGHT + rgb[3 * at + 2] * BLUE_WEIGHT) >> 8;
}

/* Writes the mean of each block of factor x factor pixels, times scale, rounded. The picture has columns x rows blocks. */
EXPORTED(shrink)
void shrink(const u8 *plane, u32 width, u32 columns, u32 rows, u32 factor, float scale, u8 *out) {
  float share = scale / (factor * factor);
  for (u32 row = 0; row < rows; row++) {
    const u8 *from = plane + row * factor * width;
    for (u32 column = 0; column < columns; column++, from += factor) {
      u32 sum = 0;
      if (factor == 2) {
        sum = from[0] + from[1] + from[width] + from[width + 1];
      } else {
        for (u32 y = 0; y < factor; y++) {
          for (u32 x = 0; x < factor; x++) sum += from[y * width + x];
        }
      }
      *out++ = sum * share + 0.5f;
    }
  }
}

/* Blends ink over paper. `cover` is the coverage of each pixel (255: all of it). Without `ink`, the ink has the luma `even`. */
EXPORTED(overlay) void overlay(const u8 *paper, const u8 *cover, u32 count, const u8 *ink, u32 even, u8 *out) {
  for (u32 at = 0; at < count; at++) {
    u32 above = ink ? ink[at] : even;
    out[at] = (cover[at] * above + (255 - cover[at]) * paper[at] + 127) / 255;
  }
}
