#ifndef LESSONS_H
#define LESSONS_H

/* A warm-up document that a child is to do, so that the pages that it needs are learned. */
struct lesson {
  char macro[16], line[16384], folder[4096];
};

/* Notes a lesson; all of them share one folder. */
void add_lesson(const char *macro, const char *source, const char *target, const char *folder);

/* How many are to come. */
int lessons_left(void);

const struct lesson *next_lesson(void);

/* Called when the child of a lesson has ended: what the last of them left is removed. */
void end_lesson(void);

#endif
