#ifndef CHILDREN_H
#define CHILDREN_H

#include "child.h"
#include <poll.h>

/* The children of a zygote: those with a job, those whose job is done, and at most one that is ready for the next job. */
#define MAX_CHILDREN 512

/* `input_fd` is where the zygote reads commands, `output_fd` where it reports the outcome of jobs. Children close both. */
void set_up_children(const struct settings *settings, int input_fd, int output_fd);

/* A child that works in this folder: the ready one if it has this folder, otherwise a new one. Returns 0 if fork fails. */
struct child *child_in(const char *folder);

/* Starts a child for the next job in a new folder in `home`, and reports the folder. Returns 0 on failure. */
int start_ready_child(const char *home);

int has_ready_child(void);

/* Sends a waiting child its job line. */
void send_job(struct child *child, const char *id, const char *line);

/* Kills the child that has this job. */
void end_job(const char *id);

/* The number of jobs that are not done yet. */
int running_jobs(void);

/* Whether there are children whose job is done; kills them. */
int has_finished_children(void);
void end_finished_children(void);

/* Kills the children that use too much memory. */
void watch_memory(void);

/* Writes the message pipes of all children to `ends`. Returns their number. */
int list_pipes(struct pollfd *ends);

/* Reads the messages of children, and reaps those whose pipe has closed. Returns 0 if a child without a job has ended. */
int read_children(const struct pollfd *ends);

/* Kills and reaps all children. */
void end_children(void);

#endif
