/* xml_queue.h - the tags of a page of XML, in order, with the text before each.
 *
 *     a<place id="p">b</place>
 *
 *     texts        a\0 p\0 b\0
 *     attributes   id: value at 2
 *     tags         place opens, its text at 0; place closes, its text at 4
 *
 * libxml2 fills the queue and is on the stack then, so that no function here
 * ends the run when memory is short: the queue is starved, and keeps what it
 * has. */
#ifndef XML_QUEUE_H
#define XML_QUEUE_H

#include "base/text.h"
#include "base/vec.h"
#include "formats/text/xml_bytes.h"

struct xml_queue_attribute {
    const char *prefix, *name; /* in the parser's dictionary; prefix or NULL */
    uint32_t value;            /* offset in texts */
};

struct xml_queue_tag {
    const char *name; /* in the parser's dictionary */
    struct xml_bytes_position where;
    uint32_t depth;
    bool opens;
    uint32_t text; /* before it: offset in texts */
    uint32_t attributes, n_attributes;
};

struct xml_queue {
    VEC(struct xml_queue_tag) tags;
    VEC(struct xml_queue_attribute) attributes;
    text_buffer texts;
    uint32_t text;  /* where the text before the next tag begins */
    uint32_t first; /* the tags before this one were taken */
    bool starved;
};

/* Adds text before the next tag. */
void xml_queue_text(struct xml_queue *queue, const char *bytes, size_t n);

/* Adds a tag: its name, position, depth and whether it opens.  Its attributes
 * follow. */
void xml_queue_tag(struct xml_queue *queue, struct xml_queue_tag tag);

/* Adds an attribute to the last tag, with the value as libxml2 gives it. */
void xml_queue_attribute(struct xml_queue *queue, const char *prefix,
                         const char *name, const char *from, const char *to);

/* Forgets the text before the next tag. */
void xml_queue_drop_text(struct xml_queue *queue);

/* Forgets all tags, but not the text before the next one. */
void xml_queue_clear(struct xml_queue *queue);
void xml_queue_finish(struct xml_queue *queue);

#endif
