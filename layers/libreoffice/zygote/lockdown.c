#define _GNU_SOURCE
#include "lockdown.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#define MAX_FILE_BYTES (2UL << 30)
#define X32_SYSCALL_BIT 0x40000000

#define REFER_RIGHT (1UL << 13)
#define TRUNCATE_RIGHT (1UL << 14)
#define IOCTL_RIGHT (1UL << 15)
#define TCP_RIGHTS 3
#define SCOPES 3
/* Whoever reads a result must find a file, and not something that stands for another file. */
#define LINK_RIGHTS                                                                                                     \
  (LANDLOCK_ACCESS_FS_MAKE_SYM | LANDLOCK_ACCESS_FS_MAKE_FIFO | LANDLOCK_ACCESS_FS_MAKE_SOCK |                          \
   LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_BLOCK)

struct ruleset {
  unsigned long files, network, scopes;
};

static void limit(int what, unsigned long value) {
  struct rlimit both = {value, value};
  setrlimit(what, &both);
}

static void allow(int rules, const char *folder, unsigned long access) {
  struct landlock_path_beneath_attr beneath = {.allowed_access = access};
  beneath.parent_fd = open(folder, O_PATH | O_CLOEXEC);
  if (beneath.parent_fd < 0) return;
  syscall(__NR_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &beneath, 0);
  close(beneath.parent_fd);
}

/* The rights that Landlock of this version knows (Documentation/userspace-api/landlock.rst). */
static struct ruleset rights_of(int version) {
  struct ruleset all = {.files = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1};
  if (version >= 2) all.files |= REFER_RIGHT;
  if (version >= 3) all.files |= TRUNCATE_RIGHT;
  if (version >= 4) all.network = TCP_RIGHTS;
  if (version >= 5) all.files |= IOCTL_RIGHT;
  if (version >= 6) all.scopes = SCOPES;
  return all;
}

/*
 * Denies all other files, and where the kernel can, all TCP ports and all signals and sockets of other processes, with Landlock,
 * which Linux has since 5.13. On older kernels only the configuration protects them.
 */
static void restrict_files(const struct places *places) {
  int version = syscall(__NR_landlock_create_ruleset, 0, 0, LANDLOCK_CREATE_RULESET_VERSION);
  unsigned long reads = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
  struct ruleset handled = rights_of(version);
  unsigned long size = version >= 6 ? sizeof handled : version >= 4 ? 16 : 8;
  int rules = syscall(__NR_landlock_create_ruleset, &handled, size, 0);
  if (rules < 0) return;
  allow(rules, places->office, reads | LANDLOCK_ACCESS_FS_EXECUTE);
  allow(rules, places->fonts, reads);
  allow(rules, places->styles, LANDLOCK_ACCESS_FS_READ_FILE);
  allow(rules, "/dev/null", LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE);
  allow(rules, "/dev/urandom", LANDLOCK_ACCESS_FS_READ_FILE);
  allow(rules, places->job, handled.files & ~(LINK_RIGHTS | IOCTL_RIGHT));
  syscall(__NR_landlock_restrict_self, rules, 0);
  close(rules);
}

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define GIVE(verdict) BPF_STMT(BPF_RET | BPF_K, verdict)
#define REFUSED (SECCOMP_RET_ERRNO | EACCES)
#define SKIP(call) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1), GIVE(SECCOMP_RET_ERRNO)
#define REFUSE(call) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1), GIVE(REFUSED)

