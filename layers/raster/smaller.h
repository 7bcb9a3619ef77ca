#include "memory.h"

static inline u32 smaller(u32 a, u32 b) { return a < b ? a : b; }
