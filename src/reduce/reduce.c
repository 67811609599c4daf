#include "reduce/reduce.h"

#include "reduce/rule_agglomerate.h"
#include "reduce/rule_cycle.h"
#include "reduce/rule_dead.h"
#include "reduce/rule_dominated.h"
#include "reduce/rule_implied.h"
#include "reduce/rule_neutral.h"
#include "reduce/rule_redundant.h"
#include "reduce/rule_slice.h"

/* The queues may hold nodes that are gone. */

static bool look_at_place(struct reducer *r, place_id p)
{
    return rule_dead_place(r, p) || rule_dead_constant(r, p) ||
           rule_redundant_sink(r, p) || rule_redundant_place(r, p) ||
           rule_agglomerate_post(r, p) || rule_agglomerate_pre(r, p);
}

static bool look_at_trans(struct reducer *r, trans_id t)
{
    return rule_dominated_try(r, t) || rule_neutral_try(r, t) ||
           rule_redundant_read(r, t);
}

static void look_next_place(struct reducer *r)
{
    const place_id p = reducer_dequeue(&r->places);

    if (!mutable_net_has_place(&r->net, p))
        return;
    reducer_enqueue(look_at_place(r, p) ? &r->places : &r->late_places, p);
}

static void look_next_trans(struct reducer *r)
{
    const trans_id t = reducer_dequeue(&r->transitions);

    if (!mutable_net_has_trans(&r->net, t))
        return;
    reducer_enqueue(
        look_at_trans(r, t) ? &r->transitions : &r->late_transitions, t);
}

/* A search for a set of places takes longer than other looks. */
static void look_late_place(struct reducer *r)
{
    const place_id p = reducer_dequeue(&r->late_places);

    if (mutable_net_has_place(&r->net, p))
        (void)rule_implied_try(r, p);
}

/* Merging a cycle leaves a place that is read, where agglomeration stops. */
static void look_late_trans(struct reducer *r)
{
    const trans_id t = reducer_dequeue(&r->late_transitions);

    if (mutable_net_has_trans(&r->net, t))
        (void)rule_cycle_try(r, t);
}

/* After so many looks at nodes r->stop() is asked. */
enum { LOOKS = 256 };

static bool is_stopped(struct reducer *r)
{
    if (!r->stop || ++r->looks < LOOKS)
        return false;
    r->looks = 0;
    return r->stop(r->stop_self);
}

/* Places come first: their rules remove more.  False when it was stopped. */
static bool work_off(struct reducer *r)
{
    while (!is_stopped(r))
        if (!reducer_is_done(&r->places))
            look_next_place(r);
        else if (!reducer_is_done(&r->transitions))
            look_next_trans(r);
        else if (!reducer_is_done(&r->late_places))
            look_late_place(r);
        else if (!reducer_is_done(&r->late_transitions))
            look_late_trans(r);
        else
            return true;
    return false;
}

void reduce_run(struct reducer *r)
{
    (void)rule_dead_overflow(r);
    if (r->net.n_overflows)
        return;
    (void)rule_dead_places(r);
    (void)rule_slice_try(r);
    for (place_id p = 0; p < r->net.n_places; p++)
        reducer_enqueue(&r->places, p);
    for (trans_id t = 0; t < r->net.n_transitions; t++)
        reducer_enqueue(&r->transitions, t);
    /* What is left may be cut again.  The slice looks at the whole net, so this
     * is done a fixed number of times. */
    for (uint32_t i = 0; work_off(r) && i < 3 && rule_slice_try(r); i++)
        continue;
}
