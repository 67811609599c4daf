#include "engine/state/stubborn.h"

/* Sets that are tried at a marking, at most. */
#define MOST_TRIALS 64

void stubborn_init(struct stubborn *s, const struct net *net,
                   const struct enabled_set *at)
{
    *s = (struct stubborn){.net = net, .at = at};
    stubborn_closure_init(&s->closure, net, at);
    stubborn_minimize_init(&s->minimize, &s->closure);
    up_set_init(&s->up_set, net, at);
}

void stubborn_finish(struct stubborn *s)
{
    up_set_finish(&s->up_set);
    stubborn_closure_set_finish(&s->best);
    stubborn_minimize_finish(&s->minimize);
    stubborn_closure_finish(&s->closure);
    vec_free(&s->wanted);
    vec_free(&s->refused);
}

/* --- the goal ----------------------------------------------------------- */

void stubborn_seek(struct stubborn *s, const struct goal *goal)
{
    s->goal = goal;
    vec_clear(&s->wanted);
    vec_clear(&s->refused);
    if (!goal)
        return;
    if (goal->kind == GOAL_TRANSITION) {
        const struct net_place_span needs = net_needs(s->net, goal->trans);

        vec_append(&s->wanted, &needs);
    } else if (goal->kind == GOAL_MARKING) {
        vec_append(&s->wanted, &goal->marked);
        vec_append(&s->refused, &goal->empty);
    } else if (goal->kind == GOAL_FORMULA) {
        up_set_seek(&s->up_set, goal->formula);
    }
}

static bool seeks_formula(const struct stubborn *s)
{
    return s->goal && s->goal->kind == GOAL_FORMULA;
}

static bool seeks_places(const struct stubborn *s)
{
    return s->goal && s->goal->kind != GOAL_DEADLOCK;
}

static bool has(const net_place_list *list, place_id p)
{
    return net_span_has(net_span_of(list), p);
}

static bool is_wanted(const struct stubborn *s, place_id p)
{
    return seeks_formula(s) ? bits_has(s->up_set.wanted, p)
                            : has(&s->wanted, p);
}

static bool is_unwanted(const struct stubborn *s, place_id p)
{
    return seeks_formula(s) ? bits_has(s->up_set.unwanted, p)
                            : has(&s->refused, p);
}

bool stubborn_hinders(const struct stubborn *s, trans_id t)
{
    const struct net_place_span pre = net_pre(s->net, t);
    const struct net_place_span post = net_post(s->net, t);

    if (!seeks_places(s))
        return false;
    for (uint32_t i = 0; i < pre.len; i++)
        if (is_wanted(s, pre.at[i]))
            return true;
    for (uint32_t i = 0; i < post.len; i++)
        if (is_unwanted(s, post.at[i]))
            return true;
    return false;
}

/* --- sets --------------------------------------------------------------- */

static void keep_best(struct stubborn *s)
{
    const struct stubborn_closure_set old = s->best;

    s->best = s->closure.set;
    s->closure.set = old;
}

/* Closes the set, and keeps it when it is the best so far. */
static void try_closure(struct stubborn *s, enum proof_reason reason,
                        uint32_t node, uint32_t *bound)
{
    s->closure.set.reason = reason;
    s->closure.set.node = node;
    s->closure.n_required = reason == PROOF_LIVE ? 0 : s->closure.queue.len;
    if (!stubborn_closure_run(&s->closure, *bound))
        return;
    if (s->closure.set.active.len > 1)
        stubborn_minimize_run(&s->minimize, &s->closure.set);
    *bound = s->closure.set.active.len;
    keep_best(s);
}

/* --- property and persistent -------------------------------------------- */

/* First those that are to be marked, then those that are to be empty. */
static void try_places(struct stubborn *s)
{
    const uint32_t n = s->wanted.len + s->refused.len;
    uint32_t bound = UINT32_MAX, n_trials = 0;

    for (uint32_t i = 0; i < n; i++) {
        const bool wanted = i < s->wanted.len;
        const place_id p =
            wanted ? s->wanted.at[i] : s->refused.at[i - s->wanted.len];

        if (enabled_set_marked(s->at, p) == wanted)
            continue;
        if (bound <= 1 || n_trials++ == MOST_TRIALS)
            return;
        stubborn_closure_start(&s->closure);
        if (wanted)
            stubborn_closure_add_producers(&s->closure, p);
        else
            stubborn_closure_add_consumers(&s->closure, p);
        try_closure(s, wanted ? PROOF_LACKS : PROOF_HOLDS, p, &bound);
    }
}

