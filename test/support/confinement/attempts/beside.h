#ifndef BESIDE_H
#define BESIDE_H

/* The stack that the kernel gives a program: the number of arguments, the arguments, and the environment. */

int starts_with(const char *text, const char *start);

const char *program_of(long *stack);

/* The value of HOME; 0 without it. */
char *home_of(long *stack);

/* The path of `targets` in the folder of a program. */
const char *beside(const char *program);

#endif
