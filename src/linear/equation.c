#include "linear/equation.h"

#include "engine/watch.h"
#include "linear/derivation.h"
#include "linear/induction.h"
#include "linear/parikh.h"
#include "linear/refuter.h"
#include "linear/safety.h"
#include "net/marking.h"
#include "walk/shorten.h"

#include <math.h>

/* The cost of a program before it is solved, of the clauses of a question, and
 * of sets of places, for each node and arc (watch.h); and of the formula of a
 * question, for each node. */
enum {
    COST_OF_ARC = 100,
    COST_OF_CLAUSE = 10,
    COST_OF_FACTS = 200,
    COST_OF_NODE = 1000,
};

/* In a race linear programs get this much work in all. */
static const uint64_t MOST_IN_RACE = 4000000000;

/* Linear programs and searches for inductive clauses take turns.  The work of
 * the first turns for a question, and what later ones have times as much.
 * Where one question is open, its turns go on with what is done, and inductive
 * clauses get SHARE_OF_ONE times what programs get.  Of several each turn
 * begins anew, and programs that answer mostly do so at once. */
static const uint64_t FIRST_PROGRAMS = 100000000;
static const uint64_t FIRST_SHARE = 200000000;
enum { SHARE_OF_ONE = 2, GROWTH = 2, GROWTH_ANEW = 16 };

/* What exceeds a whole number by less is one. */
static const double ROUNDING = 1e-6;

/* The cubes of a goal, one after another.  They do not move. */
struct goal_cubes {
    struct skeleton skeleton;
    uint32_t n_traps; /* that the skeleton has */
    bool is_cut;      /* a turn ended at the one at hand */
};

/* Linear programs for a question, which can go on.  They do not move. */
struct program_search {
    struct refuter own; /* all zero: the shared one */
    struct goal_cubes cubes;
    struct formula_view view; /* of a largest value */
};

/* A search for inductive clauses, which can go on.  It does not move. */
struct clause_search {
    struct skeleton skeleton;
    struct formula_view view; /* of a largest value */
    struct goal goal;
    struct induction *induction;
    struct induction_result result;
    uint32_t n_traps, n_refuted; /* of the question, that it has */
};

/* A question that the state equation leaves open, and what it has shown: the
 * cubes that are refuted, with the traps that this uses. */
struct open_question {
    uint32_t g;
    bool cut;       /* linear programs have not come to an end */
    bool has_traps; /* its own; else those of the refuter */
    struct farkas_traps traps;
    derivation_combinations refuted;
    uint32_t size;                   /* of the proof so far */
    struct program_search *programs; /* NULL: they begin anew, or have ended */
    struct clause_search *clauses;   /* NULL: they begin anew */
};

struct equation {
    const struct engine_problem *problem;
    struct answer *answer;
    struct watch watch;
    struct lp_scope scope;
    uint64_t left;         /* work for linear programs */
    uint64_t programs;     /* of these, for a question in this round */
    uint64_t most;         /* the work of the watch at which programs end */
    bool is_alone;         /* one question is open: its searches are kept */
    struct refuter shared; /* all zero: not made yet */
    derivation_combinations kept; /* for the proof */
    uint32_t kept_size;
    struct parikh walks; /* all zero: not made yet */
    VEC(struct open_question) open;
    struct exclusive exclusive; /* for inductive clauses: the problem's and
                                   more; for a proof, those that have one */
    struct farkas_traps always; /* sets of which some place is always marked */
    struct farkas_traps traps;  /* of the question at hand, then these */
};

/* Adds what the refuter has done so far to the figures. */
static void count(struct equation *x, struct refuter *r)
{
    struct answer_stats *const stats = &x->answer->stats;

    stats->programs += r->counts.programs;
    stats->refuted_cubes += r->counts.refuted;
    stats->traps += r->counts.traps;
    r->counts = (struct refuter_counts){0};
}

static void close_refuter(struct equation *x, struct refuter *r)
{
    count(x, r);
    refuter_finish(r);
}

static bool is_about_a_marking(const struct goal *goal)
{
    return goal->kind == GOAL_TRANSITION || goal->kind == GOAL_MARKING ||
           goal->kind == GOAL_DEADLOCK || goal->kind == GOAL_FORMULA;
}

