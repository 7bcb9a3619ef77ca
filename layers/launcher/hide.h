#ifndef HIDE_H
#define HIDE_H

/* Copies bytes to an address that nobody can guess. Returns 0 if the kernel gives no memory or no random numbers. */
void *hide(const void *bytes, unsigned long length);

#endif
