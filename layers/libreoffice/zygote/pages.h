#ifndef PAGES_H
#define PAGES_H

#include <sys/types.h>

/*
 * A forked child has a page fault (2 µs or more) at the first write to each page and at the first use of each page of code,
 * which makes thousands for each document. So the pages that warm-up documents need are recorded from their children, and later
 * children map these pages before their document arrives.
 */

/* Records the pages that a child needed, after its job is done. */
void record_pages(pid_t child);

/* Maps the recorded pages into this process. */
void map_pages(void);

#endif
