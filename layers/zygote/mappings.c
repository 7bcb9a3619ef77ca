#include "mappings.h"
#include "../walls/kernel.h"
#include <linux/mman.h>

#define MAX_LIST_BYTES 1048576
#define IS_DIGIT(letter) ((letter) >= '0' && (letter) <= '9')
#define IS_HEX_LETTER(letter) ((letter) >= 'a' && (letter) <= 'f')

/* The list of mappings (`proc_pid_maps(5)`). It is read as a whole, because a change in between could hide a mapping. */
static char list[MAX_LIST_BYTES];

static long read_list(void) {
  long length = 0, got, file = CALL(__NR_open, "/proc/self/maps", O_RDONLY | O_CLOEXEC, 0, 0);
  if (file < 0) return 0;
  while (length < MAX_LIST_BYTES && (got = CALL(__NR_read, file, list + length, MAX_LIST_BYTES - length, 0)) > 0) length += got;
  CALL(__NR_close, file, 0, 0, 0);
  return length;
}

/* Reads a hexadecimal number and the character after it. */
static unsigned long read_number(long *at) {
  unsigned long value = 0;
  for (;; (*at)++) {
    char letter = list[*at];
    if (IS_DIGIT(letter)) value = value * 16 + (unsigned long)(letter - '0');
    else if (IS_HEX_LETTER(letter)) value = value * 16 + (unsigned long)(letter - 'a' + 10);
    else return (*at)++, value;
  }
}

void share_mappings_with_forks(void) {
  long length = read_list();
  for (long at = 0; at < length; at++) {
    unsigned long start = read_number(&at), end = read_number(&at);
    CALL(__NR_madvise, start, end - start, MADV_DOFORK, 0);
    while (at < length && list[at] != '\n') at++;
  }
}