/* Passes the traps from *n on to the skeleton. */
static void demand_traps(const struct farkas_traps *traps, struct skeleton *s,
                         uint32_t *n)
{
    while (*n < traps->ends.len)
        skeleton_demand(s, farkas_trap(traps, (*n)++));
}

/* Besides the nodes and arcs: what any net costs. */
enum { LEAST_SIZE = 1000 };

static uint64_t size_of(const struct net *net)
{
    return LEAST_SIZE + net_size(net);
}

static uint64_t clause_cost(const struct net *net, const struct goal *goal)
{
    const uint64_t n_nodes =
        goal->kind == GOAL_FORMULA ? goal->formula->nodes.len : 0;

    return COST_OF_CLAUSE * size_of(net) + COST_OF_NODE * n_nodes;
}

/* --- proofs --------------------------------------------------------------- */

static uint32_t largest_proof(const struct equation *x)
{
    const uint32_t wanted = x->problem->test.proof;

    return wanted ? wanted : DERIVATION_LARGEST;
}

/* What is kept for induction alone is less. */
static uint32_t largest_kept(const struct equation *x)
{
    enum { USUAL = 1 << 20 };

    return x->problem->output.proof ? largest_proof(x) : USUAL;
}

static void drop(derivation_combinations *combinations)
{
    for (uint32_t i = 0; i < combinations->len; i++)
        farkas_finish(&combinations->at[i]);
    vec_clear(combinations);
}

static void forget(struct equation *x)
{
    drop(&x->kept);
    x->kept_size = 0;
}

/* Takes the reason of the refuter, for the proof and for induction, until all
 * are too large. */
static void keep(struct equation *x, struct refuter *r)
{
    if (x->kept_size > largest_kept(x))
        return;
    x->kept_size += derivation_size(&r->reason);
    vec_push(&x->kept, r->reason);
    r->reason = (struct farkas){0};
}

/* The proof for question g: the premises contradict the goal. */
static void derive_from(struct equation *x,
                        const struct derivation_premises *from, uint32_t g,
                        const struct goal *refuted)
{
    struct answer_finding *const finding = &x->answer->findings[g];
    enum derivation_verdict verdict = DERIVATION_TOO_LARGE;

    if (!x->problem->output.proof)
        return;
    watch_settle(&x->watch);
    case_proof_destroy(finding->cases); /* of a larger limit */
    finding->cases = NULL;
    if (x->kept_size <= largest_proof(x))
        verdict = derivation_of(from, refuted, largest_proof(x), &x->watch,
                                &finding->cases);
    if (verdict == DERIVATION_TOO_LARGE)
        finding->no_proof = "the proof by cases would be too large";
    else if (verdict == DERIVATION_FAILED)
        finding->no_proof = "no proof by cases was found";
}

/* The same, if all cubes of the goal are refuted. */
static void derive(struct equation *x, const struct refuter *r, uint32_t g,
                   const struct goal *refuted)
{
    const struct derivation_premises from = {
        .net = x->problem->net, .traps = &r->traps, .combinations = &x->kept};

    derive_from(x, &from, g, refuted);
}

/* --- runs ----------------------------------------------------------------- */

/* Longer solutions are not tried. */
enum { LONGEST = 1 << 20 };

/* How often each transition fires in the solution at hand.  False if it is too
 * long. */
static bool count_firings(struct equation *x, const struct refuter *r)
{
    double total = 0;

    parikh_start(&x->walks);
    for (trans_id t = 0; t < net_trans_count(x->problem->net); t++) {
        const double n = ceil(refuter_firings(r, t) - ROUNDING);

        if (n <= 0)
            continue;
        total += n;
        if (total > LONGEST)
            return false;
        parikh_count(&x->walks, t, (uint32_t)n);
    }
    return true;
}

/* A run that leads to an answer becomes a short one that is the answer. */
static void finish_run(const struct equation *x, const struct goal *goal,
                       witness_run *run)
{
    shorten_run(x->problem->net, goal, run);
    if (goal->kind == GOAL_TRANSITION)
        vec_push(run, goal->trans);
}

