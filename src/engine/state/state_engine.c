/* state_engine.c - searches on markings towards one question after the other,
 * or over all markings. */
#include "engine/engine.h"
#include "engine/state/ctl_search.h"
#include "engine/state/goal_search.h"
#include "engine/state/layers.h"
#include "engine/state/product.h"
#include "engine/watch.h"

/* The work of the first search for one among several questions, and how the
 * budgets grow.  A search for a question of CTL goes on where it gave up, and
 * most need little: with such questions all begin with less. */
#define FIRST_BUDGET ((uint64_t)1 << 27)
#define FIRST_BUDGET_WITH_CTL ((uint64_t)1 << 19)
enum { BUDGET_GROWTH = 4 };

/* What each question has in a short race is less. */
#define SHORT_SHARE ((uint64_t)1 << 25)

/* The work for each node and arc of the net from which on other engines are
 * asked, as a reduction takes time; and what they are given at most. */
enum { FACTS_WORK_PER_ARC = 2000 };

/* The searches for open questions take as many times the work that other
 * engines are given for one kind of fact: all kinds together take about twice
 * as much as the searches. */
enum { FACTS_SHARE = 4 };
#define FACTS_MOST_WORK ((uint64_t)1 << 56)

struct state {
    struct goal_search search;
    struct product lasso;       /* all zero before a temporal question */
    struct local_graph graph;   /* the same before one of CTL */
    struct ctl_search *ctl;     /* by goal, all zero before it is sought */
    bool refused;               /* an automaton is too large */
    struct formula_view rising; /* for a GOAL_BOUND: sum > the largest value */
    struct goal sought;         /* that formula as a goal */
};

static void answer_no(struct goal_search *search, uint32_t g)
{
    struct answer_finding *const finding = &search->answer->findings[g];

    finding->safe = search->answer->safe;
    if (!marking_goals_deny(&search->goals, g) ||
        !search->problem->output.proof || !search->learns ||
        search->stubborn != STUBBORN_PROPERTY)
        return;
    finding->proof = extract_proof_of(search, 0);
    if (!finding->proof)
        search->answer->stop = search->watch.reason; /* a limit stopped it */
}

/* What a sum is to exceed: what an earlier search has found. */
static int64_t next_value(const struct goal_search *search, uint32_t g)
{
    const struct answer_finding *const finding = &search->answer->findings[g];

    return finding->has_value
               ? finding->value - search->problem->question.goals[g].constant +
                     1
               : 0;
}

/* What the sets are for: a question of a largest value seeks a larger one than
 * that of the markings so far (THEORY, Theorem 52). */
static const struct goal *goal_of(struct state *s, uint32_t g)
{
    struct goal_search *const search = &s->search;
    const struct goal *const goal =
        g == UINT32_MAX ? NULL : &search->problem->question.goals[g];

    search->goals.rising = NULL;
    if (!goal || goal->kind != GOAL_BOUND)
        return goal;
    formula_view(&s->rising, goal->formula, next_value(search, g));
    s->sought = goal_of_formula(&s->rising.formula);
    search->goals.rising = &s->rising.node.bound;
    return &s->sought;
}

/* Has the search that is finished found a larger value, and is there to be a
 * proof that none is larger?  Its nodes have sought different values. */
static bool must_seek_again(const struct goal_search *search, uint32_t g,
                            int64_t sought)
{
    return g != UINT32_MAX &&
           search->problem->question.goals[g].kind == GOAL_BOUND &&
           search->problem->output.proof && next_value(search, g) != sought;
}

/* No run is found.  In a race that is to certify its answer, an engine that can
 * do so answers. */
static void deny_runs(struct goal_search *search, uint32_t g)
{
    if (search->problem->output.proof && search->watch.limits->race)
        return;
    if (marking_goals_deny(&search->goals, g))
        search->answer->findings[g].no_proof =
            "engine 'state' proves nothing about runs; engine 'equation' can";
}

/* Seeks a run for a temporal question; `turn` searches have given up.  An
 * automaton that is too large makes no difference to the time.  Does it give
 * up? */
