#ifndef PAGES_H
#define PAGES_H

#include <sys/types.h>

/*
 * A forked child takes a page fault, 2 µs and more, for each page that it writes first or whose code it runs first:
 * thousands of them a document. So the pages that a document of a kind needs are learned from one child, and those
 * that come later have them before their document comes.
 */

/* Notes the pages that the child, whose work is done, has needed. */
void learn_pages(pid_t child);

/* Maps into this process what jobs are known to need. */
void map_pages(void);

#endif
