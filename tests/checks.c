#include "checks.h"

#include "base/bits.h"
#include "base/check.h"
#include "base/hash.h"
#include "net/marking.h"
#include "net/net_struct.h"

#include <stdlib.h>
#include <string.h>

/* --- a net ---------------------------------------------------------------- */

/* Labels are found, and ids unless they are labels of others. */
static void check_labels(const struct names *names)
{
    for (uint32_t n = 0; n < names_count(names); n++) {
        const char *const id = names_id(names, n);
        const uint32_t found = names_find(names, id, NULL);

        CHECK(names_find(names, names_label(names, n), NULL) == n);
        CHECK(found == n || !strcmp(names_label(names, found), id));
    }
}

/* Is b the inverse of a? */
static void check_inverse(const struct relation *a, const struct relation *b)
{
    uint32_t *seen = mem_zero(b->n_nodes, sizeof *seen);

    CHECK(a->start[0] == 0 && b->start[0] == 0);
    CHECK(relation_count(a) == relation_count(b));
    for (uint32_t n = 0; n < a->n_nodes; n++) {
        CHECK(a->start[n] <= a->start[n + 1]);
        for (uint32_t i = a->start[n]; i < a->start[n + 1]; i++) {
            const uint32_t m = a->at[i];

            CHECK(m < b->n_nodes);
            CHECK(i == a->start[n] || a->at[i - 1] < m);
            CHECK(b->start[m] + seen[m] < b->start[m + 1]);
            CHECK(b->at[b->start[m] + seen[m]++] == n);
        }
    }
    mem_free(seen);
}

/* Are x and y disjoint?  Both are increasing. */
static bool disjoint(struct net_place_span x, struct net_place_span y)
{
    uint32_t i = 0, j = 0;

    while (i < x.len && j < y.len) {
        if (x.at[i] == y.at[j])
            return false;
        if (x.at[i] < y.at[j])
            i++;
        else
            j++;
    }
    return true;
}

void net_check(const struct net *net)
{
    check_labels(&net->places);
    check_labels(&net->transitions);
    CHECK(net->arcs[NET_PRE].n_nodes == net_trans_count(net));
    CHECK(net->arcs[NET_CONSUMERS].n_nodes == net_place_count(net));
    check_inverse(&net->arcs[NET_PRE], &net->arcs[NET_CONSUMERS]);
    check_inverse(&net->arcs[NET_POST], &net->arcs[NET_PRODUCERS]);
    check_inverse(&net->arcs[NET_READ], &net->arcs[NET_READERS]);
    for (trans_id t = 0; t < net_trans_count(net); t++) {
        CHECK(disjoint(net_pre(net, t), net_post(net, t)));
        CHECK(disjoint(net_pre(net, t), net_read(net, t)));
        CHECK(disjoint(net_post(net, t), net_read(net, t)));
    }
}

void units_check(const struct units *units)
{
    CHECK(units->n_units > 0 && units->parent[0] == UNITS_NONE);
    CHECK(units->end[0] == units->n_units);
    for (uint32_t u = 1; u < units->n_units; u++) {
        CHECK(units->parent[u] < u);
        CHECK(u < units->end[u]);
        CHECK(units->end[u] <= units->end[units->parent[u]]);
    }
    CHECK(units->place_at[units->n_units] == units->n_places);
    for (uint32_t u = 0; u < units->n_units; u++)
        for (uint32_t i = units->place_at[u]; i < units->place_at[u + 1]; i++)
            CHECK(units->unit_of[units->places[i]] == u);
}

/* --- a formula --------------------------------------------------------------
 */

static void check_terms(const struct formula *formula,
                        const struct formula_node *node, const struct net *net)
{
    CHECK(node->len > 0 && node->first <= formula->terms.len &&
          node->len <= formula->terms.len - node->first);
    CHECK(node->bound >= -FORMULA_LARGEST && node->bound <= FORMULA_LARGEST);
    for (uint32_t i = 0; i < node->len; i++) {
        const struct formula_term *const term =
            &formula->terms.at[node->first + i];

        CHECK(term->place < net_place_count(net) && term->factor != 0);
        CHECK(term->factor >= -FORMULA_LARGEST &&
              term->factor <= FORMULA_LARGEST);
        CHECK(i == 0 || term[-1].place < term->place);
    }
}

/* Is this a later leaf, or an end? */
static bool is_next(const struct formula *formula, uint32_t to)
{
    return to == FORMULA_YES || to == FORMULA_NO ||
           (to < formula->nodes.len && formula_is_leaf(&formula->nodes.at[to]));
}

