#include "formats/xml_calls.h"

#include "base/library.h"

bool xml_calls_open(struct xml_calls *calls, const char *path,
                    struct diag *diag)
{
    void *const library = library_open(XML_SONAME);
    bool found = library;

#define CALL(name) \
    found = found && library_find(library, "xml" #name, &calls->name);
    XML_CALLS(CALL)
#undef CALL
    if (!found)
        return diag_report(diag, DIAG_USAGE, path, 0, 0,
                           "XML needs libxml2, whose library " XML_SONAME
                           " is not installed");
    calls->InitParser(); /* once, however many threads come here first */
    return true;
}
