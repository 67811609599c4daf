/* recovery_engine.c - what stays possible, AG EF, without a list of markings.
 *
 * In rounds, with more and more work:
 *
 *     walk    until the structure shows that what is asked for can no longer
 *             happen (markable.h): then the marking is lost
 *     ask     all engines, from the end of a walk, for what did not happen on
 *             its second half: a no is a lost marking
 *     return  cubes from which it can be reached (recovery_cubes.h): ask for a
 *             marking outside; where there is none, it stays possible; from one
 *             that is found ask for a way back, which gives more cubes, and
 *             where there is none the marking is lost
 *
 * What is asked for is one condition, or of liveness each transition by
 * itself. */
#include "engine/engine.h"
#include "engine/recovery/markable.h"
#include "engine/recovery/recovery_cubes.h"
#include "engine/watch.h"
#include "marking/dice.h"
#include "marking/token_game.h"
#include "net/marking.h"
#include "question/formula_builder.h"

#include <stdlib.h>

#define RECOVERY_FIGURES(X)                                    \
    TOKEN_GAME_FIGURES(X)                                      \
    X(asked, NOTHING, "questions that all engines were asked") \
    X(recovery_cubes, CLAUSES, "cubes from which a way leads back")

enum {
#define X(name, count, meaning) RECOVERY_##name,
    RECOVERY_FIGURES(X)
#undef X
};

/* Of round 0; each round doubles them. */
enum { WALKS = 4, STEPS = 1000, ASKS = 4, MOST_DOUBLED = 24 };

/* Rounds where nobody helps. */
enum { MOST_ALONE = 12 };

#define WORK (UINT64_C(1) << 23)

/* What a question costs besides its work, and a step and an arc of a walk. */
enum { ASK_COST = 1 << 16, STEP_COST = 50 };

/* Something that is to stay possible. */
struct condition {
    trans_id trans;          /* of liveness; TRANS_NONE: the goal's formula */
    struct formula *formula; /* owned, of liveness */
    struct recovery_cubes cubes;
    bool proved;
    uint32_t n_asked; /* from ends of walks */
};

struct recovery {
    const struct engine_problem *problem;
    const struct net *net;
    struct answer *answer;
    struct watch watch;
    struct token_game game;
    struct markable markable;
    struct dice dice;
    uint32_t g; /* the question */
    struct condition *conditions;
    uint32_t n_conditions;
    uint32_t *fired; /* by transition: its last step on this walk, from 1 */
    bits_word *m;    /* scratch */
    uint32_t round;
};

/* --- answers -------------------------------------------------------------- */

static struct answer_finding *finding_of(const struct recovery *x)
{
    return &x->answer->findings[x->g];
}

static bool is_open(const struct recovery *x)
{
    return finding_of(x)->verdict == VERDICT_UNKNOWN &&
           x->watch.reason == STOP_DONE && !watch_closed(&x->watch, x->g) &&
           x->answer->stop != STOP_UNSAFE;
}

static void close(struct recovery *x, enum answer_verdict verdict)
{
    finding_of(x)->verdict = verdict;
    watch_found(&x->watch, x->g, finding_of(x));
    if (x->g + 1 == x->problem->question.n_goals)
        watch_settle(&x->watch);
}

/* The run leads to a marking that is lost for the condition. */
static void lose(struct recovery *x, trans_id t, const trans_id *run,
                 uint32_t len)
{
    struct answer_finding *const finding = finding_of(x);

    for (uint32_t i = 0; i < len; i++)
        vec_push(&finding->run, run[i]);
    finding->trans = t;
    close(x, VERDICT_YES);
}

static void refuse_net(struct recovery *x, trans_id t, place_id p)
{
    x->answer->stop = STOP_UNSAFE;
    x->answer->unsafe_trans = t;
    x->answer->unsafe_place = p;
    token_game_copy_run(&x->game, &x->answer->unsafe_run);
}

/* --- walks ---------------------------------------------------------------- */

/* Does the structure show that the marking of the game is lost? */
static bool is_lost(struct recovery *x)
{
    const struct goal *const goal = &x->problem->question.goals[x->g];
    trans_id t = TRANS_NONE;
    bool lost;

    markable_find(&x->markable, x->game.marked);
    (void)watch_work(&x->watch, net_size(x->net));
    if (goal->kind == GOAL_LIVE) {
        t = markable_dead(&x->markable);
        lost = t != TRANS_NONE;
    } else {
        lost = !markable_may_hold(&x->markable, x->game.marked, goal->formula);
    }
    if (lost)
        lose(x, t, x->game.run.at, x->game.run.len);
    return lost;
}

/* False at the end of the run. */
static bool step(struct recovery *x)
{
    trans_id t;
    place_id p;

    if (!x->game.enabled.len)
        return false;
    t = x->game.enabled.at[dice_roll(&x->dice, x->game.enabled.len)];
    p = token_game_fire(&x->game, t);
    if (p != PLACE_NONE) {
        refuse_net(x, t, p);
        return false;
    }
    x->fired[t] = x->game.run.len;
    x->answer->stats.at[RECOVERY_firings]++;
    return !watch_work(&x->watch, STEP_COST + token_game_take_work(&x->game));
}

