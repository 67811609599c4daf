#include "marking/doomed.h"

#include "base/ids.h"
#include "base/lists.h"
#include "occurrence/event_markings.h"
#include "net/marking.h"

/* -- Markings -- */

/* By component: can it reach one of these?  Components come behind those that
 * they reach. */
static void go_back(const struct marking_graph *g, bool *can)
{
    for (uint32_t c = 0; c < g->n_components; c++)
        for (uint32_t i = g->members.start[c];
             i < g->members.start[c + 1] && !can[c]; i++) {
            const uint32_t m = g->members.at[i];

            for (uint32_t s = g->first.at[m]; s < g->first.at[m + 1]; s++)
                can[c] |= can[g->component[g->to.at[s]]];
        }
}

/* By component: is one of its markings bad, or reached from one that is? */
static bool *close_bad(const struct marking_graph *g, const bool *bad)
{
    bool *const is = mem_zero(g->n_components, sizeof *is);

    for (uint32_t c = g->n_components; c-- > 0;) {
        for (uint32_t i = g->members.start[c]; i < g->members.start[c + 1]; i++)
            is[c] |= bad[g->members.at[i]];
        for (uint32_t i = g->members.start[c];
             i < g->members.start[c + 1] && is[c]; i++) {
            const uint32_t m = g->members.at[i];

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

static bool collect(struct stays *stays, uint32_t c)
{
    const struct marking_graph *const g = stays->g;
    bool any = false;

    bits_clear(stays->fires, stays->n_fires);
    bits_clear(stays->taken, stays->n_taken);
    for (uint32_t i = g->members.start[c]; i < g->members.start[c + 1]; i++)
        for (uint32_t s = g->first.at[g->members.at[i]];
             s < g->first.at[g->members.at[i] + 1]; s++)
            if (g->component[g->to.at[s]] == c) {
                any = true;
                bits_add(stays->fires, g->trans.at[s]);
                marking_add_all(stays->taken, net_pre(g->net, g->trans.at[s]));
            }
    return any;
}

/* Can a run stay in the component for ever without leaving a transition
 * waiting? */
static bool can_stay(struct stays *stays, uint32_t c)
{
    const struct marking_graph *const g = stays->g;

    if (!collect(stays, c))
        return false;
    for (uint32_t i = g->members.start[c]; i < g->members.start[c + 1]; i++)
        for (uint32_t s = g->first.at[g->members.at[i]];
             s < g->first.at[g->members.at[i] + 1]; s++) {
            const trans_id t = g->trans.at[s];

            if (!bits_has(stays->fires, t) &&
                !marking_meets(stays->taken, net_needs(g->net, t)))
                return false;
        }
    return true;
}

void doomed_markings(const struct marking_graph *g, const bool *bad,
                     bool *doomed)
{
    struct stays stays = {.g = g,
                          .n_fires = bits_words(net_trans_count(g->net)),
                          .n_taken = marking_words(g->net)};
    bool *const closed = close_bad(g, bad);
    bool *const can = mem_zero(g->n_components, sizeof *can);

    stays.fires = mem_alloc(stays.n_fires, sizeof *stays.fires);
    stays.taken = mem_alloc(stays.n_taken, sizeof *stays.taken);
    for (uint32_t c = 0; c < g->n_components; c++)
        can[c] = !closed[c] && can_stay(&stays, c);
    go_back(g, can);
    for (uint32_t m = 0; m < marking_graph_count(g); m++)
        doomed[m] = !can[g->component[m]];
    mem_free(stays.fires);
    mem_free(stays.taken);
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
    VEC(uint32_t) from, to;  /* steps between configurations */
    struct relation users;   /* events by condition that they take or read */
    bits_word *cut;          /* conditions */
    VEC(uint32_t) now, next; /* events */
    bits_word *seen;         /* events */
};

static struct prefix_span span_of(const struct prefix *prefix, uint32_t e,
                                  bool reads)
{
    return reads ? prefix->events.at[e].reads : prefix->events.at[e].consumes;
}

/* Lists the events behind each condition. */
static void index_users(struct doom_search *search)
{
    const struct prefix *const prefix = search->prefix;
    VEC(struct relation_pair) pairs = {0};

    for (uint32_t e = 1; e < prefix->events.len; e++)
        for (uint32_t k = 0; k < 2; k++) {
            const struct prefix_span span = span_of(prefix, e, k);

            for (uint32_t i = 0; i < span.len; i++)
                vec_push(&pairs, ((struct relation_pair){
                                     e, prefix->pool.at[span.from + i]}));
        }
    relation_init_inverse(&search->users, prefix->conditions.len, pairs.at,
                          pairs.len);
    vec_free(&pairs);
}

static void change_cut(struct doom_search *search, struct prefix_span span,
                       bool marked)
{
    for (uint32_t i = 0; i < span.len; i++) {
        const uint32_t b = search->prefix->pool.at[span.from + i];

        if (marked)
            bits_add(search->cut, b);
        else
            bits_remove(search->cut, b);
    }
}

/* Fills in the events of a configuration and its cut. */
static void open(struct doom_search *search, uint32_t c)
{
    const struct prefix_event *const events = search->prefix->events.at;
    uint32_t n;
    const uint32_t *const list = lists_at(&search->events, c, &n);

    vec_clear(&search->now);
    bits_clear(search->cut, bits_words(search->prefix->conditions.len));
    change_cut(search, events[0].produces, true);
    for (uint32_t i = 0; i < n; i++) {
        vec_push(&search->now, list[i]);
        change_cut(search, events[list[i]].produces, true);
    }
    for (uint32_t i = 0; i < n; i++)
        change_cut(search, events[search->now.at[i]].consumes, false);
}

static bool is_enabled(const struct doom_search *search, uint32_t e)
{
    for (uint32_t k = 0; k < 2; k++) {
        const struct prefix_span span = span_of(search->prefix, e, k);

        for (uint32_t i = 0; i < span.len; i++)
            if (!bits_has(search->cut, search->prefix->pool.at[span.from + i]))
                return false;
    }
    return true;
}

static uint32_t intern_with(struct doom_search *search, uint32_t e)
{
    const uint32_t i = ids_find(search->now.at, search->now.len, e);

    vec_clear(&search->next);
    vec_append_n(&search->next, search->now.at, i);
    vec_push(&search->next, e);
    for (uint32_t k = i; k < search->now.len; k++)
        vec_push(&search->next, search->now.at[k]);
    return lists_intern(&search->events, search->next.at, search->next.len);
}

static void extend(struct doom_search *search, uint32_t c, uint32_t e)
{
    const uint32_t d = intern_with(search, e);

    if (d == search->at.len) {
        const struct configuration new = {
            .marking = marking_graph_fire(search->g, search->at.at[c].marking,
                                          search->prefix->events.at[e].trans),
            .parent = c,
            .event = e};

        vec_push(&search->at, new);
        search->at.at[d].meets_bad = search->bad[new.marking];
    }
    search->at.at[d].meets_bad |= search->at.at[c].meets_bad;
    search->at.at[d].is_larger |= search->doomed[search->at.at[c].marking];
    vec_push(&search->from, c);
    vec_push(&search->to, d);
}

/* Is it maximal? */
static bool extend_all(struct doom_search *search, uint32_t c)
{
    bool maximal = true;

    open(search, c);
    bits_clear(search->seen, bits_words(search->prefix->events.len));
    for (uint32_t b = bits_next(search->cut, 0, search->prefix->conditions.len);
         b < search->prefix->conditions.len;
         b = bits_next(search->cut, b + 1, search->prefix->conditions.len))
        for (uint32_t i = search->users.start[b];
             i < search->users.start[b + 1]; i++) {
            const uint32_t e = search->users.at[i];

            if (bits_has(search->seen, e) ||
                ids_has(search->now.at, search->now.len, e) ||
                !is_enabled(search, e))
                continue;
            bits_add(search->seen, e);
            extend(search, c, e);
            maximal = false;
        }
    return maximal;
}

/* Configurations come behind their parts, since they are larger. */
static bool search_cuts(struct doom_search *search,
                        const struct marking_graph_limits *limits)
{
    const struct configuration first = {.meets_bad = search->bad[0]};
    bool good = true;

    (void)lists_intern(&search->events, NULL, 0);
    vec_push(&search->at, first);
    for (uint32_t c = 0; c < search->at.len && good; c++) {
        if (extend_all(search, c))
            search->at.at[c].is_part = search->at.at[c].meets_bad;
        good = search->at.len <= limits->most &&
               (c % MARKING_GRAPH_ASK_EVERY || !stop_is_due(limits->stop));
    }
    for (uint32_t i = search->from.len; i-- > 0;)
        search->at.at[search->from.at[i]].is_part |=
            search->at.at[search->to.at[i]].is_part;
    return good;
}

static witness_run run_of(const struct doom_search *search, uint32_t c)
{
    witness_run run = {0};

    for (; c; c = search->at.at[c].parent)
        vec_push(&run, search->prefix->events.at[search->at.at[c].event].trans);
    ids_reverse(run.at, run.len);
    return run;
}

bool doomed_find(const struct marking_graph *g, const struct prefix *prefix,
                 const bool *bad, const bool *doomed,
                 const struct marking_graph_limits *limits,
                 answer_item_list *found)
{
    struct doom_search search = {
        .g = g, .prefix = prefix, .bad = bad, .doomed = doomed};
    bool good;

    search.cut =
        mem_alloc(bits_words(prefix->conditions.len), sizeof *search.cut);
    search.seen =
        mem_alloc(bits_words(prefix->events.len), sizeof *search.seen);
    index_users(&search);
    good = doomed[0] || search_cuts(&search, limits);
    for (uint32_t c = 0; good && c < search.at.len; c++)
        if (doomed[search.at.at[c].marking] && search.at.at[c].is_part &&
            !search.at.at[c].is_larger)
            vec_push(found, ((struct answer_item){.run = run_of(&search, c)}));
    lists_finish(&search.events);
    vec_free(&search.at);
    vec_free(&search.from);
    vec_free(&search.to);
    relation_finish(&search.users);
    vec_free(&search.now);
    vec_free(&search.next);
    mem_free(search.cut);
    mem_free(search.seen);
    return good;
}

/* The number of the marking of [e]; at has those of smaller events. */
static uint32_t marking_of(const struct marking_graph *g,
                           const struct event_markings *m, const uint32_t *at)
{
    uint32_t number = at[m->base];

    for (uint32_t i = m->own.len; i-- > 0;)
        number = marking_graph_fire(g, number,
                                    m->prefix->events.at[m->own.at[i]].trans);
    return number;
}

void doomed_mark(const struct marking_graph *g, const bool *bad,
                 const bool *doomed, struct prefix *prefix)
{
    const uint32_t n = prefix->events.len;
    bool *const closed = close_bad(g, bad);
    uint32_t *const at = mem_zero(n, sizeof *at);
    struct event_markings m;

    event_markings_init(&m, prefix, net_place_count(g->net));
    for (uint32_t e = 1; e < n; e++) {
        event_markings_find(&m, e);
        at[e] = marking_of(g, &m, at);
        prefix->events.at[e].fate = closed[g->component[at[e]]] ? PREFIX_BAD
                                    : doomed[at[e]]             ? PREFIX_DOOMED
                                                                : PREFIX_FREE;
    }
    prefix->has_fates = true;
    event_markings_finish(&m);
    mem_free(at);
    mem_free(closed);
}
