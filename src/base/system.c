#if defined HAVE_AFFINITY || defined HAVE_POPULATE
#define _GNU_SOURCE /* sched_getaffinity(), madvise() */
#endif
#include "base/system.h"

#include <getopt.h>
#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdint.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
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

double system_now(void)
{
    struct timespec t;

    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static uint64_t usage_peak(void)
{
    struct rusage usage;

    if (getrusage(RUSAGE_SELF, &usage) || usage.ru_maxrss < 0)
        return 0;
    return (uint64_t)usage.ru_maxrss * MAXRSS;
}

/* A file below /proc; NULL where there is none. */
static FILE *open_proc(const char *path)
{
#ifdef HAVE_PROC
    return fopen(path, "re");
#else
    (void)path;
    return NULL;
#endif
}

uint64_t system_resident(void)
{
    FILE *const f = open_proc("/proc/self/statm");
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
    FILE *const f = open_proc("/proc/self/status");
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

static uint64_t machine_memory(void)
{
#ifdef HAVE_PHYSICAL_PAGES
    const long pages = sysconf(_SC_PHYS_PAGES);
    const long size = sysconf(_SC_PAGESIZE);

    if (pages > 0 && size > 0)
        return (uint64_t)pages * (uint64_t)size;
#endif
    return UINT64_MAX;
}

/* --- control groups ------------------------------------------------------- */

enum { PATH_BYTES = 4096 };

/* "max" is no number: no limit. */
static uint64_t read_limit(const char *path)
{
    FILE *const f = fopen(path, "re");
    uint64_t limit = UINT64_MAX;

    if (!f)
        return UINT64_MAX;
    if (fscanf(f, "%" SCNu64, &limit) != 1)
        limit = UINT64_MAX;
    (void)fclose(f);
    return limit;
}

/* The least limit of the group and those around it: in this file, where the
 * groups of the hierarchy are in this folder. */
static uint64_t least_limit(const char *root, const char *folder,
                            const char *file, char *group)
{
    uint64_t least = UINT64_MAX;

    for (;;) {
        char path[3 * PATH_BYTES];
        char *const last = strrchr(group, '/');
        uint64_t limit;

        (void)snprintf(path, sizeof path, "%s/sys/fs/cgroup%s%s/%s", root,
                       folder, group, file);
        limit = read_limit(path);
        if (limit < least)
            least = limit;
        if (!last)
            return least;
        *last = '\0';
    }
}

/* Is "memory" among the words of list, which commas separate? */
static bool names_memory(const char *list)
{
    char words[PATH_BYTES + 3];

    (void)snprintf(words, sizeof words, ",%s,", list);
    return strstr(words, ",memory,");
}

/* A line "number:controllers:group". */
static uint64_t limit_of_line(const char *root, char *line)
{
    char *const controllers = strchr(line, ':');
    char *const group = controllers ? strchr(controllers + 1, ':') : NULL;

    if (!group)
        return UINT64_MAX;
    line[strcspn(line, "\n")] = '\0';
    *group = '\0';
    if (controllers[1] == '\0')
        return least_limit(root, "", "memory.max", group + 1);
    return names_memory(controllers + 1)
               ? least_limit(root, "/memory", "memory.limit_in_bytes",
                             group + 1)
               : UINT64_MAX;
}

uint64_t system_group_memory(const char *root)
{
    char path[PATH_BYTES + 32], line[PATH_BYTES];
    uint64_t least = UINT64_MAX;
    FILE *f;

    (void)snprintf(path, sizeof path, "%s/proc/self/cgroup", root);
    f = fopen(path, "re");
    if (!f)
        return UINT64_MAX;
    while (fgets(line, sizeof line, f)) {
        const uint64_t limit = limit_of_line(root, line);

        if (limit < least)
            least = limit;
    }
    (void)fclose(f);
    return least;
}

uint64_t system_memory(void)
{
    const uint64_t machine = machine_memory();
    const uint64_t group = system_group_memory("");
    const uint64_t least = machine < group ? machine : group;

    return least == UINT64_MAX ? 0 : least;
}

size_t system_block_size(void *block)
{
#ifdef HAVE_MALLOC_USABLE_SIZE
    return malloc_usable_size(block);
#else
    (void)block;
    return 0;
#endif
}

void system_trim(void)
{
#ifdef HAVE_MALLOC_TRIM
    (void)malloc_trim(0);
#endif
}

void system_separate_large_blocks(void)
{
#ifdef HAVE_MALLOC_TRIM
    enum { LARGE = 128 * 1024 };

    (void)mallopt(M_MMAP_THRESHOLD, LARGE);
    (void)mallopt(M_MMAP_MAX, INT_MAX);
#endif
}

void system_populate(void *at, size_t bytes)
{
#ifdef HAVE_POPULATE
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    const uintptr_t from = ((uintptr_t)at + page - 1) / page * page;
    const uintptr_t end = ((uintptr_t)at + bytes) / page * page;

    if (from < end)
        (void)madvise((void *)from, end - from, MADV_POPULATE_WRITE);
#else
    (void)at;
    (void)bytes;
#endif
}

void system_die_with_parent(void)
{
#ifdef HAVE_PDEATHSIG
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
}

uint32_t system_processors(void)
{
    long n = 0;

#ifdef HAVE_AFFINITY
    cpu_set_t set; /* it may be too small for this machine */

    if (!sched_getaffinity(0, sizeof set, &set))
        n = CPU_COUNT(&set);
#endif
#ifdef HAVE_PROCESSORS
    if (!n)
        n = sysconf(_SC_NPROCESSORS_ONLN);
#endif
    return n < 1 ? 1 : (uint32_t)n;
}

void system_restart_getopt(void)
{
    opterr = 0;
#if defined HAVE_OPTRESET
    optreset = 1;
    optind = 1;
#elif defined HAVE_GNU_GETOPT
    optind = 0;
#else
    /* A dummy argument ends an unfinished argument of several letters. */
    char name[] = "";
    char *const nothing[] = {name, name, NULL};

    optind = 1;
    while (getopt(2, nothing, "") != -1)
        continue;
    optind = 1;
#endif
}
