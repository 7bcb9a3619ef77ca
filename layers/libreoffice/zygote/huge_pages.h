#ifndef HUGE_PAGES_H
#define HUGE_PAGES_H

/*
 * Moves one part of the code and the constants that documents use from its file into a huge page, as far as the kernel has some
 * (Transparent Huge Pages). A child has such a page at once, where it would map hundreds of a file. Returns 0 if nothing is left to
 * move.
 */
int move_to_huge_page(void);

/* The bytes of the pages that were moved. They count as memory of this process and of the children that it forks then. */
unsigned long huge_page_bytes(void);

#endif
