#include "engine/prefix/solve.h"

static bool encode_deadlock(struct encoder *x, struct watch *watch)
{
    for (event_id e = 1; e < x->es->events.len; e++) {
        if (watch_tick(watch))
            return false;
        encoder_disabled(x, e, 0);
    }
    return true;
}

/* The goal: some condition of each place to be marked is present, and no
 * condition of a place to be empty. */
static bool encode_marking(struct encoder *x, const struct goal *goal,
                           struct watch *watch)
{
    const struct es *const es = x->es;
    const uint32_t n_places = es->compiled->n_net_places;
    VEC(int) *const present = mem_zero(n_places, sizeof *present);
    bool *const empty = mem_zero(n_places, sizeof *empty);
    bool *const wanted = mem_zero(n_places, sizeof *wanted);
    bool done = true;

    for (uint32_t i = 0; i < goal->empty.len; i++)
        empty[goal->empty.at[i]] = true;
    for (uint32_t i = 0; i < goal->marked.len; i++)
        wanted[goal->marked.at[i]] = true;
    for (cond_id b = 0; b < es->conds.len && done; b++) {
        const place_id p = es->conds.at[b].place;

        done = !watch_tick(watch);
        if (p < n_places && empty[p])
            encoder_absent(x, b, 0);
        if (p < n_places && wanted[p])
            vec_push(&present[p], encoder_present(x, b));
    }
    for (uint32_t i = 0; i < goal->marked.len && done; i++) {
        const place_id p = goal->marked.at[i];

        for (uint32_t k = 0; k < present[p].len; k++)
            ccadical_add(x->solver, present[p].at[k]);
        ccadical_add(x->solver, 0);
    }
    for (place_id p = 0; p < n_places; p++)
        vec_free(&present[p]);
    mem_free(present);
    mem_free(empty);
    mem_free(wanted);
    return done;
}

/* goal NULL: a deadlock. */
static enum encoder_verdict ask(const struct es *es, const struct goal *goal,
                                struct watch *watch,
                                es_event_list *configuration)
{
    struct encoder x;
    enum encoder_verdict verdict = ENCODER_UNKNOWN;

    if (encoder_init(&x, es, watch) &&
        (goal ? encode_marking(&x, goal, watch) : encode_deadlock(&x, watch)))
        verdict = encoder_solve(&x, configuration);
    encoder_finish(&x);
    return verdict;
}

enum encoder_verdict solve_deadlock(const struct es *es, struct watch *watch,
                                    es_event_list *configuration)
{
    return ask(es, NULL, watch, configuration);
}

enum encoder_verdict solve_marking(const struct es *es, const struct goal *goal,
                                   struct watch *watch,
                                   es_event_list *configuration)
{
    return ask(es, goal, watch, configuration);
}
