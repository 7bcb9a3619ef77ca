/*
 * Starts a program behind the kernel's walls:
 *   launcher [read PATH | execute PATH | write PATH | connect PORT | connect any | fork yes]... -- PROGRAM ARGUMENTS...
 * The program may read or write below these paths, connect to this port by TCP, fork if it gets `fork yes`, and nothing else.
 * `execute` is for the program itself and its loader; the program starts no other one. With the argument `walls` alone the
 * launcher prints which walls this kernel has. It exits with 126 if the kernel has a wall but refuses it, and with 127 if the
 * program does not start.
 */
#include "../walls/kernel.h"
#include "../walls/walls.h"
#include "hide.h"

#define EXIT_NO_WALL 126
#define EXIT_NOT_STARTED 127

static int same(const char *one, const char *other) {
  while (*one && *one == *other) one++, other++;
  return *one == *other;
}

static unsigned int number(const char *text) {
  unsigned int value = 0;
  for (; *text >= '0' && *text <= '9'; text++) value = value * 10 + (unsigned int)(*text - '0');
  return value;
}

static void leave(int code) {
  for (;;) CALL(__NR_exit_group, code, 0, 0, 0);
}

/* Prints `landlock 7 seccomp 1`. */
static void print_walls(struct walls walls) {
  char line[] = "landlock 00 seccomp 0\n";
  line[9] = (char)('0' + walls.landlock / 10);
  line[10] = (char)('0' + walls.landlock % 10);
  line[20] = (char)('0' + walls.seccomp);
  CALL(__NR_write, 1, line, sizeof line - 1, 0);
}

static int access_named(const char *name) {
  if (same(name, "read")) return MAY_READ;
  if (same(name, "execute")) return MAY_EXECUTE;
  return same(name, "write") ? MAY_WRITE : 0;
}

/* Whether the arguments leave TCP to the rules of forks. */
static int leaves_tcp(char **arguments) {
  for (; arguments[0] && !same(arguments[0], "--") && arguments[1]; arguments += 2)
    if (same(arguments[0], "connect") && same(arguments[1], "any")) return 1;
  return 0;
}

/* Allows what the arguments say, up to `--`. Gives the program and its arguments; 0 if an argument is unknown. */
static char **allow_arguments(int rules, char **arguments, struct exceptions *exceptions) {
  for (; arguments[0] && !same(arguments[0], "--"); arguments += 2) {
    if (!arguments[1]) return 0;
    int access = access_named(arguments[0]);
    if (access) allow_path(rules, arguments[1], access);
    else if (same(arguments[0], "connect")) allow_port(rules, number(arguments[1])), exceptions->may_connect = 1;
    else if (same(arguments[0], "fork")) exceptions->may_fork = 1;
    else return 0;
  }
  return arguments[0] ? arguments + 1 : 0;
}

static unsigned long length_of(const char *text) {
  unsigned long length = 0;
  while (text[length]) length++;
  return length;
}

/* Copies a list of texts, with the 0 that ends it, to an address that nobody can guess. */
static char **hide_list(char **list) {
  unsigned long count = 0;
  while (list[count]) count++;
  return hide(list, (count + 1) * sizeof *list);
}

static void start_program(char **program, char **environment, struct walls walls, struct exceptions exceptions) {
  char *path = hide(program[0], length_of(program[0]) + 1), **words = hide_list(program), **variables = hide_list(environment);
  exceptions.program = (unsigned long)path, exceptions.arguments = (unsigned long)words;
  exceptions.environment = (unsigned long)variables;
  if (!path || !words || !variables) leave(EXIT_NOT_STARTED);
  if (walls.seccomp && !filter_system_calls(&exceptions)) leave(EXIT_NO_WALL);
  CALL(__NR_execve, path, words, variables, 0);
  leave(EXIT_NOT_STARTED);
}

__attribute__((used)) static void start(long *stack) {
  char **arguments = (char **)(stack + 2), **environment = (char **)(stack + 2 + stack[0]);
  struct walls walls = find_walls();
  if (stack[0] == 2 && same(arguments[0], "walls")) print_walls(walls), leave(0);
  int rules = leaves_tcp(arguments) ? create_rules_of_zygote(walls.landlock) : create_rules(walls.landlock);
  struct exceptions exceptions = {0};
  char **program = allow_arguments(rules, arguments, &exceptions);
  if (!program || !program[0]) leave(EXIT_NOT_STARTED);
  drop_privileges();
  limit_files();
  limit_threads();
  if (!enforce_rules(rules)) leave(EXIT_NO_WALL);
  start_program(program, environment, walls, exceptions);
}

/* The kernel starts here: the stack holds the number of arguments, the arguments, and the environment. */
__asm__(".globl _start\n_start:\n  xor %rbp, %rbp\n  mov %rsp, %rdi\n  and $-16, %rsp\n  call start\n");
