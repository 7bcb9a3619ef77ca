#include "../proc/text.h"
#include "../walls/kernel.h"
#include "../walls/walls.h"
#include "objects.h"
#include "processors.h"
#include "threads.h"
#include "zygote.h"

#define KILL_SIGNAL 9
/*
 * The flags of the C library's `fork`, which the filter of a zygote allows. That `fork` itself is not called, because its
 * handlers would wait for locks that parked threads hold.
 */
#define FORK_FLAGS (CLONE_CHILD_CLEARTID | CLONE_CHILD_SETTID | CHILD_SIGNAL)
#define POLL_INPUT 1
/* Only a machine without memory makes a fork take longer. */
#define FORK_TIMEOUT_MS 2000
#define MAX_PATH_BYTES 4096

int fork_port;

extern char **environ;

/* Moves a fork to its own folder. The variables are changed in place, because the program may hold their addresses. */
static void move_home(const char *home) {
  unsigned long length = length_of(home);
  CALL(__NR_chdir, home, 0, 0, 0);
  for (char **variable = environ; variable && *variable; variable++) {
    const char *value = after(*variable, "HOME=");
    if (!value) value = after(*variable, "TMPDIR=");
    if (value && length_of(value) == length) put_text((char *)value, home);
  }
}

/*
 * Puts up the walls of a fork. Each line of the variable FORK_WALLS allows one path: it begins with `r`,
 * `x` or `w` for reading, executing or writing, and the path follows. Returns 0 if the kernel refuses a wall that it has.
 */
static int put_up_walls(const struct request *request) {
  static char path[MAX_PATH_BYTES];
  struct walls walls = find_walls();
  struct exceptions exceptions = {.may_connect = request->port != 0};
  int rules = create_rules(walls.landlock);
  for (const char *at = variable("FORK_WALLS"); at && *at;) {
    int access = *at == 'r' ? MAY_READ : *at == 'x' ? MAY_EXECUTE : *at == 'w' ? MAY_WRITE : 0;
    char *to = path;
    for (at++; *at && *at != '\n'; at++)
      if (to < path + sizeof path - 1) *to++ = *at;
    *to = 0;
    if (*at) at++;
    allow_path(rules, path, access);
  }
  if (*request->home) allow_path(rules, request->home, MAY_WRITE);
  if (request->port) allow_port(rules, (unsigned int)request->port);
  drop_privileges();
  if (!enforce_rules(rules)) return 0;
  return !walls.seccomp || filter_system_calls(&exceptions);
}

void close_received(const int received[MAX_SENT]) {
  for (int i = 0; i < MAX_SENT; i++)
    if (received[i] >= 0) CALL(__NR_close, received[i], 0, 0, 0);
}

static void leave(int code) {
  for (;;) CALL(__NR_exit_group, code, 0, 0, 0);
}

/* What the fork does: it ends with the zygote, and writes into the pipe `told` whether it goes on. */
__attribute__((noreturn)) static void run_fork(const struct request *request, int zygote, const int received[MAX_SENT], int told) {
  CALL(__NR_prctl, PR_SET_PDEATHSIG, KILL_SIGNAL, 0, 0);
  if (CALL(__NR_getppid, 0, 0, 0, 0) != zygote) leave(0);
  /* Sessions are the groups between which the kernel shares processors, and a process group is killed as a whole. */
  CALL(__NR_setsid, 0, 0, 0, 0);
  /* Threads that it starts below inherit this. */
  if (request->processor >= 0) use_one_processor(request->processor);
  int result = (int)replace_objects(received);
  close_received(received);
  fork_port = request->port;
  if (*request->home) move_home(request->home);
  if (result >= 0 && variable("FORK_WALLS") && !put_up_walls(request)) result = -EPERM;
  CALL(__NR_write, told, &result, sizeof result, 0);
  CALL(__NR_close, told, 0, 0, 0);
  if (result < 0) leave(1);
  resume_threads();
}

/* The fork's first word: 0, or a negative error number. A fork that says nothing in time is killed. */
static int first_word(int pid, int told) {
  struct {
    int descriptor;
    short events, happened;
  } poll = {told, POLL_INPUT, 0};
  int result = -EIO;
  long happened;
  do happened = CALL(__NR_poll, &poll, 1, FORK_TIMEOUT_MS, 0);
  while (happened == -EINTR);
  if (happened > 0) CALL(__NR_read, told, &result, sizeof result, 0);
  if (result < 0) CALL(__NR_kill, pid, KILL_SIGNAL, 0, 0), CALL(__NR_wait4, pid, 0, 0, 0);
  return result;
}

int fork_process(const struct request *request, int channel, const int received[MAX_SENT]) {
  int ends[2], zygote = (int)CALL(__NR_getpid, 0, 0, 0, 0);
  long pid = CALL(__NR_pipe2, ends, O_CLOEXEC, 0, 0);
  if (pid < 0) return (int)pid;
  pid = system_call(__NR_clone, FORK_FLAGS, 0, 0, 0, 0, 0);
  if (pid == 0) {
    CALL(__NR_close, channel, 0, 0, 0);
    CALL(__NR_close, ends[0], 0, 0, 0);
    run_fork(request, zygote, received, ends[1]);
  }
  CALL(__NR_close, ends[1], 0, 0, 0);
  int result = pid < 0 ? (int)pid : first_word((int)pid, ends[0]);
  CALL(__NR_close, ends[0], 0, 0, 0);
  return result < 0 ? result : (int)pid;
}
