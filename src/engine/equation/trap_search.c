#include "engine/equation/equation_run.h"
#include "proof/goal_clauses.h"
#include "structure/disjunction.h"
#include "structure/traps.h"

/* The cost of a search for the largest trap, and of the clauses about the net,
 * for each node and arc; of a place of a small trap, and of such a place for
 * each solution (watch.h). */
enum {
    COST_OF_TRAP = 4,
    COST_OF_NET = 100,
    COST_OF_PLACE = 40,
    COST_OF_LITERAL = 4
};

/* How many times as large as the net the traps of a solution may be. */
enum { MOST_PLACES = 32 };

/* A search, which can go on.  It does not move. */
struct trap_search {
    struct equation_run *run;
    struct skeleton skeleton;
    /* of run->always, of the question and of what is refuted, that the skeleton
     * has */
    uint32_t n_always, n_traps, n_refuted;
    struct traps traps;
    net_place_list trap; /* scratch */
};

/* --- what is known -------------------------------------------------------- */

/* At most one place of the set is marked, if a place of it was not covered. */
static void cover(struct trap_search *search, struct net_place_span set,
                  bool *covered)
{
    bool covers = false;

    for (uint32_t k = 0; k < set.len; k++) {
        covers |= !covered[set.at[k]];
        covered[set.at[k]] = true;
    }
    if (covers)
        skeleton_exclude_set(&search->skeleton, set);
}

/* Sets that cover the places, as small as possible: those of which some place
 * is always marked, such as state machines, then others.  Of all others, pairs
 * are excluded as solutions mark them. */
static void exclude_sets(struct trap_search *search)
{
    const struct net *const net = search->run->problem->net;
    const struct exclusive *const sets = &search->run->exclusive;
    const uint32_t n = net_place_count(net);
    uint32_t *const sizes = mem_alloc(exclusive_count(sets), sizeof *sizes);
    struct relation sorted;
    bool *const covered = mem_zero(n, sizeof *covered);
    struct farkas_check check;

    for (uint32_t i = 0; i < exclusive_count(sets); i++)
        sizes[i] = exclusive_set(sets, i).len;
    relation_init_keys(&sorted, n + 1, sizes, exclusive_count(sets));
    farkas_check_init(&check, net, NULL, &search->run->always);
    for (uint32_t i = 0; i < 2 * exclusive_count(sets); i++) {
        const bool first = i < exclusive_count(sets);
        const struct net_place_span set =
            exclusive_set(sets, sorted.at[i % exclusive_count(sets)]);

        if (!first || farkas_is_trap(&check, set))
            cover(search, set, covered);
    }
    farkas_check_finish(&check);
    relation_finish(&sorted);
    mem_free(sizes);
    mem_free(covered);
}

/* No part of the disjunction holds that the sets refute. */
static void exclude_parts(struct trap_search *search,
                          const struct formula *formula)
{
    const struct net *const net = search->run->problem->net;
    disjunction_parts refuted = {0};

    disjunction_refute(net, formula, &search->run->exclusive, &refuted);
    for (uint32_t i = 0; i < refuted.len; i++) {
        skeleton_put(&search->skeleton,
                     goal_clauses_node(net, refuted.at[i].node) + 1);
        skeleton_put(&search->skeleton, GOAL_CLAUSES_END);
    }
    vec_free(&refuted);
}

static void begin(struct equation_run *run, struct equation_run_question *open)
{
    const struct net *const net = run->problem->net;
    struct trap_search *const search = mem_zero(1, sizeof *search);

    search->run = run;
    traps_init(&search->traps, net);
    skeleton_init(&search->skeleton, net, open->goal, SKELETON_MANY_FIRST,
                  &run->watch, NULL);
    exclude_sets(search);
    if (disjunction_is_large(open->goal))
        exclude_parts(search, open->goal->formula);
    open->marked = search;
}

/* What has been shown since the last turn. */
static void tell(struct trap_search *search,
                 const struct equation_run_question *open)
{
    const struct equation_run *const run = search->run;

    skeleton_demand(&search->skeleton, &run->always, &search->n_always);
    skeleton_demand(&search->skeleton, program_search_traps(run, open),
                    &search->n_traps);
    while (search->n_refuted < open->refuted.len)
        skeleton_exclude(&search->skeleton,
                         &open->refuted.at[search->n_refuted++]);
}

void trap_search_drop(struct equation_run_question *open)
{
    struct trap_search *const search = open->marked;

    if (!search)
        return;
    skeleton_finish(&search->skeleton);
    traps_finish(&search->traps);
    vec_free(&search->trap);
    mem_free(search);
    open->marked = NULL;
}

/* --- what contradicts a solution ------------------------------------------ */

/* The solution, whose use ends with the next clause. */
static void read_solution(struct trap_search *search)
{
    const uint32_t n = net_place_count(search->run->problem->net);

    for (place_id p = 0; p < n; p++)
        search->traps.in[p] = !skeleton_marked(&search->skeleton, p);
}

