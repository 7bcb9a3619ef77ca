#include <wasm_simd128.h>

#include "memory.h"

/* The pixels that are looked at at once. */
#define LANES 16

/* Whether the next pixels, as many as are looked at at once, are all paper. A pixel of ink is 1, one of paper 0. */
static inline int is_paper(const u8 *ink) { return !wasm_v128_any_true(wasm_v128_load(ink)); }
