#include "state/stubborn_minimize.h"

#include "base/check.h"
#include "base/mem.h"

/* Of a member: present, removed, or found to be needed. */
enum { STAYS, GONE, NEEDED };

void stubborn_minimize_init(struct stubborn_minimize *minimize,
                            const struct stubborn_closure *closure)
{
    const uint32_t n_trans = net_trans_count(closure->net);

    *minimize = (struct stubborn_minimize){.closure = closure};
    minimize->options = mem_zero(n_trans, sizeof *minimize->options);
    minimize->state = mem_zero(n_trans, sizeof *minimize->state);
    minimize->spoilt =
        mem_zero(net_place_count(closure->net), sizeof *minimize->spoilt);
}

void stubborn_minimize_finish(struct stubborn_minimize *minimize)
{
    mem_free(minimize->options);
    mem_free(minimize->state);
    mem_free(minimize->spoilt);
    vec_free(&minimize->dropped);
    vec_free(&minimize->spoils);
    *minimize = (struct stubborn_minimize){0};
}

/* --- scapegoats --------------------------------------------------------- */

/* Can p be a scapegoat as long as all its producers are present? */
static bool is_option(const struct stubborn_minimize *minimize, place_id p)
{
    return !enabled_set_marked(minimize->closure->at, p) &&
           stubborn_closure_outside(minimize->closure, p) == 0;
}

static uint32_t count_options(struct stubborn_minimize *minimize,
                              struct net_place_span places)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < places.len; i++)
        n += is_option(minimize, places.at[i]);
    return n;
}

static place_id first_option(struct stubborn_minimize *minimize,
                             struct net_place_span places)
{
    for (uint32_t i = 0; i < places.len; i++)
        if (is_option(minimize, places.at[i]) &&
            !minimize->spoilt[places.at[i]])
            return places.at[i];
    return PLACE_NONE;
}

/* --- removing and returning --------------------------------------------- */

/* False when t is needed. */
static bool drop(struct stubborn_minimize *minimize, trans_id t)
{
    if (minimize->state[t] == STAYS) {
        minimize->state[t] = GONE;
        minimize->n_dropped++;
        minimize->n_active -= enabled_set_has(minimize->closure->at, t);
        vec_push(&minimize->dropped, t);
    }
    return minimize->state[t] != NEEDED;
}

static bool drop_rivals(struct stubborn_minimize *minimize,
                        struct net_trans_span span)
{
    bool good = true;

    for (uint32_t i = 0; i < span.len && good; i++)
        if (stubborn_closure_has(minimize->closure, span.at[i]) &&
            enabled_set_has(minimize->closure->at, span.at[i]))
            good = drop(minimize, span.at[i]);
    return good;
}

/* A place is no option any more for the disabled members of the span.  Goes on
 * when one of them is needed, so that regain_option() can undo all of it. */
static bool lose_option(struct stubborn_minimize *minimize,
                        struct net_trans_span span)
{
    bool good = true;

    for (uint32_t i = 0; i < span.len; i++)
        if (stubborn_closure_has(minimize->closure, span.at[i]) &&
            !enabled_set_has(minimize->closure->at, span.at[i]) &&
            --minimize->options[span.at[i]] == 0)
            good = drop(minimize, span.at[i]) && good;
    return good;
}

static void regain_option(struct stubborn_minimize *minimize,
                          struct net_trans_span span)
{
    for (uint32_t i = 0; i < span.len; i++)
        if (stubborn_closure_has(minimize->closure, span.at[i]) &&
            !enabled_set_has(minimize->closure->at, span.at[i]))
            minimize->options[span.at[i]]++;
}

static bool spoil(struct stubborn_minimize *minimize, place_id p)
{
    const struct net *const net = minimize->closure->net;
    bool good;

    if (!is_option(minimize, p) || minimize->spoilt[p])
        return true;
    minimize->spoilt[p] = true;
    vec_push(&minimize->spoils, p);
    good = lose_option(minimize, net_consumers(net, p));
    return lose_option(minimize, net_readers(net, p)) && good;
}

/* Removes the members that cannot stay without t.  Rivals first: with them it
 * fails soonest. */
static bool drop_with(struct stubborn_minimize *minimize, trans_id t)
{
    const struct net *const net = minimize->closure->net;
    const struct net_place_span pre = net_pre(net, t);
    const struct net_place_span read = net_read(net, t);
    const struct net_place_span post = net_post(net, t);
    bool good = true;

    for (uint32_t i = 0; i < pre.len && good; i++)
        good = drop_rivals(minimize, net_consumers(net, pre.at[i])) &&
               drop_rivals(minimize, net_readers(net, pre.at[i]));
    for (uint32_t i = 0; i < read.len && good; i++)
        good = drop_rivals(minimize, net_consumers(net, read.at[i]));
    for (uint32_t i = 0; i < post.len && good; i++)
        good = spoil(minimize, post.at[i]);
    return good;
}

