/* symbolic_engine.c - the engine `symbolic`: all markings at once, as a
 * decision diagram. */
#include "engine/automaton.h"
#include "engine/diagram/space.h"
#include "engine/symbolic/accepted.h"
#include "engine/symbolic/ctl.h"
#include "engine/symbolic/families.h"
#include "engine/symbolic/symbolic.h"
#include "net/marking.h"

#define SYMBOLIC_FIGURES(X)                                                \
    X(states, MARKINGS, "markings explored")                               \
    X(fired, STEPS, "transitions fired, from one marking to another")      \
    X(most_tokens, NOTHING,                                                \
      "tokens of the largest marking explored, of a list")                 \
    X(levels, NOTHING, "levels of the diagram: sets of exclusive places")  \
    X(automaton, AUTOMATON, "states of the automata of temporal formulas") \
    X(agglomerated, NOTHING,                                               \
      "places that are counted with the one that leads to them")           \
    X(nodes, NOTHING, "nodes of the diagram of all markings")              \
    X(peak_nodes, NOTHING, "nodes of all diagrams at once, at most")       \
    X(node_bytes, NOTHING, "bytes held by nodes and by results about them")

enum {
#define X(name, count, meaning) SYMBOLIC_##name,
    SYMBOLIC_FIGURES(X)
#undef X
};

struct symbolic {
    const struct engine_problem *problem;
    const struct net *net;
    struct answer *answer;
    struct watch watch;
    struct sets sets;
    bool needs_places; /* a run is needed, and values stand for several */
    bool has_listed;   /* all attractors */
};

/* --- answers -------------------------------------------------------------- */

static bool is_open(const struct symbolic *s, uint32_t g)
{
    return s->answer->findings[g].verdict == VERDICT_UNKNOWN &&
           !watch_closed(&s->watch, g) && s->watch.reason == STOP_DONE;
}

/* All markings are the proof. */
static void prove(struct symbolic *s, struct answer_finding *finding)
{
    if (!s->problem->output.proof || s->problem->question.n_goals != 1)
        return;
    finding->diagram = invariant_of(&s->sets);
    if (!finding->diagram)
        finding->no_proof =
            s->sets.diagram.stopped
                ? "the time or memory did not suffice for the diagram"
                : "the diagram of the markings has more than 20 million arcs";
}

static void close_goal(struct symbolic *s, uint32_t g,
                       enum answer_verdict verdict)
{
    struct answer_finding *const finding = &s->answer->findings[g];

    if (verdict == VERDICT_NO ||
        s->problem->question.goals[g].kind == GOAL_BOUND)
        prove(s, finding);
    finding->verdict = verdict;
    finding->safe = verdict == VERDICT_NO;
    watch_found(&s->watch, g, finding);
}

/* A run from the initial marking into the set, or no if the set is empty. */
static void answer_by_set(struct symbolic *s, uint32_t g, mdd_id set)
{
    witness_run *const run = &s->answer->findings[g].run;

    if (s->watch.reason != STOP_DONE)
        return;
    if (!set) {
        close_goal(s, g, VERDICT_NO);
    } else if (shortest_run(&s->sets, NULL, set, s->sets.all, run)) {
        close_goal(s, g, VERDICT_YES);
    }
}

static void answer_bound(struct symbolic *s, uint32_t g)
{
    const struct goal *const goal = &s->problem->question.goals[g];
    const struct formula *const formula = goal->formula;
    const struct formula_node *const sum = formula->nodes.at;
    struct answer_finding *const finding = &s->answer->findings[g];
    const struct formula_term *const terms = formula->terms.at + sum->first;
    const int64_t largest =
        select_largest(&s->sets.select, s->sets.all, terms, sum->len);

    if (s->sets.diagram.stopped ||
        !shortest_run(
            &s->sets, NULL,
            select_sum(&s->sets.select, s->sets.all, terms, sum->len, largest),
            s->sets.all, &finding->run))
        return;
    finding->has_value = true;
    finding->value = largest + goal->constant;
    watch_reached(&s->watch, g, finding);
    close_goal(s, g, VERDICT_YES);
}

/* The markings from which no run leads into the set. */
static mdd_id lost_to(struct symbolic *s, mdd_id set)
{
    return sets_not(&s->sets,
                    images_close_back(&s->sets.steps, set, s->sets.all));
}

/* Of a terminal component: a transition that it never fires. */
struct not_live {
    struct symbolic *symbolic;
    trans_id trans;
};

static bool seek_not_live(void *self, mdd_id component)
{
    struct not_live *const found = self;
    struct sets *const sets = &found->symbolic->sets;

    for (trans_id t = 0; t < net_given_transitions(sets->net); t++)
        if (!select_enabled(&sets->select, component, sets->net, t)) {
            found->trans = t;
            return false;
        }
    return true;
}