/* Does a walk along the solution lead to an answer?  *run gets it. */
static bool walk_along(struct equation *x, const struct refuter *r,
                       const struct goal *goal, witness_run *run)
{
    const struct net *const net = x->problem->net;

    if (watch_work(&x->watch, COST_OF_CLAUSE * size_of(net)))
        return false;
    if (!x->walks.net)
        parikh_init(&x->walks, net, &x->watch, x->problem->walk.seed);
    if (!count_firings(x, r))
        return false;
    switch (parikh_walk(&x->walks, goal)) {
    case PARIKH_UNSAFE:
        shorten_unsafe(&x->walks.game, x->walks.trans, x->walks.place,
                       x->answer);
        return false;
    case PARIKH_NOT_FOUND:
        return false;
    case PARIKH_FOUND:
        break;
    }
    token_game_copy_run(&x->walks.game, run);
    if (goal->kind == GOAL_TRANSITION)
        vec_cut(run, run->len - 1);
    finish_run(x, goal, run);
    return true;
}

/* --- open questions ------------------------------------------------------- */

static void programs_destroy(struct equation *x,
                             struct program_search *programs)
{
    if (!programs)
        return;
    if (programs->own.net)
        close_refuter(x, &programs->own);
    skeleton_finish(&programs->cubes.skeleton);
    mem_free(programs);
}

static void clauses_destroy(struct clause_search *clauses)
{
    if (!clauses)
        return;
    induction_destroy(clauses->induction);
    induction_result_finish(&clauses->result);
    skeleton_finish(&clauses->skeleton);
    mem_free(clauses);
}

static void drop_programs(struct equation *x, struct open_question *open)
{
    programs_destroy(x, open->programs);
    open->programs = NULL;
}

static void drop_clauses(struct open_question *open)
{
    clauses_destroy(open->clauses);
    open->clauses = NULL;
}

static void close_question(struct equation *x, struct open_question *open)
{
    drop_programs(x, open);
    drop_clauses(open);
    drop(&open->refuted);
    vec_free(&open->refuted);
    farkas_traps_finish(&open->traps);
}

static struct refuter *refuter_of(struct equation *x,
                                  const struct open_question *open)
{
    return open->programs->own.net ? &open->programs->own : &x->shared;
}

/* What linear programs have shown stays with the question. */
static void leave_open(struct equation *x, struct open_question *open)
{
    const struct refuter *const r = refuter_of(x, open);

    open->cut = x->watch.work > x->most;
    vec_append(&open->refuted, &x->kept);
    open->size = x->kept_size;
    vec_clear(&x->kept);
    if (open->cut && x->is_alone)
        return;
    open->has_traps = r != &x->shared;
    if (open->has_traps)
        farkas_traps_append(&open->traps, &r->traps);
    drop_programs(x, open);
}

/* --- the search ----------------------------------------------------------- */

/* Tries the cube at which the last turn ended, or the next one. */
static enum skeleton_verdict try_cube(struct goal_cubes *cubes,
                                      struct refuter *r,
                                      enum refuter_verdict *last)
{
    struct skeleton *const s = &cubes->skeleton;
    const enum skeleton_verdict verdict =
        cubes->is_cut ? SKELETON_CUBE : skeleton_next(s);

    if (verdict == SKELETON_CUBE) {
        *last = cubes->is_cut ? refuter_go_on(r, s) : refuter_try(r, s);
        cubes->is_cut = *last == REFUTER_UNKNOWN;
    }
    return verdict;
}

/* Are all cubes refuted?  *last: what became of the last one. */
static bool refute(struct equation *x, struct goal_cubes *cubes,
                   struct refuter *r, enum refuter_verdict *last)
{
    *last = REFUTER_UNKNOWN;
    for (;;) {
        switch (try_cube(cubes, r, last)) {
        case SKELETON_NONE:
            return x->watch.reason == STOP_DONE;
        case SKELETON_UNKNOWN:
            return false;
        case SKELETON_CUBE:
            break;
        }
        if (*last != REFUTER_REFUTED)
            return false;
        skeleton_exclude(&cubes->skeleton, &r->reason);
        keep(x, r);
        demand_traps(&r->traps, &cubes->skeleton, &cubes->n_traps);
    }
}

/* The refuter of the questions without comparisons is one for all: the program
 * and the traps are about the net. */
