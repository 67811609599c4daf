#include "structure/glpk_calls.h"

#include "base/system.h"

bool glpk_calls_open(struct glpk_calls *calls)
{
    void *const library = system_open_library(GLPK_SONAME);
    bool found = library;

    if (!library)
        return false;
#define GLPK_FUNCTION(name) \
    found = system_find_symbol(library, "glp_" #name, &calls->name) && found;
    GLPK_CALLS(GLPK_FUNCTION)
#undef GLPK_FUNCTION
    return found;
}
