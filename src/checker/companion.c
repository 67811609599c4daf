#include "checker/companion.h"

#include <stdlib.h>

typedef VEC(uint32_t) number_list;
typedef VEC(uint64_t) label_list;

/* A local configuration.  The marks are the checker's own (judge.h). */
struct below {
    number_list events;
    uint32_t *seen; /* by event: is in it if this is now */
    uint32_t now;
};

struct companion {
    const struct process *process;
    struct below cutoff, other;
    number_list own, rest; /* only in the cutoff's, only in the other's */
    int64_t *tokens; /* by place: the cutoff puts so many more there than the
                        other; 0 between uses */
    int64_t *fired;  /* by transition, likewise */
    label_list own_labels, rest_labels;
};

static void add(struct below *below, uint32_t e)
{
    if (!e || below->seen[e] == below->now)
        return;
    below->seen[e] = below->now;
    vec_push(&below->events, e);
}

static void collect(const struct process *process, struct below *below,
                    uint32_t e)
{
    vec_clear(&below->events);
    below->now++;
    add(below, e);
    for (uint32_t i = 0; i < below->events.len; i++) {
        const struct cert_event *ev =
            process_event(process, below->events.at[i]);

        for (uint32_t k = 0; k < ev->n_producers; k++)
            add(below, process->cert->producers.at[ev->from + k]);
    }
}

/* What is in the other, too, counts alike on both sides. */
static void leave_common(struct below *below, const struct below *other,
                         number_list *rest)
{
    vec_clear(rest);
    for (uint32_t i = 0; i < below->events.len; i++)
        if (other->seen[below->events.at[i]] != other->now)
            vec_push(rest, below->events.at[i]);
}

static trans_id trans_of(const struct companion *c, uint32_t e)
{
    return process_event(c->process, e)->trans;
}

/* --- markings ------------------------------------------------------------- */

static void add_tokens(struct companion *c, const number_list *events, int by)
{
    for (uint32_t i = 0; i < events->len; i++) {
        const trans_id t = trans_of(c, events->at[i]);
        const struct net_place_span pre = net_pre(c->process->net, t);
        const struct net_place_span post = net_post(c->process->net, t);

        for (uint32_t k = 0; k < pre.len; k++)
            c->tokens[pre.at[k]] -= by;
        for (uint32_t k = 0; k < post.len; k++)
            c->tokens[post.at[k]] += by;
    }
}

/* Do the events leave no place with a difference? */
static bool is_even(const struct companion *c, const number_list *events)
{
    for (uint32_t i = 0; i < events->len; i++) {
        const trans_id t = trans_of(c, events->at[i]);
        const struct net_place_span pre = net_pre(c->process->net, t);
        const struct net_place_span post = net_post(c->process->net, t);

        for (uint32_t k = 0; k < pre.len; k++)
            if (c->tokens[pre.at[k]])
                return false;
        for (uint32_t k = 0; k < post.len; k++)
            if (c->tokens[post.at[k]])
                return false;
    }
    return true;
}

static bool same_marking(struct companion *c)
{
    bool same;

    add_tokens(c, &c->own, 1);
    add_tokens(c, &c->rest, -1);
    same = is_even(c, &c->own) && is_even(c, &c->rest);
    add_tokens(c, &c->own, -1);
    add_tokens(c, &c->rest, 1);
    return same;
}

/* --- the order ------------------------------------------------------------ */

static void add_fired(struct companion *c, const number_list *events, int by)
{
    for (uint32_t i = 0; i < events->len; i++)
        c->fired[trans_of(c, events->at[i])] += by;
}

static trans_id least_uneven(const struct companion *c,
                             const number_list *events, trans_id least)
{
    for (uint32_t i = 0; i < events->len; i++) {
        const trans_id t = trans_of(c, events->at[i]);

        if (t < least && c->fired[t])
            least = t;
    }
    return least;
}

