#include "reduce/lift.h"

#include "net/marking.h"

void lift_run(const struct reduction *reduction,
              const struct mutable_net_map *map, const witness_run *run,
              witness_run *lifted)
{
    for (uint32_t i = 0; i < run->len; i++)
        reduction_expand(reduction, map->old_trans[run->at[i]], lifted);
}

/* Fires the run as far as it goes; false if it does not go to its end. */
static bool fire_run(const struct net *net, const witness_run *run,
                     bits_word *m)
{
    marking_initial(net, m);
    for (uint32_t i = 0; i < run->len; i++) {
        if (!marking_enabled(net, m, run->at[i]) ||
            marking_unsafe(net, m, run->at[i]) != PLACE_NONE)
            return false;
        marking_fire(net, m, run->at[i]);
    }
    return true;
}

/* Fires the steps from number from on, or takes them back; false where one is
 * not enabled. */
static bool fire_from(const struct net *net, bits_word *m, witness_run *run,
                      uint32_t from)
{
    uint32_t i = from;

    while (i < run->len && marking_enabled(net, m, run->at[i]) &&
           marking_unsafe(net, m, run->at[i]) == PLACE_NONE)
        marking_fire(net, m, run->at[i++]);
    if (i == run->len)
        return true;
    while (i-- > from)
        marking_unfire(net, m, run->at[i]);
    vec_cut(run, from);
    return false;
}

/* A step REDUCTION_PRE has put off its h, which is fired now if it can be.  The
 * last step comes first: its net has the fewest places. */
static void settle(const struct reduction *reduction, bits_word *m,
                   witness_run *run)
{
    for (uint32_t i = reduction->steps.len; i-- > 0;) {
        const struct reduction_step *const step = &reduction->steps.at[i];
        const uint32_t before = run->len;

        if (step->rule != REDUCTION_PRE)
            continue;
        reduction_expand(reduction, step->b, run);
        (void)fire_from(reduction->net, m, run, before);
    }
}

void lift_settle(const struct reduction *reduction, witness_run *run)
{
    bits_word *m = mem_zero(marking_words(reduction->net), sizeof *m);

    if (fire_run(reduction->net, run, m))
        settle(reduction, m, run);
    mem_free(m);
}

/* --- what a run needs ----------------------------------------------------- */

/* Walking backwards: the places whose token, and the visible places whose lack
 * of a token, is still to be explained. */
struct wanted {
    const struct net *net;
    bits_word *marked, *empty;
};

static bool meets(const bits_word *set, struct net_place_span span)
{
    for (uint32_t i = 0; i < span.len; i++)
        if (bits_has(set, span.at[i]))
            return true;
    return false;
}

static void add_all(bits_word *set, struct net_place_span span)
{
    for (uint32_t i = 0; i < span.len; i++)
        bits_add(set, span.at[i]);
}

static void remove_all(bits_word *set, struct net_place_span span)
{
    for (uint32_t i = 0; i < span.len; i++)
        bits_remove(set, span.at[i]);
}

/* Is the step t, the last one not looked at, wanted?  Then so is what it
 * needs. */
static bool takes_part(struct wanted *w, trans_id t)
{
    const struct net_place_span pre = net_pre(w->net, t);
    const struct net_place_span post = net_post(w->net, t);

    if (!meets(w->marked, post) && !meets(w->empty, pre))
        return false;
    remove_all(w->marked, post);
    remove_all(w->empty, pre);
    add_all(w->marked, pre);
    add_all(w->marked, net_read(w->net, t));
    return true;
}

/* False if the run cannot be fired. */
static bool want_end(struct wanted *w, const bits_word *visible,
                     const witness_run *run)
{
    bits_word *m = mem_zero(marking_words(w->net), sizeof *m);
    const bool fires = fire_run(w->net, run, m);

    for (uint32_t i = 0; i < marking_words(w->net); i++) {
        w->marked[i] = visible[i] & m[i];
        w->empty[i] = visible[i] & ~m[i];
    }
    mem_free(m);
    return fires;
}

static void collect(struct wanted *w, const witness_run *run,
                    witness_run *needed)
{
    for (uint32_t i = run->len; i-- > 0;)
        if (takes_part(w, run->at[i]))
            vec_push(needed, run->at[i]);
    for (uint32_t i = 0; i < needed->len / 2; i++) {
        const trans_id t = needed->at[i];

        needed->at[i] = needed->at[needed->len - 1 - i];
        needed->at[needed->len - 1 - i] = t;
    }
}

static bool fires_on(const struct net *net, const witness_run *run)
{
    bits_word *m = mem_zero(marking_words(net), sizeof *m);
    const bool fires = fire_run(net, run, m);

    mem_free(m);
    return fires;
}

void lift_trim(const struct net *net, const bits_word *visible,
               witness_run *run)
{
    const uint32_t n_words = marking_words(net);
    struct wanted w = {net, mem_alloc(n_words, sizeof *w.marked),
                       mem_alloc(n_words, sizeof *w.empty)};
    witness_run needed = {0};

    if (want_end(&w, visible, run)) {
        collect(&w, run, &needed);
        if (fires_on(net, &needed)) {
            const witness_run swap = *run;

            *run = needed;
            needed = swap;
        }
    }
    vec_free(&needed);
    mem_free(w.marked);
    mem_free(w.empty);
}
