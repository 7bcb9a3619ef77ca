/*
 * A warm LibreOffice that forks a child for each document. Words on stdin and stdout are lines of fields that are
 * parted by tabs:
 *
 *   in   convert ID MACRO SOURCE TARGET OPTIONS FOLDER    does one document: addresses, and the job's folder
 *        warm MACRO SOURCE TARGET FOLDER                  does one in the parent, so that its children know the way,
 *                                                         and, when idle, in a child, for the pages that it needs
 *        end ID                                           stops a document
 *        ping                                             is answered by `ready`
 *   out  ready | warm
 *        begun ID                                         a child has it: what goes wrong from now on may be its fault
 *        done ID OUTCOME                                  OUTCOME is `exit STATUS`, `signal NUMBER` or `memory`
 *        warning TEXT
 *        failed REASON                                    and the zygote ends
 *
 * The end of stdin ends the children and the zygote, and removes its folder.
 */
#define _GNU_SOURCE
#include "child.h"
#include "lessons.h"
#include "lockdown.h"
#include "office.h"
#include "pages.h"
#include "sweep.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define MOST 64
#define WATCH_MS 50
#define REST_MS 8

static struct child children[MOST];
static int count;
static struct settings settings;
static const char *home;
static int answers;

static void finish(void) {
  for (int i = 0; i < count; i++) kill(children[i].pid, SIGKILL);
  while (wait(0) > 0) continue;
  sweep(home);
  _exit(0);
}

static void fail(const char *reason) {
  dprintf(answers, "failed\t%s\n", reason);
  finish();
}

static struct child *start(int has_time) {
  int inherited[MOST * 2 + 2], files = 0;
  if (count == MOST) return 0;
  inherited[files++] = 0;
  inherited[files++] = answers;
  for (int i = 0; i < count; i++) {
    inherited[files++] = children[i].end;
    if (children[i].job >= 0) inherited[files++] = children[i].job;
  }
  if (!start_child(&children[count], has_time, &settings, inherited, files)) return 0;
  return &children[count++];
}

static struct child *find(const char *id) {
  for (int i = 0; i < count; i++)
    if (strcmp(children[i].id, id) == 0) return &children[i];
  return 0;
}

static void give(struct child *child, const char *id, const char *line) {
  snprintf(child->id, sizeof child->id, "%s", id);
  dprintf(child->job, "%s\n", line);
  close(child->job);
  child->job = -1;
}

static void convert(char *line) {
  char *id = strsep(&line, "\t");
  struct child *child = find("");
  if (!child) child = start(0);
  if (!child || !line) {
    dprintf(answers, "done\t%s\tno child: %s\n", id, strerror(errno));
    return;
  }
  give(child, id, line);
}

static void warm(char *line) {
  char *macro = strsep(&line, "\t"), *source = strsep(&line, "\t"), *target = strsep(&line, "\t");
  if (!line) return;
  run_macro(macro, source, target, "close");
  dprintf(answers, "warm\n");
  add_lesson(macro, source, target, line);
}

static void teach(void) {
  struct child *child = start(0);
  if (!child) return;
  child->lesson = 1;
  give(child, "lesson", next_lesson());
}

static void obey(char *line) {
  char *verb = strsep(&line, "\t");
  struct child *child;
  if (strcmp(verb, "ping") == 0) dprintf(answers, "ready\n");
  if (!line) return;
  if (strcmp(verb, "convert") == 0) convert(line);
  else if (strcmp(verb, "warm") == 0) warm(line);
  else if (strcmp(verb, "end") == 0 && (child = find(line))) kill(child->pid, SIGKILL);
}

static int busy(void) {
  int found = 0;
  for (int i = 0; i < count; i++) found += children[i].id[0] && !children[i].done;
  return found;
}

static void watch_memory(void) {
  for (int i = 0; i < count; i++) {
    if (!children[i].id[0] || children[i].done || held_by(&children[i]) <= settings.memory) continue;
    children[i].hungry = 1;
    kill(children[i].pid, SIGKILL);
  }
}

