#include "occurrence/run_process.h"

#include "base/ids.h"
#include "base/pool.h"

#include <string.h>

/* Of the run up to a step. */
struct run_maker {
    const struct net *net;
    struct prefix *prefix;
    uint32_t *condition;     /* by place that is marked */
    VEC(uint32_t) * readers; /* by place: events since it was marked */
    uint32_t *latest;        /* by transition: its last event, or 0 */
    bits_word *pasts;        /* of each event, without itself */
    size_t words;
    VEC(uint32_t) causes; /* of the event that is added */
    enum prefix_branch branch;
};

static bits_word *past(const struct run_maker *maker, uint32_t e)
{
    return maker->pasts + e * maker->words;
}

static void add_cause(struct run_maker *maker, uint32_t e)
{
    if (e)
        vec_push(&maker->causes, e);
}

/* What was pushed since the pool had that length. */
static struct prefix_span span_from(const struct run_maker *maker,
                                    uint32_t from)
{
    return (struct prefix_span){from, maker->prefix->pool.len - from};
}

static void produce(struct run_maker *maker, uint32_t e, place_id p)
{
    maker->condition[p] = maker->prefix->conditions.len;
    maker->readers[p].len = 0;
    vec_push(&maker->prefix->pool, maker->condition[p]);
    vec_push(&maker->prefix->conditions,
             ((struct prefix_condition){
                 .place = p, .producer = e, .original = PLACE_NONE}));
}

/* The conditions on these places, whose producers are causes. */
static struct prefix_span use(struct run_maker *maker,
                              struct net_place_span places)
{
    const uint32_t from = maker->prefix->pool.len;

    for (uint32_t i = 0; i < places.len; i++) {
        const uint32_t b = maker->condition[places.at[i]];

        vec_push(&maker->prefix->pool, b);
        add_cause(maker, maker->prefix->conditions.at[b].producer);
    }
    return span_from(maker, from);
}

/* The maximal ones of the causes, and the past of e: from the youngest on, for
 * a cause of another one is older. */
static struct prefix_span take_causes(struct run_maker *maker, uint32_t e)
{
    const uint32_t from = maker->prefix->pool.len;
    const uint32_t n = ids_unique(maker->causes.at, maker->causes.len);

    for (uint32_t i = n; i-- > 0;) {
        const uint32_t c = maker->causes.at[i];

        if (bits_has(past(maker, e), c)) {
            maker->causes.at[i] = 0;
        } else {
            bits_unite(past(maker, e), past(maker, c), (uint32_t)maker->words);
            bits_add(past(maker, e), c);
        }
    }
    for (uint32_t i = 0; i < n; i++)
        if (maker->causes.at[i])
            vec_push(&maker->prefix->pool, maker->causes.at[i]);
    if (maker->prefix->pool.len == from)
        vec_push(&maker->prefix->pool, 0);
    return span_from(maker, from);
}

static void add_event(struct run_maker *maker, uint32_t e, trans_id t,
                      bool repeats)
{
    const struct net_place_span pre = net_pre(maker->net, t),
                                read = net_read(maker->net, t),
                                post = net_post(maker->net, t);
    struct prefix_event event = {.trans = t,
                                 .witness = true,
                                 .repeats = repeats,
                                 .branch = maker->branch};
    uint32_t from;

    maker->causes.len = 0;
    add_cause(maker, maker->latest[t]);
    maker->latest[t] = e;
    event.consumes = use(maker, pre);
    event.reads = use(maker, read);
    for (uint32_t i = 0; i < pre.len; i++)
        for (uint32_t k = 0; k < maker->readers[pre.at[i]].len; k++)
            add_cause(maker, maker->readers[pre.at[i]].at[k]);
    event.causes = take_causes(maker, e);
    event.size = bits_count(past(maker, e), (uint32_t)maker->words) + 1;
    for (uint32_t i = 0; i < read.len; i++)
        vec_push(&maker->readers[read.at[i]], e);
    from = maker->prefix->pool.len;
    for (uint32_t i = 0; i < post.len; i++)
        produce(maker, e, post.at[i]);
    event.produces = span_from(maker, from);
    vec_push(&maker->prefix->events, event);
}

static void add_bottom(struct run_maker *maker)
{
    struct prefix_event bottom = {.trans = TRANS_NONE, .witness = true};

    for (place_id p = 0; p < net_place_count(maker->net); p++)
        if (net_marked(maker->net, p))
            produce(maker, 0, p);
    bottom.produces = span_from(maker, 0);
    vec_push(&maker->prefix->events, bottom);
}

static struct run_maker make(const struct net *net, uint32_t len,
                             struct prefix *prefix)
{
    const uint32_t n_places = net_place_count(net);
    struct run_maker maker = {.net = net, .prefix = prefix};

    ASSERT(len <= RUN_PROCESS_STEPS);
    maker.words = bits_words(len + 1);
    maker.pasts = mem_zero((len + 1) * maker.words, sizeof *maker.pasts);
    maker.condition = mem_zero(n_places, sizeof *maker.condition);
    maker.readers = mem_zero(n_places, sizeof *maker.readers);
    maker.latest = mem_zero(net_trans_count(net), sizeof *maker.latest);
    add_bottom(&maker);
    prefix->is_process = true;
    return maker;
}

static void finish(struct run_maker *maker)
{
    for (place_id p = 0; p < net_place_count(maker->net); p++)
        vec_free(&maker->readers[p]);
    mem_free(maker->readers);
    mem_free(maker->condition);
    mem_free(maker->latest);
    mem_free(maker->pasts);
    vec_free(&maker->causes);
}

