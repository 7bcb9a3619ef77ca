#include "kernel.h"
#include "walls.h"

void limit_resource(int resource, unsigned long value) {
  unsigned long both[2] = {value, value};
  CALL(__NR_prlimit64, 0, resource, both, 0);
}

/* Threads that the engines of this user may start beyond those that the machine has now. */
#define MORE_THREADS 4096

static unsigned long number_after(const char *text, char mark) {
  unsigned long number = 0;
  while (*text && *text != mark) text++;
  for (text += *text != 0; *text >= '0' && *text <= '9'; text++) number = number * 10 + (unsigned long)(*text - '0');
  return number;
}

void limit_threads(void) {
  char load[128] = {0};
  unsigned long allowed[2];
  long file = CALL(__NR_openat, AT_FDCWD, "/proc/loadavg", O_RDONLY | O_CLOEXEC, 0);
  if (file < 0 || CALL(__NR_prlimit64, 0, RLIMIT_NPROC, 0, allowed)) return;
  CALL(__NR_read, file, load, sizeof load - 1, 0);
  CALL(__NR_close, file, 0, 0, 0);
  /* `0.20 0.18 0.12 1/80 11206`: the fourth field ends with the number of all threads. */
  unsigned long limit = number_after(load, '/') + MORE_THREADS;
  if (limit < allowed[0]) limit_resource(RLIMIT_NPROC, limit);
}

void limit_files(void) {
  limit_resource(RLIMIT_CORE, 0);
  limit_resource(RLIMIT_FSIZE, MAX_FILE_BYTES);
}
