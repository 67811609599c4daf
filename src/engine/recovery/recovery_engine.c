/* recovery_engine.c - what stays possible, AG EF, without a list of markings.
 *
 * In rounds, with more and more work:
 *
 *     walk    until the structure shows that what is asked for can no longer
 *             happen (markable.h): then the marking is lost
 *     ask     all engines, from the end of a walk, for what did not happen on
 *             its second half: a no is a lost marking
 *     home    one marking that can always be reached again, and from which all
 *             transitions can fire, or the condition can be reached (home.h)
 *     return  a proof that the condition can always be reached again
 *             (recoverable.h), or a lost marking
 *
 * What is asked for is one condition, or of liveness each transition by
 * itself. */
#include "engine/recovery/home.h"
#include "engine/recovery/markable.h"
#include "question/formula_builder.h"

/* Of round 0; each round doubles them.  With --check the work is little, so
 * that small nets have rounds. */
enum { WALKS = 4, STEPS = 1000, ASKS = 4 };
#define LITTLE_WORK (UINT64_C(1) << 17)
#define PROOF_WORK (UINT64_C(1) << 26)
#define HOME_WORK (UINT64_C(1) << 28)

/* Rounds where nobody helps. */
enum { MOST_ALONE = 12 };

/* Something that is to stay possible. */
struct condition {
    trans_id trans;          /* of liveness; TRANS_NONE: the goal's formula */
    struct formula *formula; /* owned, of liveness */
    struct recoverable recoverable; /* all zero: not begun */
    bool proved;
    uint32_t n_asked; /* from ends of walks */
};

struct recovery {
    struct recovery_run run;
    struct markable markable;
    struct condition *conditions;
    uint32_t n_conditions;
    bool is_live;
    struct home home; /* of liveness; all zero: not begun */
    uint32_t *fired;  /* by transition: its last step on this walk, from 1 */
};

/* --- answers -------------------------------------------------------------- */

static bool is_open(const struct recovery *x)
{
    return recovery_run_is_open(&x->run);
}

static struct answer_finding *finding_of(const struct recovery *x)
{
    return &x->run.answer->findings[x->run.g];
}

static const struct goal *goal_of(const struct recovery *x)
{
    return &x->run.problem->question.goals[x->run.g];
}

static void close(struct recovery *x, enum answer_verdict verdict)
{
    struct answer_finding *const finding = finding_of(x);

    finding->verdict = verdict;
    watch_found(&x->run.watch, x->run.g, finding);
    if (x->run.g + 1 == x->run.problem->question.n_goals)
        watch_settle(&x->run.watch);
}

/* The run leads to a marking that is lost for the condition. */
static void lose(struct recovery *x, trans_id t, const trans_id *run,
                 uint32_t len)
{
    struct answer_finding *const finding = finding_of(x);

    vec_append_n(&finding->run, run, len);
    finding->trans = t;
    close(x, VERDICT_YES);
}

/* --- walks ---------------------------------------------------------------- */

/* Does the structure show that the marking of the game is lost? */
static bool is_lost(struct recovery *x)
{
    const struct token_game *const game = &x->run.game;
    trans_id t = TRANS_NONE;
    bool lost;

    markable_find(&x->markable, game->marked);
    (void)watch_work(&x->run.watch, net_size(x->run.net));
    if (x->is_live) {
        t = markable_dead(&x->markable);
        lost = t != TRANS_NONE;
    } else {
        lost =
            !markable_may_hold(&x->markable, game->marked, goal_of(x)->formula);
    }
    if (lost)
        lose(x, t, game->run.at, game->run.len);
    return lost;
}

/* False at the end of the run. */
static bool step(struct recovery *x)
{
    struct token_game *const game = &x->run.game;

    if (!recovery_run_step(&x->run, game))
        return false;
    x->fired[*vec_top(&game->run)] = game->run.len;
    return true;
}

