/* xml_write.h - an XML document under construction, by libxml2.
 *
 *     struct xml_write w;
 *
 *     if (!xml_write_open(&w, path, file, diag))
 *         return false;
 *     xml_write_begin(&w, "net", "id", "n1", "type", "...", NULL);
 *     ...
 *     return xml_write_close(&w, path, diag);    ends the elements that are
 * open
 *
 * Texts are UTF-8 without characters that XML cannot contain. */
#ifndef XML_WRITE_H
#define XML_WRITE_H

#include "base/mem.h"
#include "formats/text/xml_calls.h"

#include <stdbool.h>
#include <stdio.h>

struct xml_write {
    struct xml_calls calls;
    xmlTextWriterPtr writer;
    bool failed;
    struct xml_calls_handlers before; /* those of the thread */
    struct mem_guard guard;
};

/* w must not move while it is open.  The owner of the file checks it for
 * errors.  False with a diagnosis about the path without libxml2. */
bool xml_write_open(struct xml_write *w, const char *path, FILE *out,
                    struct diag *diag);

/* Begins an element.  Behind its name are the names and values of its
 * attributes, and NULL. */
void xml_write_begin(struct xml_write *w, const char *name, ...)
    __attribute__((sentinel));
void xml_write_end(struct xml_write *w);

/* <name><text>text</text></name>, a label of PNML. */
void xml_write_label(struct xml_write *w, const char *name, const char *text);

/* <name>text</name>; <name/> if the text is empty. */
void xml_write_element(struct xml_write *w, const char *name, const char *text);

/* False with a diagnosis when libxml2 has refused something. */
bool xml_write_close(struct xml_write *w, const char *path, struct diag *diag);

#endif
