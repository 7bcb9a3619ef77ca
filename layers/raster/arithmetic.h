#include "memory.h"

/* The arithmetic encoder of JBIG2 (ITU-T T.88, annex E.2). Its output grows at the end of the module's memory. */
typedef struct {
  u32 interval, code, countdown;
  /* The byte that a carry may still change; -1 before the first one. */
  int held;
  u8 *bytes;
  u32 length, room;
} Encoder;

/* The state of a context: twice the probability state, plus the more probable bit. */
typedef u8 Context;

/* An encoder at the start of a code. */
Encoder new_encoder(void);
/* Writes the end of the code. */
void finish(Encoder *encoder);
/* Encodes a bit in a context if that changes the context's state and shifts the interval. */
void encode_and_renormalize(Encoder *encoder, Context *context, u32 bit);

/* The interval of the less probable bit, by state. */
extern const u16 WIDTH[];

/* Encodes a bit in a context. */
static inline void encode(Encoder *encoder, Context *context, u32 bit) {
  u32 width = WIDTH[*context >> 1];
  if (bit == (*context & 1) && (encoder->interval - width) & 0x8000) {
    encoder->interval -= width;
    encoder->code += width;
  } else {
    encode_and_renormalize(encoder, context, bit);
  }
}
