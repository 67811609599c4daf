#include "engine/state/layers.h"

#include "base/mem.h"
#include "engine/state/components.h"
#include "marking/markings.h"

struct exhaustive_step {
    uint32_t from; /* the number of a marking */
    trans_id trans;
};

struct exhaustive {
    const struct net *net;
    struct goal_search *search;
    struct marking_goals *goals;
    struct enabled_set *at; /* the current marking */
    struct markings markings;
    uint32_t n_met; /* markings with smaller numbers were met */
    VEC(struct exhaustive_step) path;
    uint32_t max_depth;  /* that of the watch */
    uint32_t n_tokens;   /* of the current marking, on places of the input */
    uint32_t *gains;     /* by transition: the tokens that it adds there, as a
                            difference of unsigned numbers; to count tokens
                            at each marking takes up to 6 % more */
    bool has_components; /* until the questions about what stays possible have
                            answers; a sign for each transition of the input
                            and, behind these, for each question */
    struct components components;
};

static void add_run_of_path(const void *self, witness_run *run)
{
    const struct exhaustive *const exhaustive = self;

    for (uint32_t i = exhaustive->path.len; i-- > 0;)
        vec_push(run, exhaustive->path.at[i].trans);
}

/* How many of the places are places of the input. */
static uint32_t count_given(const struct net *net, struct net_place_span places)
{
    uint32_t n = places.len;

    while (n > 0 && places.at[n - 1] >= net_given_places(net))
        n--;
    return n;
}

static uint32_t *list_gains(const struct net *net)
{
    uint32_t *gains = mem_alloc(net_trans_count(net), sizeof *gains);

    for (trans_id t = 0; t < net_trans_count(net); t++)
        gains[t] = count_given(net, net_post(net, t)) -
                   count_given(net, net_pre(net, t));
    return gains;
}

static void init(struct exhaustive *exhaustive, bool asks_again)
{
    struct marking_goals *const goals = exhaustive->goals;

    exhaustive->max_depth = goals->watch->limits->max_depth;
    for (place_id p = 0; p < net_given_places(exhaustive->net); p++)
        exhaustive->n_tokens += net_marked(exhaustive->net, p);
    exhaustive->gains = list_gains(exhaustive->net);
    enabled_set_move(exhaustive->at, net_initial(exhaustive->net));
    markings_init(&exhaustive->markings, exhaustive->net,
                  goals->problem->exclusive);
    if (asks_again)
        components_init(&exhaustive->components,
                        net_given_transitions(exhaustive->net) +
                            goals->problem->question.n_goals);
    exhaustive->has_components = asks_again;
    goals->add_run = add_run_of_path;
    goals->self = exhaustive;
}

/* Returns the bytes of the store. */
static size_t finish(struct exhaustive *exhaustive)
{
    const size_t bytes = markings_bytes(&exhaustive->markings) +
                         vec_bytes(&exhaustive->path) +
                         components_bytes(&exhaustive->components);

    markings_finish(&exhaustive->markings);
    vec_free(&exhaustive->path);
    mem_free(exhaustive->gains);
    components_finish(&exhaustive->components);
    return bytes;
}

/* Which conditions that are to stay possible hold at the marking?  Each of
 * their nodes is a unit of work. */
static void see_conditions(struct exhaustive *exhaustive)
{
    const struct engine_question *const question =
        &exhaustive->goals->problem->question;

    for (uint32_t g = 0; g < question->n_goals; g++) {
        const struct goal *const goal = &question->goals[g];

        if (goal->kind != GOAL_HOME)
            continue;
        exhaustive->goals->watch->work += goal->formula->nodes.len;
        if (formula_holds_at(goal->formula, enabled_set_at(exhaustive->at)))
            components_see(&exhaustive->components,
                           net_given_transitions(exhaustive->net) + g);
    }
}

/* The marking of exhaustive->at, which is number `id`, was not met before. */
static void enter_new_marking(struct exhaustive *exhaustive, uint32_t id)
{
    struct answer_stats *const stats = &exhaustive->goals->answer->stats;

    stats->at[STATE_states]++;
    if (exhaustive->n_tokens > stats->at[STATE_most_tokens])
        stats->at[STATE_most_tokens] = exhaustive->n_tokens;
    stats->at[STATE_deadlocks] += exhaustive->at->n_enabled == 0;
    if (exhaustive->path.len + 1 > stats->at[STATE_largest_stack])
        stats->at[STATE_largest_stack] = exhaustive->path.len + 1;
    watch_events(exhaustive->goals->watch, stats->at[STATE_states]);
    if (exhaustive->has_components) {
        components_enter(&exhaustive->components, id);
        see_conditions(exhaustive);
    }
    marking_goals_ask(exhaustive->goals, exhaustive->at);
}

