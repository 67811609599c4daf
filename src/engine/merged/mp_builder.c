#include "engine/merged/mp_builder.h"

#include "base/ids.h"
#include "net/marking.h"

/* What configurations without cutoffs are asked for. */
enum {
    UNCUT = 1u << MP_SELECTED | 1u << MP_LOCAL | 1u << MP_SAFE |
            1u << MP_UNCUT | 1u << MP_RED,
};

/* Local configurations of which candidates come, of each event at most; how
 * many times more when a cutoff was taken for none; how many more when the
 * solver had to find what they missed. */
enum { MOST_LOCALS = 1 << 16, GROWTH = 16, MORE = 2 };

/* What a local configuration costs for each condition and each place (watch.h).
 */
enum { NODE_COST = 20 };

void mp_builder_init(struct mp_builder *builder,
                     const struct engine_problem *problem,
                     const struct compiled_net *compiled, bool is_made,
                     struct watch *watch)
{
    *builder = (struct mp_builder){.problem = problem, .watch = watch};
    mp_process_init(&builder->process, compiled);
    mp_clauses_init(&builder->clauses, &builder->process,
                    problem->is_safe || is_made, is_made, watch);
    mp_cutoffs_init(&builder->cutoffs, &builder->clauses,
                    problem->unfolding.order);
    mp_candidates_init(&builder->candidates, &builder->process, 1);
    mp_needed_init(&builder->needed, &builder->process);
    builder->h = (struct mp_config){.process = &builder->process};
    builder->c = (struct mp_config){.process = &builder->process};
    builder->d = (struct mp_config){.process = &builder->process};
    builder->depth = mem_alloc(compiled->n_places, sizeof *builder->depth);
    builder->marking =
        mem_zero(marking_words(compiled->net), sizeof *builder->marking);
    builder->initial = marking_create(compiled->net);
}

void mp_builder_finish(struct mp_builder *builder)
{
    mp_candidates_finish(&builder->candidates);
    mp_needed_finish(&builder->needed);
    mp_cutoffs_finish(&builder->cutoffs);
    mp_clauses_finish(&builder->clauses);
    mp_process_finish(&builder->process);
    lists_finish(&builder->locals);
    vec_free(&builder->red);
    vec_free(&builder->queued);
    vec_free(&builder->offered);
    vec_free(&builder->kept);
    lists_finish(&builder->markings);
    vec_free(&builder->smallest);
    vec_free(&builder->sizes);
    vec_free(&builder->tasks);
    vec_free(&builder->name);
    vec_free(&builder->local_of);
    stamp_finish(&builder->met);
    vec_free(&builder->list);
    mp_config_finish(&builder->h);
    mp_config_finish(&builder->c);
    mp_config_finish(&builder->d);
    mem_free(builder->depth);
    mem_free(builder->marking);
    mem_free(builder->initial);
}

bool mp_builder_gives_up(const struct mp_builder *builder)
{
    const uint32_t events = builder->most_events, calls = builder->most_calls;

    return !builder->complete && builder->watch->reason == STOP_DONE &&
           ((events && builder->process.events.len > events) ||
            (calls && builder->clauses.solver.n_calls > calls));
}

/* Appends the event of the selected transition to the configuration, which
 * stays sorted; returns it. */
static uint32_t append(struct mp_builder *builder, struct mp_config *config,
                       trans_id t)
{
    const uint32_t n = builder->process.events.len;
    uint32_t e;

    mp_config_depths(config, builder->depth);
    e = mp_process_event(&builder->process, t, builder->depth);
    vec_push(&config->events, e);
    CHECK(mp_config_sort(config));
    if (builder->problem->test.check)
        mp_config_check(config);
    if (e == n)
        builder->answered |=
            builder->listener.met(builder->listener.self, config);
    watch_events(builder->watch, builder->process.events.len);
    return e;
}

static bool must_stop(const struct mp_builder *builder)
{
    return builder->answered || builder->wrong ||
           mp_builder_gives_up(builder) || builder->watch->reason != STOP_DONE;
}

/* Another local configuration comes; false: no more is wanted. */
static bool has_time(struct mp_builder *builder)
{
    const struct mp_process *const process = &builder->process;

    (void)watch_work(builder->watch,
                     NODE_COST * ((uint64_t)process->conditions.len +
                                  process->compiled->n_places));
    return !must_stop(builder);
}

