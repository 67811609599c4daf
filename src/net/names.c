#include "net/names.h"

#include "base/hash.h"

#include <string.h>

static uint64_t hash_text(const char *text)
{
    const uint32_t h = hash_bytes_of(text, strlen(text));

    return (uint64_t)h << 32 | h;
}

static uint32_t keep_text(struct names *names, const char *text)
{
    const uint32_t at = names->texts.len;
    const size_t n = strlen(text) + 1;

    if (n > NAMES_MOST_TEXT - at)
        mem_failed(SIZE_MAX);
    vec_reserve(&names->texts, (uint32_t)n);
    memcpy(names->texts.at + at, text, n);
    names->texts.len += (uint32_t)n;
    return at;
}

static struct names_named named_of(const struct names *names, uint32_t n)
{
    return n < names->named.len ? names->named.at[n] : (struct names_named){0};
}

/* The node with the text in an index of texts. */
static uint32_t find_text(const struct names *names, const struct slots *slots,
                          const char *(*text_of)(const struct names *,
                                                 uint32_t),
                          const char *text, uint64_t h)
{
    uint32_t n;

    if (!slots->mask)
        return NAMES_NONE;
    for (uint32_t p = slots_first(slots, h);
         (n = slots_id(slots, p)) != SLOTS_FREE; p = slots_next(slots, p))
        if (slots_may_be(slots, p, h) && !strcmp(text_of(names, n), text))
            return n;
    return NAMES_NONE;
}

static uint32_t find_id(const struct names *names, const char *text, uint64_t h)
{
    return find_text(names, &names->by_id, names_id, text, h);
}

static uint32_t find_name(const struct names *names, const char *text,
                          uint64_t h)
{
    return find_text(names, &names->by_name, names_name, text, h);
}

void names_finish(struct names *names)
{
    vec_free(&names->texts);
    vec_free(&names->ids);
    vec_free(&names->named);
    slots_finish(&names->by_id);
    slots_finish(&names->by_name);
}

/* Has n a name that no node before it has?  As the index tells. */
static bool is_first(const struct names *names, uint32_t n)
{
    const char *const name = names_name(names, n);

    return name && find_name(names, name, hash_text(name)) == n;
}

/* Room for node n in an index: of ids, or of names. */
static void reserve(struct names *names, struct slots *slots, uint32_t n)
{
    struct slots larger = {.mask = slots->mask};

    if (n < slots->room)
        return;
    while (n >= larger.room)
        slots_grow(&larger);
    for (uint32_t k = 0; k < n; k++)
        if (slots == &names->by_id)
            slots_put(&larger, hash_text(names_id(names, k)), k);
        else if (is_first(names, k))
            slots_put(&larger, hash_text(names_name(names, k)), k);
    slots_finish(slots);
    *slots = larger;
}

/* Only the first node with a name is indexed: a million nodes with the same
 * name would form one probe sequence. */
static struct names_named make_named(struct names *names, const char *name)
{
    const uint64_t h = hash_text(name);
    const uint32_t first = find_name(names, name, h);

    if (first != NAMES_NONE)
        return (struct names_named){.name = names->named.at[first].name,
                                    .shared = true};
    return (struct names_named){.name = (keep_text(names, name) + 1) &
                                        NAMES_MOST_TEXT};
}

static void add_named(struct names *names, uint32_t n, struct names_named named)
{
    const char *const name = names->texts.at + (named.name - 1);

    vec_fit(&names->named, n + 1);
    names->named.at[n] = named;
    if (!named.shared)
        slots_put(&names->by_name, hash_text(name), n);
    else
        names->named.at[find_name(names, name, hash_text(name))].shared = true;
}

/* All allocations come first: when one fails, nothing was added. */
uint32_t names_add(struct names *names, const char *id, const char *name)
{
    const uint64_t h = hash_text(id);
    const uint32_t n = names_count(names);
    const bool has_name = name && *name;
    struct names_named named = {0};
    uint32_t at;

    if (find_id(names, id, h) != NAMES_NONE)
        return NAMES_NONE;
    reserve(names, &names->by_id, n);
    vec_reserve(&names->ids, 1);
    if (has_name) {
        reserve(names, &names->by_name, n);
        vec_reserve(&names->named, n + 1 - names->named.len);
        named = make_named(names, name);
    }
    at = keep_text(names, id);
    vec_push(&names->ids, at);
    slots_put(&names->by_id, h, n);
    if (has_name)
        add_named(names, n, named);
    return n;
}

uint32_t names_intern(struct names *names, const char *id)
{
    const uint32_t known = find_id(names, id, hash_text(id));

    return known != NAMES_NONE ? known : names_add(names, id, NULL);
}

void names_name_node(struct names *names, uint32_t n, const char *name)
{
    ASSERT(!names_name(names, n) && *name);
    reserve(names, &names->by_name, names_count(names));
    vec_reserve(&names->named, names_count(names) - names->named.len);
    add_named(names, n, make_named(names, name));
}

/* The label of n is its id.  A node whose label is the same text as a name gets
 * its id as its label instead, and so on for that id. */
static void relabel_others(struct names *names, uint32_t n)
{
    while (n != NAMES_NONE) {
        const char *id = names_id(names, n);
        const uint32_t rival = find_name(names, id, hash_text(id));

        if (rival == NAMES_NONE || !names->named.at[rival].by_name)
            return;
        names->named.at[rival].by_name = false;
        n = rival;
    }
}

void names_choose(struct names *names)
{
    for (uint32_t n = 0; n < names->named.len; n++) {
        struct names_named *named = &names->named.at[n];

        named->by_name = named->name != 0 && !named->shared;
    }
    if (names->named.len)
        for (uint32_t n = 0; n < names_count(names); n++)
            if (!named_of(names, n).by_name)
                relabel_others(names, n);
}

const char *names_id(const struct names *names, uint32_t n)
{
    ASSERT(n < names_count(names));
    return names->texts.at + names->ids.at[n];
}

const char *names_name(const struct names *names, uint32_t n)
{
    ASSERT(n < names_count(names));

    const uint32_t name = named_of(names, n).name;

    return name ? names->texts.at + (name - 1) : NULL;
}

const char *names_label(const struct names *names, uint32_t n)
{
    ASSERT(n < names_count(names));
    return named_of(names, n).by_name ? names_name(names, n)
                                      : names_id(names, n);
}

uint32_t names_find(const struct names *names, const char *text, bool *shared)
{
    const uint64_t h = hash_text(text);
    const uint32_t named = find_name(names, text, h);
    const uint32_t known = find_id(names, text, h);

    if (shared)
        *shared = false;
    if (named != NAMES_NONE && names->named.at[named].by_name)
        return named;
    if (known != NAMES_NONE || named == NAMES_NONE)
        return known;
    if (shared)
        *shared = names->named.at[named].shared;
    return names->named.at[named].shared ? NAMES_NONE : named;
}
