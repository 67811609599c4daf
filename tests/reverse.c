/* reverse.c - reverse search over maximal configurations.
 *
 * Fix a total order < on events that refines causality: by the size of the
 * local configuration, then by number.  complete(X) adds the least enabled
 * event until none is left.  The root is complete({}).  For a maximal C and a
 * conflicting extension e of C let
 *
 *     seed = the events of C that are smaller than e and not in conflict
 *            with it
 *     C'   = complete(seed + e)
 *
 * C' is a child of C by e iff the seed is the set of its events smaller than e,
 * and complete(seed) = C.  Then C' determines its parent: e is the least event
 * of C' that the greedy completion of the smaller ones does not choose.  Every
 * maximal configuration except the root has one parent and one such e, so the
 * search visits it once. */
#include "reverse.h"

#include "base/bits.h"
#include "base/hash.h"
#include "base/vec.h"
#include "net/marking.h"

enum {
    MOST_EVENTS = 64,   /* in one configuration */
    MOST_SETS = 100000, /* of dependent events, closed, in one configuration */
};

typedef uint32_t event_no;
#define NO_EVENT UINT32_MAX

struct event_row {
    trans_id trans;
    uint32_t causes, n_causes; /* maximal ones, increasing: a slice of pool */
    uint32_t past, n_past;     /* [e] with e, increasing by <: likewise */
};

/* The events of a configuration, increasing by <, so causes first. */
typedef VEC(event_no) config;

struct reverse {
    const struct net *net;
    const struct dep *dep;
    VEC(struct event_row) events;
    VEC(uint32_t) pool;
    struct hash ix;
    VEC(config) todo;   /* their children are not yet visited */
    config conflicting; /* conflicting extensions of the current one */
    config scratch;
    bits_word *m;
    uint64_t n_found, limit;
    bool failed;
};

static const struct event_row *row(const struct reverse *r, event_no e)
{
    return &r->events.at[e];
}

/* The total order. */
static bool less(const struct reverse *r, event_no a, event_no b)
{
    const uint32_t x = row(r, a)->n_past, y = row(r, b)->n_past;

    return x != y ? x < y : a < b;
}

static bool in_past(const struct reverse *r, event_no a, event_no of)
{
    const struct event_row *const e = row(r, of);

    for (uint32_t i = 0; i < e->n_past; i++)
        if (r->pool.at[e->past + i] == a)
            return true;
    return false;
}

static bool depends(const struct reverse *r, event_no a, event_no b)
{
    return dep_has(r->dep, row(r, a)->trans, row(r, b)->trans);
}

/* Do the pasts of a and b contain two dependent events that are unordered? */
static bool in_conflict(const struct reverse *r, event_no a, event_no b)
{
    const struct event_row *const ea = row(r, a), *const eb = row(r, b);

    for (uint32_t i = 0; i < ea->n_past; i++)
        for (uint32_t j = 0; j < eb->n_past; j++) {
            const event_no x = r->pool.at[ea->past + i];
            const event_no y = r->pool.at[eb->past + j];

            if (depends(r, x, y) && !in_past(r, x, y) && !in_past(r, y, x))
                return true;
        }
    return false;
}

/* -- Sets of events -- */

static bool has(const config *c, event_no e)
{
    for (uint32_t i = 0; i < c->len; i++)
        if (c->at[i] == e)
            return true;
    return false;
}

static bool equal(const config *a, const config *b)
{
    if (a->len != b->len)
        return false;
    for (uint32_t i = 0; i < a->len; i++)
        if (a->at[i] != b->at[i])
            return false;
    return true;
}

/* Inserts e at its position in the order <. */
static void insert(const struct reverse *r, config *c, event_no e)
{
    uint32_t i = c->len;

    vec_push(c, e);
    for (; i > 0 && less(r, e, c->at[i - 1]); i--)
        c->at[i] = c->at[i - 1];
    c->at[i] = e;
}

static void copy(config *to, const config *from)
{
    vec_clear(to);
    for (uint32_t i = 0; i < from->len; i++)
        vec_push(to, from->at[i]);
}

/* -- Events -- */

static event_no find(const struct reverse *r, uint32_t h, trans_id t,
                     const event_no *causes, uint32_t n)
{
    event_no e;

    for (uint32_t p = hash_first(&r->ix, h);
         (e = hash_id(&r->ix, p)) != HASH_FREE; p = hash_next(&r->ix, p)) {
        const struct event_row *const known = row(r, e);
        bool same = known->trans == t && known->n_causes == n;

        for (uint32_t i = 0; i < n && same; i++)
            same = r->pool.at[known->causes + i] == causes[i];
        if (same)
            return e;
    }
    return NO_EVENT;
}

