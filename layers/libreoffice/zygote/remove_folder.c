#define _GNU_SOURCE
#include "sweep.h"
#include <ftw.h>
#include <stdio.h>

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *at) {
  (void)status, (void)kind, (void)at;
  remove(path);
  return 0;
}

void sweep(const char *folder) { nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS); }
