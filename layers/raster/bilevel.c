#include "arithmetic.h"

/* The context of SLTP, the bit before each row that tells whether "equals the row above" has changed (ITU-T T.88, 6.2.5.7). */
#define REPEATED_ROW_CONTEXT 0x9b25
#define CONTEXT_COUNT 65536
/* White pixels on both sides of a row, so that contexts need no bounds checks. */
#define MARGIN_PX 4

/*
 * Encodes a picture as a generic region with template 0 and typical prediction (ITU-T T.88, 6.2.5 and 6.2.6). The picture has a
 * byte for each pixel, 1 for black. Returns the address of the code, and writes its length in bytes to `length`. The code stays
 * in memory until an earlier mark is released.
 */
EXPORTED(generic_region) u8 *generic_region(const u8 *bits, u32 width, u32 height, u32 *length) {
  Context *contexts = take_clear(CONTEXT_COUNT);
  u8 *above2 = take_clear(width + 2 * MARGIN_PX), *above1 = take_clear(width + 2 * MARGIN_PX);
  u8 *row = take_clear(width + 2 * MARGIN_PX);
  Encoder encoder = new_encoder();
  u32 repeated = 0;
  for (u32 y = 0; y < height; y++, bits += width) {
    u32 different = 0;
    for (u32 x = 0; x < width; x++) different |= bits[x] ^ above1[x + MARGIN_PX];
    u32 repeats = !different;
    __builtin_memcpy(row + MARGIN_PX, bits, width);
    encode(&encoder, contexts + REPEATED_ROW_CONTEXT, repeats ^ repeated);
    repeated = repeats;
    if (!repeats) {
      u32 here = 0;
      u32 middle = above1[MARGIN_PX] << 2 | above1[MARGIN_PX + 1] << 1 | above1[MARGIN_PX + 2];
      u32 top = above2[MARGIN_PX] << 1 | above2[MARGIN_PX + 1];
      for (u32 x = MARGIN_PX; x < width + MARGIN_PX; x++) {
        middle = (middle << 1 | above1[x + 3]) & 0x7f;
        top = (top << 1 | above2[x + 2]) & 0x1f;
        encode(&encoder, contexts + (top << 11 | middle << 4 | here), row[x]);
        here = (here << 1 | row[x]) & 0xf;
      }
    }
    u8 *free = above2;
    above2 = above1;
    above1 = row;
    row = free;
  }
  finish(&encoder);
  *length = encoder.length;
  return encoder.bytes;
}
