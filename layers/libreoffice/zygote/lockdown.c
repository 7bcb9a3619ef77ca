#include "lockdown.h"
#include "../../walls/walls.h"
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

/*
 * Denies all other files, and if the kernel can, all TCP ports and all signals and sockets of other processes. Kernels before
 * 5.13 have no Landlock; there only the configuration protects the files.
 */
static int restrict_files(const struct places *places, int landlock) {
  int rules = create_rules(landlock);
  allow_path(rules, places->office, MAY_READ);
  allow_path(rules, places->fonts, MAY_READ);
  allow_path(rules, places->styles, MAY_READ);
  allow_path(rules, places->slides, MAY_READ);
  allow_path(rules, "/dev/null", MAY_WRITE);
  allow_path(rules, "/dev/urandom", MAY_READ);
  allow_path(rules, places->job, MAY_WRITE);
  return enforce_rules(rules);
}

/* Reopens a file without the right to write to it, under its number. Returns 0 on failure. */
static int reopen(int file) {
  char path[64];
  snprintf(path, sizeof path, "/proc/self/fd/%d", file);
  int reopened = open(path, O_RDONLY | O_CLOEXEC);
  int is_done = reopened >= 0 && dup3(reopened, file, O_CLOEXEC) == file;
  if (reopened >= 0) close(reopened);
  return is_done;
}

/* What one child wrote to a file of the zygote, such as its store of certificates, the next children would read. */
static int protect_shared_files(void) {
  DIR *files = opendir("/proc/self/fd");
  int is_done = files != 0;
  struct dirent *entry;
  while (files && (entry = readdir(files))) {
    struct stat status;
    int file = atoi(entry->d_name);
    if (file <= STDERR_FILENO || fstat(file, &status) || !S_ISREG(status.st_mode)) continue;
    if ((fcntl(file, F_GETFL) & O_ACCMODE) != O_RDONLY && !reopen(file)) is_done = 0;
  }
  if (files) closedir(files);
  return is_done;
}

int can_filter(void) { return find_walls().seccomp; }

int lock_down(const struct places *places, unsigned long memory) {
  struct walls walls = find_walls();
  struct exceptions none = {0};
  if (!protect_shared_files()) return 0;
  limit_files();
  limit_threads();
  /* zygote.c checks the memory of children at intervals. This limit stops a child that grows faster. */
  limit_resource(RLIMIT_DATA, memory * 4);
  drop_privileges();
  if (!restrict_files(places, walls.landlock)) return 0;
  return !walls.seccomp || filter_system_calls(&none);
}
