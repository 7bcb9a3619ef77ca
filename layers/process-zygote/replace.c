#include "../proc/text.h"
#include "../walls/kernel.h"
#include "objects.h"
#include <linux/eventpoll.h>
#include <linux/memfd.h>
#include <linux/mman.h>

#define PAGE_BYTES 4096UL
#define PAGE_WORDS (PAGE_BYTES / sizeof(unsigned long))
#define BLOCK_BYTES 65536
/* What a pipe holds (pipe(7)). */
#define MAX_PIPE_BYTES 65536
/* SPLICE_F_NONBLOCK of tee(2). */
#define DO_NOT_WAIT 2

/* Numbers of the C library's <sys/socket.h> and <unistd.h>. */
#define UNIX_DOMAIN 1
#define STREAM_SOCKET 1
#define SOCKET_LEVEL 1
#define PASS_CREDENTIALS 16
#define FROM_START 0

#define EACH_DESCRIPTOR(one)                                                                                             \
  struct descriptor *one = objects.descriptors;                                                                          \
  one < objects.descriptors + objects.descriptor_count;                                                                  \
  one++

/* Puts a new descriptor in the place of the old one. If it is an error number instead, that is returned. */
static long replace(long descriptor, struct descriptor *one) {
  if (descriptor < 0) return descriptor;
  one->is_replaced = 1;
  return CALL(__NR_dup3, descriptor, one->number, one->flags & O_CLOEXEC, 0);
}

static long replace_and_close(long descriptor, struct descriptor *one) {
  long result = replace(descriptor, one);
  if (descriptor >= 0) CALL(__NR_close, descriptor, 0, 0, 0);
  return result;
}

static void close_both(const int ends[2]) { CALL(__NR_close, ends[0], 0, 0, 0), CALL(__NR_close, ends[1], 0, 0, 0); }

static long replace_end(int end, struct descriptor *one) {
  long result = replace(end, one);
  CALL(__NR_fcntl, one->number, F_SETFL, one->flags & ~O_CLOEXEC, 0);
  return result;
}

/* Copies what nobody has read of a pipe: Node's libuv has one that is a lock, with a byte in it while it is free. */
static void copy_bytes(unsigned long inode, int to) {
  for (EACH_DESCRIPTOR(one)) {
    if (one->kind != PIPE || one->inode != inode || (one->flags & O_ACCMODE) != O_RDONLY) continue;
    CALL(__NR_tee, one->number, to, MAX_PIPE_BYTES, DO_NOT_WAIT);
    return;
  }
}

static long replace_pipe(const struct descriptor *first) {
  int ends[2];
  long result = CALL(__NR_pipe2, ends, 0, 0, 0);
  if (result < 0) return result;
  copy_bytes(first->inode, ends[1]);
  for (EACH_DESCRIPTOR(one))
    if (result >= 0 && one->kind == PIPE && one->inode == first->inode)
      result = replace_end(ends[(one->flags & O_ACCMODE) == O_WRONLY], one);
  close_both(ends);
  return result;
}

static long replace_pair(const struct descriptor *first) {
  int ends[2], on = 1;
  unsigned long peer = peer_of(first->inode);
  long result = CALL(__NR_socketpair, UNIX_DOMAIN, first->socket_type, 0, ends);
  if (result < 0) return result;
  for (EACH_DESCRIPTOR(one)) {
    if (result < 0 || one->kind != PAIR || (one->inode != first->inode && one->inode != peer)) continue;
    int end = ends[one->inode == peer];
    if (one->passes_credentials) system_call(__NR_setsockopt, end, SOCKET_LEVEL, PASS_CREDENTIALS, (long)&on, sizeof on, 0);
    result = replace_end(end, one);
  }
  close_both(ends);
  return result;
}

