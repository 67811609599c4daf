#include "engine/merged/mp_candidates.h"

#include "base/ids.h"

/* Unions tried for one event: where it has more, the solver finds what is
 * missed. */
enum { MOST_UNIONS = 4096 };

void mp_candidates_init(struct mp_candidates *candidates,
                        const struct mp_process *process, uint32_t most_locals)
{
    *candidates =
        (struct mp_candidates){.process = process, .most_locals = most_locals};
    vec_fit(&candidates->seen, process->compiled->n_trans);
}

void mp_candidates_finish(struct mp_candidates *candidates)
{
    for (uint32_t i = 0; i < candidates->locals.len; i++)
        vec_free(&candidates->locals.at[i]);
    for (uint32_t i = 0; i < candidates->producers.len; i++)
        vec_free(&candidates->producers.at[i]);
    for (uint32_t i = 0; i < candidates->waiting.len; i++)
        vec_free(&candidates->waiting.at[i].at);
    vec_free(&candidates->locals);
    vec_free(&candidates->producers);
    vec_free(&candidates->n_locals);
    vec_free(&candidates->all);
    vec_free(&candidates->pool);
    vec_free(&candidates->waiting);
    vec_free(&candidates->events);
    vec_free(&candidates->has);
    vec_free(&candidates->produced);
    vec_free(&candidates->consumed);
    vec_free(&candidates->lacking);
    vec_free(&candidates->parts);
    vec_free(&candidates->cursors);
    vec_free(&candidates->seen);
}

/* --- those that wait ------------------------------------------------------ */

static void push_candidate(struct mp_candidates *candidates, trans_id t,
                           const uint32_t *at, uint32_t n, bool whole,
                           uint32_t n_events)
{
    const struct mp_candidates_one one = {t, candidates->pool.len, n, whole};

    vec_append_n(&candidates->pool, at, n);
    vec_fit(&candidates->waiting, n_events + 1);
    vec_push(&candidates->waiting.at[n_events].at, candidates->all.len);
    vec_push(&candidates->all, one);
    if (n_events < candidates->size)
        candidates->size = n_events;
}

void mp_candidates_add(struct mp_candidates *candidates, trans_id t,
                       const uint32_t *events, uint32_t n)
{
    push_candidate(candidates, t, events, n, true, n);
}

bool mp_candidates_wait(struct mp_candidates *candidates, uint32_t *n_events)
{
    const struct mp_candidates_queue *const waiting = candidates->waiting.at;
    const uint32_t end = candidates->waiting.len;
    uint32_t n = candidates->size;

    while (n < end && waiting[n].next == waiting[n].at.len)
        n++;
    *n_events = candidates->size = n;
    return n < end;
}

/* --- unions --------------------------------------------------------------- */

static void mark(struct mp_candidates *candidates, uint32_t e, bool is_in)
{
    const struct mp_process_arcs arcs = mp_process_arcs(candidates->process, e);

    candidates->has.at[e] = is_in;
    for (uint32_t i = 0; i < arcs.n_consumes; i++)
        candidates->consumed.at[arcs.uses[i]] = is_in;
    for (uint32_t i = 0; i < arcs.n_produces; i++)
        candidates->produced.at[arcs.produces[i]] = is_in;
}

static void clear_union(struct mp_candidates *candidates, uint32_t from)
{
    while (candidates->events.len > from)
        mark(candidates, vec_pop(&candidates->events), false);
}

/* False: it is in conflict with an event of the union. */
static bool enter(struct mp_candidates *candidates, uint32_t e)
{
    const struct mp_process_arcs arcs = mp_process_arcs(candidates->process, e);

    if (candidates->has.at[e])
        return true;
    for (uint32_t i = 0; i < arcs.n_consumes; i++)
        if (candidates->consumed.at[arcs.uses[i]])
            return false;
    for (uint32_t i = 0; i < arcs.n_produces; i++)
        if (candidates->produced.at[arcs.produces[i]])
            return false;
    mark(candidates, e, true);
    vec_push(&candidates->events, e);
    return true;
}

/* Adds a local configuration; false: it is in conflict with the union,
 * which stays as it is. */
static bool unite(struct mp_candidates *candidates, uint32_t number)
{
    const mp_process_list *const local = &candidates->locals.at[number];
    const uint32_t from = candidates->events.len;

    for (uint32_t i = local->len; i-- > 0;)
        if (!enter(candidates, local->at[i])) {
            clear_union(candidates, from);
            return false;
        }
    return true;
}

static void load_union(struct mp_candidates *candidates,
                       const struct mp_candidates_one *one)
{
    for (uint32_t i = 0; i < one->len; i++)
        if (one->whole)
            vec_push(&candidates->events, candidates->pool.at[one->from + i]);
        else
            CHECK(unite(candidates, candidates->pool.at[one->from + i]));
}

/* A candidate by its transitions, sorted. */
struct keyed {
    const trans_id *at;
    uint32_t len, number;
};

