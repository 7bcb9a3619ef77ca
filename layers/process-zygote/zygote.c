/*
 * A library that a process loads first (LD_PRELOAD, ld.so(8)), by which a warm Chromium or Node, the zygote, forks a process for
 * each document or account. A fork goes on with all threads where the zygote stopped, with kernel objects of its own, behind
 * walls of its own. For Linux on x86-64. Of the C library it uses only `environ`, `errno` and the data of threads.
 *
 * A control thread, which the C library does not know, waits for requests. At the first one it parks all other threads for
 * good, so the zygote never runs again: all forks begin alike, and it takes no processor time. The control thread shares the
 * main thread's C library data, so it calls the kernel alone.
 */
#include "zygote.h"
#include "../proc/huge_pages.h"
#include "../proc/text.h"
#include "../walls/kernel.h"
#include "objects.h"
#include "processors.h"
#include "threads.h"
#include <linux/mman.h>
#include <linux/time.h>

#define STACK_BYTES 262144
/* A program that is at rest has nothing to read after some milliseconds. */
#define FREEZE_ATTEMPTS 20
#define FREEZE_PAUSE_NS 5000000L
#define CONTROL_THREAD_FLAGS (CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM)
#define ALL_SIGNALS (~0UL)
#define SIGNAL_SET_BYTES 8
#define SET_SIGNAL_MASK 2
/* A number of the C library's <sys/socket.h>. */
#define INET_FAMILY 2

#define EXPORTED __attribute__((visibility("default")))

static int channel = -1, zygote_port;

__attribute__((noreturn)) static void leave(void) {
  for (;;) CALL(__NR_exit_group, 0, 0, 0, 0);
}

/*
 * Stops the program, and lists what its forks replace. While a thread has bytes to read, the program goes on for a moment. For
 * any other error it goes on too, but forks nothing; only a thread that does not park ends it.
 */
static long stop_program(const int received[MAX_SENT]) {
  struct __kernel_timespec pause = {0, FREEZE_PAUSE_NS};
  for (int attempt = 1;; attempt++) {
    if (park_threads() < 0) leave();
    long result = list_objects(channel, received);
    if (result >= 0) return result;
    release_threads();
    if (result != -EBUSY || attempt == FREEZE_ATTEMPTS) return result;
    CALL(__NR_nanosleep, &pause, 0, 0, 0);
  }
}

/* V8 keeps its heap from forks (MADV_DONTFORK). */
static long share_with_forks(const struct mapping *mapping) {
  CALL(__NR_madvise, mapping->start, mapping->end - mapping->start, MADV_DOFORK, 0);
  return 0;
}

/* Stops the program for good. */
static long freeze(const int received[MAX_SENT]) {
  static int is_frozen;
  /* If the program ignores the ends of its children, the kernel gives their numbers to others before the server knows. */
  static const struct action {
    void *handler;
    unsigned long flags;
    void *restorer;
    unsigned long mask;
  } by_default;
  if (is_frozen) return 0;
  long result = stop_program(received);
  if (result < 0) return result;
  if (variable("ZYGOTE_HUGE_PAGES") && move_to_huge_pages(ALL_HUGE_PAGES) < 0) leave();
  for_mappings(share_with_forks);
  CALL(__NR_rt_sigaction, CHILD_SIGNAL, &by_default, 0, SIGNAL_SET_BYTES);
  is_frozen = 1;
  return 0;
}

static int answer_to(const struct request *request, const int received[MAX_SENT]) {
  if (request->pid == ASK_FOR_ANSWER) return 0;
  if (request->pid < ASK_FOR_ANSWER) return use_all_processors(-request->pid);
  if (request->pid != ASK_FOR_FORK) {
    CALL(__NR_wait4, request->pid, 0, 0, 0);
    return 0;
  }
  if (received[0] < 0) return -EBADF;
  long result = freeze(received);
  return result < 0 ? (int)result : fork_process(request, channel, received);
}

__attribute__((noreturn)) static void serve(void) {
  static struct request request;
  int received[MAX_SENT];
  note_control_thread();
  while (receive_request(channel, &request, sizeof request, received, 1) > 0) {
    int answer = answer_to(&request, received);
    close_received(received);
    send_answer(channel, answer);
  }
  leave(); /* the server has ended */
}

static long start_control_thread(void) {
  long stack = system_call(__NR_mmap, 0, STACK_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (stack < 0) return stack;
  long result;
  register long nothing __asm__("r10") = 0;
  __asm__ volatile("syscall\n  test %%rax, %%rax\n  jnz 1f\n  xor %%ebp, %%ebp\n  call *%%rdx\n  ud2\n1:\n"
                   : "=a"(result)
                   : "a"(__NR_clone), "D"((long)CONTROL_THREAD_FLAGS), "S"(stack + STACK_BYTES), "d"(serve), "r"(nothing)
                   : "rcx", "r11", "r8", "r9", "memory");
  return result;
}

/* Runs before the program does. The control thread begins with all signals blocked, so that they reach the program. */
__attribute__((constructor)) static void begin(void) {
  const char *number = variable("ZYGOTE_CHANNEL"), *port = variable("ZYGOTE_PORT");
  if (!number) return;
  channel = (int)number_at(&number, 10);
  if (port) zygote_port = (int)number_at(&port, 10);
  CALL(__NR_fcntl, channel, F_SETFD, FD_CLOEXEC, 0);
  prepare_parking();
  unsigned long all = ALL_SIGNALS, before;
  CALL(__NR_rt_sigprocmask, 0, &all, &before, SIGNAL_SET_BYTES);
  start_control_thread();
  CALL(__NR_rt_sigprocmask, SET_SIGNAL_MASK, &before, 0, SIGNAL_SET_BYTES);
}

/* What follows takes the place of functions of the C library. */

extern int *__errno_location(void);

static int result_of(long result) {
  if (result >= 0) return (int)result;
  *__errno_location() = (int)-result;
  return -1;
}

/* Notes which sockets belong together. */
EXPORTED int socketpair(int domain, int type, int protocol, int ends[2]) {
  long result = CALL(__NR_socketpair, domain, type, protocol, ends);
  if (result == 0 && channel >= 0) note_pair(ends[0], ends[1]);
  return result_of(result);
}

/*
 * The command line names the port of the zygote's guard. A fork connects to the guard of its document instead. That is no
 * wall: the kernel keeps a fork from all other ports.
 */
EXPORTED int connect(int socket, const unsigned char *address, unsigned int length) {
  unsigned char changed[28];
  int is_guard = fork_port && length >= 8 && length <= sizeof changed && address[0] == INET_FAMILY && address[1] == 0 &&
                 address[2] == zygote_port >> 8 && address[3] == (zygote_port & 255);
  if (!is_guard) return result_of(CALL(__NR_connect, socket, address, length, 0));
  for (unsigned int i = 0; i < length; i++) changed[i] = address[i];
  changed[2] = (unsigned char)(fork_port >> 8), changed[3] = (unsigned char)fork_port;
  return result_of(CALL(__NR_connect, socket, changed, length, 0));
}