static bool begin_programs(struct equation *x, struct open_question *open)
{
    const struct goal *const goal = &x->problem->question.goals[open->g];
    const struct net *const net = x->problem->net;
    const bool is_bound = goal->kind == GOAL_BOUND;
    const bool compares = is_bound || goal->kind == GOAL_FORMULA;
    struct program_search *programs;

    if ((compares || !x->shared.net) &&
        watch_work(&x->watch, COST_OF_ARC * size_of(net)))
        return false;
    programs = mem_zero(1, sizeof *programs);
    open->programs = programs;
    if (is_bound)
        formula_view(&programs->view, goal->formula,
                     formula_limit(goal->formula, goal->formula->nodes.at));
    if (compares)
        refuter_init(&programs->own, net,
                     is_bound ? &programs->view.formula : goal->formula,
                     &x->scope, &x->watch, x->most);
    else if (!x->shared.net)
        refuter_init(&x->shared, net, NULL, &x->scope, &x->watch, x->most);
    return true;
}

static void seek_marking(struct equation *x, struct open_question *open)
{
    const struct goal *const goal = &x->problem->question.goals[open->g];
    struct answer_finding *const finding = &x->answer->findings[open->g];
    struct refuter *const r = refuter_of(x, open);
    struct goal_cubes *const cubes = &open->programs->cubes;
    enum refuter_verdict last;

    if (!cubes->skeleton.solver) {
        if (watch_work(&x->watch, clause_cost(x->problem->net, goal)))
            return;
        skeleton_init(&cubes->skeleton, x->problem->net, goal, &x->watch, NULL);
    }
    if (refute(x, cubes, r, &last)) {
        finding->verdict = VERDICT_NO;
        count(x, r);
        watch_found(&x->watch, open->g, finding);
        derive(x, r, open->g, goal);
    } else if (last == REFUTER_MARKING &&
               walk_along(x, r, goal, &finding->run)) {
        finding->verdict = VERDICT_YES;
        count(x, r);
        watch_found(&x->watch, open->g, finding);
    }
}

/* --- largest values ------------------------------------------------------- */

/* A question for a marking at which the sum of the view is at least its
 * bound. */
static struct goal larger_goal(struct formula_view *view)
{
    return (struct goal){
        .kind = GOAL_FORMULA, .trans = TRANS_NONE, .formula = &view->formula};
}

static bool refute_larger(struct equation *x, struct refuter *r, uint32_t g,
                          struct formula_view *view, enum refuter_verdict *last)
{
    const struct goal larger = larger_goal(view);
    struct goal_cubes cubes = {0};
    bool refuted;

    forget(x);
    *last = REFUTER_UNKNOWN;
    if (watch_closed(&x->watch, g) ||
        watch_work(&x->watch, clause_cost(x->problem->net, &larger)))
        return false;
    skeleton_init(&cubes.skeleton, x->problem->net, &larger, &x->watch, NULL);
    refuted = refute(x, &cubes, r, last);
    skeleton_finish(&cubes.skeleton);
    return refuted;
}

static void answer_largest(struct equation *x, struct refuter *r, uint32_t g,
                           struct formula_view *view)
{
    struct answer_finding *const finding = &x->answer->findings[g];
    const struct goal larger = larger_goal(view);

    finding->verdict = VERDICT_YES;
    count(x, r);
    watch_found(&x->watch, g, finding);
    derive(x, r, g, &larger);
}

/* The solution at hand has the value that is a limit: is it reached? */
static void reach_limit(struct equation *x, struct refuter *r, uint32_t g,
                        struct formula_view *view)
{
    struct answer_finding *const finding = &x->answer->findings[g];
    const struct goal larger = larger_goal(view);
    witness_run run = {0};

    if (walk_along(x, r, &larger, &run)) {
        vec_free(&finding->run);
        finding->run = run;
        finding->value =
            view->node.bound + x->problem->question.goals[g].constant;
        watch_reached(&x->watch, g, finding);
    } else {
        vec_free(&run);
    }
}

static void note_limit(struct equation *x, uint32_t g, int64_t limit)
{
    struct answer_finding *const finding = &x->answer->findings[g];

    if (finding->has_limit && finding->limit <= limit)
        return; /* known from an earlier round */
    finding->has_limit = true;
    finding->limit = limit;
    watch_limited(&x->watch, g, limit);
}