static void answer_live(struct symbolic *s, uint32_t g)
{
    struct not_live found = {s, TRANS_NONE};
    struct families families;

    families_init(&families, &s->sets);
    terminals_find(&families, s->sets.all, MDD_EMPTY, &found, seek_not_live);
    families_finish(&families);
    if (s->watch.reason != STOP_DONE)
        return;
    if (found.trans == TRANS_NONE) {
        answer_by_set(s, g, MDD_EMPTY);
        return;
    }
    s->answer->findings[g].trans = found.trans;
    answer_by_set(s, g,
                  lost_to(s, select_enabled(&s->sets.select, s->sets.all,
                                            s->net, found.trans)));
}

static void answer_ctl(struct symbolic *s, uint32_t g)
{
    struct ctl ctl;
    bool holds;

    ctl_init(&ctl, &s->sets, s->problem->question.goals[g].temporal);
    holds = sets_has(&s->sets, ctl_condition(&ctl, ctl.formula->sought),
                     net_initial(s->net));
    if (!s->sets.diagram.stopped) {
        ctl_runs_find(&ctl, holds, &s->answer->findings[g]);
        close_goal(s, g, holds ? VERDICT_YES : VERDICT_NO);
    }
    ctl_finish(&ctl);
}

static void answer_lasso(struct symbolic *s, uint32_t g)
{
    const struct temporal *const temporal =
        s->problem->question.goals[g].temporal;
    struct answer_finding *const finding = &s->answer->findings[g];
    enum accepted_run_end end;
    struct buchi *automaton;
    struct accepted accepted;
    uint64_t ignored;

    automaton = automaton_of(temporal, &ignored, &s->watch, finding);
    if (!automaton)
        return;
    s->answer->stats.at[SYMBOLIC_automaton] += automaton->n_states;
    accepted_init(&accepted, &s->sets, temporal, automaton);
    end = accepted_run_find(&accepted, temporal, &finding->run, &finding->loop);
    accepted_finish(&accepted);
    buchi_destroy(automaton);
    if (end != ACCEPTED_RUN_OPEN)
        close_goal(s, g, end == ACCEPTED_RUN_FOUND ? VERDICT_YES : VERDICT_NO);
}

static void answer_goal(struct symbolic *s, uint32_t g)
{
    const struct goal *const goal = &s->problem->question.goals[g];

    if (goal->kind == GOAL_SAFE)
        close_goal(s, g, VERDICT_NO);
    else if (goal->kind == GOAL_BOUND)
        answer_bound(s, g);
    else if (goal->kind == GOAL_LIVE)
        answer_live(s, g);
    else if (goal->kind == GOAL_LASSO)
        answer_lasso(s, g);
}

/* --- questions of one set ------------------------------------------------- */

/* Is a run into a set the answer? */
static bool asks_for_set(const struct goal *goal)
{
    return goal->kind < GOAL_BOUND || goal->kind == GOAL_HOME;
}

static mdd_id set_of(struct symbolic *s, uint32_t g)
{
    const struct goal *const goal = &s->problem->question.goals[g];
    const mdd_id set = sets_goal(&s->sets, goal);

    return goal->kind == GOAL_HOME ? lost_to(s, set) : set;
}

/* Goals with the sets into which they seek runs. */
struct sought {
    struct symbolic *symbolic;
    VEC(uint32_t) goals;
    VEC(uint32_t) at; /* of the sets, in `kept` */
};

static void close_sought(void *self, uint32_t k, witness_run *run)
{
    const struct sought *const sought = self;
    struct symbolic *const s = sought->symbolic;
    const uint32_t g = sought->goals.at[k];
    const struct goal *const goal = &s->problem->question.goals[g];

    if (!is_open(s, g))
        return;
    if (goal->kind == GOAL_TRANSITION)
        vec_push(run, goal->trans);
    s->answer->findings[g].run = *run;
    *run = (witness_run){0};
    close_goal(s, g, VERDICT_YES);
}

/* The sets of all goals first, since many are empty. */
static void answer_sets(struct symbolic *s)
{
    struct sought sought = {.symbolic = s};
    const struct engine_question *const question = &s->problem->question;
    const uint32_t n = s->sets.diagram.kept.len;

    for (uint32_t g = 0; g < question->n_goals; g++) {
        mdd_id set;

        if (!asks_for_set(&question->goals[g]) || !is_open(s, g))
            continue;
        set = set_of(s, g);
        if (s->watch.reason == STOP_DONE && !set) {
            close_goal(s, g, VERDICT_NO);
        } else {
            sets_keep(&s->sets, set);
            vec_push(&sought.goals, g);
            vec_push(&sought.at, s->sets.diagram.kept.len - 1);
        }
    }
    shortest_runs(&s->sets, sought.at.at, sought.at.len, &sought, close_sought);
    sets_drop(&s->sets, n);
    vec_free(&sought.goals);
    vec_free(&sought.at);
}

