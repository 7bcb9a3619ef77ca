#include "hide.h"
#include "../walls/kernel.h"
#include <linux/mman.h>

#define PAGE_BYTES 4096UL
/* The addresses of a program: 47 bits. */
#define ADDRESS_MASK 0x7ffffffff000UL
#define TRIES 64

void *hide(const void *bytes, unsigned long length) {
  for (int i = 0; i < TRIES; i++) {
    unsigned long address = 0;
    if (CALL(__NR_getrandom, &address, sizeof address, 0, 0) != sizeof address) return 0;
    long given = system_call(__NR_mmap, (long)(address & ADDRESS_MASK), (long)length, PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    if (given < 0 && given > -(long)PAGE_BYTES) continue; /* something is there already */
    for (unsigned long at = 0; at < length; at++) ((char *)given)[at] = ((const char *)bytes)[at];
    return (void *)given;
  }
  return 0;
}
