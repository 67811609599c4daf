#include "stubborn.h"

#include "check.h"
#include "mem.h"

#include <string.h>

/* Sets that are tried at a marking, at most. */
#define MOST_TRIALS 8

/* What an enabled transition weighs in the choice of a scapegoat, against a
 * disabled one. */
#define ENABLED_WEIGHT 16

void stubborn_init(struct stubborn *s, const struct net *net,
                   const struct enabling *at)
{
    const uint32_t n_places = net_place_count(net);

    *s = (struct stubborn){.net = net, .at = at};
    s->member = mem_zero(net_trans_count(net), sizeof *s->member);
    s->made = mem_zero(n_places, sizeof *s->made);
    s->used = mem_zero(n_places, sizeof *s->used);
    s->taken = mem_zero(n_places, sizeof *s->taken);
}

static void set_finish(struct stubborn_set *set)
{
    vec_free(&set->active);
    vec_free(&set->blocked);
    vec_free(&set->scapegoats);
}

void stubborn_finish(struct stubborn *s)
{
    set_finish(&s->best);
    set_finish(&s->trial);
    vec_free(&s->wanted);
    vec_free(&s->refused);
    vec_free(&s->queue);
    vec_free(&s->undecided);
    free(s->member);
    free(s->made);
    free(s->used);
    free(s->taken);
    *s = (struct stubborn){0};
}

/* --- the goal ------------------------------------------------------------ */

static void add_places(place_list *list, const place_id *at, uint32_t len)
{
    for (uint32_t i = 0; i < len; i++)
        vec_push(list, at[i]);
}

void stubborn_aim(struct stubborn *s, const struct goal *goal)
{
    s->goal = goal;
    vec_clear(&s->wanted);
    vec_clear(&s->refused);
    if (!goal)
        return;
    if (goal->kind == GOAL_TRANSITION) {
        const struct place_span pre = net_pre(s->net, goal->trans);
        const struct place_span read = net_read(s->net, goal->trans);

        add_places(&s->wanted, pre.at, pre.len);
        add_places(&s->wanted, read.at, read.len);
    } else if (goal->kind == GOAL_MARKING) {
        add_places(&s->wanted, goal->marked.at, goal->marked.len);
        add_places(&s->refused, goal->empty.at, goal->empty.len);
    }
}

static bool seeks_places(const struct stubborn *s)
{
    return s->goal && s->goal->kind != GOAL_DEADLOCK;
}

bool stubborn_answers(const struct stubborn *s)
{
    if (!s->goal)
        return false;
    if (s->goal->kind == GOAL_DEADLOCK)
        return s->at->n_enabled == 0;
    for (uint32_t i = 0; i < s->wanted.len; i++)
        if (!enabling_marks(s->at, s->wanted.at[i]))
            return false;
    for (uint32_t i = 0; i < s->refused.len; i++)
        if (enabling_marks(s->at, s->refused.at[i]))
            return false;
    return true;
}

static bool has(const place_list *list, place_id p)
{
    for (uint32_t i = 0; i < list->len; i++)
        if (list->at[i] == p)
            return true;
    return false;
}

bool stubborn_spoils(const struct stubborn *s, trans_id t)
{
    const struct place_span pre = net_pre(s->net, t);
    const struct place_span post = net_post(s->net, t);

    if (!seeks_places(s))
        return false;
    for (uint32_t i = 0; i < pre.len; i++)
        if (has(&s->wanted, pre.at[i]))
            return true;
    for (uint32_t i = 0; i < post.len; i++)
        if (has(&s->refused, post.at[i]))
            return true;
    return false;
}

/* --- closing a set ------------------------------------------------------- */

static void start(struct stubborn *s)
{
    if (s->now == UINT32_MAX) {
        const size_t n_places = net_place_count(s->net);

        memset(s->member, 0, net_trans_count(s->net) * sizeof *s->member);
        memset(s->made, 0, n_places * sizeof *s->made);
        memset(s->used, 0, n_places * sizeof *s->used);
        memset(s->taken, 0, n_places * sizeof *s->taken);
        s->now = 0;
    }
    s->now++;
    s->n_closures++;
    vec_clear(&s->queue);
    vec_clear(&s->undecided);
    vec_clear(&s->trial.active);
    vec_clear(&s->trial.blocked);
    vec_clear(&s->trial.scapegoats);
}

