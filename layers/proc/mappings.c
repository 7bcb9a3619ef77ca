#include "mappings.h"
#include "../walls/kernel.h"
#include "text.h"
#include <linux/mman.h>

#define MAX_MAPS_BYTES 4194304
/* As the C library's `makedev`. */
#define DEVICE(major, minor) (((minor) & 0xff) | (major) << 8 | ((minor) & ~0xffUL) << 12)

/* Reads a line, and moves the place behind it. */
static struct mapping read_mapping(const char **at) {
  struct mapping mapping = {.start = number_at(at, 16)};
  ++*at, mapping.end = number_at(at, 16);
  const char *rights = ++*at;
  *at += sizeof "rwxp" - 1;
  mapping.offset = number_at(at, 16);
  unsigned long major = number_at(at, 16), minor = (++*at, number_at(at, 16));
  mapping.device = DEVICE(major, minor);
  mapping.inode = number_at(at, 10);
  while (**at == ' ') ++*at;
  mapping.name = *at;
  while (**at && **at != '\n') ++*at;
  mapping.name_length = (unsigned long)(*at - mapping.name);
  if (**at) ++*at;
  mapping.protection = (rights[0] == 'r' ? PROT_READ : 0) | (rights[1] == 'w' ? PROT_WRITE : 0) | (rights[2] == 'x' ? PROT_EXEC : 0);
  mapping.is_shared = rights[3] == 's';
  return mapping;
}

long for_mappings(long (*each)(const struct mapping *mapping)) {
  static char *list;
  if (!list) {
    long memory = system_call(__NR_mmap, 0, MAX_MAPS_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory < 0) return memory;
    list = (char *)memory;
  }
  long length = read_text("/proc/self/maps", list, MAX_MAPS_BYTES), result = 0;
  if (length < 0 || length == MAX_MAPS_BYTES - 1) return -E2BIG;
  for (const char *at = list; *at && result >= 0;) {
    struct mapping mapping = read_mapping(&at);
    result = each(&mapping);
  }
  return result < 0 ? result : 0;
}
