#include "engine/state/exhaustive.h"

#include "base/mem.h"
#include "net/marking.h"

static void add_run(const void *self, witness_run *run)
{
    const struct exhaustive *const x = self;

    for (uint32_t i = x->path.len; i-- > 0;)
        vec_push(run, x->path.at[i].trans);
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

void exhaustive_init(struct exhaustive *x, struct marking_goals *goals,
                     struct enabled_set *at, uint32_t max_depth)
{
    *x = (struct exhaustive){.net = goals->problem->net,
                             .goals = goals,
                             .at = at,
                             .max_depth = max_depth};
    for (place_id p = 0; p < net_given_places(x->net); p++)
        x->n_tokens += net_marked(x->net, p);
    x->gains = list_gains(x->net);
    markings_init(&x->markings, x->net, goals->problem->exclusive, false);
    goals->add_run = add_run;
    goals->self = x;
}

void exhaustive_finish(struct exhaustive *x)
{
    markings_finish(&x->markings);
    marking_set_finish(&x->met);
    vec_free(&x->path);
    mem_free(x->gains);
    components_finish(&x->components);
}

void exhaustive_seek_components(struct exhaustive *x)
{
    components_init(&x->components, net_given_transitions(x->net) +
                                        x->goals->problem->question.n_goals);
    x->has_components = true;
}

/* Which conditions that are to stay possible hold at the marking? */
static void see_conditions(struct exhaustive *x)
{
    const struct engine_question *const question = &x->goals->problem->question;

    for (uint32_t g = 0; g < question->n_goals; g++)
        if (question->goals[g].kind == GOAL_HOME &&
            formula_holds(question->goals[g].formula, x->net, x->at->marking))
            components_see(&x->components, net_given_transitions(x->net) + g);
}

/* The marking of x->at, which is number `id`, was not met before. */
static void enter(struct exhaustive *x, uint32_t id)
{
    struct answer_stats *const stats = &x->goals->answer->stats;

    stats->at[STATE_states]++;
    if (x->n_tokens > stats->at[STATE_most_tokens])
        stats->at[STATE_most_tokens] = x->n_tokens;
    stats->at[STATE_deadlocks] += x->at->n_enabled == 0;
    if (x->path.len + 1 > stats->at[STATE_largest_stack])
        stats->at[STATE_largest_stack] = x->path.len + 1;
    watch_events(x->goals->watch, stats->at[STATE_states]);
    if (x->has_components) {
        components_enter(&x->components, id);
        see_conditions(x);
    }
    marking_goals_ask(x->goals, x->at);
}

/* Fires t, and stays there if that is new: then true. */
static bool fire(struct exhaustive *x, uint32_t *id, trans_id t)
{
    struct answer_stats *const stats = &x->goals->answer->stats;
    const struct exhaustive_step step = {*id, t};
    uint32_t to;

    if (!marking_goals_fire(x->goals, x->at->marking, t))
        return false;
    stats->at[STATE_fired]++;
    if (x->has_components && t < net_given_transitions(x->net))
        components_see(&x->components, t);
    if (x->max_depth && x->path.len + 1 > x->max_depth) {
        x->too_deep = true;
        if (x->has_components)
            components_omit(&x->components);
        return false;
    }
    to = markings_fire(&x->markings, *id, t);
    if (to == MARKINGS_NONE) {
        x->goals->watch->reason = STOP_MEMORY;
        return false;
    }
    if (!marking_set_add(&x->met, to)) {
        stats->at[STATE_met_again]++;
        if (x->has_components)
            components_meet(&x->components, to);
        return false;
    }
    vec_push(&x->path, step);
    enabled_set_fire(x->at, t);
    x->n_tokens += x->gains[t];
    *id = to;
    return true;
}

/* Back over the last step of the path; the transition that was fired there. */
static trans_id step_back(struct exhaustive *x, uint32_t *id)
{
    const struct exhaustive_step step = vec_pop(&x->path);

    enabled_set_unfire(x->at, step.trans);
    x->n_tokens -= x->gains[step.trans];
    *id = step.from;
    return step.trans;
}

/* The current marking is the root of a bottom component: is it lost for
 * question g?  Then *t is the transition that never fires again, of a
 * GOAL_LIVE.
 */
static bool is_lost(const struct exhaustive *x, uint32_t g, trans_id *t)
{
    const uint32_t n_given = net_given_transitions(x->net);

    *t = TRANS_NONE;
    if (x->goals->problem->question.goals[g].kind == GOAL_HOME)
        return !components_has(&x->components, n_given + g);
    for (trans_id i = 0; i < n_given && *t == TRANS_NONE; i++)
        if (!components_has(&x->components, i))
            *t = i;
    return *t != TRANS_NONE;
}

/* All transitions of the current marking were fired. */
static void close_component(struct exhaustive *x)
{
    const struct engine_question *const question = &x->goals->problem->question;
    const bool is_bottom = components_is_bottom(&x->components);
    bool open = false;
    trans_id t;

    for (uint32_t g = 0; is_bottom && g < question->n_goals; g++)
        if (question_asks_again(question->goals[g].kind) &&
            x->goals->answer->findings[g].verdict == VERDICT_UNKNOWN) {
            if (is_lost(x, g, &t))
                marking_goals_lose(x->goals, g, t);
            else
                open = true;
        }
    components_leave(&x->components);
    if (is_bottom && !open) {
        components_finish(&x->components);
        x->has_components = false;
    }
}

void exhaustive_run(struct exhaustive *x, uint64_t (*work)(void *self),
                    void *self)
{
    uint32_t id = MARKINGS_INITIAL;
    trans_id next = 0; /* from this one on */

    marking_set_add(&x->met, id);
    enter(x, id);
    while (!marking_goals_over(x->goals)) {
        const trans_id t = enabled_set_next(x->at, next);

        x->goals->watch->depth = x->path.len + 1;
        if (watch_work(x->goals->watch, 1 + work(self)))
            return;
        if (t == TRANS_NONE) {
            if (x->has_components)
                close_component(x);
            if (!x->path.len)
                return;
            next = step_back(x, &id) + 1;
        } else if (fire(x, &id, t)) {
            enter(x, id);
            next = 0;
        } else {
            next = t + 1;
        }
    }
}

size_t exhaustive_bytes(const struct exhaustive *x)
{
    return markings_bytes(&x->markings) + marking_set_bytes(&x->met) +
           x->path.cap * sizeof *x->path.at + components_bytes(&x->components);
}
