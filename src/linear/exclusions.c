#include "linear/exclusions.h"

#include "linear/frames.h"

enum { LARGEST_SET = 300, MOST_PAIRS = 1 << 20 };

static void visit_pairs(struct net_place_span set, uint32_t i,
                        void (*add)(void *self, const int clause[2],
                                    uint32_t set),
                        void *self)
{
    for (uint32_t a = 1; a < set.len; a++)
        for (uint32_t b = 0; b < a; b++) {
            const int clause[] = {frames_literal(set.at[b], false),
                                  frames_literal(set.at[a], false)};

            add(self, clause, i);
        }
}

void exclusions_visit(const struct exclusive *exclusive,
                      void (*add)(void *self, const int clause[2],
                                  uint32_t set),
                      void *self)
{
    uint32_t n_pairs = 0;

    for (uint32_t i = 0; exclusive && i < exclusive_count(exclusive); i++) {
        const struct net_place_span set = exclusive_set(exclusive, i);

        if (set.len > LARGEST_SET)
            continue;
        n_pairs += set.len * (set.len - 1) / 2;
        if (n_pairs > MOST_PAIRS)
            return;
        visit_pairs(set, i, add, self);
    }
}

void exclusions_reason(const struct exclusive *certified, uint32_t set,
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

void exclusions_certify(const struct net *net,
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

        exclusions_reason(exclusive, i, clause, &farkas);
        if (farkas_refutes(&check, &farkas, NULL))
            exclusive_add(certified, set.at, set.len);
    }
    farkas_finish(&farkas);
    farkas_check_finish(&check);
}
