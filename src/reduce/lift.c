#include "reduce/lift.h"

#include "base/ids.h"
#include "net/marking.h"
#include "reduce/rule.h"

static void lifter_init(struct rule_lifter *l,
                        const struct reduction *reduction)
{
    *l = (struct rule_lifter){.reduction = reduction};
    for (uint32_t i = 0; i < reduction->cycles.len; i++)
        vec_push(&l->at, reduction->cycles.at[i].start);
}

static void lifter_finish(struct rule_lifter *l)
{
    vec_free(&l->at);
    vec_free(&l->stack);
}

/* Appends what t stands for.  Each transition comes off the stack when all
 * before it are in the run; so the places of the tokens are those there. */
static void lifter_append(struct rule_lifter *l, trans_id t, witness_run *run)
{
    const uint32_t n = net_trans_count(l->reduction->net);

    vec_push(&l->stack, t);
    while (l->stack.len) {
        const trans_id top = vec_pop(&l->stack);
        const struct reduction_made *made;

        if (top < n) {
            vec_push(run, top);
            continue;
        }
        made = &l->reduction->made.at[top - n];
        rule_rows[l->reduction->steps.at[made->step].rule].lift(l, made);
    }
}

static void append_run(struct rule_lifter *l, const struct mutable_net_map *map,
                       const witness_run *run, witness_run *lifted)
{
    for (uint32_t i = 0; i < run->len; i++)
        lifter_append(l, map->old_trans[run->at[i]], lifted);
}

void lift_run(const struct reduction *reduction,
              const struct mutable_net_map *map, const witness_run *run,
              witness_run *lifted)
{
    struct rule_lifter l;

    lifter_init(&l, reduction);
    append_run(&l, map, run, lifted);
    lifter_finish(&l);
}

/* Fires the steps from number i on, as far as they go; the number of the one
 * that cannot be fired, or their end. */
static uint32_t fire_steps(const struct net *net, const witness_run *run,
                           uint32_t i, bits_word *m)
{
    while (i < run->len && marking_enabled(net, m, run->at[i]) &&
           marking_unsafe(net, m, run->at[i]) == PLACE_NONE)
        marking_fire(net, m, run->at[i++]);
    return i;
}

/* The whole run, from the beginning; false if it cannot be fired. */
static bool fire_run(const struct net *net, const witness_run *run,
                     bits_word *m)
{
    marking_initial(net, m);
    return fire_steps(net, run, 0, m) == run->len;
}

/* Fires the steps from number from on, or takes them back; false where one is
 * not enabled.  A second token is not to be expected: what is put off marks one
 * place, and that is empty after a run that could be fired. */
static bool fire_from(const struct net *net, bits_word *m, witness_run *run,
                      uint32_t from)
{
    uint32_t i = fire_steps(net, run, from, m);

    if (i == run->len)
        return true;
    while (i-- > from)
        marking_unfire(net, m, run->at[i]);
    vec_cut(run, from);
    return false;
}

/* What steps have put off is fired now if it can be.  The last step comes
 * first: its net has the fewest places. */
static void settle(struct rule_lifter *l, bits_word *m, witness_run *run)
{
    const struct reduction *const reduction = l->reduction;
    mutable_net_ids at = {0};

    for (uint32_t i = reduction->steps.len; i-- > 0;) {
        const struct reduction_step *const step = &reduction->steps.at[i];
        const uint32_t before = run->len;

        if (!rule_rows[step->rule].puts_off)
            continue;
        vec_clear(&at);
        vec_append(&at, &l->at);
        lifter_append(l, step->b, run);
        if (fire_from(reduction->net, m, run, before))
            continue;
        vec_clear(&l->at);
        vec_append(&l->at, &at);
    }
    vec_free(&at);
}

void lift_dead_run(const struct reduction *reduction,
                   const struct mutable_net_map *map, const witness_run *run,
                   witness_run *lifted)
{
    bits_word *m = mem_zero(marking_words(reduction->net), sizeof *m);
    struct rule_lifter l;

    lifter_init(&l, reduction);
    append_run(&l, map, run, lifted);
    if (fire_run(reduction->net, lifted, m))
        settle(&l, m, lifted);
    lifter_finish(&l);
    mem_free(m);
}

