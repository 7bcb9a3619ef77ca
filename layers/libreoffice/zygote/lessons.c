#include "lessons.h"
#include "sweep.h"
#include <stdio.h>

#define MOST 2

static struct lesson lessons[MOST];
static int known, taught;

void add_lesson(const char *macro, const char *source, const char *target, const char *folder) {
  if (known == MOST) return;
  struct lesson *lesson = &lessons[known++];
  snprintf(lesson->macro, sizeof lesson->macro, "%s", macro);
  snprintf(lesson->line, sizeof lesson->line, "%s\t%s\t%s\t\t%s\t", macro, source, target, folder);
  snprintf(lesson->folder, sizeof lesson->folder, "%s", folder);
}

int lessons_left(void) { return known - taught; }

const struct lesson *next_lesson(void) { return &lessons[taught++]; }

void end_lesson(void) {
  if (!lessons_left()) sweep(lessons[0].folder);
}
