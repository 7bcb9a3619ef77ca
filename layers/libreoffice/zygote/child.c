#define _GNU_SOURCE
#include "child.h"
#include "../../proc/huge_pages.h"
#include "finish_pdf.h"
#include "lockdown.h"
#include "office.h"
#include "pages.h"
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#define EXIT_FAILED 3
#define EXIT_NO_FILTER 4
/* LibreOffice has some for each processor. */
#define MAX_THREADS 512

/* Does the job of a line in a folder. Its fields are macro, source, target and options, each followed by a tab. */
static void do_job(char *line, const char *folder, int end) {
  char *macro = strsep(&line, "\t"), *source = strsep(&line, "\t"), *target = strsep(&line, "\t");
  char *options = strsep(&line, "\t");
  if (!line || write(end, BEGUN, 1) != 1) _exit(EXIT_FAILED);
  run_macro(macro, source, target, options);
  finish_pdf(folder);
  /* Reported before the process ends, because its end takes as long as loading a small document. */
  if (write(end, DONE, 1) != 1) _exit(EXIT_FAILED);
  /* Nothing is cleaned up here: the parent kills the process. */
  for (;;) pause();
}

/* Waits for the job line and does its job. Ends the process if the pipe is closed without a line. */
static void wait_for_job(int job, const char *folder, int end) {
  char line[16384];
  size_t length = 0;
  ssize_t count;
  while (length < sizeof line && (count = read(job, line + length, sizeof line - length)) > 0) {
    length += count;
    if (line[length - 1] != '\n') continue;
    line[length - 1] = 0;
    close(job);
    do_job(line, folder, end);
  }
  _exit(0);
}

int start_child(struct child *child, const char *folder, int has_time, const struct settings *settings,
                const int *inherited, int count) {
  int job[2], end[2];
  if (pipe2(job, O_CLOEXEC)) return 0;
  if (pipe2(end, O_CLOEXEC)) {
    close(job[0]), close(job[1]);
    return 0;
  }
  pid_t parent = getpid(), pid = fork();
  if (pid == 0) {
    struct places places = {settings->office, settings->fonts, settings->styles, settings->slides, folder};
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(0);
    /* A session of its own is a group of its own for the scheduler (sched(7), autogroup): its priority ends with it. */
    setsid();
    for (int i = 0; i < count; i++) close(inherited[i]);
    close(job[1]), close(end[0]);
    if (!use_folder(folder) || !draw_controls()) _exit(EXIT_FAILED);
    if (!lock_down(&places, settings->memory)) _exit(EXIT_NO_FILTER);
    if (has_time) map_pages();
    wait_for_job(job[0], folder, end[1]);
  }
  close(job[0]), close(end[1]);
  if (pid < 0) {
    close(job[1]), close(end[0]);
    return 0;
  }
  *child = (struct child){.pid = pid, .job = job[1], .end = end[0], .inherited_bytes = huge_page_bytes()};
  snprintf(child->folder, sizeof child->folder, "%s", folder);
  return 1;
}

unsigned long memory_of(const struct child *child) {
  char path[64], line[256];
  unsigned long kilobytes, threads, held = 0;
  snprintf(path, sizeof path, "/proc/%d/status", child->pid);
  FILE *status = fopen(path, "re");
  if (!status) return 0;
  while (fgets(line, sizeof line, status)) {
    if (sscanf(line, "RssAnon: %lu", &kilobytes) == 1 || sscanf(line, "RssShmem: %lu", &kilobytes) == 1) held += kilobytes;
    if (sscanf(line, "Threads: %lu", &threads) == 1 && threads > MAX_THREADS) held = ~0UL / 1024;
  }
  fclose(status);
  return held * 1024 > child->inherited_bytes ? held * 1024 - child->inherited_bytes : 0;
}
