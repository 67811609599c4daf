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
#include "engine/watch.h"
#include "marking/dice.h"
#include "marking/game_goals.h"
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
enum { SHORTEST = 200, AIM = 32 };

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

/* What a step of a run costs that is copied, a question that is looked at
 * because others may have answered it, and an arc when a run is shortened. */
enum { COPY_COST = 20, SWEEP_COST = 4, ARC_COST = 4 };

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
    struct answer *answer;
    struct watch watch;
    struct token_game game;
    struct game_goals atoms;
    struct guide guide;
    struct lasso_walk lasso; /* all zero: no question asks for such a run */
    struct dice dice;
    uint32_t *blocks; /* by transition: how many it disables, at most, less how
                         many it enables, in an order from 0 */
    enum manner manner;
    uint32_t target;         /* the question that guides */
    uint32_t aimed;          /* steps since the guide has aimed */
    uint64_t aiming, firing; /* work */
    uint64_t found_at;       /* work at the last answer */
    uint64_t sweep_at;       /* work at which to look what others answered */
    uint64_t patience;       /* see PATIENCE; UINT64_MAX: no race */
    uint64_t n_fired;
    bool finished;
};

/* --- answers -------------------------------------------------------------- */

static void copy_run(struct walk *x, witness_run *run)
{
    token_game_copy_run(&x->game, run);
    (void)watch_work(&x->watch, COPY_COST * (uint64_t)x->game.run.len);
}

/* The run so far, shorter unless time is over, as one that answers the goal. */
static void take_run(struct walk *x, const struct goal *goal, witness_run *run)
{
    copy_run(x, run);
    if (x->watch.reason == STOP_DONE)
        (void)watch_work(&x->watch, ARC_COST * shorten_run(x->net, goal, run));
}

static void close_goal(struct walk *x, uint32_t g)
{
    struct answer_finding *const finding = &x->answer->findings[g];

    finding->verdict = VERDICT_YES;
    x->found_at = x->watch.work;
    watch_found(&x->watch, g, finding);
    game_goals_close(&x->atoms, g);
    if (x->atoms.n_open == 0) {
        x->finished = true;
        watch_settle(&x->watch);
    }
}

/* The sum is larger than before; sure if it cannot be larger. */
static void take_value(struct walk *x, uint32_t g)
{
    const struct goal *const goal = &x->problem->question.goals[g];
    struct answer_finding *const finding = &x->answer->findings[g];
    const int64_t sum = game_goals_raise(&x->atoms, g);

    take_run(x, goal, &finding->run);
    vec_trim(&finding->run);
    finding->has_value = true;
    finding->value = sum + goal->constant;
    watch_reached(&x->watch, g, finding);
    if (sum == formula_limit(goal->formula, goal->formula->nodes.at))
        close_goal(x, g);
}

static void answer_yes(struct walk *x, uint32_t g)
{
    const struct goal *const goal = &x->problem->question.goals[g];
    witness_run *const run = &x->answer->findings[g].run;

    take_run(x, goal, run);
    if (goal->kind == GOAL_TRANSITION)
        vec_push(run, goal->trans);
    vec_trim(run); /* there may be as many as transitions */
    close_goal(x, g);
}

/* Is firing t a second token?  A transition that is asked for fires when it
 * is enabled: this must be found out before it is an answer. */
static bool is_unsafe(const struct walk *x, trans_id t)
{
    const struct net_place_span post = net_post(x->net, t);

    if (net_overflow(x->net, t) != PLACE_NONE)
        return true;
    for (uint32_t i = 0; i < post.len; i++)
        if (bits_has(x->game.marked, post.at[i]))
            return true;
    return false;
}

static void report_unsafe(struct walk *x, trans_id t, place_id p)
{
    shorten_unsafe(&x->game, t, p, x->answer);
    x->finished = true;
}

static void take_answers(struct walk *x)
{
    uint32_t g;

    while (!x->finished && !watch_work(&x->watch, 0) &&
           (g = game_goals_next(&x->atoms)) < x->atoms.n_goals) {
        const struct goal *const goal = &x->problem->question.goals[g];

        if (watch_closed(&x->watch, g))
            game_goals_close(&x->atoms, g);
        else if (goal->kind == GOAL_BOUND)
            take_value(x, g);
        else if (goal->kind == GOAL_TRANSITION && is_unsafe(x, goal->trans))
            report_unsafe(x, goal->trans,
                          token_game_fire(&x->game, goal->trans));
        else
            answer_yes(x, g);
    }
}

/* --- choice --------------------------------------------------------------- */

static bool same_places(struct net_place_span a, struct net_place_span b)
{
    if (a.len != b.len)
        return false;
    for (uint32_t i = 0; i < a.len; i++)
        if (a.at[i] != b.at[i])
            return false;
    return true;
}

