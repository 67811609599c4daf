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

/* The work of the first linear programs for a question, and of the first search
 * for inductive clauses of several; that of a single one gets SHARE_OF_ONE
 * times the work of the programs.  Programs that answer mostly do so at once,
 * or begin anew with much more, as what they have done is lost. */
static const uint64_t FIRST_PROGRAMS = 50000000;
static const uint64_t FIRST_SHARE = 200000000;
enum { SHARE_OF_ONE = 12, PROGRAMS_GROWTH = 50, SHARE_GROWTH = 2 };

/* What exceeds a whole number by less is one. */
static const double ROUNDING = 1e-6;

/* A question that the state equation leaves open, and what it has shown: the
 * cubes that are refuted, with the traps that this uses. */
struct open_question {
    uint32_t g;
    bool cut;       /* linear programs have not come to an end */
    bool has_traps; /* its own; else those of the shared refuter */
    struct farkas_traps traps;
    derivation_combinations refuted;
    uint32_t size; /* of the proof so far */
};

struct equation {
    const struct engine_problem *problem;
    struct answer *answer;
    struct watch watch;
    struct lp_scope scope;
    uint64_t left;         /* work for linear programs */
    uint64_t programs;     /* of these, for a question in this round */
    uint64_t most;         /* the work of the watch at which programs end */
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

/* The refuter has left question g open. */
static void leave_open(struct equation *x, struct refuter *r, uint32_t g)
{
    struct open_question open = {
        .g = g, .cut = x->watch.work > x->most, .has_traps = r != &x->shared};

    if (x->watch.reason != STOP_DONE || x->answer->stop == STOP_UNSAFE ||
        watch_closed(&x->watch, g))
        return;
    vec_append(&open.refuted, &x->kept);
    open.size = x->kept_size;
    vec_clear(&x->kept);
    if (open.has_traps) {
        vec_append(&open.traps.places, &r->traps.places);
        vec_append(&open.traps.ends, &r->traps.ends);
    }
    vec_push(&x->open, open);
}

static void close_question(struct open_question *open)
{
    drop(&open->refuted);
    vec_free(&open->refuted);
    farkas_traps_finish(&open->traps);
}

/* --- the search ----------------------------------------------------------- */

/* Are all cubes of the question refuted?  *last: what became of the last one.
 */
static bool refute(struct equation *x, struct skeleton *s, struct refuter *r,
                   enum refuter_verdict *last)
{
    uint32_t n_traps = 0;

    *last = REFUTER_UNKNOWN;
    for (;;) {
        switch (skeleton_next(s)) {
        case SKELETON_NONE:
            return x->watch.reason == STOP_DONE;
        case SKELETON_UNKNOWN:
            return false;
        case SKELETON_CUBE:
            break;
        }
        *last = refuter_try(r, s);
        if (*last != REFUTER_REFUTED)
            return false;
        skeleton_exclude(s, &r->reason);
        keep(x, r);
        demand_traps(&r->traps, s, &n_traps);
    }
}

/* The refuter of the questions without comparisons is one for all: the program
 * and the traps are about the net. */
static struct refuter *refuter_for(struct equation *x, const struct goal *goal,
                                   struct refuter *own)
{
    const bool compares = goal->kind == GOAL_FORMULA;
    struct refuter *const r = compares ? own : &x->shared;