/* What was extended takes part. */
static void refresh(struct mp_builder *builder)
{
    mp_solver_refresh(&builder->clauses.solver);
    builder->n_taking_part = builder->sizes.len;
    builder->is_due = false;
}

/* --- cutoffs -------------------------------------------------------------- */

/* A configuration with the same marking; bounded: it has as many events at
 * most, fewer where the order compares nothing else. */
static enum cadical_verdict ask_for_other(struct mp_builder *builder,
                                          int others, bool bounded, trans_id *t)
{
    struct mp_clauses *const clauses = &builder->clauses;
    const uint32_t n_places = builder->process.compiled->n_net_places;
    const uint32_t fewer =
        1 + (builder->problem->unfolding.order == ORDER_SIZE);

    if (builder->c.events.len < fewer)
        return CADICAL_NO;
    if (builder->is_due)
        refresh(builder);
    builder->n_compared = builder->n_taking_part;
    mp_clauses_assume(clauses, others);
    for (place_id p = 0; p < n_places; p++)
        mp_clauses_assume(clauses, bits_has(builder->marking, p)
                                       ? clauses->net.places[p].result
                                       : -clauses->net.places[p].result);
    return mp_clauses_ask(clauses, UNCUT,
                          bounded ? builder->c.events.len - fewer : MP_NONE,
                          &builder->d, t);
}

/* --- local configurations without cutoffs ----------------------------------
 *
 * A configuration counts only if no event of it has a past with which it is a
 * cutoff. */

/* Fills a local configuration, sorted. */
static void load_local(struct mp_builder *builder, uint32_t local,
                       struct mp_config *config)
{
    mp_process_list *const list = &builder->list;

    stamp_fit(&builder->met, lists_count(&builder->locals));
    stamp_start(&builder->met);
    vec_clear(list);
    vec_push(list, local);
    vec_clear(&config->events);
    while (list->len) {
        uint32_t len;
        const uint32_t *const at =
            lists_at(&builder->locals, vec_pop(list), &len);

        vec_push(&config->events, at[0]);
        for (uint32_t i = 1; i < len; i++) {
            if (stamp_has(&builder->met, at[i]))
                continue;
            stamp_add(&builder->met, at[i]);
            vec_push(list, at[i]);
        }
    }
    CHECK(mp_config_sort(config));
}

/* The number of the local configuration of event e of h; those of the events
 * before it are in builder->local_of. */
static uint32_t find_local(struct mp_builder *builder,
                           const struct mp_config *h, uint32_t e)
{
    mp_process_list *const name = &builder->name;
    uint32_t local;

    vec_clear(name);
    vec_push(name, e);
    mp_config_predecessors(h, e, name);
    for (uint32_t i = 1; i < name->len; i++)
        name->at[i] = builder->local_of.at[name->at[i]];
    name->len = 1 + ids_unique(name->at + 1, name->len - 1);
    local = lists_intern(&builder->locals, name->at, name->len);
    vec_fit(&builder->red, local + 1);
    vec_fit(&builder->queued, local + 1);
    vec_fit(&builder->offered, local + 1);
    vec_fit(&builder->local_of, builder->process.events.len);
    builder->local_of.at[e] = local;
    return local;
}

/* Pushes a task for the first local configuration of which it is not known that
 * it is no cutoff; false: there is none. */
static bool put_task(struct mp_builder *builder, const struct mp_config *h)
{
    for (uint32_t i = 0; i < h->events.len; i++) {
        const uint32_t local = find_local(builder, h, h->events.at[i]);

        if (!builder->red.at[local]) {
            vec_push(&builder->tasks, local);
            return true;
        }
    }
    return false;
}

/* --check 2: d has the marking of C. */
static void check_marking(struct mp_builder *builder, const struct mp_config *d)
{
    const uint32_t n_places = builder->process.compiled->n_net_places;
    const uint32_t n_words = bits_words(n_places);
    bits_word *const m = mem_zero(n_words, sizeof *m);

    mp_config_marking(d, m);
    CHECK(bits_equal(m, builder->marking, n_words));
    mem_free(m);
}

/* --check 2: what an event uses is initial, or an extended event produces it.
 */
