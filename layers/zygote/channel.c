#include "channel.h"
#include "../walls/kernel.h"

/* Numbers of the C library's <sys/socket.h>. */
#define UNIX_FAMILY 1
#define STREAM_SOCKET 1
#define CLOSE_ON_EXEC 02000000
#define SOCKET_LEVEL 1
#define DESCRIPTORS 1
#define DO_NOT_WAIT 0x40
#define NO_SIGNAL 0x4000
#define RECEIVED_CLOSE_ON_EXEC 0x40000000

/* `struct iovec`, `struct msghdr` and `struct cmsghdr` with descriptors (`recvmsg(2)`, `cmsg(3)`). */
struct part {
  void *bytes;
  unsigned long length;
};
struct message {
  void *name;
  unsigned int name_length;
  struct part *parts;
  unsigned long count;
  void *control;
  unsigned long control_length;
  int flags;
};
struct control {
  unsigned long length;
  int level, type, descriptors[MAX_SENT];
};
#define CONTROL_LENGTH(count) (__builtin_offsetof(struct control, descriptors) + (count) * sizeof(int))

int create_pair(int pair[2]) { return (int)CALL(__NR_socketpair, UNIX_FAMILY, STREAM_SOCKET | CLOSE_ON_EXEC, 0, pair); }

int send_request(int channel, const void *request, unsigned long length, const int descriptors[MAX_SENT]) {
  unsigned long count = 0;
  struct control control = {0, SOCKET_LEVEL, DESCRIPTORS, {-1, -1}};
  for (; count < MAX_SENT && descriptors[count] >= 0; count++) control.descriptors[count] = descriptors[count];
  control.length = CONTROL_LENGTH(count);
  struct part part = {(void *)request, length};
  struct message message = {.parts = &part, .count = 1};
  if (count > 0) message.control = &control, message.control_length = sizeof control;
  long sent = CALL(__NR_sendmsg, channel, &message, NO_SIGNAL | DO_NOT_WAIT, 0);
  return sent < 0 ? (int)sent : 0;
}

int receive_request(int channel, void *request, unsigned long length, int descriptors[MAX_SENT], int may_wait) {
  struct control control = {.descriptors = {-1, -1}};
  struct part part = {request, length};
  struct message message = {.parts = &part, .count = 1, .control = &control, .control_length = sizeof control};
  long got;
  do got = CALL(__NR_recvmsg, channel, &message, RECEIVED_CLOSE_ON_EXEC | (may_wait ? 0 : DO_NOT_WAIT), 0);
  while (got == -EINTR);
  if (got < 0) return (int)got;
  for (int i = 0; i < MAX_SENT; i++) descriptors[i] = message.control_length ? control.descriptors[i] : -1;
  return got == (long)length;
}

void send_answer(int channel, int answer) { CALL(__NR_write, channel, &answer, sizeof answer, 0); }