static void want(struct stubborn *s, trans_id t)
{
    if (s->member[t] == s->now)
        return;
    s->member[t] = s->now;
    vec_push(&s->queue, t);
}

static void want_all(struct stubborn *s, struct trans_span span)
{
    for (uint32_t i = 0; i < span.len; i++)
        want(s, span.at[i]);
}

static void want_producers(struct stubborn *s, place_id p)
{
    if (s->made[p] == s->now)
        return;
    s->made[p] = s->now;
    want_all(s, net_producers(s->net, p));
}

static void want_consumers(struct stubborn *s, place_id p)
{
    if (s->taken[p] == s->now)
        return;
    s->taken[p] = s->now;
    want_all(s, net_consumers(s->net, p));
}

static void want_users(struct stubborn *s, place_id p)
{
    if (s->used[p] == s->now)
        return;
    s->used[p] = s->now;
    want_consumers(s, p);
    want_all(s, net_readers(s->net, p));
}

static void activate(struct stubborn *s, trans_id t)
{
    const struct place_span pre = net_pre(s->net, t);
    const struct place_span read = net_read(s->net, t);

    vec_push(&s->trial.active, t);
    for (uint32_t i = 0; i < pre.len; i++)
        want_users(s, pre.at[i]);
    for (uint32_t i = 0; i < read.len; i++)
        want_consumers(s, read.at[i]);
}

static void block(struct stubborn *s, trans_id t, place_id scapegoat)
{
    vec_push(&s->trial.blocked, t);
    vec_push(&s->trial.scapegoats, scapegoat);
    want_producers(s, scapegoat);
}

/* What new members would come in with the producers of p. */
static uint32_t weigh(const struct stubborn *s, place_id p)
{
    const struct trans_span producers = net_producers(s->net, p);
    uint32_t weight = 0;

    for (uint32_t i = 0; i < producers.len; i++)
        if (s->member[producers.at[i]] != s->now)
            weight += enabling_has(s->at, producers.at[i]) ? ENABLED_WEIGHT : 1;
    return weight;
}

/* The unmarked place whose producers cost least, the first one on a tie. */
struct choice {
    place_id place;
    uint32_t weight;
};

static void look(const struct stubborn *s, struct place_span places,
                 struct choice *choice)
{
    for (uint32_t i = 0; i < places.len && choice->weight > 0; i++) {
        const place_id p = places.at[i];
        uint32_t weight;

        if (enabling_marks(s->at, p))
            continue;
        weight = s->made[p] == s->now ? 0 : weigh(s, p);
        if (choice->place == PLACE_NONE || weight < choice->weight)
            *choice = (struct choice){p, weight};
    }
}

static struct choice choose(const struct stubborn *s, trans_id t)
{
    struct choice choice = {PLACE_NONE, UINT32_MAX};

    look(s, net_pre(s->net, t), &choice);
    look(s, net_read(s->net, t), &choice);
    return choice;
}

/* A member that comes in: one that is disabled waits unless its scapegoat
 * costs nothing, for others may bring in the producers of a place that it
 * lacks. */
static void admit(struct stubborn *s, trans_id t)
{
    if (enabling_has(s->at, t)) {
        activate(s, t);
    } else {
        const struct choice choice = choose(s, t);

        if (choice.weight == 0 || s->at->missing[t] == 1)
            block(s, t, choice.place);
        else
            vec_push(&s->undecided, t);
    }
}

/* False when there are as many enabled members as in the best set. */
static bool close(struct stubborn *s, uint32_t bound)
{
    uint32_t decided = 0;

    for (uint32_t i = 0;;) {
        while (i < s->queue.len) {
            admit(s, s->queue.at[i++]);
            if (s->trial.active.len >= bound)
                return false;
        }
        if (decided == s->undecided.len)
            return true;

        const trans_id t = s->undecided.at[decided++];

        block(s, t, choose(s, t).place);
    }
}

static void keep(struct stubborn *s)
{
    const struct stubborn_set old = s->best;

    s->best = s->trial;
    s->trial = old;
}

