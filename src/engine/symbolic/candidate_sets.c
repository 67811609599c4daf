#include "engine/symbolic/candidates.h"

/* So many passes over all digits candidates take at a time, and so often. */
enum { PASSES = 8, ROUNDS = 16 };

struct candidate_sets {
    const struct influences *of;
    struct sets *sets;
    uint32_t every; /* where the markings that enable a step are kept, by rank;
                       and those that enable one that is not left out: */
    uint32_t strict;
    mdd_id fixed; /* markings that enable nothing: kept */
};

/* All markings, of any reachable values, that enable the step: a node a level.
 * need is scratch, all UINT32_MAX. */
static mdd_id cube_of(const struct candidate_sets *candidates,
                      const struct influences_step *step, uint32_t *need)
{
    const struct effects_change *const changes =
        candidates->sets->steps.changes.at.at;
    mdd_id cube;

    for (uint32_t c = step->change; c != EFFECTS_END; c = changes[c].next)
        need[changes[c].level] = changes[c].from;
    cube = families_all(candidates->of->families, need);
    for (uint32_t c = step->change; c != EFFECTS_END; c = changes[c].next)
        need[changes[c].level] = UINT32_MAX;
    candidates->sets->diagram.work += candidates->of->n_levels;
    return cube;
}

/* All markings that enable a step of this rank, if `all`, or one that is not
 * left out. */
static mdd_id enabled_of(const struct candidate_sets *candidates, uint32_t rank,
                         bool all)
{
    const struct influences *const of = candidates->of;
    uint32_t *const need = mem_none((size_t)of->n_levels + 1);
    mdd_id found = MDD_EMPTY;

    for (uint32_t i = of->of_rank[rank];
         i < of->of_rank[rank + 1] && !mdd_spend(&candidates->sets->diagram);
         i++)
        if (all || !of->steps.at[i].is_left_out)
            found = sets_or(candidates->sets, found,
                            cube_of(candidates, &of->steps.at[i], need));
    mem_free(need);
    return found;
}

/* Each marking of the set with a step of the level of this rank takes it; of
 * those that are not left out, if `settles`. */
static mdd_id step_level(struct candidate_sets *candidates, mdd_id set,
                         uint32_t rank, bool settles)
{
    struct sets *const sets = candidates->sets;
    const struct influences *const of = candidates->of;
    const uint32_t n = sets->diagram.kept.len;
    const uint32_t enabled =
        rank + (settles ? candidates->strict : candidates->every);
    mdd_id moved = MDD_EMPTY;

    for (uint32_t i = of->of_rank[rank]; i < of->of_rank[rank + 1]; i++) {
        const struct influences_step *const step = &of->steps.at[i];
        mdd_id after;

        if (settles && step->is_left_out)
            continue;
        sets_drop(sets, n);
        sets_keep(sets, set);
        sets_keep(sets, moved);
        after = images_step(&sets->steps, step->change, set);
        moved = sets_or(sets, moved, after);
    }
    sets_drop(sets, n);
    return sets_or(sets, moved,
                   sets_less(sets, set, sets->diagram.kept.at[enabled]));
}

/* Each marking takes a step of one level after the other, as long as they
 * change: those of a terminal component stay in it. */
static mdd_id pass(struct candidate_sets *candidates, mdd_id set, bool settles)
{
    const uint32_t n = candidates->of->n_levels;
    mdd_id before[2] = {MDD_EMPTY, MDD_EMPTY}; /* one pass, and two */

    for (uint32_t i = 0; set && set != before[1] && i < PASSES; i++) {
        before[1] = before[0];
        before[0] = set;
        for (uint32_t rank = 0; rank <= n; rank++)
            set = step_level(candidates, set, i % 2 ? n - rank : rank, settles);
    }
    return sets_less(candidates->sets, set, candidates->fixed);
}

/* All candidates at once, until one of each family is left, or they meet no
 * more. */
static mdd_id step_on(struct candidate_sets *candidates, mdd_id set)
{
    mdd_id before[2] = {MDD_EMPTY, MDD_EMPTY};

    for (uint32_t round = 0;
         set && set != before[0] && set != before[1] && round < ROUNDS &&
         set != families_pick(candidates->of->families, set) &&
         !mdd_spend(&candidates->sets->diagram);
         round++) {
        before[1] = before[0];
        before[0] = set;
        set = pass(candidates, pass(candidates, set, false), true);
    }
    return set;
}

/* Keeps what each rank has of markings that enable a step, and returns where.
 */
static uint32_t keep_enabled(struct candidate_sets *candidates, bool all)
{
    const uint32_t n = candidates->sets->diagram.kept.len;

    for (uint32_t rank = 0; rank <= candidates->of->n_levels; rank++)
        sets_keep(candidates->sets, enabled_of(candidates, rank, all));
    return n;
}

void candidate_sets_find(const struct influences *influences, mdd_id *fixed,
                         mdd_id *others)
{
    struct sets *const sets = influences->sets;
    const uint32_t n = sets->diagram.kept.len;
    struct candidate_sets candidates = {.of = influences, .sets = sets};
    mdd_id set =
        sets_and(sets, sets->all, families_all(influences->families, NULL));

    candidates.every = keep_enabled(&candidates, true);
    candidates.strict = keep_enabled(&candidates, false);
    for (uint32_t rank = 0; rank <= influences->n_levels; rank++)
        set = sets_less(sets, set,
                        sets->diagram.kept.at[candidates.strict + rank]);
    candidates.fixed = set;
    for (uint32_t rank = 0; rank <= influences->n_levels; rank++)
        candidates.fixed =
            sets_less(sets, candidates.fixed,
                      sets->diagram.kept.at[candidates.every + rank]);
    sets_keep(sets, candidates.fixed);
    *others = step_on(&candidates, sets_less(sets, set, candidates.fixed));
    *fixed = candidates.fixed;
    sets_drop(sets, n);
}
