#define _GNU_SOURCE
#include "remove_folder.h"
#include <ftw.h>
#include <stdio.h>

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *at) {
  (void)status, (void)kind, (void)at;
  remove(path);
  return 0;
}

void remove_folder(const char *folder) { nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS); }
