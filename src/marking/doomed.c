#include "marking/doomed.h"

#include "base/ids.h"
#include "base/lists.h"
#include "net/marking.h"

enum { ASK_EVERY = 1 << 10 };

/* -- Markings -- */

/* By component: can it reach one of these?  Components come behind those that
 * they reach. */
static void go_back(const struct marking_graph *g, bool *can)
{
    for (uint32_t c = 0; c < g->n_components; c++)
        for (uint32_t i = g->begin[c]; i < g->begin[c + 1] && !can[c]; i++) {
            const uint32_t m = g->members[i];

            for (uint32_t s = g->first.at[m]; s < g->first.at[m + 1]; s++)
                can[c] |= can[g->component[g->to.at[s]]];
        }
}

/* By component: is one of its markings bad, or reached from one that is? */
static bool *close_bad(const struct marking_graph *g, const bool *bad)
{
    bool *const is = mem_zero(g->n_components, sizeof *is);

    for (uint32_t c = g->n_components; c-- > 0;) {
        for (uint32_t i = g->begin[c]; i < g->begin[c + 1]; i++)
            is[c] |= bad[g->members[i]];
        for (uint32_t i = g->begin[c]; i < g->begin[c + 1] && is[c]; i++) {
            const uint32_t m = g->members[i];

            for (uint32_t s = g->first.at[m]; s < g->first.at[m + 1]; s++)
                is[g->component[g->to.at[s]]] = true;
        }
    }
    return is;
}

struct stays {
    const struct marking_graph *g;
    bits_word *fires; /* transitions with a step inside */
    bits_word *taken; /* places from which these consume */
    uint32_t n_fires, n_taken;
};

static bool is_inside(const struct stays *x, uint32_t c, uint32_t step)
{
    return x->g->component[x->g->to.at[step]] == c;
}

static bool collect(struct stays *x, uint32_t c)
{
    const struct marking_graph *const g = x->g;
    bool any = false;

    bits_clear(x->fires, x->n_fires);
    bits_clear(x->taken, x->n_taken);
    for (uint32_t i = g->begin[c]; i < g->begin[c + 1]; i++)
        for (uint32_t s = g->first.at[g->members[i]];
             s < g->first.at[g->members[i] + 1]; s++)
            if (is_inside(x, c, s)) {
                any = true;
                bits_add(x->fires, g->trans.at[s]);
                marking_add_all(x->taken, net_pre(g->net, g->trans.at[s]));
            }
    return any;
}

/* Can a run stay in the component for ever without leaving a transition
 * waiting? */
static bool can_stay(struct stays *x, uint32_t c)
{
    const struct marking_graph *const g = x->g;

    if (!collect(x, c))
        return false;
    for (uint32_t i = g->begin[c]; i < g->begin[c + 1]; i++)
        for (uint32_t s = g->first.at[g->members[i]];
             s < g->first.at[g->members[i] + 1]; s++) {
            const trans_id t = g->trans.at[s];

            if (!bits_has(x->fires, t) &&
                !marking_meets(x->taken, net_pre(g->net, t)) &&
                !marking_meets(x->taken, net_read(g->net, t)))
                return false;
        }
    return true;
}

void doomed_markings(const struct marking_graph *g, const bool *bad,
                     bool *doomed)
{
    struct stays x = {.g = g,
                      .n_fires = bits_words(net_trans_count(g->net)),
                      .n_taken = marking_words(g->net)};
    bool *const closed = close_bad(g, bad);
    bool *const can = mem_zero(g->n_components, sizeof *can);

    x.fires = mem_alloc(x.n_fires, sizeof *x.fires);
    x.taken = mem_alloc(x.n_taken, sizeof *x.taken);
    for (uint32_t c = 0; c < g->n_components; c++)
        can[c] = !closed[c] && can_stay(&x, c);
    go_back(g, can);
    for (uint32_t m = 0; m < marking_graph_count(g); m++)
        doomed[m] = !can[g->component[m]];
    mem_free(x.fires);
    mem_free(x.taken);
    mem_free(closed);
    mem_free(can);
}

