#include "arithmetic.h"

/* The context that says, in front of a row, whether it repeats the row above. */
#define REPEATS 0x9b25
#define CONTEXTS 65536
/* Free pixels on both sides of a row, so that contexts need no bounds. */
#define MARGIN 4

/*
 * Arithmetic codes of a generic region, template 0 with typical prediction (ITU-T T.88, 6.2.5 and 6.2.6), for a picture
 * of a byte a pixel, 1 for black. Gives where they are; how many bytes they take is written to `length`. They stay until
 * the memory behind a mark from before is given back.
 */
EXPORTED(generic_region) u8 *generic_region(const u8 *bits, u32 width, u32 height, u32 *length) {
  Context *contexts = take_clear(CONTEXTS);
  u8 *above2 = take_clear(width + 2 * MARGIN), *above1 = take_clear(width + 2 * MARGIN);
  u8 *row = take_clear(width + 2 * MARGIN);
  Encoder encoder = encoder_of();
  u32 repeated = 0;
  for (u32 y = 0; y < height; y++, bits += width) {
    u32 different = 0;
    for (u32 x = 0; x < width; x++) different |= bits[x] ^ above1[x + MARGIN];
    u32 repeats = !different;
    __builtin_memcpy(row + MARGIN, bits, width);
    encode(&encoder, contexts + REPEATS, repeats ^ repeated);
    repeated = repeats;
    if (!repeats) {
      u32 here = 0;
      u32 middle = above1[MARGIN] << 2 | above1[MARGIN + 1] << 1 | above1[MARGIN + 2];
      u32 top = above2[MARGIN] << 1 | above2[MARGIN + 1];
      for (u32 x = MARGIN; x < width + MARGIN; x++) {
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
