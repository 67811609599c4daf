/* Prints where the library is that has FUNCTION. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>

#define TEXT(name) #name
#define NAME(name) TEXT(name)

void FUNCTION(void);

static void (*volatile needed)(void) = FUNCTION; /* the linker keeps it */

int main(void)
{
    Dl_info info;

    if (!needed || !dladdr(dlsym(RTLD_DEFAULT, NAME(FUNCTION)), &info))
        return 1;
    fputs(info.dli_fname, stdout);
    return 0;
}
