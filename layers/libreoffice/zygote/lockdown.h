#ifndef LOCKDOWN_H
#define LOCKDOWN_H

/*
 * The paths that a child may use. It may read the folders of the office and of the fonts, the file of table styles and the
 * folder of the toolbars of presentations, and it may write to the folder of its job. It cannot read the rest of the profile,
 * because LibreOffice would build the toolbars in it.
 */
struct places {
  const char *office, *fonts, *styles, *slides, *job;
};

/*
 * Permanently denies this process sockets, other programs, new processes, signals to other processes, all files outside its
 * places (with Landlock, if the kernel has it), core dumps, unlimited files and memory, and writing to files that it shares with
 * other children. Returns 0 if the kernel can filter system calls or restrict files but refuses to.
 */
int lock_down(const struct places *places, unsigned long memory);

/* Whether this kernel can filter system calls. */
int can_filter(void);

#endif
