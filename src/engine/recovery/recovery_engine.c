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

static bool is_open(const struct recovery *recovery)
{
    return recovery_run_is_open(&recovery->run);
}

static struct answer_finding *finding_of(const struct recovery *recovery)
{
    return &recovery->run.answer->findings[recovery->run.g];
}

static const struct goal *goal_of(const struct recovery *recovery)
{
    return &recovery->run.problem->question.goals[recovery->run.g];
}

static void close(struct recovery *recovery, enum answer_verdict verdict)
{
    struct answer_finding *const finding = finding_of(recovery);

    finding->verdict = verdict;
    watch_found(&recovery->run.watch, recovery->run.g, finding);
    if (recovery->run.g + 1 == recovery->run.problem->question.n_goals)
        watch_settle(&recovery->run.watch);
}

/* The run leads to a marking that is lost for the condition. */
static void lose(struct recovery *recovery, trans_id t, const trans_id *run,
                 uint32_t len)
{
    struct answer_finding *const finding = finding_of(recovery);

    vec_append_n(&finding->run, run, len);
    finding->trans = t;
    close(recovery, VERDICT_YES);
}

/* --- walks ---------------------------------------------------------------- */

/* Does the structure show that the marking of the game is lost? */
static bool is_lost(struct recovery *recovery)
{
    const struct token_game *const game = &recovery->run.game;
    trans_id t = TRANS_NONE;
    bool lost;

    markable_find(&recovery->markable, game->marked);
    (void)watch_work(&recovery->run.watch, net_size(recovery->run.net));
    if (recovery->is_live) {
        t = markable_dead(&recovery->markable);
        lost = t != TRANS_NONE;
    } else {
        lost = !markable_may_hold(&recovery->markable, game->marked,
                                  goal_of(recovery)->formula);
    }
    if (lost)
        lose(recovery, t, game->run.at, game->run.len);
    return lost;
}

/* False at the end of the run. */
static bool step(struct recovery *recovery)
{
    struct token_game *const game = &recovery->run.game;

    if (!recovery_run_step(&recovery->run, game))
        return false;
    recovery->fired[*vec_top(&game->run)] = game->run.len;
    return true;
}

/* The structure is asked at steps 0, 1, 2, 4, 8 and so on, and at the end. */
static void walk(struct recovery *recovery, uint64_t number, uint32_t len)
{
    uint32_t next = 1;

    recovery->run.dice = dice_for(recovery->run.problem->seed, number);
    recovery->run.answer->stats.at[RECOVERY_walks]++;
    token_game_restart(&recovery->run.game);
    for (trans_id t = 0; t < net_trans_count(recovery->run.net); t++)
        recovery->fired[t] = 0;
    if (number == 0 && is_lost(recovery))
        return;
    for (uint32_t i = 1; i <= len && step(recovery); i++)
        if (i == next) {
            next *= 2;
            if (is_lost(recovery))
                return;
        }
    if (is_open(recovery))
        (void)is_lost(recovery);
}

/* --- from ends of walks --------------------------------------------------- */

/* The transition that is asked for and has not fired for longest. */
static struct condition *choose_condition(const struct recovery *recovery)
{
    struct condition *best = NULL;
    uint32_t fired = 0;

    for (uint32_t i = 0; i < recovery->n_conditions; i++) {
        struct condition *const c = &recovery->conditions[i];
        const uint32_t last =
            c->trans == TRANS_NONE ? 0 : recovery->fired[c->trans];

        if (!c->proved && last <= recovery->run.game.run.len / 2 &&
            (!best || c->n_asked < best->n_asked ||
             (c->n_asked == best->n_asked && last < fired))) {
            best = c;
            fired = last;
        }
    }
    return best;
}

static void ask_from_end(struct recovery *recovery)
{
    struct token_game *const game = &recovery->run.game;

    for (uint64_t i = recovery_run_doubled(&recovery->run, ASKS);
         i > 0 && is_open(recovery); i--) {
        struct condition *const c = choose_condition(recovery);

        if (!c || c->n_asked > recovery->run.round)
            return;
        c->n_asked++;
        if (recovery_run_ask(&recovery->run, game->marked, c->formula, NULL) ==
            VERDICT_NO)
            lose(recovery, c->trans, game->run.at, game->run.len);
    }
}

/* --- proofs --------------------------------------------------------------- */

static uint64_t work_of(const struct recovery *recovery, uint64_t work)
{
    return recovery_run_doubled(
        &recovery->run, recovery->run.problem->test.check ? LITTLE_WORK : work);
}

static void prove(struct recovery *recovery, struct condition *c)
{
    struct recoverable *const r = &c->recoverable;

    if (!r->run)
        recoverable_init(r, &recovery->run, c->formula, !recovery->is_live);
    switch (recovery_search_run(r, work_of(recovery, PROOF_WORK))) {
    case RECOVERABLE_HOLDS:
        c->proved = true;
        if (recovery->run.problem->output.proof)
            finding_of(recovery)->recovery = recoverable_take(
                r, goal_of(recovery), &finding_of(recovery)->cases);
        break;
    case RECOVERABLE_LOST:
        lose(recovery, c->trans, r->out.at, r->out.len);
        break;
    case RECOVERABLE_OPEN:
        break;
    }
    if (recovery->is_live)
        recoverable_rest(r);
}