/* Places of a set are not marked at once; the reason is kept for the proof. */
static void exclude_pair(struct trap_search *search,
                         struct equation_run_question *open,
                         struct exclusive_pair pair)
{
    const int clause[] = {frames_literal(pair.p, false),
                          frames_literal(pair.q, false)};
    struct farkas reason = {0};

    skeleton_clause(&search->skeleton, clause, 2);
    if (!search->run->problem->output.proof)
        return;
    exclusive_clauses_reason(&search->run->exclusive, pair, &reason);
    open->size += case_builder_size(&reason);
    vec_push(&open->refuted, reason);
}

/* Excludes that the first marked place of a set and the others are marked;
 * false: there are no others. */
static bool exclude_pairs(struct trap_search *search,
                          struct equation_run_question *open)
{
    const struct exclusive *const sets = &search->run->exclusive;
    bool excluded = false;

    for (uint32_t i = 0; i < exclusive_count(sets); i++) {
        const struct net_place_span set = exclusive_set(sets, i);
        place_id first = PLACE_NONE;

        for (uint32_t k = 0; k < set.len; k++) {
            if (search->traps.in[set.at[k]])
                continue;
            if (first != PLACE_NONE) {
                exclude_pair(search, open,
                             (struct exclusive_pair){first, set.at[k], i});
                excluded = true;
            } else {
                first = set.at[k];
            }
        }
    }
    return excluded;
}

/* Appends a small trap with p. */
static void keep_trap(struct trap_search *search, place_id p)
{
    net_place_lists *const always = &search->run->always;

    traps_choose(&search->traps, p, &search->trap);
    vec_append(&always->all, &search->trap);
    vecs_close(always);
    search->run->answer->stats.at[EQUATION_traps]++;
}

/* Demands that traps are marked which the solution leaves empty: one for each
 * place that is marked initially, as solutions go round a trap alone; false:
 * there is none. */
static bool demand_traps(struct trap_search *search)
{
    const struct net *const net = search->run->problem->net;
    const uint32_t n = net_place_count(net);
    net_place_lists *const always = &search->run->always;
    const uint32_t before = always->all.len, most = MOST_PLACES * n;

    if (!traps_reduce(&search->traps))
        return false;
    for (place_id p = 0; p < n && always->all.len - before < most; p++)
        if (search->traps.in[p] && net_marked(net, p))
            keep_trap(search, p);
    skeleton_demand(&search->skeleton, always, &search->n_always);
    (void)watch_work(&search->run->watch,
                     COST_OF_PLACE * (uint64_t)(always->all.len - before));
    return true;
}

/* Excludes the solution; false: it agrees with all that is known. */
static bool exclude(struct trap_search *search,
                    struct equation_run_question *open)
{
    read_solution(search);
    if (demand_traps(search))
        return true;
    read_solution(search);
    return exclude_pairs(search, open);
}

static enum cadical_verdict seek_cube(struct trap_search *search,
                                      struct equation_run_question *open,
                                      uint64_t most)
{
    const struct equation_run *const run = search->run;
    const uint64_t cost = COST_OF_TRAP * (equation_run_size(run->problem->net) +
                                          run->exclusive.lists.all.len);
    struct watch *const watch = &search->run->watch;
    enum cadical_verdict verdict;

    while ((verdict = skeleton_next(&search->skeleton)) == CADICAL_YES &&
           exclude(search, open))
        if (watch_work(watch, cost + COST_OF_LITERAL *
                                         (uint64_t)run->always.all.len) ||
            watch->work > most)
            return CADICAL_UNKNOWN;
    return verdict;
}

/* The answer is no: its proof. */
static void derive_from_traps(struct equation_run *run,
                              struct equation_run_question *open)
{
    const struct case_builder_premises from = {.traps = &run->traps,
                                               .exclusive = &run->exclusive};
    const net_place_lists *const traps = program_search_traps(run, open);

    vecs_append(&run->traps, traps);
    vecs_append(&run->traps, &run->always);
    equation_run_derive(run, open, from, open->goal);
    vecs_free(&run->traps);
}

bool trap_search_suits(const struct equation_run *run,
                       const struct equation_run_question *open)
{
    return open->goal->kind == GOAL_DEADLOCK ||
           (run->is_alone && disjunction_is_large(open->goal));
}

void trap_search_turn(struct equation_run *run,
                      struct equation_run_question *open, uint64_t most)
{
    const struct net *const net = run->problem->net;

    open->no_more_traps |= !trap_search_suits(run, open);
    if (open->no_more_traps)
        return;
    if (!open->marked) {
        if (watch_work(&run->watch, equation_run_clause_cost(net, open->goal) +
                                        COST_OF_NET * equation_run_size(net)))
            return;
        begin(run, open);
    }
    tell(open->marked, open);
    switch (seek_cube(open->marked, open, most)) {
    case CADICAL_NO:
        if (run->watch.reason == STOP_DONE) {
            equation_run_answer(run, open->g, VERDICT_NO);
            derive_from_traps(run, open);
        }
        break;
    case CADICAL_YES:
        open->no_more_traps = true;
        break;
    case CADICAL_UNKNOWN:
        break;
    }
}