static void check_process(const struct mp_builder *builder)
{
    const struct mp_process *const process = &builder->process;
    bool *const produced = mem_zero(process->conditions.len, sizeof *produced);

    for (uint32_t b = 0; b < process->n_initial; b++)
        produced[b] = true;
    for (uint32_t e = 0; e < process->events.len; e++) {
        const struct mp_process_arcs arcs = mp_process_arcs(process, e);

        for (uint32_t i = 0; i < arcs.n_produces; i++)
            produced[arcs.produces[i]] |= process->events.at[e].extended;
    }
    for (uint32_t e = 0; e < process->events.len; e++) {
        const struct mp_process_arcs arcs = mp_process_arcs(process, e);

        for (uint32_t i = 0; i < arcs.n_uses; i++)
            CHECK(produced[arcs.uses[i]]);
    }
    mem_free(produced);
}

/* The number of builder->marking. */
static uint32_t find_marking(struct mp_builder *builder)
{
    mp_process_list *const name = &builder->name;
    uint32_t id;

    vec_clear(name);
    for (place_id p = 0; p < builder->process.compiled->n_net_places; p++)
        if (bits_has(builder->marking, p))
            vec_push(name, p);
    id = lists_intern(&builder->markings, name->at, name->len);
    vec_fit(&builder->smallest, id + 1);
    return id;
}

/* C, and the smallest local configuration that is kept of its marking: true:
 * that one is smaller. */
static bool has_smaller(struct mp_builder *builder)
{
    const uint32_t marking = find_marking(builder);
    const uint32_t known = builder->smallest.at[marking];
    int sign;

    if (!known)
        return false;
    load_local(builder, known - 1, &builder->d);
    sign = mp_cutoffs_compare(&builder->cutoffs, &builder->d, &builder->c);
    if (sign < 0)
        mp_cutoffs_add(&builder->cutoffs, &builder->c, &builder->d);
    builder->wrong |= sign > 0 && !builder->careful;
    return sign < 0;
}

/* D, which ends with the event of t, makes another one a cutoff: D is a
 * candidate, if it is not known to be no cutoff. */
static void queue_other(struct mp_builder *builder, trans_id t)
{
    const uint32_t local =
        find_local(builder, &builder->d, mp_config_last(&builder->d));

    if (builder->red.at[local] || builder->queued.at[local])
        return;
    builder->queued.at[local] = true;
    mp_candidates_add(&builder->candidates, t, builder->d.events.at,
                      builder->d.events.len - 1);
}

/* Compares C with the configurations of its marking until its fate is known:
 * CADICAL_YES: it is a cutoff.  Or false: tasks come first. */
static bool decide(struct mp_builder *builder, int others,
                   enum cadical_verdict *verdict)
{
    struct mp_cutoffs *const cutoffs = &builder->cutoffs;
    bool bounded = builder->careful ||
                   8 * builder->n_larger > 7 * builder->n_unbounded + 64;
    trans_id t;

    while ((*verdict = ask_for_other(builder, others, bounded, &t)) ==
           CADICAL_YES) {
        int sign;

        if (!bounded) {
            bounded = true;
            builder->n_unbounded++;
            if (builder->d.events.len >= builder->c.events.len) {
                builder->n_larger++;
                continue;
            }
        }
        if (put_task(builder, &builder->d))
            return false;
        (void)append(builder, &builder->d, t);
        if (builder->problem->test.check > 1)
            check_marking(builder, &builder->d);
        sign = mp_cutoffs_compare(cutoffs, &builder->d, &builder->c);
        if (sign < 0) {
            mp_cutoffs_add(cutoffs, &builder->c, &builder->d);
            queue_other(builder, t);
            return true;
        }
        if (sign > 0)
            mp_cutoffs_add(cutoffs, &builder->d, &builder->c);
        else
            mp_cutoffs_exclude(cutoffs, &builder->d, others);
    }
    return true;
}

/* The same of C, whatever its marking is. */
static bool decide_any(struct mp_builder *builder,
                       enum cadical_verdict *verdict)
{
    const bool checks = builder->problem->test.check > 1;
    const uint32_t n_words = marking_words(builder->process.compiled->net);
    bool is_alone;
    int others;
    trans_id t;

    *verdict = CADICAL_YES;
    mp_config_marking(&builder->c, builder->marking);
    if (bits_equal(builder->marking, builder->initial, n_words)) {
        vec_clear(&builder->d.events);
        (void)mp_config_sort(&builder->d);
        mp_cutoffs_add(&builder->cutoffs, &builder->c, &builder->d);
        return true;
    }
    if (has_smaller(builder))
        return true;
    is_alone = mp_needed_shows(&builder->needed, &builder->c, builder->marking);
    if (is_alone && !checks) {
        builder->n_compared = builder->sizes.len;
        *verdict = CADICAL_NO;
        return true;
    }
    others = mp_solver_var(&builder->clauses.solver);
    mp_cutoffs_exclude(&builder->cutoffs, &builder->c, others);
    if (is_alone) /* the solver finds nothing else, either */
        CHECK(ask_for_other(builder, others, true, &t) != CADICAL_YES);
    return decide(builder, others, verdict);
}

