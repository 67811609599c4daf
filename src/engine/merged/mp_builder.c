#include "engine/merged/mp_builder.h"

#include "base/ids.h"

/* What configurations without cutoffs are asked for. */
enum {
    UNCUT = 1u << MP_SELECTED | 1u << MP_LOCAL | 1u << MP_SAFE |
            1u << MP_UNCUT | 1u << MP_RED,
};

void mp_builder_init(struct mp_builder *builder,
                     const struct compiled_net *compiled,
                     enum engine_order order, struct watch *watch)
{
    *builder = (struct mp_builder){.watch = watch};
    mp_process_init(&builder->process, compiled);
    mp_clauses_init(&builder->clauses, &builder->process, watch);
    mp_cutoffs_init(&builder->cutoffs, &builder->clauses, order);
    mp_config_init(&builder->h, &builder->process);
    mp_config_init(&builder->c, &builder->process);
    mp_config_init(&builder->d, &builder->process);
    builder->depth = mem_alloc(compiled->n_places, sizeof *builder->depth);
    builder->marking =
        mem_zero(bits_words(compiled->n_net_places), sizeof *builder->marking);
}

void mp_builder_finish(struct mp_builder *builder)
{
    mp_cutoffs_finish(&builder->cutoffs);
    mp_clauses_finish(&builder->clauses);
    mp_process_finish(&builder->process);
    lists_finish(&builder->locals);
    vec_free(&builder->red);
    for (uint32_t i = 0; i < builder->tasks.len; i++)
        vec_free(&builder->tasks.at[i].events);
    vec_free(&builder->tasks);
    vec_free(&builder->name);
    vec_free(&builder->local_of);
    vec_free(&builder->marks);
    vec_free(&builder->list);
    mp_config_finish(&builder->h);
    mp_config_finish(&builder->c);
    mp_config_finish(&builder->d);
    mem_free(builder->depth);
    mem_free(builder->marking);
}

/* Appends the event of the selected transition to the configuration, which
 * stays sorted; returns it. */
static uint32_t append(struct mp_builder *builder, struct mp_config *config,
                       trans_id t)
{
    mp_process_list *const cycles = &builder->clauses.found;
    const uint32_t n = builder->process.events.len;
    uint32_t e;

    mp_config_depths(config, builder->depth);
    e = mp_process_event(&builder->process, t, builder->depth);
    vec_push(&config->events, e);
    if (!mp_config_sort(config, cycles))
        CHECK(false);
    if (builder->check)
        mp_config_check(config);
    if (e == n)
        builder->answered |=
            builder->listener.met(builder->listener.self, config);
    watch_events(builder->watch, builder->process.events.len);
    return e;
}

static bool must_stop(const struct mp_builder *builder)
{
    return builder->answered || builder->watch->reason != STOP_DONE;
}

/* All events of n events at most are known; false: no more is wanted. */
static bool has_grown(struct mp_builder *builder, uint32_t n)
{
    builder->answered |= builder->listener.grown(builder->listener.self, n);
    return !must_stop(builder);
}

/* --- cutoffs -------------------------------------------------------------- */

static bool is_initial(const struct mp_builder *builder)
{
    const struct mp_process *const process = &builder->process;
    uint32_t n = 0;

    for (uint32_t b = 0; b < process->n_initial; b++) {
        const place_id p = process->conditions.at[b].place;

        if (p >= process->compiled->n_net_places)
            continue;
        if (!bits_has(builder->marking, p))
            return false;
        n++;
    }
    return n == bits_count(builder->marking,
                           bits_words(process->compiled->n_net_places));
}

/* A configuration with the same marking and as many events at most; fewer where
 * the order compares nothing else. */
static enum mp_solver_verdict ask_for_other(struct mp_builder *builder,
                                            int others, trans_id *t)
{
    struct mp_clauses *const clauses = &builder->clauses;
    const uint32_t n_places = builder->process.compiled->n_net_places;
    const uint32_t fewer = 1 + (builder->cutoffs.order.kind == ORDER_SIZE);

    if (builder->c.events.len < fewer)
        return MP_NO;
    mp_clauses_assume(clauses, others);
    for (place_id p = 0; p < n_places; p++)
        mp_clauses_assume(clauses, bits_has(builder->marking, p)
                                       ? clauses->net.places[p].result
                                       : -clauses->net.places[p].result);
    mp_clauses_at_most(clauses, builder->c.events.len - fewer);
    return mp_clauses_ask(clauses, UNCUT, &builder->d, t);
}