/* The steps that the diagram has not.  Where the digits exclude each other only
 * if the net is safe, there may be no second token at that marking: the
 * questions stay open. */
static bool is_safe(struct symbolic *s)
{
    struct answer *const answer = s->answer;
    mdd_id set;
    trans_id t = TRANS_NONE;
    bits_word *m;

    if (!risks_find(&s->sets, &set, &t))
        return !s->sets.diagram.stopped;
    s->needs_places = s->sets.merges;
    if (s->needs_places)
        return false;
    m = mem_alloc(marking_words(s->net), sizeof *m);
    sets_pick(&s->sets, set, m);
    if (shortest_run(&s->sets, NULL, sets_word(&s->sets, m), s->sets.all,
                     &answer->unsafe_run)) {
        answer->unsafe_trans = t;
        answer->unsafe_place = marking_unsafe(s->net, m, t);
        answer->stop =
            answer->unsafe_place != PLACE_NONE ? STOP_UNSAFE : STOP_OPEN;
    }
    mem_free(m);
    return false;
}

/* The markings with a token in unit u, and another one in it or inside of
 * it. */
static mdd_id breaches_of(struct symbolic *s, const struct units *units,
                          uint32_t u)
{
    const uint32_t *const from = units->place_at;
    const place_id *const at = units->places + from[u];
    const struct net_place_span own = {at, from[u + 1] - from[u]};
    const struct net_place_span all = {at, from[units->end[u]] - from[u]};
    struct select *const select = &s->sets.select;

    return select_places(select, select_places(select, s->sets.all, own, 1),
                         all, 2);
}

/* Is there a marking that is not unit-safe, where a file says that none is? */
static void seek_breach(struct symbolic *s)
{
    const struct units *const units = s->problem->units;
    struct answer_breach *const breach = &s->answer->breach;
    mdd_id set = MDD_EMPTY;

    for (uint32_t u = 0; units && u < units->n_units && !set; u++)
        set = breaches_of(s, units, u);
    s->needs_places = set && s->sets.merges;
    if (!set || s->needs_places ||
        !shortest_run(&s->sets, NULL, set, s->sets.all, &breach->run))
        return;
    breach->met = true;
    breach->work = s->watch.work;
}

/* --- figures -------------------------------------------------------------- */

static void set_figure(struct answer *answer, uint32_t figure,
                       const naturals_number *number)
{
    const uint64_t small = naturals_small(number);

    answer->stats.at[figure] = small;
    if (small == UINT64_MAX)
        answer->exact[figure] = naturals_text(number);
}

static void count(struct symbolic *s)
{
    const uint32_t n_places = net_given_places(s->net);
    struct answer_stats *const stats = &s->answer->stats;
    struct formula_term *const terms = mem_alloc(n_places, sizeof *terms);
    naturals_number markings = {0}, firings = {0};
    struct space space;
    int64_t most;

    space_init(&space, &s->sets.steps, s->sets.all);
    space_count(&space, &markings);
    for (uint32_t i = 0; i < s->sets.steps.n_idle; i++)
        naturals_add(&firings, markings.at, markings.len);
    stats->at[SYMBOLIC_nodes] = space.nodes.keys.len;
    space_count_steps(&space, s->sets.steps.heads[IMAGES_FORWARDS],
                      s->sets.steps.n_steps, &firings);
    space_finish(&space);
    for (place_id p = 0; p < n_places; p++)
        terms[p] = (struct formula_term){p, 1};
    most = select_largest(&s->sets.select, s->sets.all, terms, n_places);
    if (!s->sets.diagram.stopped) {
        set_figure(s->answer, SYMBOLIC_states, &markings);
        set_figure(s->answer, SYMBOLIC_fired, &firings);
        stats->at[SYMBOLIC_most_tokens] = (uint64_t)most;
    }
    vec_free(&markings);
    vec_free(&firings);
    mem_free(terms);
}

/* --- the engine ----------------------------------------------------------- */

static const struct answer_figure figures[] = {
    SYMBOLIC_FIGURES(ANSWER_FIGURE){0}};

/* Other engines answer most temporal formulas of LTL, and those that are open
 * after that often need all markings.  So the work counts as much as it costs:
 * 3 to 6 ns a unit where the diagram is larger than all caches. */
