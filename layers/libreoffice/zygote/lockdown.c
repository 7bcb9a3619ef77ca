#include "lockdown.h"
#include "../../walls/walls.h"
#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

/* LibreOffice has some twenty open. */
#define MAX_FILES 1024

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

/* Takes away the right to write to a file: it is opened anew under its number, or closed if it cannot be. */
static void protect_file(int file) {
  char path[64];
  snprintf(path, sizeof path, "/proc/self/fd/%d", file);
  int reopened = open(path, O_RDONLY | O_CLOEXEC);
  if (reopened < 0 || dup3(reopened, file, O_CLOEXEC) < 0) close(file);
  if (reopened >= 0) close(reopened);
}

/* What one child wrote to a file of the zygote, such as its store of certificates, the next children would read. */
static void protect_shared_files(void) {
  struct stat status;
  for (int file = STDERR_FILENO + 1; file < MAX_FILES; file++) {
    int flags = fcntl(file, F_GETFL);
    if (flags >= 0 && (flags & O_ACCMODE) != O_RDONLY && !fstat(file, &status) && S_ISREG(status.st_mode)) protect_file(file);
  }
}

int can_filter(void) { return find_walls().seccomp; }

int lock_down(const struct places *places, unsigned long memory) {
  struct walls walls = find_walls();
  struct exceptions none = {0};
  protect_shared_files();
  limit_files();
  limit_threads();
  /* zygote.c checks the memory of children at intervals. This limit stops a child that grows faster. */
  limit_resource(RLIMIT_DATA, memory * 4);
  drop_privileges();
  if (!restrict_files(places, walls.landlock)) return 0;
  return !walls.seccomp || filter_system_calls(&none);
}