/* --- local configurations without cutoffs ----------------------------------
 *
 * A configuration counts only if no event of it has a past with which it is a
 * cutoff. */

/* A task for the i-th event of h. */
static void push_task(struct mp_builder *builder, const struct mp_config *h,
                      uint32_t i, uint32_t local)
{
    struct mp_builder_task task = {local, h->events.at[i], {0}};
    mp_process_list *const marks = &builder->marks, *const list =
                                                        &builder->list;

    vec_fit(marks, builder->process.events.len);
    marks->at[task.event] = ++builder->mark;
    for (uint32_t k = i + 1; k-- > 0;) {
        const uint32_t e = h->events.at[k];

        if (marks->at[e] != builder->mark)
            continue;
        vec_push(&task.events, e);
        vec_clear(list);
        mp_config_predecessors(h, e, list);
        for (uint32_t j = 0; j < list->len; j++)
            marks->at[list->at[j]] = builder->mark;
    }
    vec_push(&builder->tasks, task);
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
            push_task(builder, h, i, local);
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
    for (uint32_t e = 0; e < process->events.len; e++)
        for (uint32_t i = 0; i < process->events.at[e].n_produces; i++)
            produced[mp_process_produces(process, e)[i]] |=
                process->events.at[e].extended;
    for (uint32_t e = 0; e < process->events.len; e++)
        for (uint32_t i = 0; i < mp_process_use_count(process, e); i++)
            CHECK(produced[mp_process_uses(process, e)[i]]);
    mem_free(produced);
}

/* Compares C, which ends with e, with the configurations of its marking until
 * its fate is known: MP_YES: it is a cutoff.  Or false: tasks come first. */
static bool decide(struct mp_builder *builder, uint32_t e, int others,
                   enum mp_solver_verdict *verdict)
{
    struct mp_cutoffs *const cutoffs = &builder->cutoffs;
    trans_id t;

    while ((*verdict = ask_for_other(builder, others, &t)) == MP_YES) {
        uint32_t f;
        int sign;

        if (put_task(builder, &builder->d))
            return false;
        f = append(builder, &builder->d, t);
        if (builder->check > 1)
            check_marking(builder, &builder->d);
        sign = mp_cutoffs_compare(cutoffs, &builder->d, &builder->c);
        if (sign < 0) {
            mp_cutoffs_add(cutoffs, &builder->c, e, &builder->d, f);
            return true;
        }
        if (sign > 0)
            mp_cutoffs_add(cutoffs, &builder->d, f, &builder->c, e);
        else
            mp_cutoffs_exclude(cutoffs, &builder->d, f, others);
    }
    return true;
}

/* The same of C, whatever its marking is. */
static bool decide_any(struct mp_builder *builder, uint32_t e,
                       enum mp_solver_verdict *verdict)
{
    const int others = mp_solver_var(&builder->clauses.solver);

    mp_config_marking(&builder->c, builder->marking);
    if (is_initial(builder)) {
        vec_clear(&builder->d.events);
        (void)mp_config_sort(&builder->d, &builder->clauses.found);
        mp_cutoffs_add(&builder->cutoffs, &builder->c, e, &builder->d, MP_NONE);
        *verdict = MP_YES;
        return true;
    }
    mp_cutoffs_exclude(&builder->cutoffs, &builder->c, e, others);
    return decide(builder, e, others, verdict);
}

/* Decides about the last task, or puts another one before it. */
static enum mp_solver_verdict run_task(struct mp_builder *builder)
{
    const struct mp_builder_task *task = vec_top(&builder->tasks);
    enum mp_solver_verdict verdict;