/* The structure is asked at steps 0, 1, 2, 4, 8 and so on, and at the end. */
static void walk(struct recovery *x, uint64_t number, uint32_t len)
{
    uint32_t next = 1;

    x->dice = dice_for(x->problem->walk.seed, number);
    x->answer->stats.at[RECOVERY_walks]++;
    token_game_restart(&x->game);
    for (trans_id t = 0; t < net_trans_count(x->net); t++)
        x->fired[t] = 0;
    if (number == 0 && is_lost(x))
        return;
    for (uint32_t i = 1; i <= len && step(x); i++)
        if (i == next) {
            next *= 2;
            if (is_lost(x))
                return;
        }
    if (is_open(x))
        (void)is_lost(x);
}

/* --- questions to all engines ----------------------------------------------
 */

static int is_over(void *self)
{
    const struct recovery *const x = self;
    const struct engine_limits *const limits = x->watch.limits;

    return (limits->terminate && limits->terminate(limits->terminate_data)) ||
           atomic_load_explicit(x->watch.end, memory_order_relaxed) <
               x->watch.work;
}

static uint64_t doubled(const struct recovery *x, uint64_t n)
{
    return n << (x->round < MOST_DOUBLED ? x->round : MOST_DOUBLED);
}

/* Is a marking reachable from m at which the formula holds?  A run is added to
 * *run. */
static enum answer_verdict ask(struct recovery *x, const bits_word *m,
                               struct formula *formula, witness_run *run)
{
    char text[] = "recovery";
    struct goal goal = {.kind = GOAL_FORMULA,
                        .question = question_find("formula"),
                        .trans = TRANS_NONE,
                        .formula = formula,
                        .text = text,
                        .label = text};
    const struct engine_help *const help = &x->problem->help;
    struct answer answer = {0};
    enum answer_verdict verdict = VERDICT_UNKNOWN;

    x->answer->stats.at[RECOVERY_asked]++;
    help->ask(help->self, m, &goal, 1, doubled(x, WORK), is_over, x, &answer);
    if (answer.n_findings && answer.stop != STOP_UNSAFE)
        verdict = answer.findings[0].verdict;
    for (uint32_t i = 0;
         verdict == VERDICT_YES && run && i < answer.findings[0].run.len; i++)
        vec_push(run, answer.findings[0].run.at[i]);
    (void)watch_work(&x->watch, ASK_COST + answer.stats.work);
    answer_finish(&answer);
    return verdict;
}

/* The transition that is asked for and has not fired for longest. */
static struct condition *choose(const struct recovery *x)
{
    struct condition *best = NULL;
    uint32_t fired = 0;

    for (uint32_t i = 0; i < x->n_conditions; i++) {
        struct condition *const c = &x->conditions[i];
        const uint32_t last = c->trans == TRANS_NONE ? 0 : x->fired[c->trans];

        if (!c->proved && last <= x->game.run.len / 2 &&
            (!best || c->n_asked < best->n_asked ||
             (c->n_asked == best->n_asked && last < fired))) {
            best = c;
            fired = last;
        }
    }
    return best;
}

/* From the end of the walk. */
static void ask_from_end(struct recovery *x)
{
    for (uint64_t i = doubled(x, ASKS); i > 0 && is_open(x); i--) {
        struct condition *const c = choose(x);

        if (!c || c->n_asked > x->round)
            return;
        c->n_asked++;
        if (ask(x, x->game.marked, c->formula, NULL) == VERDICT_NO)
            lose(x, c->trans, x->game.run.at, x->game.run.len);
    }
}

/* --- ways back -------------------------------------------------------------
 */

/* The run leads outside all cubes: a way back, or it is lost.  False: neither
 * is known. */
static bool come_back(struct recovery *x, struct condition *c,
                      const witness_run *out)
{
    struct formula *const inside = recovery_cubes_formula(&c->cubes, false);
    witness_run back = {0};
    enum answer_verdict verdict = VERDICT_UNKNOWN;

    marking_initial(x->net, x->m);
    for (uint32_t i = 0; i < out->len; i++)
        marking_fire(x->net, x->m, out->at[i]);
    if (inside)
        verdict = ask(x, x->m, inside, &back);
    if (verdict == VERDICT_NO)
        lose(x, c->trans, out->at, out->len);
    else if (verdict == VERDICT_YES)
        recovery_cubes_add(&c->cubes, x->m, &back);
    formula_destroy(inside);
    vec_free(&back);
    return verdict != VERDICT_UNKNOWN;
}

/* Goes on until the condition is proved, or lost, or the question is too hard
 * in this round. */