/* For a certificate a limit counts once it has a proof: another engine of the
 * race may reach it. */
static void prove_limit(struct equation *x, struct refuter *r, uint32_t g,
                        struct formula_view *view, int64_t limit, int64_t most)
{
    const struct goal larger = larger_goal(view);
    struct answer_finding *const finding = &x->answer->findings[g];
    const int64_t constant = x->problem->question.goals[g].constant;
    enum refuter_verdict last;

    view->node.bound = limit + 1;
    if (limit < most) {
        if (!refute_larger(x, r, g, view, &last))
            return;
        derive(x, r, g, &larger);
        if (!finding->cases)
            return;
    }
    note_limit(x, g, limit + constant);
}

/* From the limit of the program on, larger values are refuted one after the
 * other. */
static void lower_limit(struct equation *x, struct refuter *r, uint32_t g,
                        struct formula_view *view)
{
    const struct formula *const sum = x->problem->question.goals[g].formula;
    const int64_t constant = x->problem->question.goals[g].constant;
    const int64_t most = formula_limit(sum, sum->nodes.at);
    const struct answer_finding *const finding = &x->answer->findings[g];
    const bool proves = x->problem->output.proof && x->watch.limits->race;
    enum refuter_verdict last = REFUTER_REFUTED;
    int64_t limit;

    view->node.bound = most;
    if (!refuter_limit(r, &limit))
        return;
    for (view->node.bound = limit + 1;; view->node.bound--) {
        if (view->node.bound <= most && !refute_larger(x, r, g, view, &last))
            break;
        limit = view->node.bound - 1;
        if (!proves)
            note_limit(x, g, limit + constant);
        if (limit + constant == finding->value)
            break;
    }
    if (last == REFUTER_MARKING)
        reach_limit(x, r, g, view);
    if (limit + constant != finding->value) {
        if (proves)
            prove_limit(x, r, g, view, limit, most);
        return;
    }
    view->node.bound = limit + 1;
    /* To try to refute the limit is to forget why no value is larger.  What
     * was refuted before is refuted again, whatever is left of the work. */
    if (x->problem->output.proof && limit < most && last != REFUTER_REFUTED) {
        refuter_extend(r, UINT64_MAX);
        (void)refute_larger(x, r, g, view, &last);
    }
    answer_largest(x, r, g, view);
}

/* The value at the initial marking, with the empty run. */
static void reach_initial(struct equation *x, uint32_t g)
{
    const struct net *const net = x->problem->net;
    struct answer_finding *const finding = &x->answer->findings[g];
    bits_word *const m = mem_zero(marking_words(net), sizeof *m);

    marking_initial(net, m);
    finding->has_value = true;
    finding->value = goal_value(&x->problem->question.goals[g], m);
    mem_free(m);
    watch_reached(&x->watch, g, finding);
}

static void seek_largest(struct equation *x, struct open_question *open)
{
    lower_limit(x, refuter_of(x, open), open->g, &open->programs->view);
    forget(x);
}

/* --- induction ------------------------------------------------------------ */

static const struct farkas_traps *traps_of(const struct equation *x,
                                           const struct open_question *open)
{
    if (open->programs && open->programs->own.net)
        return &open->programs->own.traps;
    return open->has_traps ? &open->traps : &x->shared.traps;
}

/* The proof that the cubes of the result exclude what the goal asks for. */
static void derive_induction(struct equation *x, struct open_question *open)
{
    struct induction_result *const result = &open->clauses->result;
    const struct derivation_premises from = {.net = x->problem->net,
                                             .traps = &x->traps,
                                             .combinations = &x->kept,
                                             .exclusive = &x->exclusive,
                                             .cubes = &result->cubes};

    if (!x->problem->output.proof)
        return;
    vec_append(&x->kept, &open->refuted);
    vec_clear(&open->refuted);
    vec_append(&x->kept, &result->comparisons);
    vec_clear(&result->comparisons);
    x->kept_size = open->size;
    derive_from(x, &from, open->g, &open->clauses->goal);
    forget(x);
}

/* The search for inductive clauses begins.  A largest value: is there a larger
 * one than that of the finding? */
