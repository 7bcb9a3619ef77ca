#include "lessons.h"
#include "sweep.h"
#include <stdio.h>

#define MOST 2

static char lines[MOST][16384], shared[4096];
static int known, taught;

void add_lesson(const char *macro, const char *source, const char *target, const char *folder) {
  if (known == MOST) return;
  snprintf(lines[known++], sizeof lines[0], "%s\t%s\t%s\t\t", macro, source, target);
  snprintf(shared, sizeof shared, "%s", folder);
}

int lessons_left(void) { return known - taught; }

const char *next_lesson(void) { return lines[taught++]; }

const char *lessons_folder(void) { return shared; }

void end_lesson(void) {
  if (!lessons_left()) sweep(shared);
}
