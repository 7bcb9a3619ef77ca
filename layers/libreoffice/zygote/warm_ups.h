#ifndef WARM_UPS_H
#define WARM_UPS_H

/* The warm-up documents that children still have to convert, so that the pages they need are recorded. All use one folder. */
void add_warm_up(const char *macro, const char *source, const char *target, const char *folder);

/* The number of documents that are left. */
int warm_ups_left(void);

/* The job line of the next document, and the folder of all of them. */
const char *next_warm_up(void);
const char *warm_ups_folder(void);

/* Is called when the child of a warm-up document has ended. Removes the folder after the last one. */
void end_warm_up(void);

#endif
