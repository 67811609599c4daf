#include "proof/reduction_check.h"

#include "base/ids.h"
#include "proof/reduction_apply.h"
#include "proof/reduction_cycle.h"

#include <stdio.h>

struct check {
    struct mutable_net *m;
    const struct reduction_keeps *keeps;
    const struct reduction_step *step;
    const place_id *places;
    char *text;
};

static bool reject(const struct check *k, const char *why)
{
    (void)snprintf(k->text, REDUCTION_CHECK_TEXT,
                   "a step '%s' is not allowed: "
                   "%s",
                   reduction_rule_name(k->step->rule), why);
    return false;
}

static const char *place(const struct check *k, place_id p)
{
    return net_place_label(k->m->net, p);
}

static bool reject_place(const struct check *k, place_id p, const char *why)
{
    (void)snprintf(k->text, REDUCTION_CHECK_TEXT,
                   "a step '%s' is not allowed: place '%.200s' %s",
                   reduction_rule_name(k->step->rule), place(k, p), why);
    return false;
}

static bool is_visible(const struct check *k, place_id p)
{
    return bits_has(k->keeps->visible, p);
}

static bool is_marked(const struct check *k, place_id p)
{
    return net_marked(k->m->net, p);
}

static uint32_t degree(const struct check *k, enum net_arc_kind kind,
                       uint32_t node)
{
    return mutable_net_degree(k->m, kind, node);
}

static bool linked(const struct check *k, enum net_arc_kind kind, uint32_t a,
                   uint32_t b)
{
    return mutable_net_linked(k->m, kind, a, b);
}

/* Is one of the places of the step among the arcs of t? */
static bool meets(const struct check *k, enum net_arc_kind kind, trans_id t)
{
    const struct mutable_net_span span = mutable_net_arcs(k->m, kind, t);

    for (uint32_t i = 0; i < span.len; i++)
        if (ids_has(k->places, k->step->len, span.at[i]))
            return true;
    return false;
}

/* Are all these arcs of a among those of b, of one kind or the other? */
static bool within(const struct check *k, enum net_arc_kind kind, uint32_t a,
                   enum net_arc_kind one, enum net_arc_kind other, uint32_t b)
{
    const uint32_t n = mutable_net_arcs(k->m, kind, a).len;

    for (uint32_t i = 0; i < n; i++) {
        const uint32_t x = mutable_net_arcs(k->m, kind, a).at[i];

        if (!linked(k, one, b, x) && !linked(k, other, b, x))
            return false;
    }
    return true;
}

/* --- transitions ---------------------------------------------------------- */

static bool check_overflow(const struct check *k)
{
    const trans_id t = k->step->a;

    return (t < net_trans_count(k->m->net) &&
            net_overflow(k->m->net, t) != PLACE_NONE) ||
           reject(k, "the transition does not put two tokens on a place");
}

static bool check_dominated(const struct check *k)
{
    const trans_id t = k->step->a, u = k->step->b;

    if (!mutable_net_has_trans(k->m, u) || t == u)
        return reject(k, "there is no other transition");
    if (degree(k, NET_PRE, t) != degree(k, NET_PRE, u) ||
        degree(k, NET_POST, t) != degree(k, NET_POST, u) ||
        !within(k, NET_PRE, t, NET_PRE, NET_PRE, u) ||
        !within(k, NET_POST, t, NET_POST, NET_POST, u))
        return reject(k, "the two transitions change different places");
    return within(k, NET_READ, u, NET_READ, NET_READ, t) ||
           reject(k, "the other transition reads a place that the removed one "
                     "does not read");
}

static bool check_neutral(const struct check *k)
{
    const trans_id t = k->step->a, u = k->step->b;

    if (degree(k, NET_PRE, t) || degree(k, NET_POST, t))
        return reject(k, "the transition changes a place");
    if (!k->keeps->dead && !k->keeps->markings)
        return true;
    if (!mutable_net_has_trans(k->m, u) || t == u)
        return reject(k, "there is no other transition");
    return (within(k, NET_PRE, u, NET_READ, NET_READ, t) &&
            within(k, NET_READ, u, NET_READ, NET_READ, t)) ||
           reject(k, "the other transition needs a place that the removed one "
                     "does not need");
}

/* --- places --------------------------------------------------------------- */

