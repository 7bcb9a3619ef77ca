#ifndef LOCKDOWN_H
#define LOCKDOWN_H

/* Folders that a child may see: the office, the fonts and the office's profile to read, its job's folder to write. */
struct places {
  const char *office, *fonts, *profile, *job;
};

/*
 * Takes from this process, for good: sockets, other programs, new processes, signals to others, every file outside its
 * places (Landlock, where the kernel has it), core dumps, and files or memory without bound. Gives 0 where the kernel
 * could filter system calls and does not.
 */
int lock_down(const struct places *places, unsigned long memory);

/* Whether this kernel can filter system calls. */
int can_filter(void);

#endif