/* Does t take back what fired last? */
static bool takes_back(const struct walk *x, trans_id t)
{
    trans_id last;

    if (!x->game.run.len)
        return false;
    last = *vec_top(&x->game.run);
    return same_places(net_pre(x->net, t), net_post(x->net, last)) &&
           same_places(net_post(x->net, t), net_pre(x->net, last));
}

static trans_id roll(struct walk *x)
{
    return x->game.enabled.at[dice_roll(&x->dice, x->game.enabled.len)];
}

static trans_id choose_by_chance(struct walk *x)
{
    const trans_id t = roll(x);

    return takes_back(x, t) ? roll(x) : t;
}

/* Of a few, the one that blocks most. */
static trans_id choose_blocking(struct walk *x)
{
    trans_id best = choose_by_chance(x);

    for (uint32_t i = 1; i < 1u << x->manner; i++) {
        const trans_id t = choose_by_chance(x);

        if (x->blocks[t] > x->blocks[best])
            best = t;
    }
    return best;
}

static void aim(struct walk *x)
{
    guide_aim(&x->guide, &x->problem->question.goals[x->target], &x->dice);
    x->aimed = 0;
}

static trans_id choose_guided(struct walk *x)
{
    const bool may_aim = x->aiming < AIMING_SHARE * x->firing;
    trans_id t;

    if (x->aimed++ >= AIM && may_aim)
        aim(x);
    t = guide_next(&x->guide, &x->dice);
    if (t == TRANS_NONE && may_aim) {
        aim(x);
        t = guide_next(&x->guide, &x->dice);
    }
    return t == TRANS_NONE ? choose_by_chance(x) : t;
}

static bool seeks_deadlock(const struct walk *x)
{
    const struct goal *const goal = &x->problem->question.goals[x->target];

    return goal->kind == GOAL_DEADLOCK || goal->kind == GOAL_SAFE ||
           (goal->kind == GOAL_FORMULA &&
            goal->formula->nodes.at[0].op == FORMULA_DEADLOCK);
}

static trans_id choose(struct walk *x)
{
    static const uint32_t chances[N_MANNERS] = {1, 16, 64, 4};

    if (dice_roll(&x->dice, chances[x->manner]) == 0)
        return choose_by_chance(x);
    return seeks_deadlock(x) ? choose_blocking(x) : choose_guided(x);
}

/* --- walks ---------------------------------------------------------------- */

/* Has it been long without an answer? */
static bool is_slow(const struct walk *x)
{
    return x->watch.work - x->found_at > x->patience;
}

/* True to stop. */
static bool account(struct walk *x)
{
    const uint64_t firing = token_game_take_work(&x->game) + x->atoms.work + 1;
    const uint64_t aiming = x->guide.work;

    x->atoms.work = x->guide.work = 0;
    x->firing += firing;
    x->aiming += aiming;
    watch_events(&x->watch, x->n_fired + x->answer->stats.at[WALK_walks]);
    return watch_work(&x->watch, (firing + aiming) * (is_slow(x) ? SLOWER : 1));
}

/* False when nothing is enabled. */
static bool step(struct walk *x)
{
    trans_id t;
    place_id p;

    if (!x->game.enabled.len)
        return false;
    t = choose(x);
    p = token_game_fire(&x->game, t);
    if (p != PLACE_NONE) {
        report_unsafe(x, t, p);
        return false;
    }
    x->n_fired++;
    game_goals_update(&x->atoms);
    guide_follow(&x->guide);
    take_answers(x);
    if (x->problem->test.check)
        token_game_check(&x->game);
    return true;
}

/* Questions that other engines have answered guide no more. */
static void sweep(struct walk *x)
{
    if (!x->watch.limits->race || x->watch.work < x->sweep_at)
        return;
    for (uint32_t g = 0; g < x->atoms.n_goals; g++)
        if (x->atoms.open[g] && watch_closed(&x->watch, g))
            game_goals_close(&x->atoms, g);
    (void)watch_work(&x->watch, SWEEP_COST * (uint64_t)x->atoms.n_goals);
    x->sweep_at = x->watch.work + 16 * SWEEP_COST * (uint64_t)x->atoms.n_goals;
    x->finished = x->finished || x->atoms.n_open == 0;
}

