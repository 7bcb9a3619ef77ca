#ifndef CONFINE_H
#define CONFINE_H

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

/* A set of rules for Landlock; -1 where the kernel has none. Every right that this kernel knows is denied unless it is allowed. */
int create_rules(int landlock);

/* Allows what `access` says below a path. A path that does not exist allows nothing. */
void allow_path(int rules, const char *path, int access);

/* Allows TCP connections to this port of any address. */
void allow_port(int rules, unsigned int port);

/* Puts the rules in force for this process, for good. Returns 0 where the kernel refuses. */
int enforce_rules(int rules);

/*
 * Filters system calls for good: no sockets but TCP clients (none at all without `may_connect`), no processes, no signals to
 * other processes, nothing that looks into them, no changed owners, modes or times, no links and devices, no other groups and
 * namespaces. Returns 0 where the kernel refuses.
 */
int filter_system_calls(int may_connect);

/* Limits files to a size, and allows no core dumps. */
void limit_files(unsigned long file_bytes);

#endif
