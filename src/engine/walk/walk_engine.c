/* walk_engine.c - the engine `walk`: random and guided walks from the initial
 * marking.
 *
 * A walk fires one enabled transition after the other and remembers nothing
 * but its run, so it needs little memory on any net.  Most walks are guided by
 * an open question (guide.h), some by chance alone; towards deadlocks they
 * prefer transitions that disable more than they enable.  The lengths of the
 * walks follow the sequence of Luby, Sinclair, Zuckerman (1993), which is near
 * the best one when nothing is known:
 *
 *     1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 ...   times a number of steps
 *
 * A walk answers yes, with a run, or finds a second token, and never no.  Of
 * a largest value it is sure when the sum of its positive factors is reached.
 * All depends on the seed, the number of the walk and the work alone. */
#include "engine/engine.h"
#include "engine/walk/lasso_walk.h"
#include "engine/walk/walk_answers.h"
#include "marking/dice.h"
#include "marking/guide.h"
#include "marking/shorten.h"
#include "marking/token_game.h"

#define WALK_FIGURES(X)   \
    TOKEN_GAME_FIGURES(X) \
    X(longest_walk, NOTHING, "steps of the longest walk")

enum {
#define X(name, count, meaning) WALK_##name,
    WALK_FIGURES(X)
#undef X
};

/* Steps of the shortest walks, and after how many the guide aims again. */
enum { SHORTEST = 200, AIM_AT_TARGET = 32 };

/* In a race: after so much work without an answer, and so much more for a
 * transition of the net, the work counts several times, so that the other
 * engines get more of the time; after many times as much the walk leaves. */
#define PATIENCE UINT64_C(250000000)
#define PATIENCE_TRANS UINT64_C(5000)
enum { SLOWER = 4, LEAVES = 16 };

/* In a race: the work that the other engines may do first.  Their runs are
 * shorter. */
#define HEAD_START (UINT64_C(1) << 20)

/* Aiming may take so many times the work of firing. */
enum { AIMING_SHARE = 4 };

/* What a question costs that is looked at because others may have answered it.
 */
enum { SWEEP_COST = 4 };

/* What a walk costs besides its steps. */
enum { WALK_COST = 200 };

/* How a walk chooses among the enabled transitions. */
enum manner {
    MANNER_CHANCE,
    MANNER_GUIDED,   /* one of 16 steps by chance */
    MANNER_FAITHFUL, /* one of 64 */
    MANNER_CURIOUS,  /* one of 4 */
    N_MANNERS,
};

struct walk {
    const struct engine_problem *problem;
    const struct net *net;
    struct watch watch;
    struct token_game game;
    struct walk_answers answers;
    struct guide guide;
    struct lasso_walk lasso; /* all zero: no question asks for such a run */
    struct dice dice;
    uint32_t *blocks; /* by transition: how many it disables, at most, less how
                         many it enables, in an order from 0 */
    enum manner manner;
    uint32_t target;         /* the question that guides */
    uint32_t aimed;          /* steps since the guide has aimed */
    uint64_t aiming, firing; /* work */
    uint64_t sweep_at;       /* work at which to look what others answered */
    uint64_t patience;       /* see PATIENCE; UINT64_MAX: no race */
    uint64_t n_fired;
};

/* --- choice --------------------------------------------------------------- */

static bool same_places(struct net_place_span a, struct net_place_span b)
{
    return ids_equal(a.at, a.len, b.at, b.len);
}

/* Does t take back what fired last? */
static bool takes_back(const struct walk *walk, trans_id t)
{
    trans_id last;

    if (!walk->game.run.len)
        return false;
    last = *vec_top(&walk->game.run);
    return same_places(net_pre(walk->net, t), net_post(walk->net, last)) &&
           same_places(net_post(walk->net, t), net_pre(walk->net, last));
}

static trans_id choose_by_chance(struct walk *walk)
{
    const trans_id t = token_game_roll(&walk->game, &walk->dice);

    return takes_back(walk, t) ? token_game_roll(&walk->game, &walk->dice) : t;
}

/* Of a few, the one that blocks most. */
static trans_id choose_blocking(struct walk *walk)
{
    trans_id best = choose_by_chance(walk);

    for (uint32_t i = 1; i < 1u << walk->manner; i++) {
        const trans_id t = choose_by_chance(walk);

        if (walk->blocks[t] > walk->blocks[best])
            best = t;
    }
    return best;
}

static void aim_at_target(struct walk *walk)
{
    guide_aim(&walk->guide, &walk->problem->question.goals[walk->target],
              &walk->dice);
    walk->aimed = 0;
}

static trans_id choose_guided(struct walk *walk)
{
    const bool may_aim = walk->aiming < AIMING_SHARE * walk->firing;
    trans_id t;

    if (walk->aimed++ >= AIM_AT_TARGET && may_aim)
        aim_at_target(walk);
    t = guide_next(&walk->guide, &walk->dice);
    if (t == TRANS_NONE && may_aim) {
        aim_at_target(walk);
        t = guide_next(&walk->guide, &walk->dice);
    }
    return t == TRANS_NONE ? choose_by_chance(walk) : t;
}

