#ifndef CHILD_H
#define CHILD_H

#include <sys/types.h>

/* The messages of a child, one byte each: the child has read its job line; its job is done. */
#define BEGUN "b"
#define DONE "d"

/* A fork of the warm office. It waits for one job line, does that job, and ends. */
struct child {
  pid_t pid;
  int job;      /* the pipe for its job line; -1 after the line was written */
  int end;      /* the pipe of its messages; readable too when the child has ended */
  int done;     /* its job is done, and the process has to be killed */
  int is_warm_up; /* its job is a warm-up document, which shows the pages that a job needs */
  int over_memory;   /* it was killed because it took too much memory */
  unsigned long inherited_bytes; /* of huge pages, which it shares with the zygote */
  char id[32];  /* the id of its job; empty while it waits */
  char folder[4096]; /* the only folder that it can write to */
};

struct settings {
  const char *office, *fonts; /* folders */
  const char *styles; /* the profile's file of table styles; without it LibreOffice crashes on a Word document within another one */
  const char *slides; /* the profile's folder for the toolbars of presentations; without it LibreOffice ends on some of them */
  unsigned long memory;       /* bytes of memory that a child may use */
};

/*
 * Forks a child that restricts itself to a folder. With `has_time` the child also maps the pages that its job will need.
 * `inherited` lists the file descriptors that the child closes. Returns 0 on failure.
 */
int start_child(struct child *child, const char *folder, int has_time, const struct settings *settings, const int *inherited, int count);

/*
 * The bytes of anonymous and shared memory that the child holds (RssAnon and RssShmem), without mapped files and code in huge
 * pages. A child with far more threads than LibreOffice starts counts as one that holds all memory.
 */
unsigned long memory_of(const struct child *child);

#endif
