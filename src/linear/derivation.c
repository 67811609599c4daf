#include "linear/derivation.h"

#include "answer/goal_clauses.h"
#include "linear/skeleton.h"

/* The cost of a literal that unit propagation looks at (watch.h). */
enum { COST_OF_LITERAL = 4 };

/* The room for what is learnt, at first. */
static const uint32_t LEAST_ROOM = UINT32_C(1) << 20;

struct derivation {
    const struct net *net;
    const struct goal *goal;
    const struct farkas_traps *traps;
    derivation_combinations *combinations;
    uint32_t largest;
    struct watch *watch;
    struct skeleton_log log;
    struct clauses clauses;
    uint32_t first_trap, first_combination, first_case; /* clauses */
    clauses_numbers used;    /* clauses that show a case, case by case */
    VEC(uint32_t) used_ends; /* by case, and of the contradiction */
    bool *needed;            /* by clause */
    uint32_t *trap_of;       /* by trap: its number in the proof */
    struct case_proof *proof;
};

uint32_t derivation_size(const struct farkas *farkas)
{
    return farkas->marked.len + farkas->empty.len + farkas->weights.len +
           farkas->comparisons.len + farkas->traps.len + 1;
}

/* --- what CaDiCaL learns -------------------------------------------------- */

static enum derivation_verdict solve(struct derivation *d)
{
    enum skeleton_verdict verdict;
    struct skeleton s;

    d->log.len = 0;
    d->log.full = false;
    skeleton_init(&s, d->net, d->goal, d->watch, &d->log);
    for (uint32_t i = 0; i < d->traps->ends.len; i++)
        skeleton_demand(&s, farkas_trap(d->traps, i));
    for (uint32_t i = 0; i < d->combinations->len; i++)
        skeleton_exclude(&s, &d->combinations->at[i]);
    verdict = skeleton_next(&s);
    skeleton_finish(&s);
    if (d->watch->reason != STOP_DONE)
        return DERIVATION_STOPPED;
    return d->log.full                ? DERIVATION_TOO_LARGE
           : verdict == SKELETON_NONE ? DERIVATION_DONE
                                      : DERIVATION_FAILED;
}

/* Again with more room until what is learnt fits. */
static enum derivation_verdict learn(struct derivation *d)
{
    enum derivation_verdict verdict = DERIVATION_TOO_LARGE;
    uint32_t room = 0;

    while (verdict == DERIVATION_TOO_LARGE && room < d->largest) {
        room = room || d->largest < LEAST_ROOM ? d->largest : LEAST_ROOM;
        mem_free(d->log.at);
        d->log.at = mem_alloc(room, sizeof *d->log.at);
        d->log.room = room;
        verdict = solve(d);
    }
    return verdict;
}

/* --- what follows from what ----------------------------------------------- */

static void put_refuted(struct derivation *d)
{
    d->first_trap = clauses_count(&d->clauses);
    for (uint32_t i = 0; i < d->traps->ends.len; i++)
        goal_clauses_trap(&d->clauses, farkas_trap(d->traps, i));
    d->first_combination = clauses_count(&d->clauses);
    for (uint32_t i = 0; i < d->combinations->len; i++)
        goal_clauses_combination(&d->clauses, d->net, &d->combinations->at[i]);
}

/* The literal of clauses.h. */
static uint32_t literal_of(int literal)
{
    return literal > 0 ? 2 * (uint32_t)(literal - 1)
                       : 2 * (uint32_t)(-literal - 1) + 1;
}

/* Adds each clause that was learnt, with those that it follows from. */
static enum derivation_verdict put_learnt(struct derivation *d)
{
    struct clauses *const c = &d->clauses;

    d->first_case = clauses_count(c);
    for (uint32_t i = 0; i < d->log.len && !clauses_refuted(c, NULL); i++) {
        const uint64_t before = c->work;

        for (; d->log.at[i]; i++)
            clauses_put(c, literal_of(d->log.at[i]));
        if (!clauses_imply(c, &d->used))
            return DERIVATION_FAILED;
        vec_push(&d->used_ends, d->used.len);
        clauses_close(c);
        if (watch_work(d->watch, COST_OF_LITERAL * (c->work - before)))
            return DERIVATION_STOPPED;
        if (d->used.len > d->largest)
            return DERIVATION_TOO_LARGE;
    }
    return clauses_refuted(c, NULL) ? DERIVATION_DONE : DERIVATION_FAILED;
}

static void need(struct derivation *d, uint32_t from, uint32_t to)
{
    for (uint32_t i = from; i < to; i++)
        d->needed[d->used.at[i]] = true;
}

