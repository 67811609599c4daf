#include "engine/state/local_graph.h"

#include "base/mem.h"

#include <limits.h>

/* What it costs to list the steps from a marking, and to fire one. */
enum { EXPAND_COST = 200, LIST_COST = 4, FIRE_COST = 100 };

/* The run to the current marking, backwards. */
static void add_run_to_current(const void *self, witness_run *run)
{
    const struct local_graph *const graph = self;

    for (uint32_t m = graph->current; m; m = graph->parent.at[m])
        vec_push(run, graph->by.at[m]);
}

/* t leads to marking m from `from`. */
static void meet_stored(struct local_graph *graph, uint32_t m, uint32_t from,
                        trans_id t)
{
    if (m < graph->parent.len)
        return;
    vec_push(&graph->parent, from);
    vec_push(&graph->by, t);
    vec_push(&graph->first, 0);
    graph->goals->answer->stats.at[STATE_states]++;
    watch_events(graph->goals->watch, graph->parent.len);
}

void local_graph_init(struct local_graph *graph, struct marking_goals *goals,
                      struct enabled_set *at)
{
    *graph = (struct local_graph){.goals = goals, .at = at};
    markings_init(&graph->markings, goals->problem->net,
                  goals->problem->exclusive);
    whole_step_init(&graph->step, goals, &graph->markings);
    vec_push(&graph->steps, 0); /* no list begins there */
    meet_stored(graph, MARKINGS_INITIAL, 0, TRANS_NONE);
}

void local_graph_finish(struct local_graph *graph)
{
    whole_step_finish(&graph->step);
    markings_finish(&graph->markings);
    vec_free(&graph->parent);
    vec_free(&graph->by);
    vec_free(&graph->first);
    vec_free(&graph->steps);
    *graph = (struct local_graph){0};
}

static void jump(struct local_graph *graph, uint32_t m)
{
    enabled_set_read(graph->at, &graph->markings, m);
    graph->current = m;
}

/* Over the step by which m was met first, if that is from the current marking;
 * or back over such a step. */
static bool step_to(struct local_graph *graph, uint32_t m)
{
    if (m && graph->parent.at[m] == graph->current)
        whole_step_move(&graph->step, graph->at, graph->by.at[m], m, false);
    else if (graph->current && graph->parent.at[graph->current] == m)
        whole_step_move(&graph->step, graph->at, graph->by.at[graph->current],
                        m, true);
    else
        return false;
    graph->current = m;
    return true;
}

/* A marking is read only if it is more than two such steps away: that takes the
 * longer the larger the net is. */
void local_graph_move(struct local_graph *graph, uint32_t m)
{
    const uint32_t above = graph->parent.at[m];

    if (m == graph->current || step_to(graph, m))
        return;
    if (graph->current && graph->parent.at[graph->current] == above) {
        (void)step_to(graph, above);
        (void)step_to(graph, m);
        return;
    }
    jump(graph, m);
}

void local_graph_resume(struct local_graph *graph)
{
    jump(graph, graph->current);
}

uint32_t local_graph_fire(struct local_graph *graph, uint32_t m, trans_id t)
{
    const uint32_t to = whole_step_fire(&graph->step, m, t);

    graph->goals->answer->stats.at[STATE_fired]++;
    if (to < LOCAL_GRAPH_LATER) {
        meet_stored(graph, to, m, t);
        return to;
    }
    graph->goals->watch->reason = STOP_MEMORY;
    return UINT32_MAX;
}

/* Appends the enabled transitions, those with lower ranks first. */
static void list_ranked(struct local_graph *graph, const unsigned char *ranks)
{
    const uint32_t first = graph->steps.len;
    uint32_t at[UCHAR_MAX + 2] = {0}; /* by rank, where the next one goes */
    uint32_t least = UCHAR_MAX, most = 0;

    for (trans_id t = enabled_set_next(graph->at, 0); t != TRANS_NONE;
         t = enabled_set_next(graph->at, t + 1)) {
        least = ranks[t] < least ? ranks[t] : least;
        most = ranks[t] > most ? ranks[t] : most;
        at[ranks[t] + 1]++;
    }
    for (uint32_t rank = least + 1; rank <= most; rank++)
        at[rank] += at[rank - 1];
    vec_fit(&graph->steps, first + graph->at->n_enabled);
    for (trans_id t = enabled_set_next(graph->at, 0); t != TRANS_NONE;
         t = enabled_set_next(graph->at, t + 1))
        graph->steps.at[first + at[ranks[t]]++] = LOCAL_GRAPH_LATER + t;
}

bool local_graph_expand(struct local_graph *graph, uint32_t m,
                        const unsigned char *ranks)
{
    const uint32_t first = graph->steps.len;

    if (graph->first.at[m])
        return true;
    local_graph_move(graph, m);
    if (graph->at->n_enabled >= UINT32_MAX - first) {
        graph->goals->watch->reason = STOP_MEMORY;
        return false;
    }
    vec_push(&graph->steps, graph->at->n_enabled);
    if (ranks && graph->at->n_enabled > 1)
        list_ranked(graph, ranks);
    else
        for (trans_id t = enabled_set_next(graph->at, 0); t != TRANS_NONE;
             t = enabled_set_next(graph->at, t + 1))
            vec_push(&graph->steps, LOCAL_GRAPH_LATER + t);
    graph->first.at[m] = first;
    graph->goals->answer->stats.at[STATE_deadlocks] += !graph->at->n_enabled;
    return !watch_work(graph->goals->watch,
                       EXPAND_COST + LIST_COST * graph->at->n_enabled);
}

uint32_t local_graph_step(struct local_graph *graph, uint32_t m, uint32_t i)
{
    uint32_t *const step = &graph->steps.at[graph->first.at[m] + 1 + i];
    uint32_t to;

    if (*step < LOCAL_GRAPH_LATER)
        return *step;
    graph->goals->add_run = add_run_to_current;
    graph->goals->self = graph;
    local_graph_move(graph, m);
    if (!whole_step_tell(&graph->step, graph->at->marking,
                         *step - LOCAL_GRAPH_LATER))
        return UINT32_MAX;
    to = local_graph_fire(graph, m, *step - LOCAL_GRAPH_LATER);
    if (to == UINT32_MAX)
        return UINT32_MAX;
    *step = to;
    return watch_work(graph->goals->watch, FIRE_COST) ? UINT32_MAX : to;
}
