#ifndef ATTEMPTS_H
#define ATTEMPTS_H

#include "../../../../layers/walls/kernel.h"

/* What is attacked: paths, a process, ports. `job` is the folder that the engine itself may write. */
struct target {
  const char *file, *folder, *job, *key, *table, *other, *temp, *abstract;
  long pid, tcp, udp;
  long bomb; /* 0, or the only thing that is tried: THREAD_BOMB or DISK_BOMB */
};

/* A try to reach something. Gives 0 or more where it succeeds, and otherwise the negative number of the error. */
struct attempt {
  const char *name;
  long (*make)(const struct target *target);
};

/* Lists of attempts; each ends with an empty one. */
extern const struct attempt FILE_ATTEMPTS[], NETWORK_ATTEMPTS[], PROCESS_ATTEMPTS[], KERNEL_ATTEMPTS[];

#define THREAD_BOMB 1
#define DISK_BOMB 2

/* Starts as many threads, or writes as many files into the job's folder, as it can, and does not return. */
void explode(const struct target *target);

/* Reads the targets from a file with a line for each; a job's folder that is given replaces the one in the file. */
struct target read_targets(const char *path, const char *job);

/* Makes all attempts; gives the report, a line for each: its name, a tab, and `reached` or the number of the error. */
const char *attempt_all(const struct target *target);

/* The text `folder/name`, until the next call. */
const char *in_folder(const char *folder, const char *name);

unsigned long length_of(const char *text);

#endif
