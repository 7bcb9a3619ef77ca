/*
 * Compiles the rules of an ICU break iterator. Arguments: ICU's library (such as `libicuuc.so.76`), its version (the suffix of
 * its functions' names), the file of the rules, and the file for the compiled rules.
 */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>

static char text[65536];
static uint16_t rules[65536];
static uint8_t compiled[262144];

/* ICU's UParseError (unicode/parseerr.h). */
struct place {
  int32_t line, offset;
  uint16_t before[16], after[16];
};

static void *function(void *library, const char *name, const char *version) {
  char whole[64];
  snprintf(whole, sizeof whole, "%s_%s", name, version);
  return dlsym(library, whole);
}

static int fail(const char *what, int number) {
  fprintf(stderr, "error: %s %d\n", what, number);
  return 1;
}

int main(int argc, char **argv) {
  if (argc != 5) return 64;
  FILE *source = fopen(argv[3], "r"), *target = fopen(argv[4], "w");
  void *library = dlopen(argv[1], RTLD_NOW);
  if (!source || !target || !library) return fail("cannot open", !source ? 3 : !target ? 4 : 1);
  void *(*open)(const uint16_t *, int32_t, const uint16_t *, int32_t, struct place *, int *) =
      function(library, "ubrk_openRules", argv[2]);
  int32_t (*binary)(void *, uint8_t *, int32_t, int *) = function(library, "ubrk_getBinaryRules", argv[2]);
  if (!open || !binary) return fail("no break iterators in ICU", 0);
  size_t length = fread(text, 1, sizeof text, source);
  for (size_t i = 0; i < length; i++) rules[i] = text[i];
  struct place place = {0};
  int status = 0; /* above 0 it is an error */
  void *iterator = open(rules, length, 0, 0, &place, &status);
  if (status > 0) return fail("in line", place.line);
  int32_t size = binary(iterator, compiled, sizeof compiled, &status);
  if (status > 0) return fail("ICU's status", status);
  return fwrite(compiled, 1, size, target) == size && fclose(target) == 0 ? 0 : fail("cannot write", 4);
}