static void try_refutations(struct stubborn *s)
{
    uint32_t bound = UINT32_MAX;

    up_set_look(&s->up_set);
    for (uint32_t i = 0;
         i < s->up_set.candidates.len && i < MOST_TRIALS && bound > 1; i++) {
        stubborn_closure_start(&s->closure);
        up_set_add(&s->up_set, &s->up_set.candidates.at[i], &s->closure);
        try_closure(s, PROOF_REFUTED, 0, &bound);
    }
}

/* Steps of a reset are under way alone on their place, so they come first. */
static void try_enabled(struct stubborn *s)
{
    const trans_id n = net_given_transitions(s->net);
    uint32_t bound = UINT32_MAX, n_trials = 0;
    trans_id t = enabled_set_next(s->at, n);

    if (t == TRANS_NONE)
        t = enabled_set_next(s->at, 0);
    for (; t != TRANS_NONE && bound > 1 && n_trials < MOST_TRIALS;
         t = enabled_set_next(s->at, t + 1)) {
        n_trials++;
        stubborn_closure_start(&s->closure);
        stubborn_closure_add(&s->closure, t);
        try_closure(s, PROOF_LIVE, t, &bound);
    }
}

void stubborn_property(struct stubborn *s)
{
    if (seeks_formula(s))
        try_refutations(s);
    else if (seeks_places(s))
        try_places(s);
    else
        try_enabled(s);
}

/* Leaves the cheapest up-set in the closure, which is started. */
static void refute(struct stubborn *s)
{
    up_set_look(&s->up_set);
    up_set_add(&s->up_set, s->up_set.candidates.at, &s->closure);
    s->closure.set.reason = PROOF_REFUTED;
    s->closure.set.node = 0;
}

/* Gives the best set, which does not depend on the goal, the reason why a
 * formula does not hold. */
static void explain_by_refutation(struct stubborn *s)
{
    const net_place_list old = s->best.places;

    stubborn_closure_start(&s->closure);
    refute(s);
    s->best.reason = PROOF_REFUTED;
    s->best.node = 0;
    s->best.places = s->closure.set.places;
    s->closure.set.places = old;
}

/* Why the goal does not hold: the first such place. */
static void explain(const struct stubborn *s, struct stubborn_closure_set *set)
{
    set->reason = PROOF_LIVE;
    set->node = enabled_set_next(s->at, 0);
    for (uint32_t i = s->refused.len; i-- > 0;)
        if (enabled_set_marked(s->at, s->refused.at[i])) {
            set->reason = PROOF_HOLDS;
            set->node = s->refused.at[i];
        }
    for (uint32_t i = s->wanted.len; i-- > 0;)
        if (!enabled_set_marked(s->at, s->wanted.at[i])) {
            set->reason = PROOF_LACKS;
            set->node = s->wanted.at[i];
        }
}

void stubborn_persistent(struct stubborn *s)
{
    try_enabled(s);
    if (seeks_formula(s))
        explain_by_refutation(s);
    else
        explain(s, &s->best);
}

void stubborn_everything(struct stubborn *s, bool blocked)
{
    stubborn_closure_start(&s->closure);
    if (seeks_formula(s))
        refute(s);
    else
        explain(s, &s->closure.set);
    if (s->closure.set.reason == PROOF_LACKS)
        stubborn_closure_add_producers(&s->closure, s->closure.set.node);
    stubborn_closure_fill(&s->closure, blocked);
    keep_best(s);
}

void stubborn_literals(const struct stubborn *s, net_place_list *places)
{
    const struct stubborn_closure_set *const best = &s->best;

    vec_append(places, &best->places);
    if (best->reason == PROOF_LACKS || best->reason == PROOF_HOLDS)
        vec_push(places, best->node);
    for (uint32_t i = 0; i < best->active.len; i++) {
        const struct net_place_span needs =
            net_needs(s->net, best->active.at[i]);

        vec_append(places, &needs);
    }
    vec_append(places, &best->scapegoats);
}
