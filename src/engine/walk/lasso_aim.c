#include "engine/walk/lasso_walk.h"

#include "base/mem.h"
#include "engine/automaton.h"
#include "question/formula_builder.h"

static bool accepts(const struct buchi *automaton, uint32_t state)
{
    return automaton->strength.at[automaton->component.at[state]] !=
           BUCHI_REJECTING;
}

/* By rounds along the edges, as long as something becomes less. */
static uint32_t *find_distances(const struct buchi *automaton)
{
    const uint32_t n = automaton->n_states;
    uint32_t *const distance = mem_alloc(n + 1, sizeof *distance);
    bool changed = true;

    for (uint32_t q = 0; q < n; q++)
        distance[q] = accepts(automaton, q) ? 0 : n;
    while (changed) {
        changed = false;
        for (uint32_t q = 0; q < n; q++)
            for (uint32_t i = automaton->first.at[q];
                 i < automaton->first.at[q + 1]; i++) {
                const uint32_t to = distance[automaton->edges.at[i].target] + 1;

                if (to < distance[q]) {
                    distance[q] = to;
                    changed = true;
                }
            }
    }
    return distance;
}

void lasso_aim_init(struct lasso_walk_aim *aim, const struct net *net,
                    const struct temporal *temporal, struct watch *watch,
                    struct answer_finding *finding)
{
    aim->temporal = temporal;
    aim->automaton = automaton_of(temporal, &aim->all_sets, watch, finding);
    if (!aim->automaton)
        return;
    aim->distance = find_distances(aim->automaton);
    aim->changes = temporal_changes(temporal, net);
    for (uint32_t i = 0; i < temporal->atoms.len; i++)
        vec_push(&aim->negations, formula_part_negation(temporal->atoms.at[i]));
}

void lasso_aim_finish(struct lasso_walk_aim *aim)
{
    buchi_destroy(aim->automaton);
    mem_free(aim->distance);
    mem_free(aim->changes);
    for (uint32_t i = 0; i < aim->negations.len; i++)
        formula_destroy(aim->negations.at[i]);
    vec_free(&aim->negations);
}
