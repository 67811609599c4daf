#include "engine/ic3/exclusive_clauses.h"

#include "base/mem.h"
#include "base/stamp.h"
#include "structure/safety.h"

enum { LARGEST_SET = 300, MOST_PAIRS = 1 << 20 };

/* Pairs looked at, of which several sets may have the same. */
enum { MOST_LOOKED = 1 << 24 };

struct visit {
    const struct exclusive *sets;
    void (*add)(void *self, struct exclusive_pair pair);
    void *self;
    struct stamp visited; /* places that exclude the place at hand */
    uint32_t n_pairs, n_looked;
};

/* The pairs of p with smaller places of the set. */
static void visit_set(struct visit *visit, place_id p, uint32_t i)
{
    const struct net_place_span set = exclusive_set(visit->sets, i);

    for (uint32_t k = 0; k < set.len && set.at[k] < p; k++) {
        const place_id q = set.at[k];

        visit->n_looked++;
        if (stamp_has(&visit->visited, q))
            continue;
        stamp_add(&visit->visited, q);
        visit->n_pairs++;
        visit->add(visit->self, (struct exclusive_pair){q, p, i});
    }
}

void exclusive_clauses_visit(
    const struct exclusive *exclusive, uint32_t n_places,
    void (*add)(void *self, struct exclusive_pair pair), void *self)
{
    struct visit visit = {.sets = exclusive, .add = add, .self = self};
    struct relation by_place;

    exclusive_by_place(exclusive, n_places, &by_place);
    stamp_fit(&visit.visited, n_places);
    for (place_id p = 0; p < n_places; p++) {
        stamp_start(&visit.visited);
        for (uint32_t k = by_place.start[p]; k < by_place.start[p + 1]; k++)
            if (exclusive_set(exclusive, by_place.at[k]).len <= LARGEST_SET &&
                visit.n_pairs < MOST_PAIRS && visit.n_looked < MOST_LOOKED)
                visit_set(&visit, p, by_place.at[k]);
    }
    relation_finish(&by_place);
    stamp_finish(&visit.visited);
}

/* No transition adds to the tokens of the set, so not both are marked. */
static void weigh(struct net_place_span set, place_id p, place_id q,
                  struct farkas *farkas)
{
    farkas_clear(farkas);
    vec_push(&farkas->marked, p);
    vec_push(&farkas->marked, q);
    for (uint32_t i = 0; i < set.len; i++)
        vec_push(&farkas->weights, ((struct formula_term){set.at[i], 1}));
}

void exclusive_clauses_reason(const struct exclusive *certified,
                              struct exclusive_pair pair, struct farkas *farkas)
{
    const uint32_t vector = certified->vectors.at[pair.set];

    weigh(exclusive_set(certified, pair.set), pair.p, pair.q, farkas);
    if (vector != EXCLUSIVE_NONE) {
        vec_clear(&farkas->weights);
        farkas->vector = 1 + vector;
    }
}

static void certify(const struct net *net, const struct exclusive *exclusive,
                    bool by_vectors, struct exclusive *certified)
{
    const net_place_lists none = {0};
    struct farkas farkas = {0};
    struct farkas_check check;

    farkas_check_init(&check, net, NULL, &none);
    for (uint32_t i = 0; i < exclusive_count(exclusive); i++) {
        const struct net_place_span set = exclusive_set(exclusive, i);
        const uint32_t vector =
            by_vectors ? exclusive->vectors.at[i] : EXCLUSIVE_NONE;

        if (set.len < 2)
            continue;
        weigh(set, set.at[0], set.at[1], &farkas);
        if (vector != EXCLUSIVE_NONE || farkas_refutes(&check, &farkas, NULL))
            exclusive_add(certified, set.at, set.len, vector);
    }
    farkas_finish(&farkas);
    farkas_check_finish(&check);
}

void exclusive_clauses_find(const struct engine_problem *problem,
                            bool by_vectors, struct exclusive *found)
{
    struct exclusive sets = {0};

    if (problem->exclusive)
        exclusive_append(&sets, problem->exclusive);
    safety_find_exclusive(problem->net, false, &sets);
    if (problem->output.proof)
        certify(problem->net, &sets, by_vectors, found);
    else
        exclusive_append(found, &sets);
    exclusive_finish(&sets);
}

void exclusive_clauses_add_traps(const struct net *net,
                                 const struct exclusive *exclusive,
                                 net_place_lists *traps)
{
    struct farkas_check check;

    farkas_check_init(&check, net, NULL, traps);
    for (uint32_t i = 0; i < exclusive_count(exclusive); i++) {
        const struct net_place_span set = exclusive_set(exclusive, i);

        if (!farkas_is_trap(&check, set))
            continue;
        vec_append(&traps->all, &set);
        vecs_close(traps);
    }
    farkas_check_finish(&check);
}