static bool check_dead(const struct check *k)
{
    for (uint32_t i = 0; i < k->step->len; i++) {
        const place_id p = k->places[i];
        const uint32_t n = degree(k, NET_PRODUCERS, p);

        if (is_marked(k, p))
            return reject_place(k, p, "is marked");
        for (uint32_t j = 0; j < n; j++) {
            const trans_id t = mutable_net_arcs(k->m, NET_PRODUCERS, p).at[j];

            if (!meets(k, NET_PRE, t) && !meets(k, NET_READ, t))
                return reject_place(k, p,
                                    "has a producer that needs none of "
                                    "the places");
        }
    }
    return k->step->len || reject(k, "it names no place");
}

static bool check_constant(const struct check *k)
{
    const place_id p = k->step->a;

    if (!is_marked(k, p))
        return reject_place(k, p, "is not marked");
    return !degree(k, NET_CONSUMERS, p) || reject_place(k, p, "is consumed");
}

static bool check_hidden(const struct check *k, place_id p)
{
    return !is_visible(k, p) || reject_place(k, p, "matters to the question");
}

static bool check_sink(const struct check *k)
{
    const place_id p = k->step->a;

    return check_hidden(k, p) &&
           (!(degree(k, NET_CONSUMERS, p) || degree(k, NET_READERS, p)) ||
            reject_place(k, p, "is consumed or read"));
}

/* The tokens that t adds to the places of the step, less those that it takes
 * from them. */
static int64_t effect(const struct check *k, trans_id t)
{
    int64_t sum = 0;

    for (uint32_t i = 0; i < k->step->len; i++)
        sum += (int64_t)linked(k, NET_POST, t, k->places[i]) -
               (int64_t)linked(k, NET_PRE, t, k->places[i]);
    return sum;
}

/* Does each transition in these lists of a place add to p at least what it adds
 * to the places of the step? */
static bool holds_around(const struct check *k, place_id p, place_id around)
{
    static const enum net_arc_kind kinds[] = {NET_CONSUMERS, NET_PRODUCERS};

    for (uint32_t i = 0; i < 2; i++) {
        const uint32_t n = degree(k, kinds[i], around);

        for (uint32_t j = 0; j < n; j++) {
            const trans_id t = mutable_net_arcs(k->m, kinds[i], around).at[j];
            const int64_t own = (int64_t)linked(k, NET_POST, t, p) -
                                (int64_t)linked(k, NET_PRE, t, p);

            if (own < effect(k, t))
                return false;
        }
    }
    return true;
}

/* Has p at every reachable marking at least the tokens of the places? */
static bool check_invariant(const struct check *k, place_id p)
{
    int64_t marked = 0;

    if (k->step->len == 0 || ids_has(k->places, k->step->len, p))
        return reject(k, "the places that imply the place are missing");
    for (uint32_t i = 0; i < k->step->len; i++)
        marked += is_marked(k, k->places[i]);
    if (marked > is_marked(k, p))
        return reject(k, "the other places have more tokens");
    if (!holds_around(k, p, p))
        return reject(k, "a transition takes a token from the place alone");
    for (uint32_t i = 0; i < k->step->len; i++)
        if (!holds_around(k, p, k->places[i]))
            return reject(k, "a transition puts a token on the other places "
                             "alone");
    return true;
}

/* Does t need one of the places of the step? */
static bool needs_one(const struct check *k, trans_id t)
{
    return meets(k, NET_PRE, t) || meets(k, NET_READ, t) ||
           reject(k, "a transition needs the place and none of the others");
}

static bool check_redundant(const struct check *k)
{
    static const enum net_arc_kind users[] = {NET_CONSUMERS, NET_READERS};
    const place_id p = k->step->a;

    if (!check_hidden(k, p) || !check_invariant(k, p))
        return false;
    for (uint32_t i = 0; i < 2; i++) {
        const uint32_t n = degree(k, users[i], p);

        for (uint32_t j = 0; j < n; j++)
            if (!needs_one(k, mutable_net_arcs(k->m, users[i], p).at[j]))
                return false;
    }
    return true;
}

static bool check_read(const struct check *k)
{
    if (!mutable_net_has_place(k->m, k->step->b) ||
        !linked(k, NET_READ, k->step->a, k->step->b))
        return reject(k, "the transition does not read the place");
    return check_invariant(k, k->step->b) && needs_one(k, k->step->a);
}

/* Does t change only places of the step? */
static bool stays_within(const struct check *k, trans_id t)
{
    static const enum net_arc_kind kinds[] = {NET_PRE, NET_POST};

    for (uint32_t i = 0; i < 2; i++) {
        const struct mutable_net_span span =
            mutable_net_arcs(k->m, kinds[i], t);

        for (uint32_t j = 0; j < span.len; j++)
            if (!ids_has(k->places, k->step->len, span.at[j]))
                return false;
    }
    return true;
}