static void prove(struct recovery *x, struct condition *c)
{
    bool goes_on = true;

    for (uint64_t i = doubled(x, 4 * ASKS);
         i > 0 && goes_on && !c->proved && is_open(x); i--) {
        struct formula *const outside = recovery_cubes_formula(&c->cubes, true);
        witness_run out = {0};
        enum answer_verdict verdict = VERDICT_UNKNOWN;

        marking_initial(x->net, x->m);
        if (outside)
            verdict = ask(x, x->m, outside, &out);
        formula_destroy(outside);
        c->proved = verdict == VERDICT_NO;
        goes_on = verdict == VERDICT_YES && come_back(x, c, &out);
        vec_free(&out);
    }
}

/* The runs of nets with resets lack the steps of these. */
static void prove_all(struct recovery *x)
{
    uint32_t n_open = 0;

    if (net_given_transitions(x->net) < net_trans_count(x->net))
        return;
    for (uint32_t i = 0; i < x->n_conditions && is_open(x); i++) {
        if (!x->conditions[i].proved)
            prove(x, &x->conditions[i]);
        n_open += !x->conditions[i].proved;
    }
    if (is_open(x) && !n_open)
        close(x, VERDICT_NO);
}

/* --- the engine ----------------------------------------------------------- */

static void run_round(struct recovery *x)
{
    const uint64_t most = UINT32_MAX / 2, len = doubled(x, STEPS);

    for (uint32_t i = 0; i < WALKS && is_open(x); i++)
        walk(x, (uint64_t)x->round * WALKS + i,
             (uint32_t)((len < most ? len : most) >> i));
    if (!x->problem->help.ask || !is_open(x))
        return;
    if (x->round > 0)
        walk(x, x->round, (uint32_t)(len < most ? len : most));
    if (is_open(x))
        ask_from_end(x);
    if (is_open(x))
        prove_all(x);
}

static struct formula *fireable(trans_id t)
{
    struct formula_builder *const b = formula_builder_create();
    struct diag ignored = {0};

    return formula_builder_finish(b, formula_builder_fireable(b, t), false,
                                  &ignored);
}

static void begin(struct recovery *x, uint32_t g)
{
    const struct goal *const goal = &x->problem->question.goals[g];
    const bool live = goal->kind == GOAL_LIVE;

    x->g = g;
    x->n_conditions = live ? net_given_transitions(x->net) : 1;
    x->conditions = mem_zero(x->n_conditions, sizeof *x->conditions);
    for (uint32_t i = 0; i < x->n_conditions; i++) {
        struct condition *const c = &x->conditions[i];

        c->trans = live ? i : TRANS_NONE;
        c->formula = live ? fireable(i) : goal->formula;
        recovery_cubes_init(&c->cubes, x->net, c->formula);
    }
}

static void end(struct recovery *x)
{
    for (uint32_t i = 0; i < x->n_conditions; i++) {
        x->answer->stats.at[RECOVERY_recovery_cubes] +=
            x->conditions[i].cubes.at.len;
        recovery_cubes_finish(&x->conditions[i].cubes);
        if (x->conditions[i].trans != TRANS_NONE)
            formula_destroy(x->conditions[i].formula);
    }
    mem_free(x->conditions);
}

static const struct answer_figure figures[] = {
    RECOVERY_FIGURES(ANSWER_FIGURE){0}};

/* The questions one after the other. */
static void answer_by_recovery(const struct engine_problem *problem,
                               const struct engine_limits *limits,
                               struct answer *answer)
{
    const struct net *const net = problem->net;
    struct recovery x = {.problem = problem, .net = net, .answer = answer};
    bool is_left = false;

    answer->stats.figures = figures;
    watch_init(&x.watch, limits, &answer->stats);
    token_game_init(&x.game, net);
    markable_init(&x.markable, net);
    x.fired = mem_zero(net_trans_count(net), sizeof *x.fired);
    x.m = mem_zero(marking_words(net), sizeof *x.m);
    for (uint32_t g = 0; g < problem->question.n_goals; g++) {
        begin(&x, g);
        for (x.round = 0;
             is_open(&x) && (problem->help.ask || x.round < MOST_ALONE);
             x.round++)
            run_round(&x);
        is_left |= finding_of(&x)->verdict == VERDICT_UNKNOWN;
        end(&x);
    }
    if (answer->stop != STOP_UNSAFE)
        answer->stop =
            x.watch.reason == STOP_DONE && is_left ? STOP_OPEN : x.watch.reason;
    watch_close(&x.watch);
    token_game_finish(&x.game);
    markable_finish(&x.markable);
    mem_free(x.fired);
    mem_free(x.m);
}

const struct engine recovery_engine = {
    .name = "recovery",
    .uses = " seed ",
    .figures = figures,
    .techniques = "STRUCTURAL_REDUCTION RANDOM_WALK SAT_SMT",
    .needs_question = true,
    .is_complete = true,
    .goals = 1u << GOAL_LIVE | 1u << GOAL_HOME,
    .run = answer_by_recovery,
};
