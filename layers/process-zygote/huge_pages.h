#ifndef HUGE_PAGES_H
#define HUGE_PAGES_H

/*
 * Moves the code and the constants that the program uses from its files into huge pages, as far as the kernel has some (Transparent
 * Huge Pages). A fork has these pages at once; those of files it would find again by a thousand page faults for each
 * document. All other threads have to be parked. Returns a negative error number if this process is of no use any more.
 */
long move_to_huge_pages(void);

#endif
