#ifndef CHANNEL_H
#define CHANNEL_H

/*
 * A request to a zygote begins with an int32. Each is answered with an int32, in their order:
 *   ASK_FOR_FORK    fork a process that serves the descriptor: its number, or a negative error number
 *   ASK_FOR_ANSWER  0
 *   another number  wait until this fork has ended: 0
 */
#define ASK_FOR_FORK 0
#define ASK_FOR_ANSWER -1

/* Creates a pair of connected sockets, which programs do not inherit. Returns 0, or a negative error number. */
int create_pair(int pair[2]);

#define MAX_SENT 2

/* Sends a request without waiting; a negative descriptor, and what follows it, is not sent. Returns 0, or a negative error number. */
int send_request(int channel, const void *request, unsigned long length, const int descriptors[MAX_SENT]);

/*
 * Receives a request of this length, and the descriptors that come with it or -1. Returns 1, 0 if the other end is closed, or a
 * negative error number.
 */
int receive_request(int channel, void *request, unsigned long length, int descriptors[MAX_SENT], int may_wait);

/* Answers a request. */
void send_answer(int channel, int answer);

#endif
