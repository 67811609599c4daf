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

static bits_word *past(const struct run_maker *x, uint32_t e)
{
    return x->pasts + e * x->words;
}

static void add_cause(struct run_maker *x, uint32_t e)
{
    if (e)
        vec_push(&x->causes, e);
}

static void push(struct run_maker *x, struct prefix_span *span, uint32_t id)
{
    vec_push(&x->prefix->pool, id);
    span->len++;
}

static struct prefix_span empty(const struct run_maker *x)
{
    return (struct prefix_span){x->prefix->pool.len, 0};
}

static struct prefix_span produce(struct run_maker *x, uint32_t e, place_id p,
                                  struct prefix_span span)
{
    x->condition[p] = x->prefix->conditions.len;
    x->readers[p].len = 0;
    push(x, &span, x->condition[p]);
    vec_push(&x->prefix->conditions,
             ((struct prefix_condition){
                 .place = p, .producer = e, .original = PLACE_NONE}));
    return span;
}

/* The conditions on these places, whose producers are causes. */
static struct prefix_span use(struct run_maker *x, struct net_place_span places)
{
    struct prefix_span span = empty(x);

    for (uint32_t i = 0; i < places.len; i++) {
        const uint32_t b = x->condition[places.at[i]];

        push(x, &span, b);
        add_cause(x, x->prefix->conditions.at[b].producer);
    }
    return span;
}

/* The maximal ones of the causes, and the past of e: from the youngest on, for
 * a cause of another one is older. */
static struct prefix_span take_causes(struct run_maker *x, uint32_t e)
{
    struct prefix_span span;
    uint32_t n;

    ids_sort(x->causes.at, x->causes.len);
    n = ids_unique(x->causes.at, x->causes.len);
    for (uint32_t i = n; i-- > 0;) {
        const uint32_t c = x->causes.at[i];

        if (bits_has(past(x, e), c)) {
            x->causes.at[i] = 0;
        } else {
            bits_unite(past(x, e), past(x, c), (uint32_t)x->words);
            bits_add(past(x, e), c);
        }
    }
    span = empty(x);
    for (uint32_t i = 0; i < n; i++)
        if (x->causes.at[i])
            push(x, &span, x->causes.at[i]);
    if (!span.len)
        push(x, &span, 0);
    return span;
}

static void add_event(struct run_maker *x, uint32_t e, trans_id t, bool repeats)
{
    const struct net_place_span pre = net_pre(x->net, t),
                                read = net_read(x->net, t),
                                post = net_post(x->net, t);
    struct prefix_event event = {
        .trans = t, .witness = true, .repeats = repeats};

    x->causes.len = 0;
    add_cause(x, x->latest[t]);
    x->latest[t] = e;
    event.consumes = use(x, pre);
    event.reads = use(x, read);
    for (uint32_t i = 0; i < pre.len; i++)
        for (uint32_t k = 0; k < x->readers[pre.at[i]].len; k++)
            add_cause(x, x->readers[pre.at[i]].at[k]);
    event.causes = take_causes(x, e);
    event.size = bits_count(past(x, e), (uint32_t)x->words) + 1;
    for (uint32_t i = 0; i < read.len; i++)
        vec_push(&x->readers[read.at[i]], e);
    event.produces = empty(x);
    for (uint32_t i = 0; i < post.len; i++)
        event.produces = produce(x, e, post.at[i], event.produces);
    vec_push(&x->prefix->events, event);
}

static void add_bottom(struct run_maker *x)
{
    struct prefix_event bottom = {.trans = TRANS_NONE, .witness = true};

    bottom.produces = empty(x);
    for (place_id p = 0; p < net_place_count(x->net); p++)
        if (net_marked(x->net, p))
            bottom.produces = produce(x, 0, p, bottom.produces);
    vec_push(&x->prefix->events, bottom);
}

void run_process_fill(const struct net *net, const trans_id *run, uint32_t len,
                      uint32_t loop, struct prefix *prefix)
{
    const uint32_t n_places = net_place_count(net);
    struct run_maker x = {.net = net, .prefix = prefix};

    ASSERT(len <= RUN_PROCESS_STEPS);
    x.words = bits_words(len + 1);
    x.pasts = mem_zero((len + 1) * x.words, sizeof *x.pasts);
    x.condition = mem_zero(n_places, sizeof *x.condition);
    x.readers = mem_zero(n_places, sizeof *x.readers);
    x.latest = mem_zero(net_trans_count(net), sizeof *x.latest);
    add_bottom(&x);
    for (uint32_t i = 0; i < len; i++)
        add_event(&x, i + 1, run[i], i >= loop);
    prefix->is_process = true;
    for (place_id p = 0; p < n_places; p++)
        vec_free(&x.readers[p]);
    mem_free(x.readers);
    mem_free(x.condition);
    mem_free(x.latest);
    mem_free(x.pasts);
    vec_free(&x.causes);
}