void formula_check(const struct formula *formula, const struct net *net)
{
    uint32_t n_children = 1;

    CHECK(formula->nodes.len > 0 && is_next(formula, formula->entry));
    for (uint32_t i = 0; i < formula->nodes.len; i++) {
        const struct formula_node *const node = &formula->nodes.at[i];

        CHECK(is_next(formula, node->if_true) &&
              is_next(formula, node->if_false));
        if (!formula_is_leaf(node)) {
            CHECK(node->len > 1 && node->first == n_children &&
                  node->first > i);
            n_children += node->len;
        } else if (node->op == FORMULA_AT_LEAST) {
            check_terms(formula, node, net);
        } else if (node->op == FORMULA_TRUE || node->op == FORMULA_FALSE) {
            CHECK(formula->nodes.len == 1);
        } else if (node->op != FORMULA_DEADLOCK && node->op != FORMULA_LIVE) {
            CHECK(node->trans < net_trans_count(net));
        }
    }
    CHECK(n_children == formula->nodes.len);
}

/* --- a prefix ------------------------------------------------------------- */

/* An arc between an event and a condition that it consumes or reads. */
struct prefix_use {
    uint32_t condition, event;
    bool consumes;
};

/* Everything is recomputed from the definitions. */
struct prefix_checker {
    const struct prefix *prefix;
    uint32_t *first;     /* of a: from first[a] up to first[a + 1] */
    VEC(uint32_t) found; /* a causally closed set of events, */
    bits_word *in;       /* the same as a bit set, without bottom */
    VEC(struct prefix_use) uses;
};

static const struct prefix_event *event(const struct prefix_checker *k,
                                        uint32_t e)
{
    return &k->prefix->events.at[e];
}

static const uint32_t *items(const struct prefix_checker *k,
                             struct prefix_span span)
{
    return k->prefix->pool.at + span.from;
}

static void add(struct prefix_checker *k, uint32_t e)
{
    if (e && !bits_has(k->in, e)) {
        bits_add(k->in, e);
        vec_push(&k->found, e);
    }
}

/* Adds [e] to the set. */
static void add_past(struct prefix_checker *k, uint32_t e)
{
    uint32_t next = k->found.len;

    add(k, e);
    for (; next < k->found.len; next++) {
        const struct prefix_span span = event(k, k->found.at[next])->causes;

        for (uint32_t i = 0; i < span.len; i++)
            add(k, items(k, span)[i]);
    }
}

static void clear(struct prefix_checker *k)
{
    for (uint32_t i = 0; i < k->found.len; i++)
        bits_remove(k->in, k->found.at[i]);
    k->found.len = 0;
}

/* The number of listed conflicts between members of the set. */
static uint32_t count_conflicts(const struct prefix_checker *k)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < k->found.len; i++) {
        const uint32_t a = k->found.at[i];

        for (uint32_t c = k->first[a]; c < k->first[a + 1]; c++)
            n += bits_has(k->in, k->prefix->conflicts.at[c].b);
    }
    return n;
}

static bool is_before(struct prefix_checker *k, uint32_t a, uint32_t b)
{
    clear(k);
    add_past(k, b);
    return bits_has(k->in, a);
}

static bool in_conflict(struct prefix_checker *k, uint32_t a, uint32_t b)
{
    clear(k);
    add_past(k, a);
    add_past(k, b);
    return count_conflicts(k) > 0;
}

static void check_span(const struct prefix_checker *k, struct prefix_span span)
{
    CHECK(span.from <= k->prefix->pool.len);
    CHECK(span.len <= k->prefix->pool.len - span.from);
}

static void check_bottom(const struct prefix_checker *k)
{
    const struct prefix_event *bottom = event(k, 0);

    CHECK(bottom->trans == TRANS_NONE && bottom->size == 0);
    CHECK(!bottom->causes.len && !bottom->consumes.len && !bottom->reads.len);
    CHECK(!bottom->cutoff && !bottom->has_companion);
    check_span(k, bottom->produces);
}

static void check_shape(const struct prefix_checker *k, uint32_t e)
{
    const struct prefix_event *ev = event(k, e);
    const uint32_t n_events = k->prefix->events.len;

    CHECK(ev->trans != TRANS_NONE);
    check_span(k, ev->causes);
    check_span(k, ev->consumes);
    check_span(k, ev->reads);
    check_span(k, ev->produces);
    CHECK(!ev->has_companion || ev->cutoff);
    CHECK(!ev->has_companion ||
          (ev->companion < n_events && ev->companion != e));

    const uint32_t *cause = items(k, ev->causes);

    CHECK(ev->causes.len > 0);
    for (uint32_t i = 0; i < ev->causes.len; i++) {
        CHECK(cause[i] < e);
        CHECK(cause[i] > 0 || ev->causes.len == 1);
        CHECK(i == 0 || cause[i - 1] < cause[i]);
        CHECK(!ev->witness || !cause[i] || event(k, cause[i])->witness);
    }
}

