#include "engine/symbolic/candidates.h"

/* So many candidates of some families are found one by one, or fewer where the
 * families can be divided; where they can be divided so often, a diagram is
 * tried first, for so much work. */
enum {
    MOST_SOLVED = 1 << 12,
    MOST_SOLVED_OF_PART = 1 << 9,
    MOST_INPUTS = 6,
    PART_WORK = 1 << 29
};

/* Digits with two values that no step changes: how many there are, and the one
 * that influences most others. */
struct inputs {
    uint32_t n, widest;
};

static struct inputs find_inputs(const struct influences *of)
{
    const struct families *const families = of->families;
    struct inputs inputs = {0};
    uint32_t most = 0;

    for (uint32_t level = 1; level <= of->n_levels; level++) {
        const uint32_t n = of->first[level + 1] - of->first[level];

        if (families->changes[level] || of->low[level] == of->high[level])
            continue;
        inputs.n++;
        if (n >= most) {
            inputs.widest = level;
            most = n;
        }
    }
    return inputs;
}

/* How much is done for a part with so many inputs. */
struct effort {
    uint32_t most; /* candidates one by one */
    uint64_t work; /* for a diagram of them; 0: any */
    bool has_sets; /* is there a diagram? */
};

static struct effort effort_for(const struct sets *sets, uint32_t n_inputs)
{
    const bool divides = n_inputs;

    if (sets->collects) /* for tests on small nets */
        return (struct effort){1, divides && n_inputs <= 2 ? 1 << 11 : 0, true};
    return (struct effort){divides ? MOST_SOLVED_OF_PART : MOST_SOLVED,
                           divides ? PART_WORK : 0,
                           !divides || n_inputs > MOST_INPUTS};
}

/* False: it takes too long; only if the families can be divided. */
static bool find_in_part(const struct influences *of, uint32_t n_inputs,
                         mdd_id *fixed, mdd_id *others)
{
    struct mdd *const d = &of->sets->diagram;
    const struct effort effort = effort_for(of->sets, n_inputs);

    if (!candidate_solver_find(of, effort.most, fixed, others)) {
        if (!effort.has_sets)
            return false;
        if (effort.work)
            mdd_limit(d, effort.work);
        candidate_sets_find(of, fixed, others);
        if (effort.work && !mdd_go_on(d))
            return false;
    }
    *others = candidate_walks_drop(of, *others);
    return true;
}

void candidates_find(const struct influences *influences, mdd_id *fixed,
                     mdd_id *others)
{
    struct sets *const sets = influences->sets;
    const uint32_t n = sets->diagram.kept.len;
    VEC(struct families) parts = {0};

    *fixed = *others = MDD_EMPTY;
    vec_push(&parts, families_part(influences->families, 0, 0));
    while (parts.len) {
        struct families part = vec_pop(&parts);
        struct influences of;
        struct inputs inputs;
        mdd_id more[2];

        (void)influences_init(&of, &part);
        inputs = find_inputs(&of);
        if (find_in_part(&of, inputs.n, &more[0], &more[1])) {
            *fixed = sets_or(sets, *fixed, more[0]);
            *others = sets_or(sets, *others, more[1]);
        } else {
            const uint32_t level = inputs.widest;

            vec_push(&parts, families_part(&part, level, of.low[level]));
            vec_push(&parts, families_part(&part, level, of.high[level]));
        }
        sets_drop(sets, n);
        sets_keep(sets, *fixed);
        sets_keep(sets, *others);
        influences_finish(&of);
        families_finish(&part);
    }
    vec_free(&parts);
}
