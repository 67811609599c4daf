#include "engine/unfolding/causality.h"

#include "base/ids.h"

#include <stdlib.h>
#include <string.h>

/* So many positions are added by sorting, not one after the other. */
enum { MANY_POSITIONS = 24 };

void causality_init(struct causality *c)
{
    const struct causality_event bottom = {.chain = CAUSALITY_NONE,
                                           .before = CAUSALITY_NONE};

    const struct causality_entry empty = {0};

    *c = (struct causality){0};
    vec_push(&c->events, bottom);
    vec_push(&c->entries, empty);
}

void causality_finish(struct causality *c)
{
    vec_free(&c->events);
    vec_free(&c->entries);
    vec_free(&c->tails);
    causality_past_finish(&c->sum);
}

/* --- unions of pasts ----------------------------------------------------- */

void causality_past_finish(struct causality_past *past)
{
    vec_free(&past->at);
    vec_free(&past->next);
}

void causality_past_copy(struct causality_past *to,
                         const struct causality_past *from)
{
    vec_clear(&to->at);
    vec_append(&to->at, &from->at);
}

/* The entry of `own` among those of other chains, by chain. */
static uint32_t copy_with(struct causality_entry *to,
                          const struct causality_entry *from, uint32_t n,
                          struct causality_entry own)
{
    uint32_t i = 0;

    for (; i < n && from[i].chain < own.chain; i++)
        to[i] = from[i];
    to[i] = own;
    for (; i < n; i++)
        to[i + 1] = from[i];
    return n + 1;
}

/* Both lists into `to`, of each chain the later position; how many. */
static uint32_t merge(struct causality_entry *to,
                      const struct causality_entry *a, uint32_t n_a,
                      const struct causality_entry *b, uint32_t n_b)
{
    struct causality_entry *const start = to;
    const struct causality_entry *const end_a = n_a ? a + n_a : a;
    const struct causality_entry *const end_b = n_b ? b + n_b : b;

    while (a < end_a && b < end_b) {
        if (a->chain < b->chain) {
            *to++ = *a++;
        } else if (a->chain > b->chain) {
            *to++ = *b++;
        } else {
            *to++ = a->pos > b->pos ? *a : *b;
            a++;
            b++;
        }
    }
    while (a < end_a)
        *to++ = *a++;
    while (b < end_b)
        *to++ = *b++;
    return (uint32_t)(to - start);
}

/* Adds a position, not bottom, with its past. */
static void add_to_union(const struct causality *c, struct causality_past *sum,
                         uint32_t pos)
{
    const struct causality_event *const e = &c->events.at[pos];
    const struct causality_entry own = {e->chain, pos};
    const struct causality_vector vector = causality_vector(c, e);
    const causality_entries old = sum->at;
    struct causality_entry *past;

    if (!old.len) {
        vec_reserve(&sum->at, vector.n + 1);
        sum->at.len = copy_with(sum->at.at, vector.at, vector.n, own);
        return;
    }
    /* The past of e goes behind the room of the sum, then both before it. */
    vec_clear(&sum->next);
    vec_reserve(&sum->next, old.len + 2 * (vector.n + 1));
    past = sum->next.at + old.len + vector.n + 1;
    (void)copy_with(past, vector.at, vector.n, own);
    sum->next.len = merge(sum->next.at, old.at, old.len, past, vector.n + 1);
    sum->at = sum->next;
    sum->next = old;
}

/* Sorts entries, and keeps the last one of each chain; how many. */
static uint32_t join_chains(struct causality_entry *at, uint32_t n)
{
    uint32_t kept = 0;

    qsort(at, n, sizeof *at, ids_compare_pairs);
    for (uint32_t i = 0; i < n; i++) {
        if (!i || at[i].chain != at[i - 1].chain)
            kept++;
        at[kept - 1] = at[i];
    }
    return kept;
}

