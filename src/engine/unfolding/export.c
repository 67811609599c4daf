#include "engine/unfolding/export.h"

#include "base/ids.h"
#include "engine/unfolding/conflict.h"
#include "engine/unfolding/missing_past.h"

#include <string.h>

enum { MOST_WORK = 1 << 25, WORK_OF_EVENT = 128 };

struct exporter {
    const struct es *es;
    struct config *c;
    const struct export_choice *choice;
    struct prefix *prefix;
    uint32_t *event_no; /* by event; PREFIX_NO_EVENT: not exported */
    uint32_t *cond_no;  /* by condition */
    struct es_past_walk walk;
    VEC(uint32_t) causes; /* positions */
    struct causality_past past;
    struct conflict conflict;
    struct missing_past missing;
    struct stamp seen; /* events that were compared with that at hand */
};

static bool is_exported(const struct exporter *export, event_id e)
{
    return export->event_no[e] != PREFIX_NO_EVENT;
}

static void number_exported(struct exporter *export)
{
    uint32_t n = 1;

    export->event_no[EVENT_BOTTOM] = 0;
    for (event_id e = 1; e < export->es->events.len; e++)
        export->event_no[e] =
            bits_has(export->choice->events, e) ? n++ : PREFIX_NO_EVENT;
}

static struct prefix_span add_uses(struct exporter *export, event_id e,
                                   uint32_t from, uint32_t to)
{
    const uint32_t first = export->prefix->pool.len;
    const cond_id *const uses = es_uses(export->es, e);

    for (uint32_t i = from; i < to; i++)
        vec_push(&export->prefix->pool, export->cond_no[uses[i]]);
    return (struct prefix_span){first, to - from};
}

static struct prefix_span add_conditions(struct exporter *export, event_id e)
{
    const struct compiled_net *const compiled = export->es->compiled;
    const uint32_t n = es_produce_count(export->es, e);
    const uint32_t from = export->prefix->pool.len;

    for (uint32_t i = 0; i < n; i++) {
        const cond_id b = export->es->events.at[e].produces + i;
        const place_id p = export->es->conds.at[b].place;
        const struct prefix_condition cond = {
            p < compiled->n_net_places ? p : PLACE_NONE, export->event_no[e],
            compiled_net_original(compiled, p), p};

        export->cond_no[b] = export->prefix->conditions.len;
        vec_push(&export->prefix->pool, export->cond_no[b]);
        vec_push(&export->prefix->conditions, cond);
    }
    return (struct prefix_span){from, n};
}

/* Positions of the direct causes of e, increasing; bottom left out. */
static void list_cause_positions(struct exporter *export, event_id e)
{
    const struct es_name name = es_name(export->es, e);

    vec_clear(&export->causes);
    for (uint32_t i = 0; i < name.n; i++) {
        const event_id cause = es_name_cause(export->es, name, i);

        if (cause != EVENT_BOTTOM)
            vec_push(&export->causes, export->c->position.at[cause]);
    }
    vec_cut(&export->causes, ids_unique(export->causes.at, export->causes.len));
}

/* The maximal causes of e, which are in C: from the last one back, those that
 * are not in the past of later ones. */
static struct prefix_span add_maximal_causes(struct exporter *export,
                                             event_id e)
{
    const struct causality *const causality = &export->c->causality;
    const uint32_t from = export->prefix->pool.len;

    list_cause_positions(export, e);
    vec_clear(&export->past.at);
    for (uint32_t i = export->causes.len; i > 0; i--) {
        const uint32_t pos = export->causes.at[i - 1];

        if (causality_past_has(causality, &export->past, pos))
            continue;
        vec_push(&export->prefix->pool,
                 export->event_no[config_at(export->c, pos)]);
        if (i > 1)
            causality_past_add(causality, &export->past, pos);
    }
    if (export->prefix->pool.len == from)
        vec_push(&export->prefix->pool, 0);
    ids_sort(export->prefix->pool.at + from, export->prefix->pool.len - from);
    return (struct prefix_span){from, export->prefix->pool.len - from};
}

static void set_companion(const struct exporter *export, event_id e,
                          struct prefix_event *to)
{
    event_id companion;

    if (!to->cutoff || !export->choice->cutoff)
        return;
    companion = cutoff_companion(export->choice->cutoff, e);
    if (companion == EVENT_NONE || !is_exported(export, companion))
        return;
    to->has_companion = true;
    to->companion = export->event_no[companion];
}

static void add_event(struct exporter *export, event_id e)
{
    const struct es_event *const ev = &export->es->events.at[e];
    struct prefix_event to = {.trans = ev->trans, .size = ev->size};

    if (e != EVENT_BOTTOM) {
        to.causes = add_maximal_causes(export, e);
        to.consumes = add_uses(export, e, 0, es_consume_count(export->es, e));
        to.reads = add_uses(export, e, es_consume_count(export->es, e),
                            es_use_count(export->es, e));
        to.cutoff = bits_has(export->choice->cutoffs, e);
        set_companion(export, e, &to);
    }
    to.produces = add_conditions(export, e);
    vec_push(&export->prefix->events, to);
}

static void mark_witness(struct exporter *export)
{
    const struct es_span past =
        es_past(export->es, &export->walk, export->choice->witness);

    for (uint32_t i = 0; i < past.len; i++)
        if (is_exported(export, past.at[i]))
            export->prefix->events.at[export->event_no[past.at[i]]].witness =
                true;
}

