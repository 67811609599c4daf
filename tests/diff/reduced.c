#include "reduced.h"

#include "base/mem.h"

#include <stdlib.h>

void reduced_init(struct reduced *reduced, const struct net *net,
                  const struct goal *goals, uint32_t n_goals)
{
    int64_t *const values = mem_zero(n_goals, sizeof *values);

    *reduced = (struct reduced){0};
    reduction_keeps_init(&reduced->keeps, net);
    for (uint32_t g = 0; g < n_goals; g++)
        reduction_keeps_add(&reduced->keeps, net, &goals[g]);
    reducer_init(&reduced->work, net, &reduced->keeps, REDUCER_ALL);
    reduced->work.check = true;
    reducer_run(&reduced->work);
    reduced->net = mutable_net_freeze(&reduced->work.net, &reduced->map);
    if (!reduction_goal_translate(&reduced->goals, &reduced->work.reduction,
                                  &reduced->map, goals, n_goals, values))
        abort();
    mem_free(values);
}

void reduced_finish(struct reduced *reduced)
{
    goal_list_free(&reduced->goals);
    net_destroy(reduced->net);
    mutable_net_map_free(&reduced->map);
    reducer_finish(&reduced->work);
    reduction_keeps_finish(&reduced->keeps);
}
