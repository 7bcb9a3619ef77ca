#define _GNU_SOURCE
#include "huge_pages.h"
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define PAGE_BYTES 4096UL
#define HUGE_PAGE_BYTES 2097152UL
#define PAGES_PER_HUGE_PAGE (HUGE_PAGE_BYTES / PAGE_BYTES)
/* Of the pages of a part of a file. If fewer are used, a huge page takes more memory than it is worth. */
#define MIN_USED_PAGES (PAGES_PER_HUGE_PAGE / 2)
/* Of an entry of `/proc/PID/pagemap` (proc_pid_pagemap(5)). */
#define PRESENT (1UL << 63)

static int pagemap, is_over;
static unsigned long moved;

static unsigned long round_up(unsigned long address) { return (address + HUGE_PAGE_BYTES - 1) & ~(HUGE_PAGE_BYTES - 1); }

static unsigned long present_pages(unsigned long start) {
  static uint64_t entries[PAGES_PER_HUGE_PAGE];
  ssize_t got = pread(pagemap, entries, sizeof entries, start / PAGE_BYTES * sizeof *entries);
  unsigned long count = 0;
  for (long i = 0; i < got / (long)sizeof *entries; i++) count += (entries[i] & PRESENT) != 0;
  return count;
}

/* Returns 0 if the kernel has no huge page. */
static int move(unsigned long from, int protection) {
  char *memory = mmap(0, 2 * HUGE_PAGE_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return 0;
  char *page = (char *)round_up((unsigned long)memory);
  madvise(page, HUGE_PAGE_BYTES, MADV_HUGEPAGE);
  *(volatile char *)page = 0;
  int is_moved = present_pages((unsigned long)page) == PAGES_PER_HUGE_PAGE;
  if (is_moved) {
    memcpy(page, (void *)from, HUGE_PAGE_BYTES);
    is_moved = mprotect(page, HUGE_PAGE_BYTES, protection) == 0 &&
               mremap(page, HUGE_PAGE_BYTES, HUGE_PAGE_BYTES, MREMAP_MAYMOVE | MREMAP_FIXED, (void *)from) != MAP_FAILED;
  }
  munmap(memory, 2 * HUGE_PAGE_BYTES);
  return is_moved;
}

/* Finds the next part of a file that is used enough. Returns its address and its protection, or 0. */
static unsigned long next_part(int *protection) {
  FILE *maps = fopen("/proc/self/maps", "re");
  char line[1024], rights[8];
  unsigned long from, to, inode, found = 0;
  while (maps && !found && fgets(line, sizeof line, maps)) {
    if (sscanf(line, "%lx-%lx %7s %*x %*s %lu", &from, &to, rights, &inode) < 4 || !inode) continue;
    if (rights[0] != 'r' || rights[1] == 'w' || rights[3] != 'p') continue;
    *protection = PROT_READ | (rights[2] == 'x' ? PROT_EXEC : 0);
    for (from = round_up(from); !found && from + HUGE_PAGE_BYTES <= to; from += HUGE_PAGE_BYTES)
      if (present_pages(from) >= MIN_USED_PAGES) found = from;
  }
  if (maps) fclose(maps);
  return found;
}

int move_to_huge_page(void) {
  int protection;
  if (is_over) return 0;
  pagemap = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
  unsigned long part = pagemap < 0 ? 0 : next_part(&protection);
  is_over = !part || !move(part, protection);
  /* A child must not have it open. */
  if (pagemap >= 0) close(pagemap);
  if (!is_over) moved += HUGE_PAGE_BYTES;
  return !is_over;
}

unsigned long huge_page_bytes(void) { return moved; }
