/*
 * The program in the place of a warm Chromium: it waits until it is a fork, which has no channel. The fork reads `targets` beside
 * the program, and writes its report to the protocol's pipe.
 */
#include "attempts.h"
#include "beside.h"
#include <linux/time.h>

#define PROTOCOL_OUTPUT 4
#define ZYGOTE_CHANNEL 5
#define POLL_INTERVAL_NS 2000000L

__attribute__((used)) static void start(long *stack) {
  struct __kernel_timespec interval = {0, POLL_INTERVAL_NS};
  while (CALL(__NR_fcntl, ZYGOTE_CHANNEL, F_GETFD, 0, 0) >= 0) CALL(__NR_nanosleep, &interval, 0, 0, 0);
  struct target target = read_targets(beside(program_of(stack)), home_of(stack));
  const char *report = attempt_all(&target);
  CALL(__NR_write, PROTOCOL_OUTPUT, report, length_of(report), 0);
  CALL(__NR_exit_group, 0, 0, 0, 0);
}

__asm__(".globl _start\n_start:\n  xor %rbp, %rbp\n  mov %rsp, %rdi\n  and $-16, %rsp\n  call start\n");
