/* What the compiler calls by itself, and the C library would have. */
void *memset(void *to, int value, unsigned long length) {
  for (unsigned long at = 0; at < length; at++) ((char *)to)[at] = (char)value;
  return to;
}

void *memcpy(void *to, const void *from, unsigned long length) {
  for (unsigned long at = 0; at < length; at++) ((char *)to)[at] = ((const char *)from)[at];
  return to;
}
