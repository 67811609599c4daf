#include "formats/text/xml_queue.h"

#include "base/mem.h"

#include <string.h>

/* Room for n more elements of a vector, without mem_failed(): libxml2 is on the
 * stack. */
#define HAS_ROOM(queue, vec, n)                                     \
    has_room((queue), (void **)&(queue)->vec.at, &(queue)->vec.cap, \
             (queue)->vec.len, (n), sizeof *(queue)->vec.at)

static bool has_room(struct xml_queue *queue, void **at, uint32_t *cap,
                     uint32_t len, size_t n, size_t size)
{
    uint64_t wanted = *cap < 64 ? 64 : *cap + (uint64_t)*cap / 2;
    void *moved;

    if (queue->starved || *cap - len >= n)
        return !queue->starved;
    if (wanted < (uint64_t)len + n)
        wanted = (uint64_t)len + n;
    moved = wanted < UINT32_MAX ? mem_try_resize(*at, wanted, size) : NULL;
    if (moved) {
        *at = moved;
        *cap = (uint32_t)wanted;
    }
    queue->starved = !moved;
    return moved;
}

void xml_queue_text(struct xml_queue *queue, const char *bytes, size_t n)
{
    if (!HAS_ROOM(queue, texts, n + 1))
        return;
    if (n)
        memcpy(queue->texts.at + queue->texts.len, bytes, n);
    queue->texts.len += (uint32_t)n;
}

/* Within a value libxml2 leaves "&#38;" for '&'. */
static void keep_value(struct xml_queue *queue, const char *from,
                       const char *to)
{
    static const char amp[] = "&#38;";
    const size_t n = sizeof amp - 1;
    const char *at;

    while ((at = memchr(from, '&', (size_t)(to - from)))) {
        xml_queue_text(queue, from, (size_t)(at + 1 - from));
        from = (size_t)(to - at) >= n && !memcmp(at, amp, n) ? at + n : at + 1;
    }
    xml_queue_text(queue, from, (size_t)(to - from));
    xml_queue_text(queue, "", 1);
}

void xml_queue_tag(struct xml_queue *queue, struct xml_queue_tag tag)
{
    tag.text = queue->text;
    tag.attributes = queue->attributes.len;
    tag.n_attributes = 0;
    xml_queue_text(queue, "", 1);
    if (!HAS_ROOM(queue, tags, 1))
        return;
    vec_push(&queue->tags, tag);
    queue->text = queue->texts.len;
}

void xml_queue_attribute(struct xml_queue *queue, const char *prefix,
                         const char *name, const char *from, const char *to)
{
    const struct xml_queue_attribute attribute = {prefix, name,
                                                  queue->texts.len};

    keep_value(queue, from, to);
    if (!HAS_ROOM(queue, attributes, 1))
        return;
    vec_push(&queue->attributes, attribute);
    vec_top(&queue->tags)->n_attributes++;
    queue->text = queue->texts.len;
}

void xml_queue_drop_text(struct xml_queue *queue)
{
    queue->texts.len = queue->text;
}

void xml_queue_clear(struct xml_queue *queue)
{
    const uint32_t n = queue->texts.len - queue->text;

    if (n)
        memmove(queue->texts.at, queue->texts.at + queue->text, n);
    queue->texts.len = n;
    queue->text = queue->first = 0;
    vec_clear(&queue->tags);
    vec_clear(&queue->attributes);
}

void xml_queue_finish(struct xml_queue *queue)
{
    vec_free(&queue->tags);
    vec_free(&queue->attributes);
    vec_free(&queue->texts);
}