static bool seek_lasso(struct state *s, uint32_t g, uint32_t turn)
{
    struct goal_search *const search = &s->search;
    enum product_verdict end;

    if (!s->lasso.goals)
        lasso_init(&s->lasso, &search->goals, &search->at,
                   search->stubborn == STUBBORN_NONE ||
                           net_has_steps(search->net)
                       ? NULL
                       : &search->sets.closure);
    search->goals.goal = g;
    search->budget_end =
        search->budget ? search->watch.work + search->budget : UINT64_MAX;
    end = lasso_seek(&s->lasso, g, turn, search->budget_end);
    search->too_deep |= s->lasso.too_deep;
    if (end == LASSO_NONE && !s->lasso.too_deep)
        deny_runs(search, g);
    s->refused |= end == LASSO_LARGE;
    return end == LASSO_GIVEN_UP;
}

static bool is_open(const struct goal_search *search, uint32_t g)
{
    return search->answer->findings[g].verdict == VERDICT_UNKNOWN &&
           !watch_closed(&search->watch, g) && !search->goals.refused &&
           search->watch.reason == STOP_DONE;
}

/* The search for a question of CTL goes on where it gave up.  Does it give up?
 */
static bool seek_ctl(struct state *s, uint32_t g)
{
    struct goal_search *const search = &s->search;
    struct ctl_search *const ctl = &s->ctl[g];
    enum ctl_search_truth truth;

    search->goals.goal = g;
    if (!s->graph.goals)
        local_graph_init(&s->graph, &search->goals, &search->at);
    if (!ctl->graph)
        ctl_search_init(ctl, &s->graph,
                        search->problem->question.goals[g].temporal);
    truth = ctl_search_run(
        ctl, search->budget ? search->watch.work + search->budget : UINT64_MAX);
    if (truth == CTL_SEARCH_OPEN)
        return true;
    search_runs_find(ctl, truth == CTL_SEARCH_YES,
                     &search->answer->findings[g]);
    if (truth == CTL_SEARCH_YES)
        marking_goals_answer(&search->goals, g, VERDICT_YES);
    else
        (void)marking_goals_deny(&search->goals, g);
    ctl_search_finish(ctl);
    return false;
}

/* What the other engines show in a short time makes a search shorter. */
static void ask_for_facts(struct state *s, uint64_t work, uint64_t least)
{
    struct goal_search *const search = &s->search;
    const struct engine_question *const question = &search->problem->question;
    struct ctl_search **const open =
        mem_alloc(question->n_goals, sizeof(struct ctl_search *));
    uint32_t n = 0;

    for (uint32_t g = 0; g < question->n_goals; g++)
        if (s->ctl[g].graph && is_open(search, g))
            open[n++] = &s->ctl[g];
    if (n)
        ctl_facts_ask(search->problem, &search->watch, open, n, work, least);
    mem_free(open);
}

/* Seeks goal g, or everything.  Must it be sought again for its proof? */
static bool search_once(struct state *s, uint32_t g)
{
    struct goal_search *const search = &s->search;
    const int64_t sought = g == UINT32_MAX ? 0 : next_value(search, g);
    bool finished, again;

    search->goals.goal = g;
    search->budget_end = search->watch.work + search->budget;
    stubborn_seek(&search->sets, goal_of(s, g));
    goal_search_start(search);
    goal_search_run(search);
    finished = search->watch.reason == STOP_DONE && !search->too_deep &&
               !goal_search_gives_up(search) &&
               !marking_goals_over(&search->goals);
    if (search->problem->test.check && search->learns &&
        search->watch.reason == STOP_DONE)
        goal_search_check(search, finished);
    again = finished && must_seek_again(search, g, sought);
    if (finished && g != UINT32_MAX && !again)
        answer_no(search, g);
    goal_search_end(search);
    return again;
}

/* Does it give up? */
static bool search(struct state *s, uint32_t g)
{
    while (search_once(s, g))
        ;
    return goal_search_gives_up(&s->search);
}

static bool is_of_ctl(const struct goal_search *search, uint32_t g)
{
    return search->problem->question.goals[g].kind == GOAL_CTL;
}

