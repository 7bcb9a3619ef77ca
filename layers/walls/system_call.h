#ifndef SYSTEM_CALL_H
#define SYSTEM_CALL_H

/* A system call. Gives its result, or the negative number of the error. Whoever compiles the walls defines it. */
long system_call(long number, long first, long second, long third, long fourth, long fifth, long sixth);

#endif
