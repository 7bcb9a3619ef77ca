#include "kernel.h"
#include "walls.h"
#include <asm/ioctls.h>
#include <asm/sockios.h>

#define LOAD_AT(offset) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offset)
#define LOAD(field) LOAD_AT(__builtin_offsetof(struct seccomp_data, field))
/* An argument has two words of 32 bits, the lower one first. */
#define LOAD_UPPER(field) LOAD_AT(__builtin_offsetof(struct seccomp_data, field) + 4)
#define GIVE(verdict) BPF_STMT(BPF_RET | BPF_K, verdict)
#define REFUSED (SECCOMP_RET_ERRNO | EPERM)
#define ABSENT (SECCOMP_RET_ERRNO | ENOSYS)
#define IS(value, yes, no) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, yes, no)
#define HAS(bits, yes, no) BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, yes, no)
#define REFUSE(call) IS(call, 0, 1), GIVE(REFUSED)
#define SKIP(call) IS(call, 0, 1), GIVE(SECCOMP_RET_ERRNO)

#define X32_SYSCALL_BIT 0x40000000
#define NO_CALL (X32_SYSCALL_BIT - 1)

/* Numbers of the C library's <sys/socket.h>. */
#define SOCKET_TYPE_MASK 0xf
#define STREAM_SOCKET 1
#define DATAGRAM_SOCKET 2
#define INET_FAMILY 2
#define INET6_FAMILY 10
#define NO_FAMILY 0xffff
#define FAST_OPEN_FLAG 0x20000000
/* What O_TMPFILE has beyond O_DIRECTORY. */
#define NAMELESS_FLAG 020000000

/* What a program may reserve of a file at once. */
#define MAX_RESERVED_BYTES (64 * 1024 * 1024)

/* The flags by which the C library forks (CLONE_CHILD_CLEARTID, CLONE_CHILD_SETTID, SIGCHLD). */
#define FORK_FLAGS (CLONE_CHILD_CLEARTID | CLONE_CHILD_SETTID | 17)

/* Refuses a call whose flags have the bit. */
#define REFUSE_FLAG(call, argument, bit)                                                                                 \
  IS(call, 0, 4), LOAD(argument), HAS(bit, 0, 1), GIVE(REFUSED), GIVE(SECCOMP_RET_ALLOW)

/* Numbers that older headers lack. */
#ifndef __NR_clone3
#define __NR_clone3 435
#endif
#ifndef __NR_openat2
#define __NR_openat2 437
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
#ifndef __NR_setxattrat
#define __NR_setxattrat 463
#endif
#ifndef __NR_removexattrat
#define __NR_removexattrat 466
#endif
#ifndef __NR_file_setattr
#define __NR_file_setattr 469
#endif

static unsigned int lower(unsigned long value) { return (unsigned int)value; }
static unsigned int upper(unsigned long value) { return (unsigned int)(value >> 32); }

