#ifndef LOCKDOWN_H
#define LOCKDOWN_H

/*
 * The files that a child may open. It may read the folders of the office and of the fonts and the file of table styles, and
 * it may write the folder of its job. It sees nothing else of the profile: LibreOffice would build the toolbars that it
 * finds there.
 */
struct places {
  const char *office, *fonts, *styles, *job;
};

/*
 * Denies this process for good: sockets, other programs, new processes, signals to others, all files outside its places
 * (with Landlock, where the kernel has it), core dumps, and unlimited files or memory. Returns 0 if the kernel can filter
 * system calls but refuses this filter.
 */
int lock_down(const struct places *places, unsigned long memory);

/* Whether this kernel can filter system calls. */
int can_filter(void);

#endif