static bool check_slice(const struct check *k)
{
    static const enum net_arc_kind users[] = {NET_CONSUMERS, NET_READERS};

    if (k->keeps->dead || k->keeps->markings)
        return reject(k, "the question is about deadlocks");
    for (uint32_t i = 0; i < k->step->len; i++) {
        const place_id p = k->places[i];

        if (!check_hidden(k, p))
            return false;
        for (uint32_t u = 0; u < 2; u++) {
            const uint32_t n = degree(k, users[u], p);

            for (uint32_t j = 0; j < n; j++)
                if (!stays_within(k, mutable_net_arcs(k->m, users[u], p).at[j]))
                    return reject_place(k, p,
                                        "is needed by a transition that "
                                        "changes a place that is kept");
        }
    }
    return k->step->len || reject(k, "it names no place");
}

/* --- agglomeration -------------------------------------------------------- */

/* What both kinds need of p itself. */
static bool check_middle(const struct check *k)
{
    const place_id p = k->step->a;

    if (!check_hidden(k, p))
        return false;
    if (k->keeps->markings)
        return reject(k, "the question is about what is dead where");
    if (is_marked(k, p))
        return reject_place(k, p, "is marked");
    if (degree(k, NET_READERS, p))
        return reject_place(k, p, "is read");
    if (!degree(k, NET_CONSUMERS, p))
        return reject_place(k, p, "is not consumed");
    return (uint64_t)degree(k, NET_CONSUMERS, p) *
                   degree(k, NET_PRODUCERS, p) <=
               (uint64_t)degree(k, NET_CONSUMERS, p) +
                   degree(k, NET_PRODUCERS, p) ||
           reject_place(k, p, "has too many producers and consumers");
}

static bool changes_visible(const struct check *k, trans_id t)
{
    static const enum net_arc_kind kinds[] = {NET_PRE, NET_POST};

    for (uint32_t i = 0; i < 2; i++) {
        const struct mutable_net_span span =
            mutable_net_arcs(k->m, kinds[i], t);

        for (uint32_t j = 0; j < span.len; j++)
            if (is_visible(k, span.at[j]))
                return true;
    }
    return false;
}

static bool check_post(const struct check *k)
{
    const place_id p = k->step->a;

    if (!check_middle(k))
        return false;
    for (uint32_t i = 0; i < degree(k, NET_CONSUMERS, p); i++) {
        const trans_id f = mutable_net_arcs(k->m, NET_CONSUMERS, p).at[i];

        if (degree(k, NET_PRE, f) != 1 || degree(k, NET_READ, f))
            return reject(k, "a transition that consumes the place needs more");
        if (changes_visible(k, f))
            return reject(k, "a transition that consumes the place changes one "
                             "that matters to the question");
        for (uint32_t j = 0; j < degree(k, NET_POST, f); j++) {
            const place_id q = mutable_net_arcs(k->m, NET_POST, f).at[j];

            for (uint32_t n = 0; n < degree(k, NET_PRODUCERS, p); n++) {
                const trans_id h =
                    mutable_net_arcs(k->m, NET_PRODUCERS, p).at[n];

                if (linked(k, NET_POST, h, q) || linked(k, NET_READ, h, q))
                    return reject(k, "the two transitions of a pair share a "
                                     "place");
            }
        }
    }
    return true;
}

/* h consumes one place, which nothing else needs, and reads only places that
 * stay marked once they are. */
static bool check_pre(const struct check *k)
{
    const place_id p = k->step->a;

    if (!check_middle(k))
        return false;
    if (degree(k, NET_PRODUCERS, p) != 1)
        return reject_place(k, p, "has not one producer");

    const trans_id h = mutable_net_arcs(k->m, NET_PRODUCERS, p).at[0];

    if (degree(k, NET_POST, h) != 1 || degree(k, NET_PRE, h) != 1)
        return reject(k, "the producer does not move one token");

    const place_id a = mutable_net_arcs(k->m, NET_PRE, h).at[0];

    if (degree(k, NET_CONSUMERS, a) != 1 || degree(k, NET_READERS, a))
        return reject_place(k, a, "is needed by another transition");
    if (is_visible(k, a))
        return reject_place(k, a, "matters to the question");
    for (uint32_t i = 0; i < degree(k, NET_READ, h); i++) {
        const place_id g = mutable_net_arcs(k->m, NET_READ, h).at[i];

        if (degree(k, NET_CONSUMERS, g))
            return reject_place(k, g, "is read and may lose its token");
        for (uint32_t j = 0; j < degree(k, NET_CONSUMERS, p); j++)
            if (linked(k, NET_PRODUCERS, g,
                       mutable_net_arcs(k->m, NET_CONSUMERS, p).at[j]))
                return reject(k, "the two transitions of a pair share a "
                                 "place");
    }
    return true;
}

