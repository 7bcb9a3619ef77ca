#include "attempts.h"

#define MAX_THREADS 5000
#define MAX_FILES 4096
#define FILE_BYTES (1 << 20)
#define FLAGS (CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM)

/* Threads that never use their stack may share one. */
static char stack[4096] __attribute__((aligned(16)));

/* Starts a thread that only waits. */
static long start_idle_thread(void) {
  long result;
  __asm__ volatile("xor %%edx, %%edx\n xor %%r10, %%r10\n xor %%r8, %%r8\n"
                   "syscall\n"
                   "test %%rax, %%rax\n jnz 2f\n"
                   "1: mov %[pause], %%eax\n syscall\n jmp 1b\n"
                   "2:\n"
                   : "=a"(result)
                   : "a"((long)__NR_clone), "D"((long)FLAGS), "S"(stack + sizeof stack), [pause] "i"(__NR_pause)
                   : "rcx", "rdx", "r8", "r10", "r11", "memory");
  return result;
}

static void fill_disk(const char *folder) {
  static char bytes[FILE_BYTES];
  char name[] = "0000";
  long done = 0;
  for (int file = 0; file < MAX_FILES && done >= 0; file++) {
    for (int digit = 0, left = file; digit < 4; digit++, left /= 10) name[3 - digit] = (char)('0' + left % 10);
    done = CALL(__NR_openat, AT_FDCWD, in_folder(folder, name), O_WRONLY | O_CREAT, 0600);
    if (done < 0) return;
    long written = CALL(__NR_write, done, bytes, sizeof bytes, 0);
    CALL(__NR_close, done, 0, 0, 0);
    done = written;
  }
}

void explode(const struct target *target) {
  if (target->bomb == DISK_BOMB) fill_disk(target->job);
  for (int i = 0; target->bomb == THREAD_BOMB && i < MAX_THREADS; i++)
    if (start_idle_thread() < 0) break;
  for (;;) CALL(__NR_pause, 0, 0, 0, 0);
}
