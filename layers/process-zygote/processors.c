#include "processors.h"
#include "../proc/text.h"
#include "../walls/kernel.h"

#define WORD_BITS (8 * sizeof(unsigned long))
#define MAX_PROCESSORS 8192
#define THIS_THREAD 0

/* A set of processors (sched_setaffinity(2)). */
struct processors {
  unsigned long words[MAX_PROCESSORS / WORD_BITS];
};

static struct processors all;

/* Reads the processors of this thread. Returns how many there are; 0 if that is not known. */
static int read_all(void) {
  int count = 0;
  if (CALL(__NR_sched_getaffinity, THIS_THREAD, sizeof all, &all, 0) < 0) return 0;
  for (unsigned long i = 0; i < MAX_PROCESSORS; i++) count += all.words[i / WORD_BITS] >> i % WORD_BITS & 1;
  return count;
}

void use_one_processor(int place) {
  static struct processors one;
  int count = read_all();
  if (count == 0) return;
  place %= count;
  for (unsigned long i = 0; i < MAX_PROCESSORS; i++) {
    if (!(all.words[i / WORD_BITS] >> i % WORD_BITS & 1) || place-- > 0) continue;
    one.words[i / WORD_BITS] = 1UL << i % WORD_BITS;
    break;
  }
  CALL(__NR_sched_setaffinity, THIS_THREAD, sizeof one, &one, 0);
}

static long use_all(int tid) {
  CALL(__NR_sched_setaffinity, tid, sizeof all, &all, 0);
  return 0;
}

int use_all_processors(int pid) {
  char path[64];
  if (read_all() == 0) return 0;
  put_text(put_number(put_text(path, "/proc/"), (unsigned long)pid), "/task");
  /* A thread may have started another one before its turn came. */
  for (int round = 0; round < 2; round++) for_numbers(path, use_all);
  return 0;
}
