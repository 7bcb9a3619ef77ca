#define _GNU_SOURCE
#include "../../walls/system_call.h"
#include <errno.h>
#include <unistd.h>

/* The system calls of ../../walls, by the C library. */
long system_call(long number, long first, long second, long third, long fourth, long fifth, long sixth) {
  long result = syscall(number, first, second, third, fourth, fifth, sixth);
  return result == -1 ? -errno : result;
}
