#if defined HAVE_AFFINITY || defined HAVE_POPULATE
#define _GNU_SOURCE /* sched_getaffinity(), madvise() */
#endif
#include "base/system.h"

#include "base/control_group.h"

#include <getopt.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdint.h>
#include <sys/resource.h>
#include <unistd.h>

#if defined HAVE_MALLOC_TRIM || defined HAVE_MALLOC_USABLE_SIZE
#include <malloc.h>
#endif
#ifdef HAVE_POPULATE
#include <sys/mman.h>
#endif
#ifdef HAVE_PDEATHSIG
#include <sys/prctl.h>
#endif
#ifdef HAVE_AFFINITY
#include <sched.h>
#endif

/* The unit of ru_maxrss. */
#ifdef __APPLE__
enum { MAXRSS = 1 };
#else
enum { MAXRSS = 1024 };
#endif

static uint64_t usage_peak(void)
{
    struct rusage usage;

    if (getrusage(RUSAGE_SELF, &usage) || usage.ru_maxrss < 0)
        return 0;
    return (uint64_t)usage.ru_maxrss * MAXRSS;
}

#ifdef HAVE_PROC

uint64_t system_resident(void)
{
    FILE *const f = fopen("/proc/self/statm", "re");
    unsigned long pages = 0;

    if (!f)
        return usage_peak();
    if (fscanf(f, "%*u %lu", &pages) != 1)
        pages = 0;
    (void)fclose(f);
    return (uint64_t)pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

uint64_t system_peak(void)
{
    FILE *const f = fopen("/proc/self/status", "re");
    char line[128];
    unsigned long kilobytes = 0;

    if (!f)
        return usage_peak();
    while (fgets(line, sizeof line, f))
        if (sscanf(line, "VmHWM: %lu kB", &kilobytes) == 1)
            break;
    (void)fclose(f);
    return (uint64_t)kilobytes * 1024;
}

#else

uint64_t system_resident(void)
{
    return usage_peak();
}

uint64_t system_peak(void)
{
    return usage_peak();
}

#endif

#ifdef HAVE_PHYSICAL_PAGES

static uint64_t machine_memory(void)
{
    const long pages = sysconf(_SC_PHYS_PAGES);
    const long size = sysconf(_SC_PAGESIZE);

    return pages > 0 && size > 0 ? (uint64_t)pages * (uint64_t)size
                                 : UINT64_MAX;
}

#else

static uint64_t machine_memory(void)
{
    return UINT64_MAX;
}

#endif

uint64_t system_memory(void)
{
    const uint64_t machine = machine_memory();
    const uint64_t group = control_group_memory("");
    const uint64_t least = machine < group ? machine : group;

    return least == UINT64_MAX ? 0 : least;
}

#ifdef HAVE_MALLOC_USABLE_SIZE

size_t system_block_size(void *block)
{
    return malloc_usable_size(block);
}

#else

size_t system_block_size(void *block)
{
    (void)block;
    return 0;
}

#endif

#ifdef HAVE_MALLOC_TRIM

void system_trim(void)
{
    (void)malloc_trim(0);
}

void system_separate_large_blocks(void)
{
    enum { LARGE = 128 * 1024 };

    (void)mallopt(M_MMAP_THRESHOLD, LARGE);
    (void)mallopt(M_MMAP_MAX, INT_MAX);
}

#else

void system_trim(void)
{
}

void system_separate_large_blocks(void)
{
}

#endif

#ifdef HAVE_POPULATE

void system_populate(void *at, size_t bytes)
{
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    const uintptr_t from = ((uintptr_t)at + page - 1) / page * page;
    const uintptr_t end = ((uintptr_t)at + bytes) / page * page;

    if (from < end)
        (void)madvise((void *)from, end - from, MADV_POPULATE_WRITE);
}

#else

void system_populate(void *at, size_t bytes)
{
    (void)at;
    (void)bytes;
}

#endif

#ifdef HAVE_PDEATHSIG

void system_die_with_parent(void)
{
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
}

#else

void system_die_with_parent(void)
{
}

#endif

#ifdef HAVE_AFFINITY

/* Those that the process may use; 0 when there are more than a set holds. */
static uint32_t allowed_processors(void)
{
    cpu_set_t set;

    if (sched_getaffinity(0, sizeof set, &set))
        return 0;
    return (uint32_t)CPU_COUNT(&set);
}

#else

static uint32_t allowed_processors(void)
{
    return 0;
}

#endif

#ifdef HAVE_PROCESSORS

uint32_t system_processors(void)
{
    const uint32_t allowed = allowed_processors();
    const long n = allowed ? allowed : sysconf(_SC_NPROCESSORS_ONLN);

    return n < 1 ? 1 : (uint32_t)n;
}

#else

uint32_t system_processors(void)
{
    return 1;
}

#endif

#if defined HAVE_OPTRESET

void system_restart_getopt(void)
{
    opterr = 0;
    optreset = 1;
    optind = 1;
}

#elif defined HAVE_GNU_GETOPT

void system_restart_getopt(void)
{
    opterr = 0;
    optind = 0;
}

#else

/* Parses a dummy argument, which ends an unfinished argument of several
 * letters. */
void system_restart_getopt(void)
{
    char name[] = "";
    char *const nothing[] = {name, name, NULL};

    opterr = 0;
    optind = 1;
    while (getopt(2, nothing, "") != -1)
        continue;
    optind = 1;
}

#endif
