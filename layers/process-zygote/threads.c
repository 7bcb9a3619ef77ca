/*
 * How threads continue in another process: a signal's handler notes what the kernel keeps of its thread, and waits. A fork
 * has the memory of all threads, so it makes a new thread on the stack of each handler. The handler returns by
 * `sigreturn(2)`, which restores all registers and the signal mask. An interrupted system call is repeated, or returns EINTR,
 * as after any signal.
 */
#include "threads.h"
#include "../proc/text.h"
#include "../walls/kernel.h"
#include <asm/prctl.h>
#include <asm/siginfo.h>
#include <linux/futex.h>
#include <linux/time.h>

/* The last real-time signal but one: the C library and Chromium use neither it nor its neighbours. */
#define PARK_SIGNAL 63
#define ALL_SIGNALS (~0UL)
#define SIGNAL_SET_BYTES 8
/* Flags of `struct sigaction` (`sigaction(2)`): SA_SIGINFO, SA_RESTART, SA_RESTORER. */
#define ACTION_FLAGS (0x4 | 0x10000000 | 0x04000000)
#define THREAD_FLAGS                                                                                                     \
  (CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM | CLONE_SETTLS | CLONE_PARENT_SETTID | \
   CLONE_CHILD_CLEARTID)
#define RSEQ_SIGNATURE 0x53053053
#define RSEQ_BYTES 32
#define ROBUST_HEAD_BYTES 24
#define NAME_BYTES 16
#define MAX_THREADS 256
/*
 * The time for a thread to park. A thread in a system call that no signal interrupts, such as a read of a slow disk, parks
 * only after that call.
 */
#define PARK_TIMEOUT_NS 500000000L

#define EXIT_NO_THREAD 120
#define EXIT_NO_MAIN_THREAD 121

#define LOAD(place) __atomic_load_n(&(place), __ATOMIC_SEQ_CST)
#define STORE(place, value) __atomic_store_n(&(place), value, __ATOMIC_SEQ_CST)
#define ADD(place, value) __atomic_add_fetch(&(place), value, __ATOMIC_SEQ_CST)

/* What a thread needs to continue. */
struct thread {
  int tid;
  /* Where `park` has saved its registers. */
  unsigned long stack;
  unsigned long thread_pointer;
  /*
   * When the thread ends, the kernel clears this place, and wakes who waits for that. The C library keeps the thread's number
   * there.
   */
  int *tid_place;
  void *robust_list;
  char name[NAME_BYTES];
};

static struct thread threads[MAX_THREADS];
static int thread_count, control_tid, main_tid;
/* Parked threads wait until this changes. */
static int round_number;
static int parked_count;
static int is_fork;

/* Where the C library keeps the area of restartable sequences of each thread (rseq(2)), since glibc 2.35. */
extern const long __rseq_offset __attribute__((weak));
extern const unsigned int __rseq_size __attribute__((weak));

/* Saves the registers that a function keeps, and waits. A fork's thread begins at `resume`, on the same stack. */
void park(struct thread *thread);
__asm__(".text\n.globl park\n.hidden park\n.type park,@function\npark:\n"
        "  push %rbp\n  push %rbx\n  push %r12\n  push %r13\n  push %r14\n  push %r15\n  sub $8, %rsp\n"
        "  mov %rsp, 8(%rdi)\n"
        "  call wait_for_release\n"
        ".globl resume\n.hidden resume\nresume:\n"
        "  add $8, %rsp\n  pop %r15\n  pop %r14\n  pop %r13\n  pop %r12\n  pop %rbx\n  pop %rbp\n  ret\n"
        ".globl return_from_signal\n.hidden return_from_signal\nreturn_from_signal:\n  mov $15, %eax\n  syscall\n");
_Static_assert(__builtin_offsetof(struct thread, stack) == 8, "park writes there");
extern char return_from_signal[];

__attribute__((used)) void wait_for_release(void) {
  int round = LOAD(round_number);
  ADD(parked_count, 1);
  CALL(__NR_futex, &parked_count, FUTEX_WAKE_PRIVATE, 1, 0);
  while (LOAD(round_number) == round) CALL(__NR_futex, &round_number, FUTEX_WAIT_PRIVATE, round, 0);
}

/* Tells the kernel of a fork what only the thread itself can tell. */
static void restore_thread(const struct thread *thread) {
  CALL(__NR_set_robust_list, thread->robust_list, ROBUST_HEAD_BYTES, 0, 0);
  if (&__rseq_size && __rseq_size)
    CALL(__NR_rseq, thread->thread_pointer + (unsigned long)__rseq_offset, RSEQ_BYTES, 0, RSEQ_SIGNATURE);
  CALL(__NR_prctl, PR_SET_NAME, thread->name, 0, 0);
}

