#ifndef MAPPINGS_H
#define MAPPINGS_H

/* A part of this process's memory, as a line of `/proc/PID/maps` tells it (proc_pid_maps(5)). */
struct mapping {
  unsigned long start, end, offset;
  /* Its file; the inode is 0 for memory without one. */
  unsigned long inode, device;
  int protection, is_shared, is_replaced;
  /* The path of its file, which no 0 ends. It is known only while the mappings are read. */
  const char *name;
  unsigned long name_length;
};

/* Calls `each` for all mappings, until a call returns a negative number, which is then the result. */
long for_mappings(long (*each)(const struct mapping *mapping));

#endif
