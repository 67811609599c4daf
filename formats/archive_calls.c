#include "formats/archive_calls.h"

#include <dlfcn.h>

/* POSIX lets an object pointer hold a function; C11 has no cast for it. */
static bool find(void *library, const char *name, void *function)
{
    void *const symbol = dlsym(library, name);

    *(void **)function = symbol;
    return symbol;
}

bool archive_calls_open(struct archive_calls *calls)
{
    void *const library = dlopen(LIBARCHIVE_SONAME, RTLD_NOW | RTLD_LOCAL);
    bool found;

    if (!library)
        return false;
    found = find(library, "archive_errno", &calls->error_number);
#define CALL(name) \
    found = find(library, "archive_" #name, &calls->name) && found;
    ARCHIVE_CALLS(CALL)
#undef CALL
    return found;
}
