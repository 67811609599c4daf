/* system.h - the clock, and services of the operating system beyond POSIX.
 *
 * Meson detects which calls a system has and defines the macros HAVE_...; only
 * system.c and bits.h use them.  Without the service, a function does what its
 * comment calls the fallback.  -Dportable=true defines none of the macros, so
 * that the fallbacks are tested on Linux as well. */
#ifndef SYSTEM_H
#define SYSTEM_H

#include <stddef.h>
#include <stdint.h>

/* Seconds since a fixed moment. */
double system_now(void);

/* Resident memory of the process in bytes.  Fallback: system_peak(). */
uint64_t system_resident(void);

/* The maximal resident memory of the process in bytes.  Fallback: getrusage(),
 * which may include the time before exec(). */
uint64_t system_peak(void);

/* The memory that this process may use, in bytes: what the machine has, or its
 * control group; 0: unknown.  Fallback: the group. */
uint64_t system_memory(void);

/* The least limit of the control groups of this process, in bytes; UINT64_MAX:
 * none.  A process is in one group of each hierarchy, which /proc/self/cgroup
 * names: "0::/user/shell" in version 2, "4:memory:/user/shell" in version 1.
 * The limit of a group is a file of it below /sys/fs/cgroup.  The limits of the
 * groups around a group bound it, too. root is the folder in which proc and sys
 * are; "" for the system's. */
uint64_t system_group_memory(const char *root);

/* The size of a block of the C library.  Fallback: 0. */
size_t system_block_size(void *block);

/* Returns freed memory to the system.  Fallback: nothing. */
void system_trim(void);

/* From now on large blocks (128 KiB and more) are memory of their own: freeing
 * one returns it to the system, and one that grows is not copied into a gap.
 * For the main program, as it concerns the whole process.  Fallback:
 * nothing. */
void system_separate_large_blocks(void);

/* Takes memory for these bytes of a block from the system, whole pages of it,
 * before somebody writes to them.  Fallback: nothing. */
void system_populate(void *at, size_t bytes);

/* Makes the system kill this process when its parent dies.  Fallback:
 * nothing. */
void system_die_with_parent(void);

/* The number of processors that the process may use (taskset, a control group's
 * cpuset), or that are online.  Fallback: 1. */
uint32_t system_processors(void);

/* Prepares getopt_long() for another argv; it prints no errors.  Fallback:
 * reads the former argv to the end of an argument. */
void system_restart_getopt(void);

#endif