/* So many as the work of a turn suffices for. */
static void prove_all(struct recovery *recovery)
{
    const uint64_t most =
        recovery->run.watch.work + work_of(recovery, PROOF_WORK);
    uint32_t n_open = 0;

    for (uint32_t i = 0; i < recovery->n_conditions && is_open(recovery); i++) {
        if (!recovery->conditions[i].proved && recovery->run.watch.work < most)
            prove(recovery, &recovery->conditions[i]);
        n_open += !recovery->conditions[i].proved;
    }
    if (is_open(recovery) && !n_open)
        close(recovery, VERDICT_NO);
}

static void prove_home(struct recovery *recovery)
{
    if (!recovery->home.run)
        home_init(&recovery->home, &recovery->run,
                  recovery->is_live ? NULL : recovery->conditions->formula);
    switch (home_seek(&recovery->home, work_of(recovery, HOME_WORK))) {
    case HOME_LIVE:
        if (recovery->run.problem->output.proof)
            finding_of(recovery)->recovery =
                home_take(&recovery->home, goal_of(recovery),
                          &finding_of(recovery)->cases);
        close(recovery, VERDICT_NO);
        break;
    case HOME_DEAD:
        lose(recovery, recovery->home.dead, recovery->home.to.at,
             recovery->home.to.len);
        break;
    case HOME_OPEN:
        break;
    }
}

/* --- the engine ----------------------------------------------------------- */

/* A condition of its own has a certificate only by itself. */
static bool tries_home(const struct recovery *recovery)
{
    return recovery->is_live || (!recovery->run.problem->output.proof &&
                                 recovery->run.round % 2 == 1);
}

/* Of liveness one home does better mostly, and has a certificate. */
static bool tries_each(const struct recovery *recovery)
{
    const uint32_t round = recovery->run.round;

    return !recovery->is_live ||
           (!recovery->run.problem->output.proof && round > 2 && round % 2);
}

static void run_round(struct recovery *recovery)
{
    const uint64_t most = UINT32_MAX / 2;
    const uint64_t len = recovery_run_doubled(&recovery->run, STEPS);
    const uint32_t round = recovery->run.round;

    for (uint32_t i = 0; i < WALKS && is_open(recovery); i++)
        walk(recovery, (uint64_t)round * WALKS + i,
             (uint32_t)((len < most ? len : most) >> i));
    if (!recovery->run.problem->help.ask || !is_open(recovery))
        return;
    if (round > 0)
        walk(recovery, round, (uint32_t)(len < most ? len : most));
    if (is_open(recovery))
        ask_from_end(recovery);
    if (is_open(recovery) && tries_home(recovery))
        prove_home(recovery);
    if (is_open(recovery) && tries_each(recovery))
        prove_all(recovery);
}

static struct formula *fireable(trans_id t)
{
    struct formula_builder *const b = formula_builder_create();

    return formula_builder_finish(b, formula_builder_fireable(b, t), false,
                                  NULL);
}

static void begin(struct recovery *recovery, uint32_t g)
{
    const struct goal *const goal = &recovery->run.problem->question.goals[g];

    recovery->run.g = g;
    recovery->is_live = goal->kind == GOAL_LIVE;
    recovery->n_conditions =
        recovery->is_live ? net_given_transitions(recovery->run.net) : 1;
    recovery->conditions =
        mem_zero(recovery->n_conditions, sizeof *recovery->conditions);
    for (uint32_t i = 0; i < recovery->n_conditions; i++) {
        struct condition *const c = &recovery->conditions[i];

        c->trans = recovery->is_live ? i : TRANS_NONE;
        c->formula = recovery->is_live ? fireable(i) : goal->formula;
    }
}

static void end(struct recovery *recovery)
{
    for (uint32_t i = 0; i < recovery->n_conditions; i++) {
        recoverable_finish(&recovery->conditions[i].recoverable);
        if (recovery->is_live)
            formula_destroy(recovery->conditions[i].formula);
    }
    mem_free(recovery->conditions);
    home_finish(&recovery->home);
    recovery->home = (struct home){0};
}

static const struct answer_figure figures[] = {
    RECOVERY_FIGURES(ANSWER_FIGURE){0}};

/* The questions one after the other. */
static void answer_by_recovery(const struct engine_problem *problem,
                               const struct engine_limits *limits,
                               struct answer *answer)
{
    const struct net *const net = problem->net;
    struct recovery recovery = {.run = {.problem = problem,
                                        .net = net,
                                        .answer = answer,
                                        .text = "recovery"}};
    struct watch *const watch = &recovery.run.watch;
    bool is_left = false;

    answer->stats.figures = figures;
    watch_init(watch, limits, &answer->stats);
    recovery.run.has_programs = lp_enter(&recovery.run.scope);
    token_game_init(&recovery.run.game, net);
    markable_init(&recovery.markable, net);
    recovery.fired = mem_zero(net_trans_count(net), sizeof *recovery.fired);
    for (uint32_t g = 0; g < problem->question.n_goals; g++) {
        begin(&recovery, g);
        for (recovery.run.round = 0;
             is_open(&recovery) &&
             (problem->help.ask || recovery.run.round < MOST_ALONE);
             recovery.run.round++)
            run_round(&recovery);
        is_left |= answer->findings[g].verdict == VERDICT_UNKNOWN;
        end(&recovery);
    }
    if (answer->stop != STOP_UNSAFE)
        answer->stop =
            watch->reason == STOP_DONE && is_left ? STOP_OPEN : watch->reason;
    watch_close(watch);
    token_game_finish(&recovery.run.game);
    markable_finish(&recovery.markable);
    mem_free(recovery.fired);
    if (recovery.run.has_programs)
        lp_leave(&recovery.run.scope);
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