/* -- Configurations -- */

struct configuration {
    uint32_t marking;
    uint32_t parent, event; /* that it was first made of */
    bool meets_bad;
    bool is_part;   /* of a maximal one in which a bad marking is met */
    bool is_larger; /* than a doomed one */
};

struct doom_search {
    const struct marking_graph *g;
    const struct prefix *prefix;
    const bool *bad, *doomed;
    struct lists events; /* of each configuration */
    VEC(struct configuration) at;
    VEC(uint32_t) from, to;     /* steps between configurations */
    VEC(uint32_t) users, begin; /* events by condition that they take or read */
    bits_word *cut;             /* conditions */
    VEC(uint32_t) now, next;    /* events */
    bits_word *seen;            /* events */
};

static struct prefix_span span_of(const struct prefix *prefix, uint32_t e,
                                  bool reads)
{
    return reads ? prefix->events.at[e].reads : prefix->events.at[e].consumes;
}

/* Lists the events behind each condition. */
static void index_users(struct doom_search *x)
{
    const struct prefix *const prefix = x->prefix;
    const uint32_t n = prefix->conditions.len;

    vec_fit(&x->begin, n + 2);
    for (uint32_t round = 0; round < 2; round++) {
        for (uint32_t e = 1; e < prefix->events.len; e++)
            for (uint32_t k = 0; k < 2; k++) {
                const struct prefix_span span = span_of(prefix, e, k);

                for (uint32_t i = 0; i < span.len; i++) {
                    const uint32_t b = prefix->pool.at[span.from + i];

                    if (!round)
                        x->begin.at[b + 2]++;
                    else
                        x->users.at[x->begin.at[b + 1]++] = e;
                }
            }
        for (uint32_t b = 0; b < n && !round; b++)
            x->begin.at[b + 2] += x->begin.at[b + 1];
        if (!round)
            vec_fit(&x->users, x->begin.at[n + 1]);
    }
}

static void change_cut(struct doom_search *x, struct prefix_span span,
                       bool marked)
{
    for (uint32_t i = 0; i < span.len; i++) {
        const uint32_t b = x->prefix->pool.at[span.from + i];

        if (marked)
            bits_add(x->cut, b);
        else
            bits_remove(x->cut, b);
    }
}

/* Fills in the events of a configuration and its cut. */
static void open(struct doom_search *x, uint32_t c)
{
    const struct prefix_event *const events = x->prefix->events.at;
    const uint32_t from = c ? x->events.ends.at[c - 1] : 0;

    vec_clear(&x->now);
    bits_clear(x->cut, bits_words(x->prefix->conditions.len));
    change_cut(x, events[0].produces, true);
    for (uint32_t i = from; i < x->events.ends.at[c]; i++) {
        vec_push(&x->now, x->events.numbers.at[i]);
        change_cut(x, events[x->events.numbers.at[i]].produces, true);
    }
    for (uint32_t i = 0; i < x->now.len; i++)
        change_cut(x, events[x->now.at[i]].consumes, false);
}

static bool is_enabled(const struct doom_search *x, uint32_t e)
{
    for (uint32_t k = 0; k < 2; k++) {
        const struct prefix_span span = span_of(x->prefix, e, k);

        for (uint32_t i = 0; i < span.len; i++)
            if (!bits_has(x->cut, x->prefix->pool.at[span.from + i]))
                return false;
    }
    return true;
}

static uint32_t intern_with(struct doom_search *x, uint32_t e)
{
    const uint32_t i = ids_find(x->now.at, x->now.len, e);

    vec_clear(&x->next);
    for (uint32_t k = 0; k < x->now.len; k++) {
        if (k == i)
            vec_push(&x->next, e);
        vec_push(&x->next, x->now.at[k]);
    }
    if (i == x->now.len)
        vec_push(&x->next, e);
    return lists_intern(&x->events, x->next.at, x->next.len);
}

