#include "beside.h"
#include "attempts.h"

int starts_with(const char *text, const char *start) {
  while (*start && *text == *start) text++, start++;
  return !*start;
}

const char *program_of(long *stack) { return (const char *)stack[1]; }

char *home_of(long *stack) {
  char **arguments = (char **)(stack + 1), *home = 0;
  for (char **variable = arguments + stack[0] + 1; *variable; variable++)
    if (starts_with(*variable, "HOME=")) home = *variable + 5;
  return home;
}

const char *beside(const char *program) {
  static char folder[4096];
  unsigned long last = 0;
  for (unsigned long at = 0; program[at]; at++) {
    folder[at] = program[at];
    if (program[at] == '/') last = at;
  }
  folder[last] = 0;
  return in_folder(folder, "targets");
}
