/*
 * In the place of LibreOffice's library: what the zygote calls of it (layers/libreoffice/zygote/office.c). A macro is not run;
 * the attempts are made instead, and their report is written as the result. Also a component of a whole LibreOffice, whose making
 * does the same.
 */
#include "attempts.h"
#include "beside.h"

#define EXPORTED __attribute__((visibility("default")))
extern char *getenv(const char *name);
/* What the dynamic loader knows of an address (dladdr(3)). */
struct place {
  const char *file;
  void *base;
  const char *name;
  void *address;
};
extern int dladdr(const void *address, struct place *place);

struct methods {
  unsigned long size;
  void *others[10];
  int (*run_macro)(void *, const char *address);
  void *sign_document;
  void (*run_loop)(void *, int (*poll)(void *, int), void (*wake)(void *), void *data);
};

static char targets_path[4096];

static int has(const char *text, const char *word) {
  for (; *text; text++) {
    unsigned long at = 0;
    while (word[at] && text[at] == word[at]) at++;
    if (!word[at]) return 1;
  }
  return 0;
}

static void write_report(const char *targets) {
  const char *job = getenv("TMPDIR");
  struct target target = read_targets(targets, job);
  const char *report = attempt_all(&target);
  long file = CALL(__NR_openat, AT_FDCWD, in_folder(job, "printed.pdf"), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  CALL(__NR_write, file, report, length_of(report), 0);
  CALL(__NR_close, file, 0, 0, 0);
}

static int run_macro(void *office, const char *address) {
  (void)office;
  if (!has(address, "warm-up")) write_report(targets_path);
  return 1;
}

/* The constructor of the component. It makes none. */
EXPORTED void *attempts_get_implementation(void *context, const void *arguments) {
  struct place place;
  (void)context, (void)arguments;
  if (dladdr((const void *)attempts_get_implementation, &place)) write_report(beside(place.file));
  return 0;
}

static void run_loop(void *office, int (*poll)(void *, int), void (*wake)(void *), void *data) {
  (void)office, (void)wake;
  for (;;) poll(data, 500);
}

static struct methods methods = {sizeof methods, {0}, run_macro, 0, run_loop};
static struct {
  struct methods *methods;
} office = {&methods};

EXPORTED void *libreofficekit_hook_2(const char *program, const char *profile) {
  const char *path = in_folder(program, "targets");
  (void)profile;
  for (unsigned long at = 0; at <= length_of(path); at++) targets_path[at] = path[at];
  return &office;
}

EXPORTED void _ZN10comphelper14LibreOfficeKit9setActiveEb(int is_active) { (void)is_active; }
EXPORTED void _ZN3utl24SetTempNameBaseDirectoryERKN3rtl8OUStringE(void **given, void **name) { (void)given, (void)name; }
EXPORTED void rtl_uString_newFromAscii(void **text, const char *from) { (void)text, (void)from; }
EXPORTED void rtl_bootstrap_set(void *key, void *name) { (void)key, (void)name; }
