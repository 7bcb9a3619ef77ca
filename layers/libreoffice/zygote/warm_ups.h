#ifndef LESSONS_H
#define LESSONS_H

/* A lesson is a warm-up document that a child is to do, so that the pages that it needs are learned. All share one folder. */
void add_lesson(const char *macro, const char *source, const char *target, const char *folder);

/* How many are to come. */
int lessons_left(void);

/* The job line of the next one, and the folder of all. */
const char *next_lesson(void);
const char *lessons_folder(void);

/* Called when the child of a lesson has ended: what the last of them left is removed. */
void end_lesson(void);

#endif