    if (r->net) {
        refuter_extend(r, x->most);
        return r;
    }
    if (watch_work(&x->watch, COST_OF_ARC * size_of(x->problem->net)))
        return NULL;
    refuter_init(r, x->problem->net, compares ? goal->formula : NULL, &x->scope,
                 &x->watch, x->most);
    return r;
}

static void seek_with(struct equation *x, uint32_t g, struct refuter *r)
{
    const struct goal *const goal = &x->problem->question.goals[g];
    struct answer_finding *const finding = &x->answer->findings[g];
    enum refuter_verdict last;
    struct skeleton s;

    skeleton_init(&s, x->problem->net, goal, &x->watch, NULL);
    if (refute(x, &s, r, &last)) {
        finding->verdict = VERDICT_NO;
        count(x, r);
        watch_found(&x->watch, g, finding);
        derive(x, r, g, goal);
    } else if (last == REFUTER_MARKING &&
               walk_along(x, r, goal, &finding->run)) {
        finding->verdict = VERDICT_YES;
        count(x, r);
        watch_found(&x->watch, g, finding);
    } else {
        leave_open(x, r, g);
    }
    skeleton_finish(&s);
    forget(x);
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
    struct skeleton s;
    bool refuted;

    forget(x);
    *last = REFUTER_UNKNOWN;
    if (watch_closed(&x->watch, g) ||
        watch_work(&x->watch, clause_cost(x->problem->net, &larger)))
        return false;
    skeleton_init(&s, x->problem->net, &larger, &x->watch, NULL);
    refuted = refute(x, &s, r, last);
    skeleton_finish(&s);
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
 * other.  The bound of the view is the largest value that there could be. */
static void lower_limit(struct equation *x, struct refuter *r, uint32_t g,
                        struct formula_view *view)
{
    const int64_t constant = x->problem->question.goals[g].constant;
    const int64_t most = view->node.bound;
    const struct answer_finding *const finding = &x->answer->findings[g];
    const bool proves = x->problem->output.proof && x->watch.limits->race;
    enum refuter_verdict last = REFUTER_REFUTED;
    int64_t limit;

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

static void seek_largest(struct equation *x, uint32_t g)
{
    const struct net *const net = x->problem->net;
    const struct formula *const sum = x->problem->question.goals[g].formula;
    struct refuter r;
    struct formula_view view;

    if (!x->answer->findings[g].has_value)
        reach_initial(x, g);
    if (watch_work(&x->watch, COST_OF_ARC * size_of(net)))
        return;
    formula_view(&view, sum, formula_limit(sum, sum->nodes.at));
    refuter_init(&r, net, &view.formula, &x->scope, &x->watch, x->most);
    lower_limit(x, &r, g, &view);
    forget(x);
    if (x->answer->findings[g].verdict == VERDICT_UNKNOWN)
        leave_open(x, &r, g);
    close_refuter(x, &r);
}

/* --- induction ------------------------------------------------------------ */

static const struct farkas_traps *traps_of(const struct equation *x,
                                           const struct open_question *open)
{
    return open->has_traps ? &open->traps : &x->shared.traps;
}

/* The proof that the cubes of the result exclude what the goal asks for. */
static void derive_induction(struct equation *x, struct open_question *open,
                             struct induction_result *result,
                             const struct goal *refuted)
{
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
    derive_from(x, &from, open->g, refuted);
    forget(x);
}

/* Seeks an answer to the goal by inductive clauses, with the work of the share
 * at most. */
static enum induction_verdict induce(struct equation *x,
                                     const struct open_question *open,
                                     const struct goal *goal, uint64_t most,
                                     struct induction_result *result)
{
    const struct induction_facts facts = {
        .net = x->problem->net,
        .traps = &x->traps,
        .exclusive = &x->exclusive,
    };
    enum induction_verdict verdict;
    uint32_t n_traps = 0;
    struct skeleton s;

    if (watch_work(&x->watch, clause_cost(x->problem->net, goal)))
        return INDUCTION_OPEN;
    skeleton_init(&s, x->problem->net, goal, &x->watch, NULL);
    demand_traps(facts.traps, &s, &n_traps);
    for (uint32_t i = 0; i < open->refuted.len; i++)
        skeleton_exclude(&s, &open->refuted.at[i]);
    verdict = induction_seek(&facts, &s, &x->watch, most, result);
    skeleton_finish(&s);
    return verdict;
}

/* The result is a run that answers. */
static void take_run(struct equation *x, const struct goal *goal,
                     struct induction_result *result, witness_run *run)
{
    vec_free(run);
    *run = result->run;
    result->run = (witness_run){0};
    finish_run(x, goal, run);
}

static void induce_marking(struct equation *x, struct open_question *open,
                           uint64_t most)
{
    const struct goal *const goal = &x->problem->question.goals[open->g];
    struct answer_finding *const finding = &x->answer->findings[open->g];
    struct induction_result result = {0};

    switch (induce(x, open, goal, most, &result)) {
    case INDUCTION_OPEN:
        break;
    case INDUCTION_NEVER:
        finding->verdict = VERDICT_NO;
        watch_found(&x->watch, open->g, finding);
        derive_induction(x, open, &result, goal);
        break;
    case INDUCTION_RUN:
        take_run(x, goal, &result, &finding->run);
        finding->verdict = VERDICT_YES;
        watch_found(&x->watch, open->g, finding);
        break;
    }
    induction_result_finish(&result);
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
        struct induction_result result = {0};
        struct formula_view view;
        struct goal larger;

        formula_view(&view, goal->formula, finding->value - goal->constant + 1);
        larger = larger_goal(&view);
        verdict = induce(x, open, &larger, most, &result);
        if (verdict == INDUCTION_RUN) {
            take_run(x, &larger, &result, &finding->run);
            (void)witness_largest(x->problem->net, &finding->run, goal,
                                  &finding->value);
            watch_reached(&x->watch, open->g, finding);
        } else if (verdict == INDUCTION_NEVER) {
            note_limit(x, open->g, finding->value);
            finding->verdict = VERDICT_YES;
            watch_found(&x->watch, open->g, finding);
            derive_induction(x, open, &result, &larger);
        }
        induction_result_finish(&result);
    }
}

static void append_traps(struct farkas_traps *to,
                         const struct farkas_traps *from)
{
    const uint32_t start = to->places.len;

    vec_append(&to->places, &from->places);
    for (uint32_t i = 0; i < from->ends.len; i++)
        vec_push(&to->ends, start + from->ends.at[i]);
}

static void induce_open(struct equation *x, struct open_question *open,
                        uint64_t most)
{
    append_traps(&x->traps, traps_of(x, open));
    append_traps(&x->traps, &x->always);
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

/* May linear programs bring more about the question? */
static bool is_cut(const struct equation *x, const struct open_question *open)
{
    return open->cut && x->left > x->programs;
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
        if (x->answer->findings[open->g].verdict == VERDICT_UNKNOWN &&
            !watch_closed(&x->watch, open->g))
            x->open.at[n_open++] = *open;
        else
            close_question(open);
    }
    vec_cut(&x->open, n_open);
}

/* --- all questions -------------------------------------------------------- */

static void seek_marking(struct equation *x, uint32_t g)
{
    const struct goal *const goal = &x->problem->question.goals[g];
    struct refuter own = {0};
    struct refuter *const r = refuter_for(x, goal, &own);

    if (r && !watch_work(&x->watch, clause_cost(x->problem->net, goal)))
        seek_with(x, g, r);
    if (own.net)
        close_refuter(x, &own);
}

/* Nothing is done by linear programs. */
static void leave_untried(struct equation *x, uint32_t g)
{
    const struct goal *const goal = &x->problem->question.goals[g];
    const struct open_question open = {.g = g, .has_traps = true};

    if (goal->kind == GOAL_BOUND && !x->answer->findings[g].has_value)
        reach_initial(x, g);
    if (goal->kind == GOAL_BOUND || is_about_a_marking(goal))
        vec_push(&x->open, open);
}

static void seek(struct equation *x, uint32_t g)
{
    const struct goal *const goal = &x->problem->question.goals[g];
    const uint64_t before = x->watch.work;
    const uint64_t share = x->programs < x->left ? x->programs : x->left;
    uint64_t used;

    if (x->watch.reason != STOP_DONE || x->answer->stop == STOP_UNSAFE ||
        watch_closed(&x->watch, g))
        return;
    x->most = before + share;
    if (x->problem->test.induction || !share)
        leave_untried(x, g);
    else if (goal->kind == GOAL_BOUND)
        seek_largest(x, g);
    else if (is_about_a_marking(goal))
        seek_marking(x, g);
    used = x->watch.work - before;
    x->left -= used < x->left ? used : x->left;
}

/* Those that linear programs have not come to an end with begin anew. */
static void seek_again(struct equation *x)
{
    const uint32_t n = x->open.len;
    uint32_t n_open = 0;

    if (x->programs < UINT64_MAX / SHARE_OF_ONE / PROGRAMS_GROWTH)
        x->programs *= PROGRAMS_GROWTH;
    for (uint32_t i = 0; i < n; i++) {
        struct open_question open = x->open.at[i];

        if (is_cut(x, &open) && x->watch.reason == STOP_DONE) {
            close_question(&open);
            seek(x, open.g);
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
    for (uint32_t g = 0; g < x->problem->question.n_goals; g++)
        seek(x, g);
    find_facts(x);
    while (x->open.len && x->watch.reason == STOP_DONE) {
        induce_all(x, x->open.len == 1 ? SHARE_OF_ONE * x->programs : share);
        seek_again(x);
        share *= SHARE_GROWTH;
    }
    for (uint32_t i = 0; i < x->open.len; i++)
        close_question(&x->open.at[i]);
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
