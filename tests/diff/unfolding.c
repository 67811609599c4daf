#include "unfolding.h"

#include "base/bits.h"
#include "base/mem.h"
#include "net/marking.h"

#include <stdlib.h>

struct unfolding {
    const struct prefix *prefix;
    const struct net *net;
    const struct dep *dep;
    uint32_t n, words; /* events, with bottom */
    bits_word *below;  /* row e: [e] without bottom */
    bits_word *clash;  /* row e: the events in conflict with e */
};

static trans_id label(const struct unfolding *u, uint32_t e)
{
    return u->prefix->events.at[e].trans;
}

static bits_word *row(const struct unfolding *u, bits_word *matrix, uint32_t e)
{
    return matrix + (size_t)e * u->words;
}

static bool ordered(const struct unfolding *u, uint32_t a, uint32_t b)
{
    return bits_has(row(u, u->below, b), a) || bits_has(row(u, u->below, a), b);
}

static void close_below(struct unfolding *u)
{
    for (uint32_t e = 1; e < u->n; e++) {
        const struct prefix_span causes = u->prefix->events.at[e].causes;
        bits_word *own = row(u, u->below, e);

        bits_add(own, e);
        for (uint32_t i = 0; i < causes.len; i++)
            bits_unite(own,
                       row(u, u->below, u->prefix->pool.at[causes.from + i]),
                       u->words);
    }
}

/* Are a and b unordered and dependent, or in conflict through their causes? */
static bool collide(const struct unfolding *u, uint32_t a, uint32_t b)
{
    return !ordered(u, a, b) && dep_has(u->dep, label(u, a), label(u, b));
}

static bool inherits(const struct unfolding *u, uint32_t a, uint32_t b)
{
    const struct prefix_span causes = u->prefix->events.at[a].causes;

    for (uint32_t i = 0; i < causes.len; i++)
        if (bits_has(row(u, u->clash, u->prefix->pool.at[causes.from + i]), b))
            return true;
    return false;
}

static void find_clashes(struct unfolding *u)
{
    for (uint32_t b = 1; b < u->n; b++)
        for (uint32_t a = 1; a < b; a++)
            if (collide(u, a, b) || inherits(u, a, b) || inherits(u, b, a)) {
                bits_add(row(u, u->clash, a), b);
                bits_add(row(u, u->clash, b), a);
            }
}

static const char *compare_conflicts(const struct unfolding *u)
{
    const struct prefix *prefix = u->prefix;
    uint32_t next = 0;

    for (uint32_t a = 1; a < u->n; a++)
        for (uint32_t b = a + 1; b < u->n; b++) {
            const bool immediate =
                collide(u, a, b) && !inherits(u, a, b) && !inherits(u, b, a);
            const bool listed = next < prefix->conflicts.len &&
                                prefix->conflicts.at[next].a == a &&
                                prefix->conflicts.at[next].b == b;

            next += listed;
            if (immediate && !listed)
                return "an immediate conflict is missing in the prefix";
            if (listed && !immediate)
                return "the prefix lists a conflict that is none";
        }
    return next < prefix->conflicts.len ? "the conflicts are not sorted" : NULL;
}

/* Fires [e] in the order of the ids.  m is scratch. */
static const char *fire_below(const struct unfolding *u, uint32_t e,
                              bits_word *m)
{
    const bits_word *own = row(u, u->below, e);

    marking_initial(u->net, m);
    for (uint32_t x = bits_next(own, 1, u->n); x < u->n;
         x = bits_next(own, x + 1, u->n)) {
        if (!marking_enabled(u->net, m, label(u, x)))
            return "a local configuration cannot be fired";
        if (marking_unsafe(u->net, m, label(u, x)) != PLACE_NONE)
            return "a local configuration puts a second token";
        marking_fire(u->net, m, label(u, x));
    }
    return NULL;
}

static const char *compare_event(const struct unfolding *u, uint32_t e,
                                 bits_word *m)
{
    const struct prefix_span causes = u->prefix->events.at[e].causes;

    for (uint32_t i = 0; i < causes.len; i++) {
        const uint32_t x = u->prefix->pool.at[causes.from + i];

        if (x && !dep_has(u->dep, label(u, x), label(u, e)))
            return "a maximal cause does not depend on its event";
    }
    return fire_below(u, e, m);
}

/* No event of a local configuration is in conflict with another one. */
static bool is_conflict_free(const struct unfolding *u, uint32_t e)
{
    const bits_word *own = row(u, u->below, e);

    for (uint32_t x = bits_next(own, 1, u->n); x < u->n;
         x = bits_next(own, x + 1, u->n)) {
        const bits_word *clash = row(u, u->clash, x);

        for (uint32_t i = 0; i < u->words; i++)
            if (own[i] & clash[i])
                return false;
    }
    return true;
}

static const char *compare(const struct unfolding *u)
{
    bits_word *m = mem_zero(marking_words(u->net), sizeof *m);
    const char *why = NULL;

    for (uint32_t e = 1; e < u->n && !why; e++) {
        why = compare_event(u, e, m);
        if (!why && !is_conflict_free(u, e))
            why = "a local configuration has a conflict";
    }
    mem_free(m);
    return why ? why : compare_conflicts(u);
}

const char *unfolding_compare(const struct prefix *prefix,
                              const struct net *net, const struct dep *dep)
{
    struct unfolding u = {.prefix = prefix, .net = net, .dep = dep};
    const char *why;

    u.n = prefix->events.len;
    u.words = bits_words(u.n);
    u.below = mem_zero((size_t)u.n * u.words, sizeof *u.below);
    u.clash = mem_zero((size_t)u.n * u.words, sizeof *u.clash);
    close_below(&u);
    find_clashes(&u);
    why = compare(&u);
    mem_free(u.below);
    mem_free(u.clash);
    return why;
}