int filter_system_calls(const struct exceptions *allowed) {
  unsigned int self = (unsigned int)CALL(__NR_getpid, 0, 0, 0, 0);
  int may_connect = allowed->may_connect;
  unsigned int inet = may_connect ? INET_FAMILY : NO_FAMILY, inet6 = may_connect ? INET6_FAMILY : NO_FAMILY;
  unsigned int process = allowed->may_fork ? FORK_FLAGS : CLONE_THREAD;
  /* A filter is inherited: each fork may signal itself, and adds a filter that allows nothing more. */
  unsigned int equal_or_any = allowed->may_fork ? BPF_JGE : BPF_JEQ, own = allowed->may_fork ? 0 : self;
  struct sock_filter filter[] = {
      LOAD(arch),
      IS(AUDIT_ARCH_X86_64, 1, 0), GIVE(SECCOMP_RET_KILL_PROCESS),
      LOAD(nr),
      BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, X32_SYSCALL_BIT, 0, 1), GIVE(SECCOMP_RET_KILL_PROCESS),
      /* A result is read at once and then removed, so it need not be written to the disk. */
      SKIP(__NR_fsync), SKIP(__NR_fdatasync),
      /* Chromium reserves its shared memory. The C library would write each block of it instead, which takes a hundred times
         as long. The mode 0 grows the file, so the folder shows what is reserved. */
      IS(__NR_fallocate, 0, 10), LOAD(args[1]), IS(0, 0, 7), LOAD_UPPER(args[2]), IS(0, 0, 5), LOAD_UPPER(args[3]), IS(0, 0, 3),
      LOAD(args[3]), BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, MAX_RESERVED_BYTES, 1, 0), GIVE(SECCOMP_RET_ALLOW),
      GIVE(SECCOMP_RET_ERRNO | EOPNOTSUPP),
      /* A folder shows the size of all its files only while each has a name and the bytes that it takes. */
      IS(__NR_openat2, 0, 1), GIVE(ABSENT),
      REFUSE_FLAG(__NR_open, args[1], NAMELESS_FLAG), REFUSE_FLAG(__NR_openat, args[2], NAMELESS_FLAG),
      /* other processes */
      REFUSE(__NR_fork), REFUSE(__NR_vfork), REFUSE(__NR_ptrace), REFUSE(__NR_process_vm_readv), REFUSE(__NR_process_vm_writev),
      REFUSE(__NR_pidfd_open), REFUSE(__NR_pidfd_getfd), REFUSE(__NR_pidfd_send_signal), REFUSE(__NR_process_madvise),
      REFUSE(__NR_process_mrelease), REFUSE(__NR_kcmp),
      REFUSE(__NR_tkill), REFUSE(allowed->may_fork ? NO_CALL : __NR_setsid), REFUSE(__NR_setpgid), REFUSE(__NR_setrlimit), REFUSE(__NR_migrate_pages),
      REFUSE(__NR_move_pages), REFUSE(__NR_setpriority), REFUSE(__NR_ioprio_set), REFUSE(allowed->may_fork ? NO_CALL : __NR_sched_setaffinity),
      REFUSE(__NR_sched_setscheduler), REFUSE(__NR_sched_setparam), REFUSE(__NR_sched_setattr),
      /* shared memory and queues that outlive the process */
      REFUSE(__NR_shmget), REFUSE(__NR_shmat), REFUSE(__NR_msgget), REFUSE(__NR_semget), REFUSE(__NR_mq_open),
      /* files: what Landlock does not know, or does not know in its first versions */
      REFUSE(__NR_chmod), REFUSE(__NR_fchmod), REFUSE(__NR_fchmodat), REFUSE(__NR_fchmodat2), REFUSE(__NR_chown),
      REFUSE(__NR_fchown), REFUSE(__NR_lchown), REFUSE(__NR_fchownat), REFUSE(__NR_utime), REFUSE(__NR_utimes),
      REFUSE(__NR_utimensat), REFUSE(__NR_futimesat), REFUSE(__NR_truncate), REFUSE(__NR_symlink), REFUSE(__NR_symlinkat),
      REFUSE(__NR_link), REFUSE(__NR_linkat), REFUSE(__NR_mknod), REFUSE(__NR_mknodat), REFUSE(__NR_setxattr),
      REFUSE(__NR_lsetxattr), REFUSE(__NR_fsetxattr), REFUSE(__NR_removexattr), REFUSE(__NR_lremovexattr),
      REFUSE(__NR_fremovexattr), REFUSE(__NR_setxattrat), REFUSE(__NR_removexattrat), REFUSE(__NR_file_setattr),
      REFUSE(__NR_inotify_init), REFUSE(__NR_inotify_init1), REFUSE(__NR_inotify_add_watch),
      REFUSE(__NR_fanotify_init), REFUSE(__NR_name_to_handle_at), REFUSE(__NR_open_by_handle_at),
      /* the kernel itself */
      REFUSE(__NR_mount), REFUSE(__NR_umount2), REFUSE(__NR_open_tree), REFUSE(__NR_move_mount), REFUSE(__NR_fsopen),
      REFUSE(__NR_fsmount), REFUSE(__NR_fspick), REFUSE(__NR_mount_setattr), REFUSE(__NR_pivot_root), REFUSE(__NR_chroot), REFUSE(__NR_unshare),
      REFUSE(__NR_setns), REFUSE(__NR_bpf), REFUSE(__NR_keyctl), REFUSE(__NR_add_key), REFUSE(__NR_request_key),
      REFUSE(__NR_io_uring_setup), REFUSE(__NR_userfaultfd), REFUSE(__NR_perf_event_open), REFUSE(__NR_personality),
      /* servers */
      REFUSE(__NR_bind), REFUSE(__NR_listen), REFUSE(__NR_accept), REFUSE(__NR_accept4),
      /* clients */
      REFUSE(may_connect ? NO_CALL : __NR_connect), REFUSE(may_connect ? NO_CALL : __NR_socketpair),
      REFUSE(may_connect ? NO_CALL : __NR_sendto), REFUSE(may_connect ? NO_CALL : __NR_sendmsg),
      REFUSE(may_connect ? NO_CALL : __NR_sendmmsg),
      /* programs: the one that is started, by addresses that nobody can guess after that */
      REFUSE(__NR_execveat), IS(__NR_execve, 0, 14),
      LOAD(args[0]), IS(lower(allowed->program), 0, 11), LOAD_UPPER(args[0]), IS(upper(allowed->program), 0, 9),
      LOAD(args[1]), IS(lower(allowed->arguments), 0, 7), LOAD_UPPER(args[1]), IS(upper(allowed->arguments), 0, 5),
      LOAD(args[2]), IS(lower(allowed->environment), 0, 3), LOAD_UPPER(args[2]), IS(upper(allowed->environment), 0, 1),
      GIVE(SECCOMP_RET_ALLOW), GIVE(REFUSED),
      /* The C library falls back to clone, whose flags can be checked: only threads are allowed, and the forks of a zygote. */
      IS(__NR_clone3, 0, 1), GIVE(ABSENT),
      IS(__NR_clone, 0, 5), LOAD(args[0]), IS(process, 1, 0), HAS(CLONE_THREAD, 0, 1), GIVE(SECCOMP_RET_ALLOW), GIVE(REFUSED),
      /* A process may signal itself, which is how it aborts. */
      IS(__NR_kill, 3, 0), IS(__NR_tgkill, 2, 0), IS(__NR_rt_sigqueueinfo, 1, 0), IS(__NR_rt_tgsigqueueinfo, 0, 4),
      LOAD(args[0]), BPF_JUMP(BPF_JMP | equal_or_any | BPF_K, own, 0, 1), GIVE(SECCOMP_RET_ALLOW), GIVE(REFUSED),
      /* An engine ends with its parent, and a fork of a zygote asks for that before this filter. */
      IS(__NR_prctl, 0, 4), LOAD(args[0]), IS(allowed->may_fork ? NO_CALL : PR_SET_PDEATHSIG, 0, 1), GIVE(REFUSED), GIVE(SECCOMP_RET_ALLOW),
      /* The kernel signals the owner of a file, whoever that is. A lease keeps the service from opening a file. */
      IS(__NR_fcntl, 0, 11), LOAD(args[1]), IS(F_SETOWN, 7, 0), IS(F_SETSIG, 6, 0), IS(F_SETOWN_EX, 5, 0), IS(F_SETLEASE, 4, 0),
      IS(F_NOTIFY, 3, 0), IS(F_SETFL, 0, 3), LOAD(args[2]), HAS(FASYNC, 0, 1), GIVE(REFUSED), GIVE(SECCOMP_RET_ALLOW),
      IS(__NR_ioctl, 0, 6), LOAD(args[1]), IS(FIOSETOWN, 2, 0), IS(SIOCSPGRP, 1, 0), IS(FIOASYNC, 0, 1), GIVE(REFUSED),
      GIVE(SECCOMP_RET_ALLOW),
      /* A process may read its own limits. */
      IS(__NR_prlimit64, 0, 8), LOAD(args[2]), IS(0, 0, 5), LOAD_UPPER(args[2]), IS(0, 0, 3), LOAD(args[0]), IS(0, 0, 1),
      GIVE(SECCOMP_RET_ALLOW), GIVE(REFUSED),
      /* A message that opens its connection itself passes by Landlock (TCP Fast Open). */
      REFUSE_FLAG(__NR_sendto, args[3], FAST_OPEN_FLAG), REFUSE_FLAG(__NR_sendmsg, args[2], FAST_OPEN_FLAG),
      REFUSE_FLAG(__NR_sendmmsg, args[3], FAST_OPEN_FLAG),
      /* A pair of datagram sockets could be connected anew to any local socket. */
      IS(__NR_socketpair, 0, 5), LOAD(args[1]), BPF_STMT(BPF_ALU | BPF_AND | BPF_K, SOCKET_TYPE_MASK),
      IS(DATAGRAM_SOCKET, 0, 1), GIVE(REFUSED), GIVE(SECCOMP_RET_ALLOW),
      /* TCP clients: Landlock, or the proxy alone, decides if they connect. */
      IS(__NR_socket, 0, 11), LOAD(args[0]), IS(inet, 1, 0), IS(inet6, 0, 7),
      LOAD(args[1]), BPF_STMT(BPF_ALU | BPF_AND | BPF_K, SOCKET_TYPE_MASK), IS(STREAM_SOCKET, 0, 4),
      LOAD(args[2]), IS(0, 1, 0), IS(IPPROTO_TCP, 0, 1), GIVE(SECCOMP_RET_ALLOW), GIVE(REFUSED),
      GIVE(SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
  return CALL(__NR_prctl, PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0) == 0;
}
