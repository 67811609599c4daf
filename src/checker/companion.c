#include "checker/process.h"

typedef VEC(uint64_t) label_list;

/* A local configuration.  The marks are the checker's own (judge.h). */
struct local_config {
    process_list events;
    uint32_t *seen; /* by event: in the configuration if equal to now */
    uint32_t now;
};

struct companion {
    const struct process *process;
    struct local_config cutoff, other;
    process_list cutoff_only, other_only; /* events of only one of the two */
    int64_t *tokens; /* by place: tokens after the cutoff minus tokens after the
                        other; 0 between uses */
    int64_t *fired;  /* by transition: occurrences, likewise */
    label_list cutoff_labels, other_labels;
};

static void add_unseen_event(struct local_config *config, uint32_t e)
{
    if (!e || config->seen[e] == config->now)
        return;
    config->seen[e] = config->now;
    vec_push(&config->events, e);
}

static void collect(const struct process *process, struct local_config *config,
                    uint32_t e)
{
    vec_clear(&config->events);
    config->now++;
    add_unseen_event(config, e);
    for (uint32_t i = 0; i < config->events.len; i++) {
        const struct cert_event *ev =
            process_event(process, config->events.at[i]);

        for (uint32_t k = 0; k < ev->n_producers; k++)
            add_unseen_event(config, process->cert->producers.at[ev->from + k]);
    }
}

/* Common events count equally on both sides, so the comparisons omit them. */
static void set_difference(struct local_config *config,
                           const struct local_config *other,
                           process_list *difference)
{
    vec_clear(difference);
    for (uint32_t i = 0; i < config->events.len; i++)
        if (other->seen[config->events.at[i]] != other->now)
            vec_push(difference, config->events.at[i]);
}

static trans_id trans_of(const struct companion *c, uint32_t e)
{
    return process_event(c->process, e)->trans;
}

/* --- markings ------------------------------------------------------------- */

static void add_tokens(struct companion *c, const process_list *events, int by)
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

/* Makes the difference 0 on these places; was it that? */
static bool clear_places(struct companion *c, struct net_place_span places)
{
    bool same = true;

    for (uint32_t i = 0; i < places.len; i++) {
        same &= !c->tokens[places.at[i]];
        c->tokens[places.at[i]] = 0;
    }
    return same;
}

static bool clear_tokens(struct companion *c, const process_list *events)
{
    bool same = true;

    for (uint32_t i = 0; i < events->len; i++) {
        const trans_id t = trans_of(c, events->at[i]);

        same &= clear_places(c, net_pre(c->process->net, t));
        same &= clear_places(c, net_post(c->process->net, t));
    }
    return same;
}

static bool same_marking(struct companion *c)
{
    bool same;

    add_tokens(c, &c->cutoff_only, 1);
    add_tokens(c, &c->other_only, -1);
    same = clear_tokens(c, &c->cutoff_only);
    return clear_tokens(c, &c->other_only) && same;
}

/* --- the order ------------------------------------------------------------ */

static void add_fired(struct companion *c, const process_list *events, int by)
{
    for (uint32_t i = 0; i < events->len; i++)
        c->fired[trans_of(c, events->at[i])] += by;
}

static trans_id least_difference(const struct companion *c,
                                 const process_list *events, trans_id least)
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

    add_fired(c, &c->cutoff_only, 1);
    add_fired(c, &c->other_only, -1);
    t = least_difference(c, &c->other_only,
                         least_difference(c, &c->cutoff_only, TRANS_NONE));
    if (t != TRANS_NONE)
        sign = c->fired[t] < 0 ? -1 : 1;
    add_fired(c, &c->cutoff_only, -1);
    add_fired(c, &c->other_only, 1);
    return sign;
}

static int compare_labels(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

/* The sorted pairs (level, transition) of the events. */
static void sort_labels(const struct companion *c, const process_list *events,
                        label_list *labels)
{
    vec_clear(labels);
    for (uint32_t i = 0; i < events->len; i++) {
        const uint64_t level = c->process->level[events->at[i]];

        vec_push(labels, level << 32 | trans_of(c, events->at[i]));
    }
    vec_sort(labels, compare_labels);
}

static uint32_t count_level(const label_list *labels, uint32_t i,
                            uint64_t level)
{
    uint32_t n = 0;

    while (i + n < labels->len && labels->at[i + n] >> 32 == level)
        n++;
    return n;
}

/* Below 0: the companion is smaller.  Both have equally many events. */
static int compare_levels(struct companion *c)
{
    const label_list *cutoff = &c->cutoff_labels, *other = &c->other_labels;
    uint32_t i = 0;

    sort_labels(c, &c->cutoff_only, &c->cutoff_labels);
    sort_labels(c, &c->other_only, &c->other_labels);
    while (i < cutoff->len && cutoff->at[i] == other->at[i])
        i++;
    if (i == cutoff->len)
        return 0;

    const uint64_t a = cutoff->at[i] >> 32, b = other->at[i] >> 32;
    const uint64_t level = a < b ? a : b;
    const uint32_t n_cutoff = count_level(cutoff, i, level);
    const uint32_t n_other = count_level(other, i, level);

    if (n_cutoff != n_other)
        return n_other < n_cutoff ? -1 : 1;
    return other->at[i] < cutoff->at[i] ? -1 : 1;
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

/* --- the check ------------------------------------------------------------ */

static bool check(struct companion *c, uint32_t e)
{
    const struct cert_event *ev = process_event(c->process, e);

    collect(c->process, &c->cutoff, e);
    collect(c->process, &c->other, ev->companion);
    set_difference(&c->cutoff, &c->other, &c->cutoff_only);
    set_difference(&c->other, &c->cutoff, &c->other_only);
    if (!same_marking(c))
        return fault_report(c->process->fault, FAULT_EVENT, e,
                            "this does not lead to the marking of event %u",
                            ev->companion);
    return is_smaller(c) ||
           fault_report(c->process->fault, FAULT_EVENT, e,
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
    vec_free(&c.cutoff_only);
    vec_free(&c.other_only);
    vec_free(&c.cutoff_labels);
    vec_free(&c.other_labels);
    mem_free(c.cutoff.seen);
    mem_free(c.other.seen);
    mem_free(c.tokens);
    mem_free(c.fired);
    return good;
}