static int filter_system_calls(void) {
  unsigned int self = getpid();
  struct sock_filter filter[] = {
      LOAD(arch),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_X86_64, 1, 0), GIVE(SECCOMP_RET_KILL_PROCESS),
      LOAD(nr),
      /* The result is read at once and removed, so it need not be written to the disk. */
      SKIP(__NR_fsync), SKIP(__NR_fdatasync),
      BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, X32_SYSCALL_BIT, 0, 1), GIVE(SECCOMP_RET_KILL_PROCESS),
      REFUSE(__NR_socket), REFUSE(__NR_socketpair), REFUSE(__NR_connect), REFUSE(__NR_bind), REFUSE(__NR_listen),
      REFUSE(__NR_accept), REFUSE(__NR_accept4), REFUSE(__NR_sendto), REFUSE(__NR_sendmsg), REFUSE(__NR_sendmmsg),
      REFUSE(__NR_execve), REFUSE(__NR_execveat), REFUSE(__NR_fork), REFUSE(__NR_vfork),
      REFUSE(__NR_ptrace), REFUSE(__NR_process_vm_readv), REFUSE(__NR_process_vm_writev), REFUSE(__NR_pidfd_open),
      REFUSE(__NR_kill), REFUSE(__NR_tkill), REFUSE(__NR_rt_sigqueueinfo), REFUSE(__NR_rt_tgsigqueueinfo),
      REFUSE(__NR_pidfd_send_signal), REFUSE(__NR_prlimit64), REFUSE(__NR_setrlimit),
      REFUSE(__NR_mount), REFUSE(__NR_unshare), REFUSE(__NR_setns), REFUSE(__NR_bpf), REFUSE(__NR_keyctl),
      REFUSE(__NR_add_key), REFUSE(__NR_request_key), REFUSE(__NR_io_uring_setup), REFUSE(__NR_userfaultfd),
      REFUSE(__NR_perf_event_open), REFUSE(__NR_shmget), REFUSE(__NR_shmat), REFUSE(__NR_mq_open),
      /* Landlock does not know modes, owners, times and watches, and its first versions allow truncate for any file. */
      REFUSE(__NR_truncate), REFUSE(__NR_chmod), REFUSE(__NR_fchmod), REFUSE(__NR_fchmodat), REFUSE(__NR_chown),
      REFUSE(__NR_fchown), REFUSE(__NR_lchown), REFUSE(__NR_fchownat), REFUSE(__NR_utime), REFUSE(__NR_utimes),
      REFUSE(__NR_utimensat), REFUSE(__NR_futimesat), REFUSE(__NR_setxattr), REFUSE(__NR_lsetxattr), REFUSE(__NR_fsetxattr),
      REFUSE(__NR_inotify_init), REFUSE(__NR_inotify_init1), REFUSE(__NR_inotify_add_watch), REFUSE(__NR_symlink),
      REFUSE(__NR_symlinkat), REFUSE(__NR_link), REFUSE(__NR_linkat), REFUSE(__NR_mknod), REFUSE(__NR_mknodat),
      REFUSE(__NR_name_to_handle_at), REFUSE(__NR_open_by_handle_at),
      REFUSE(__NR_setsid), REFUSE(__NR_setpgid), REFUSE(__NR_setpriority), REFUSE(__NR_sched_setaffinity),
      REFUSE(__NR_sched_setscheduler), REFUSE(__NR_kcmp), REFUSE(__NR_msgget), REFUSE(__NR_semget),
      REFUSE(__NR_chroot), REFUSE(__NR_pivot_root), REFUSE(__NR_umount2), REFUSE(__NR_personality),
      /* The C library falls back to clone, whose flags can be checked: only threads are allowed. */
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_clone3, 0, 1), GIVE(SECCOMP_RET_ERRNO | ENOSYS),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_clone, 0, 4), LOAD(args[0]),
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 0, 1), GIVE(SECCOMP_RET_ALLOW), GIVE(REFUSED),
      /* A process may signal itself, which is how it aborts. */
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_tgkill, 0, 4), LOAD(args[0]),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, self, 0, 1), GIVE(SECCOMP_RET_ALLOW), GIVE(REFUSED),
      GIVE(SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

int can_filter(void) { return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, 0) != 0 && errno == EFAULT; }

int lock_down(const struct places *places, unsigned long memory) {
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, MAX_FILE_BYTES);
  /* zygote.c checks the memory of children at intervals. This limit stops a child that grows faster. */
  limit(RLIMIT_DATA, memory * 4);
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  restrict_files(places);
  return filter_system_calls() || !can_filter();
}
