#ifndef SYSTEM_H
#define SYSTEM_H

/* The kernel's own headers and system calls: the launcher has no C library, so that it runs on every x86-64 Linux. */
#include <asm/unistd.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>

/* A system call with up to four arguments. Gives its result, or the negative number of the error. */
static inline long system_call_4(long number, long first, long second, long third, long fourth) {
  long result;
  register long r10 __asm__("r10") = fourth;
  register long r8 __asm__("r8") = 0;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(number), "D"(first), "S"(second), "d"(third), "r"(r10), "r"(r8)
                   : "rcx", "r11", "memory");
  return result;
}

#define CALL(number, first, second, third, fourth)                                                                       \
  system_call_4(number, (long)(first), (long)(second), (long)(third), (long)(fourth))

/* Numbers that the headers of the C library would define. */
#define EPERM 1
#define EFAULT 14
#define EINVAL 22
#define ENOSYS 38
#define O_CLOEXEC 02000000
#define O_PATH 010000000
#define AF_INET 2
#define AF_INET6 10
#define SOCK_STREAM 1
#define IPPROTO_TCP 6
#define CLONE_THREAD 0x10000
#define RLIMIT_FSIZE 1
#define RLIMIT_CORE 4
#define PR_SET_SECCOMP 22
#define PR_SET_NO_NEW_PRIVS 38

#endif