/* Replaces what tells of changes of the machine (netlink, inotify) by a socket whose other end stays open and silent. */
static long replace_by_silence(struct descriptor *one) {
  int ends[2];
  long result = CALL(__NR_socketpair, UNIX_DOMAIN, STREAM_SOCKET, 0, ends);
  if (result < 0) return result;
  result = replace_end(ends[0], one);
  CALL(__NR_close, ends[0], 0, 0, 0);
  return result;
}

static long reopen_file_of_process(struct descriptor *one) {
  char path[64];
  put_text(put_text(path, "/proc/self"), one->name);
  return replace_and_close(CALL(__NR_open, path, O_RDONLY, 0, 0), one);
}

/* Opens a file again, because descriptors that are copied share their position in it. */
static long reopen_file_to_read(struct descriptor *one) {
  char path[64];
  put_number(put_text(path, "/proc/self/fd/"), (unsigned long)one->number);
  long result = replace_and_close(CALL(__NR_open, path, one->flags & ~O_CLOEXEC, 0, 0), one);
  return result < 0 ? result : CALL(__NR_lseek, one->number, one->position, FROM_START, 0);
}

static long write_all(long file, const char *from, unsigned long count, unsigned long offset) {
  while (count > 0) {
    long written = CALL(__NR_pwrite64, file, from, count, offset);
    if (written <= 0) return written ? written : -EIO;
    from += written, count -= (unsigned long)written, offset += (unsigned long)written;
  }
  return 0;
}

static int is_zero(unsigned long page) {
  for (unsigned long i = 0; i < PAGE_WORDS; i++)
    if (((const unsigned long *)page)[i]) return 0;
  return 1;
}

/* Writes what a mapping shows into a file of zeros. */
static long copy_mapping(long file, const struct mapping *mapping) {
  if (!(mapping->protection & PROT_READ)) return -EACCES;
  long result = 0;
  for (unsigned long page = mapping->start; result >= 0 && page < mapping->end; page += PAGE_BYTES)
    if (!is_zero(page)) result = write_all(file, (const char *)page, PAGE_BYTES, mapping->offset + (page - mapping->start));
  return result;
}

/* Writes the bytes of shared memory from `at` to its end. */
static long copy_rest(long file, int descriptor, unsigned long at, unsigned long size) {
  static char block[BLOCK_BYTES];
  while (at < size) {
    unsigned long count = size - at < sizeof block ? size - at : sizeof block;
    long got = CALL(__NR_pread64, descriptor, block, count, at);
    if (got <= 0) return got ? got : -EIO;
    long result = write_all(file, block, (unsigned long)got, at);
    if (result < 0) return result;
    at += (unsigned long)got;
  }
  return 0;
}

/* What all descriptors and mappings of one file have in common. */
struct file {
  unsigned long inode, device;
};
#define IS(object, file) ((object)->inode == (file).inode && (object)->device == (file).device)

static unsigned long end_of(const struct mapping *mapping) { return mapping->offset + (mapping->end - mapping->start); }

/* Copies shared memory into a new file of this size: what is mapped of it, and what only a descriptor reaches. */
static long copy_shared(long file, struct file shared, const struct descriptor *descriptor, unsigned long size) {
  unsigned long copied = 0;
  long result = CALL(__NR_ftruncate, file, size, 0, 0);
  for (int i = 0; i < objects.mapping_count && result >= 0; i++) {
    const struct mapping *mapping = &objects.mappings[i];
    if (!IS(mapping, shared) || end_of(mapping) <= copied) continue;
    result = copy_mapping(file, mapping);
    if (mapping->offset <= copied) copied = end_of(mapping);
  }
  return result < 0 || !descriptor ? result : copy_rest(file, descriptor->number, copied, size);
}

static long map_copy(long file, struct file shared) {
  long result = 0;
  for (int i = 0; i < objects.mapping_count && result >= 0; i++) {
    struct mapping *mapping = &objects.mappings[i];
    if (!IS(mapping, shared)) continue;
    mapping->is_replaced = 1;
    result = system_call(__NR_mmap, (long)mapping->start, (long)(mapping->end - mapping->start), mapping->protection,
                         MAP_SHARED | MAP_FIXED, file, (long)mapping->offset);
  }
  return result < 0 ? result : 0;
}

