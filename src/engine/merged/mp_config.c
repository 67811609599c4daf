#include "engine/merged/mp_config.h"

#include "net/relation.h"

/* Cycles that are told at once. */
enum { MOST_CYCLES = 16 };

void mp_config_finish(struct mp_config *config)
{
    vec_free(&config->events);
    vec_free(&config->producer);
    vec_free(&config->consumer);
    vec_free(&config->readers);
    vec_free(&config->reader_list);
    vec_free(&config->missing);
    vec_free(&config->level);
    vec_free(&config->cycles);
    vec_free(&config->scratch);
}

/* --- who produces and uses what ------------------------------------------- */

static void clear_conditions(struct mp_config *config)
{
    const uint32_t n = config->process->conditions.len;

    vec_clear(&config->reader_list);
    if (!n)
        return;
    vec_fit(&config->producer, n);
    vec_fit(&config->consumer, n);
    vec_fit(&config->readers, n);
    memset(config->producer.at, 0xff, n * sizeof *config->producer.at);
    memset(config->consumer.at, 0xff, n * sizeof *config->consumer.at);
    memset(config->readers.at, 0, n * sizeof *config->readers.at);
}

static void enter_event(struct mp_config *config, uint32_t e)
{
    const struct mp_process_arcs arcs = mp_process_arcs(config->process, e);

    for (uint32_t i = 0; i < arcs.n_consumes; i++)
        config->consumer.at[arcs.uses[i]] = e;
    for (uint32_t i = arcs.n_consumes; i < arcs.n_uses; i++) {
        const struct mp_config_reader reader = {
            e, config->readers.at[arcs.uses[i]]};

        vec_push(&config->reader_list, reader);
        config->readers.at[arcs.uses[i]] = config->reader_list.len;
    }
    for (uint32_t i = 0; i < arcs.n_produces; i++)
        config->producer.at[arcs.produces[i]] = e;
}

static bool is_present(const struct mp_config *config, uint32_t b)
{
    return (b < config->process->n_initial ||
            config->producer.at[b] != MP_NONE) &&
           config->consumer.at[b] == MP_NONE;
}

/* --- the causal order ----------------------------------------------------- */

void mp_config_predecessors(const struct mp_config *config, uint32_t e,
                            mp_process_list *list)
{
    const struct mp_process *const process = config->process;
    const struct mp_process_arcs arcs = mp_process_arcs(process, e);

    for (uint32_t i = 0; i < arcs.n_uses; i++) {
        if (config->producer.at[arcs.uses[i]] != MP_NONE)
            vec_push(list, config->producer.at[arcs.uses[i]]);
        if (i >= arcs.n_consumes)
            continue;
        for (uint32_t r = config->readers.at[arcs.uses[i]]; r;
             r = config->reader_list.at[r - 1].before)
            if (config->reader_list.at[r - 1].event != e)
                vec_push(list, config->reader_list.at[r - 1].event);
    }
    for (uint32_t i = 0; i < arcs.n_produces; i++) {
        const uint32_t before = mp_process_before(process, arcs.produces[i]);

        if (before != MP_NONE && config->consumer.at[before] != MP_NONE &&
            config->consumer.at[before] != e)
            vec_push(list, config->consumer.at[before]);
    }
}

/* Walks back from e, breadth first, over events that are left: a shortest cycle
 * through e, if there is one, is appended with MP_NONE behind it. */
static bool find_cycle(struct mp_config *config, uint32_t e)
{
    mp_process_list *const list = &config->scratch;
    mp_process_list queue = {0};
    uint32_t last = MP_NONE;

    for (uint32_t i = 0; i < config->events.len; i++)
        config->level.at[config->events.at[i]] = MP_NONE;
    vec_push(&queue, e);
    for (uint32_t i = 0; i < queue.len && last == MP_NONE; i++) {
        vec_clear(list);
        mp_config_predecessors(config, queue.at[i], list);
        for (uint32_t k = 0; k < list->len; k++) {
            const uint32_t x = list->at[k];

            if (x == e)
                last = queue.at[i];
            if (!config->missing.at[x] || config->level.at[x] != MP_NONE)
                continue;
            config->level.at[x] = queue.at[i]; /* the event that x precedes */
            vec_push(&queue, x);
        }
    }
    vec_free(&queue);
    if (last == MP_NONE)
        return false;
    for (uint32_t x = last; x != e; x = config->level.at[x])
        vec_push(&config->cycles, x);
    vec_push(&config->cycles, e);
    vec_push(&config->cycles, MP_NONE);
    return true;
}

/* Some of the cycles of the events that are left, one at least. */
static void find_cycles(struct mp_config *config)
{
    uint32_t n = 0;

    vec_clear(&config->cycles);
    for (uint32_t i = 0; i < config->events.len && n < MOST_CYCLES; i++)
        if (config->missing.at[config->events.at[i]])
            n += find_cycle(config, config->events.at[i]);
}

