#include "net/names.h"

#include <string.h>

static const char *text_at(const struct names *names, uint32_t at)
{
    return names->texts.at + at;
}

static uint32_t hash_text(const char *text)
{
    return hash_bytes_of(text, strlen(text));
}

static uint32_t keep(struct names *names, const char *text)
{
    const uint32_t at = names->texts.len;
    const size_t n = strlen(text) + 1;

    if (n > UINT32_MAX - at)
        mem_failed(SIZE_MAX);
    vec_reserve(&names->texts, (uint32_t)n);
    memcpy(names->texts.at + at, text, n);
    names->texts.len += (uint32_t)n;
    return at;
}

static uint32_t find_id(const struct names *names, const char *text, uint32_t h)
{
    uint32_t n;

    for (uint32_t p = hash_first(&names->ids, h);
         (n = hash_id(&names->ids, p)) != HASH_FREE;
         p = hash_next(&names->ids, p))
        if (hash_at(&names->ids, p) == h && !strcmp(names_id(names, n), text))
            return n;
    return NAMES_NONE;
}

static uint32_t find_name(const struct names *names, const char *text,
                          uint32_t h)
{
    uint32_t n;

    for (uint32_t p = hash_first(&names->first_named, h);
         (n = hash_id(&names->first_named, p)) != HASH_FREE;
         p = hash_next(&names->first_named, p))
        if (hash_at(&names->first_named, p) == h &&
            !strcmp(names_name(names, n), text))
            return n;
    return NAMES_NONE;
}

void names_finish(struct names *names)
{
    vec_free(&names->texts);
    vec_free(&names->nodes);
    hash_finish(&names->ids);
    hash_finish(&names->first_named);
}

/* Only the first node with a name is indexed: a million nodes with the same
 * name would form one probe sequence.  n is the node that is about to be
 * pushed. */
static void add_name(struct names *names, uint32_t n, const char *name,
                     struct names_node *node)
{
    const uint32_t h = hash_text(name);
    const uint32_t first = find_name(names, name, h);

    if (first == NAMES_NONE) {
        node->name = keep(names, name);
        hash_put(&names->first_named, h, n);
        return;
    }
    node->name = names->nodes.at[first].name;
    node->shared = true;
    names->nodes.at[first].shared = true;
}

/* All allocations come first: when one fails, nothing was added. */
uint32_t names_add(struct names *names, const char *id, const char *name)
{
    const uint32_t h = hash_text(id);
    const uint32_t n = names->nodes.len;
    struct names_node node = {.name = NAMES_NONE};

    if (find_id(names, id, h) != NAMES_NONE)
        return NAMES_NONE;
    hash_reserve(&names->ids);
    hash_reserve(&names->first_named);
    vec_reserve(&names->nodes, 1);
    node.id = keep(names, id);
    if (name && *name)
        add_name(names, n, name, &node);
    vec_push(&names->nodes, node);
    hash_put(&names->ids, h, n);
    return n;
}

/* The label of n is its id.  A node whose label is the same text as a name gets
 * its id as its label instead, and so on for that id. */
static void relabel_others(struct names *names, uint32_t n)
{
    while (n != NAMES_NONE) {
        const char *id = names_id(names, n);
        const uint32_t rival = find_name(names, id, hash_text(id));

        if (rival == NAMES_NONE || !names->nodes.at[rival].by_name)
            return;
        names->nodes.at[rival].by_name = false;
        n = rival;
    }
}

void names_choose(struct names *names)
{
    for (uint32_t n = 0; n < names->nodes.len; n++) {
        struct names_node *node = &names->nodes.at[n];

        node->by_name = node->name != NAMES_NONE && !node->shared;
    }
    for (uint32_t n = 0; n < names->nodes.len; n++)
        if (!names->nodes.at[n].by_name)
            relabel_others(names, n);
}

const char *names_id(const struct names *names, uint32_t n)
{
    ASSERT(n < names->nodes.len);
    return text_at(names, names->nodes.at[n].id);
}

const char *names_name(const struct names *names, uint32_t n)
{
    ASSERT(n < names->nodes.len);

    const uint32_t name = names->nodes.at[n].name;

    return name == NAMES_NONE ? NULL : text_at(names, name);
}

const char *names_label(const struct names *names, uint32_t n)
{
    ASSERT(n < names->nodes.len);
    return names->nodes.at[n].by_name ? names_name(names, n)
                                      : names_id(names, n);
}

uint32_t names_find(const struct names *names, const char *text, bool *shared)
{
    const uint32_t h = hash_text(text);
    const uint32_t named = find_name(names, text, h);
    const uint32_t known = find_id(names, text, h);

    *shared = false;
    if (named != NAMES_NONE && names->nodes.at[named].by_name)
        return named;
    if (known != NAMES_NONE)
        return known;
    if (named == NAMES_NONE)
        return NAMES_NONE;
    *shared = names->nodes.at[named].shared;
    return *shared ? NAMES_NONE : named;
}

void names_check(const struct names *names)
{
    bool shared;

    CHECK(names->ids.used == names->nodes.len);
    CHECK(names->first_named.used <= names->nodes.len);
    for (uint32_t n = 0; n < names->nodes.len; n++) {
        const struct names_node *node = &names->nodes.at[n];
        const char *id = names_id(names, n);

        CHECK(find_id(names, id, hash_text(id)) == n);
        CHECK(names_find(names, names_label(names, n), &shared) == n);
        CHECK(!node->shared || !node->by_name);
        CHECK(node->name != NAMES_NONE || !node->shared);
    }
}