static int by_parikh(const void *x, const void *y)
{
    const struct keyed *const a = x, *const b = y;
    uint32_t i = 0;

    while (i < a->len && a->at[i] == b->at[i])
        i++;
    if (i == a->len)
        return (a->number > b->number) - (a->number < b->number);
    return a->at[i] < b->at[i] ? -1 : 1;
}

static void load_key(struct mp_candidates *candidates, uint32_t number,
                     trans_id *at)
{
    const struct mp_candidates_one one = candidates->all.at[number];

    load_union(candidates, &one);
    at[0] = one.trans;
    for (uint32_t i = 0; i < candidates->events.len; i++)
        at[i + 1] =
            candidates->process->events.at[candidates->events.at[i]].trans;
    ids_sort(at, candidates->events.len + 1);
    clear_union(candidates, 0);
}

/* The candidates of the least size come by their Parikh vectors, as the order
 * has them: so most cutoffs meet the smaller configuration before. */
static void sort_least(struct mp_candidates *candidates)
{
    const struct mp_candidates_queue *const queue =
        &candidates->waiting.at[candidates->size];
    const uint32_t len = candidates->size + 1, n = queue->at.len - queue->next;
    uint32_t *const numbers = queue->at.at + queue->next;
    struct keyed *const keyed = mem_alloc(n, sizeof *keyed);
    trans_id *const keys = mem_alloc((size_t)n * len, sizeof *keys);

    for (uint32_t i = 0; i < n; i++) {
        keyed[i] = (struct keyed){keys + (size_t)i * len, len, numbers[i]};
        load_key(candidates, numbers[i], keys + (size_t)i * len);
    }
    qsort(keyed, n, sizeof *keyed, by_parikh);
    for (uint32_t i = 0; i < n; i++)
        numbers[i] = keyed[i].number;
    mem_free(keyed);
    mem_free(keys);
}

trans_id mp_candidates_take(struct mp_candidates *candidates,
                            mp_process_list *events)
{
    struct mp_candidates_queue *const queue =
        &candidates->waiting.at[candidates->size];
    struct mp_candidates_one one;

    if (candidates->sorted != candidates->size + 1)
        sort_least(candidates);
    candidates->sorted = candidates->size + 1;
    one = candidates->all.at[queue->at.at[queue->next++]];
    load_union(candidates, &one);
    vec_clear(events);
    vec_append(events, &candidates->events);
    clear_union(candidates, 0);
    return one.trans;
}

/* --- candidates ----------------------------------------------------------- */

/* A token that the union leaves on the place: its condition, or MP_NONE. */
static uint32_t find_token(const struct mp_candidates *candidates, place_id p)
{
    const mp_process_list *const list = &candidates->process->of_place[p];

    for (uint32_t i = 0; i < list->len; i++) {
        const uint32_t b = list->at[i];

        if (b >= candidates->process->n_initial && !candidates->produced.at[b])
            return MP_NONE;
        if (!candidates->consumed.at[b])
            return b;
    }
    return MP_NONE;
}

/* Does t have a token on each place that it uses, and puts it none on a place
 * that has one? */
static bool is_enabled(const struct mp_candidates *candidates, trans_id t)
{
    const struct compiled_net *const compiled = candidates->process->compiled;
    const struct net_place_span uses = compiled_net_use(compiled, t);
    const struct net_place_span consumes = {
        uses.at, compiled_net_consume_count(compiled, t)};
    const struct net_place_span produces = compiled_net_produce(compiled, t);

    for (uint32_t i = 0; i < uses.len; i++)
        if (find_token(candidates, uses.at[i]) == MP_NONE)
            return false;
    for (uint32_t i = 0; i < produces.len; i++)
        if (!net_span_has(consumes, produces.at[i]) &&
            find_token(candidates, produces.at[i]) != MP_NONE)
            return false;
    return true;
}

/* Unites with the next local configuration that puts a token on the place;
 * false: there is none. */
static bool unite_next(struct mp_candidates *candidates, place_id p,
                       struct mp_candidates_cursor *cursor)
{
    const mp_process_list *const conditions = &candidates->process->of_place[p];

    for (; cursor->condition < conditions->len;
         cursor->condition++, cursor->producer = 0) {
        const uint32_t b = conditions->at[cursor->condition];

        if (b >= candidates->producers.len || candidates->consumed.at[b] ||
            candidates->produced.at[b])
            continue;
        while (cursor->producer < candidates->producers.at[b].len) {
            const uint32_t number =
                candidates->producers.at[b].at[cursor->producer++];

            candidates->n_unions++;
            if (!unite(candidates, number))
                continue;
            vec_push(&candidates->parts, number);
            return true;
        }
    }
    return false;
}

/* The next choice at the place where the last cursor is; false: there is none.
 */