static bool seeks_deadlock(const struct walk *walk)
{
    const struct goal *const goal =
        &walk->problem->question.goals[walk->target];

    return goal->kind == GOAL_DEADLOCK || goal->kind == GOAL_SAFE ||
           (goal->kind == GOAL_FORMULA &&
            goal->formula->nodes.at[0].op == FORMULA_DEADLOCK);
}

static trans_id choose_by_manner(struct walk *walk)
{
    static const uint32_t chances[N_MANNERS] = {1, 16, 64, 4};

    if (dice_roll(&walk->dice, chances[walk->manner]) == 0)
        return choose_by_chance(walk);
    return seeks_deadlock(walk) ? choose_blocking(walk) : choose_guided(walk);
}

/* --- walks ---------------------------------------------------------------- */

/* Has it been long without an answer? */
static bool is_slow(const struct walk *walk)
{
    return walk->watch.work - walk->answers.found_at > walk->patience;
}

/* True to stop. */
static bool account(struct walk *walk)
{
    const uint64_t firing =
        token_game_take_work(&walk->game) + walk->answers.goals.work + 1;
    const uint64_t aiming = walk->guide.work;

    walk->answers.goals.work = walk->guide.work = 0;
    walk->firing += firing;
    walk->aiming += aiming;
    watch_events(&walk->watch,
                 walk->n_fired + walk->answers.answer->stats.at[WALK_walks]);
    return watch_work(&walk->watch,
                      (firing + aiming) * (is_slow(walk) ? SLOWER : 1));
}

/* False when nothing is enabled. */
static bool step(struct walk *walk)
{
    trans_id t;
    place_id p;

    if (!walk->game.enabled.len)
        return false;
    t = choose_by_manner(walk);
    p = token_game_fire(&walk->game, t);
    if (p != PLACE_NONE) {
        walk_answers_unsafe(&walk->answers, t, p);
        return false;
    }
    walk->n_fired++;
    guide_follow(&walk->guide);
    walk_answers_take(&walk->answers);
    if (walk->problem->test.check)
        token_game_check(&walk->game);
    return true;
}

/* Questions that other engines have answered guide no more. */
static void sweep(struct walk *walk)
{
    if (!walk->watch.limits->race || walk->watch.work < walk->sweep_at)
        return;
    for (uint32_t g = 0; g < walk->answers.goals.n_goals; g++)
        if (walk->answers.goals.open[g] && watch_closed(&walk->watch, g))
            game_goals_close(&walk->answers.goals, g);
    (void)watch_work(&walk->watch,
                     SWEEP_COST * (uint64_t)walk->answers.goals.n_goals);
    walk->sweep_at = walk->watch.work +
                     16 * SWEEP_COST * (uint64_t)walk->answers.goals.n_goals;
    walk_answers_settle(&walk->answers);
}

/* The open questions take turns. */
static void choose_target(struct walk *walk)
{
    const uint32_t n = walk->answers.goals.n_goals;

    for (uint32_t i = 0; i < n; i++) {
        walk->target = walk->target + 1 < n ? walk->target + 1 : 0;
        (void)watch_work(&walk->watch, 1);
        if (walk->answers.goals.open[walk->target])
            return;
    }
}

/* Number i of the sequence, from 1: if i + 1 is a power of 2, half of it,
 * otherwise the number with the same place in the sequence so far. */
static uint64_t luby(uint64_t i)
{
    for (;;) {
        uint64_t power = 2;

        while (power - 1 < i)
            power *= 2;
        if (power - 1 == i)
            return power / 2;
        i -= power / 2 - 1;
    }
}

static uint64_t length_of(const struct walk *walk, uint64_t number)
{
    const uint64_t length = SHORTEST * luby(number / N_MANNERS + 1);
    const uint32_t most = walk->watch.limits->max_depth;

    return most && length > most ? most : length;
}

static void take_lasso(struct walk *walk, uint32_t g)
{
    struct answer_finding *const finding = &walk->answers.answer->findings[g];

    if (walk->watch.reason == STOP_DONE)
        (void)watch_work(&walk->watch,
                         WALK_ANSWERS_ARC_COST *
                             shorten_lasso(walk->net,
                                           &walk->problem->question.goals[g],
                                           &finding->run, &finding->loop));
    walk_answers_close(&walk->answers, g);
}

/* A walk in the product with an automaton, which the other questions do not
 * see. */
static void walk_for_lasso(struct walk *walk, uint64_t length)
{
    const uint32_t g = walk->target;
    struct answer_finding *const finding = &walk->answers.answer->findings[g];

    if (lasso_walk_run(&walk->lasso, &walk->problem->question.goals[g], g,
                       length, is_slow(walk) ? SLOWER : 1, walk->dice, finding))
        take_lasso(walk, g);
    else if (lasso_walk_refuses(&walk->lasso, g))
        walk_answers_leave(&walk->answers, g, STOP_SIZE);
    if (walk->lasso.unsafe_place != PLACE_NONE) {
        shorten_unsafe(&walk->lasso.game, walk->lasso.unsafe_trans,
                       walk->lasso.unsafe_place, walk->answers.answer);
        walk->answers.finished = true;
    }
    walk->n_fired += walk->lasso.n_fired;
    walk->lasso.n_fired = 0;
}