/* Lists what C lacks of [e].  Returns how much of C is without conflict with
 * [e). */
static uint32_t list_missing(struct exporter *export, event_id e)
{
    const es_event_list *const missing = &export->missing.at;
    uint32_t first = config_len(export->c);

    missing_past_start(&export->missing, e);
    for (uint32_t i = 0; i < missing->len; i++) {
        uint32_t rival;

        (void)missing_past_expand(&export->missing, i, false);
        if (i == 0)
            continue;
        rival = config_first_rival(export->c, missing->at[i]);
        first = rival < first ? rival : first;
    }
    return first;
}

/* Makes C a configuration with [e) in it.  What agrees with [e) stays, as the
 * next event needs most of it: engines add events where they are. */
static void move_to_causes(struct exporter *export, event_id e)
{
    const uint32_t first = list_missing(export, e);

    if (first < config_len(export->c)) {
        while (config_len(export->c) > first)
            config_pop(export->c);
        (void)list_missing(export, e);
    }
    ids_sort(export->missing.at.at, export->missing.at.len);
    for (uint32_t i = 0; i + 1 < export->missing.at.len; i++)
        (void)config_push(export->c, export->missing.at.at[i]);
}

/* With the events that were exported already. */
static void find_conflicts(struct exporter *export, event_id e)
{
    const uint32_t n = es_use_count(export->es, e);

    stamp_start(&export->seen);
    conflict_focus(&export->conflict, e);
    for (uint32_t i = 0; i < n; i++) {
        const cond_id b = es_uses(export->es, e)[i];
        const uint32_t n_users = es_user_count(export->es, b);

        export->conflict.work += n_users;
        for (uint32_t k = 0; k < n_users; k++) {
            const event_id u = es_user(export->es, b, k);
            const struct prefix_conflict conflict = {export->event_no[u],
                                                     export->event_no[e]};

            if (u >= e || !is_exported(export, u) ||
                stamp_has(&export->seen, u))
                continue;
            stamp_add(&export->seen, u);
            if (conflict_is_immediate(&export->conflict, e, u))
                vec_push(&export->prefix->conflicts, conflict);
        }
    }
}

/* Does another event use a condition of e? */
static bool has_rivals(const struct exporter *export, event_id e)
{
    const cond_id *const uses = es_uses(export->es, e);

    for (uint32_t i = 0; i < es_use_count(export->es, e); i++)
        if (es_user_count(export->es, uses[i]) > 1)
            return true;
    return false;
}

static void add_events(struct exporter *export)
{
    for (event_id e = 0; e < export->es->events.len; e++) {
        if (!is_exported(export, e))
            continue;
        if (e != EVENT_BOTTOM)
            move_to_causes(export, e);
        add_event(export, e);
        if (export->choice->no_conflicts)
            continue;
        /* conflicts can be as many as pairs of events: some seconds for them */
        if (export->conflict.work >=
            MOST_WORK + (uint64_t)WORK_OF_EVENT * export->es->events.len)
            export->prefix->n_uncompared++;
        else if (has_rivals(export, e))
            find_conflicts(export, e);
    }
    while (config_len(export->c) > 1)
        config_pop(export->c);
    prefix_sort_conflicts(export->prefix);
}

/* The number of an event of a step in the prefix. */
static uint32_t step_event(const struct exporter *export, event_id e)
{
    return e == PREFIX_NO_EVENT ? PREFIX_NO_EVENT : export->event_no[e];
}

static void add_steps(struct exporter *export, const struct step_log *steps)
{
    const uint32_t from = export->prefix->pool.len;

    for (uint32_t i = 0; i < steps->pool.len; i++)
        vec_push(&export->prefix->pool, step_event(export, steps->pool.at[i]));
    for (uint32_t i = 0; i < steps->at.len; i++) {
        struct prefix_step step = steps->at.at[i];

        step.alternative.from += from;
        if (step.kind != STEP_PASS)
            step.event = step_event(export, step.event);
        vec_push(&export->prefix->steps, step);
    }
    export->prefix->steps_cut = steps->cut;
}

void export_prefix(struct config *c, const struct export_choice *choice,
                   struct prefix *prefix)
{
    const struct es *const es = c->es;
    struct exporter export = {
        .es = es, .c = c, .choice = choice, .prefix = prefix};

    export.event_no = mem_alloc(es->events.len, sizeof *export.event_no);
    export.cond_no = mem_alloc(es->conds.len, sizeof *export.cond_no);
    stamp_fit(&export.seen, es->events.len);
    conflict_init(&export.conflict, c);
    export.missing = (struct missing_past){.c = c};
    config_grow(c);
    number_exported(&export);
    add_events(&export);
    mark_witness(&export);
    if (choice->steps)
        add_steps(&export, choice->steps);
    prefix->has_copies = es->compiled->copies;
    mem_free(export.event_no);
    mem_free(export.cond_no);
    stamp_finish(&export.seen);
    conflict_finish(&export.conflict);
    missing_past_finish(&export.missing);
    vec_free(&export.causes);
    causality_past_finish(&export.past);
    es_past_finish(&export.walk);
    if (prefix->has_copies && !choice->plain) {
        struct prefix folded = {0};

        prefix_fold_reads(prefix, &folded);
        prefix_finish(prefix);
        *prefix = folded;
    }
}