/* The clauses that the contradiction needs, and so on backwards. */
static void find_needed(struct derivation *d)
{
    const uint32_t n = d->used_ends.len, before = d->used.len;

    d->needed = mem_zero(clauses_count(&d->clauses), sizeof *d->needed);
    (void)clauses_refuted(&d->clauses, &d->used);
    need(d, before, d->used.len);
    for (uint32_t i = n; i-- > 0;)
        if (d->needed[d->first_case + i])
            need(d, i ? d->used_ends.at[i - 1] : 0, d->used_ends.at[i]);
}

/* --- the proof ------------------------------------------------------------ */

/* The traps whose clauses are needed, and those of the combinations. */
static void take_traps(struct derivation *d)
{
    struct farkas_traps *const to = &d->proof->traps;

    for (uint32_t i = 0; i < d->combinations->len; i++) {
        const struct farkas *const farkas = &d->combinations->at[i];

        for (uint32_t k = 0; k < farkas->traps.len; k++)
            if (d->needed[d->first_combination + i])
                d->needed[d->first_trap + farkas->traps.at[k].which] = true;
    }
    d->trap_of = mem_alloc(d->traps->ends.len, sizeof *d->trap_of);
    for (uint32_t i = 0; i < d->traps->ends.len; i++) {
        const struct net_place_span trap = farkas_trap(d->traps, i);

        if (!d->needed[d->first_trap + i])
            continue;
        d->trap_of[i] = to->ends.len;
        for (uint32_t k = 0; k < trap.len; k++)
            vec_push(&to->places, trap.at[k]);
        vec_push(&to->ends, to->places.len);
    }
}

static void take_combinations(struct derivation *d)
{
    for (uint32_t i = 0; i < d->combinations->len; i++) {
        struct farkas *const farkas = &d->combinations->at[i];

        if (!d->needed[d->first_combination + i])
            continue;
        for (uint32_t k = 0; k < farkas->traps.len; k++)
            farkas->traps.at[k].which = d->trap_of[farkas->traps.at[k].which];
        vec_push(&d->proof->combinations, *farkas);
        *farkas = (struct farkas){0};
    }
}

/* What the clause says is never so: the opposite of a literal of it. */
static struct case_proof_literal opposite_of(const struct derivation *d,
                                             int literal)
{
    const uint32_t variable = literal_of(literal) / 2;
    const uint32_t n_places = net_place_count(d->net);
    const uint32_t first =
        goal_clauses_enabled(d->net, d->goal, 0) / 2; /* of the transitions */

    if (variable < n_places)
        return (struct case_proof_literal){CASE_PROOF_PLACE, literal < 0,
                                           variable};
    if (variable < first)
        return (struct case_proof_literal){CASE_PROOF_NODE, literal < 0,
                                           variable - n_places};
    return (struct case_proof_literal){CASE_PROOF_TRANS, literal < 0,
                                       variable - first};
}

/* The last one closes the proof without being written, if it is empty. */
static void take_cases(struct derivation *d)
{
    const int *at = d->log.at;

    for (uint32_t i = 0; i < d->used_ends.len; i++, at++) {
        const bool taken = d->needed[d->first_case + i] && *at;

        for (; *at; at++)
            if (taken)
                vec_push(&d->proof->literals, opposite_of(d, *at));
        if (taken)
            vec_push(&d->proof->ends, d->proof->literals.len);
    }
}

static enum derivation_verdict derive(struct derivation *d)
{
    enum derivation_verdict verdict;

    goal_clauses_add(&d->clauses, d->net, d->goal);
    put_refuted(d);
    verdict = put_learnt(d);
    if (verdict != DERIVATION_DONE)
        return verdict;
    find_needed(d);
    d->proof = case_proof_create();
    take_traps(d);
    take_combinations(d);
    take_cases(d);
    return DERIVATION_DONE;
}

enum derivation_verdict derivation_of(const struct net *net,
                                      const struct goal *goal,
                                      const struct farkas_traps *traps,
                                      derivation_combinations *combinations,
                                      uint32_t largest, struct watch *watch,
                                      struct case_proof **proof)
{
    struct derivation d = {.net = net,
                           .goal = goal,
                           .traps = traps,
                           .combinations = combinations,
                           .largest = largest,
                           .watch = watch};
    const uint32_t n_variables = goal_clauses_variables(net, goal);
    enum derivation_verdict verdict =
        n_variables ? learn(&d) : DERIVATION_TOO_LARGE;

    if (verdict == DERIVATION_DONE) {
        clauses_init(&d.clauses, n_variables);
        verdict = derive(&d);
        clauses_finish(&d.clauses);
    }
    *proof = d.proof;
    mem_free(d.log.at);
    mem_free(d.needed);
    mem_free(d.trap_of);
    vec_free(&d.used);
    vec_free(&d.used_ends);
    return verdict;
}
