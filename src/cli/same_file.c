#include "cli/same_file.h"

#include "base/mem.h"

#include <string.h>
#include <sys/stat.h>

static const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}

static bool same_inode(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* Of the directory that the file is in. */
static bool stat_directory(const char *path, struct stat *status)
{
    const size_t n = (size_t)(last_part(path) - path);
    char *text = mem_text(n ? path : ".");
    bool found;

    if (n)
        text[n] = '\0';
    found = !stat(text, status);
    mem_free(text);
    return found;
}

bool same_file_is(const char *a, const char *b)
{
    struct stat x, y;
    const bool has_a = !stat(a, &x), has_b = !stat(b, &y);

    if (has_a != has_b)
        return false;
    if (has_a)
        return S_ISREG(x.st_mode) && same_inode(&x, &y);
    return !strcmp(last_part(a), last_part(b)) && stat_directory(a, &x) &&
           stat_directory(b, &y) && same_inode(&x, &y);
}
