#ifndef ZYGOTE_H
#define ZYGOTE_H

#include "../zygote/channel.h"

#define MAX_HOME_BYTES 256
#define CHILD_SIGNAL 17

/*
 * A request (`../zygote/channel.h`). A number below ASK_FOR_ANSWER is that of a fork with its sign changed, which may run on all
 * processors from now on. A request for a fork brings the descriptor of a stream socket, which becomes the
 * protocol of the fork, and perhaps that of a file.
 */
struct request {
  int pid;
  /* The port of the fork's guard, to which it connects instead of the zygote's; 0 if it may not connect. */
  int port;
  /* The place of the processor that the fork runs on among those that it may use; a negative number for all. */
  int processor;
  /* The fork's folder, if it has one. Its path is as long as the zygote's, because it is written over it. */
  char home[MAX_HOME_BYTES];
};

/* The port of a fork's guard; 0 in the zygote. */
extern int fork_port;

/* Closes what a request brought. */
void close_received(const int received[MAX_SENT]);

/* Forks this process. Returns the fork's number, or a negative error number. Does not return in the fork. */
int fork_process(const struct request *request, int channel, const int received[MAX_SENT]);

#endif