static bool begin_clauses(struct equation *x, struct open_question *open)
{
    const struct goal *const goal = &x->problem->question.goals[open->g];
    const struct net *const net = x->problem->net;
    const struct induction_facts facts = {
        .net = net,
        .traps = &x->traps,
        .exclusive = &x->exclusive,
    };
    struct clause_search *clauses;
    uint32_t n_traps = 0;

    if (watch_work(&x->watch, clause_cost(net, goal)))
        return false;
    clauses = mem_zero(1, sizeof *clauses);
    open->clauses = clauses;
    clauses->goal = *goal;
    if (goal->kind == GOAL_BOUND) {
        const int64_t value = x->answer->findings[open->g].value;

        formula_view(&clauses->view, goal->formula, value - goal->constant + 1);
        clauses->goal = larger_goal(&clauses->view);
    }
    skeleton_init(&clauses->skeleton, net, &clauses->goal, &x->watch, NULL);
    demand_traps(&x->traps, &clauses->skeleton, &n_traps);
    clauses->n_traps = traps_of(x, open)->ends.len;
    clauses->induction =
        induction_create(&facts, &clauses->skeleton, &x->watch);
    return true;
}

/* What linear programs have shown since then. */
static void tell_clauses(const struct equation *x, struct open_question *open)
{
    const struct farkas_traps *const traps = traps_of(x, open);
    struct clause_search *const clauses = open->clauses;

    for (uint32_t i = clauses->n_traps; i < traps->ends.len; i++)
        induction_demand(clauses->induction, farkas_trap(traps, i));
    demand_traps(traps, &clauses->skeleton, &clauses->n_traps);
    while (clauses->n_refuted < open->refuted.len)
        skeleton_exclude(&clauses->skeleton,
                         &open->refuted.at[clauses->n_refuted++]);
}

/* Seeks an answer by inductive clauses, with so much work of the watch. */
static enum induction_verdict induce(struct equation *x,
                                     struct open_question *open, uint64_t most)
{
    if (!open->clauses && !begin_clauses(x, open))
        return INDUCTION_OPEN;
    tell_clauses(x, open);
    return induction_seek(open->clauses->induction, most,
                          &open->clauses->result);
}

/* The result is a run that answers. */
static void take_run(struct equation *x, struct open_question *open)
{
    struct answer_finding *const finding = &x->answer->findings[open->g];

    vec_free(&finding->run);
    finding->run = open->clauses->result.run;
    open->clauses->result.run = (witness_run){0};
    finish_run(x, &open->clauses->goal, &finding->run);
}

static void induce_marking(struct equation *x, struct open_question *open,
                           uint64_t most)
{
    struct answer_finding *const finding = &x->answer->findings[open->g];

    switch (induce(x, open, most)) {
    case INDUCTION_OPEN:
        break;
    case INDUCTION_NEVER:
        finding->verdict = VERDICT_NO;
        watch_found(&x->watch, open->g, finding);
        derive_induction(x, open);
        break;
    case INDUCTION_RUN:
        take_run(x, open);
        finding->verdict = VERDICT_YES;
        watch_found(&x->watch, open->g, finding);
        break;
    }
}

/* Does the search seek a value that has been reached since? */
static bool is_surpassed(const struct equation *x,
                         const struct open_question *open)
{
    const int64_t constant = x->problem->question.goals[open->g].constant;

    return open->clauses && open->clauses->view.node.bound + constant <=
                                x->answer->findings[open->g].value;
}

/* Larger values are sought until there is none. */
static void induce_largest(struct equation *x, struct open_question *open,
                           uint64_t most)
{
    const struct goal *const goal = &x->problem->question.goals[open->g];
    struct answer_finding *const finding = &x->answer->findings[open->g];
    enum induction_verdict verdict = INDUCTION_RUN;

    while (verdict == INDUCTION_RUN && x->watch.work < most &&
           !watch_closed(&x->watch, open->g)) {
        if (is_surpassed(x, open))
            drop_clauses(open);
        verdict = induce(x, open, most);
        if (verdict == INDUCTION_RUN) {
            take_run(x, open);
            (void)witness_largest(x->problem->net, &finding->run, goal,
                                  &finding->value);
            watch_reached(&x->watch, open->g, finding);
        } else if (verdict == INDUCTION_NEVER) {
            note_limit(x, open->g, finding->value);
            finding->verdict = VERDICT_YES;
            watch_found(&x->watch, open->g, finding);
            derive_induction(x, open);
        }
    }
}

