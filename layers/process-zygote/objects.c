#include "objects.h"
#include "../proc/text.h"
#include "../walls/kernel.h"
#include <asm/stat.h>
#include <linux/mman.h>

#define MAX_PATH_BYTES 4096
#define MAX_INFO_BYTES 32768
#define MAX_PAIRS 128
#define DELETED " (deleted)"
#define TYPE_MASK 0170000
#define REGULAR_FILE 0100000
#define CHARACTER_DEVICE 0020000

/* Numbers of the C library's <sys/socket.h> and <sys/ioctl.h>. */
#define SOCKET_LEVEL 1
#define SOCKET_TYPE 3
#define PASS_CREDENTIALS 16
#define SOCKET_DOMAIN 39
#define UNIX_DOMAIN 1
#define NETLINK_DOMAIN 16
#define BYTES_TO_READ 0x541B
/* What `eventfd(2)` can begin with. */
#define MAX_COUNT 0xffffffffUL

struct objects objects;

/* Descriptors that are not listed. */
static int left_out[1 + MAX_SENT];
static unsigned long pairs[MAX_PAIRS][2];
static int pair_count;

static unsigned long inode_of(int descriptor) {
  struct stat status;
  return CALL(__NR_fstat, descriptor, &status, 0, 0) ? 0 : status.st_ino;
}

void note_pair(int one, int other) {
  int place = __atomic_fetch_add(&pair_count, 1, __ATOMIC_SEQ_CST);
  if (place < MAX_PAIRS) pairs[place][0] = inode_of(one), pairs[place][1] = inode_of(other);
}

unsigned long peer_of(unsigned long inode) {
  int count = pair_count > MAX_PAIRS ? MAX_PAIRS : pair_count;
  /* The latest first, because the kernel gives the number of a closed socket to another one. */
  for (int i = count - 1; i >= 0; i--)
    for (int side = 0; side < 2; side++)
      if (pairs[i][side] == inode) return pairs[i][!side];
  return 0;
}

/* Whether a path is that of shared memory: of a file that has been removed, or of one in the program's own folder. */
static int is_own_file(const char *name, unsigned long length) {
  const char *home = variable("HOME"), *rest = home && *home ? after(name, home) : 0;
  unsigned long mark = sizeof DELETED - 1;
  return (length > mark && after(name + length - mark, DELETED)) || (rest && *rest == '/');
}

static long list_watches(int epoll, const char *info) {
  for (const char *line = info; (line = find(line, "tfd:")); line = after(line, "tfd:")) {
    if (objects.watch_count == MAX_WATCHES) return -E2BIG;
    struct watch *watch = &objects.watches[objects.watch_count++];
    watch->epoll = epoll;
    watch->target = (int)number_after(line, "tfd:", 10);
    watch->events = (unsigned int)number_after(line, "events:", 16);
    watch->data = number_after(line, "data:", 16);
  }
  return 0;
}

static int option_of(int socket, int name) {
  int value = 0, size = sizeof value;
  system_call(__NR_getsockopt, socket, SOCKET_LEVEL, name, (long)&value, (long)&size, 0);
  return value;
}

static long name_socket(struct descriptor *one) {
  int domain = option_of(one->number, SOCKET_DOMAIN);
  one->socket_type = option_of(one->number, SOCKET_TYPE);
  one->passes_credentials = option_of(one->number, PASS_CREDENTIALS);
  if (domain == UNIX_DOMAIN && peer_of(one->inode)) one->kind = PAIR;
  else if (domain == NETLINK_DOMAIN) one->kind = SILENT;
  else return -EOPNOTSUPP;
  return 0;
}

/* The rest `/NAME` of a path `/proc/PID/NAME`; 0 for any other path. */
static const char *file_of_process(const char *path) {
  const char *rest = after(path, "/proc/");
  if (!rest || *rest < '0' || *rest > '9') return 0;
  while (*rest >= '0' && *rest <= '9') rest++;
  return *rest == '/' && !find(rest + 1, "/") && length_of(rest) < sizeof objects.descriptors->name ? rest : 0;
}

/* Whether a path is that of a device without state: what is written to one is lost, and what is read of the other is new. */
static int is_stateless_device(const char *path) {
  const char *rest = after(path, "/dev/null");
  if (!rest) rest = after(path, "/dev/urandom");
  return rest && !*rest;
}

static long name_file(struct descriptor *one, const char *path, unsigned long length, unsigned int mode) {
  const char *name = file_of_process(path);
  if (name) one->kind = FILE_OF_PROCESS, put_text(one->name, name);
  else if (after(path, "/proc/") && path[sizeof "/proc/" - 1] <= '9') return -EOPNOTSUPP; /* of a thread, which a fork lacks */
  else if (mode == REGULAR_FILE && is_own_file(path, length)) one->kind = SHARED_MEMORY;
  else if (mode == REGULAR_FILE && (one->flags & O_ACCMODE) == O_RDONLY) one->kind = FILE_TO_READ;
  else if (mode == CHARACTER_DEVICE && is_stateless_device(path)) one->kind = KEPT;
  else return -EOPNOTSUPP;
  return 0;
}

