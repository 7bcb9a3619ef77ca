#define _GNU_SOURCE
#include "children.h"
#include "warm_ups.h"
#include "pages.h"
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static struct child children[MAX_CHILDREN];
static int count, input_fd, output_fd;
static const struct settings *settings;

void set_up_children(const struct settings *given, int from, int to) {
  settings = given;
  input_fd = from;
  output_fd = to;
}

static struct child *start(const char *folder, int has_time) {
  int inherited[MAX_CHILDREN * 2 + 2], files = 0;
  if (count == MAX_CHILDREN) {
    errno = EAGAIN;
    return 0;
  }
  inherited[files++] = input_fd;
  inherited[files++] = output_fd;
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

int has_ready_child(void) { return find("") != 0; }

int start_ready_child(const char *home) {
  char folder[sizeof children->folder];
  snprintf(folder, sizeof folder, "%s/ready-XXXXXX", home);
  if (!mkdtemp(folder)) return 0;
  if (!start(folder, 1)) {
    rmdir(folder);
    return 0;
  }
  dprintf(output_fd, "folder\t%s\n", folder);
  return 1;
}

void send_job(struct child *child, const char *id, const char *line) {
  snprintf(child->id, sizeof child->id, "%s", id);
  dprintf(child->job, "%s\n", line);
  close(child->job);
  child->job = -1;
}

void end_job(const char *id) {
  struct child *child = find(id);
  if (child) kill(child->pid, SIGKILL);
}

int running_jobs(void) {
  int found = 0;
  for (int i = 0; i < count; i++) found += children[i].id[0] && !children[i].done;
  return found;
}

int has_finished_children(void) {
  int found = 0;
  for (int i = 0; i < count; i++) found |= children[i].done;
  return found;
}

void end_finished_children(void) {
  for (int i = 0; i < count; i++)
    if (children[i].done) kill(children[i].pid, SIGKILL);
}

void watch_memory(void) {
  for (int i = 0; i < count; i++) {
    if (!children[i].id[0] || children[i].done || memory_of(&children[i]) <= settings->memory) continue;
    children[i].over_memory = 1;
    kill(children[i].pid, SIGKILL);
  }
}

static void report_end(const struct child *child, int status) {
  if (!child->id[0] || child->done || child->is_warm_up) return;
  if (child->over_memory) dprintf(output_fd, "done\t%s\tmemory\n", child->id);
  else if (WIFSIGNALED(status)) dprintf(output_fd, "done\t%s\tsignal %d\n", child->id, WTERMSIG(status));
  else dprintf(output_fd, "done\t%s\texit %d\n", child->id, WEXITSTATUS(status));
}

/* Handles a message of a child: BEGUN or DONE. Returns 0 if there is no message. */
static int read_message(struct child *child) {
  char word;
  if (child->done || read(child->end, &word, 1) != 1) return 0;
  if (word == *BEGUN) {
    if (!child->is_warm_up) dprintf(output_fd, "begun\t%s\t%d\n", child->id, child->pid);
    return 1;
  }
  report_end(child, 0);
  if (child->is_warm_up) record_pages(child->pid);
  /* The children that were done earlier are killed now, because without an idle moment their number would grow. */
  end_finished_children();
  child->done = 1;
  if (running_jobs() > 0) end_finished_children();
  return 1;
}

int list_pipes(struct pollfd *ends) {
  for (int i = 0; i < count; i++) ends[i] = (struct pollfd){.fd = children[i].end, .events = POLLIN};
  return count;
}

int read_children(const struct pollfd *ends) {
  int kept = 0, before = count, is_well = 1;
  for (int i = 0; i < before; i++) {
    int status;
    int is_over = ends[i].revents && !read_message(&children[i]);
    if (is_over) kill(children[i].pid, SIGKILL);
    if (is_over && waitpid(children[i].pid, &status, 0) == children[i].pid) {
      is_well &= children[i].id[0] != 0;
      report_end(&children[i], status);
      if (children[i].is_warm_up) end_warm_up();
      close(children[i].end);
      if (children[i].job >= 0) close(children[i].job);
    } else {
      children[kept++] = children[i];
    }
  }
  count = kept;
  return is_well;
}

void end_children(void) {
  for (int i = 0; i < count; i++) kill(children[i].pid, SIGKILL);
  while (wait(0) > 0) continue;
}
