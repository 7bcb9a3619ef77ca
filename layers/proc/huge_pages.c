#include "huge_pages.h"
#include "../walls/kernel.h"
#include "mappings.h"
#include <linux/mman.h>

#define PAGE_BYTES 4096UL
#define HUGE_PAGE_BYTES 2097152UL
#define PAGES_PER_HUGE_PAGE (HUGE_PAGE_BYTES / PAGE_BYTES)
/* Of the pages of a part of a file. If fewer are used, a huge page takes more memory than it is worth. */
#define MIN_USED_PAGES (PAGES_PER_HUGE_PAGE / 2)
/* Of an entry of `/proc/PID/pagemap` (proc_pid_pagemap(5)). */
#define IS_PRESENT (1UL << 63)

static int page_map;
/* How many may still be copied by this call, and how many were moved by all. */
static long left;
static unsigned long moved;

static unsigned long present_pages(unsigned long start) {
  static unsigned long entries[PAGES_PER_HUGE_PAGE];
  long got = CALL(__NR_pread64, page_map, entries, sizeof entries, start / PAGE_BYTES * sizeof *entries);
  unsigned long count = 0;
  for (long i = 0; i < got / (long)sizeof *entries; i++) count += (entries[i] & IS_PRESENT) != 0;
  return count;
}

/* Copies a part of a file to a huge page, if the kernel provides one at this place. */
static int copy_to_huge_page(unsigned long from, unsigned long to) {
  unsigned long count = HUGE_PAGE_BYTES;
  *(volatile char *)to = 0;
  if (present_pages(to) < PAGES_PER_HUGE_PAGE) return 0;
  __asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(count) : : "memory");
  return 1;
}

static long move(unsigned long from, unsigned long to, unsigned long bytes, int protection) {
  if (bytes == 0 || CALL(__NR_mprotect, from, bytes, protection, 0) < 0) return 0;
  long result = system_call(__NR_mremap, from, bytes, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, to, 0);
  if (result >= 0) moved += bytes / HUGE_PAGE_BYTES;
  return result;
}

static unsigned long round_up(unsigned long address) { return (address + HUGE_PAGE_BYTES - 1) & ~(HUGE_PAGE_BYTES - 1); }

static long move_mapping(const struct mapping *mapping) {
  int is_constant = mapping->protection & PROT_READ && !(mapping->protection & PROT_WRITE);
  unsigned long first = round_up(mapping->start), end = mapping->end & ~(HUGE_PAGE_BYTES - 1), copied = 0;
  if (!left || mapping->is_shared || mapping->inode == 0 || !is_constant || first >= end) return 0;
  /* Parts that stay side by side remain one mapping for the kernel. */
  unsigned long bytes = end - first + HUGE_PAGE_BYTES;
  long memory = system_call(__NR_mmap, 0, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory < 0) return 0;
  unsigned long distance = round_up((unsigned long)memory) - first, at;
  long result = 0;
  CALL(__NR_madvise, memory, bytes, MADV_HUGEPAGE, 0);
  for (at = first; at < end && result >= 0; at += HUGE_PAGE_BYTES) {
    if (left && present_pages(at) >= MIN_USED_PAGES && copy_to_huge_page(at, at + distance)) {
      copied += HUGE_PAGE_BYTES, left--;
      continue;
    }
    result = move(at - copied + distance, at - copied, copied, mapping->protection);
    copied = 0;
  }
  if (result >= 0) result = move(at - copied + distance, at - copied, copied, mapping->protection);
  CALL(__NR_munmap, memory, bytes, 0, 0);
  return result < 0 ? result : 0;
}

long move_to_huge_pages(long limit) {
  page_map = (int)CALL(__NR_open, "/proc/self/pagemap", O_RDONLY | O_CLOEXEC, 0, 0);
  if (page_map < 0) return 0;
  left = limit;
  unsigned long before = moved;
  long result = for_mappings(move_mapping);
  CALL(__NR_close, page_map, 0, 0, 0);
  return result < 0 ? result : (long)(moved - before);
}

unsigned long huge_page_bytes(void) { return moved * HUGE_PAGE_BYTES; }