/* No cause of e precedes another: causality is transitively reduced. */
static void check_antichain(struct prefix_checker *k, uint32_t e)
{
    const struct prefix_span causes = event(k, e)->causes;

    clear(k);
    for (uint32_t i = 0; i < causes.len; i++) {
        const struct prefix_span below = event(k, items(k, causes)[i])->causes;

        for (uint32_t j = 0; j < below.len; j++)
            add_past(k, items(k, below)[j]);
    }
    for (uint32_t i = 0; i < causes.len; i++)
        CHECK(!bits_has(k->in, items(k, causes)[i]));
}

static void check_past(struct prefix_checker *k, uint32_t e)
{
    clear(k);
    add_past(k, e);
    CHECK(k->found.len == event(k, e)->size);
    CHECK(count_conflicts(k) == 0);
}

/* [e] must be in the set. */
static void collect_uses(struct prefix_checker *k, uint32_t e,
                         struct prefix_span span, bool consumes)
{
    for (uint32_t i = 0; i < span.len; i++) {
        const struct prefix_use use = {items(k, span)[i], e, consumes};

        CHECK(use.condition < k->prefix->conditions.len);

        const uint32_t from = k->prefix->conditions.at[use.condition].producer;

        CHECK(from != e && (from == 0 || bits_has(k->in, from)));
        vec_push(&k->uses, use);
    }
}

static int use_order(const void *left, const void *right)
{
    const struct prefix_use *a = left, *b = right;

    if (a->condition != b->condition)
        return a->condition < b->condition ? -1 : 1;
    return (a->event > b->event) - (a->event < b->event);
}

static bool may_share(struct prefix_checker *k, struct prefix_use a,
                      struct prefix_use b)
{
    if (!a.consumes && !b.consumes)
        return true;
    if (a.consumes != b.consumes && is_before(k, a.consumes ? b.event : a.event,
                                              a.consumes ? a.event : b.event))
        return true;
    return in_conflict(k, a.event, b.event);
}

/* A consumer of a condition is in conflict with the other consumers, and with
 * the readers that are not among its causes. */
static void check_uses(struct prefix_checker *k)
{
    if (k->uses.len)
        qsort(k->uses.at, k->uses.len, sizeof *k->uses.at, use_order);
    for (uint32_t i = 0; i < k->uses.len; i++)
        for (uint32_t j = i + 1; j < k->uses.len; j++) {
            const struct prefix_use a = k->uses.at[i], b = k->uses.at[j];

            if (a.condition != b.condition)
                break;
            CHECK(a.event != b.event);
            CHECK(may_share(k, a, b));
        }
}

/* Every condition has one producer, which lists it; initial ones come first. */
static void check_conditions(const struct prefix_checker *k)
{
    const uint32_t n = k->prefix->conditions.len;
    bits_word *produced = mem_zero(bits_words(n), sizeof *produced);

    for (uint32_t e = 0; e < k->prefix->events.len; e++) {
        const struct prefix_span span = event(k, e)->produces;

        for (uint32_t i = 0; i < span.len; i++) {
            const uint32_t c = items(k, span)[i];

            CHECK(c < n && !bits_has(produced, c));
            CHECK(k->prefix->conditions.at[c].producer == e);
            CHECK(e > 0 || c < span.len);
            bits_add(produced, c);
        }
    }
    CHECK(bits_count(produced, bits_words(n)) == n);
    mem_free(produced);
}

/* [Rod15] section 2: a and b are in immediate conflict iff they are in conflict
 * and the union of [a] and [b] has no other conflict. */
static void check_conflicts(struct prefix_checker *k)
{
    for (uint32_t i = 0; i < k->prefix->conflicts.len; i++) {
        const struct prefix_conflict c = k->prefix->conflicts.at[i];

        clear(k);
        add_past(k, c.a);
        add_past(k, c.b);
        CHECK(count_conflicts(k) == 1);
    }
}

/* Conflicts are sorted, unique, and between existing events. */
static void index_conflicts(struct prefix_checker *k)
{
    const struct prefix *prefix = k->prefix;

    for (uint32_t i = 0; i < prefix->conflicts.len; i++) {
        const struct prefix_conflict c = prefix->conflicts.at[i];
        const struct prefix_conflict *last = &prefix->conflicts.at[i - (i > 0)];

        CHECK(0 < c.a && c.a < c.b && c.b < prefix->events.len);
        CHECK(i == 0 || last->a < c.a || (last->a == c.a && last->b < c.b));
        k->first[c.a + 1]++;
    }
    for (uint32_t e = 0; e < prefix->events.len; e++)
        k->first[e + 1] += k->first[e];
}

static uint32_t hash_name(const struct prefix_checker *k, uint32_t e)
{
    const struct prefix_event *ev = event(k, e);
    uint32_t h = hash_mix(0, ev->trans);

    for (uint32_t i = 0; i < ev->causes.len; i++)
        h = hash_mix(h, items(k, ev->causes)[i]);
    return h;
}

