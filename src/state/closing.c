#include "state/closing.h"

#include "base/check.h"
#include "base/mem.h"

#include <string.h>

/* What an enabled transition weighs in the choice of a scapegoat, against a
 * disabled one. */
#define ENABLED_WEIGHT 16

void closing_init(struct closing *closing, const struct net *net,
                  const struct enabling *at)
{
    const uint32_t n = net_place_count(net);

    *closing = (struct closing){.net = net, .at = at};
    closing->member = mem_zero(net_trans_count(net), sizeof *closing->member);
    closing->made = mem_zero(n, sizeof *closing->made);
    closing->read = mem_zero(n, sizeof *closing->read);
    closing->taken = mem_zero(n, sizeof *closing->taken);
    closing->counts = mem_zero(n, sizeof *closing->counts);
}

void closing_set_finish(struct closing_set *set)
{
    vec_free(&set->active);
    vec_free(&set->blocked);
    vec_free(&set->scapegoats);
}

void closing_finish(struct closing *closing)
{
    closing_set_finish(&closing->set);
    vec_free(&closing->queue);
    vec_free(&closing->undecided);
    free(closing->member);
    free(closing->made);
    free(closing->read);
    free(closing->taken);
    free(closing->counts);
    *closing = (struct closing){0};
}

/* --- what comes in ---------------------------------------------------------
 */

/* Numbers of closures begin anew after 2^32 - 1 of them. */
static void wipe_stamps(struct closing *closing)
{
    const size_t n_trans = net_trans_count(closing->net);
    const size_t n = net_place_count(closing->net);

    memset(closing->member, 0, n_trans * sizeof *closing->member);
    memset(closing->made, 0, n * sizeof *closing->made);
    memset(closing->read, 0, n * sizeof *closing->read);
    memset(closing->taken, 0, n * sizeof *closing->taken);
    memset(closing->counts, 0, n * sizeof *closing->counts);
    closing->now = 0;
}

void closing_start(struct closing *closing)
{
    if (closing->now == UINT32_MAX)
        wipe_stamps(closing);
    closing->now++;
    closing->n_runs++;
    vec_clear(&closing->queue);
    vec_clear(&closing->undecided);
    vec_clear(&closing->set.active);
    vec_clear(&closing->set.blocked);
    vec_clear(&closing->set.scapegoats);
}

static void count(struct closing *closing, place_id p, bool enabled)
{
    struct closing_count *const count = &closing->counts[p];

    if (count->stamp != closing->now)
        *count = (struct closing_count){.stamp = closing->now};
    count->n++;
    count->n_enabled += enabled;
}

void closing_want(struct closing *closing, trans_id t)
{
    const struct place_span post = net_post(closing->net, t);
    const bool enabled = enabling_has(closing->at, t);

    if (closing_has(closing, t))
        return;
    closing->member[t] = closing->now;
    vec_push(&closing->queue, t);
    closing->n_members++;
    for (uint32_t i = 0; i < post.len; i++)
        count(closing, post.at[i], enabled);
}

/* All of them, unless the stamp says that they are in. */
static void want_all(struct closing *closing, uint32_t *stamp,
                     struct trans_span span)
{
    if (*stamp == closing->now)
        return;
    *stamp = closing->now;
    for (uint32_t i = 0; i < span.len; i++)
        closing_want(closing, span.at[i]);
}

void closing_want_producers(struct closing *closing, place_id p)
{
    want_all(closing, &closing->made[p], net_producers(closing->net, p));
}

void closing_want_consumers(struct closing *closing, place_id p)
{
    want_all(closing, &closing->taken[p], net_consumers(closing->net, p));
}

static void want_readers(struct closing *closing, place_id p)
{
    want_all(closing, &closing->read[p], net_readers(closing->net, p));
}

static void activate(struct closing *closing, trans_id t)
{
    const struct place_span pre = net_pre(closing->net, t);
    const struct place_span read = net_read(closing->net, t);

    vec_push(&closing->set.active, t);
    for (uint32_t i = 0; i < pre.len; i++) {
        closing_want_consumers(closing, pre.at[i]);
        want_readers(closing, pre.at[i]);
    }
    for (uint32_t i = 0; i < read.len; i++)
        closing_want_consumers(closing, read.at[i]);
}

