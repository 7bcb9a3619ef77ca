#include "text.h"
#include "../walls/kernel.h"

unsigned long length_of(const char *text) {
  unsigned long length = 0;
  while (text[length]) length++;
  return length;
}

const char *after(const char *text, const char *start) {
  while (*start && *text == *start) text++, start++;
  return *start ? 0 : text;
}

const char *find(const char *text, const char *part) {
  for (; *text; text++)
    if (after(text, part)) return text;
  return 0;
}

static unsigned int digit_of(char letter) {
  if (letter >= '0' && letter <= '9') return (unsigned int)(letter - '0');
  return letter >= 'a' && letter <= 'f' ? (unsigned int)(letter - 'a') + 10 : 16;
}

unsigned long number_at(const char **text, unsigned int base) {
  unsigned long value = 0;
  while (**text == ' ' || **text == '\t') (*text)++;
  for (unsigned int digit; (digit = digit_of(**text)) < base; (*text)++) value = value * base + digit;
  return value;
}

unsigned long number_after(const char *text, const char *name, unsigned int base) {
  const char *place = find(text, name);
  if (!place) return 0;
  place = after(place, name);
  return number_at(&place, base);
}

char *put_text(char *to, const char *text) {
  while ((*to = *text)) to++, text++;
  return to;
}

char *put_number(char *to, unsigned long value) {
  char digits[20];
  int count = 0;
  do digits[count++] = (char)('0' + value % 10);
  while (value /= 10);
  while (count) *to++ = digits[--count];
  *to = 0;
  return to;
}

long read_text(const char *path, char *to, long size) {
  long length = 0, got, file = CALL(__NR_open, path, O_RDONLY | O_CLOEXEC, 0, 0);
  if (file < 0) return file;
  while (length < size - 1 && (got = CALL(__NR_read, file, to + length, size - 1 - length, 0)) > 0) length += got;
  CALL(__NR_close, file, 0, 0, 0);
  to[length] = 0;
  return length;
}

/* The kernel's `struct linux_dirent64` (getdents(2)). */
struct entry {
  unsigned long inode, offset;
  unsigned short length;
  unsigned char type;
  char name[];
};

long for_numbers(const char *path, long (*each)(int number)) {
  static char entries[32768];
  long got, result = 0, folder = CALL(__NR_open, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0, 0);
  if (folder < 0) return folder;
  int is_of_descriptors = find(path, "/fd") != 0;
  while (result >= 0 && (got = CALL(__NR_getdents64, folder, entries, sizeof entries, 0)) > 0)
    for (long at = 0; at < got && result >= 0;) {
      struct entry *entry = (struct entry *)(entries + at);
      const char *digits = entry->name;
      at += entry->length;
      if (digit_of(*digits) > 9) continue;
      int number = (int)number_at(&digits, 10);
      if (number != folder || !is_of_descriptors) result = each(number);
    }
  CALL(__NR_close, folder, 0, 0, 0);
  return result < 0 ? result : got < 0 ? got : 0;
}

extern char **environ;

const char *variable(const char *name) {
  for (char **at = environ; at && *at; at++) {
    const char *value = after(*at, name);
    if (value && *value == '=') return value + 1;
  }
  return 0;
}

/* The compiler may call these two. */
void *memset(void *to, int value, unsigned long count) {
  for (unsigned long i = 0; i < count; i++) ((volatile char *)to)[i] = (char)value;
  return to;
}
void *memcpy(void *to, const void *from, unsigned long count) {
  for (unsigned long i = 0; i < count; i++) ((volatile char *)to)[i] = ((const char *)from)[i];
  return to;
}