    vec_clear(&builder->c.events);
    vec_append(&builder->c.events, &task->events);
    (void)mp_config_sort(&builder->c, &builder->clauses.found);
    if (!decide_any(builder, task->event, &verdict))
        return MP_NO;
    task = vec_top(&builder->tasks);
    builder->red.at[task->local] = verdict == MP_NO;
    builder->n_cutoffs += verdict == MP_YES;
    vec_free(&vec_top(&builder->tasks)->events);
    (void)vec_pop(&builder->tasks);
    return verdict;
}

/* Decides about the first local configuration in h of which nothing is known,
 * and so on; MP_YES: one is a cutoff. */
static enum mp_solver_verdict decide_all(struct mp_builder *builder)
{
    enum mp_solver_verdict verdict = MP_NO;

    while (verdict == MP_NO && put_task(builder, &builder->h))
        while (builder->tasks.len && verdict != MP_UNKNOWN)
            verdict = run_task(builder);
    return verdict;
}

/* --- growth --------------------------------------------------------------- */

static void extend(struct mp_builder *builder, uint32_t e)
{
    builder->process.events.at[e].extended = true;
    builder->n_extended++;
    mp_clauses_extend(&builder->clauses, e);
    mp_clauses_name(&builder->clauses, e, true);
    mp_cutoffs_extend(&builder->cutoffs, e);
}

/* H, where t comes next, has no cutoff: t becomes an event, and if it is no
 * cutoff, it is extended. */
static enum mp_solver_verdict add_event(struct mp_builder *builder, trans_id t)
{
    const uint32_t e = append(builder, &builder->h, t);
    enum mp_solver_verdict verdict;

    if (must_stop(builder))
        return MP_UNKNOWN;
    verdict = decide_all(builder);
    if (verdict == MP_NO)
        extend(builder, e);
    return verdict;
}

/* All events with local configurations of n events at most. */
static enum mp_solver_verdict run_size(struct mp_builder *builder, uint32_t n)
{
    enum mp_solver_verdict verdict;
    trans_id t;

    mp_clauses_refresh(&builder->clauses);
    for (;;) {
        mp_clauses_at_most(&builder->clauses, n - 1);
        verdict = mp_clauses_ask(&builder->clauses,
                                 UNCUT | 1u << MP_UNLIKE | 1u << MP_UNMET |
                                     1u << MP_FRESH,
                                 &builder->h, &t);
        if (verdict != MP_YES)
            return verdict;
        verdict = decide_all(builder);
        if (verdict == MP_NO)
            verdict = add_event(builder, t);
        if (verdict == MP_UNKNOWN)
            return verdict;
    }
}

/* The events that are cutoffs, each once. */
static enum mp_solver_verdict run_cutoffs(struct mp_builder *builder)
{
    struct mp_process *const process = &builder->process;
    enum mp_solver_verdict verdict;
    uint32_t e = 0;
    trans_id t;

    mp_clauses_refresh(&builder->clauses);
    for (;;) {
        for (; e < process->events.len; e++)
            if (!process->events.at[e].extended)
                mp_clauses_name(&builder->clauses, e, false);
        builder->clauses.bound = 0;
        verdict =
            mp_clauses_ask(&builder->clauses,
                           1u << MP_SELECTED | 1u << MP_LOCAL | 1u << MP_SAFE |
                               1u << MP_FRESH | 1u << MP_NEW | 1u << MP_RED,
                           &builder->h, &t);
        if (verdict != MP_YES)
            return verdict;
        verdict = decide_all(builder);
        if (verdict == MP_UNKNOWN)
            return verdict;
        if (verdict == MP_NO) {
            (void)append(builder, &builder->h, t);
            if (must_stop(builder))
                return MP_UNKNOWN;
        }
    }
}

void mp_builder_run(struct mp_builder *builder)
{
    enum mp_solver_verdict verdict;
    uint32_t n = 1;

    while ((verdict = run_size(builder, n)) == MP_NO &&
           (builder->clauses.solver.stale ||
            mp_clauses_needed_most(&builder->clauses))) {
        if (n == builder->max_depth) {
            builder->watch->reason = STOP_DEPTH;
            return;
        }
        if (!has_grown(builder, n))
            return;
        builder->watch->depth = n++;
    }
    if (verdict == MP_NO)
        verdict = run_cutoffs(builder);
    builder->complete = verdict == MP_NO;
    if (builder->check > 1)
        check_process(builder);
}
