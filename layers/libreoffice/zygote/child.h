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
  const char *lesson; /* the macro whose needs it shows; 0 where its job is somebody's */
  int hungry;   /* it was stopped because it took too much memory */
  char id[32];  /* of its job; empty while it waits */
};

/* When a child's job comes: it makes ready for any job, for the one that it gets, or for none. */
enum when { LATER, NOW, UNPREPARED };

struct settings {
  const char *office, *fonts; /* folders */
  unsigned long memory;       /* bytes that a child may hold */
};

/* Forks a child; gives 0 where that cannot be done. `inherited` are the files that it must not keep. */
int start_child(struct child *child, enum when when, const struct settings *settings, const int *inherited, int count);

/* Bytes that the child holds for itself. */
unsigned long held_by(const struct child *child);

#endif
