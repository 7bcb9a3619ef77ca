#include "kernel.h"
#include "walls.h"

void limit_resource(int resource, unsigned long value) {
  unsigned long both[2] = {value, value};
  CALL(__NR_prlimit64, 0, resource, both, 0);
}

void limit_files(void) {
  limit_resource(RLIMIT_CORE, 0);
  limit_resource(RLIMIT_FSIZE, MAX_FILE_BYTES);
}
