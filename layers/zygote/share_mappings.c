#include "share_mappings.h"
#include "../proc/mappings.h"
#include "../walls/kernel.h"
#include <linux/mman.h>

static long share(const struct mapping *mapping) {
  CALL(__NR_madvise, mapping->start, mapping->end - mapping->start, MADV_DOFORK, 0);
  return 0;
}

void share_mappings_with_forks(void) { for_mappings(share); }
