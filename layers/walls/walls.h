#ifndef WALLS_H
#define WALLS_H

/* The walls that the running kernel has: the version of Landlock, 0 without it, and whether system calls can be filtered. */
struct walls {
  int landlock, seccomp;
};

/* The walls of this kernel. */
struct walls find_walls(void);

/* What may be done below a path. */
#define MAY_READ 1
#define MAY_EXECUTE 2
#define MAY_WRITE 4

/* A set of rules for Landlock; -1 if the kernel has none. Every right that this kernel knows is denied unless it is allowed. */
int create_rules(int landlock);

/* The same for a zygote, which leaves TCP to the rules of its forks. */
int create_rules_of_zygote(int landlock);

/* Allows what `access` says below a path. A path that does not exist allows nothing. */
void allow_path(int rules, const char *path, int access);

/* Allows TCP connections to this port of any address. */
void allow_port(int rules, unsigned int port);

/* Puts the rules in force for this process, for good. Returns 0 if the kernel refuses. Without rules it does nothing. */
int enforce_rules(int rules);

/*
 * What a filter allows although the list below refuses it: TCP clients; forks, with sessions and processors of their own;
 * `execve` with exactly these three addresses.
 */
struct exceptions {
  int may_connect, may_fork;
  unsigned long program, arguments, environment;
};

/*
 * Filters system calls for good: no sockets, no processes and programs, no signals to other processes, nothing that looks into
 * them, no changed owners, modes or times, no links and devices, no other groups and namespaces. Writes to the disk are not
 * awaited. Returns 0 if the kernel refuses.
 */
int filter_system_calls(const struct exceptions *exceptions);

/*
 * Gives up what only root has, and what set-user-ID programs would give. Root keeps the right to read any file, because the
 * code may be in a folder of another user; the rules decide which files are read.
 */
void drop_privileges(void);

/* Limits a resource (`setrlimit(2)`), for good. */
void limit_resource(int resource, unsigned long value);

/*
 * Limits how many more threads and processes of this user this process may start (RLIMIT_NPROC, which does not limit root).
 * Whoever watches the engine ends it much earlier; until then this keeps the machine from running out of them.
 */
void limit_threads(void);

/* The largest file that an engine may write. */
#define MAX_FILE_BYTES (2UL << 30)

/* Limits the size of files, and allows no core dumps. */
void limit_files(void);

#endif