static bool same_name(const struct prefix_checker *k, uint32_t a, uint32_t b)
{
    const struct prefix_event *x = event(k, a), *y = event(k, b);

    return x->trans == y->trans && x->causes.len == y->causes.len &&
           !memcmp(items(k, x->causes), items(k, y->causes),
                   x->causes.len * sizeof(uint32_t));
}

/* Transition and causes identify an event. */
static void check_names(const struct prefix_checker *k)
{
    struct hash names = {0};

    for (uint32_t e = 1; e < k->prefix->events.len; e++) {
        const uint32_t h = hash_name(k, e);
        uint32_t other, p = hash_first(&names, h);

        for (; (other = hash_id(&names, p)) != HASH_FREE;
             p = hash_next(&names, p))
            CHECK(hash_at(&names, p) != h || !same_name(k, e, other));
        hash_put(&names, h, e);
    }
    hash_finish(&names);
}

static void check_events(struct prefix_checker *k)
{
    check_bottom(k);
    for (uint32_t e = 1; e < k->prefix->events.len; e++) {
        check_shape(k, e);
        check_antichain(k, e);
        check_past(k, e);
        collect_uses(k, e, event(k, e)->consumes, true);
        collect_uses(k, e, event(k, e)->reads, false);
    }
}

void prefix_check(const struct prefix *prefix)
{
    const uint32_t n = prefix->events.len;
    struct prefix_checker k = {.prefix = prefix};

    if (!n) {
        CHECK(!prefix->conditions.len && !prefix->conflicts.len);
        return;
    }
    k.first = mem_zero(n + 1, sizeof *k.first);
    k.in = mem_zero(bits_words(n), sizeof *k.in);
    index_conflicts(&k);
    check_events(&k);
    check_names(&k);
    check_conditions(&k);
    check_uses(&k);
    check_conflicts(&k);
    vec_free(&k.uses);
    vec_free(&k.found);
    mem_free(k.in);
    mem_free(k.first);
}

/* --- a closed set of transitions ------------------------------------------ */

static void check_all(struct net_trans_span span, const bool *member)
{
    for (uint32_t i = 0; i < span.len; i++)
        CHECK(member[span.at[i]]);
}

void stubborn_closure_check(const struct stubborn_closure *closure,
                            const struct stubborn_closure_set *set)
{
    const struct net *const net = closure->net;
    bool *const member = mem_zero(net_trans_count(net), sizeof *member);

    for (uint32_t i = 0; i < set->active.len; i++)
        member[set->active.at[i]] = true;
    for (uint32_t i = 0; i < set->blocked.len; i++)
        member[set->blocked.at[i]] = true;
    for (uint32_t i = 0; i < set->active.len; i++) {
        const struct net_place_span pre = net_pre(net, set->active.at[i]);
        const struct net_place_span read = net_read(net, set->active.at[i]);

        CHECK(enabled_set_has(closure->at, set->active.at[i]));
        for (uint32_t k = 0; k < pre.len; k++) {
            check_all(net_consumers(net, pre.at[k]), member);
            check_all(net_readers(net, pre.at[k]), member);
        }
        for (uint32_t k = 0; k < read.len; k++)
            check_all(net_consumers(net, read.at[k]), member);
    }
    for (uint32_t i = 0; i < set->blocked.len; i++) {
        CHECK(!enabled_set_marked(closure->at, set->scapegoats.at[i]));
        check_all(net_producers(net, set->scapegoats.at[i]), member);
    }
    mem_free(member);
}

/* --- enabled transitions ---------------------------------------------------
 */

void enabled_set_check(const struct enabled_set *enabled_set)
{
    uint32_t n_enabled = 0;

    for (trans_id t = 0; t < net_trans_count(enabled_set->net); t++) {
        const bool is =
            marking_enabled(enabled_set->net, enabled_set->marking, t);

        CHECK(is == enabled_set_has(enabled_set, t));
        CHECK(is == bits_has(enabled_set->enabled, t));
        n_enabled += is;
    }
    CHECK(n_enabled == enabled_set->n_enabled);
    for (uint32_t i = 0; i < bits_words(net_trans_count(enabled_set->net)); i++)
        CHECK(bits_has(enabled_set->blocks, i) ==
              (enabled_set->enabled[i] != 0));
    if (!enabled_set->n_enabled_producers)
        return;
    for (place_id p = 0; p < net_place_count(enabled_set->net); p++) {
        const struct net_trans_span producers =
            net_producers(enabled_set->net, p);
        uint32_t n = 0;

        for (uint32_t i = 0; i < producers.len; i++)
            n += enabled_set_has(enabled_set, producers.at[i]);
        CHECK(n == enabled_set->n_enabled_producers[p]);
    }
}
