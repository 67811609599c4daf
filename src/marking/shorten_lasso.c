#include "marking/shorten.h"

#include "base/keys.h"
#include "net/marking.h"
#include "proof/reduction/reduction.h"

#include <stdlib.h>

/* Shorter runs that are tried, and steps of them and conditions, at most. */
enum { MOST_TRIALS = 512, MOST_LASSO_WORK = 1 << 22 };

/* Two equal markings, by the lengths of the run there. */
struct shorten_pair {
    uint32_t from, to;
};

struct shorten_trial {
    const struct net *net;
    const struct temporal *temporal;
    witness_run run;
    uint32_t loop;       /* as of a finding */
    VEC(uint64_t) sums;  /* of the markings, by length of the run */
    struct keys keys;    /* sums */
    VEC(uint32_t) found; /* by key: where it is */
    VEC(struct shorten_pair) pairs;
    uint32_t n_trials;
    uint64_t work;
};

static void note_sums(struct shorten_trial *s)
{
    uint64_t sum = 0;

    vec_clear(&s->sums);
    vec_push(&s->sums, sum);
    for (uint32_t i = 0; i < s->run.len; i++) {
        sum ^= shorten_change(s->net, s->run.at[i]);
        s->work += shorten_arcs(s->net, s->run.at[i]);
        vec_push(&s->sums, sum);
    }
}

static bool has_work(const struct shorten_trial *s)
{
    return s->n_trials < MOST_TRIALS && s->work < MOST_LASSO_WORK;
}

/* Takes the run with this loop if the formula holds of it. */
static bool take_lasso(struct shorten_trial *s, witness_run *run, uint32_t loop)
{
    s->n_trials++;
    s->work += (uint64_t)s->run.len * (s->temporal->atoms.len + 1);
    if (!temporal_holds(s->temporal, s->net, run->at, run->len, loop, NULL)) {
        vec_free(run);
        return false;
    }
    vec_free(&s->run);
    s->run = *run;
    s->loop = loop;
    note_sums(s);
    return true;
}

/* Takes the first `from` steps and those from number `to` up to `end`, with
 * this loop, if the formula holds of them. */
static bool take_shorter(struct shorten_trial *s, struct shorten_pair pair,
                         uint32_t end, uint32_t loop)
{
    witness_run run = {0};

    if (!has_work(s))
        return false;
    for (uint32_t i = 0; i < end; i++)
        if (i < pair.from || i >= pair.to)
            vec_push(&run, s->run.at[i]);
    return take_lasso(s, &run, loop);
}

static void forget_keys(struct shorten_trial *s)
{
    keys_finish(&s->keys);
    vec_clear(&s->found);
}

/* Where the marking at this length was before; UINT32_MAX: nowhere.  From now
 * on it is here. */
static uint32_t move_to(struct shorten_trial *s, uint32_t at)
{
    const uint32_t id = keys_intern(&s->keys, s->sums.at[at]);
    uint32_t before = UINT32_MAX;

    if (id == s->found.len)
        vec_push(&s->found, at);
    else
        before = s->found.at[id];
    s->found.at[id] = at;
    return before;
}

/* The run may end where it first returns to a marking, if that suffices. */
static void return_sooner(struct shorten_trial *s)
{
    bool again = s->loop < s->run.len;

    while (again) {
        again = false;
        forget_keys(s);
        for (uint32_t i = 0; i < s->run.len && !again; i++) {
            const uint32_t before = move_to(s, i);

            again = before != UINT32_MAX &&
                    take_shorter(s, (struct shorten_pair){0, 0}, i, before);
        }
    }
}

static int compare_pairs(const void *left, const void *right)
{
    const struct shorten_pair *const a = left, *const b = right;
    const uint32_t len_a = a->to - a->from, len_b = b->to - b->from;

    if (len_a != len_b)
        return len_a > len_b ? -1 : 1;
    return a->from < b->from ? -1 : a->from > b->from;
}

/* For each marking between these lengths the one farthest behind that is
 * equal, the farthest first. */
static void find_pairs(struct shorten_trial *s, uint32_t first, uint32_t last)
{
    forget_keys(s);
    vec_clear(&s->pairs);
    for (uint32_t i = first; i <= last; i++)
        (void)move_to(s, i);
    for (uint32_t i = first; i <= last; i++) {
        const struct shorten_pair pair = {
            i, s->found.at[keys_find(&s->keys, s->sums.at[i])]};

        if (pair.to > i)
            vec_push(&s->pairs, pair);
    }
    vec_sort(&s->pairs, compare_pairs);
}