void run_process_fill(const struct net *net, const trans_id *run, uint32_t len,
                      uint32_t loop, struct prefix *prefix)
{
    struct run_maker maker = make(net, len, prefix);

    for (uint32_t i = 0; i < len; i++)
        add_event(&maker, i + 1, run[i], i >= loop);
    finish(&maker);
}

/* --- two runs ------------------------------------------------------------- */

/* The run is where it was after event e, and before the next one. */
static void return_to(struct run_maker *maker, uint32_t e)
{
    const struct prefix *const prefix = maker->prefix;
    const struct prefix_event *const event = &prefix->events.at[e];

    for (uint32_t i = 0; i < event->reads.len; i++) {
        const uint32_t b = prefix->pool.at[event->reads.from + i];

        vec_push(&maker->readers[prefix->conditions.at[b].place], e);
    }
    for (uint32_t i = 0; i < event->produces.len; i++) {
        const uint32_t b = prefix->pool.at[event->produces.from + i];
        const place_id p = prefix->conditions.at[b].place;

        maker->condition[p] = b;
        maker->readers[p].len = 0;
    }
    if (e)
        maker->latest[event->trans] = e;
}

static void list_users(const struct prefix *prefix, struct prefix_span span,
                       uint32_t e, struct pool_list *users, struct pool *lists)
{
    for (uint32_t i = 0; i < span.len; i++)
        pool_push(lists, &users[prefix->pool.at[span.from + i]], e);
}

/* Event b and these users of what it uses are in conflict. */
static void list_rivals(struct prefix *prefix, struct prefix_span span,
                        uint32_t b, const struct pool_list *users,
                        const struct pool *lists)
{
    for (uint32_t i = 0; i < span.len; i++) {
        const struct pool_list list = users[prefix->pool.at[span.from + i]];

        for (uint32_t k = 0; k < list.len; k++)
            vec_push(&prefix->conflicts,
                     ((struct prefix_conflict){pool_at(lists, list)[k], b}));
    }
}

static bool is_in_past(const struct run_maker *maker, uint32_t e, uint32_t of)
{
    return e == of || bits_has(past(maker, of), e);
}

/* Are no others of the conflicts between the pasts of the two? */
static bool is_immediate(const struct run_maker *maker,
                         struct prefix_conflict pair)
{
    const struct prefix *const prefix = maker->prefix;

    for (uint32_t i = 0; i < prefix->conflicts.len; i++) {
        const struct prefix_conflict other = prefix->conflicts.at[i];

        if ((other.a != pair.a || other.b != pair.b) &&
            is_in_past(maker, other.a, pair.a) &&
            is_in_past(maker, other.b, pair.b))
            return false;
    }
    return true;
}

/* Keeps those that are immediate, each once. */
static void choose_conflicts(struct run_maker *maker)
{
    struct prefix *const prefix = maker->prefix;
    VEC(struct prefix_conflict) kept = {0};

    prefix_sort_conflicts(prefix);
    for (uint32_t i = 0; i < prefix->conflicts.len; i++) {
        const struct prefix_conflict pair = prefix->conflicts.at[i];
        const struct prefix_conflict *const last =
            kept.len ? vec_top(&kept) : NULL;

        if (!(last && last->a == pair.a && last->b == pair.b) &&
            is_immediate(maker, pair))
            vec_push(&kept, pair);
    }
    vec_clear(&prefix->conflicts);
    vec_append(&prefix->conflicts, &kept);
    vec_free(&kept);
}

/* Between the branches, of which the second one begins with event `from`: one
 * of two events that use a condition consumes it. */
static void add_conflicts(struct run_maker *maker, uint32_t common,
                          uint32_t from)
{
    struct prefix *const prefix = maker->prefix;
    const uint32_t n = prefix->conditions.len;
    /* by condition: the events of the first branch that use it */
    struct pool_list *const consumers = mem_zero(n, sizeof *consumers);
    struct pool_list *const readers = mem_zero(n, sizeof *readers);
    struct pool lists = {0};

    for (uint32_t e = common + 1; e < prefix->events.len; e++) {
        const struct prefix_event event = prefix->events.at[e];

        if (e < from) {
            list_users(prefix, event.consumes, e, consumers, &lists);
            list_users(prefix, event.reads, e, readers, &lists);
            continue;
        }
        list_rivals(prefix, event.consumes, e, consumers, &lists);
        list_rivals(prefix, event.consumes, e, readers, &lists);
        list_rivals(prefix, event.reads, e, consumers, &lists);
    }
    choose_conflicts(maker);
    pool_finish(&lists);
    mem_free(consumers);
    mem_free(readers);
}

void run_process_fork(const struct net *net, struct net_trans_span first,
                      struct net_trans_span second, uint32_t common,
                      struct prefix *prefix)
{
    struct run_maker maker = make(net, first.len + second.len - common, prefix);

    prefix->is_fork = true;
    for (uint32_t i = 0; i < first.len; i++) {
        maker.branch = i < common ? PREFIX_COMMON : PREFIX_FIRST;
        add_event(&maker, i + 1, first.at[i], false);
    }
    memset(maker.latest, 0, net_trans_count(net) * sizeof *maker.latest);
    for (place_id p = 0; p < net_place_count(net); p++)
        maker.readers[p].len = 0;
    for (uint32_t e = 0; e <= common; e++)
        return_to(&maker, e);
    maker.branch = PREFIX_SECOND;
    for (uint32_t i = common; i < second.len; i++)
        add_event(&maker, first.len + 1 + i - common, second.at[i], false);
    add_conflicts(&maker, common, first.len + 1);
    finish(&maker);
}