static long name_kind(struct descriptor *one, const char *path, unsigned long length, unsigned int mode) {
  const char *object = after(path, "anon_inode:");
  if (one->number == PROTOCOL_INPUT || one->number == PROTOCOL_OUTPUT) one->kind = PROTOCOL;
  else if (one->number < PROTOCOL_INPUT) one->kind = KEPT; /* /dev/null */
  else if (object && after(object, "[eventpoll]")) one->kind = EPOLL;
  else if (object && after(object, "[eventfd]")) one->kind = EVENT;
  else if (object && after(object, "inotify")) one->kind = SILENT;
  else if (object) return -EOPNOTSUPP;
  else if (after(path, "pipe:")) one->kind = PIPE;
  else if (after(path, "socket:")) return name_socket(one);
  else return name_file(one, path, length, mode);
  return 0;
}

/*
 * Whether a counter is of a kind that a fork cannot have anew: a semaphore, or one that another descriptor shares. Kernels
 * before 5.2 do not number counters.
 */
static int is_special_counter(const struct descriptor *counter, const char *info) {
  if (number_after(info, "eventfd-semaphore:", 10) || counter->event_count > MAX_COUNT) return 1;
  for (int i = 0; counter->event_id && i < objects.descriptor_count; i++)
    if (objects.descriptors[i].kind == EVENT && objects.descriptors[i].event_id == counter->event_id) return 1;
  return 0;
}

static int has_bytes(int descriptor) {
  int count = 0;
  return CALL(__NR_ioctl, descriptor, BYTES_TO_READ, &count, 0) == 0 && count > 0;
}

static long add_descriptor(int number) {
  static char path[64], target[MAX_PATH_BYTES], info[MAX_INFO_BYTES];
  struct stat status;
  for (int i = 0; i < 1 + MAX_SENT; i++)
    if (number == left_out[i]) return 0;
  if (objects.descriptor_count == MAX_DESCRIPTORS) return -E2BIG;
  put_number(put_text(path, "/proc/self/fd/"), (unsigned long)number);
  long length = CALL(__NR_readlink, path, target, sizeof target - 1, 0);
  if (length < 0 || CALL(__NR_fstat, number, &status, 0, 0)) return -EBADF;
  target[length] = 0;
  put_number(put_text(path, "/proc/self/fdinfo/"), (unsigned long)number);
  long info_length = read_text(path, info, sizeof info);
  if (info_length < 0 || info_length == sizeof info - 1) return -EACCES;
  struct descriptor *one = &objects.descriptors[objects.descriptor_count];
  *one = (struct descriptor){.number = number, .inode = status.st_ino, .device = status.st_dev, .size = (unsigned long)status.st_size};
  one->flags = (int)number_after(info, "flags:", 8);
  one->position = number_after(info, "pos:", 10);
  one->event_count = number_after(info, "eventfd-count:", 16);
  one->event_id = number_after(info, "eventfd-id:", 10);
  long result = name_kind(one, target, (unsigned long)length, status.st_mode & TYPE_MASK);
  if (result < 0) return result;
  if (one->kind == EVENT && is_special_counter(one, info)) return -EOPNOTSUPP;
  if ((one->kind == PROTOCOL || one->kind == PAIR) && has_bytes(number)) return -EBUSY;
  objects.descriptor_count++;
  return one->kind == EPOLL ? list_watches(number, info) : 0;
}

/* Lists a mapping if it is shared memory. Returns a negative error number for other memory that a fork would have to share. */
static long add_mapping(const struct mapping *mapping) {
  if (!mapping->is_shared) return 0;
  /* A file that is only read, such as the cache of fonts, may be shared. */
  if (!is_own_file(mapping->name, mapping->name_length)) return mapping->protection & PROT_WRITE ? -EOPNOTSUPP : 0;
  if (objects.mapping_count == MAX_MAPPINGS) return -E2BIG;
  objects.mappings[objects.mapping_count++] = *mapping;
  return 0;
}

/*
 * Some file systems (btrfs, overlayfs) give a mapping another device number than its descriptor, so the two cannot be told to be
 * one file.
 */
static int has_uncertain_files(void) {
  for (int i = 0; i < objects.mapping_count; i++)
    for (int j = 0; j < objects.descriptor_count; j++) {
      const struct mapping *mapping = &objects.mappings[i];
      const struct descriptor *one = &objects.descriptors[j];
      if (one->kind == SHARED_MEMORY && one->inode == mapping->inode && one->device != mapping->device) return 1;
    }
  return 0;
}

long list_objects(int channel, const int received[MAX_SENT]) {
  left_out[0] = channel;
  for (int i = 0; i < MAX_SENT; i++) left_out[1 + i] = received[i];
  objects.descriptor_count = objects.watch_count = objects.mapping_count = 0;
  long result = for_numbers("/proc/self/fd", add_descriptor);
  if (result >= 0) result = for_mappings(add_mapping);
  return result >= 0 && has_uncertain_files() ? -EXDEV : result;
}