static bool is_temporal(const struct goal_search *search, uint32_t g)
{
    return question_is_temporal(search->problem->question.goals[g].kind);
}

/* Is it about what stays possible? */
static bool asks_again(const struct goal_search *search, uint32_t g)
{
    return question_asks_again(search->problem->question.goals[g].kind);
}

/* Does the question need all markings? */
static bool needs_list(const struct goal_search *search, uint32_t g)
{
    return search->problem->question.goals[g].kind == GOAL_SAFE ||
           asks_again(search, g);
}

/* Is that so of a question that is open? */
static bool has_open(const struct goal_search *search,
                     bool (*is)(const struct goal_search *search, uint32_t g))
{
    bool has = false;

    for (uint32_t g = 0; g < search->problem->question.n_goals; g++)
        has |= is(search, g) && is_open(search, g);
    return has;
}

/* Can several threads list all markings?  In a race there may be several, so it
 * does by layers what one does as well.  Components and the depth of a search
 * are about one that goes depth first. */
static bool goes_by_layers(const struct goal_search *search)
{
    const struct engine_limits *const limits = search->watch.limits;

    return (limits->threads > 1 || limits->race) && !limits->max_depth &&
           !has_open(search, asks_again);
}

/* All markings, for all questions at once. */
static void explore_all(struct goal_search *search)
{
    search->answer->stats.at[STATE_store_bytes] =
        goes_by_layers(search)
            ? layers_run(search)
            : exhaustive_run(search, has_open(search, asks_again));
    (void)watch_work(&search->watch, goal_search_listing_work(search));
    search->answer->safe = search->watch.reason == STOP_DONE &&
                           !search->too_deep &&
                           !marking_goals_over(&search->goals);
    for (uint32_t g = 0;
         search->answer->safe && g < search->problem->question.n_goals; g++)
        if (!is_temporal(search, g))
            answer_no(search, g);
}

/* --- questions ---------------------------------------------------------- */

static bool is_sought(const struct goal_search *search, uint32_t g)
{
    return !needs_list(search, g) && is_open(search, g) &&
           (!goal_search_lists_all(search) || is_temporal(search, g));
}

/* Seeks goal g; `turn` searches have given up.  Must it be sought
 * again? */
static bool seek(struct state *s, uint32_t g, uint32_t turn)
{
    const bool gives_up = is_of_ctl(&s->search, g)     ? seek_ctl(s, g)
                          : is_temporal(&s->search, g) ? seek_lasso(s, g, turn)
                                                       : search(s, g);

    return gives_up && is_sought(&s->search, g);
}

/* The usual work, or that of a test. */
static uint64_t work_of(const struct goal_search *search, uint64_t usual)
{
    return search->problem->test.budget ? search->problem->test.budget : usual;
}

/* Of the first search for each of n questions.  Where a race is so short that
 * it would end with the first of them, each gets half of its share. */
static uint64_t first_budget(const struct goal_search *search, uint32_t n)
{
    const uint64_t share = n ? search->watch.limits->work / n : 0;
    const uint64_t usual =
        has_open(search, is_of_ctl) ? FIRST_BUDGET_WITH_CTL : FIRST_BUDGET;

    return work_of(search, share && share < SHORT_SHARE && share / 2 < usual
                               ? share / 2
                               : usual);
}

/* One question after the other.  One that is hard must not take the time of the
 * others: while several are open, a search gives up at the end of its budget,
 * and begins anew later with a larger one. */
static void search_each(struct state *s)
{
    struct goal_search *const goal_search = &s->search;
    const uint32_t n = goal_search->problem->question.n_goals;
    const uint64_t of_facts =
        work_of(goal_search, FACTS_WORK_PER_ARC * net_size(goal_search->net));
    const bool helps =
        goal_search->problem->help.ask && !net_has_steps(goal_search->net);
    uint64_t budget = first_budget(goal_search, n);
    uint32_t n_left = n;

    for (uint32_t turn = 0; n_left; turn++, budget *= BUDGET_GROWTH) {
        const uint32_t n_before = n_left;

        n_left = 0;
        if (helps && n_before * budget / FACTS_SHARE >= of_facts &&
            budget < FACTS_MOST_WORK)
            ask_for_facts(s, n_before * budget / FACTS_SHARE, of_facts);
        for (uint32_t g = 0; g < n; g++) {
            if (!is_sought(goal_search, g))
                continue;
            goal_search->budget =
                n_before > 1 || (helps && is_of_ctl(goal_search, g)) ? budget
                                                                     : 0;
            n_left += seek(s, g, turn);
        }
    }
}

