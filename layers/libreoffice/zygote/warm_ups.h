#ifndef WARM_UPS_H
#define WARM_UPS_H

/* Warm-up documents that a child still has to convert, so that the pages that it needs are recorded. All share one folder. */
void add_warm_up(const char *macro, const char *source, const char *target, const char *folder);

/* The number of documents that are left. */
int warm_ups_left(void);

/* The job line of the next document, and the folder of all of them. */
const char *next_warm_up(void);
const char *warm_ups_folder(void);

/* Called when the child of a warm-up document has ended; after the last one the folder is removed. */
void end_warm_up(void);

#endif
