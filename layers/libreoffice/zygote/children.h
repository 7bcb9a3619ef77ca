#ifndef CREW_H
#define CREW_H

#include "child.h"
#include <poll.h>

/* The children of a zygote: those with a job, those whose job is done, and at most one that stands ready. */
#define MOST_CHILDREN 512

/* `words` is where the zygote's words come in, `answers` where what becomes of jobs is told: no child keeps either. */
void gather_crew(const struct settings *settings, int words, int answers);

/* A child with the use of this folder: the one that stands ready in it, else a new one; 0 where that cannot be forked. */
struct child *child_in(const char *folder);

/* Has a child stand ready, in a new folder within `home`, and tells which; gives 0 where that cannot be. */
int keep_ready(const char *home);

int stands_ready(void);

/* Gives a child the job line that it waits for. */
void give(struct child *child, const char *id, const char *line);

/* Ends the child that has this job. */
void end_job(const char *id);

/* How many jobs are not done yet. */
int busy(void);

/* Whether children are left whose work is done, and their end. */
int has_done(void);
void end_done(void);

/* Ends those that hold more memory than they may. */
void watch_memory(void);

/* Where children are heard; gives how many there are. */
int list_ends(struct pollfd *ends);

/* Tells what children said since; ends and buries those whose pipe has closed. Gives 0 where one that stood ready has ended. */
int hear_crew(const struct pollfd *ends);

/* Ends and buries all. */
void end_crew(void);

#endif
