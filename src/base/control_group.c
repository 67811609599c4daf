#include "base/control_group.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { PATH_BYTES = 4096 };

/* A hierarchy: where its groups are, and the file with the limit. */
struct hierarchy {
    const char *folder, *file;
};

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

/* The least limit of the group and those around it. */
static uint64_t least_limit(const char *root, struct hierarchy hierarchy,
                            char *group)
{
    uint64_t least = UINT64_MAX;

    for (;;) {
        char path[3 * PATH_BYTES];
        char *const last = strrchr(group, '/');
        uint64_t limit;

        (void)snprintf(path, sizeof path, "%s/sys/fs/cgroup%s%s/%s", root,
                       hierarchy.folder, group, hierarchy.file);
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
    static const char word[] = "memory";

    for (;;) {
        const size_t len = strcspn(list, ",");

        if (len == sizeof word - 1 && !memcmp(list, word, len))
            return true;
        if (list[len] == '\0')
            return false;
        list += len + 1;
    }
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
        return least_limit(root, (struct hierarchy){"", "memory.max"},
                           group + 1);
    if (!names_memory(controllers + 1))
        return UINT64_MAX;
    return least_limit(root,
                       (struct hierarchy){"/memory", "memory.limit_in_bytes"},
                       group + 1);
}

uint64_t control_group_memory(const char *root)
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
