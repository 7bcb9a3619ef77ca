#ifndef KERNEL_H
#define KERNEL_H

/* The kernel's own headers alone, because these files are compiled with the C library and without one. */
#include <asm/unistd.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/errno.h>
#include <linux/fcntl.h>
#include <linux/filter.h>
#include <linux/in.h>
#include <linux/landlock.h>
#include <linux/prctl.h>
#include <linux/resource.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include "system_call.h"

/* A system call with up to four arguments. */
#define CALL(number, first, second, third, fourth)                                                                       \
  system_call(number, (long)(first), (long)(second), (long)(third), (long)(fourth), 0, 0)

#endif
