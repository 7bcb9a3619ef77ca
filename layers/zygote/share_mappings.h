#ifndef SHARE_MAPPINGS_H
#define SHARE_MAPPINGS_H

/* Lets forks have all memory of this process: V8 excludes its heap (MADV_DONTFORK, `madvise(2)`). */
void share_mappings_with_forks(void);

#endif