/* Cuts what lies between equal markings of the stem, or of the loop. */
static void cut_between(struct shorten_trial *s, bool in_loop)
{
    bool again = true;

    while (again) {
        const uint32_t len = s->run.len;
        const bool loops = s->loop < len;

        if (in_loop && !loops)
            return;
        again = false;
        find_pairs(s, in_loop ? s->loop : 0,
                   in_loop ? len - 1
                   : loops ? s->loop
                           : len);
        for (uint32_t i = 0; i < s->pairs.len && !again; i++) {
            const struct shorten_pair pair = s->pairs.at[i];
            const uint32_t cut = pair.to - pair.from;

            again = take_shorter(
                s, pair, len,
                in_loop || s->loop == LTL_OPEN ? s->loop : s->loop - cut);
        }
    }
}

/* Leaves out steps between these lengths: first many in a row, then fewer. */
static void leave_out(struct shorten_trial *s, bool in_loop)
{
    const uint32_t first = in_loop ? s->loop : 0;
    uint32_t last = in_loop || s->loop == LTL_OPEN ? s->run.len : s->loop;

    for (uint32_t n = (last - first) / 2; n > 0; n /= 2)
        for (uint32_t i = first; i + n <= last && has_work(s);) {
            if (take_shorter(s, (struct shorten_pair){i, i + n}, s->run.len,
                             in_loop || s->loop == LTL_OPEN ? s->loop
                                                            : s->loop - n))
                last -= n;
            else
                i += n;
        }
}

static void add_places(bits_word *set, const struct net *net, trans_id t)
{
    marking_add_all(set, net_needs(net, t));
    marking_add_all(set, net_post(net, t));
}

static bool touches(const bits_word *set, const struct net *net, trans_id t)
{
    return marking_meets(set, net_needs(net, t)) ||
           marking_meets(set, net_post(net, t));
}

/* Appends the steps of the loop that are connected by places with what matters,
 * or with each other if nothing is.  The other ones change none of their
 * places, so they return to where they begin by themselves. */
static void slice_loop(const struct shorten_trial *s, bits_word *matters,
                       witness_run *loop)
{
    const trans_id *const steps = s->run.at + s->loop;
    const uint32_t n = s->run.len - s->loop;
    bool *const kept = mem_zero(n + 1, sizeof *kept);
    bool grew = true, any = false;

    while (grew) {
        grew = false;
        for (uint32_t i = 0; i < n; i++) {
            if (kept[i] || !touches(matters, s->net, steps[i]))
                continue;
            kept[i] = grew = any = true;
            add_places(matters, s->net, steps[i]);
        }
        if (!any) {
            add_places(matters, s->net, steps[0]);
            kept[0] = grew = any = true;
        }
    }
    for (uint32_t i = 0; i < n; i++)
        if (kept[i])
            vec_push(loop, steps[i]);
    mem_free(kept);
}

/* Leaves out what the conditions do not depend on.  All matters to a
 * deadlock. */
static void slice_lasso(struct shorten_trial *s, bits_word *matters)
{
    const uint32_t len = s->run.len;
    const bool loops = s->loop < len;
    witness_run run = {0}, loop = {0};
    uint32_t n;

    if (s->loop == len || !has_work(s))
        return;
    if (loops)
        slice_loop(s, matters, &loop);
    vec_append_n(&run, s->run.at, loops ? s->loop : len);
    s->work += shorten_slice(s->net, matters, &run);
    n = run.len;
    vec_append(&run, &loop);
    vec_free(&loop);
    (void)take_lasso(s, &run, loops ? n : LTL_OPEN);
}

uint64_t shorten_lasso(const struct net *net, const struct goal *goal,
                       witness_run *run, uint32_t *loop)
{
    struct shorten_trial s = {
        .net = net, .temporal = goal->temporal, .run = *run, .loop = *loop};
    struct reduction_keeps keeps;

    note_sums(&s);
    return_sooner(&s);
    reduction_keeps_init(&keeps, net);
    reduction_keeps_add(&keeps, net, goal);
    if (!keeps.markings)
        slice_lasso(&s, keeps.visible);
    reduction_keeps_finish(&keeps);
    cut_between(&s, false);
    cut_between(&s, true);
    leave_out(&s, false);
    if (s.loop < s.run.len)
        leave_out(&s, true);
    *run = s.run;
    *loop = s.loop;
    vec_free(&s.sums);
    vec_free(&s.found);
    vec_free(&s.pairs);
    keys_finish(&s.keys);
    return s.work;
}
