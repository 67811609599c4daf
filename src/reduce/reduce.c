#include "reduce/reduce.h"

/* Sets of the rules that are wanted and suit the questions. */
struct looks {
    bits_word net, again, node[RULE_QUEUES];
    bits_word hidden; /* no look at a visible place */
};

static struct looks looks_of(const struct reducer *r)
{
    struct looks looks = {0};

    for (uint32_t i = 0; i < REDUCTION_RULES; i++) {
        const struct rule_row *const row = &rule_rows[i];
        const bits_word rule = (bits_word)1 << i;

        if (!(r->rules & rule) ||
            !reduction_rule_suits((enum reduction_rule)i, r->keeps))
            continue;
        looks.net |= row->net ? rule : 0;
        looks.again |= row->again ? rule : 0;
        for (uint32_t q = 0; q < RULE_QUEUES; q++)
            looks.node[q] |= row->node[q] ? rule : 0;
        looks.hidden |= reduction_rule_rows[i].hidden ? rule : 0;
    }
    return looks;
}

static bool look_at_net(struct reducer *r, bits_word rules)
{
    bool found = false;

    for (; rules; rules &= rules - 1)
        found |= rule_rows[bits_lowest(rules)].net(r);
    return found;
}

static bool is_place(enum rule_queue q)
{
    return q == RULE_PLACES || q == RULE_LATE_PLACES;
}

static bool look_at_node(struct reducer *r, const struct looks *looks,
                         enum rule_queue q, uint32_t id)
{
    bits_word rules = looks->node[q];

    if (is_place(q) && reducer_is_visible(r, id))
        rules &= ~looks->hidden;
    for (; rules; rules &= rules - 1)
        if (rule_rows[bits_lowest(rules)].node[q](r, id))
            return true;
    return false;
}

/* The queues may hold nodes that are gone. */
static void look_next(struct reducer *r, const struct looks *looks,
                      enum rule_queue q)
{
    const uint32_t id = reducer_dequeue(&r->queues[q]);
    bool found;

    if (!(is_place(q) ? mutable_net_has_place(&r->net, id)
                      : mutable_net_has_trans(&r->net, id)))
        return;
    found = look_at_node(r, looks, q, id);
    if (q < RULE_LATE_PLACES)
        reducer_enqueue(&r->queues[found ? q : q + RULE_LATE_PLACES], id);
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
static bool work_off(struct reducer *r, const struct looks *looks)
{
    uint32_t q = 0;

    while (q < RULE_QUEUES) {
        if (is_stopped(r))
            return false;
        for (q = 0; q < RULE_QUEUES && reducer_is_done(&r->queues[q]);)
            q++;
        if (q < RULE_QUEUES)
            look_next(r, looks, (enum rule_queue)q);
    }
    return true;
}

void reduce_run(struct reducer *r)
{
    const struct looks looks = looks_of(r);

    (void)rule_rows[REDUCTION_OVERFLOW].net(r);
    if (r->net.n_overflows)
        return;
    (void)look_at_net(r, looks.net);
    for (place_id p = 0; p < r->net.n_places; p++)
        reducer_enqueue(&r->queues[RULE_PLACES], p);
    for (trans_id t = 0; t < r->net.n_transitions; t++)
        reducer_enqueue(&r->queues[RULE_TRANSITIONS], t);
    /* What is left may be looked at again.  Such a look takes in the whole net,
     * so this is done a fixed number of times. */
    for (uint32_t i = 0;
         work_off(r, &looks) && i < 3 && look_at_net(r, looks.again); i++)
        continue;
}
