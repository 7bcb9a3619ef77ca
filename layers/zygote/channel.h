#ifndef CHANNEL_H
#define CHANNEL_H

/*
 * A request to the zygote. Each is answered with a number, in their order:
 *   ASK_FOR_FORK    fork a process that serves the descriptor: its number, or a negative number if that fails
 *   ASK_FOR_ANSWER  0
 *   another `pid`   wait until this fork has ended: 0
 */
struct request {
  int pid, descriptor;
};
#define ASK_FOR_FORK 0
#define ASK_FOR_ANSWER -1

/* Creates a pair of connected sockets, which programs do not inherit. Gives 0, or a negative error number. */
int create_pair(int pair[2]);

/* Sends a request without waiting; a negative descriptor is not sent. Gives 0, or a negative error number. */
int send_request(int channel, struct request request);

/* Receives a request. Gives 1, 0 if the other end is closed, or a negative error number. */
int receive_request(int channel, struct request *request, int may_wait);

/* Answers a request. */
void send_answer(int channel, int answer);

#endif
