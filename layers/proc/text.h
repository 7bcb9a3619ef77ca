#ifndef TEXT_H
#define TEXT_H

/* Texts and numbers of `/proc`, without a C library. */

unsigned long length_of(const char *text);

/* The place after `start` in a text that begins with it; else 0. */
const char *after(const char *text, const char *start);

/* The first place of a part in a text; else 0. */
const char *find(const char *text, const char *part);

/* Reads a number in lower-case digits of a base up to 16, after spaces, and moves the place behind it. */
unsigned long number_at(const char **text, unsigned int base);

/* The number that follows a name in a text; 0 without the name. */
unsigned long number_after(const char *text, const char *name, unsigned int base);

/* Write a text or a decimal number, with a 0 at the end. Return the place of that 0. */
char *put_text(char *to, const char *text);
char *put_number(char *to, unsigned long value);

/* Reads a file as a text of at most `size` - 1 bytes. Returns its length, or a negative error number. */
long read_text(const char *path, char *to, long size);

/* Calls `each` for the names of a folder that are numbers, until a call returns a negative number, which is then the result. */
long for_numbers(const char *folder, long (*each)(int number));

/* The value of a variable of the environment; 0 without it. */
const char *variable(const char *name);

#endif