static void extend(struct doom_search *x, uint32_t c, uint32_t e)
{
    const uint32_t d = intern_with(x, e);

    if (d == x->at.len) {
        const struct configuration new = {
            .marking = marking_graph_fire(x->g, x->at.at[c].marking,
                                          x->prefix->events.at[e].trans),
            .parent = c,
            .event = e};

        vec_push(&x->at, new);
        x->at.at[d].meets_bad = x->bad[new.marking];
    }
    x->at.at[d].meets_bad |= x->at.at[c].meets_bad;
    x->at.at[d].is_larger |= x->doomed[x->at.at[c].marking];
    vec_push(&x->from, c);
    vec_push(&x->to, d);
}

/* Is it maximal? */
static bool extend_all(struct doom_search *x, uint32_t c)
{
    bool maximal = true;

    open(x, c);
    bits_clear(x->seen, bits_words(x->prefix->events.len));
    for (uint32_t b = bits_next(x->cut, 0, x->prefix->conditions.len);
         b < x->prefix->conditions.len;
         b = bits_next(x->cut, b + 1, x->prefix->conditions.len))
        for (uint32_t i = x->begin.at[b]; i < x->begin.at[b + 1]; i++) {
            const uint32_t e = x->users.at[i];

            if (bits_has(x->seen, e) || ids_has(x->now.at, x->now.len, e) ||
                !is_enabled(x, e))
                continue;
            bits_add(x->seen, e);
            extend(x, c, e);
            maximal = false;
        }
    return maximal;
}

/* Configurations come behind their parts, since they are larger. */
static bool search(struct doom_search *x,
                   const struct marking_graph_limits *limits)
{
    const struct configuration first = {.meets_bad = x->bad[0]};
    bool good = true;

    (void)lists_intern(&x->events, NULL, 0);
    vec_push(&x->at, first);
    for (uint32_t c = 0; c < x->at.len && good; c++) {
        if (extend_all(x, c))
            x->at.at[c].is_part = x->at.at[c].meets_bad;
        good = x->at.len <= limits->most &&
               (c % ASK_EVERY || !limits->stop(limits->self));
    }
    for (uint32_t i = x->from.len; i-- > 0;)
        x->at.at[x->from.at[i]].is_part |= x->at.at[x->to.at[i]].is_part;
    return good;
}

static witness_run run_of(const struct doom_search *x, uint32_t c)
{
    witness_run run = {0};

    for (; c; c = x->at.at[c].parent)
        vec_push(&run, x->prefix->events.at[x->at.at[c].event].trans);
    ids_reverse(run.at, run.len);
    return run;
}

bool doomed_find(const struct marking_graph *g, const struct prefix *prefix,
                 const bool *bad, const bool *doomed,
                 const struct marking_graph_limits *limits,
                 struct doomed_configurations *found)
{
    struct doom_search x = {
        .g = g, .prefix = prefix, .bad = bad, .doomed = doomed};
    bool good;

    *found = (struct doomed_configurations){0};
    x.cut = mem_alloc(bits_words(prefix->conditions.len), sizeof *x.cut);
    x.seen = mem_alloc(bits_words(prefix->events.len), sizeof *x.seen);
    index_users(&x);
    good = doomed[0] || search(&x, limits);
    for (uint32_t c = 0; good && c < x.at.len; c++)
        if (doomed[x.at.at[c].marking] && x.at.at[c].is_part &&
            !x.at.at[c].is_larger) {
            const witness_run run = run_of(&x, c);

            vec_push(&found->runs, run);
        }
    lists_finish(&x.events);
    vec_free(&x.at);
    vec_free(&x.from);
    vec_free(&x.to);
    vec_free(&x.users);
    vec_free(&x.begin);
    vec_free(&x.now);
    vec_free(&x.next);
    mem_free(x.cut);
    mem_free(x.seen);
    return good;
}

void doomed_finish(struct doomed_configurations *found)
{
    for (uint32_t i = 0; i < found->runs.len; i++)
        vec_free(&found->runs.at[i]);
    vec_free(&found->runs);
}
