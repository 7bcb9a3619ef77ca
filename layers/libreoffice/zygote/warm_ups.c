#include "warm_ups.h"
#include "remove_folder.h"
#include <stdio.h>

#define MAX_WARM_UPS 3

static char lines[MAX_WARM_UPS][16384], shared[4096];
static int known, started;

void add_warm_up(const char *macro, const char *source, const char *target, const char *folder) {
  if (known == MAX_WARM_UPS) return;
  snprintf(lines[known++], sizeof lines[0], "%s\t%s\t%s\t\t", macro, source, target);
  snprintf(shared, sizeof shared, "%s", folder);
}

int warm_ups_left(void) { return known - started; }

const char *next_warm_up(void) { return lines[started++]; }

const char *warm_ups_folder(void) { return shared; }

void end_warm_up(void) {
  if (!warm_ups_left()) remove_folder(shared);
}
