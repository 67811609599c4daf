#include "reduce/reduce_lift.h"

#include "net/marking.h"

void reduce_lift_run(const struct reduction *reduction,
                     const struct mutable_net_map *map, const witness_run *run,
                     witness_run *lifted)
{
    for (uint32_t i = 0; i < run->len; i++)
        reduction_expand(reduction, map->old_trans[run->at[i]], lifted);
}

/* Fires the run as far as it goes; false if it does not go to its end. */
static bool fire_run(const struct net *net, const witness_run *run,
                     bits_word *m)
{
    marking_initial(net, m);
    for (uint32_t i = 0; i < run->len; i++) {
        if (!marking_enabled(net, m, run->at[i]) ||
            marking_unsafe(net, m, run->at[i]) != PLACE_NONE)
            return false;
        marking_fire(net, m, run->at[i]);
    }
    return true;
}

/* Fires the steps from number from on, or takes them back; false where one is
 * not enabled. */
static bool fire_from(const struct net *net, bits_word *m, witness_run *run,
                      uint32_t from)
{
    uint32_t i = from;

    while (i < run->len && marking_enabled(net, m, run->at[i]) &&
           marking_unsafe(net, m, run->at[i]) == PLACE_NONE)
        marking_fire(net, m, run->at[i++]);
    if (i == run->len)
        return true;
    while (i-- > from)
        marking_unfire(net, m, run->at[i]);
    vec_cut(run, from);
    return false;
}

/* A step PRE has put off its h, which is fired now if it can be.  The last step
 * comes first: its net has the fewest places. */
static void settle(const struct reduction *reduction, bits_word *m,
                   witness_run *run)
{
    for (uint32_t i = reduction->steps.len; i-- > 0;) {
        const struct reduction_step *const step = &reduction->steps.at[i];
        const uint32_t before = run->len;

        if (step->rule != REDUCTION_PRE)
            continue;
        reduction_expand(reduction, step->b, run);
        (void)fire_from(reduction->net, m, run, before);
    }
}

void reduce_lift_settle(const struct reduction *reduction, witness_run *run)
{
    bits_word *m = mem_zero(marking_words(reduction->net), sizeof *m);

    if (fire_run(reduction->net, run, m))
        settle(reduction, m, run);
    mem_free(m);
}