static void induce_open(struct equation *x, struct open_question *open,
                        uint64_t most)
{
    farkas_traps_append(&x->traps, traps_of(x, open));
    farkas_traps_append(&x->traps, &x->always);
    if (x->problem->question.goals[open->g].kind == GOAL_BOUND)
        induce_largest(x, open, most);
    else
        induce_marking(x, open, most);
    farkas_traps_finish(&x->traps);
}

/* Fills the sets, also with those of semiflows. */
static void find_exclusive(struct equation *x)
{
    const struct net *const net = x->problem->net;
    struct exclusive sets = {0};

    if (x->problem->exclusive)
        exclusive_append(&sets, x->problem->exclusive);
    safety_find_exclusive(net, false, &sets);
    if (x->problem->output.proof)
        exclusions_certify(net, &sets, &x->exclusive);
    else
        exclusive_append(&x->exclusive, &sets);
    exclusive_finish(&sets);
}

/* What the whole net is known to keep: also sets of which some place is always
 * marked, as traps. */
static void find_facts(struct equation *x)
{
    if (!x->open.len ||
        watch_work(&x->watch, COST_OF_FACTS * size_of(x->problem->net)))
        return;
    find_exclusive(x);
    exclusions_add_traps(x->problem->net, &x->exclusive, &x->always);
}

/* Is there no answer to question g? */
static bool is_open(const struct equation *x, uint32_t g)
{
    return x->answer->findings[g].verdict == VERDICT_UNKNOWN &&
           x->answer->stop != STOP_UNSAFE && !watch_closed(&x->watch, g);
}

/* May linear programs bring more about the question? */
static bool is_cut(const struct equation *x, const struct open_question *open)
{
    return open->cut && (open->programs ? x->left : x->left > x->programs);
}

/* All open questions, with so much work each.  The last one has no limit, if
 * linear programs have come to an end. */
static void induce_all(struct equation *x, uint64_t share)
{
    const bool is_last = x->open.len == 1 && !is_cut(x, x->open.at);
    uint32_t n_open = 0;

    for (uint32_t i = 0; i < x->open.len; i++) {
        struct open_question *const open = &x->open.at[i];

        if (x->watch.reason == STOP_DONE && !watch_closed(&x->watch, open->g))
            induce_open(x, open, is_last ? UINT64_MAX : x->watch.work + share);
        if (!x->is_alone)
            drop_clauses(open);
        if (is_open(x, open->g))
            x->open.at[n_open++] = *open;
        else
            close_question(x, open);
    }
    vec_cut(&x->open, n_open);
}

/* --- all questions -------------------------------------------------------- */

/* Linear programs for the question, which may have been tried before. */
static void seek_by_programs(struct equation *x, struct open_question *open)
{
    if (!open->programs && !begin_programs(x, open))
        return;
    x->kept_size = open->size;
    vec_append(&x->kept, &open->refuted);
    vec_clear(&open->refuted);
    refuter_extend(refuter_of(x, open), x->most);
    if (x->problem->question.goals[open->g].kind == GOAL_BOUND)
        seek_largest(x, open);
    else
        seek_marking(x, open);
    if (x->watch.reason == STOP_DONE && is_open(x, open->g))
        leave_open(x, open);
    forget(x);
}

/* The first or a further turn of linear programs for a question. */
static void seek(struct equation *x, struct open_question *open)
{
    const struct goal *const goal = &x->problem->question.goals[open->g];
    const uint64_t before = x->watch.work;
    const uint64_t share = x->programs < x->left ? x->programs : x->left;
    const bool is_bound = goal->kind == GOAL_BOUND;
    uint64_t used;

    x->most = before + share;
    if (x->watch.reason == STOP_DONE && is_open(x, open->g) &&
        (is_bound || is_about_a_marking(goal))) {
        if (is_bound && !x->answer->findings[open->g].has_value)
            reach_initial(x, open->g);
        if (x->problem->test.induction || !share)
            open->has_traps = true;
        else
            seek_by_programs(x, open);
    }
    used = x->watch.work - before;
    x->left -= used < x->left ? used : x->left;
    if (x->watch.reason == STOP_DONE && is_open(x, open->g) &&
        (is_bound || is_about_a_marking(goal)))
        vec_push(&x->open, *open);
    else
        close_question(x, open);
}