/* Would candidates come of the local configuration?  Its event must be extended
 * and have few of them. */
static bool is_wanted(const struct mp_builder *builder, uint32_t local)
{
    uint32_t len;
    const uint32_t e = *lists_at(&builder->locals, local, &len);

    return !builder->offered.at[local] &&
           builder->process.events.at[e].extended &&
           mp_candidates_want(&builder->candidates, e);
}

static void offer(struct mp_builder *builder, uint32_t local,
                  const struct mp_config *config)
{
    if (!is_wanted(builder, local))
        return;
    builder->offered.at[local] = true;
    mp_candidates_extend(&builder->candidates, config);
}

/* C is no cutoff. */
static void keep_local(struct mp_builder *builder, uint32_t local)
{
    const struct mp_builder_kept kept = {local, builder->c.events.len,
                                         builder->n_compared};
    const uint32_t marking = find_marking(builder);

    if (builder->red.at[local])
        return;
    builder->red.at[local] = true;
    vec_push(&builder->kept, kept);
    builder->smallest.at[marking] = local + 1;
    offer(builder, local, &builder->c);
}

/* The solver had to find what the candidates miss: they keep more. */
static void offer_more(struct mp_builder *builder)
{
    builder->candidates.most_locals += MORE;
    for (uint32_t i = 0; i < builder->kept.len; i++) {
        const uint32_t local = builder->kept.at[i].local;

        if (!is_wanted(builder, local))
            continue;
        if (!has_time(builder))
            return;
        load_local(builder, local, &builder->c);
        offer(builder, local, &builder->c);
    }
}

/* Decides about the last task, or puts another one before it. */
static enum cadical_verdict run_task(struct mp_builder *builder)
{
    const uint32_t local = *vec_top(&builder->tasks);
    enum cadical_verdict verdict;

    load_local(builder, local, &builder->c);
    if (!decide_any(builder, &verdict))
        return CADICAL_NO;
    if (verdict == CADICAL_NO)
        keep_local(builder, local);
    builder->n_cutoffs += verdict == CADICAL_YES;
    (void)vec_pop(&builder->tasks);
    return verdict;
}

/* All tasks; of the first one, which is decided last. */
static enum cadical_verdict run_tasks(struct mp_builder *builder)
{
    enum cadical_verdict verdict = CADICAL_NO;

    while (builder->tasks.len && verdict != CADICAL_UNKNOWN)
        verdict = has_time(builder) ? run_task(builder) : CADICAL_UNKNOWN;
    return verdict;
}

/* Decides about the first local configuration in h of which nothing is known,
 * and so on; CADICAL_YES: one is a cutoff. */
static enum cadical_verdict decide_all(struct mp_builder *builder)
{
    enum cadical_verdict verdict = CADICAL_NO;

    while (verdict == CADICAL_NO && put_task(builder, &builder->h))
        verdict = run_tasks(builder);
    return verdict;
}

/* --- growth --------------------------------------------------------------- */

/* The last event of H is no cutoff. */
static void extend(struct mp_builder *builder, uint32_t e)
{
    builder->process.events.at[e].extended = true;
    mp_clauses_extend(&builder->clauses, e);
    mp_needed_extend(&builder->needed, e);
    mp_clauses_name(&builder->clauses, e, true);
    mp_cutoffs_extend(&builder->cutoffs, e);
    vec_push(&builder->sizes, builder->h.events.len);
    offer(builder, builder->local_of.at[e], &builder->h);
}

/* H, where t comes next: if none of its events is a cutoff, t becomes an event,
 * and is extended if it is none, either. */
static enum cadical_verdict consider(struct mp_builder *builder, trans_id t)
{
    enum cadical_verdict verdict = decide_all(builder);
    bool is_fresh;
    uint32_t e;

    if (verdict != CADICAL_NO)
        return verdict;
    e = append(builder, &builder->h, t);
    if (must_stop(builder))
        return CADICAL_UNKNOWN;
    is_fresh = !builder->process.events.at[e].extended;
    if (!is_fresh && !mp_candidates_want(&builder->candidates, e))
        return CADICAL_NO;
    verdict = decide_all(builder);
    if (verdict == CADICAL_NO && is_fresh)
        extend(builder, e);
    return verdict;
}