/* Appends e and the union of the pasts of its causes, in the order <. */
static void add_past(struct reverse *r, event_no e)
{
    config past = {0};

    for (uint32_t i = 0; i < row(r, e)->n_causes; i++) {
        const event_no cause = r->pool.at[row(r, e)->causes + i];
        const struct event_row below = *row(r, cause);

        for (uint32_t j = 0; j < below.n_past; j++)
            if (!has(&past, r->pool.at[below.past + j]))
                insert(r, &past, r->pool.at[below.past + j]);
    }
    vec_push(&past, e);
    r->events.at[e].past = r->pool.len;
    r->events.at[e].n_past = past.len;
    for (uint32_t i = 0; i < past.len; i++)
        vec_push(&r->pool, past.at[i]);
    vec_free(&past);
}

/* The event (t, H), where the numbers of the maximal events of H are given. */
static event_no intern(struct reverse *r, trans_id t, const event_no *causes,
                       uint32_t n)
{
    uint32_t h = hash_mix(0, t);
    event_no e;

    for (uint32_t i = 0; i < n; i++)
        h = hash_mix(h, causes[i]);
    e = find(r, h, t, causes, n);
    if (e != NO_EVENT)
        return e;

    const struct event_row fresh = {t, r->pool.len, n, 0, 0};

    e = r->events.len;
    for (uint32_t i = 0; i < n; i++)
        vec_push(&r->pool, causes[i]);
    vec_push(&r->events, fresh);
    hash_put(&r->ix, h, e);
    add_past(r, e);
    return e;
}

static int by_number(const void *x, const void *y)
{
    const uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;

    return (a > b) - (a < b);
}

/* The event (t, H), where H consists of the events of the set, all of which
 * depend on t, and their pasts. */
static event_no event_after(struct reverse *r, trans_id t, const config *set)
{
    config maximal = {0};
    event_no e;

    for (uint32_t i = 0; i < set->len; i++) {
        bool below = false;

        for (uint32_t j = 0; j < set->len && !below; j++)
            below = j != i && in_past(r, set->at[i], set->at[j]);
        if (!below)
            vec_push(&maximal, set->at[i]);
    }
    if (maximal.len)
        qsort(maximal.at, maximal.len, sizeof *maximal.at, by_number);
    e = intern(r, t, maximal.at, maximal.len);
    vec_free(&maximal);
    return e;
}

/* -- Extensions -- */

static void fire(struct reverse *r, const config *c)
{
    marking_initial(r->net, r->m);
    for (uint32_t i = 0; i < c->len; i++)
        marking_fire(r->net, r->m, row(r, c->at[i])->trans);
}

static void dependents(const struct reverse *r, const config *c, trans_id t,
                       config *set)
{
    vec_clear(set);
    for (uint32_t i = 0; i < c->len; i++)
        if (dep_has(r->dep, row(r, c->at[i])->trans, t))
            vec_push(set, c->at[i]);
}

/* Adds the least enabled event until there is none. */
static void complete(struct reverse *r, config *c)
{
    event_no least;

    do {
        least = NO_EVENT;
        fire(r, c);
        for (trans_id t = 0; t < net_trans_count(r->net); t++) {
            event_no e;

            if (!marking_enabled(r->net, r->m, t))
                continue;
            dependents(r, c, t, &r->scratch);
            e = event_after(r, t, &r->scratch);
            if (least == NO_EVENT || less(r, e, least))
                least = e;
        }
        if (least != NO_EVENT)
            insert(r, c, least);
    } while (least != NO_EVENT && c->len <= MOST_EVENTS);
    r->failed |= least != NO_EVENT;
}

/* Is t enabled after the union of the pasts of these events of C? */
static bool enabled_after(struct reverse *r, const config *c,
                          const config *tops, trans_id t)
{
    marking_initial(r->net, r->m);
    for (uint32_t i = 0; i < c->len; i++) {
        bool below = false;

        for (uint32_t j = 0; j < tops->len && !below; j++)
            below = in_past(r, c->at[i], tops->at[j]);
        if (below)
            marking_fire(r->net, r->m, row(r, c->at[i])->trans);
    }
    return marking_enabled(r->net, r->m, t);
}

/* The dependents whose bits are set. */
static void select_bits(const config *from, uint64_t bits, config *set)
{
    vec_clear(set);
    for (uint32_t i = 0; i < from->len; i++)
        if (bits >> i & 1)
            vec_push(set, from->at[i]);
}

