#ifndef SWEEP_H
#define SWEEP_H

/* Removes a folder with all that is in it. */
void sweep(const char *folder);

#endif
