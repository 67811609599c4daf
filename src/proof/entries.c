#include "proof/entries.h"

#include "base/mem.h"
#include "proof/goal_clauses.h"

void entries_init(struct entries *entries, const struct net *net)
{
    const uint32_t n_places = net_place_count(net);

    *entries = (struct entries){
        .net = net,
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

void entries_start(struct entries *entries, struct case_proof_span cube)
{
    entries->cube = cube;
    entries->literal = entries->next = 0;
    entries->n_cubes++;
    for (uint32_t i = 0; i < cube.len; i++)
        entries->wanted[cube.at[i].id] = cube.at[i].truth ? 1 : -1;
}

void entries_end(struct entries *entries)
{
    for (uint32_t i = 0; i < entries->cube.len; i++)
        entries->wanted[entries->cube.at[i].id] = 0;
}

/* Those that make the literal true. */
static struct net_trans_span makers(const struct entries *e, uint32_t literal)
{
    const struct case_proof_literal *const at = &e->cube.at[literal];

    return at->truth ? net_producers(e->net, at->id)
                     : net_consumers(e->net, at->id);
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
static void put_literal(struct entries *e, struct clauses *clauses, place_id p,
                        bool marked)
{
    e->used[p] = e->n_clauses;
    clauses_put(clauses, goal_clauses_place(p) + (marked ? 1 : 0));
}

static void put_all(struct entries *e, struct clauses *clauses,
                    struct net_place_span places, bool marked)
{
    for (uint32_t i = 0; i < places.len; i++)
        put_literal(e, clauses, places.at[i], marked);
}

static void put_clause(struct entries *e, struct clauses *clauses, trans_id t)
{
    e->n_clauses++;
    put_all(e, clauses, net_needs(e->net, t), true);
    put_all(e, clauses, net_post(e->net, t), false);
    for (uint32_t i = 0; i < e->cube.len; i++)
        if (e->used[e->cube.at[i].id] != e->n_clauses)
            put_literal(e, clauses, e->cube.at[i].id, e->cube.at[i].truth);
}

bool entries_next(struct entries *entries, struct clauses *clauses)
{
    struct entries *const e = entries;

    for (; e->literal < e->cube.len; e->literal++, e->next = 0) {
        const struct net_trans_span all = makers(e, e->literal);

        while (e->next < all.len) {
            const trans_id t = all.at[e->next++];

            if (e->seen[t] == e->n_cubes)
                continue;
            e->seen[t] = e->n_cubes;
            if (contradicts(e, t))
                continue;
            put_clause(e, clauses, t);
            return true;
        }
    }
    return false;
}
