#include "attempts.h"
#include <asm/sockios.h>

#define SIGNAL_CHILD 17
#define SEIZE 0x4206
#define DETACH 17
#define BOMB_FORKS 64
/* Numbers of the C library's <sys/socket.h>. */
#define UNIX_DOMAIN 1
#define STREAM_SOCKET 1

static const char *of_process(const struct target *t, const char *name) {
  static char path[64];
  char digits[16];
  int count = 0;
  for (long left = t->pid; left > 0; left /= 10) digits[count++] = (char)('0' + left % 10);
  digits[count] = 0;
  for (int i = 0; i < count / 2; i++) {
    char first = digits[i];
    digits[i] = digits[count - 1 - i], digits[count - 1 - i] = first;
  }
  const char *whole = in_folder("/proc", digits);
  for (unsigned long at = 0; at <= length_of(whole); at++) path[at] = whole[at];
  return in_folder(path, name);
}

static long open_of(const struct target *t, const char *name, long flags) {
  return CALL(__NR_openat, AT_FDCWD, of_process(t, name), flags | O_CLOEXEC, 0);
}

static long environment_of(const struct target *t) { return open_of(t, "environ", O_RDONLY); }
static long memory_of(const struct target *t) { return open_of(t, "mem", O_RDWR); }
static long files_of(const struct target *t) { return open_of(t, "fd", O_RDONLY | O_DIRECTORY); }
static long maps_of(const struct target *t) { return open_of(t, "maps", O_RDONLY); }
static long command_of(const struct target *t) { return open_of(t, "cmdline", O_RDONLY); }
static long score_of(const struct target *t) { return open_of(t, "oom_score_adj", O_WRONLY); }
static long list_processes(const struct target *t) {
  return (void)t, CALL(__NR_openat, AT_FDCWD, "/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);
}
static long ask(const struct target *t) { return CALL(__NR_kill, t->pid, 0, 0, 0); }
static long ask_everyone(const struct target *t) { return (void)t, CALL(__NR_kill, -1, 0, 0, 0); }
static long ask_thread(const struct target *t) { return CALL(__NR_tgkill, t->pid, t->pid, 0, 0); }
static long ask_thread_2(const struct target *t) { return CALL(__NR_tkill, t->pid, 0, 0, 0); }
static long queue_signal(const struct target *t) {
  int info[32] = {0, 0, -1};
  return CALL(__NR_rt_sigqueueinfo, t->pid, 0, info, 0);
}
static long trace(const struct target *t) {
  long done = CALL(__NR_ptrace, SEIZE, t->pid, 0, 0);
  if (done >= 0) CALL(__NR_ptrace, DETACH, t->pid, 0, 0);
  return done;
}
static long read_memory(const struct target *t) {
  unsigned long own[2] = {0}, far[2] = {0};
  return system_call(__NR_process_vm_readv, t->pid, (long)own, 1, (long)far, 1, 0);
}
static long open_process(const struct target *t) { return CALL(__NR_pidfd_open, t->pid, 0, 0, 0); }
static long compare(const struct target *t) { return CALL(__NR_kcmp, CALL(__NR_getpid, 0, 0, 0, 0), t->pid, 2, 0); }
static long change_limits(const struct target *t) {
  unsigned long none[2] = {0, 0};
  return CALL(__NR_prlimit64, t->pid, RLIMIT_CORE, none, 0);
}
static long change_priority(const struct target *t) { return CALL(__NR_setpriority, 0, t->pid, 1, 0); }
static long bind_processor(const struct target *t) {
  unsigned long all[16];
  for (int i = 0; i < 16; i++) all[i] = ~0UL;
  return CALL(__NR_sched_setaffinity, t->pid, sizeof all, all, 0);
}
static long fork_with(long call) {
  long child = CALL(call, call == __NR_clone ? SIGNAL_CHILD : 0, 0, 0, 0);
  if (child == 0) CALL(__NR_exit_group, 0, 0, 0, 0);
  if (child > 0) CALL(__NR_wait4, child, 0, 0, 0);
  return child;
}
static long fork_once(const struct target *t) { return (void)t, fork_with(__NR_fork); }
static long clone_once(const struct target *t) { return (void)t, fork_with(__NR_clone); }
static long clone_once_3(const struct target *t) {
  unsigned long options[8] = {0, 0, 0, 0, SIGNAL_CHILD};
  (void)t;
  long child = CALL(__NR_clone3, options, sizeof options, 0, 0);
  if (child == 0) CALL(__NR_exit_group, 0, 0, 0, 0);
  if (child > 0) CALL(__NR_wait4, child, 0, 0, 0);
  return child;
}
static long fork_bomb(const struct target *t) {
  long child = 0;
  for (int i = 0; i < BOMB_FORKS && child >= 0; i++) child = fork_once(t);
  return child;
}
static long leave_group(const struct target *t) {
  (void)t;
  long group = CALL(__NR_getpgrp, 0, 0, 0, 0), left = CALL(__NR_setpgid, 0, 0, 0, 0);
  if (left >= 0) CALL(__NR_setpgid, 0, group, 0, 0);
  return left;
}
static long leave_session(const struct target *t) { return (void)t, CALL(__NR_setsid, 0, 0, 0, 0); }
static long outlive(const struct target *t) { return (void)t, CALL(__NR_prctl, PR_SET_PDEATHSIG, 0, 0, 0); }
static long own_signals(const struct target *t) {
  int ends[2];
  long made = CALL(__NR_pipe2, ends, 0, 0, 0);
  return made < 0 ? made : CALL(__NR_fcntl, ends[0], F_SETOWN, t->pid, 0);
}
static long send_signals(const struct target *t) {
  int ends[2];
  long made = CALL(__NR_pipe2, ends, 0, 0, 0);
  return (void)t, made < 0 ? made : CALL(__NR_fcntl, ends[0], F_SETFL, FASYNC, 0);
}
static long own_signals_2(const struct target *t) {
  int ends[2], owner = (int)t->pid;
  long made = CALL(__NR_socketpair, UNIX_DOMAIN, STREAM_SOCKET, 0, ends);
  return made < 0 ? made : CALL(__NR_ioctl, ends[0], FIOSETOWN, &owner, 0);
}
static long lease(const struct target *t) {
  const char *path = in_folder(t->job, "leased");
  long file = CALL(__NR_openat, AT_FDCWD, path, O_WRONLY | O_CREAT, 0600);
  if (file >= 0) CALL(__NR_close, file, 0, 0, 0), file = CALL(__NR_openat, AT_FDCWD, path, O_RDONLY, 0);
  return file < 0 ? file : CALL(__NR_fcntl, file, F_SETLEASE, F_RDLCK, 0);
}
/* Runs a program in a copy of this process where one can be made, and in this process otherwise. */
static long run_with(long call, const char **words) {
  const char *none[] = {0};
  long status = 0, child = CALL(__NR_fork, 0, 0, 0, 0);
  if (child > 0) return CALL(__NR_wait4, child, &status, 0, 0), (int)status ? -ENOEXEC : 0;
  long done = call == __NR_execve ? CALL(call, words[0], words, none, 0)
                                  : system_call(call, AT_FDCWD, (long)words[0], (long)words, (long)none, 0, 0);
  if (child == 0) CALL(__NR_exit_group, 1, 0, 0, 0);
  return done;
}
static long run_other(const struct target *t) {
  const char *words[] = {"/bin/true", 0};
  return (void)t, run_with(__NR_execve, words);
}
static long run_other_2(const struct target *t) {
  const char *words[] = {"/bin/true", 0};
  return (void)t, run_with(__NR_execveat, words);
}
static long run_loader(const struct target *t) {
  const char *words[] = {"/lib64/ld-linux-x86-64.so.2", "/bin/true", 0};
  return (void)t, run_with(__NR_execve, words);
}
static long run_itself(const struct target *t) {
  const char *words[] = {"/proc/self/exe", "nothing", 0};
  return (void)t, run_with(__NR_execve, words);
}
const struct attempt PROCESS_ATTEMPTS[] = {
    {"read the environment of the service", environment_of},
    {"open the memory of the service", memory_of},
    {"list the open files of the service", files_of},
    {"read the maps of the service", maps_of},
    {"read the command line of the service", command_of},
    {"make the service the first to end without memory", score_of},
    {"list the processes", list_processes},
    {"ask whether the service lives, by a signal", ask},
    {"signal every process", ask_everyone},
    {"signal a thread of the service", ask_thread},
    {"signal a thread of the service by its number", ask_thread_2},
    {"queue a signal for the service", queue_signal},
    {"trace the service", trace},
    {"read the memory of the service", read_memory},
    {"open the service by its number", open_process},
    {"compare two processes", compare},
    {"change the limits of the service", change_limits},
    {"change the priority of the service", change_priority},
    {"bind the service to a processor", bind_processor},
    {"fork", fork_once},
    {"clone a process", clone_once},
    {"clone a process by the newer call", clone_once_3},
    {"fork many processes", fork_bomb},
    {"leave its process group", leave_group},
    {"leave its session", leave_session},
    {"outlive its parent", outlive},
    {"have the service signalled for a pipe", own_signals},
    {"have the service signalled for a socket", own_signals_2},
    {"have signals sent for a pipe", send_signals},
    {"keep the service from opening a file", lease},
    {"run another program", run_other},
    {"run another program by its folder", run_other_2},
    {"run the loader of programs", run_loader},
    {"run its own program again", run_itself},
    {0, 0},
};
