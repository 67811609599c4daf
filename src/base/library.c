#include "base/library.h"

#include <dlfcn.h>

void *library_open(const char *soname)
{
    return dlopen(soname, RTLD_NOW | RTLD_LOCAL);
}

/* POSIX lets an object pointer hold a function; C11 has no cast for it. */
bool library_find(void *library, const char *name, void *function)
{
    void *const symbol = dlsym(library, name);

    *(void **)function = symbol;
    return symbol;
}
