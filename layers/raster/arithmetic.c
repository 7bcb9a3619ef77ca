#include "arithmetic.h"

#define OUTPUT_PIECE_BYTES 65536

/*
 * The probability states (ITU-T T.88, table E.1): the interval of the less probable bit, the state after each of the two
 * bits, and whether the two bits swap their roles.
 */
#define STATES(_) \
  _(0x5601, 1, 1, 1) _(0x3401, 2, 6, 0) _(0x1801, 3, 9, 0) _(0x0ac1, 4, 12, 0) _(0x0521, 5, 29, 0) \
  _(0x0221, 38, 33, 0) _(0x5601, 7, 6, 1) _(0x5401, 8, 14, 0) _(0x4801, 9, 14, 0) _(0x3801, 10, 14, 0) \
  _(0x3001, 11, 17, 0) _(0x2401, 12, 18, 0) _(0x1c01, 13, 20, 0) _(0x1601, 29, 21, 0) _(0x5601, 15, 14, 1) \
  _(0x5401, 16, 14, 0) _(0x5101, 17, 15, 0) _(0x4801, 18, 16, 0) _(0x3801, 19, 17, 0) _(0x3401, 20, 18, 0) \
  _(0x3001, 21, 19, 0) _(0x2801, 22, 19, 0) _(0x2401, 23, 20, 0) _(0x2201, 24, 21, 0) _(0x1c01, 25, 22, 0) \
  _(0x1801, 26, 23, 0) _(0x1601, 27, 24, 0) _(0x1401, 28, 25, 0) _(0x1201, 29, 26, 0) _(0x1101, 30, 27, 0) \
  _(0x0ac1, 31, 28, 0) _(0x09c1, 32, 29, 0) _(0x08a1, 33, 30, 0) _(0x0521, 34, 31, 0) _(0x0441, 35, 32, 0) \
  _(0x02a1, 36, 33, 0) _(0x0221, 37, 34, 0) _(0x0141, 38, 35, 0) _(0x0111, 39, 36, 0) _(0x0085, 40, 37, 0) \
  _(0x0049, 41, 38, 0) _(0x0025, 42, 39, 0) _(0x0015, 43, 40, 0) _(0x0009, 44, 41, 0) _(0x0005, 45, 42, 0) \
  _(0x0001, 45, 43, 0)

#define WIDTH_OF(width, more, less, swap) width,
#define MORE_OF(width, more, less, swap) more,
#define LESS_OF(width, more, less, swap) less,
#define SWAP_OF(width, more, less, swap) swap,

const u16 WIDTH[] = {STATES(WIDTH_OF)};
static const u8 AFTER_MORE[] = {STATES(MORE_OF)};
static const u8 AFTER_LESS[] = {STATES(LESS_OF)};
static const u8 SWAP[] = {STATES(SWAP_OF)};

Encoder new_encoder(void) {
  Encoder encoder = {0x8000, 0, 12, -1, take(OUTPUT_PIECE_BYTES), 0, OUTPUT_PIECE_BYTES};
  return encoder;
}

static void release_held(Encoder *encoder) {
  if (encoder->held < 0) return;
  if (encoder->length == encoder->room) {
    take(OUTPUT_PIECE_BYTES); /* This piece follows the previous one in memory. */
    encoder->room += OUTPUT_PIECE_BYTES;
  }
  encoder->bytes[encoder->length++] = encoder->held;
}

/* Writes the upper bits of the code register. After a byte 0xff, one bit stays free for the carry. */
static void put_byte(Encoder *encoder) {
  if (encoder->held != 0xff && encoder->code & 0x8000000) {
    encoder->code &= 0x7ffffff;
    encoder->held++;
  }
  int stuffed = encoder->held == 0xff;
  release_held(encoder);
  u32 shift = stuffed ? 20 : 19;
  encoder->held = (encoder->code >> shift) & 0xff;
  encoder->code &= (1u << shift) - 1;
  encoder->countdown = stuffed ? 7 : 8;
}

void encode_and_renormalize(Encoder *encoder, Context *context, u32 bit) {
  u32 state = *context >> 1, more = *context & 1;
  u32 width = WIDTH[state];
  encoder->interval -= width;
  int narrow = encoder->interval < width;
  if (bit == more) {
    if (narrow) encoder->interval = width;
    else encoder->code += width;
    *context = AFTER_MORE[state] << 1 | more;
  } else {
    if (narrow) encoder->code += width;
    else encoder->interval = width;
    *context = AFTER_LESS[state] << 1 | (more ^ SWAP[state]);
  }
  do {
    encoder->interval <<= 1;
    encoder->code <<= 1;
    if (--encoder->countdown == 0) put_byte(encoder);
  } while (!(encoder->interval & 0x8000));
}

void finish(Encoder *encoder) {
  u32 above = encoder->code + encoder->interval;
  encoder->code |= 0xffff;
  if (encoder->code >= above) encoder->code -= 0x8000;
  for (int round = 0; round < 2; round++) {
    encoder->code <<= encoder->countdown;
    put_byte(encoder);
  }
  release_held(encoder);
  if (encoder->bytes[encoder->length - 1] != 0xff) {
    encoder->held = 0xff;
    release_held(encoder);
  }
  encoder->held = 0xac;
  release_held(encoder);
}
