#ifndef OBJECTS_H
#define OBJECTS_H

#include "../proc/mappings.h"
#include "../zygote/channel.h"

/* The kernel's objects that a fork would share with the zygote: what descriptors lead to, and shared memory. */

enum kind { KEPT, PROTOCOL, EVENT, EPOLL, PIPE, PAIR, SILENT, FILE_OF_PROCESS, FILE_TO_READ, SHARED_MEMORY };

struct descriptor {
  int number;
  enum kind kind;
  /* As `open(2)` has them. */
  int flags;
  unsigned long inode, device, size, position;
  unsigned long event_count, event_id;
  int socket_type, passes_credentials;
  int is_replaced;
  /* The name of a file of the process below its folder in `/proc`. */
  char name[40];
};

/* What an epoll descriptor watches (epoll_ctl(2)). */
struct watch {
  int epoll, target;
  unsigned int events;
  unsigned long data;
};

#define MAX_DESCRIPTORS 512
#define MAX_WATCHES 512
#define MAX_MAPPINGS 256

struct objects {
  struct descriptor descriptors[MAX_DESCRIPTORS];
  struct watch watches[MAX_WATCHES];
  struct mapping mappings[MAX_MAPPINGS];
  int descriptor_count, watch_count, mapping_count;
};

extern struct objects objects;

/*
 * Two descriptors that a fork gets from the server. Chromium has its protocol pipe there (`--remote-debugging-pipe`), Node its
 * channel and the file for its result.
 */
#define PROTOCOL_INPUT 3
#define PROTOCOL_OUTPUT 4

/*
 * Lists the objects of this process, except the channel and what a request brought, which a fork does not keep. Returns a
 * negative error number if a fork would have to share an object: EOPNOTSUPP for an unknown kind, EBUSY for bytes that nobody has
 * read yet, E2BIG for too many objects.
 */
long list_objects(int channel, const int received[MAX_SENT]);

/*
 * Gives this process, a fork, objects of its own, and what it has received in the place of the two descriptors: if that is one
 * descriptor, in the place of both. Returns a negative error number if that cannot be done.
 */
long replace_objects(const int received[MAX_SENT]);

/* Notes that two sockets are a pair, because the kernel does not tell which ones are. */
void note_pair(int one, int other);

/* The inode of the other socket of a pair; 0 if it is not known. */
unsigned long peer_of(unsigned long inode);

#endif
