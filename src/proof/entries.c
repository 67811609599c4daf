#include "proof/entries.h"

#include "base/mem.h"
#include "proof/goal_clauses.h"

void entries_init(struct entries *entries, const struct net *net,
                  struct clauses *clauses, bool (*look)(void *self), void *self)
{
    const uint32_t n_places = net_place_count(net);

    *entries = (struct entries){
        .net = net,
        .clauses = clauses,
        .look = look,
        .self = self,
        .wanted = mem_zero(n_places, 1),
        .seen = mem_zero(net_trans_count(net), sizeof *entries->seen),
        .used = mem_zero(n_places, sizeof *entries->used),
    };
}

void entries_finish(struct entries *entries)
{
    mem_free(entries->wanted);
    mem_free(entries->seen);
    mem_free(entries->used);
    *entries = (struct entries){0};
}

static bool has(const struct entries *e, struct net_place_span places,
                int wanted)
{
    for (uint32_t i = 0; i < places.len; i++)
        if (e->wanted[places.at[i]] == wanted)
            return true;
    return false;
}

/* Does t lead to no marking of the cube, wherever it fires? */
static bool contradicts(const struct entries *e, trans_id t)
{
    return has(e, net_pre(e->net, t), 1) || has(e, net_post(e->net, t), -1) ||
           has(e, net_read(e->net, t), -1);
}

/* The opposite of the literal that p is marked, or empty. */
static void put_literal(struct entries *e, place_id p, bool marked)
{
    e->used[p] = e->n_clauses;
    clauses_put(e->clauses, goal_clauses_place(p) + (marked ? 1 : 0));
}

static void put_all(struct entries *e, struct net_place_span places,
                    bool marked)
{
    for (uint32_t i = 0; i < places.len; i++)
        put_literal(e, places.at[i], marked);
}

static bool visit_step(struct entries *e, struct case_proof_span cube,
                       trans_id t)
{
    bool good;

    if (e->seen[t] == e->n_cubes)
        return true;
    e->seen[t] = e->n_cubes;
    if (contradicts(e, t))
        return true;
    e->n_clauses++;
    put_all(e, net_needs(e->net, t), true);
    put_all(e, net_post(e->net, t), false);
    for (uint32_t i = 0; i < cube.len; i++)
        if (e->used[cube.at[i].id] != e->n_clauses)
            put_literal(e, cube.at[i].id, cube.at[i].truth);
    good = e->look(e->self);
    clauses_drop(e->clauses);
    return good;
}

bool entries_visit(struct entries *entries, struct case_proof_span cube)
{
    struct entries *const e = entries;
    bool good = true;

    e->n_cubes++;
    for (uint32_t i = 0; i < cube.len; i++)
        e->wanted[cube.at[i].id] = cube.at[i].truth ? 1 : -1;
    for (uint32_t i = 0; i < cube.len && good; i++) {
        const struct net_trans_span makers =
            cube.at[i].truth ? net_producers(e->net, cube.at[i].id)
                             : net_consumers(e->net, cube.at[i].id);

        for (uint32_t k = 0; k < makers.len && good; k++)
            good = visit_step(e, cube, makers.at[k]);
    }
    for (uint32_t i = 0; i < cube.len; i++)
        e->wanted[cube.at[i].id] = 0;
    return good;
}
