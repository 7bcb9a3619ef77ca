/*
 * Starts a program behind the kernel's walls:
 *   launcher [read PATH | execute PATH | write PATH | connect PORT]... -- PROGRAM ARGUMENTS...
 * The program may read, execute or write below these paths, and connect to this port by TCP, and nothing else. With the
 * argument `walls` alone it prints which walls this kernel has. It exits with 126 where the kernel has a wall but refuses it,
 * and with 127 where the program does not start.
 */
#include "confine.h"
#include "system.h"

#define FILE_LIMIT_BYTES (2UL << 30)
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

/* Allows what the arguments say, up to `--`. Gives the program and its arguments; 0 where an argument is unknown. */
static char **allow_arguments(int rules, char **arguments, int *may_connect) {
  for (; arguments[0] && !same(arguments[0], "--"); arguments += 2) {
    if (!arguments[1]) return 0;
    int access = access_named(arguments[0]);
    if (access) allow_path(rules, arguments[1], access);
    else if (same(arguments[0], "connect")) allow_port(rules, number(arguments[1])), *may_connect = 1;
    else return 0;
  }
  return arguments[0] ? arguments + 1 : 0;
}

__attribute__((used)) static void start(long *stack) {
  char **arguments = (char **)(stack + 2), **environment = (char **)(stack + 2 + stack[0]);
  struct walls walls = find_walls();
  if (stack[0] == 2 && same(arguments[0], "walls")) print_walls(walls), leave(0);
  int may_connect = 0, rules = create_rules(walls.landlock);
  char **program = allow_arguments(rules, arguments, &may_connect);
  if (!program || !program[0]) leave(EXIT_NOT_STARTED);
  CALL(__NR_prctl, PR_SET_NO_NEW_PRIVS, 1, 0, 0);
  limit_files(FILE_LIMIT_BYTES);
  if (walls.landlock && !enforce_rules(rules)) leave(EXIT_NO_WALL);
  if (walls.seccomp && !filter_system_calls(may_connect)) leave(EXIT_NO_WALL);
  CALL(__NR_execve, program[0], program, environment, 0);
  leave(EXIT_NOT_STARTED);
}

/* The kernel starts here: the stack holds the number of arguments, the arguments, and the environment. */
__asm__(".globl _start\n_start:\n  xor %rbp, %rbp\n  mov %rsp, %rdi\n  and $-16, %rsp\n  call start\n");