/* Adds the entries of sum->next, in any order. */
static void add_waiting(struct causality_past *sum)
{
    const uint32_t n = sum->at.len;
    uint32_t n_waiting = sum->next.len, n_all;

    if (!n_waiting)
        return;
    n_waiting = join_chains(sum->next.at, n_waiting);
    sum->next.len = n_waiting;
    vec_reserve(&sum->next, n + n_waiting);
    n_all =
        merge(sum->next.at + n_waiting, sum->at.at, n, sum->next.at, n_waiting);
    vec_clear(&sum->at);
    vec_reserve(&sum->at, n_all);
    memcpy(sum->at.at, sum->next.at + n_waiting, n_all * sizeof *sum->at.at);
    sum->at.len = n_all;
    vec_clear(&sum->next);
}

bool causality_past_has(const struct causality *c,
                        const struct causality_past *past, uint32_t pos)
{
    return pos == 0 || pos <= causality_last(past->at.at, past->at.len,
                                             c->events.at[pos].chain);
}

void causality_past_add(const struct causality *c, struct causality_past *past,
                        uint32_t pos)
{
    if (!causality_past_has(c, past, pos))
        add_to_union(c, past, pos);
}

/* The same, when they are more than the sum, so that an entry is seldom copied;
 * until then they wait. */
static void add_later(const struct causality *c, struct causality_past *sum,
                      uint32_t pos)
{
    const struct causality_event *const e = &c->events.at[pos];
    const struct causality_entry own = {e->chain, pos};
    const struct causality_vector vector = causality_vector(c, e);

    vec_push(&sum->next, own);
    for (uint32_t k = 0; k < vector.n; k++)
        vec_push(&sum->next, vector.at[k]);
    if (sum->next.len >= MANY_POSITIONS + sum->at.len)
        add_waiting(sum);
}

void causality_past_add_all(const struct causality *c,
                            struct causality_past *past, const uint32_t *at,
                            uint32_t n)
{
    vec_clear(&past->next);
    for (uint32_t i = 0; i < n; i++)
        if (!causality_past_has(c, past, at[i]))
            (n < MANY_POSITIONS ? add_to_union : add_later)(c, past, at[i]);
    if (n >= MANY_POSITIONS)
        add_waiting(past);
}

uint32_t causality_past_count(const struct causality *c,
                              const struct causality_past *past)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < past->at.len; i++)
        n += c->events.at[past->at.at[i].pos].index;
    return n;
}

void causality_past_beyond(const struct causality *c,
                           const struct causality_past *past, uint32_t pos,
                           causality_positions *out)
{
    const struct causality_event *const e = &c->events.at[pos];
    const struct causality_vector below = causality_vector(c, e);
    uint32_t k = 0;

    for (uint32_t i = 0; i < past->at.len; i++) {
        const struct causality_entry entry = past->at.at[i];
        uint32_t b = entry.pos, last = 0;

        while (k < below.n && below.at[k].chain < entry.chain)
            k++;
        if (k < below.n && below.at[k].chain == entry.chain)
            last = below.at[k].pos;
        else if (entry.chain == e->chain)
            last = pos;
        for (; b != CAUSALITY_NONE && b > last; b = c->events.at[b].before)
            vec_push(out, b);
    }
}

/* --- pushes -------------------------------------------------------------- */

/* The cause whose past, itself included, holds all causes; NONE if there is
 * no such. */
static uint32_t largest(const struct causality *c, const uint32_t *causes,
                        uint32_t n)
{
    uint32_t best = 0;

    for (uint32_t i = 0; i < n; i++)
        if (causes[i] > best)
            best = causes[i];
    for (uint32_t i = 0; i < n; i++)
        if (causes[i] != best && !causality_before(c, causes[i], best))
            return CAUSALITY_NONE;
    return best;
}

static bool is_tail(const struct causality *c, uint32_t pos)
{
    const uint32_t chain = c->events.at[pos].chain;

    return chain != CAUSALITY_NONE && c->tails.at[chain] == pos;
}

