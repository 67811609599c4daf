#include "occurrence/run_process.h"

#include "base/ids.h"

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

static void push_id(struct run_maker *maker, struct prefix_span *span,
                    uint32_t id)
{
    vec_push(&maker->prefix->pool, id);
    span->len++;
}

static struct prefix_span empty(const struct run_maker *maker)
{
    return (struct prefix_span){maker->prefix->pool.len, 0};
}

static struct prefix_span produce(struct run_maker *maker, uint32_t e,
                                  place_id p, struct prefix_span span)
{
    maker->condition[p] = maker->prefix->conditions.len;
    maker->readers[p].len = 0;
    push_id(maker, &span, maker->condition[p]);
    vec_push(&maker->prefix->conditions,
             ((struct prefix_condition){
                 .place = p, .producer = e, .original = PLACE_NONE}));
    return span;
}

/* The conditions on these places, whose producers are causes. */
static struct prefix_span use(struct run_maker *maker,
                              struct net_place_span places)
{
    struct prefix_span span = empty(maker);

    for (uint32_t i = 0; i < places.len; i++) {
        const uint32_t b = maker->condition[places.at[i]];

        push_id(maker, &span, b);
        add_cause(maker, maker->prefix->conditions.at[b].producer);
    }
    return span;
}

/* The maximal ones of the causes, and the past of e: from the youngest on, for
 * a cause of another one is older. */
static struct prefix_span take_causes(struct run_maker *maker, uint32_t e)
{
    struct prefix_span span;
    uint32_t n;

    ids_sort(maker->causes.at, maker->causes.len);
    n = ids_unique(maker->causes.at, maker->causes.len);
    for (uint32_t i = n; i-- > 0;) {
        const uint32_t c = maker->causes.at[i];

        if (bits_has(past(maker, e), c)) {
            maker->causes.at[i] = 0;
        } else {
            bits_unite(past(maker, e), past(maker, c), (uint32_t)maker->words);
            bits_add(past(maker, e), c);
        }
    }
    span = empty(maker);
    for (uint32_t i = 0; i < n; i++)
        if (maker->causes.at[i])
            push_id(maker, &span, maker->causes.at[i]);
    if (!span.len)
        push_id(maker, &span, 0);
    return span;
}

static void add_event(struct run_maker *maker, uint32_t e, trans_id t,
                      bool repeats)
{
    const struct net_place_span pre = net_pre(maker->net, t),
                                read = net_read(maker->net, t),
                                post = net_post(maker->net, t);
    struct prefix_event event = {
        .trans = t, .witness = true, .repeats = repeats};

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
    event.produces = empty(maker);
    for (uint32_t i = 0; i < post.len; i++)
        event.produces = produce(maker, e, post.at[i], event.produces);
    vec_push(&maker->prefix->events, event);
}

static void add_bottom(struct run_maker *maker)
{
    struct prefix_event bottom = {.trans = TRANS_NONE, .witness = true};

    bottom.produces = empty(maker);
    for (place_id p = 0; p < net_place_count(maker->net); p++)
        if (net_marked(maker->net, p))
            bottom.produces = produce(maker, 0, p, bottom.produces);
    vec_push(&maker->prefix->events, bottom);
}

void run_process_fill(const struct net *net, const trans_id *run, uint32_t len,
                      uint32_t loop, struct prefix *prefix)
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
    for (uint32_t i = 0; i < len; i++)
        add_event(&maker, i + 1, run[i], i >= loop);
    prefix->is_process = true;
    for (place_id p = 0; p < n_places; p++)
        vec_free(&maker.readers[p]);
    mem_free(maker.readers);
    mem_free(maker.condition);
    mem_free(maker.latest);
    mem_free(maker.pasts);
    vec_free(&maker.causes);
}