/* Fills in the successors of each event. */
static void list_arcs(struct mp_config *config, struct relation *arcs)
{
    mp_process_list *const list = &config->scratch;
    VEC(struct relation_pair) pairs = {0};

    for (uint32_t i = 0; i < config->events.len; i++) {
        const uint32_t e = config->events.at[i];

        vec_clear(list);
        mp_config_predecessors(config, e, list);
        config->missing.at[e] = list->len;
        for (uint32_t k = 0; k < list->len; k++)
            vec_push(&pairs, ((struct relation_pair){e, list->at[k]}));
    }
    relation_init_inverse(arcs, config->process->events.len, pairs.at,
                          pairs.len);
    vec_free(&pairs);
}

static void sort_by_arcs(struct mp_config *config, const struct relation *arcs,
                         mp_process_list *sorted)
{
    for (uint32_t i = 0; i < config->events.len; i++) {
        config->level.at[config->events.at[i]] = 1;
        if (!config->missing.at[config->events.at[i]])
            vec_push(sorted, config->events.at[i]);
    }
    for (uint32_t i = 0; i < sorted->len; i++) {
        const uint32_t e = sorted->at[i];

        for (uint32_t k = arcs->start[e]; k < arcs->start[e + 1]; k++) {
            const uint32_t next = arcs->at[k];

            if (config->level.at[next] <= config->level.at[e])
                config->level.at[next] = config->level.at[e] + 1;
            if (!--config->missing.at[next])
                vec_push(sorted, next);
        }
    }
}

bool mp_config_sort(struct mp_config *config)
{
    const uint32_t n = config->events.len;
    struct relation arcs;
    mp_process_list sorted = {0};
    bool ordered;

    clear_conditions(config);
    vec_fit(&config->missing, config->process->events.len);
    vec_fit(&config->level, config->process->events.len);
    for (uint32_t i = 0; i < n; i++)
        enter_event(config, config->events.at[i]);
    list_arcs(config, &arcs);
    sort_by_arcs(config, &arcs, &sorted);
    relation_finish(&arcs);
    ordered = sorted.len == n;
    if (ordered) {
        vec_clear(&config->events);
        vec_append(&config->events, &sorted);
    } else {
        find_cycles(config);
    }
    vec_free(&sorted);
    return ordered;
}

/* --- its marking ---------------------------------------------------------- */

void mp_config_depths(const struct mp_config *config, uint32_t *depth)
{
    const struct mp_process *const process = config->process;

    for (uint32_t p = 0; p < process->compiled->n_places; p++)
        depth[p] = 0;
    for (uint32_t b = 0; b < process->n_initial; b++)
        depth[process->conditions.at[b].place]++;
    for (uint32_t i = 0; i < config->events.len; i++) {
        const struct mp_process_arcs arcs =
            mp_process_arcs(process, config->events.at[i]);

        for (uint32_t k = 0; k < arcs.n_produces; k++)
            depth[process->conditions.at[arcs.produces[k]].place]++;
    }
}

void mp_config_marking(const struct mp_config *config, bits_word *marking)
{
    const struct mp_process *const process = config->process;
    const uint32_t n_places = process->compiled->n_net_places;

    bits_clear(marking, bits_words(n_places));
    for (uint32_t b = 0; b < config->producer.len; b++)
        if (process->conditions.at[b].place < n_places && is_present(config, b))
            bits_add(marking, process->conditions.at[b].place);
}

/* --- its check ------------------------------------------------------------ */

/* What fires: by place, whether it is marked and its conditions so far. */
struct replay {
    const struct mp_process *process;
    bool *marked;
    uint32_t *depth;
};

static void add_produced(struct replay *replay, uint32_t b)
{
    const struct merged_condition c = replay->process->conditions.at[b];

    CHECK(!replay->marked[c.place] && ++replay->depth[c.place] == c.depth);
    replay->marked[c.place] = true;
}

static void check_event(struct replay *replay, uint32_t e)
{
    const struct mp_process *const process = replay->process;
    const struct mp_process_arcs arcs = mp_process_arcs(process, e);

    for (uint32_t i = 0; i < arcs.n_uses; i++) {
        const struct merged_condition c = process->conditions.at[arcs.uses[i]];

        CHECK(replay->marked[c.place] && replay->depth[c.place] == c.depth);
    }
    for (uint32_t i = 0; i < arcs.n_consumes; i++)
        replay->marked[process->conditions.at[arcs.uses[i]].place] = false;
    for (uint32_t i = 0; i < arcs.n_produces; i++)
        add_produced(replay, arcs.produces[i]);
}

void mp_config_check(const struct mp_config *config)
{
    const struct mp_process *const process = config->process;
    struct replay replay = {
        .process = process,
        .marked = mem_zero(process->compiled->n_places, sizeof *replay.marked),
        .depth = mem_zero(process->compiled->n_places, sizeof *replay.depth)};

    for (uint32_t b = 0; b < process->n_initial; b++)
        add_produced(&replay, b);
    for (uint32_t i = 0; i < config->events.len; i++)
        check_event(&replay, config->events.at[i]);
    for (uint32_t b = 0; b < config->producer.len; b++) {
        const struct merged_condition c = process->conditions.at[b];

        CHECK(is_present(config, b) ==
              (replay.marked[c.place] && replay.depth[c.place] == c.depth));
    }
    mem_free(replay.marked);
    mem_free(replay.depth);
}