enum { COST_OF_LASSO = 3 };

static bool asks_for_lasso(const struct engine_question *question)
{
    for (uint32_t g = 0; g < question->n_goals; g++)
        if (question->goals[g].kind == GOAL_LASSO)
            return true;
    return false;
}

/* False: not all markings are known, or a second token is possible. */
static bool explore(struct symbolic *s)
{
    if (!sets_explore(&s->sets) || !is_safe(s))
        return false;
    s->answer->safe = true;
    seek_breach(s);
    return true;
}

static void answer_all(struct symbolic *s)
{
    const uint32_t n_goals = s->problem->question.n_goals;
    bool explored = explore(s);

    if (s->needs_places) {
        sets_split(&s->sets);
        explored = explore(s);
    }
    if (!explored)
        return;
    if (s->problem->output.concurrent)
        (void)together_find(&s->sets, s->problem->output.concurrent,
                            &s->answer->concurrent);
    else if (s->problem->output.attractors)
        s->has_listed = attractors_find(&s->sets, &s->answer->attractors);
    else if (!n_goals)
        count(s);
    for (uint32_t g = 0; g < n_goals; g++)
        if (s->problem->question.goals[g].kind == GOAL_CTL && is_open(s, g))
            answer_ctl(s, g);
    answer_sets(s);
    for (uint32_t g = 0; g < n_goals; g++)
        if (is_open(s, g))
            answer_goal(s, g);
}

static enum answer_stop how_it_ended(const struct symbolic *s)
{
    enum answer_stop stop = s->has_listed ? STOP_DONE : s->watch.reason;

    for (uint32_t g = 0; g < s->answer->n_findings && stop == STOP_DONE; g++)
        if (is_open(s, g))
            stop = s->answer->findings[g].failure ? STOP_SIZE : STOP_OPEN;
    return stop;
}

static void run_symbolic(const struct engine_problem *problem,
                         const struct engine_limits *limits,
                         struct answer *answer)
{
    struct symbolic s = {
        .problem = problem, .net = problem->net, .answer = answer};
    struct answer_stats *const stats = &answer->stats;

    stats->figures = figures;
    watch_init(&s.watch, limits, stats);
    sets_init(&s.sets, s.net, problem->exclusive,
              problem->test.check > 1 ? DIGIT_ORDER_GIVEN
                                      : DIGIT_ORDER_CHEAPEST,
              !problem->question.n_goals && !problem->output.concurrent &&
                  !problem->output.attractors,
              &s.watch);
    s.sets.chooses = problem->output.attractors;
    if (problem->test.check > 1)
        sets_collect_always(&s.sets);
    if (asks_for_lasso(&problem->question))
        sets_cost(&s.sets, COST_OF_LASSO);
    answer_all(&s);
    if (answer->stop == STOP_DONE)
        answer->stop = how_it_ended(&s);
    if (problem->test.check)
        mdd_check(&s.sets.diagram);
    stats->at[SYMBOLIC_levels] = s.sets.digits.n_levels;
    stats->at[SYMBOLIC_agglomerated] = s.sets.digits.n_merged;
    stats->at[SYMBOLIC_peak_nodes] = s.sets.diagram.peak_nodes;
    stats->at[SYMBOLIC_node_bytes] = mdd_bytes(&s.sets.diagram);
    watch_close(&s.watch);
    sets_finish(&s.sets);
}

static const char *refuses(const struct net *net, const struct goal *goal)
{
    (void)net;
    return goal->kind == GOAL_LASSO && goal->temporal->fair.len
               ? ", which is about fair runs"
               : NULL;
}

/* engine.certifies: the markings show what none of them is. */
static bool certifies(const struct engine_problem *problem, struct diag *diag)
{
    const enum question_goal kind = problem->question.goals[0].kind;

    return (ENGINE_REACHES >> kind & 1) ||
           diag_usage(diag, "engine 'symbolic' cannot certify what stays "
                            "possible, nor temporal formulas");
}

const struct engine symbolic_engine = {
    .name = "symbolic",
    .uses = " check certificate ",
    .figures = figures,
    .techniques = "DECISION_DIAGRAMS",
    .traits = ENGINE_DECIDES | ENGINE_COUNTS | ENGINE_PAIRS | ENGINE_SETTLES,
    .goals = ENGINE_REACHES | 1u << GOAL_LIVE | 1u << GOAL_HOME |
             1u << GOAL_LASSO | 1u << GOAL_CTL,
    .refuses = refuses,
    .certifies = certifies,
    .races = 1u << GOAL_CTL | 1u << GOAL_LASSO,
    .races_for_many = 1u << GOAL_TRANSITION,
    .run = run_symbolic,
};
