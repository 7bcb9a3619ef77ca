#define _GNU_SOURCE
#include "crew.h"
#include "lessons.h"
#include "pages.h"
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static struct child children[MOST_CHILDREN];
static int count, words, answers;
static const struct settings *settings;

void gather_crew(const struct settings *given, int from, int to) {
  settings = given;
  words = from;
  answers = to;
}

static struct child *start(const char *folder, int has_time) {
  int inherited[MOST_CHILDREN * 2 + 2], files = 0;
  if (count == MOST_CHILDREN) {
    errno = EAGAIN;
    return 0;
  }
  inherited[files++] = words;
  inherited[files++] = answers;
  for (int i = 0; i < count; i++) {
    inherited[files++] = children[i].end;
    if (children[i].job >= 0) inherited[files++] = children[i].job;
  }
  if (!start_child(&children[count], folder, has_time, settings, inherited, files)) return 0;
  return &children[count++];
}

static struct child *find(const char *id) {
  for (int i = 0; i < count; i++)
    if (strcmp(children[i].id, id) == 0) return &children[i];
  return 0;
}

struct child *child_in(const char *folder) {
  struct child *ready = find("");
  return ready && strcmp(ready->folder, folder) == 0 ? ready : start(folder, 0);
}

int stands_ready(void) { return find("") != 0; }

int keep_ready(const char *home) {
  char folder[sizeof children->folder];
  snprintf(folder, sizeof folder, "%s/ready-XXXXXX", home);
  if (!mkdtemp(folder)) return 0;
  if (!start(folder, 1)) {
    rmdir(folder);
    return 0;
  }
  dprintf(answers, "folder\t%s\n", folder);
  return 1;
}

void give(struct child *child, const char *id, const char *line) {
  snprintf(child->id, sizeof child->id, "%s", id);
  dprintf(child->job, "%s\n", line);
  close(child->job);
  child->job = -1;
}

void end_job(const char *id) {
  struct child *child = find(id);
  if (child) kill(child->pid, SIGKILL);
}

int busy(void) {
  int found = 0;
  for (int i = 0; i < count; i++) found += children[i].id[0] && !children[i].done;
  return found;
}

int has_done(void) {
  int found = 0;
  for (int i = 0; i < count; i++) found |= children[i].done;
  return found;
}

void end_done(void) {
  for (int i = 0; i < count; i++)
    if (children[i].done) kill(children[i].pid, SIGKILL);
}

void watch_memory(void) {
  for (int i = 0; i < count; i++) {
    if (!children[i].id[0] || children[i].done || held_by(&children[i]) <= settings->memory) continue;
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
  /* Those before it, which no rest has come to end: there must not be more and more of them. */
  end_done();
  child->done = 1;
  if (busy() > 0) end_done();
  return 1;
}

int list_ends(struct pollfd *ends) {
  for (int i = 0; i < count; i++) ends[i] = (struct pollfd){.fd = children[i].end, .events = POLLIN};
  return count;
}

int hear_crew(const struct pollfd *ends) {
  int kept = 0, before = count, is_well = 1;
  for (int i = 0; i < before; i++) {
    int status;
    int is_over = ends[i].revents && !says(&children[i]);
    if (is_over) kill(children[i].pid, SIGKILL);
    if (is_over && waitpid(children[i].pid, &status, 0) == children[i].pid) {
      is_well &= children[i].id[0] != 0;
      tell_end(&children[i], status);
      if (children[i].lesson) end_lesson();
      close(children[i].end);
      if (children[i].job >= 0) close(children[i].job);
    } else {
      children[kept++] = children[i];
    }
  }
  count = kept;
  return is_well;
}

void end_crew(void) {
  for (int i = 0; i < count; i++) kill(children[i].pid, SIGKILL);
  while (wait(0) > 0) continue;
}
