#include "answer/answer.h"

void given_run_cut(const struct net *net, witness_run *run)
{
    uint32_t n = 0;

    if (!net_has_steps(net))
        return;
    for (uint32_t i = 0; i < run->len; i++)
        if (!net_is_step(net, run->at[i]))
            run->at[n++] = run->at[i];
    run->len = n;
}

/* Appends u, t or a step of it, and the steps behind, and fires them; a step
 * that would put a token too many is left out.  False: the last one cannot be
 * fired. */
static bool fire(const struct net *net, bits_word *m, trans_id t, trans_id u,
                 witness_run *full)
{
    if (marking_fire_given(net, m, t, u, full))
        return true;
    if (*vec_top(full) == t || net_is_step(net, *vec_top(full)))
        return false;
    full->len--;
    return true;
}

/* Fires the steps of transitions that are under way at m. */
static void fire_pending(const struct net *net, bits_word *m, witness_run *full)
{
    for (trans_id t = 0; t < net_trans_count(net); t++)
        if (net_is_step(net, t) && marking_enabled(net, m, t))
            (void)fire(net, m, net_given_trans(net, t), t, full);
}

void given_run_fill(const struct net *net, const witness_run *run,
                    witness_run *full)
{
    bits_word *const m = marking_create(net);
    bool fired = true;

    if (net_has_steps(net))
        fire_pending(net, m, full);
    for (uint32_t i = 0; i < run->len; i++) {
        const trans_id t = run->at[i];

        if (net_is_step(net, t))
            continue;
        if (fired)
            fired = fire(net, m, t, t, full);
        else
            vec_push(full, t);
    }
    mem_free(m);
}

/* How much of the run comes before a step that puts a token too many. */
static uint32_t before_overflow(const struct net *net, const witness_run *run)
{
    uint32_t n = 0;

    while (n < run->len && net_overflow(net, run->at[n]) == PLACE_NONE)
        n++;
    return n;
}

void given_run_answer(const struct net *net, const struct goal *goal,
                      const witness_run *run, witness_run *full)
{
    given_run_fill(net, run, full);
    while (goal->kind == GOAL_TRANSITION && full->len > 0 &&
           net_is_step(net, *vec_top(full)))
        full->len--;
    if (goal->kind == GOAL_FORMULA)
        full->len = before_overflow(net, full);
}