static long open_copy(long file, struct file shared) {
  char path[64];
  long result = 0;
  put_number(put_text(path, "/proc/self/fd/"), (unsigned long)file);
  for (EACH_DESCRIPTOR(one)) {
    if (result < 0 || one->kind != SHARED_MEMORY || !IS(one, shared)) continue;
    if ((one->flags & O_ACCMODE) == O_RDONLY) result = replace_and_close(CALL(__NR_open, path, O_RDONLY, 0, 0), one);
    else result = replace(file, one);
  }
  return result;
}

static long replace_shared_memory(struct file shared) {
  const struct descriptor *descriptor = 0;
  unsigned long size = 0;
  for (EACH_DESCRIPTOR(one))
    if (one->kind == SHARED_MEMORY && IS(one, shared)) descriptor = one, size = one->size;
  for (int i = 0; i < objects.mapping_count && !descriptor; i++)
    if (IS(&objects.mappings[i], shared) && end_of(&objects.mappings[i]) > size) size = end_of(&objects.mappings[i]);
  long file = CALL(__NR_memfd_create, "fork", MFD_CLOEXEC, 0, 0);
  if (file < 0) return file;
  long result = copy_shared(file, shared, descriptor, size);
  if (result >= 0) result = map_copy(file, shared);
  if (result >= 0) result = open_copy(file, shared);
  CALL(__NR_close, file, 0, 0, 0);
  return result;
}

/* Only the first descriptor sets whether reads wait, because the second one may be another of the same socket. */
static long replace_protocol(struct descriptor *one, const int received[MAX_SENT]) {
  if (one->number == PROTOCOL_INPUT) return replace_end(received[0], one);
  return replace(received[received[1] >= 0], one);
}

static long replace_object(struct descriptor *one, const int received[MAX_SENT]) {
  switch (one->kind) {
    case KEPT: return 0;
    case PROTOCOL: return replace_protocol(one, received);
    case EVENT:
      return replace_and_close(CALL(__NR_eventfd2, one->event_count, one->flags & (O_NONBLOCK | O_CLOEXEC), 0, 0), one);
    case EPOLL: return replace_and_close(CALL(__NR_epoll_create1, 0, 0, 0, 0), one);
    case PIPE: return replace_pipe(one);
    case PAIR: return replace_pair(one);
    case SILENT: return replace_by_silence(one);
    case FILE_OF_PROCESS: return reopen_file_of_process(one);
    case FILE_TO_READ: return reopen_file_to_read(one);
    case SHARED_MEMORY: return replace_shared_memory((struct file){one->inode, one->device});
  }
  return -EOPNOTSUPP;
}

/* The kernel's `struct epoll_event`, which has no padding on x86-64. */
struct event {
  unsigned int events;
  unsigned long data;
} __attribute__((packed));

static long watch_again(void) {
  long result = 0;
  for (int i = 0; i < objects.watch_count && result >= 0; i++) {
    struct event event = {objects.watches[i].events, objects.watches[i].data};
    result = CALL(__NR_epoll_ctl, objects.watches[i].epoll, EPOLL_CTL_ADD, objects.watches[i].target, &event);
  }
  return result;
}

long replace_objects(const int received[MAX_SENT]) {
  long result = 0;
  for (EACH_DESCRIPTOR(one))
    if (result >= 0 && !one->is_replaced) result = replace_object(one, received);
  for (int i = 0; i < objects.mapping_count && result >= 0; i++)
    if (!objects.mappings[i].is_replaced)
      result = replace_shared_memory((struct file){objects.mappings[i].inode, objects.mappings[i].device});
  return result < 0 ? result : watch_again();
}
