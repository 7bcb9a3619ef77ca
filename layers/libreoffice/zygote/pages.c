#define _GNU_SOURCE
#include "pages.h"
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define PAGE 4096UL
#define AT_ONCE 4096
#define MOST 8192

/* Bits of an entry of /proc/PID/pagemap (Documentation/admin-guide/mm/pagemap.rst of Linux). */
#define PRESENT (1UL << 63)
#define OF_FILE (1UL << 61)
#define OWN (1UL << 56)

/* Pages side by side that jobs read, or write. */
struct span {
  unsigned long from, to;
  int written;
};

static struct span spans[MOST];
static int count;

static void note(unsigned long page, int written) {
  struct span *last = count ? &spans[count - 1] : 0;
  if (last && last->to == page && last->written == written) last->to += PAGE;
  else if (count < MOST) spans[count++] = (struct span){page, page + PAGE, written};
}

/* What the child has between these addresses, where this process has memory too. */
static void learn_between(int pagemap, unsigned long from, unsigned long to, int writable) {
  uint64_t entries[AT_ONCE];
  for (; from < to; from += AT_ONCE * PAGE) {
    ssize_t got = pread(pagemap, entries, sizeof entries, from / PAGE * sizeof *entries);
    for (int i = 0; i < got / (int)sizeof *entries && from + i * PAGE < to; i++) {
      if (!(entries[i] & PRESENT)) continue;
      if (entries[i] & OF_FILE) note(from + i * PAGE, 0);
      /* A page that the child wrote is its own; it shares the others with its parent. */
      else if (writable && entries[i] & OWN) note(from + i * PAGE, 1);
    }
  }
}

void learn_pages(pid_t child) {
  char path[64], line[1024], rights[8];
  unsigned long from, to;
  snprintf(path, sizeof path, "/proc/%d/pagemap", child);
  int pagemap = open(path, O_RDONLY | O_CLOEXEC);
  FILE *maps = fopen("/proc/self/maps", "re");
  while (pagemap >= 0 && maps && fgets(line, sizeof line, maps)) {
    if (sscanf(line, "%lx-%lx %7s", &from, &to, rights) < 3 || rights[0] != 'r' || rights[3] != 'p') continue;
    if (strstr(line, "[v")) continue; /* the kernel's own */
    learn_between(pagemap, from, to, rights[1] == 'w');
  }
  if (maps) fclose(maps);
  if (pagemap >= 0) close(pagemap);
}

/* Before Linux 5.14 a page is mapped by using it. */
static void use(const struct span *span) {
  for (unsigned long at = span->from; at < span->to; at += PAGE) {
    volatile char *byte = (volatile char *)at;
    if (span->written) *byte = *byte;
    else (void)*byte;
  }
}

void map_pages(void) {
  for (int i = 0; i < count; i++) {
    const struct span *span = &spans[i];
    int advice = span->written ? MADV_POPULATE_WRITE : MADV_POPULATE_READ;
    if (madvise((void *)span->from, span->to - span->from, advice) && errno == EINVAL) use(span);
  }
}
