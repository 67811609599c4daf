#include "structure/glpk_calls.h"

#include "base/library.h"

bool glpk_calls_open(struct glpk_calls *calls)
{
    void *const library = library_open(GLPK_SONAME);
    bool found = library;

    if (!library)
        return false;
#define GLPK_FUNCTION(name) \
    found = library_find(library, "glp_" #name, &calls->name) && found;
    GLPK_CALLS(GLPK_FUNCTION)
#undef GLPK_FUNCTION
    return found;
}