/* All configurations of n events at most that the solver finds. */
static enum cadical_verdict run_solver(struct mp_builder *builder, uint32_t n)
{
    enum cadical_verdict verdict;
    trans_id t;

    refresh(builder);
    verdict = mp_clauses_ask(&builder->clauses,
                             UNCUT | 1u << MP_UNLIKE | 1u << MP_UNMET |
                                 1u << MP_FRESH,
                             n, &builder->h, &t);
    if (verdict == CADICAL_YES && consider(builder, t) == CADICAL_UNKNOWN)
        return CADICAL_UNKNOWN;
    if (verdict == CADICAL_YES && !builder->careful)
        offer_more(builder);
    return verdict;
}

/* The candidates with n events at most. */
static enum cadical_verdict run_candidates(struct mp_builder *builder,
                                           uint32_t n)
{
    uint32_t at;

    while (mp_candidates_wait(&builder->candidates, &at) && at <= n) {
        trans_id t;

        if (at != builder->size) {
            builder->is_due = true;
            builder->answered |=
                builder->listener.grown(builder->listener.self);
            if (must_stop(builder))
                return CADICAL_UNKNOWN;
        }
        builder->size = at;
        builder->watch->depth = at + 1;
        if (!has_time(builder))
            return CADICAL_UNKNOWN;
        t = mp_candidates_take(&builder->candidates, &builder->h.events);
        if (mp_config_sort(&builder->h) &&
            consider(builder, t) == CADICAL_UNKNOWN)
            return CADICAL_UNKNOWN;
    }
    return CADICAL_NO;
}

/* Asks again about those kept that were decided before a smaller event was
 * extended; CADICAL_YES: one is a cutoff. */
static enum cadical_verdict decide_again(struct mp_builder *builder)
{
    const uint32_t n = builder->sizes.len;
    uint32_t *const least = mem_alloc((size_t)n + 1, sizeof *least);
    enum cadical_verdict verdict = CADICAL_NO;

    least[n] = MP_NONE;
    for (uint32_t i = n; i-- > 0;)
        least[i] = builder->sizes.at[i] < least[i + 1] ? builder->sizes.at[i]
                                                       : least[i + 1];
    for (uint32_t i = 0; i < builder->kept.len && verdict == CADICAL_NO; i++) {
        const struct mp_builder_kept kept = builder->kept.at[i];

        if (least[kept.n_taking_part] >= kept.n_events)
            continue;
        vec_push(&builder->tasks, kept.local);
        verdict = run_tasks(builder);
        builder->kept.at[i].n_taking_part = n;
    }
    mem_free(least);
    return verdict;
}

/* The events that are cutoffs, each once. */
static enum cadical_verdict run_cutoffs(struct mp_builder *builder)
{
    struct mp_process *const process = &builder->process;
    enum cadical_verdict verdict;
    uint32_t e = 0;
    trans_id t;

    refresh(builder);
    for (;;) {
        for (; e < process->events.len; e++)
            if (!process->events.at[e].extended)
                mp_clauses_name(&builder->clauses, e, false);
        verdict =
            mp_clauses_ask(&builder->clauses,
                           1u << MP_SELECTED | 1u << MP_LOCAL | 1u << MP_SAFE |
                               1u << MP_FRESH | 1u << MP_NEW | 1u << MP_RED,
                           MP_NONE, &builder->h, &t);
        if (verdict != CADICAL_YES)
            return verdict;
        verdict = decide_all(builder);
        if (verdict == CADICAL_UNKNOWN)
            return verdict;
        if (verdict == CADICAL_NO) {
            (void)append(builder, &builder->h, t);
            if (must_stop(builder))
                return CADICAL_UNKNOWN;
        }
    }
}

/* Candidates, and what the solver finds when there are none.  In the end, what
 * was decided too early is decided again. */
static enum cadical_verdict run_early(struct mp_builder *builder)
{
    const uint32_t limit = builder->watch->limits->max_depth;
    const uint32_t most = limit ? limit - 1 : MP_NONE;
    enum cadical_verdict verdict = CADICAL_YES;
    uint32_t waiting;