/* --- cycles --------------------------------------------------------------- */

/* Does each transition around p use the places of the step as it may? */
static bool uses_are_single(const struct check *k, place_id p)
{
    static const enum net_arc_kind kinds[] = {NET_CONSUMERS, NET_PRODUCERS,
                                              NET_READERS};
    struct reduction_cycle_use use;

    for (uint32_t i = 0; i < 3; i++) {
        const struct mutable_net_span span =
            mutable_net_arcs(k->m, kinds[i], p);

        for (uint32_t j = 0; j < span.len; j++)
            if (!reduction_cycle_use(k->m, k->step, k->places, span.at[j],
                                     &use))
                return reject_place(k, p,
                                    "has a transition that uses two of the "
                                    "places");
    }
    return true;
}

static bool check_cycle(const struct check *k)
{
    if (k->keeps->markings)
        return reject(k, "the question is about what is dead where");
    if (k->step->len == 0 || ids_has(k->places, k->step->len, k->step->a))
        return reject(k, "there are no other places");
    if (!check_hidden(k, k->step->a) || !uses_are_single(k, k->step->a))
        return false;
    for (uint32_t i = 0; i < k->step->len; i++) {
        const place_id p = k->places[i];

        if (!check_hidden(k, p) || !uses_are_single(k, p))
            return false;
        if (is_marked(k, p))
            return reject_place(k, p, "is marked");
    }
    return reduction_cycle_connects(k->m, k->step, k->places) ||
           reject(k, "no moves lead from each of the places to each other");
}

/* --- the form of a step --------------------------------------------------- */

static bool has_form(const struct check *k)
{
    const struct reduction_step *const step = k->step;
    bool of_trans = false;

    switch (step->rule) {
    case REDUCTION_OVERFLOW:
    case REDUCTION_DOMINATED:
    case REDUCTION_NEUTRAL:
    case REDUCTION_READ:
        of_trans = true;
        break;
    case REDUCTION_DEAD:
    case REDUCTION_SLICE:
        return true;
    case REDUCTION_CONSTANT:
    case REDUCTION_SINK:
    case REDUCTION_REDUNDANT:
    case REDUCTION_POST:
    case REDUCTION_PRE:
    case REDUCTION_CYCLE:
        break;
    case REDUCTION_RULES:
        return false;
    }
    return of_trans ? mutable_net_has_trans(k->m, step->a)
                    : mutable_net_has_place(k->m, step->a);
}

static bool has_places(const struct check *k)
{
    for (uint32_t i = 0; i < k->step->len; i++)
        if (!mutable_net_has_place(k->m, k->places[i]) ||
            (i && k->places[i - 1] >= k->places[i]))
            return false;
    return true;
}

bool reduction_check_step(struct mutable_net *m,
                          const struct reduction_keeps *keeps,
                          const struct reduction_step *step,
                          const place_id *places, char *text)
{
    static bool (*const checks[REDUCTION_RULES])(const struct check *) = {
        [REDUCTION_OVERFLOW] = check_overflow,
        [REDUCTION_DEAD] = check_dead,
        [REDUCTION_CONSTANT] = check_constant,
        [REDUCTION_DOMINATED] = check_dominated,
        [REDUCTION_NEUTRAL] = check_neutral,
        [REDUCTION_SINK] = check_sink,
        [REDUCTION_REDUNDANT] = check_redundant,
        [REDUCTION_READ] = check_read,
        [REDUCTION_SLICE] = check_slice,
        [REDUCTION_POST] = check_post,
        [REDUCTION_PRE] = check_pre,
        [REDUCTION_CYCLE] = check_cycle,
    };
    const struct check k = {m, keeps, step, places, text};

    if (!has_form(&k) || !has_places(&k))
        return reject(&k, "a node of it does not exist");
    if (m->n_overflows && step->rule != REDUCTION_OVERFLOW)
        return reject(&k, "a transition that puts two tokens on a place is "
                          "left");
    if (!checks[step->rule](&k))
        return false;
    return !keeps->safe || !reduction_apply_hides(m, step, places) ||
           reject(&k, "the question is about safety, and the step may hide a "
                      "second token");
}
