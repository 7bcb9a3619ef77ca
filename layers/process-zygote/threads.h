#ifndef THREADS_H
#define THREADS_H

/* The other threads of this process: parked for good in the zygote, started again in each fork. */

/*
 * The first sets the handler of the signal that parks threads. The second notes this thread as the one that parks the others.
 */
void prepare_parking(void);
void note_control_thread(void);

/*
 * Parks all threads but this one. Returns a negative error number if one does not park: then this process is of no use any
 * more, because that thread may park later.
 */
long park_threads(void);

/* Lets parked threads go on. */
void release_threads(void);

/*
 * In a fork, whose only thread this is: starts all parked threads again, and becomes the main thread. Each goes on in the
 * handler of its signal, which returns to where the thread was. Does not return.
 */
__attribute__((noreturn)) void resume_threads(void);

#endif
