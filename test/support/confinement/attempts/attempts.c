#include "attempts.h"

#define MAX_REPORT_BYTES 16384
#define MAX_TARGETS_BYTES 8192
#define FILE_TOO_LARGE_SIGNAL 25

static char report[MAX_REPORT_BYTES], targets[MAX_TARGETS_BYTES], joined[4096];
static unsigned long written;

unsigned long length_of(const char *text) {
  unsigned long length = 0;
  while (text[length]) length++;
  return length;
}

const char *in_folder(const char *folder, const char *name) {
  unsigned long at = 0;
  for (; *folder; folder++) joined[at++] = *folder;
  joined[at++] = '/';
  for (; *name; name++) joined[at++] = *name;
  joined[at] = 0;
  return joined;
}

static void add(const char *text) {
  while (*text && written < sizeof report - 1) report[written++] = *text++;
}

static void add_number(long number) {
  char digits[24];
  int at = sizeof digits - 1;
  digits[at] = 0;
  do digits[--at] = (char)('0' + number % 10);
  while ((number /= 10) > 0);
  add(digits + at);
}

static void attempt_each(const struct attempt *attempts, const struct target *target) {
  for (; attempts->name; attempts++) {
    long outcome = attempts->make(target);
    add(attempts->name);
    add("\t");
    if (outcome >= 0) add("reached");
    else add_number(-outcome);
    add("\n");
  }
}

/* A file over the limit is an error for this process then, and not its end. */
static void ignore_file_limit(void) {
  unsigned long action[4] = {1};
  CALL(__NR_rt_sigaction, FILE_TOO_LARGE_SIGNAL, action, 0, 8);
}

const char *attempt_all(const struct target *target) {
  written = 0;
  ignore_file_limit();
  if (target->bomb) explode(target);
  attempt_each(FILE_ATTEMPTS, target);
  attempt_each(NETWORK_ATTEMPTS, target);
  attempt_each(PROCESS_ATTEMPTS, target);
  attempt_each(KERNEL_ATTEMPTS, target);
  report[written] = 0;
  return report;
}

static char *next_line(char **rest) {
  char *line = *rest;
  while (**rest && **rest != '\n') ++*rest;
  if (**rest) *(*rest)++ = 0;
  return line;
}

static long next_number(char **rest) {
  long number = 0;
  for (const char *digit = next_line(rest); *digit; digit++) number = number * 10 + (*digit - '0');
  return number;
}

struct target read_targets(const char *path, const char *job) {
  struct target target = {0};
  char *rest = targets;
  long file = CALL(__NR_openat, AT_FDCWD, path, O_RDONLY, 0);
  long length = CALL(__NR_read, file, targets, sizeof targets - 1, 0);
  CALL(__NR_close, file, 0, 0, 0);
  targets[length > 0 ? length : 0] = 0;
  target.file = next_line(&rest), target.folder = next_line(&rest), target.job = next_line(&rest);
  target.key = next_line(&rest), target.table = next_line(&rest), target.other = next_line(&rest);
  target.temp = next_line(&rest), target.abstract = next_line(&rest);
  target.pid = next_number(&rest), target.tcp = next_number(&rest), target.udp = next_number(&rest);
  target.bomb = next_number(&rest);
  if (job) target.job = job;
  return target;
}
