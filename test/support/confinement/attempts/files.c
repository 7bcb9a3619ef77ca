#include "attempts.h"

#define OPEN(path, flags) CALL(__NR_openat, AT_FDCWD, path, (flags) | O_CLOEXEC, 0600)
#define FIFO_MODE 010600
/* FALLOC_FL_KEEP_SIZE: the size of the file does not show what is reserved. */
#define KEEP_SIZE 1

static long read_path(const char *path) {
  char byte;
  long file = OPEN(path, O_RDONLY);
  return file < 0 ? file : CALL(__NR_read, file, &byte, 1, 0);
}

static long list(const char *path) {
  char entries[1024];
  long folder = OPEN(path, O_RDONLY | O_DIRECTORY);
  return folder < 0 ? folder : CALL(__NR_getdents64, folder, entries, sizeof entries, 0);
}

static long create(const char *folder, const char *name) { return OPEN(in_folder(folder, name), O_WRONLY | O_CREAT); }

/* Two paths at once need a second buffer. */
static long with_two(long call, const char *from_folder, const char *from, const char *to_folder, const char *to) {
  char first[512];
  const char *path = in_folder(from_folder, from);
  for (unsigned long at = 0; at <= length_of(path); at++) first[at] = path[at];
  return CALL(call, first, in_folder(to_folder, to), 0, 0);
}

static long read_file(const struct target *t) { return read_path(t->file); }
static long write_file(const struct target *t) {
  long file = OPEN(t->file, O_WRONLY | O_APPEND);
  return file < 0 ? file : CALL(__NR_write, file, "x", 1, 0);
}
static long read_key(const struct target *t) { return read_path(t->key); }
static long read_table(const struct target *t) { return read_path(t->table); }
static long write_table(const struct target *t) { return OPEN(t->table, O_WRONLY); }
static long read_other(const struct target *t) { return read_path(in_folder(t->other, "document")); }
static long write_other(const struct target *t) { return create(t->other, "planted"); }
static long list_other(const struct target *t) { return list(t->other); }
static long create_file(const struct target *t) { return create(t->folder, "new"); }
static long list_folder(const struct target *t) { return list(t->folder); }
static long make_folder(const struct target *t) { return CALL(__NR_mkdir, in_folder(t->folder, "made"), 0700, 0, 0); }
static long remove_file(const struct target *t) { return CALL(__NR_unlink, in_folder(t->folder, "removable"), 0, 0, 0); }
static long move_away(const struct target *t) { return with_two(__NR_rename, t->folder, "movable", t->job, "moved"); }
static long move_in(const struct target *t) {
  create(t->job, "own");
  return with_two(__NR_rename, t->job, "own", t->folder, "planted");
}
static long through_root(const struct target *t) { return read_path(in_folder("/proc/self/root", t->file + 1)); }
static long read_users(const struct target *t) { return (void)t, read_path("/etc/passwd"); }
static long list_temp(const struct target *t) { return list(t->temp); }
static long create_temp(const struct target *t) { return create(t->temp, "planted"); }
static long list_memory(const struct target *t) { return (void)t, list("/dev/shm"); }
static long create_memory(const struct target *t) {
  (void)t;
  long file = OPEN("/dev/shm/platen-attempt", O_WRONLY | O_CREAT);
  CALL(__NR_unlink, "/dev/shm/platen-attempt", 0, 0, 0);
  return file;
}
static long truncate_file(const struct target *t) { return CALL(__NR_truncate, in_folder(t->folder, "truncated"), 0, 0, 0); }
static long change_mode(const struct target *t) { return CALL(__NR_chmod, t->file, 0600, 0, 0); }
static long change_mode_2(const struct target *t) { return CALL(__NR_fchmodat, AT_FDCWD, t->file, 0600, 0); }
static long change_owner(const struct target *t) { return CALL(__NR_chown, t->file, -1, -1, 0); }
static long change_time(const struct target *t) { return CALL(__NR_utimensat, AT_FDCWD, t->file, 0, 0); }
static long set_attribute(const struct target *t) {
  return system_call(__NR_setxattr, (long)t->file, (long)"user.platen", (long)"1", 1, 0, 0);
}
static long watch_folder(const struct target *t) {
  long watch = CALL(__NR_inotify_init1, 0, 0, 0, 0);
  return watch < 0 ? watch : CALL(__NR_inotify_add_watch, watch, t->folder, 0xfff, 0);
}
static long get_handle(const struct target *t) {
  unsigned int handle[34] = {128}, mount;
  return system_call(__NR_name_to_handle_at, AT_FDCWD, (long)t->file, (long)handle, (long)&mount, 0, 0);
}
static long result_link(const struct target *t) { return CALL(__NR_symlink, t->file, in_folder(t->job, "link"), 0, 0); }
static long result_hard_link(const struct target *t) { return CALL(__NR_link, t->file, in_folder(t->job, "hard"), 0, 0); }
static long result_fifo(const struct target *t) { return CALL(__NR_mknod, in_folder(t->job, "fifo"), FIFO_MODE, 0, 0); }
static long huge_file(const struct target *t) {
  long file = create(t->job, "huge");
  long done = file < 0 ? file : CALL(__NR_ftruncate, file, 3L << 30, 0, 0);
  CALL(__NR_unlink, in_folder(t->job, "huge"), 0, 0, 0);
  return done;
}
static long reserve_disk(const struct target *t) {
  long file = create(t->job, "reserved");
  long done = file < 0 ? file : CALL(__NR_fallocate, file, KEEP_SIZE, 0, 1L << 20);
  CALL(__NR_unlink, in_folder(t->job, "reserved"), 0, 0, 0);
  return done;
}
static long nameless_file(const struct target *t) { return OPEN(t->job, O_WRONLY | O_TMPFILE); }

const struct attempt FILE_ATTEMPTS[] = {
    {"read a file of the service", read_file},
    {"write a file of the service", write_file},
    {"read the demo key", read_key},
    {"read the table", read_table},
    {"write the table", write_table},
    {"read the document of another job", read_other},
    {"write into the folder of another job", write_other},
    {"list the folder of another job", list_other},
    {"create a file beside it", create_file},
    {"list the folder of the service", list_folder},
    {"make a folder of the service", make_folder},
    {"remove a file of the service", remove_file},
    {"move a file of the service away", move_away},
    {"move a file to the service", move_in},
    {"reach it by way of /proc/self/root", through_root},
    {"read /etc/passwd", read_users},
    {"list the folder of temporary files", list_temp},
    {"create a temporary file", create_temp},
    {"list /dev/shm", list_memory},
    {"create a file in /dev/shm", create_memory},
    {"empty a file of the service", truncate_file},
    {"change the mode of a file", change_mode},
    {"change the mode of a file by its folder", change_mode_2},
    {"change the owner of a file", change_owner},
    {"change the time of a file", change_time},
    {"give a file an attribute", set_attribute},
    {"watch a folder of the service", watch_folder},
    {"get a handle of a file", get_handle},
    {"leave a symbolic link as its result", result_link},
    {"leave a link to a file of the service as its result", result_hard_link},
    {"leave a FIFO as its result", result_fifo},
    {"make a sparse file of 3 GB", huge_file},
    {"reserve disk space", reserve_disk},
    {"make a file without a name", nameless_file},
    {0, 0},
};