static void block(struct closing *closing, trans_id t, place_id scapegoat)
{
    vec_push(&closing->set.blocked, t);
    vec_push(&closing->set.scapegoats, scapegoat);
    closing_want_producers(closing, scapegoat);
}

/* --- scapegoats ------------------------------------------------------------
 */

/* What would come in with the producers of p. */
static uint32_t weigh(const struct closing *closing, place_id p)
{
    const struct closing_count *const count = &closing->counts[p];
    const uint32_t n_enabled =
        closing->at->sources[p] -
        (count->stamp == closing->now ? count->n_enabled : 0);

    return closing_outside(closing, p) + n_enabled * (ENABLED_WEIGHT - 1);
}

struct choice {
    place_id place;
    uint32_t weight;
};

static void look(const struct closing *closing, struct place_span places,
                 struct choice *choice)
{
    for (uint32_t i = 0; i < places.len && choice->weight > 0; i++) {
        const place_id p = places.at[i];
        uint32_t weight;

        if (enabling_marks(closing->at, p))
            continue;
        weight = weigh(closing, p);
        if (choice->place == PLACE_NONE || weight < choice->weight)
            *choice = (struct choice){p, weight};
    }
}

/* The unmarked input of t that costs least, the first one on a tie. */
static struct choice choose(const struct closing *closing, trans_id t)
{
    struct choice choice = {PLACE_NONE, UINT32_MAX};

    look(closing, net_pre(closing->net, t), &choice);
    look(closing, net_read(closing->net, t), &choice);
    return choice;
}

/* A disabled member waits unless its scapegoat costs nothing: others may bring
 * in the producers of a place that it lacks. */
static void admit(struct closing *closing, trans_id t)
{
    if (enabling_has(closing->at, t)) {
        activate(closing, t);
    } else {
        const struct choice choice = choose(closing, t);

        if (choice.weight == 0 || closing->at->missing[t] == 1)
            block(closing, t, choice.place);
        else
            vec_push(&closing->undecided, t);
    }
}

bool closing_run(struct closing *closing, uint32_t bound)
{
    uint32_t admitted = 0, decided = 0;

    for (;;) {
        while (admitted < closing->queue.len) {
            admit(closing, closing->queue.at[admitted++]);
            if (closing->set.active.len >= bound)
                return false;
        }
        if (decided == closing->undecided.len)
            return true;

        const trans_id t = closing->undecided.at[decided++];

        block(closing, t, choose(closing, t).place);
    }
}

void closing_fill(struct closing *closing, bool blocked)
{
    for (trans_id t = 0; t < net_trans_count(closing->net); t++) {
        if (enabling_has(closing->at, t))
            vec_push(&closing->set.active, t);
        else if (blocked)
            block(closing, t, choose(closing, t).place);
    }
}

/* --- invariants ------------------------------------------------------------
 */

static void check_all(struct trans_span span, const bool *member)
{
    for (uint32_t i = 0; i < span.len; i++)
        CHECK(member[span.at[i]]);
}

void closing_check(const struct closing *closing, const struct closing_set *set)
{
    const struct net *const net = closing->net;
    bool *const member = mem_zero(net_trans_count(net), sizeof *member);

    for (uint32_t i = 0; i < set->active.len; i++)
        member[set->active.at[i]] = true;
    for (uint32_t i = 0; i < set->blocked.len; i++)
        member[set->blocked.at[i]] = true;
    for (uint32_t i = 0; i < set->active.len; i++) {
        const struct place_span pre = net_pre(net, set->active.at[i]);
        const struct place_span read = net_read(net, set->active.at[i]);

        CHECK(enabling_has(closing->at, set->active.at[i]));
        for (uint32_t k = 0; k < pre.len; k++) {
            check_all(net_consumers(net, pre.at[k]), member);
            check_all(net_readers(net, pre.at[k]), member);
        }
        for (uint32_t k = 0; k < read.len; k++)
            check_all(net_consumers(net, read.at[k]), member);
    }
    for (uint32_t i = 0; i < set->blocked.len; i++) {
        CHECK(!enabling_marks(closing->at, set->scapegoats.at[i]));
        check_all(net_producers(net, set->scapegoats.at[i]), member);
    }
    free(member);
}