static void restore(struct stubborn_minimize *minimize, uint32_t n_dropped,
                    uint32_t n_spoils)
{
    const struct net *const net = minimize->closure->net;

    while (minimize->spoils.len > n_spoils) {
        const place_id p = vec_pop(&minimize->spoils);

        minimize->spoilt[p] = false;
        regain_option(minimize, net_consumers(net, p));
        regain_option(minimize, net_readers(net, p));
    }
    while (minimize->dropped.len > n_dropped) {
        const trans_id t = vec_pop(&minimize->dropped);

        minimize->state[t] = STAYS;
        minimize->n_active += enabled_set_has(minimize->closure->at, t);
    }
}

/* Removes t, or finds that it is needed. */
static void try_without(struct stubborn_minimize *minimize, trans_id t)
{
    const uint32_t n_dropped = minimize->dropped.len,
                   n_spoils = minimize->spoils.len;
    bool good = drop(minimize, t);

    for (uint32_t i = n_dropped; i < minimize->dropped.len && good; i++)
        good = drop_with(minimize, minimize->dropped.at[i]) &&
               minimize->n_active > 0;
    if (!good) {
        restore(minimize, n_dropped, n_spoils);
        minimize->state[t] = NEEDED;
    }
}

/* --- a set -------------------------------------------------------------- */

static void need(struct stubborn_minimize *minimize, struct net_trans_span span)
{
    for (uint32_t i = 0; i < span.len; i++)
        minimize->state[span.at[i]] = NEEDED;
}

static void start(struct stubborn_minimize *minimize,
                  const struct stubborn_closure_set *set)
{
    const struct net *const net = minimize->closure->net;

    minimize->n_active = set->active.len;
    for (uint32_t i = 0; i < set->blocked.len; i++) {
        const trans_id t = set->blocked.at[i];

        minimize->state[t] = STAYS;
        minimize->options[t] = count_options(minimize, net_pre(net, t)) +
                               count_options(minimize, net_read(net, t));
    }
    for (uint32_t i = 0; i < set->active.len; i++)
        minimize->state[set->active.at[i]] = STAYS;
    if (set->reason == PROOF_LACKS)
        need(minimize, net_producers(net, set->node));
    if (set->reason == PROOF_HOLDS)
        need(minimize, net_consumers(net, set->node));
}

static void keep_active(struct stubborn_minimize *minimize,
                        net_trans_list *active)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < active->len; i++)
        if (minimize->state[active->at[i]] != GONE)
            active->at[n++] = active->at[i];
    vec_cut(active, n);
}

/* The disabled members that stay, each with a scapegoat that it has left. */
static void keep_blocked(struct stubborn_minimize *minimize,
                         struct stubborn_closure_set *set)
{
    const struct net *const net = minimize->closure->net;
    uint32_t n = 0;

    for (uint32_t i = 0; i < set->blocked.len; i++) {
        const trans_id t = set->blocked.at[i];
        place_id p = set->scapegoats.at[i];

        if (minimize->state[t] == GONE)
            continue;
        if (minimize->spoilt[p])
            p = first_option(minimize, net_pre(net, t));
        if (p == PLACE_NONE)
            p = first_option(minimize, net_read(net, t));
        ASSERT(p != PLACE_NONE);
        set->blocked.at[n] = t;
        set->scapegoats.at[n++] = p;
    }
    vec_cut(&set->blocked, n);
    vec_cut(&set->scapegoats, n);
}

void stubborn_minimize_run(struct stubborn_minimize *minimize,
                           struct stubborn_closure_set *set)
{
    start(minimize, set);
    for (uint32_t i = 0; i < set->active.len && minimize->n_active > 1; i++)
        if (minimize->state[set->active.at[i]] == STAYS)
            try_without(minimize, set->active.at[i]);
    if (minimize->dropped.len) {
        keep_active(minimize, &set->active);
        keep_blocked(minimize, set);
        if (set->reason == PROOF_LIVE)
            set->node = set->active.at[0];
    }
    vec_clear(&minimize->dropped);
    while (minimize->spoils.len)
        minimize->spoilt[vec_pop(&minimize->spoils)] = false;
}
