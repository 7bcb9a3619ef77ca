/*
 * A warm LibreOffice that forks a child for each document. Words on stdin and stdout are lines of fields that are
 * parted by tabs:
 *
 *   in   convert ID FOLDER MACRO SOURCE TARGET OPTIONS    does one document: the job's folder, and addresses
 *        warm MACRO SOURCE TARGET FOLDER                  does one in the parent, so that its children know the way,
 *                                                         and, when idle, in a child, for the pages that it needs
 *        end ID                                           stops a document
 *        ping                                             is answered by `ready`
 *   out  ready | warm
 *        folder FOLDER                                    a job in this new folder has a child that waits for it
 *        begun ID                                         a child has it: what goes wrong from now on may be its fault
 *        done ID OUTCOME                                  OUTCOME is `exit STATUS`, `signal NUMBER` or `memory`
 *        warning TEXT
 *        failed REASON                                    and the zygote ends
 *
 * The end of stdin ends the children and the zygote, and removes its folder.
 */
#define _GNU_SOURCE
#include "crew.h"
#include "lessons.h"
#include "lockdown.h"
#include "office.h"
#include "sweep.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define WATCH_MS 50
#define REST_MS 8

static struct settings settings;
static const char *home;
static int answers;

static void finish(void) {
  end_crew();
  sweep(home);
  _exit(0);
}

static void fail(const char *reason) {
  dprintf(answers, "failed\t%s\n", reason);
  finish();
}

static void convert(char *line) {
  char *id = strsep(&line, "\t"), *folder = strsep(&line, "\t");
  if (!line) return;
  struct child *child = child_in(folder);
  if (child) give(child, id, line);
  else dprintf(answers, "done\t%s\tno child: %s\n", id, strerror(errno));
}

static void warm(char *line) {
  char *macro = strsep(&line, "\t"), *source = strsep(&line, "\t"), *target = strsep(&line, "\t");
  if (!line) return;
  run_macro(macro, source, target, "close");
  dprintf(answers, "warm\n");
  add_lesson(macro, source, target, line);
}

static int teach(void) {
  struct child *child = child_in(lessons_folder());
  if (!child) return 0;
  child->lesson = 1;
  give(child, "lesson", next_lesson());
  return 1;
}

static void obey(char *line) {
  char *verb = strsep(&line, "\t");
  if (strcmp(verb, "ping") == 0) dprintf(answers, "ready\n");
  if (!line) return;
  if (strcmp(verb, "convert") == 0) convert(line);
  else if (strcmp(verb, "warm") == 0) warm(line);
  else if (strcmp(verb, "end") == 0) end_job(line);
}

static char input[65536];
static size_t length;

static void read_words(void) {
  char *end;
  ssize_t got = read(0, input + length, sizeof input - length);
  if (got <= 0) finish();
  length += got;
  while ((end = memchr(input, '\n', length))) {
    *end++ = 0;
    obey(input);
    length -= end - input;
    memmove(input, end, length);
  }
}

/*
 * What is done when nothing else is to do: it takes both processors for some milliseconds, in which an answer would wait.
 * Children whose work is done are ended, and one child stands ready.
 */
static int has_chores(void) { return lessons_left() > 0 || !stands_ready() || has_done(); }

/* Gives 0 where they cannot be done. */
static int do_chores(void) {
  end_done();
  if (busy() > 0) return 1;
  if (lessons_left() > 0) return teach();
  return stands_ready() || keep_ready(home);
}

static void serve(void) {
  struct pollfd files[MOST_CHILDREN + 1];
  /* No child is forked before the parent is warm; where that fails, none again before the next word. */
  int may_rest = 0;
  if (!can_filter()) dprintf(answers, "warning\tthis kernel cannot filter the system calls of LibreOffice\n");
  dprintf(answers, "ready\n");
  for (;;) {
    files[0] = (struct pollfd){.fd = 0, .events = POLLIN};
    int count = list_ends(files + 1);
    int ready = poll(files, count + 1, busy() ? WATCH_MS : may_rest && has_chores() ? REST_MS : -1);
    if (ready < 0 && errno != EINTR) fail(strerror(errno));
    if (ready == 0 && may_rest) may_rest = do_chores();
    watch_memory();
    if (ready > 0 && !hear_crew(files + 1)) may_rest = 0;
    if (ready > 0 && files[0].revents) {
      read_words();
      may_rest = 1;
    }
  }
}

/* Arguments: folders of the office and of the fonts, the zygote's own folder, bytes that a child may hold. */
int main(int number, char **words) {
  if (number != 5) return 64;
  static char program[4096], styles[4096], profile[4096];
  signal(SIGPIPE, SIG_IGN);
  /* LibreOffice writes to stdout now and then. */
  answers = fcntl(1, F_DUPFD_CLOEXEC, 10);
  dup2(2, 1);
  home = words[3];
  snprintf(program, sizeof program, "%s/program", words[1]);
  snprintf(styles, sizeof styles, "%s/profile/user/config/autotbl.fmt", home);
  snprintf(profile, sizeof profile, "file://%s/profile", home);
  settings = (struct settings){words[1], words[2], styles, strtoul(words[4], 0, 10)};
  /* One thread, which alone can be forked. */
  setenv("SAL_LOK_OPTIONS", "unipoll", 1);
  gather_crew(&settings, 0, answers);
  const char *reason = load_office(program, profile);
  if (reason) fail(reason);
  run_inside(serve);
  return 0;
}
