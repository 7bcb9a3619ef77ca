#ifndef HUGE_PAGES_H
#define HUGE_PAGES_H

#define ALL_HUGE_PAGES 0x7fffffffffffffffL

/*
 * Moves the code and the constants that the program uses from its files into huge pages, at most `limit` of them, as far as the
 * kernel has some (Transparent Huge Pages). A fork has these pages at once; those of files it would find again by a thousand page
 * faults for each document. No other thread may change these mappings meanwhile. Returns how many it has moved, or a negative
 * error number if this process is of no use any more.
 */
long move_to_huge_pages(long limit);

/* The bytes of all pages that were moved. They count as memory of this process and of the forks that it makes then. */
unsigned long huge_page_bytes(void);

#endif
