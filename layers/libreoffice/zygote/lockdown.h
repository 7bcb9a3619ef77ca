#ifndef LOCKDOWN_H
#define LOCKDOWN_H

/*
 * What a child may see: the folders of the office and of the fonts and the file of table styles to read, its job's folder to
 * write. Of the profile, nothing else: LibreOffice would build the toolbars that it finds there.
 */
struct places {
  const char *office, *fonts, *styles, *job;
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
