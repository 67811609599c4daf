#include "answer/witness.h"

#include "net/marking.h"

/* Enough for a sentence: diagnostics are bounded, too. */
enum { MARKING_TEXT = 400 };

static bool contains(struct net_place_span span, place_id p)
{
    for (uint32_t i = 0; i < span.len; i++)
        if (span.at[i] == p)
            return true;
    return false;
}

static place_id missing_in(struct net_place_span span, const bits_word *m)
{
    for (uint32_t i = 0; i < span.len; i++)
        if (!bits_has(m, span.at[i]))
            return span.at[i];
    return PLACE_NONE;
}

/* A place that lacks the token that t needs. */
static place_id missing(const struct net *net, const bits_word *m, trans_id t)
{
    const place_id p = missing_in(net_pre(net, t), m);

    return p != PLACE_NONE ? p : missing_in(net_read(net, t), m);
}

static bool report_disabled(const struct net *net, const bits_word *m,
                            uint32_t step, trans_id t, struct diag *diag)
{
    char text[MARKING_TEXT];

    marking_print(net, m, text, sizeof text);
    return diag_report(diag, DIAG_INPUT, NULL, 0, 0,
                       "step %u: '%s' cannot fire, '%s' has no token at %s",
                       step, net_trans_label(net, t),
                       net_place_label(net, missing(net, m, t)), text);
}

static bool report_unsafe(const struct net *net, uint32_t step, trans_id t,
                          place_id p, struct diag *diag)
{
    return diag_report(diag, DIAG_INPUT, NULL, 0, 0,
                       "step %u: '%s' puts a second token on '%s': the net is "
                       "not safe",
                       step, net_trans_label(net, t), net_place_label(net, p));
}

/* Fires the run from m up to its first invalid step. */
static bool fire_all(const struct net *net, bits_word *m,
                     const witness_run *run, struct diag *diag)
{
    for (uint32_t i = 0; i < run->len; i++) {
        const trans_id t = run->at[i];

        if (t >= net_trans_count(net))
            return diag_report(diag, DIAG_INPUT, NULL, 0, 0,
                               "step %u: the net has no transition number %u",
                               i + 1, t);
        if (!marking_enabled(net, m, t))
            return report_disabled(net, m, i + 1, t, diag);
        if (marking_unsafe(net, m, t) != PLACE_NONE)
            return report_unsafe(net, i + 1, t, marking_unsafe(net, m, t),
                                 diag);
        marking_fire(net, m, t);
    }
    return true;
}

static bool ends_well(const struct net *net, const bits_word *m,
                      const witness_run *run, const struct goal *goal,
                      struct diag *diag)
{
    char text[MARKING_TEXT];

    if (goal->kind == GOAL_TRANSITION)
        return (run->len > 0 && run->at[run->len - 1] == goal->trans) ||
               diag_report(diag, DIAG_INPUT, NULL, 0, 0,
                           "the run can be fired, but does not end with '%s'",
                           net_trans_label(net, goal->trans));
    if (goal_holds(goal, net, m))
        return true;
    marking_print(net, m, text, sizeof text);
    return diag_report(diag, DIAG_INPUT, NULL, 0, 0,
                       "the run can be fired, but ends in %s, which is not "
                       "what '%s' asks for",
                       text, goal->text);
}

bool witness_replay(const struct net *net, const witness_run *run,
                    const struct goal *goal, struct diag *diag)
{
    bits_word *m = mem_zero(marking_words(net), sizeof *m);

    marking_initial(net, m);

    const bool good = fire_all(net, m, run, diag) &&
                      (!goal || ends_well(net, m, run, goal, diag));

    mem_free(m);
    return good;
}

/* By transition: the steps up to where it is first fired, or UINT32_MAX. */
static uint32_t *first_steps(const struct net *net, const witness_run *run)
{
    const uint32_t n_trans = net_trans_count(net);
    uint32_t *first = mem_alloc(n_trans, sizeof *first);

    for (trans_id t = 0; t < n_trans; t++)
        first[t] = UINT32_MAX;
    for (uint32_t i = run->len; i-- > 0;)
        first[run->at[i]] = i + 1;
    return first;
}

static void try_goals(const struct net *net, const bits_word *m, uint32_t n,
                      const struct goal *goals, uint32_t n_goals,
                      uint32_t *lens)
{
    for (uint32_t g = 0; g < n_goals; g++)
        if (lens[g] == UINT32_MAX && goals[g].kind != GOAL_TRANSITION &&
            goal_holds(&goals[g], net, m))
            lens[g] = n;
}

void witness_first(const struct net *net, const witness_run *run,
                   const struct goal *goals, uint32_t n_goals, uint32_t *lens)
{
    bits_word *m = mem_zero(marking_words(net), sizeof *m);
    uint32_t *first = first_steps(net, run);

    for (uint32_t g = 0; g < n_goals; g++)
        lens[g] = goals[g].kind == GOAL_TRANSITION ? first[goals[g].trans]
                                                   : UINT32_MAX;
    marking_initial(net, m);
    try_goals(net, m, 0, goals, n_goals, lens);
    for (uint32_t i = 0; i < run->len; i++) {
        marking_fire(net, m, run->at[i]);
        try_goals(net, m, i + 1, goals, n_goals, lens);
    }
    mem_free(first);
    mem_free(m);
}

uint32_t witness_largest(const struct net *net, const witness_run *run,
                         const struct goal *goal, int64_t *value)
{
    bits_word *m = mem_zero(marking_words(net), sizeof *m);
    uint32_t n = 0;

    marking_initial(net, m);
    *value = goal_value(goal, m);
    for (uint32_t i = 0; i < run->len; i++) {
        marking_fire(net, m, run->at[i]);
        if (goal_value(goal, m) <= *value)
            continue;
        *value = goal_value(goal, m);
        n = i + 1;
    }
    mem_free(m);
    return n;
}

bool witness_enables(const struct net *net, const witness_run *run, trans_id t)
{
    bits_word *m = mem_zero(marking_words(net), sizeof *m);
    bool enabled;

    marking_initial(net, m);
    for (uint32_t i = 0; i < run->len; i++)
        marking_fire(net, m, run->at[i]);
    enabled = marking_enabled(net, m, t);
    mem_free(m);
    return enabled;
}

bool witness_unsafe(const struct net *net, const witness_run *run, trans_id t,
                    place_id p)
{
    bits_word *m = mem_zero(marking_words(net), sizeof *m);
    struct diag ignored = {0};

    marking_initial(net, m);

    const bool unsafe = fire_all(net, m, run, &ignored) &&
                        t < net_trans_count(net) &&
                        marking_enabled(net, m, t) &&
                        (net_overflow(net, t) == p ||
                         (bits_has(m, p) && contains(net_post(net, t), p) &&
                          !contains(net_pre(net, t), p)));

    mem_free(m);
    return unsafe;
}