/* Safety, and what stays possible, need all markings, which then answer the
 * questions that are still open. */
static void search_all(struct goal_search *search)
{
    if (!has_open(search, needs_list))
        return;
    search->budget = 0;
    search->goals.goal = UINT32_MAX;
    search->learns = false;
    explore_all(search);
}

/* Each question.  In a race an engine that meets all markings anyway answers
 * whether the net is safe if there are other questions: then the last one of
 * these ends the work here. */
static void search_goals(struct state *s)
{
    struct goal_search *const search = &s->search;
    const struct engine_question *const question = &search->problem->question;
    const struct engine_race_hooks *const race = search->watch.limits->race;
    uint32_t n = 0;

    for (uint32_t g = 0; g < question->n_goals; g++)
        n += question->goals[g].kind == GOAL_SAFE;

    const bool leaves = race && race->others_list && n < question->n_goals;

    if (leaves)
        search->goals.n_open -= n;
    search_each(s);
    if (!leaves)
        search_all(search);
}

/* --- the engine --------------------------------------------------------- */

static void run_state(const struct engine_problem *problem,
                      const struct engine_limits *limits, struct answer *answer)
{
    struct state s = {0};
    struct goal_search *const goal_search = &s.search;

    goal_search_init(goal_search, problem, limits, answer);
    s.ctl = mem_zero(problem->question.n_goals, sizeof *s.ctl);
    if (goal_search_lists_all(goal_search)) {
        explore_all(goal_search);
        search_each(&s);
    } else if (!problem->question.n_goals)
        (void)search(&s, UINT32_MAX);
    else
        search_goals(&s);
    answer->stats.at[STATE_sets] = goal_search->sets.closure.n_runs;
    if (!goal_search->goals.refused &&
        (goal_search->goals.n_open > 0 || !problem->question.n_goals))
        answer->stop = goal_search->watch.reason != STOP_DONE
                           ? goal_search->watch.reason
                       : goal_search->too_deep ? STOP_DEPTH
                       : has_open(goal_search, is_temporal)
                           ? (s.refused ? STOP_SIZE : STOP_OPEN)
                           : STOP_DONE;
    watch_close(&goal_search->watch);
    lasso_finish(&s.lasso);
    for (uint32_t g = 0; g < problem->question.n_goals; g++)
        ctl_search_finish(&s.ctl[g]);
    mem_free(s.ctl);
    local_graph_finish(&s.graph);
    goal_search_finish(goal_search);
}

static bool certifies(const struct engine_problem *problem, struct diag *diag)
{
    if (problem->question.goals->kind == GOAL_SAFE)
        return diag_usage(diag,
                          "engine 'state' cannot certify that the net is safe");
    if (question_asks_again(problem->question.goals->kind))
        return diag_usage(diag, "engine 'state' cannot certify what stays "
                                "possible");
    return (problem->state.stubborn == STUBBORN_PROPERTY &&
            problem->state.interpolation) ||
           diag_usage(diag, "engine 'state' cannot certify without option "
                            "'stubborn' property and 'interpolation' on");
}

const struct engine state_engine = {
    .name = "state",
    .uses = " stubborn interpolation check max-events max-depth threads "
            "profile certificate ",
    .figures = goal_search_figures,
    .techniques = "EXPLICIT STUBBORN_SETS",
    .traits = ENGINE_DECIDES | ENGINE_LISTS | ENGINE_PROVES | ENGINE_WHOLE,
    .goals = ENGINE_REACHES | 1u << GOAL_LIVE | 1u << GOAL_HOME |
             1u << GOAL_LASSO | 1u << GOAL_CTL,
    .certifies = certifies,
    .run = run_state,
};