    while (verdict == CADICAL_YES) {
        verdict = run_candidates(builder, most);
        if (verdict == CADICAL_NO)
            verdict = run_solver(builder, most);
        if (verdict == CADICAL_NO) {
            verdict = decide_again(builder);
            builder->wrong |= verdict == CADICAL_YES;
            if (verdict == CADICAL_NO &&
                mp_candidates_wait(&builder->candidates, &waiting) &&
                waiting <= most)
                verdict = CADICAL_YES;
        }
        if (must_stop(builder))
            return CADICAL_UNKNOWN;
    }
    return verdict;
}

/* By size: all events with local configurations of n events at most, for n = 1,
 * 2, ... */
static enum cadical_verdict run_careful(struct mp_builder *builder)
{
    enum cadical_verdict verdict;

    for (uint32_t n = 1;; n++) {
        do {
            verdict = run_candidates(builder, n - 1);
            if (verdict == CADICAL_NO)
                verdict = run_solver(builder, n - 1);
        } while (verdict == CADICAL_YES);
        if (verdict == CADICAL_UNKNOWN || must_stop(builder))
            return CADICAL_UNKNOWN;
        if (!mp_clauses_needed_most(&builder->clauses) ||
            n == builder->watch->limits->max_depth)
            return CADICAL_NO;
    }
}

/* Is there more than the limit on the depth lets in? */
static bool is_too_deep(struct mp_builder *builder)
{
    uint32_t waiting;

    return builder->watch->limits->max_depth &&
           (builder->clauses.solver.stale ||
            mp_clauses_needed_most(&builder->clauses) ||
            mp_candidates_wait(&builder->candidates, &waiting));
}

/* What was built is wrong: with more local configurations of each event, less
 * is missed. */
static void begin_again(struct mp_builder *builder)
{
    const struct compiled_net *const compiled = builder->process.compiled;
    const struct mp_builder old = *builder;

    mp_builder_finish(builder);
    mp_builder_init(builder, old.problem, compiled, false, old.watch);
    builder->listener = old.listener;
    builder->most_events = old.most_events;
    builder->most_calls = old.most_calls;
    builder->clauses.solver.n_calls = old.clauses.solver.n_calls;
    builder->candidates.most_locals = GROWTH * old.candidates.most_locals;
    builder->careful = builder->candidates.most_locals > MOST_LOCALS;
}

/* From the beginning to the end, if nothing stops it. */
static enum cadical_verdict run_round(struct mp_builder *builder)
{
    enum cadical_verdict verdict;

    builder->clauses.cycles.checks = builder->problem->test.check > 1;
    refresh(builder);
    mp_candidates_begin(&builder->candidates);
    verdict = builder->careful ? run_careful(builder) : run_early(builder);
    if (verdict != CADICAL_NO)
        return verdict;
    if (is_too_deep(builder)) {
        builder->watch->reason = STOP_DEPTH;
        return CADICAL_UNKNOWN;
    }
    return run_cutoffs(builder);
}

void mp_builder_run(struct mp_builder *builder)
{
    enum cadical_verdict verdict = run_round(builder);

    while (builder->wrong) {
        begin_again(builder);
        verdict = run_round(builder);
    }
    builder->complete = verdict == CADICAL_NO;
    if (builder->problem->test.check > 1)
        check_process(builder);
}

/* --- a process that is there ---------------------------------------------- */

/* Fills builder->depth for a transition whose event uses the conditions of the
 * span, or produces the conditions after these. */
static void fill_depths(struct mp_builder *builder, const struct merged *merged,
                        struct prefix_span conditions, bool produced)
{
    for (uint32_t i = 0; i < conditions.len; i++) {
        const struct merged_condition condition =
            merged->conditions.at[merged->pool.at[conditions.from + i]];

        builder->depth[condition.place] = condition.depth - produced;
    }
}

void mp_builder_take(struct mp_builder *builder, const struct merged *merged)
{
    struct mp_process *const process = &builder->process;

    process->n_used = process->compiled->n_net_places;
    for (uint32_t b = 0; b < merged->conditions.len; b++)
        (void)mp_process_condition(process, merged->conditions.at[b].place,
                                   merged->conditions.at[b].depth);
    for (uint32_t i = 0; i < merged->events.len; i++) {
        const struct merged_event *const event = &merged->events.at[i];
        uint32_t e;

        fill_depths(builder, merged, event->consumes, false);
        fill_depths(builder, merged, event->reads, false);
        fill_depths(builder, merged, event->produces, true);
        e = mp_process_event(process, event->trans, builder->depth);
        if (event->cutoff)
            continue;
        process->events.at[e].extended = true;
        mp_clauses_extend(&builder->clauses, e);
    }
    refresh(builder);
    builder->complete = true;
}
