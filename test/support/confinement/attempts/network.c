#include "attempts.h"

#define UNIX_FAMILY 1
#define INET_FAMILY 2
#define INET6_FAMILY 10
#define NETLINK_FAMILY 16
#define PACKET_FAMILY 17
#define STREAM 1
#define DATAGRAM 2
#define RAW 3
#define FAST_OPEN_FLAG 0x20000000
#define ICMP 1

struct inet_address {
  unsigned short family, port;
  unsigned char bytes[12];
};

static struct inet_address address_of(long port, unsigned int host) {
  struct inet_address address = {INET_FAMILY, (unsigned short)((port & 0xff) << 8 | (port >> 8 & 0xff)), {0}};
  for (int i = 0; i < 4; i++) address.bytes[i] = (unsigned char)(host >> (24 - 8 * i));
  return address;
}

static long socket_of(long family, long type, long protocol) { return CALL(__NR_socket, family, type, protocol, 0); }

static long connect_to(long port, unsigned int host) {
  struct inet_address address = address_of(port, host);
  long socket = socket_of(INET_FAMILY, STREAM, 0);
  long done = socket < 0 ? socket : CALL(__NR_connect, socket, &address, sizeof address, 0);
  if (socket >= 0) CALL(__NR_close, socket, 0, 0, 0);
  return done;
}

static long send_to(long type, long flags, long port, unsigned int host) {
  struct inet_address address = address_of(port, host);
  long socket = socket_of(INET_FAMILY, type, 0);
  long done = socket < 0 ? socket : system_call(__NR_sendto, socket, (long)"x", 1, flags, (long)&address, sizeof address);
  if (socket >= 0) CALL(__NR_close, socket, 0, 0, 0);
  return done;
}

#define LOOPBACK 0x7f000001
#define METADATA 0xa9fea9fe /* 169.254.169.254, where Lambda's runtime API is in 169.254 too */
#define PRIVATE 0x0a000005  /* 10.0.0.5 */

static long tcp_loopback(const struct target *t) { return connect_to(t->tcp, LOOPBACK); }
static long tcp_metadata(const struct target *t) { return connect_to(t->tcp, METADATA); }
static long tcp_private(const struct target *t) { return connect_to(t->tcp, PRIVATE); }
static long fast_open_loopback(const struct target *t) { return send_to(STREAM, FAST_OPEN_FLAG, t->tcp, LOOPBACK); }
static long fast_open_metadata(const struct target *t) { return send_to(STREAM, FAST_OPEN_FLAG, t->tcp, METADATA); }
static long udp_loopback(const struct target *t) { return send_to(DATAGRAM, 0, t->udp, LOOPBACK); }
static long udp_metadata(const struct target *t) { return send_to(DATAGRAM, 0, t->udp, METADATA); }
static long udp_private(const struct target *t) { return send_to(DATAGRAM, 0, t->udp, PRIVATE); }
static long udp_6(const struct target *t) { return (void)t, socket_of(INET6_FAMILY, DATAGRAM, 0); }
static long raw(const struct target *t) { return (void)t, socket_of(INET_FAMILY, RAW, ICMP); }
static long packet(const struct target *t) { return (void)t, socket_of(PACKET_FAMILY, RAW, 0); }
static long netlink(const struct target *t) { return (void)t, socket_of(NETLINK_FAMILY, RAW, 0); }
static long serve(const struct target *t) {
  struct inet_address address = address_of(0, LOOPBACK);
  (void)t;
  long socket = socket_of(INET_FAMILY, STREAM, 0);
  long bound = socket < 0 ? socket : CALL(__NR_bind, socket, &address, sizeof address, 0);
  return bound < 0 ? bound : CALL(__NR_listen, socket, 1, 0, 0);
}
static long local_socket(const struct target *t) {
  struct {
    unsigned short family;
    char name[64];
  } address = {UNIX_FAMILY, {0}};
  unsigned long length = length_of(t->abstract);
  for (unsigned long at = 0; at < length; at++) address.name[at + 1] = t->abstract[at];
  long socket = socket_of(UNIX_FAMILY, STREAM, 0);
  return socket < 0 ? socket : CALL(__NR_connect, socket, &address, 3 + length, 0);
}
static long datagram_pair(const struct target *t) {
  int pair[2];
  return (void)t, CALL(__NR_socketpair, UNIX_FAMILY, DATAGRAM, 0, pair);
}

const struct attempt NETWORK_ATTEMPTS[] = {
    {"connect to a port of the loopback address", tcp_loopback},
    {"connect to 169.254.169.254", tcp_metadata},
    {"connect to a private address", tcp_private},
    {"connect to a port of the loopback address by a fast open", fast_open_loopback},
    {"connect to 169.254.169.254 by a fast open", fast_open_metadata},
    {"send a datagram to the loopback address", udp_loopback},
    {"send a datagram to 169.254.169.254", udp_metadata},
    {"send a datagram to a private address", udp_private},
    {"open a socket for datagrams over IPv6", udp_6},
    {"open a raw socket", raw},
    {"open a packet socket", packet},
    {"open a netlink socket", netlink},
    {"listen for connections", serve},
    {"connect to a local socket of another process", local_socket},
    {"connect a pair of sockets anew", datagram_pair},
    {0, 0},
};
