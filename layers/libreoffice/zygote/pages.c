#define _GNU_SOURCE
#include "pages.h"
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define PAGE_BYTES 4096UL
#define PAGES_PER_READ 4096
#define MAX_SPANS 8192

/* Bits of an entry of /proc/PID/pagemap (Documentation/admin-guide/mm/pagemap.rst of Linux). */
#define PRESENT (1UL << 63)
#define FILE_BACKED (1UL << 61)
#define EXCLUSIVE (1UL << 56)

/* Adjacent pages that jobs read (or execute), or that they write. */
struct span {
  unsigned long from, to;
  int written;
};

static struct span spans[MAX_SPANS];
static int count;

static void add_span(unsigned long page, int written) {
  struct span *last = count ? &spans[count - 1] : 0;
  if (last && last->to == page && last->written == written) last->to += PAGE_BYTES;
  else if (count < MAX_SPANS) spans[count++] = (struct span){page, page + PAGE_BYTES, written};
}

/* Records the child's pages between these addresses, where this process has memory too. */
static void record_between(int pagemap, unsigned long from, unsigned long to, int writable) {
  uint64_t entries[PAGES_PER_READ];
  for (; from < to; from += PAGES_PER_READ * PAGE_BYTES) {
    ssize_t got = pread(pagemap, entries, sizeof entries, from / PAGE_BYTES * sizeof *entries);
    for (int i = 0; i < got / (int)sizeof *entries && from + i * PAGE_BYTES < to; i++) {
      if (!(entries[i] & PRESENT)) continue;
      if (entries[i] & FILE_BACKED) add_span(from + i * PAGE_BYTES, 0);
      /* A page that the child wrote is exclusive; it shares the others with its parent. */
      else if (writable && entries[i] & EXCLUSIVE) add_span(from + i * PAGE_BYTES, 1);
    }
  }
}

void record_pages(pid_t child) {
  char path[64], line[1024], rights[8];
  unsigned long from, to;
  snprintf(path, sizeof path, "/proc/%d/pagemap", child);
  int pagemap = open(path, O_RDONLY | O_CLOEXEC);
  FILE *maps = fopen("/proc/self/maps", "re");
  while (pagemap >= 0 && maps && fgets(line, sizeof line, maps)) {
    if (sscanf(line, "%lx-%lx %7s", &from, &to, rights) < 3 || rights[0] != 'r' || rights[3] != 'p') continue;
    if (strstr(line, "[v")) continue; /* mappings of the kernel */
    record_between(pagemap, from, to, rights[1] == 'w');
  }
  if (maps) fclose(maps);
  if (pagemap >= 0) close(pagemap);
}

/* Maps the pages of a span by reading or writing a byte of each, as Linux before 5.14 requires. */
static void touch(const struct span *span) {
  for (unsigned long at = span->from; at < span->to; at += PAGE_BYTES) {
    volatile char *byte = (volatile char *)at;
    if (span->written) *byte = *byte;
    else (void)*byte;
  }
}

void map_pages(void) {
  for (int i = 0; i < count; i++) {
    const struct span *span = &spans[i];
    int advice = span->written ? MADV_POPULATE_WRITE : MADV_POPULATE_READ;
    if (madvise((void *)span->from, span->to - span->from, advice) && errno == EINVAL) touch(span);
  }
}