/* The open questions take turns. */
static void choose_target(struct walk *x)
{
    const uint32_t n = x->atoms.n_goals;

    for (uint32_t i = 0; i < n; i++) {
        x->target = x->target + 1 < n ? x->target + 1 : 0;
        (void)watch_work(&x->watch, 1);
        if (x->atoms.open[x->target])
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

static uint64_t length_of(const struct walk *x, uint64_t number)
{
    const uint64_t length = SHORTEST * luby(number / N_MANNERS + 1);
    const uint32_t most = x->watch.limits->max_depth;

    return most && length > most ? most : length;
}

/* A walk in the product with an automaton, which the other questions do not
 * see. */
static void walk_for_lasso(struct walk *x, uint64_t length)
{
    const uint32_t g = x->target;
    struct answer_finding *const finding = &x->answer->findings[g];

    if (lasso_walk_run(&x->lasso, &x->problem->question.goals[g], g, length,
                       is_slow(x) ? SLOWER : 1, x->dice, finding))
        close_goal(x, g);
    if (x->lasso.unsafe_place != PLACE_NONE) {
        shorten_unsafe(&x->lasso.game, x->lasso.unsafe_trans,
                       x->lasso.unsafe_place, x->answer);
        x->finished = true;
    }
    x->n_fired += x->lasso.n_fired;
    x->lasso.n_fired = 0;
}

static void walk_for_marking(struct walk *x, uint64_t length)
{
    for (uint64_t i = 0; i < length && !x->finished && !account(x); i++) {
        if (!x->atoms.open[x->target])
            choose_target(x);
        if (!step(x))
            break;
    }
}

static void run_walk(struct walk *x, uint64_t number)
{
    const uint64_t length = length_of(x, number);
    const struct goal *const goals = x->problem->question.goals;

    x->dice = dice_for(x->problem->walk.seed, number);
    x->manner = (enum manner)(number % N_MANNERS);
    x->aimed = AIM;
    vec_clear(&x->guide.helpful);
    token_game_restart(&x->game);
    game_goals_update(&x->atoms);
    take_answers(x);
    if (number % N_MANNERS == 0 || !x->atoms.open[x->target])
        choose_target(x);
    if (goals[x->target].kind == GOAL_LASSO)
        walk_for_lasso(x, length);
    else
        walk_for_marking(x, length);
    x->answer->stats.at[WALK_walks]++;
    x->answer->stats.at[WALK_firings] = x->n_fired;
    (void)watch_work(&x->watch, WALK_COST);
    if (x->game.run.len > x->answer->stats.at[WALK_longest_walk])
        x->answer->stats.at[WALK_longest_walk] = x->game.run.len;
}

static bool gives_up(const struct walk *x)
{
    return (x->watch.work - x->found_at) / LEAVES > x->patience;
}

static void run_walks(struct walk *x)
{
    for (uint64_t number = 0; !x->finished && !account(x); number++) {
        run_walk(x, number);
        sweep(x);
        if (gives_up(x) && x->watch.reason == STOP_DONE)
            x->watch.reason = STOP_EVENTS;
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

static void init(struct walk *x, const struct engine_problem *problem,
                 const struct engine_limits *limits, struct answer *answer)
{
    const struct net *const net = problem->net;

    *x = (struct walk){.problem = problem, .net = net, .answer = answer};
    answer->stats.figures = figures;
    watch_init(&x->watch, limits, &answer->stats);
    token_game_init(&x->game, net);
    game_goals_init(&x->atoms, &x->game, problem->question.goals,
                    problem->question.n_goals);
    guide_init(&x->guide, &x->game);
    for (uint32_t g = 0; g < x->atoms.n_goals && !x->lasso.net; g++)
        if (problem->question.goals[g].kind == GOAL_LASSO)
            lasso_walk_init(&x->lasso, net, x->atoms.n_goals, &x->watch);
    x->blocks = count_blocked(net);
    x->patience = limits->race
                      ? PATIENCE + PATIENCE_TRANS * net_trans_count(net)
                      : UINT64_MAX;
    (void)watch_work(&x->watch, net_arc_count(net) + net_read_count(net) +
                                    (limits->race ? HEAD_START : 0));
}

static void finish(struct walk *x)
{
    token_game_finish(&x->game);
    game_goals_finish(&x->atoms);
    guide_finish(&x->guide);
    if (x->lasso.net)
        lasso_walk_finish(&x->lasso);
    mem_free(x->blocks);
}

static void answer_by_walks(const struct engine_problem *problem,
                            const struct engine_limits *limits,
                            struct answer *answer)
{
    struct walk x;

    init(&x, problem, limits, answer);
    if (problem->question.n_goals)
        run_walks(&x);
    if (answer->stop != STOP_UNSAFE)
        answer->stop = x.finished ? STOP_DONE : x.watch.reason;
    answer->stats.at[WALK_firings] = x.n_fired;
    watch_close(&x.watch);
    finish(&x);
}

const struct engine walk_engine = {
    .name = "walk",
    .uses = " seed check max-events max-depth ",
    .figures = figures,
    .techniques = "RANDOM_WALK",
    .needs_question = true,
    .proves = true,
    .goals = ENGINE_REACHES | 1u << GOAL_LASSO,
    .run = answer_by_walks,
};
