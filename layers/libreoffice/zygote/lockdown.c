#include "lockdown.h"
#include "../../walls/walls.h"
#include <sys/resource.h>

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

int can_filter(void) { return find_walls().seccomp; }

int lock_down(const struct places *places, unsigned long memory) {
  struct walls walls = find_walls();
  struct exceptions none = {0};
  limit_files();
  limit_threads();
  /* zygote.c checks the memory of children at intervals. This limit stops a child that grows faster. */
  limit_resource(RLIMIT_DATA, memory * 4);
  drop_privileges();
  if (!restrict_files(places, walls.landlock)) return 0;
  return !walls.seccomp || filter_system_calls(&none);
}
