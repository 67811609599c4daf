#include "engine/reverse/tree_child.h"

/* The first position whose event is greater than e, from `low` on. */
static uint32_t find_end(struct sorted_run *r, event_id e, uint32_t low)
{
    uint32_t high = config_len(&r->c);

    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;

        if (event_order_less(&r->order, config_at(&r->c, middle), e))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Calls visit for the positions in direct conflict with y until it returns
 * true. */
static bool find_direct(struct tree_child *child, event_id y,
                        bool (*visit)(struct tree_child *child, uint32_t pos))
{
    const struct config *const c = &child->r->c;
    const struct es_name name = es_name(c->es, y);

    for (uint32_t i = 0; i < name.n_uses; i++) {
        const cond_id b = name.at[i];
        const uint32_t consumed = config_stack_inst(c, b)->consumed;

        if (consumed != POS_NONE && visit(child, consumed))
            return true;
        for (uint32_t k = i < name.n_consumed ? config_first_reader(c, b)
                                              : CONFIG_NONE;
             k != CONFIG_NONE; k = c->readers.at[k].next) {
            const uint32_t pos = c->readers.at[k].pos;

            if (!config_names_reader(c, y, config_at(c, pos)) &&
                visit(child, pos))
                return true;
        }
    }
    return false;
}

static bool lose(struct tree_child *child, uint32_t pos)
{
    stamp_add(&child->lost, pos);
    return false;
}

/* Is the event at a position in the seed?  It is in direct conflict with some
 * extension, so it is not below `first` for those that matter. */
static bool keeps(struct tree_child *child, uint32_t pos)
{
    return pos < child->end && !tree_child_loses(child, pos);
}

/* Is a cause of the event lost? */
static bool has_lost_cause(const struct tree_child *child, event_id e)
{
    const struct config *const c = &child->r->c;
    const struct es *const es = c->es;
    const struct es_name name = es_name(es, e);

    for (uint32_t i = 0; i < name.n; i++)
        if (tree_child_loses(child, c->position.at[es_name_cause(es, name, i)]))
            return true;
    return false;
}

/* Marks the events of C below e that are in conflict with it. */
static void find_lost(struct tree_child *child)
{
    (void)find_direct(child, child->e, lose);
    for (uint32_t pos = child->first + 1; pos < child->end; pos++)
        if (!tree_child_loses(child, pos) &&
            has_lost_cause(child, config_at(&child->r->c, pos)))
            (void)lose(child, pos);
}

/* Do two extensions use a condition that one of them consumes? */
static bool compete(const struct es *es, event_id a, event_id b)
{
    const struct es_name x = es_name(es, a), y = es_name(es, b);

    for (uint32_t i = 0; i < x.n_uses; i++)
        for (uint32_t j = 0; j < y.n_uses; j++)
            if (x.at[i] == y.at[j] && (i < x.n_consumed || j < y.n_consumed))
                return true;
    return false;
}

/* Would y be chosen by one of the two completions? */
static bool spoils(struct tree_child *child, event_id y, bool passed_over)
{
    if (y == child->e ||
        (!passed_over && !event_order_less(&child->r->order, y, child->e)) ||
        find_direct(child, y, keeps))
        return false;
    return passed_over ||
           (!has_lost_cause(child, y) && !compete(child->r->es, y, child->e));
}

static bool is_spoilt_at(struct tree_child *child, uint32_t pos)
{
    const struct sorted_run *const r = child->r;

    for (event_id y = pages_get(&r->blocked, pos); y;) {
        const struct sorted_run_event is = pages_get(&r->events, y);

        child->n_compared++;
        if (spoils(child, y, is.passed_over))
            return true;
        y = is.next;
    }
    return false;
}

bool tree_child_is(struct tree_child *child, event_id e)
{
    struct sorted_run *const r = child->r;
    const struct sorted_run_event own = pages_get(&r->events, e);

    child->e = e;
    child->first = own.conflict;
    ASSERT(child->first != 0);
    if (own.passed_over)
        return false;
    child->end = find_end(r, e, child->first + 1);
    if (sorted_run_last_passed(r) >= child->end)
        return false;
    stamp_fit(&child->lost, config_len(&r->c));
    stamp_start(&child->lost);
    find_lost(child);
    for (uint32_t pos = child->first; pos < child->end; pos++)
        if (tree_child_loses(child, pos) && is_spoilt_at(child, pos))
            return false;
    return true;
}
