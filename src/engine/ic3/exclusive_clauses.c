#include "engine/ic3/exclusive_clauses.h"

#include "base/mem.h"
#include "base/stamp.h"
#include "engine/ic3/frames.h"

enum { LARGEST_SET = 300, MOST_PAIRS = 1 << 20 };

/* Pairs looked at, of which several sets may have the same. */
enum { MOST_LOOKED = 1 << 24 };

struct visit {
    const struct exclusive *sets;
    void (*add)(void *self, const int clause[2], uint32_t set);
    void *self;
    uint32_t *at, *from;  /* the sets of place p: at[from[p] .. from[p + 1]] */
    struct stamp visited; /* places that exclude the place at hand */
    uint32_t n_pairs, n_looked;
};

static bool is_large(struct net_place_span set)
{
    return set.len > LARGEST_SET;
}

/* Fills at and from; returns the number of places. */
static uint32_t list_sets(struct visit *visit)
{
    const struct exclusive *const sets = visit->sets;
    uint32_t n_places = 0;

    for (uint32_t i = 0; i < sets->places.len; i++)
        if (sets->places.at[i] >= n_places)
            n_places = sets->places.at[i] + 1;
    visit->at = mem_alloc(sets->places.len, sizeof *visit->at);
    visit->from = mem_zero((size_t)n_places + 2, sizeof *visit->from);
    for (uint32_t i = 0; i < sets->places.len; i++)
        visit->from[sets->places.at[i] + 2]++;
    for (place_id p = 0; p < n_places; p++)
        visit->from[p + 2] += visit->from[p + 1];
    for (uint32_t i = 0; i < exclusive_count(sets); i++) {
        const struct net_place_span set = exclusive_set(sets, i);

        for (uint32_t k = 0; k < set.len; k++)
            visit->at[visit->from[set.at[k] + 1]++] = i;
    }
    return n_places;
}

/* The pairs of p with smaller places of the set. */
static void visit_set(struct visit *visit, place_id p, uint32_t i)
{
    const struct net_place_span set = exclusive_set(visit->sets, i);

    for (uint32_t k = 0; k < set.len && set.at[k] < p; k++) {
        const place_id q = set.at[k];
        const int clause[] = {frames_literal(q, false),
                              frames_literal(p, false)};

        visit->n_looked++;
        if (stamp_has(&visit->visited, q))
            continue;
        stamp_add(&visit->visited, q);
        visit->n_pairs++;
        visit->add(visit->self, clause, i);
    }
}

void exclusive_clauses_visit(const struct exclusive *exclusive,
                             void (*add)(void *self, const int clause[2],
                                         uint32_t set),
                             void *self)
{
    struct visit visit = {.sets = exclusive, .add = add, .self = self};
    uint32_t n_places;

    if (!exclusive)
        return;
    n_places = list_sets(&visit);
    stamp_fit(&visit.visited, n_places);
    for (place_id p = 0; p < n_places; p++) {
        stamp_start(&visit.visited);
        for (uint32_t k = visit.from[p]; k < visit.from[p + 1]; k++)
            if (!is_large(exclusive_set(exclusive, visit.at[k])) &&
                visit.n_pairs < MOST_PAIRS && visit.n_looked < MOST_LOOKED)
                visit_set(&visit, p, visit.at[k]);
    }
    mem_free(visit.at);
    mem_free(visit.from);
    stamp_finish(&visit.visited);
}

void exclusive_clauses_reason(const struct exclusive *certified, uint32_t set,
                              const int clause[2], struct farkas *farkas)
{
    const struct net_place_span places = exclusive_set(certified, set);

    farkas_clear(farkas);
    for (uint32_t i = 0; i < 2; i++)
        vec_push(&farkas->marked, frames_place(clause[i]));
    for (uint32_t i = 0; i < places.len; i++) {
        const struct formula_term term = {places.at[i], 1};

        vec_push(&farkas->weights, term);
    }
}

void exclusive_clauses_certify(const struct net *net,
                               const struct exclusive *exclusive,
                               struct exclusive *certified)
{
    const struct farkas_traps none = {0};
    struct farkas farkas = {0};
    struct farkas_check check;

    farkas_check_init(&check, net, NULL, &none);
    for (uint32_t i = 0; exclusive && i < exclusive_count(exclusive); i++) {
        const struct net_place_span set = exclusive_set(exclusive, i);

        if (set.len < 2)
            continue;

        const int clause[] = {frames_literal(set.at[0], false),
                              frames_literal(set.at[1], false)};

        exclusive_clauses_reason(exclusive, i, clause, &farkas);
        if (farkas_refutes(&check, &farkas, NULL))
            exclusive_add(certified, set.at, set.len);
    }
    farkas_finish(&farkas);
    farkas_check_finish(&check);
}

void exclusive_clauses_add_traps(const struct net *net,
                                 const struct exclusive *exclusive,
                                 struct farkas_traps *traps)
{
    struct farkas_check check;

    farkas_check_init(&check, net, NULL, traps);
    for (uint32_t i = 0; i < exclusive_count(exclusive); i++) {
        const struct net_place_span set = exclusive_set(exclusive, i);

        if (!farkas_is_trap(&check, set))
            continue;
        vec_append(&traps->places, &set);
        vec_push(&traps->ends, traps->places.len);
    }
    farkas_check_finish(&check);
}
