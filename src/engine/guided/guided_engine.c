/* guided_engine.c - the engine `guided`: a best-first search for each question.
 *
 * The open questions take turns: each gets a search that takes up some
 * markings, and in the next round a new one that takes up more.  The last open
 * question keeps its search.  A run answers each question that holds on its
 * way.
 *
 * A search answers yes, with a run, or finds a second token, and never no. */
#include "engine/guided/guided_search.h"
#include "engine/walk/walk_answers.h"
#include "net/marking.h"

#define GUIDED_FIGURES(X)                                                 \
    X(evaluated, MARKINGS, "markings from which a relaxed plan was made") \
    X(attempts, NOTHING, "best-first searches for a question")

enum {
#define X(name, count, meaning) GUIDED_##name,
    GUIDED_FIGURES(X)
#undef X
};

/* Markings that a search of the first round takes up, and how many times as
 * many one of the next round. */
enum { FIRST = 512, GROWTH = 4 };

/* Between two looks whether another engine has answered, markings. */
enum { LOOK = 64 };

/* In a race: the work that the other engines may do first, and the work after
 * which this one leaves when it finds nothing: this much and more for each
 * transition. */
static const uint64_t HEAD_START = UINT64_C(1) << 22;
static const uint64_t PATIENCE = UINT64_C(4000000000);
static const uint64_t PATIENCE_TRANS = 80000;

struct guided {
    const struct engine_problem *problem;
    struct watch watch;
    struct token_game game;
    struct walk_answers answers;
    uint64_t patience; /* UINT64_MAX: no race */
};

/* --- answers -------------------------------------------------------------- */

/* Fires the run of the search and takes what holds on it. */
static void replay(struct guided *guided, const struct guided_search *search)
{
    net_trans_list run = {0};

    guided_search_copy_run(search, &run);
    token_game_restart(&guided->game);
    for (uint32_t i = 0;; i++) {
        walk_answers_take(&guided->answers);
        if (i == run.len || guided->answers.finished)
            break;
        if (token_game_fire(&guided->game, run.at[i]) != PLACE_NONE)
            CHECK(false);
    }
    vec_free(&run);
    (void)watch_work(&guided->watch, token_game_take_work(&guided->game) +
                                         guided->answers.goals.work);
    guided->answers.goals.work = 0;
}

/* --- searches ------------------------------------------------------------- */

static bool gives_up(const struct guided *guided)
{
    return guided->watch.work - guided->answers.found_at > guided->patience;
}

/* Is there nothing more to do about question g? */
static bool is_over(struct guided *guided, uint32_t g)
{
    if (guided->answers.finished || watch_work(&guided->watch, 1))
        return true;
    if (guided->answers.goals.open[g] && watch_closed(&guided->watch, g))
        walk_answers_leave(&guided->answers, g, STOP_OPEN);
    return !guided->answers.goals.open[g] || gives_up(guided);
}

/* Searches until so many markings are taken up; the last question goes on.
 * Returns how the search ended. */
static enum guided_search_end follow(struct guided *guided, uint32_t g,
                                     struct guided_search *search,
                                     uint64_t most)
{
    enum guided_search_end end = GUIDED_SEARCH_CUT;
    uint64_t *const n_evaluated =
        &guided->answers.answer->stats.at[GUIDED_evaluated];

    while (end == GUIDED_SEARCH_CUT && !is_over(guided, g) &&
           (search->n_evaluated < most || guided->answers.goals.n_open == 1)) {
        const uint64_t before = search->n_evaluated;

        end = guided_search_run(search, before + LOOK);
        *n_evaluated += search->n_evaluated - before;
        watch_events(&guided->watch, *n_evaluated);
    }
    return end;
}

static void search_for(struct guided *guided, uint32_t g, uint64_t most)
{
    const struct engine_problem *const problem = guided->problem;
    struct guided_search search;
    enum guided_search_end end = GUIDED_SEARCH_EMPTY;

    if (guided_search_init(&search, problem->net, problem->exclusive,
                           &problem->question.goals[g], &guided->watch)) {
        guided->answers.answer->stats.at[GUIDED_attempts]++;
        end = follow(guided, g, &search, most);
    }
    if (end == GUIDED_SEARCH_FOUND || end == GUIDED_SEARCH_UNSAFE)
        replay(guided, &search);
    if (end == GUIDED_SEARCH_UNSAFE && !guided->answers.finished)
        walk_answers_unsafe(
            &guided->answers, search.unsafe,
            marking_unsafe(problem->net, guided->game.marked, search.unsafe));
    else if (end == GUIDED_SEARCH_EMPTY && guided->answers.goals.open[g])
        walk_answers_leave(&guided->answers, g, STOP_OPEN);
    guided_search_finish(&search);
}

static void run_rounds(struct guided *guided)
{
    uint64_t most = FIRST;

    while (!guided->answers.finished && guided->watch.reason == STOP_DONE) {
        for (uint32_t g = 0; g < guided->answers.goals.n_goals; g++)
            if (!is_over(guided, g))
                search_for(guided, g, most);
        if (gives_up(guided) && guided->watch.reason == STOP_DONE)
            guided->watch.reason = STOP_EVENTS;
        most *= GROWTH;
    }
}

/* --- the engine ----------------------------------------------------------- */

static const struct answer_figure figures[] = {
    GUIDED_FIGURES(ANSWER_FIGURE){0}};

static void run_guided(const struct engine_problem *problem,
                       const struct engine_limits *limits,
                       struct answer *answer)
{
    const struct net *const net = problem->net;
    struct guided guided = {
        .problem = problem,
        .patience = limits->race
                        ? PATIENCE + PATIENCE_TRANS * net_trans_count(net)
                        : UINT64_MAX,
    };

    answer->stats.figures = figures;
    watch_init(&guided.watch, limits, &answer->stats);
    token_game_init(&guided.game, net);
    walk_answers_init(&guided.answers, &problem->question, &guided.game,
                      &guided.watch, answer);
    (void)watch_work(&guided.watch,
                     net_size(net) + (limits->race ? HEAD_START : 0));
    if (problem->question.n_goals)
        run_rounds(&guided);
    walk_answers_finish(&guided.answers);
    token_game_finish(&guided.game);
}

const struct engine guided_engine = {
    .name = "guided",
    .uses = " max-events max-depth ",
    .figures = figures,
    .techniques = "EXPLICIT TOPOLOGICAL",
    .traits = ENGINE_NEEDS_QUESTION | ENGINE_AIMS | ENGINE_PROVES,
    .goals = 1u << GOAL_TRANSITION | 1u << GOAL_MARKING | 1u << GOAL_FORMULA,
    .run = run_guided,
};