static void on_park_signal(int signal, siginfo_t *info, void *context) {
  (void)signal, (void)info, (void)context;
  int tid = (int)CALL(__NR_gettid, 0, 0, 0, 0);
  struct thread *thread = threads;
  while (thread < threads + MAX_THREADS && thread->tid != tid) thread++;
  if (thread == threads + MAX_THREADS) return;
  unsigned long length;
  CALL(__NR_arch_prctl, ARCH_GET_FS, &thread->thread_pointer, 0, 0);
  thread->tid_place = 0;
  CALL(__NR_prctl, PR_GET_TID_ADDRESS, &thread->tid_place, 0, 0);
  CALL(__NR_get_robust_list, 0, &thread->robust_list, &length, 0);
  CALL(__NR_prctl, PR_GET_NAME, thread->name, 0, 0);
  park(thread);
  if (is_fork) restore_thread(thread);
}

/* The kernel's `struct sigaction`. */
struct action {
  void (*handler)(int, siginfo_t *, void *);
  unsigned long flags;
  void *restorer;
  unsigned long mask;
};

void prepare_parking(void) {
  struct action action = {on_park_signal, ACTION_FLAGS, return_from_signal, ALL_SIGNALS};
  CALL(__NR_rt_sigaction, PARK_SIGNAL, &action, 0, SIGNAL_SET_BYTES);
  main_tid = (int)CALL(__NR_getpid, 0, 0, 0, 0);
}

void note_control_thread(void) { control_tid = (int)CALL(__NR_gettid, 0, 0, 0, 0); }

static long add_thread(int tid) {
  if (tid == control_tid) return 0;
  for (int i = 0; i < thread_count; i++)
    if (threads[i].tid == tid) return 0;
  if (thread_count == MAX_THREADS) return -E2BIG;
  struct thread *thread = &threads[thread_count];
  STORE(thread->tid, tid);
  if (CALL(__NR_tgkill, main_tid, tid, PARK_SIGNAL, 0) == 0) thread_count++;
  else STORE(thread->tid, 0); /* it has ended */
  return 0;
}

void release_threads(void) {
  ADD(round_number, 1);
  CALL(__NR_futex, &round_number, FUTEX_WAKE_PRIVATE, MAX_THREADS, 0);
  thread_count = 0;
  for (int i = 0; i < MAX_THREADS; i++) threads[i].tid = 0;
}

/*
 * A kernel without CONFIG_CHECKPOINT_RESTORE does not tell the places that it clears. Then they are found: at one distance
 * from all thread pointers, each thread has its own number. Without them a fork could not wait for the end of a thread.
 */
static long find_tid_places(void) {
  int known = 0;
  while (known < thread_count && threads[known].tid_place) known++;
  if (known == thread_count) return 0;
  for (unsigned long offset = 64; offset < 2048; offset += sizeof(int)) {
    int equal = 0;
    while (equal < thread_count && *(int *)(threads[equal].thread_pointer + offset) == threads[equal].tid) equal++;
    if (equal < thread_count) continue;
    for (int i = 0; i < thread_count; i++) threads[i].tid_place = (int *)(threads[i].thread_pointer + offset);
    return 0;
  }
  return -ESRCH;
}

long park_threads(void) {
  struct __kernel_timespec limit = {0, PARK_TIMEOUT_NS};
  STORE(parked_count, 0);
  thread_count = 0;
  /* A thread may have started another one before it was parked. */
  for (int known = -1; known != thread_count;) {
    known = thread_count;
    long result = for_numbers("/proc/self/task", add_thread);
    if (result < 0) return result;
    for (int parked; (parked = LOAD(parked_count)) < thread_count;)
      if (CALL(__NR_futex, &parked_count, FUTEX_WAIT_PRIVATE, parked, &limit) == -ETIMEDOUT) return -ETIMEDOUT;
  }
  return find_tid_places();
}

static long start_thread(const struct thread *thread) {
  long result;
  register long tid_place __asm__("r10") = (long)thread->tid_place;
  register long thread_pointer __asm__("r8") = (long)thread->thread_pointer;
  __asm__ volatile("syscall\n  test %%rax, %%rax\n  jz resume\n"
                   : "=a"(result)
                   : "a"(__NR_clone), "D"((long)THREAD_FLAGS), "S"(thread->stack), "d"((long)thread->tid_place), "r"(tid_place),
                     "r"(thread_pointer)
                   : "rcx", "r11", "memory");
  return result;
}

__attribute__((noreturn)) static void become(const struct thread *thread) {
  CALL(__NR_set_tid_address, thread->tid_place, 0, 0, 0);
  *thread->tid_place = (int)CALL(__NR_getpid, 0, 0, 0, 0);
  CALL(__NR_arch_prctl, ARCH_SET_FS, thread->thread_pointer, 0, 0);
  __asm__ volatile("mov %0, %%rsp\n  jmp resume\n" : : "r"(thread->stack) : "memory");
  __builtin_unreachable();
}

void resume_threads(void) {
  const struct thread *main_thread = 0;
  is_fork = 1;
  for (int i = 0; i < thread_count; i++) {
    if (threads[i].tid == main_tid) main_thread = &threads[i];
    else if (start_thread(&threads[i]) < 0) CALL(__NR_exit_group, EXIT_NO_THREAD, 0, 0, 0);
  }
  if (!main_thread) CALL(__NR_exit_group, EXIT_NO_MAIN_THREAD, 0, 0, 0);
  become(main_thread);
}
