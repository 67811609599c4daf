#include "formats/archive_calls.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>

static struct archive_calls calls;
static bool found;

/* POSIX lets an object pointer hold a function; C11 has no cast for it. */
static bool find(void *library, const char *name, void *function)
{
    void *const symbol = dlsym(library, name);

    *(void **)function = symbol;
    return symbol;
}

static void open_library(void)
{
    void *const library = dlopen(LIBARCHIVE_SONAME, RTLD_NOW | RTLD_LOCAL);

    if (!library)
        return;
    found = find(library, "archive_errno", &calls.error_number);
#define CALL(name) \
    found = find(library, "archive_" #name, &calls.name) && found;
    ARCHIVE_CALLS(CALL)
#undef CALL
}

const struct archive_calls *archive_calls(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    (void)pthread_once(&once, open_library);
    return found ? &calls : NULL;
}
