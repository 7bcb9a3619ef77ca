#include "memory.h"

#define PAGE_BYTES 65536

extern u8 __heap_base;
static u32 top;

EXPORTED(mark) u32 mark(void) {
  if (top == 0) top = ((u32)&__heap_base + 15) & ~15u;
  return top;
}

EXPORTED(release) void release(u32 mark) { top = mark; }

EXPORTED(take) void *take(u32 bytes) {
  u32 at = mark();
  u32 held = __builtin_wasm_memory_size(0) * PAGE_BYTES;
  u32 room = (bytes + 15) & ~15u;
  if (room < bytes || at + room < at) __builtin_trap();
  if (at + room > held && __builtin_wasm_memory_grow(0, (at + room - held + PAGE_BYTES - 1) / PAGE_BYTES) == (unsigned long)-1) {
    __builtin_trap();
  }
  top = at + room;
  return (void *)at;
}

void *take_clear(u32 bytes) {
  void *piece = take(bytes);
  __builtin_memset(piece, 0, bytes);
  return piece;
}
