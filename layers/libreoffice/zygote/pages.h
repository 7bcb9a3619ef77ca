#ifndef PAGES_H
#define PAGES_H

#include <sys/types.h>

/*
 * A forked child takes a page fault (2 µs and more) at the first write to each page and at the first run of its code:
 * thousands for each document. So the pages that a kind of document needs are recorded from one child, and later children
 * map them before their document arrives.
 */

/* Records the pages that a child needed, after its job is done. */
void record_pages(pid_t child);

/* Maps the recorded pages into this process. */
void map_pages(void);

#endif
