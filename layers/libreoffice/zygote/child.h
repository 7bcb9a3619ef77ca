#ifndef CHILD_H
#define CHILD_H

#include <sys/types.h>

/* What a child says in one byte: it has its job line; its work is done. */
#define BEGUN "b"
#define DONE "d"

/* A forked copy of the warm office: it waits for one job line, does it, and ends. */
struct child {
  pid_t pid;
  int job;      /* where its job line is written; -1 once it was */
  int end;      /* readable when the child says a byte or has ended */
  int done;     /* its work is; what is left of it ends */
  int lesson;   /* its job is nobody's: it shows which pages a job needs */
  int hungry;   /* it was stopped because it took too much memory */
  char id[32];  /* of its job; empty while it waits */
  char folder[4096]; /* its own, of all that it could write to */
};

struct settings {
  const char *office, *fonts; /* folders */
  const char *styles; /* file of the profile: without a look at it, LibreOffice crashes on a Word document within another */
  unsigned long memory;       /* bytes that a child may hold */
};

/*
 * Forks a child, which locks itself in with a folder, and where it has the time makes ready for its job; gives 0 where that
 * cannot be done. `inherited` are the files that it must not keep.
 */
int start_child(struct child *child, const char *folder, int has_time, const struct settings *settings, const int *inherited, int count);

/* Bytes that the child holds for itself. */
unsigned long held_by(const struct child *child);

#endif
