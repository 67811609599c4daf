#ifndef FORMATS_XML_CALLS_H
#define FORMATS_XML_CALLS_H

/* xml_calls.h - the functions of libxml2, which is opened when the first XML
 * document is read or written. */

#include "base/diag.h"

#include <libxml/parser.h>
#include <libxml/xmlwriter.h>
#include <stdbool.h>

/* Their names without "xml". */
#define XML_CALLS(CALL)            \
    CALL(CreatePushParserCtxt)     \
    CALL(CtxtUseOptions)           \
    CALL(FreeParserCtxt)           \
    CALL(FreeTextWriter)           \
    CALL(InitParser)               \
    CALL(NewTextWriter)            \
    CALL(OutputBufferCreateIO)     \
    CALL(ParseChunk)               \
    CALL(StopParser)               \
    CALL(TextWriterEndDocument)    \
    CALL(TextWriterEndElement)     \
    CALL(TextWriterSetIndent)      \
    CALL(TextWriterStartDocument)  \
    CALL(TextWriterStartElement)   \
    CALL(TextWriterWriteAttribute) \
    CALL(TextWriterWriteElement)   \
    CALL(TextWriterWriteString)

/* Where libxml2 keeps the handlers of a thread, for errors that belong to no
 * document: names without "__xml". */
#define XML_HANDLERS(CALL)    \
    CALL(GenericError)        \
    CALL(GenericErrorContext) \
    CALL(StructuredError)     \
    CALL(StructuredErrorContext)

struct xml_calls {
#define CALL(name) __typeof__(xml##name) *name;
    XML_CALLS(CALL)
#undef CALL
#define CALL(name) __typeof__(__xml##name) *name;
    XML_HANDLERS(CALL)
#undef CALL
};

struct xml_calls_handlers {
    xmlGenericErrorFunc generic;
    void *generic_context;
    xmlStructuredErrorFunc structured;
    void *structured_context;
};

/* Opens libxml2, which then stays in the process, and finds its functions.
 * Threads may call it, and then use libxml2.  False with a diagnosis about the
 * file when libxml2 is not installed, or when it lacks one. */
bool xml_calls_open(struct xml_calls *calls, const char *path,
                    struct diag *diag);

/* A handler for messages without a code, which says nothing. */
void xml_calls_ignore(void *context, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Sets the handlers of this thread and returns those that were there, which the
 * program that calls us may have set: they must be set again after the calls.
 * Without a handler libxml2 prints its errors. */
struct xml_calls_handlers xml_calls_handle(const struct xml_calls *calls,
                                           struct xml_calls_handlers handlers);

#endif