uint32_t lift_lasso(const struct reduction *reduction,
                    const struct mutable_net_map *map, const witness_run *run,
                    uint32_t loop, witness_run *lifted)
{
    struct rule_lifter l;
    uint32_t before = loop;

    if (loop == run->len) {
        lift_dead_run(reduction, map, run, lifted);
        return lifted->len;
    }
    ASSERT(!reduction->cycles.len);
    lifter_init(&l, reduction);
    for (uint32_t i = 0; i < run->len; i++) {
        if (i == loop)
            before = lifted->len;
        lifter_append(&l, map->old_trans[run->at[i]], lifted);
    }
    lifter_finish(&l);
    return before;
}

/* --- what trimming may take ----------------------------------------------- */

/* What trimming a run takes: its arcs, and sets of places and transitions. */
static uint64_t cost_of_trimming(const struct net *net, const witness_run *run)
{
    uint64_t cost = marking_words(net) + net_trans_count(net) / 64;

    for (uint32_t i = 0; i < run->len; i++)
        cost += net_pre(net, run->at[i]).len + net_post(net, run->at[i]).len;
    return cost;
}

void lift_budget_init(struct lift_budget *budget, uint64_t most,
                      uint32_t n_runs)
{
    *budget = (struct lift_budget){
        .left = most, .share = most / (n_runs + !n_runs), .n_runs = n_runs};
}

bool lift_budget_take(struct lift_budget *budget, const struct net *net,
                      const witness_run *run)
{
    const uint64_t cost = cost_of_trimming(net, run);
    uint64_t kept;

    ASSERT(budget->n_runs > 0);
    kept = budget->share * --budget->n_runs;
    if (cost > budget->left - kept)
        return false;
    budget->left -= cost;
    return true;
}

/* --- what a run needs ----------------------------------------------------- */

/* Walking backwards: the places whose token, and the visible places whose lack
 * of a token, is still to be explained.  A token that a visible place had once
 * and lost is explained, too, by the step that consumes it. */
struct wanted {
    const struct net *net;
    bits_word *marked, *empty;
};

/* Is the step t, the last one not looked at, wanted?  Then so is what it
 * needs. */
static bool takes_part(struct wanted *w, trans_id t)
{
    const struct net_place_span pre = net_pre(w->net, t);
    const struct net_place_span post = net_post(w->net, t);

    if (!marking_meets(w->marked, post) && !marking_meets(w->empty, pre))
        return false;
    marking_remove_all(w->marked, post);
    marking_remove_all(w->empty, pre);
    marking_add_all(w->marked, net_needs(w->net, t));
    return true;
}

/* Of the run to m, the steps that the visible places depend on. */
static void collect(struct wanted *w, const bits_word *visible,
                    const bits_word *m, const witness_run *run,
                    witness_run *needed)
{
    for (uint32_t i = 0; i < marking_words(w->net); i++) {
        w->marked[i] = visible[i];
        w->empty[i] = visible[i] & ~m[i];
    }
    for (uint32_t i = run->len; i-- > 0;)
        if (takes_part(w, run->at[i]))
            vec_push(needed, run->at[i]);
    ids_reverse(needed->at, needed->len);
}

void lift_trim(const struct net *net, const bits_word *visible,
               witness_run *run)
{
    const uint32_t n_words = marking_words(net);
    struct wanted w = {net, mem_alloc(n_words, sizeof *w.marked),
                       mem_alloc(n_words, sizeof *w.empty)};
    bits_word *const m = mem_alloc(n_words, sizeof *m);
    witness_run needed = {0};

    if (fire_run(net, run, m)) {
        collect(&w, visible, m, run, &needed);
        if (fire_run(net, &needed, m)) {
            const witness_run swap = *run;

            *run = needed;
            needed = swap;
        }
    }
    vec_free(&needed);
    mem_free(m);
    mem_free(w.marked);
    mem_free(w.empty);
}