static void tell_end(const struct child *child, int status) {
  if (!child->id[0] || child->done || child->lesson) return;
  if (child->hungry) dprintf(answers, "done\t%s\tmemory\n", child->id);
  else if (WIFSIGNALED(status)) dprintf(answers, "done\t%s\tsignal %d\n", child->id, WTERMSIG(status));
  else dprintf(answers, "done\t%s\texit %d\n", child->id, WEXITSTATUS(status));
}

static void end_done(void) {
  for (int i = 0; i < count; i++)
    if (children[i].done) kill(children[i].pid, SIGKILL);
}

/* Whether a child says something: that it has begun, or that its work is done. */
static int says(struct child *child) {
  char word;
  if (child->done || read(child->end, &word, 1) != 1) return 0;
  if (word == *BEGUN) {
    if (!child->lesson) dprintf(answers, "begun\t%s\n", child->id);
    return 1;
  }
  tell_end(child, 0);
  if (child->lesson) learn_pages(child->pid);
  child->done = 1;
  if (busy() > 0) end_done();
  return 1;
}

/* Ends and buries the children whose pipe has closed. */
static void bury(const struct pollfd *ends) {
  int kept = 0, before = count;
  for (int i = 0; i < before; i++) {
    int status;
    int is_over = ends[i].revents && !says(&children[i]);
    if (is_over) kill(children[i].pid, SIGKILL);
    if (is_over && waitpid(children[i].pid, &status, 0) == children[i].pid) {
      tell_end(&children[i], status);
      if (children[i].lesson) end_lesson();
      close(children[i].end);
      if (children[i].job >= 0) close(children[i].job);
    } else {
      children[kept++] = children[i];
    }
  }
  count = kept;
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
static int has_chores(void) {
  int found = lessons_left() > 0 || !find("");
  for (int i = 0; i < count; i++) found |= children[i].done;
  return found;
}

static void do_chores(void) {
  end_done();
  if (busy() > 0) return;
  if (lessons_left() > 0) teach();
  else if (!find("")) start(1);
}

static void serve(void) {
  struct pollfd files[MOST + 1];
  int worked = 0; /* no child is forked before the parent is warm */
  if (!can_filter()) dprintf(answers, "warning\tthis kernel cannot filter the system calls of LibreOffice\n");
  dprintf(answers, "ready\n");
  for (;;) {
    files[0] = (struct pollfd){.fd = 0, .events = POLLIN};
    for (int i = 0; i < count; i++) files[i + 1] = (struct pollfd){.fd = children[i].end, .events = POLLIN};
    int ready = poll(files, count + 1, busy() ? WATCH_MS : worked && has_chores() ? REST_MS : -1);
    if (ready < 0 && errno != EINTR) fail(strerror(errno));
    if (ready == 0 && worked) do_chores();
    watch_memory();
    if (ready > 0) bury(files + 1);
    if (ready > 0 && files[0].revents) {
      read_words();
      worked = 1;
    }
  }
}

/* Arguments: folders of the office and of the fonts, the zygote's own folder, bytes that a child may hold. */
int main(int number, char **words) {
  if (number != 5) return 64;
  static char program[4096], profile[4096];
  signal(SIGPIPE, SIG_IGN);
  /* LibreOffice writes to stdout now and then. */
  answers = fcntl(1, F_DUPFD_CLOEXEC, 10);
  dup2(2, 1);
  home = words[3];
  snprintf(program, sizeof program, "%s/program", words[1]);
  snprintf(profile, sizeof profile, "file://%s/profile", home);
  settings = (struct settings){words[1], words[2], strtoul(words[4], 0, 10)};
  /* One thread, which alone can be forked. */
  setenv("SAL_LOK_OPTIONS", "unipoll", 1);
  const char *reason = load_office(program, profile);
  if (reason) fail(reason);
  run_inside(serve);
  return 0;
}