static void walk_for_marking(struct walk *walk, uint64_t length)
{
    for (uint64_t i = 0;
         i < length && !walk->answers.finished && !account(walk); i++) {
        if (!walk->answers.goals.open[walk->target])
            choose_target(walk);
        if (!step(walk))
            break;
    }
}

static void run_walk(struct walk *walk, uint64_t number)
{
    const uint64_t length = length_of(walk, number);
    const struct goal *const goals = walk->problem->question.goals;

    walk->dice = dice_for(walk->problem->seed, number);
    walk->manner = (enum manner)(number % N_MANNERS);
    walk->aimed = AIM_AT_TARGET;
    vec_clear(&walk->guide.helpful);
    token_game_restart(&walk->game);
    walk_answers_take(&walk->answers);
    if (number % N_MANNERS == 0 || !walk->answers.goals.open[walk->target])
        choose_target(walk);
    if (goals[walk->target].kind == GOAL_LASSO)
        walk_for_lasso(walk, length);
    else
        walk_for_marking(walk, length);
    walk->answers.answer->stats.at[WALK_walks]++;
    walk->answers.answer->stats.at[WALK_firings] = walk->n_fired;
    (void)watch_work(&walk->watch, WALK_COST);
    if (walk->game.run.len > walk->answers.answer->stats.at[WALK_longest_walk])
        walk->answers.answer->stats.at[WALK_longest_walk] = walk->game.run.len;
}

static bool gives_up(const struct walk *walk)
{
    return (walk->watch.work - walk->answers.found_at) / LEAVES >
           walk->patience;
}

static void run_walks(struct walk *walk)
{
    for (uint64_t number = 0; !walk->answers.finished && !account(walk);
         number++) {
        run_walk(walk, number);
        sweep(walk);
        if (gives_up(walk) && walk->watch.reason == STOP_DONE)
            walk->watch.reason = STOP_EVENTS;
    }
}

/* --- the engine ----------------------------------------------------------- */

static uint32_t count_users(const struct net *net, struct net_place_span places)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < places.len; i++)
        n += net_consumers(net, places.at[i]).len +
             net_readers(net, places.at[i]).len;
    return n;
}

static uint32_t *count_blocked(const struct net *net)
{
    const uint32_t n_trans = net_trans_count(net);
    uint32_t *const blocks = mem_alloc(n_trans, sizeof *blocks);

    for (trans_id t = 0; t < n_trans; t++)
        blocks[t] = UINT32_MAX / 2 + count_users(net, net_pre(net, t)) -
                    count_users(net, net_post(net, t));
    return blocks;
}

static const struct answer_figure figures[] = {WALK_FIGURES(ANSWER_FIGURE){0}};

static void init(struct walk *walk, const struct engine_problem *problem,
                 const struct engine_limits *limits, struct answer *answer)
{
    const struct net *const net = problem->net;

    *walk = (struct walk){.problem = problem, .net = net};
    answer->stats.figures = figures;
    watch_init(&walk->watch, limits, &answer->stats);
    token_game_init(&walk->game, net);
    walk_answers_init(&walk->answers, &problem->question, &walk->game,
                      &walk->watch, answer);
    guide_init(&walk->guide, &walk->game);
    for (uint32_t g = 0; g < walk->answers.goals.n_goals && !walk->lasso.net;
         g++)
        if (problem->question.goals[g].kind == GOAL_LASSO)
            lasso_walk_init(&walk->lasso, net, walk->answers.goals.n_goals,
                            &walk->watch);
    walk->blocks = count_blocked(net);
    walk->patience = limits->race
                         ? PATIENCE + PATIENCE_TRANS * net_trans_count(net)
                         : UINT64_MAX;
    (void)watch_work(&walk->watch, net_arc_count(net) + net_read_count(net) +
                                       (limits->race ? HEAD_START : 0));
}

static void finish(struct walk *walk)
{
    walk_answers_finish(&walk->answers);
    token_game_finish(&walk->game);
    guide_finish(&walk->guide);
    if (walk->lasso.net)
        lasso_walk_finish(&walk->lasso);
    mem_free(walk->blocks);
}

static void answer_by_walks(const struct engine_problem *problem,
                            const struct engine_limits *limits,
                            struct answer *answer)
{
    struct walk walk;

    init(&walk, problem, limits, answer);
    if (problem->question.n_goals)
        run_walks(&walk);
    finish(&walk);
}

const struct engine walk_engine = {
    .name = "walk",
    .uses = " seed check max-events max-depth ",
    .figures = figures,
    .techniques = "RANDOM_WALK",
    .traits = ENGINE_NEEDS_QUESTION | ENGINE_PROVES | ENGINE_AIMS,
    .goals = ENGINE_REACHES | 1u << GOAL_LASSO,
    .run = answer_by_walks,
};
