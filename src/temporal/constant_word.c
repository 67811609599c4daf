#include "temporal/constant_word.h"

/* The states that may be met while the letter is read. */
struct constant_word {
    const struct buchi *buchi;
    uint64_t letter;
    bool *alive; /* by state */
};

/* Does an edge of state q that is read lead to a state of the set that is
 * alive, and belong to one of these acceptance sets (0: to any or none)? */
static bool leads(const struct constant_word *x, uint32_t q, const bool *set,
                  uint64_t sets)
{
    const struct buchi *const buchi = x->buchi;

    for (uint32_t i = buchi->first.at[q]; i < buchi->first.at[q + 1]; i++) {
        const struct buchi_edge *const edge = &buchi->edges.at[i];

        if (buchi_reads(edge, x->letter) && x->alive[edge->target] &&
            set[edge->target] && (!sets || (edge->sets & sets)))
            return true;
    }
    return false;
}

static void reach(struct constant_word *x, uint32_t state)
{
    const struct buchi *const buchi = x->buchi;
    VEC(uint32_t) todo = {0};

    x->alive[state] = true;
    vec_push(&todo, state);
    while (todo.len) {
        const uint32_t q = vec_pop(&todo);

        for (uint32_t i = buchi->first.at[q]; i < buchi->first.at[q + 1]; i++) {
            const struct buchi_edge *const edge = &buchi->edges.at[i];

            if (!buchi_reads(edge, x->letter) || x->alive[edge->target])
                continue;
            x->alive[edge->target] = true;
            vec_push(&todo, edge->target);
        }
    }
    vec_free(&todo);
}

/* Leaves alive the states from which an edge of the sets can come; true if that
 * leaves some out. */
static bool shrink(struct constant_word *x, uint64_t sets)
{
    const uint32_t n = x->buchi->n_states;
    bool *const good = mem_zero(n, sizeof *good);
    bool changed = true, shrank = false;

    for (uint32_t q = 0; q < n; q++)
        good[q] = x->alive[q] && leads(x, q, x->alive, sets);
    while (changed) {
        changed = false;
        for (uint32_t q = 0; q < n; q++)
            if (x->alive[q] && !good[q] && leads(x, q, good, 0))
                changed = good[q] = true;
    }
    for (uint32_t q = 0; q < n; q++) {
        shrank |= x->alive[q] && !good[q];
        x->alive[q] = good[q];
    }
    mem_free(good);
    return shrank;
}

bool constant_word_is_accepted(const struct buchi *buchi, uint32_t state,
                               uint64_t letter)
{
    struct constant_word x = {buchi, letter,
                              mem_zero(buchi->n_states, sizeof *x.alive)};
    bool shrank = true, accepted = false;

    reach(&x, state);
    while (shrank) {
        shrank = shrink(&x, 0);
        for (uint32_t set = 0; set < buchi->n_sets; set++)
            shrank |= shrink(&x, UINT64_C(1) << set);
    }
    for (uint32_t q = 0; q < buchi->n_states; q++)
        accepted |= x.alive[q];
    mem_free(x.alive);
    return accepted;
}
