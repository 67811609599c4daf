#include "formats/text/archive_calls.h"

#include "base/library.h"

bool archive_calls_open(struct archive_calls *calls)
{
    void *const library = library_open(LIBARCHIVE_SONAME);
    bool found;

    if (!library)
        return false;
    found = library_find(library, "archive_errno", &calls->error_number);
#define CALL(name) \
    found = library_find(library, "archive_" #name, &calls->name) && found;
    ARCHIVE_CALLS(CALL)
#undef CALL
    return found;
}