/* The dependents that are causes of the i-th. */
static uint64_t causes_among(const struct reverse *r, const config *from,
                             uint32_t i)
{
    uint64_t bits = 0;

    for (uint32_t j = 0; j < i; j++)
        if (in_past(r, from->at[j], from->at[i]))
            bits |= (uint64_t)1 << j;
    return bits;
}

/* Adds the events (t, H) with H in C that are not in C: one for each causally
 * closed set of dependent events of C after which t is enabled. */
static void conflicting(struct reverse *r, const config *c, trans_id t)
{
    config from = {0}, set = {0};
    VEC(uint64_t) sets = {0};

    dependents(r, c, t, &from);
    vec_push(&sets, 0);
    for (uint32_t i = 0; i < from.len; i++) {
        const uint64_t need = causes_among(r, &from, i);

        for (uint32_t j = 0, n = sets.len; j < n && sets.len < MOST_SETS; j++)
            if (!(need & ~sets.at[j]))
                vec_push(&sets, sets.at[j] | (uint64_t)1 << i);
    }
    r->failed |= sets.len >= MOST_SETS;
    for (uint32_t i = 0; i < sets.len; i++) {
        select_bits(&from, sets.at[i], &set);
        if (!enabled_after(r, c, &set, t))
            continue;

        const event_no e = event_after(r, t, &set);

        if (!has(c, e))
            vec_push(&r->conflicting, e);
    }
    vec_free(&sets);
    vec_free(&from);
    vec_free(&set);
}

/* -- The search -- */

/* Is one set the events smaller than e of the other, c? */
static bool is_seed_of(const struct reverse *r, const config *seed,
                       const config *c, event_no e)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < c->len; i++)
        if (less(r, c->at[i], e)) {
            if (!has(seed, c->at[i]))
                return false;
            n++;
        }
    return n == seed->len;
}

static void find_seed(const struct reverse *r, const config *c, event_no e,
                      config *seed)
{
    for (uint32_t i = 0; i < c->len; i++)
        if (less(r, c->at[i], e) && !in_conflict(r, c->at[i], e))
            vec_push(seed, c->at[i]);
}

/* Schedules the child of c by e, if there is one. */
static void try_child(struct reverse *r, const config *c, event_no e)
{
    config seed = {0}, child = {0}, parent = {0};
    bool is_child;

    find_seed(r, c, e, &seed);
    copy(&parent, &seed);
    copy(&child, &seed);
    insert(r, &child, e);
    complete(r, &child);
    complete(r, &parent);
    is_child = is_seed_of(r, &seed, &child, e) && equal(&parent, c);
    vec_free(&seed);
    vec_free(&parent);
    if (is_child)
        vec_push(&r->todo, child);
    else
        vec_free(&child);
}

static void find_children(struct reverse *r, const config *c)
{
    vec_clear(&r->conflicting);
    for (trans_id t = 0; t < net_trans_count(r->net); t++)
        conflicting(r, c, t);
    for (uint32_t i = 0; i < r->conflicting.len && !r->failed; i++)
        try_child(r, c, r->conflicting.at[i]);
}

static void show(struct reverse *r, const config *c,
                 void (*visit)(void *self, const trans_id *run, uint32_t len),
                 void *self)
{
    trans_id run[MOST_EVENTS + 1];

    for (uint32_t i = 0; i < c->len; i++)
        run[i] = row(r, c->at[i])->trans;
    visit(self, run, c->len);
    r->failed |= ++r->n_found > r->limit;
}

static void finish(struct reverse *r)
{
    for (uint32_t i = 0; i < r->todo.len; i++)
        vec_free(&r->todo.at[i]);
    vec_free(&r->todo);
    vec_free(&r->events);
    vec_free(&r->pool);
    vec_free(&r->conflicting);
    vec_free(&r->scratch);
    hash_finish(&r->ix);
    mem_free(r->m);
}

bool reverse_search(
    const struct net *net, const struct dep *dep, uint64_t limit,
    void (*visit)(void *self, const trans_id *run, uint32_t len), void *self)
{
    struct reverse r = {.net = net, .dep = dep, .limit = limit};
    config root = {0};

    r.m = mem_zero(marking_words(net), sizeof *r.m);
    complete(&r, &root);
    vec_push(&r.todo, root);
    while (r.todo.len && !r.failed) {
        config c = vec_pop(&r.todo);

        show(&r, &c, visit, self);
        find_children(&r, &c);
        vec_free(&c);
    }
    finish(&r);
    return !r.failed;
}
