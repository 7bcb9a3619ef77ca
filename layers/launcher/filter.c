#include "confine.h"
#include "system.h"

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, __builtin_offsetof(struct seccomp_data, field))
#define GIVE(verdict) BPF_STMT(BPF_RET | BPF_K, verdict)
#define REFUSED (SECCOMP_RET_ERRNO | EPERM)
#define ABSENT (SECCOMP_RET_ERRNO | ENOSYS)
#define IS(value, yes, no) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, yes, no)
#define HAS(bits, yes, no) BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, yes, no)
#define REFUSE(call) IS(call, 0, 1), GIVE(REFUSED)

#define X32_SYSCALL_BIT 0x40000000
#define SOCKET_TYPE_MASK 0xf
#ifndef __NR_clone3
#define __NR_clone3 435
#endif
#ifndef __NR_fchmodat2
#define __NR_fchmodat2 452
#endif
#ifndef __NR_pidfd_open
#define __NR_pidfd_open 434
#endif
#ifndef __NR_pidfd_getfd
#define __NR_pidfd_getfd 438
#endif
#ifndef __NR_process_madvise
#define __NR_process_madvise 440
#endif
#ifndef __NR_process_mrelease
#define __NR_process_mrelease 448
#endif

int filter_system_calls(int may_connect) {
  unsigned int self = (unsigned int)CALL(__NR_getpid, 0, 0, 0, 0);
  /* No socket family has this number, so that no socket passes. */
  unsigned int inet = may_connect ? AF_INET : 0xffff, inet6 = may_connect ? AF_INET6 : 0xffff;
  struct sock_filter filter[] = {
      LOAD(arch),
      IS(AUDIT_ARCH_X86_64, 1, 0), GIVE(SECCOMP_RET_KILL_PROCESS),
      LOAD(nr),
      BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, X32_SYSCALL_BIT, 0, 1), GIVE(SECCOMP_RET_KILL_PROCESS),
      /* other processes */
      REFUSE(__NR_fork), REFUSE(__NR_vfork), REFUSE(__NR_ptrace), REFUSE(__NR_process_vm_readv), REFUSE(__NR_process_vm_writev),
      REFUSE(__NR_pidfd_open), REFUSE(__NR_pidfd_getfd), REFUSE(__NR_pidfd_send_signal), REFUSE(__NR_process_madvise),
      REFUSE(__NR_process_mrelease), REFUSE(__NR_kcmp),
      REFUSE(__NR_tkill), REFUSE(__NR_setsid), REFUSE(__NR_setpgid), REFUSE(__NR_setrlimit), REFUSE(__NR_migrate_pages),
      REFUSE(__NR_move_pages), REFUSE(__NR_setpriority), REFUSE(__NR_ioprio_set), REFUSE(__NR_sched_setaffinity),
      REFUSE(__NR_sched_setscheduler), REFUSE(__NR_sched_setparam), REFUSE(__NR_sched_setattr),
      /* shared memory and queues that outlive the process */
      REFUSE(__NR_shmget), REFUSE(__NR_shmat), REFUSE(__NR_msgget), REFUSE(__NR_semget), REFUSE(__NR_mq_open),
      /* files: what Landlock does not know, or does not know in its first versions */
      REFUSE(__NR_chmod), REFUSE(__NR_fchmod), REFUSE(__NR_fchmodat), REFUSE(__NR_fchmodat2), REFUSE(__NR_chown),
      REFUSE(__NR_fchown), REFUSE(__NR_lchown), REFUSE(__NR_fchownat), REFUSE(__NR_utime), REFUSE(__NR_utimes),
      REFUSE(__NR_utimensat), REFUSE(__NR_futimesat), REFUSE(__NR_truncate), REFUSE(__NR_symlink), REFUSE(__NR_symlinkat),
      REFUSE(__NR_link), REFUSE(__NR_linkat), REFUSE(__NR_mknod), REFUSE(__NR_mknodat), REFUSE(__NR_setxattr),
      REFUSE(__NR_lsetxattr), REFUSE(__NR_fsetxattr), REFUSE(__NR_removexattr), REFUSE(__NR_lremovexattr),
      REFUSE(__NR_fremovexattr), REFUSE(__NR_inotify_init), REFUSE(__NR_inotify_init1), REFUSE(__NR_inotify_add_watch),
      REFUSE(__NR_fanotify_init), REFUSE(__NR_name_to_handle_at), REFUSE(__NR_open_by_handle_at),
      /* the kernel itself */
      REFUSE(__NR_mount), REFUSE(__NR_umount2), REFUSE(__NR_pivot_root), REFUSE(__NR_chroot), REFUSE(__NR_unshare),
      REFUSE(__NR_setns), REFUSE(__NR_bpf), REFUSE(__NR_keyctl), REFUSE(__NR_add_key), REFUSE(__NR_request_key),
      REFUSE(__NR_io_uring_setup), REFUSE(__NR_userfaultfd), REFUSE(__NR_perf_event_open), REFUSE(__NR_personality),
      /* servers */
      REFUSE(__NR_bind), REFUSE(__NR_listen), REFUSE(__NR_accept), REFUSE(__NR_accept4),
      /* The C library falls back to clone, whose flags can be checked: only threads are allowed. */
      IS(__NR_clone3, 0, 1), GIVE(ABSENT),
      IS(__NR_clone, 0, 4), LOAD(args[0]), HAS(CLONE_THREAD, 0, 1), GIVE(SECCOMP_RET_ALLOW), GIVE(REFUSED),
      /* A process may signal itself, which is how it aborts. */
      IS(__NR_kill, 3, 0), IS(__NR_tgkill, 2, 0), IS(__NR_rt_sigqueueinfo, 1, 0), IS(__NR_rt_tgsigqueueinfo, 0, 4),
      LOAD(args[0]), IS(self, 0, 1), GIVE(SECCOMP_RET_ALLOW), GIVE(REFUSED),
      /* A process may read its own limits. */
      IS(__NR_prlimit64, 0, 6), LOAD(args[2]), IS(0, 0, 3), LOAD(args[0]), IS(0, 0, 1), GIVE(SECCOMP_RET_ALLOW), GIVE(REFUSED),
      /* TCP clients: Landlock, or the proxy alone, decides where they connect. */
      IS(__NR_socket, 0, 11), LOAD(args[0]), IS(inet, 1, 0), IS(inet6, 0, 7),
      LOAD(args[1]), BPF_STMT(BPF_ALU | BPF_AND | BPF_K, SOCKET_TYPE_MASK), IS(SOCK_STREAM, 0, 4),
      LOAD(args[2]), IS(0, 1, 0), IS(IPPROTO_TCP, 0, 1), GIVE(SECCOMP_RET_ALLOW), GIVE(REFUSED),
      GIVE(SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
  return CALL(__NR_prctl, PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0) == 0;
}