static void seek_first(struct equation *x)
{
    const uint32_t n = x->problem->question.n_goals;

    x->is_alone = n == 1;
    for (uint32_t g = 0; g < n; g++) {
        struct open_question open = {.g = g};

        seek(x, &open);
    }
}

/* Begins anew, with what is kept of the question. */
static void renew(struct equation *x, struct open_question *open)
{
    const struct open_question anew = {.g = open->g};

    close_question(x, open);
    *open = anew;
}

/* Those that linear programs have not come to an end with: where they are kept
 * they go on, else they begin anew. */
static void seek_again(struct equation *x)
{
    const uint32_t n = x->open.len;
    uint32_t n_open = 0;

    x->is_alone = n == 1;
    if (x->programs < UINT64_MAX / GROWTH_ANEW)
        x->programs *= x->is_alone ? GROWTH : GROWTH_ANEW;
    for (uint32_t i = 0; i < n; i++) {
        struct open_question open = x->open.at[i];

        if (is_cut(x, &open) && x->watch.reason == STOP_DONE) {
            if (!open.programs)
                renew(x, &open);
            seek(x, &open);
        } else {
            x->open.at[n_open++] = open;
        }
    }
    for (uint32_t i = n; i < x->open.len; i++)
        x->open.at[n_open++] = x->open.at[i];
    vec_cut(&x->open, n_open);
}

/* Linear programs and induction in turns, with more work each time. */
static void seek_all(struct equation *x)
{
    const uint64_t budget = x->problem->test.budget;
    uint64_t share = budget ? budget : FIRST_SHARE;

    x->programs = budget ? budget : FIRST_PROGRAMS;
    seek_first(x);
    find_facts(x);
    while (x->open.len && x->watch.reason == STOP_DONE) {
        induce_all(x, x->open.len == 1 ? SHARE_OF_ONE * x->programs : share);
        seek_again(x);
        share *= GROWTH;
    }
    for (uint32_t i = 0; i < x->open.len; i++)
        close_question(x, &x->open.at[i]);
    vec_free(&x->open);
    exclusive_finish(&x->exclusive);
    farkas_traps_finish(&x->always);
    vec_free(&x->kept);
    if (x->walks.net)
        parikh_finish(&x->walks);
    if (x->shared.net)
        close_refuter(x, &x->shared);
}

/* In a race the others can do without GLPK. */
static enum answer_stop without_glpk(const struct equation *x)
{
    if (x->watch.limits->race)
        return STOP_OPEN;
    diag_report(&x->answer->diag, DIAG_USAGE, GLPK_SONAME, 0, 0,
                "engine equation needs this library of GLPK, which is not "
                "installed");
    return STOP_INPUT;
}

static enum answer_stop how_it_ended(const struct equation *x)
{
    enum answer_stop stop = x->watch.reason;

    for (uint32_t g = 0; g < x->answer->n_findings && stop == STOP_DONE; g++)
        if (x->answer->findings[g].verdict == VERDICT_UNKNOWN)
            stop = STOP_OPEN;
    return stop;
}

static void run(const struct engine_problem *problem,
                const struct engine_limits *limits, struct answer *answer)
{
    struct equation x = {.problem = problem,
                         .answer = answer,
                         .left = limits->race ? MOST_IN_RACE : UINT64_MAX};

    answer->stats.figures = FIGURES_EQUATION;
    watch_init(&x.watch, limits, &answer->stats);
    if (lp_enter(&x.scope)) {
        seek_all(&x);
        lp_leave(&x.scope);
        if (answer->stop != STOP_UNSAFE)
            answer->stop = how_it_ended(&x);
    } else {
        answer->stop = without_glpk(&x);
    }
    watch_close(&x.watch);
}

const struct engine equation_engine = {
    .name = "equation",
    .about = "the state equation, traps, walks along its solutions, and "
             "inductive clauses (IC3)",
    .run = run,
};
