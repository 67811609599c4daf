#include "formats/text/xml_calls.h"

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
#define CALL(name) \
    found = found && library_find(library, "__xml" #name, &calls->name);
    XML_HANDLERS(CALL)
#undef CALL
    if (!found)
        return diag_report(diag, DIAG_USAGE, path, 0, 0,
                           "XML needs libxml2, whose library " XML_SONAME
                           " is not installed");
    calls->InitParser(); /* once, however many threads come here first */
    return true;
}

void xml_calls_ignore(void *context, const char *format, ...)
{
    (void)context, (void)format;
}

struct xml_calls_handlers xml_calls_handle(const struct xml_calls *calls,
                                           struct xml_calls_handlers handlers)
{
    const struct xml_calls_handlers before = {
        *calls->GenericError(), *calls->GenericErrorContext(),
        *calls->StructuredError(), *calls->StructuredErrorContext()};

    *calls->GenericError() = handlers.generic;
    *calls->GenericErrorContext() = handlers.generic_context;
    *calls->StructuredError() = handlers.structured;
    *calls->StructuredErrorContext() = handlers.structured_context;
    return before;
}
