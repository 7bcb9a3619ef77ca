/*
 * A warm LibreOffice that forks a child for each document. Commands on stdin and reports on stdout are lines; tabs separate
 * their fields:
 *
 *   in   convert ID FOLDER MACRO SOURCE TARGET OPTIONS    converts a document in the job's folder
 *        warm MACRO SOURCE TARGET FOLDER                  converts a warm-up document in the parent, so that children have
 *                                                         its code and data, and later in a child, to record its pages
 *        end ID                                           stops a job
 *        ping                                             is answered with `ready`
 *   out  ready | warm
 *        folder FOLDER                                    a child is ready for a job in this new folder
 *        begun ID PID                                     this child has the job: a later failure may be the document's fault
 *        done ID OUTCOME                                  OUTCOME is `exit STATUS`, `signal NUMBER` or `memory`
 *        warning TEXT
 *        failed REASON                                    the zygote ends
 *
 * When stdin is closed, the zygote ends its children and itself and removes its folder.
 */
#define _GNU_SOURCE
#include "../../proc/huge_pages.h"
#include "children.h"
#include "warm_ups.h"
#include "lockdown.h"
#include "office.h"
#include "remove_folder.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MEMORY_CHECK_INTERVAL_MS 50
#define IDLE_DELAY_MS 8

static struct settings settings;
static const char *home;
static int output_fd;

static void finish(void) {
  end_children();
  remove_folder(home);
  _exit(0);
}

static void fail(const char *reason) {
  dprintf(output_fd, "failed\t%s\n", reason);
  finish();
}

static void convert(char *line) {
  char *id = strsep(&line, "\t"), *folder = strsep(&line, "\t");
  if (!line) return;
  struct child *child = child_in(folder);
  if (child) send_job(child, id, line);
  else dprintf(output_fd, "done\t%s\tno child: %s\n", id, strerror(errno));
}

static void warm(char *line) {
  char *macro = strsep(&line, "\t"), *source = strsep(&line, "\t"), *target = strsep(&line, "\t");
  if (!line) return;
  run_macro(macro, source, target, "close");
  if (!keep_paragraphs()) dprintf(output_fd, "warning\tthis LibreOffice lays out the paragraphs of long documents twice\n");
  dprintf(output_fd, "warm\n");
  add_warm_up(macro, source, target, line);
}

static int run_warm_up(void) {
  struct child *child = child_in(warm_ups_folder());
  if (!child) return 0;
  child->is_warm_up = 1;
  send_job(child, "warm-up", next_warm_up());
  return 1;
}

static void dispatch(char *line) {
  char *verb = strsep(&line, "\t");
  if (strcmp(verb, "ping") == 0) dprintf(output_fd, "ready\n");
  if (!line) return;
  if (strcmp(verb, "convert") == 0) convert(line);
  else if (strcmp(verb, "warm") == 0) warm(line);
  else if (strcmp(verb, "end") == 0) end_job(line);
}

static char input[65536];
static size_t length;

static void read_commands(void) {
  char *end;
  ssize_t got = read(0, input + length, sizeof input - length);
  if (got <= 0) finish();
  length += got;
  while ((end = memchr(input, '\n', length))) {
    *end++ = 0;
    dispatch(input);
    length -= end - input;
    memmove(input, end, length);
  }
}

/*
 * The work for idle moments: killing children whose job is done, moving code to huge pages, converting warm-up documents, and
 * starting a child for the next job. It takes both processors for some milliseconds, and would delay an answer at another time.
 */
static int has_idle_work(void) { return warm_ups_left() > 0 || !has_ready_child() || has_finished_children(); }

/* Whether a part of the code may be left to move, and whether it can be moved without a delay. */
static int may_move = 1, is_moving;

/* Returns 0 on failure. */
static int do_idle_work(void) {
  end_finished_children();
  if (running_jobs() > 0) return 1;
  is_moving = may_move = may_move && move_to_huge_pages(1) > 0;
  if (is_moving) return 1;
  if (warm_ups_left() > 0) return run_warm_up();
  return has_ready_child() || start_ready_child(home);
}

static int patience_ms(int may_do_idle_work) {
  if (running_jobs() > 0) return MEMORY_CHECK_INTERVAL_MS;
  if (!may_do_idle_work || !has_idle_work()) return -1;
  return is_moving ? 0 : IDLE_DELAY_MS;
}

static void serve(void) {
  struct pollfd files[MAX_CHILDREN + 1];
  /* No child is forked in advance before the zygote is warm, nor after a failure until the next command. */
  int may_do_idle_work = 0;
  if (!can_filter()) dprintf(output_fd, "warning\tthis kernel cannot filter the system calls of LibreOffice\n");
  dprintf(output_fd, "ready\n");
  for (;;) {
    files[0] = (struct pollfd){.fd = 0, .events = POLLIN};
    int count = list_pipes(files + 1);
    int ready = poll(files, count + 1, patience_ms(may_do_idle_work));
    if (ready < 0 && errno != EINTR) fail(strerror(errno));
    if (ready == 0 && may_do_idle_work) may_do_idle_work = do_idle_work();
    watch_memory();
    if (ready > 0 && !read_children(files + 1)) may_do_idle_work = 0;
    if (ready > 0 && files[0].revents) {
      read_commands();
      may_do_idle_work = 1;
    }
  }
}

/* Arguments: the folders of the office, of the fonts and of the zygote, and the bytes of memory that a child may use. */
int main(int argc, char **argv) {
  if (argc != 5) return 64;
  static char program[4096], styles[4096], slides[4096], profile[4096];
  signal(SIGPIPE, SIG_IGN);
  /* LibreOffice sometimes writes to stdout, so the reports get another descriptor, and stdout becomes stderr. */
  output_fd = fcntl(1, F_DUPFD_CLOEXEC, 10);
  dup2(2, 1);
  home = argv[3];
  snprintf(program, sizeof program, "%s/program", argv[1]);
  snprintf(styles, sizeof styles, "%s/profile/user/config/autotbl.fmt", home);
  snprintf(slides, sizeof slides, "%s/profile/user/config/soffice.cfg/modules/simpress", home);
  snprintf(profile, sizeof profile, "file://%s/profile", home);
  settings = (struct settings){argv[1], argv[2], styles, slides, strtoul(argv[4], 0, 10)};
  /* LibreOffice must run in one thread, because fork copies only one. */
  setenv("SAL_LOK_OPTIONS", "unipoll", 1);
  set_up_children(&settings, 0, output_fd);
  const char *reason = load_office(program, profile);
  if (reason) fail(reason);
  run_inside(serve);
  return 0;
}