/* Closes what is wanted; keeps the set when it is the best. */
static void try(struct stubborn *s, enum proof_reason reason, uint32_t node,
                uint32_t *bound)
{
    s->trial.reason = reason;
    s->trial.node = node;
    if (!close(s, *bound))
        return;
    *bound = s->trial.active.len;
    keep(s);
}

/* --- around what --------------------------------------------------------- */

static void try_places(struct stubborn *s)
{
    uint32_t bound = UINT32_MAX, n_trials = 0;

    for (uint32_t i = 0; i < s->wanted.len; i++) {
        const place_id p = s->wanted.at[i];

        if (enabling_marks(s->at, p))
            continue;
        if (bound <= 1 || n_trials++ == MOST_TRIALS)
            return;
        start(s);
        want_producers(s, p);
        try(s, PROOF_LACKS, p, &bound);
    }
    for (uint32_t i = 0; i < s->refused.len; i++) {
        const place_id p = s->refused.at[i];

        if (!enabling_marks(s->at, p))
            continue;
        if (bound <= 1 || n_trials++ == MOST_TRIALS)
            return;
        start(s);
        want_consumers(s, p);
        try(s, PROOF_HOLDS, p, &bound);
    }
}

static void try_enabled(struct stubborn *s)
{
    uint32_t bound = UINT32_MAX, n_trials = 0;

    for (trans_id t = enabling_next(s->at, 0);
         t != TRANS_NONE && bound > 1 && n_trials < MOST_TRIALS;
         t = enabling_next(s->at, t + 1)) {
        n_trials++;
        start(s);
        want(s, t);
        try(s, PROOF_LIVE, t, &bound);
    }
}

void stubborn_property(struct stubborn *s)
{
    if (seeks_places(s))
        try_places(s);
    else
        try_enabled(s);
}

/* Why the goal does not hold: the first place that says so. */
static void explain(struct stubborn *s, struct stubborn_set *set)
{
    if (!seeks_places(s)) {
        set->reason = PROOF_LIVE;
        set->node = enabling_next(s->at, 0);
        return;
    }
    for (uint32_t i = 0; i < s->wanted.len; i++)
        if (!enabling_marks(s->at, s->wanted.at[i])) {
            set->reason = PROOF_LACKS;
            set->node = s->wanted.at[i];
            return;
        }
    for (uint32_t i = 0; i < s->refused.len; i++)
        if (enabling_marks(s->at, s->refused.at[i])) {
            set->reason = PROOF_HOLDS;
            set->node = s->refused.at[i];
            return;
        }
}

void stubborn_persistent(struct stubborn *s)
{
    try_enabled(s);
    if (seeks_places(s))
        explain(s, &s->best);
}

void stubborn_everything(struct stubborn *s, bool blocked)
{
    struct stubborn_set *const set = &s->trial;

    start(s);
    explain(s, set);
    if (set->reason == PROOF_LACKS)
        s->made[set->node] = s->now;
    for (trans_id t = enabling_next(s->at, 0); t != TRANS_NONE;
         t = enabling_next(s->at, t + 1))
        vec_push(&set->active, t);
    if (blocked)
        for (trans_id t = 0; t < net_trans_count(s->net); t++)
            if (!enabling_has(s->at, t)) {
                const place_id p = choose(s, t).place;

                s->made[p] = s->now;
                vec_push(&set->blocked, t);
                vec_push(&set->scapegoats, p);
            }
    keep(s);
}

static void add_all(bits_word *set, struct place_span places)
{
    for (uint32_t i = 0; i < places.len; i++)
        bits_add(set, places.at[i]);
}

void stubborn_literals(const struct stubborn *s, bits_word *places)
{
    const struct stubborn_set *const set = &s->best;

    if (set->reason != PROOF_LIVE)
        bits_add(places, set->node);
    for (uint32_t i = 0; i < set->active.len; i++) {
        add_all(places, net_pre(s->net, set->active.at[i]));
        add_all(places, net_read(s->net, set->active.at[i]));
    }
    for (uint32_t i = 0; i < set->scapegoats.len; i++)
        bits_add(places, set->scapegoats.at[i]);
}