static bool go_on(struct mp_candidates *candidates, place_id p)
{
    struct mp_candidates_cursor *const cursor = vec_top(&candidates->cursors);

    clear_union(candidates, cursor->n_events);
    vec_cut(&candidates->parts, cursor->n_parts);
    if (!cursor->begun && find_token(candidates, p) != MP_NONE) {
        cursor->begun = true;
        return true;
    }
    cursor->begun = true;
    return candidates->n_unions < MOST_UNIONS &&
           unite_next(candidates, p, cursor);
}

/* Transition t after the union, which is a local configuration, and after its
 * unions with others. */
static void try_transition(struct mp_candidates *candidates, uint32_t number,
                           trans_id t)
{
    const struct mp_process *const process = candidates->process;
    const struct net_place_span uses = compiled_net_use(process->compiled, t);
    const uint32_t e = *vec_top(&candidates->locals.at[number]);
    const struct net_place_span produced =
        compiled_net_produce(process->compiled, process->events.at[e].trans);
    mp_process_list *const parts = &candidates->parts;
    bool more = true;

    vec_clear(&candidates->lacking);
    vec_clear(parts);
    vec_push(parts, number);
    for (uint32_t i = 0; i < uses.len; i++)
        if (!net_span_has(produced, uses.at[i]))
            vec_push(&candidates->lacking, uses.at[i]);
    while (more || candidates->cursors.len)
        if (more && candidates->cursors.len == candidates->lacking.len) {
            if (is_enabled(candidates, t))
                push_candidate(candidates, t, parts->at, parts->len, false,
                               candidates->events.len);
            more = false;
        } else {
            const struct mp_candidates_cursor cursor = {
                .n_events = candidates->events.len, .n_parts = parts->len};

            if (more)
                vec_push(&candidates->cursors, cursor);
            more = go_on(candidates,
                         candidates->lacking.at[candidates->cursors.len - 1]);
            if (!more)
                (void)vec_pop(&candidates->cursors);
        }
}

/* Keeps a local configuration of event e; returns its number. */
static uint32_t add_local(struct mp_candidates *candidates, uint32_t e,
                          const struct mp_config *local)
{
    const struct mp_process *const process = candidates->process;
    const struct mp_process_arcs arcs = mp_process_arcs(process, e);
    const uint32_t number = candidates->locals.len;

    vec_fit(&candidates->locals, number + 1);
    vec_append(&candidates->locals.at[number], &local->events);
    vec_fit(&candidates->has, process->events.len);
    vec_fit(&candidates->produced, process->conditions.len);
    vec_fit(&candidates->consumed, process->conditions.len);
    vec_fit(&candidates->producers, process->conditions.len);
    for (uint32_t i = 0; i < arcs.n_produces; i++)
        vec_push(&candidates->producers.at[arcs.produces[i]], number);
    vec_fit(&candidates->n_locals, e + 1);
    candidates->n_locals.at[e]++;
    return number;
}

static void try_transitions(struct mp_candidates *candidates, uint32_t number,
                            struct net_trans_span trans)
{
    const struct net *const net = candidates->process->compiled->net;

    for (uint32_t i = 0; i < trans.len; i++) {
        if (candidates->seen.at[trans.at[i]] == number + 1)
            continue;
        candidates->seen.at[trans.at[i]] = number + 1;
        if (net_overflow(net, trans.at[i]) == PLACE_NONE)
            try_transition(candidates, number, trans.at[i]);
    }
}

bool mp_candidates_want(const struct mp_candidates *candidates, uint32_t e)
{
    return e >= candidates->n_locals.len ||
           candidates->n_locals.at[e] < candidates->most_locals;
}

void mp_candidates_extend(struct mp_candidates *candidates,
                          const struct mp_config *local)
{
    const struct mp_process *const process = candidates->process;
    const struct compiled_net *const c = process->compiled;
    const uint32_t e = *vec_top(&local->events);
    const struct mp_process_arcs arcs = mp_process_arcs(process, e);
    uint32_t number;

    if (!mp_candidates_want(candidates, e))
        return;
    number = add_local(candidates, e, local);
    (void)unite(candidates, number);
    candidates->n_unions = 0;
    for (uint32_t i = 0; i < arcs.n_produces; i++) {
        const place_id p = process->conditions.at[arcs.produces[i]].place;

        try_transitions(candidates, number, compiled_net_consumers(c, p));
        try_transitions(candidates, number, compiled_net_readers(c, p));
    }
    clear_union(candidates, 0);
}

void mp_candidates_begin(struct mp_candidates *candidates)
{
    const struct mp_process *const process = candidates->process;
    const struct compiled_net *const c = process->compiled;

    vec_fit(&candidates->produced, process->conditions.len);
    vec_fit(&candidates->consumed, process->conditions.len);
    for (trans_id t = 0; t < c->n_trans; t++)
        if (net_overflow(c->net, t) == PLACE_NONE && is_enabled(candidates, t))
            push_candidate(candidates, t, NULL, 0, true, 0);
}