/* Fires t, and stays there if that is new: then true. */
static bool fire_to_new_marking(struct exhaustive *exhaustive, uint32_t *id,
                                trans_id t)
{
    struct answer_stats *const stats = &exhaustive->goals->answer->stats;
    const struct exhaustive_step step = {*id, t};
    uint32_t to;

    if (!marking_goals_fire(exhaustive->goals, exhaustive->at->marking, t))
        return false;
    stats->at[STATE_fired]++;
    if (exhaustive->has_components &&
        t < net_given_transitions(exhaustive->net))
        components_see(&exhaustive->components, t);
    if (exhaustive->max_depth &&
        exhaustive->path.len + 1 > exhaustive->max_depth) {
        exhaustive->search->too_deep = true;
        if (exhaustive->has_components)
            components_omit(&exhaustive->components);
        return false;
    }
    to = markings_fire(&exhaustive->markings, *id, t);
    if (to < exhaustive->n_met) {
        stats->at[STATE_met_again]++;
        if (exhaustive->has_components)
            components_meet(&exhaustive->components, to);
        return false;
    }
    exhaustive->n_met++;
    vec_push(&exhaustive->path, step);
    enabled_set_fire(exhaustive->at, t);
    exhaustive->n_tokens += exhaustive->gains[t];
    *id = to;
    return true;
}

/* Back over the last step of the path; the transition that was fired there. */
static trans_id step_back(struct exhaustive *exhaustive, uint32_t *id)
{
    const struct exhaustive_step step = vec_pop(&exhaustive->path);

    enabled_set_unfire(exhaustive->at, step.trans);
    exhaustive->n_tokens -= exhaustive->gains[step.trans];
    *id = step.from;
    return step.trans;
}

/* The current marking is the root of a bottom component: is it lost for
 * question g?  Then *t is the transition that never fires again, of a
 * GOAL_LIVE.
 */
static bool is_lost(const struct exhaustive *exhaustive, uint32_t g,
                    trans_id *t)
{
    const uint32_t n_given = net_given_transitions(exhaustive->net);

    *t = TRANS_NONE;
    if (exhaustive->goals->problem->question.goals[g].kind == GOAL_HOME)
        return !components_has(&exhaustive->components, n_given + g);
    for (trans_id i = 0; i < n_given && *t == TRANS_NONE; i++)
        if (!components_has(&exhaustive->components, i))
            *t = i;
    return *t != TRANS_NONE;
}

/* All transitions of the current marking were fired. */
static void close_component(struct exhaustive *exhaustive)
{
    const struct engine_question *const question =
        &exhaustive->goals->problem->question;
    const bool is_bottom = components_is_bottom(&exhaustive->components);
    bool open = false;
    trans_id t;

    for (uint32_t g = 0; is_bottom && g < question->n_goals; g++)
        if (question_asks_again(question->goals[g].kind) &&
            exhaustive->goals->answer->findings[g].verdict == VERDICT_UNKNOWN) {
            if (is_lost(exhaustive, g, &t))
                marking_goals_lose(exhaustive->goals, g, t);
            else
                open = true;
        }
    components_leave(&exhaustive->components);
    if (is_bottom && !open) {
        components_finish(&exhaustive->components);
        exhaustive->has_components = false;
    }
}

static void explore(struct exhaustive *exhaustive)
{
    uint32_t id = MARKINGS_INITIAL;
    trans_id next = 0; /* from this one on */

    enter_new_marking(exhaustive, id);
    while (!marking_goals_over(exhaustive->goals)) {
        const trans_id t = enabled_set_next(exhaustive->at, next);

        exhaustive->goals->watch->depth = exhaustive->path.len + 1;
        if (watch_work(exhaustive->goals->watch,
                       1 + goal_search_listing_work(exhaustive->search)))
            return;
        if (t == TRANS_NONE) {
            if (exhaustive->has_components)
                close_component(exhaustive);
            if (!exhaustive->path.len)
                return;
            next = step_back(exhaustive, &id) + 1;
        } else if (fire_to_new_marking(exhaustive, &id, t)) {
            enter_new_marking(exhaustive, id);
            next = 0;
        } else {
            next = t + 1;
        }
    }
}

size_t exhaustive_run(struct goal_search *search, bool asks_again)
{
    struct exhaustive exhaustive = {.net = search->net,
                                    .search = search,
                                    .goals = &search->goals,
                                    .at = &search->at,
                                    .n_met = 1};

    init(&exhaustive, asks_again);
    explore(&exhaustive);
    return finish(&exhaustive);
}
