#include "attempts.h"

#define PRIVATE_NEW 01600
#define NEW_USERS 0x10000000
#define NO_RANDOM_ADDRESSES 0x0040000
#define OWN_KEYS -2

static long shared_memory(const struct target *t) { return (void)t, CALL(__NR_shmget, 0, 4096, PRIVATE_NEW, 0); }
static long queue(const struct target *t) { return (void)t, CALL(__NR_msgget, 0, PRIVATE_NEW, 0, 0); }
static long semaphore(const struct target *t) { return (void)t, CALL(__NR_semget, 0, 1, PRIVATE_NEW, 0); }
static long named_queue(const struct target *t) {
  (void)t;
  long made = CALL(__NR_mq_open, "platen-attempt", O_CREAT | O_RDWR, 0600, 0);
  CALL(__NR_mq_unlink, "platen-attempt", 0, 0, 0);
  return made;
}
static long add_key(const struct target *t) {
  return (void)t, system_call(__NR_add_key, (long)"user", (long)"platen", (long)"x", 1, OWN_KEYS, 0);
}
static long user_namespace(const struct target *t) { return (void)t, CALL(__NR_unshare, NEW_USERS, 0, 0, 0); }
static long io_ring(const struct target *t) {
  char parameters[120] = {0};
  return (void)t, CALL(__NR_io_uring_setup, 1, parameters, 0, 0);
}
static long personality(const struct target *t) { return (void)t, CALL(__NR_personality, NO_RANDOM_ADDRESSES, 0, 0, 0); }
static long file_system(const struct target *t) { return (void)t, CALL(__NR_fsopen, "tmpfs", 0, 0, 0); }
static long page_faults(const struct target *t) { return (void)t, CALL(__NR_userfaultfd, O_CLOEXEC, 0, 0, 0); }
static long counters(const struct target *t) {
  unsigned int options[32] = {1, 128};
  (void)t;
  return system_call(__NR_perf_event_open, (long)options, 0, -1, -1, 0, 0);
}
static long bpf_map(const struct target *t) {
  unsigned int options[32] = {2, 4, 4, 1};
  return (void)t, CALL(__NR_bpf, 0, options, sizeof options, 0);
}
/* Whether the environment of this process holds the operator's secret. */
static long secret(const struct target *t) {
  static char environment[65536];
  (void)t;
  long file = CALL(__NR_openat, AT_FDCWD, "/proc/self/environ", O_RDONLY, 0);
  long length = file < 0 ? 0 : CALL(__NR_read, file, environment, sizeof environment, 0);
  for (long at = 0; at + 6 < length; at++) {
    const char *word = "SECRET";
    int same = 0;
    while (same < 6 && environment[at + same] == word[same]) same++;
    if (same == 6) return 0;
  }
  return -ENOENT;
}

const struct attempt KERNEL_ATTEMPTS[] = {
    {"find a secret in its environment", secret},
    {"make shared memory", shared_memory},
    {"make a message queue", queue},
    {"make a semaphore", semaphore},
    {"make a named queue", named_queue},
    {"add a key to the kernel's ring", add_key},
    {"set up io_uring", io_ring},
    {"change its personality", personality},
    {"open a file system of its own", file_system},
    {"handle page faults", page_faults},
    {"count processor events", counters},
    {"make a map for programs in the kernel", bpf_map},
    {"enter a namespace of its own", user_namespace},
    {0, 0},
};