/* The structure is asked at steps 0, 1, 2, 4, 8 and so on, and at the end. */
static void walk(struct recovery *x, uint64_t number, uint32_t len)
{
    uint32_t next = 1;

    x->run.dice = dice_for(x->run.problem->seed, number);
    x->run.answer->stats.at[RECOVERY_walks]++;
    token_game_restart(&x->run.game);
    for (trans_id t = 0; t < net_trans_count(x->run.net); t++)
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

/* --- from ends of walks --------------------------------------------------- */

/* The transition that is asked for and has not fired for longest. */
static struct condition *choose_condition(const struct recovery *x)
{
    struct condition *best = NULL;
    uint32_t fired = 0;

    for (uint32_t i = 0; i < x->n_conditions; i++) {
        struct condition *const c = &x->conditions[i];
        const uint32_t last = c->trans == TRANS_NONE ? 0 : x->fired[c->trans];

        if (!c->proved && last <= x->run.game.run.len / 2 &&
            (!best || c->n_asked < best->n_asked ||
             (c->n_asked == best->n_asked && last < fired))) {
            best = c;
            fired = last;
        }
    }
    return best;
}

static void ask_from_end(struct recovery *x)
{
    struct token_game *const game = &x->run.game;

    for (uint64_t i = recovery_run_doubled(&x->run, ASKS); i > 0 && is_open(x);
         i--) {
        struct condition *const c = choose_condition(x);

        if (!c || c->n_asked > x->run.round)
            return;
        c->n_asked++;
        if (recovery_run_ask(&x->run, game->marked, c->formula, NULL) ==
            VERDICT_NO)
            lose(x, c->trans, game->run.at, game->run.len);
    }
}

/* --- proofs --------------------------------------------------------------- */

static uint64_t work_of(const struct recovery *x, uint64_t work)
{
    return recovery_run_doubled(
        &x->run, x->run.problem->test.check ? LITTLE_WORK : work);
}

static void prove(struct recovery *x, struct condition *c)
{
    struct recoverable *const r = &c->recoverable;

    if (!r->x)
        recoverable_init(r, &x->run, c->formula, !x->is_live);
    switch (recovery_search_run(r, work_of(x, PROOF_WORK))) {
    case RECOVERABLE_HOLDS:
        c->proved = true;
        if (x->run.problem->output.proof)
            finding_of(x)->recovery =
                recoverable_take(r, goal_of(x), &finding_of(x)->cases);
        break;
    case RECOVERABLE_LOST:
        lose(x, c->trans, r->out.at, r->out.len);
        break;
    case RECOVERABLE_OPEN:
        break;
    }
    if (x->is_live)
        recoverable_rest(r);
}

/* So many as the work of a turn suffices for. */
static void prove_all(struct recovery *x)
{
    const uint64_t most = x->run.watch.work + work_of(x, PROOF_WORK);
    uint32_t n_open = 0;

    for (uint32_t i = 0; i < x->n_conditions && is_open(x); i++) {
        if (!x->conditions[i].proved && x->run.watch.work < most)
            prove(x, &x->conditions[i]);
        n_open += !x->conditions[i].proved;
    }
    if (is_open(x) && !n_open)
        close(x, VERDICT_NO);
}

static void prove_home(struct recovery *x)
{
    if (!x->home.x)
        home_init(&x->home, &x->run,
                  x->is_live ? NULL : x->conditions->formula);
    switch (home_seek(&x->home, work_of(x, HOME_WORK))) {
    case HOME_LIVE:
        if (x->run.problem->output.proof)
            finding_of(x)->recovery =
                home_take(&x->home, goal_of(x), &finding_of(x)->cases);
        close(x, VERDICT_NO);
        break;
    case HOME_DEAD:
        lose(x, x->home.dead, x->home.to.at, x->home.to.len);
        break;
    case HOME_OPEN:
        break;
    }
}

/* --- the engine ----------------------------------------------------------- */

/* A condition of its own has a certificate only by itself. */
static bool tries_home(const struct recovery *x)
{
    return x->is_live ||
           (!x->run.problem->output.proof && x->run.round % 2 == 1);
}

/* Of liveness one home does better mostly, and has a certificate. */
static bool tries_each(const struct recovery *x)
{
    const uint32_t round = x->run.round;

    return !x->is_live ||
           (!x->run.problem->output.proof && round > 2 && round % 2);
}

static void run_round(struct recovery *x)
{
    const uint64_t most = UINT32_MAX / 2;
    const uint64_t len = recovery_run_doubled(&x->run, STEPS);
    const uint32_t round = x->run.round;

    for (uint32_t i = 0; i < WALKS && is_open(x); i++)
        walk(x, (uint64_t)round * WALKS + i,
             (uint32_t)((len < most ? len : most) >> i));
    if (!x->run.problem->help.ask || !is_open(x))
        return;
    if (round > 0)
        walk(x, round, (uint32_t)(len < most ? len : most));
    if (is_open(x))
        ask_from_end(x);
    if (is_open(x) && tries_home(x))
        prove_home(x);
    if (is_open(x) && tries_each(x))
        prove_all(x);
}

static struct formula *fireable(trans_id t)
{
    struct formula_builder *const b = formula_builder_create();

    return formula_builder_finish(b, formula_builder_fireable(b, t), false,
                                  NULL);
}

static void begin(struct recovery *x, uint32_t g)
{
    const struct goal *const goal = &x->run.problem->question.goals[g];

    x->run.g = g;
    x->is_live = goal->kind == GOAL_LIVE;
    x->n_conditions = x->is_live ? net_given_transitions(x->run.net) : 1;
    x->conditions = mem_zero(x->n_conditions, sizeof *x->conditions);
    for (uint32_t i = 0; i < x->n_conditions; i++) {
        struct condition *const c = &x->conditions[i];

        c->trans = x->is_live ? i : TRANS_NONE;
        c->formula = x->is_live ? fireable(i) : goal->formula;
    }
}

static void end(struct recovery *x)
{
    for (uint32_t i = 0; i < x->n_conditions; i++) {
        recoverable_finish(&x->conditions[i].recoverable);
        if (x->is_live)
            formula_destroy(x->conditions[i].formula);
    }
    mem_free(x->conditions);
    home_finish(&x->home);
    x->home = (struct home){0};
}

static const struct answer_figure figures[] = {
    RECOVERY_FIGURES(ANSWER_FIGURE){0}};

/* The questions one after the other. */
static void answer_by_recovery(const struct engine_problem *problem,
                               const struct engine_limits *limits,
                               struct answer *answer)
{
    const struct net *const net = problem->net;
    struct recovery x = {.run = {.problem = problem,
                                 .net = net,
                                 .answer = answer,
                                 .text = "recovery"}};
    struct watch *const watch = &x.run.watch;
    bool is_left = false;

    answer->stats.figures = figures;
    watch_init(watch, limits, &answer->stats);
    x.run.has_programs = lp_enter(&x.run.scope);
    token_game_init(&x.run.game, net);
    markable_init(&x.markable, net);
    x.fired = mem_zero(net_trans_count(net), sizeof *x.fired);
    for (uint32_t g = 0; g < problem->question.n_goals; g++) {
        begin(&x, g);
        for (x.run.round = 0;
             is_open(&x) && (problem->help.ask || x.run.round < MOST_ALONE);
             x.run.round++)
            run_round(&x);
        is_left |= answer->findings[g].verdict == VERDICT_UNKNOWN;
        end(&x);
    }
    if (answer->stop != STOP_UNSAFE)
        answer->stop =
            watch->reason == STOP_DONE && is_left ? STOP_OPEN : watch->reason;
    watch_close(watch);
    token_game_finish(&x.run.game);
    markable_finish(&x.markable);
    mem_free(x.fired);
    if (x.run.has_programs)
        lp_leave(&x.run.scope);
}

static bool certifies(const struct engine_problem *problem, struct diag *diag)
{
    return question_asks_again(problem->question.goals->kind) ||
           diag_usage(diag, "engine 'recovery' certifies what stays possible");
}

const struct engine recovery_engine = {
    .name = "recovery",
    .uses = " seed check certificate ",
    .figures = figures,
    .techniques = "STRUCTURAL_REDUCTION RANDOM_WALK SAT_SMT",
    .traits = ENGINE_NEEDS_QUESTION | ENGINE_DECIDES,
    .goals = 1u << GOAL_LIVE | 1u << GOAL_HOME,
    .certifies = certifies,
    .run = answer_by_recovery,
};