/* Below 0: the companion is smaller. */
static int compare_parikh(struct companion *c)
{
    trans_id t;
    int sign = 0;

    add_fired(c, &c->own, 1);
    add_fired(c, &c->rest, -1);
    t = least_uneven(c, &c->rest, least_uneven(c, &c->own, TRANS_NONE));
    if (t != TRANS_NONE)
        sign = c->fired[t] < 0 ? -1 : 1;
    add_fired(c, &c->own, -1);
    add_fired(c, &c->rest, 1);
    return sign;
}

static int compare_labels(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

/* (level, transition) of each event, sorted. */
static void sort_labels(const struct companion *c, const number_list *events,
                        label_list *labels)
{
    vec_clear(labels);
    for (uint32_t i = 0; i < events->len; i++) {
        const uint64_t level = c->process->level[events->at[i]];

        vec_push(labels, level << 32 | trans_of(c, events->at[i]));
    }
    if (labels->len)
        qsort(labels->at, labels->len, sizeof *labels->at, compare_labels);
}

static uint32_t count_level(const label_list *labels, uint32_t i,
                            uint64_t level)
{
    uint32_t n = 0;

    while (i + n < labels->len && labels->at[i + n] >> 32 == level)
        n++;
    return n;
}

/* Below 0: the companion is smaller.  The two have equally many events. */
static int compare_levels(struct companion *c)
{
    const label_list *own = &c->own_labels, *rest = &c->rest_labels;
    uint32_t i = 0;

    sort_labels(c, &c->own, &c->own_labels);
    sort_labels(c, &c->rest, &c->rest_labels);
    while (i < own->len && own->at[i] == rest->at[i])
        i++;
    if (i == own->len)
        return 0;

    const uint64_t a = own->at[i] >> 32, b = rest->at[i] >> 32;
    const uint64_t level = a < b ? a : b;
    const uint32_t n_own = count_level(own, i, level);
    const uint32_t n_rest = count_level(rest, i, level);

    if (n_own != n_rest)
        return n_rest < n_own ? -1 : 1;
    return rest->at[i] < own->at[i] ? -1 : 1;
}

static bool is_smaller(struct companion *c)
{
    const uint32_t n_cutoff = c->cutoff.events.len;
    const uint32_t n_other = c->other.events.len;
    int sign;

    if (n_cutoff != n_other)
        return n_other < n_cutoff;
    sign = compare_parikh(c);
    return (sign ? sign : compare_levels(c)) < 0;
}

/* --- all ------------------------------------------------------------------ */

static bool check(struct companion *c, uint32_t e)
{
    const struct cert_event *ev = process_event(c->process, e);

    collect(c->process, &c->cutoff, e);
    collect(c->process, &c->other, ev->companion);
    leave_common(&c->cutoff, &c->other, &c->own);
    leave_common(&c->other, &c->cutoff, &c->rest);
    if (!same_marking(c))
        return fault_report(c->process->fault, ev->line,
                            "this does not lead to the marking of event %u",
                            ev->companion);
    return is_smaller(c) ||
           fault_report(c->process->fault, ev->line,
                        "event %u is not smaller in the order of cutoffs",
                        ev->companion);
}

bool companion_check(const struct process *process)
{
    const uint32_t n = process->cert->events.len;
    const struct net *net = process->net;
    struct companion c = {.process = process};
    bool good = true;

    c.cutoff.seen = mem_zero(n, sizeof *c.cutoff.seen);
    c.other.seen = mem_zero(n, sizeof *c.other.seen);
    c.tokens = mem_zero(net_place_count(net), sizeof *c.tokens);
    c.fired = mem_zero(net_trans_count(net), sizeof *c.fired);
    for (uint32_t e = 1; good && e < n; e++)
        if (process_event(process, e)->cutoff)
            good = check(&c, e);
    vec_free(&c.cutoff.events);
    vec_free(&c.other.events);
    vec_free(&c.own);
    vec_free(&c.rest);
    vec_free(&c.own_labels);
    vec_free(&c.rest_labels);
    free(c.cutoff.seen);
    free(c.other.seen);
    free(c.tokens);
    free(c.fired);
    return good;
}
