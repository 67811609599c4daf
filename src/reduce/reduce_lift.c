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

/* Queues the transitions that a new token on p may have enabled. */
static void queue_users(const struct net *net, place_id p, witness_run *queue)
{
    const struct net_trans_span consumers = net_consumers(net, p);
    const struct net_trans_span readers = net_readers(net, p);

    for (uint32_t i = 0; i < consumers.len; i++)
        vec_push(queue, consumers.at[i]);
    for (uint32_t i = 0; i < readers.len; i++)
        vec_push(queue, readers.at[i]);
}

/* PRE puts off what one transition of a reduced net stands for, at each of its
 * steps once. */
enum { MOST_FOR_A_STEP = 1024 };

static void settle(const struct reduction *reduction, bits_word *m,
                   witness_run *run)
{
    const struct net *const net = reduction->net;
    uint64_t left = (uint64_t)reduction->steps.len * MOST_FOR_A_STEP;
    witness_run queue = {0};

    for (trans_id t = 0; t < net_trans_count(net); t++)
        vec_push(&queue, t);
    while (queue.len && left) {
        const trans_id t = vec_pop(&queue);

        if (!marking_enabled(net, m, t))
            continue;
        if (marking_unsafe(net, m, t) != PLACE_NONE)
            break;
        marking_fire(net, m, t);
        vec_push(run, t);
        left--;
        for (uint32_t i = 0; i < net_post(net, t).len; i++)
            queue_users(net, net_post(net, t).at[i], &queue);
        vec_push(&queue, t); /* it may have been neutral */
    }
    vec_free(&queue);
}

void reduce_lift_settle(const struct reduction *reduction, witness_run *run)
{
    bits_word *m = mem_zero(marking_words(reduction->net), sizeof *m);

    if (fire_run(reduction->net, run, m))
        settle(reduction, m, run);
    mem_free(m);
}
