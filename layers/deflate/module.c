/* The module deflates with libdeflate, at one of two levels of effort. */
#include "../raster/memory.h"

#include "libdeflate.h"

#define QUICK_LEVEL 6
#define THOROUGH_LEVEL 10

static struct libdeflate_compressor *quick, *thorough;

static void keep(void *piece) { (void)piece; }

/* Takes the memory of the compressors, which is never released. */
EXPORTED(prepare) void prepare(void) {
  libdeflate_set_memory_allocator((void *(*)(size_t))take, keep);
  quick = libdeflate_alloc_compressor(QUICK_LEVEL);
  thorough = libdeflate_alloc_compressor(THOROUGH_LEVEL);
}

/* The largest size that data of this length can have when it is deflated. */
EXPORTED(bound) u32 bound(u32 length) { return libdeflate_zlib_compress_bound(thorough, length); }

/* Deflates data into a zlib stream; returns its length. */
EXPORTED(deflate) u32 deflate(const u8 *data, u32 length, u8 *out, u32 room, u32 is_thorough) {
  return libdeflate_zlib_compress(is_thorough ? thorough : quick, data, length, out, room);
}
