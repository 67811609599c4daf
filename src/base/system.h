/* system.h - what the programs ask of the operating system beyond POSIX.
 *
 * Meson looks which of these a system has and says so by macros HAVE_...; only
 * system.c and bits.h look at them.  Where the system has nothing of the kind,
 * a function does what its comment calls the fallback.  -Dportable=true leaves
 * all macros out, so that the fallbacks are tested on Linux as well. */
#ifndef SYSTEM_H
#define SYSTEM_H

#include <stdint.h>

/* Bytes of memory that the process occupies.  Fallback: system_peak(). */
uint64_t system_resident(void);

/* The most bytes that the process ever occupied.  Fallback: what getrusage()
 * knows, which may include what the process was before exec(). */
uint64_t system_peak(void);

/* Gives memory that was freed back to the system.  Fallback: nothing. */
void system_trim(void);

/* Lets this process be killed when its parent dies.  Fallback: nothing. */
void system_die_with_parent(void);

/* Processors that are there to run threads.  Fallback: 1. */
uint32_t system_processors(void);

/* Lets getopt_long() begin with another argv; it prints no errors.  Fallback:
 * reads the former argv to the end of an argument. */
void system_restart_getopt(void);

#endif