/* The cause that ends its chain; of several the one whose chain is longest, so
 * that there are few chains.  NONE: a new chain begins. */
static uint32_t continued(const struct causality *c, const uint32_t *causes,
                          uint32_t n)
{
    uint32_t best = CAUSALITY_NONE;

    for (uint32_t i = 0; i < n; i++) {
        const struct causality_event *const e = &c->events.at[causes[i]];

        if (is_tail(c, causes[i]) &&
            (best == CAUSALITY_NONE || e->index > c->events.at[best].index))
            best = causes[i];
    }
    return best;
}

/* A chain that ends in the past of a cause, and can go on with an event after
 * it: its last position, NONE if there is no such chain.  Costs a look at each
 * entry of the causes' vectors, as making the event's own does. */
static uint32_t ended_below(const struct causality *c, const uint32_t *causes,
                            uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        const struct causality_event *const e = &c->events.at[causes[i]];
        const struct causality_vector vector = causality_vector(c, e);

        for (uint32_t k = 0; k < vector.n; k++)
            if (c->tails.at[vector.at[k].chain] == vector.at[k].pos)
                return vector.at[k].pos;
    }
    return CAUSALITY_NONE;
}

/* The union of the pasts of the causes, without e's own chain, becomes the
 * vector of e. */
static void make_vector(struct causality *c, struct causality_event *e,
                        const uint32_t *causes, uint32_t n)
{
    const causality_entries *const sum = &c->sum.at;
    const uint32_t head = c->entries.len;
    struct causality_entry *to;
    uint32_t n_to = 0;

    vec_clear(&c->sum.at);
    causality_past_add_all(c, &c->sum, causes, n);
    vec_reserve(&c->entries, sum->len + 1);
    to = c->entries.at + head + 1;
    for (uint32_t i = 0; i < sum->len; i++)
        if (sum->at[i].chain != e->chain)
            to[n_to++] = sum->at[i];
    e->vector = n_to ? head : 0;
    if (n_to) {
        c->entries.at[head].chain = n_to;
        c->entries.len += n_to + 1;
    }
}

/* The next event of the chain that ends with `before`. */
static struct causality_event continue_chain(struct causality *c,
                                             uint32_t before)
{
    const struct causality_event *const last = &c->events.at[before];
    const struct causality_event e = {
        .chain = last->chain,
        .index = last->index + 1,
        .before = before,
        .vector = last->vector,
    };

    c->tails.at[e.chain] = c->events.len;
    return e;
}

static struct causality_event begin_chain(struct causality *c)
{
    const struct causality_event e = {
        .chain = c->tails.len,
        .index = 1,
        .before = CAUSALITY_NONE,
    };

    vec_push(&c->tails, c->events.len);
    return e;
}

void causality_push(struct causality *c, const uint32_t *causes, uint32_t n)
{
    const uint32_t only = largest(c, causes, n);
    struct causality_event e;
    uint32_t before;

    if (only != CAUSALITY_NONE && is_tail(c, only)) {
        e = continue_chain(c, only);
    } else {
        before = continued(c, causes, n);
        if (before == CAUSALITY_NONE)
            before = ended_below(c, causes, n);
        e = before == CAUSALITY_NONE ? begin_chain(c)
                                     : continue_chain(c, before);
        if (only == CAUSALITY_NONE)
            make_vector(c, &e, causes, n);
        else if (only != 0)
            make_vector(c, &e, &only, 1);
    }
    vec_push(&c->events, e);
}

void causality_pop(struct causality *c)
{
    const struct causality_event e = vec_pop(&c->events);

    if (e.vector && (e.before == CAUSALITY_NONE ||
                     c->events.at[e.before].vector != e.vector))
        vec_cut(&c->entries, e.vector); /* it is e's own */
    if (e.before == CAUSALITY_NONE)
        (void)vec_pop(&c->tails); /* chains begin in the order of pushes */
    else
        c->tails.at[e.chain] = e.before;
}
