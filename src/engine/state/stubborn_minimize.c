#include "engine/state/stubborn_minimize.h"

#include "base/check.h"
#include "base/mem.h"

/* Of a member: present, removed, or found to be needed. */
enum { PRESENT, REMOVED, NEEDED };

void stubborn_minimize_init(struct stubborn_minimize *minimize,
                            const struct stubborn_closure *closure)
{
    const uint32_t n_trans = net_trans_count(closure->net);

    *minimize = (struct stubborn_minimize){.closure = closure};
    minimize->n_scapegoats = mem_zero(n_trans, sizeof *minimize->n_scapegoats);
    minimize->state = mem_zero(n_trans, sizeof *minimize->state);
    minimize->is_excluded =
        mem_zero(net_place_count(closure->net), sizeof *minimize->is_excluded);
}

void stubborn_minimize_finish(struct stubborn_minimize *minimize)
{
    mem_free(minimize->n_scapegoats);
    mem_free(minimize->state);
    mem_free(minimize->is_excluded);
    vec_free(&minimize->removed);
    vec_free(&minimize->excluded);
    *minimize = (struct stubborn_minimize){0};
}

/* --- scapegoats --------------------------------------------------------- */

/* Can p be a scapegoat as long as all its producers are present? */
static bool may_be_scapegoat(const struct stubborn_minimize *minimize,
                             place_id p)
{
    return !enabled_set_marked(minimize->closure->at, p) &&
           stubborn_closure_outside(minimize->closure, p) == 0;
}

static uint32_t count_scapegoats(struct stubborn_minimize *minimize,
                                 struct net_place_span places)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < places.len; i++)
        n += may_be_scapegoat(minimize, places.at[i]);
    return n;
}

static place_id first_scapegoat(struct stubborn_minimize *minimize,
                                struct net_place_span places)
{
    for (uint32_t i = 0; i < places.len; i++)
        if (may_be_scapegoat(minimize, places.at[i]) &&
            !minimize->is_excluded[places.at[i]])
            return places.at[i];
    return PLACE_NONE;
}

/* --- removing and returning --------------------------------------------- */

/* False when t is needed. */
static bool remove_member(struct stubborn_minimize *minimize, trans_id t)
{
    if (minimize->state[t] == PRESENT) {
        minimize->state[t] = REMOVED;
        minimize->n_removed++;
        minimize->n_active -= enabled_set_has(minimize->closure->at, t);
        vec_push(&minimize->removed, t);
    }
    return minimize->state[t] != NEEDED;
}

static bool remove_conflicting(struct stubborn_minimize *minimize,
                               struct net_trans_span span)
{
    bool good = true;

    minimize->n_looked += span.len;
    for (uint32_t i = 0; i < span.len && good; i++)
        if (stubborn_closure_has(minimize->closure, span.at[i]) &&
            enabled_set_has(minimize->closure->at, span.at[i]))
            good = remove_member(minimize, span.at[i]);
    return good;
}

/* A place can no longer be the scapegoat of the disabled members of the span.
 * Goes on when one of them is needed, so that regain_scapegoat() can undo all
 * of it. */
static bool lose_scapegoat(struct stubborn_minimize *minimize,
                           struct net_trans_span span)
{
    bool good = true;

    minimize->n_looked += span.len;
    for (uint32_t i = 0; i < span.len; i++)
        if (stubborn_closure_has(minimize->closure, span.at[i]) &&
            !enabled_set_has(minimize->closure->at, span.at[i]) &&
            --minimize->n_scapegoats[span.at[i]] == 0)
            good = remove_member(minimize, span.at[i]) && good;
    return good;
}

static void regain_scapegoat(struct stubborn_minimize *minimize,
                             struct net_trans_span span)
{
    minimize->n_looked += span.len;
    for (uint32_t i = 0; i < span.len; i++)
        if (stubborn_closure_has(minimize->closure, span.at[i]) &&
            !enabled_set_has(minimize->closure->at, span.at[i]))
            minimize->n_scapegoats[span.at[i]]++;
}

/* p is no scapegoat any more: a producer was removed. */
static bool exclude(struct stubborn_minimize *minimize, place_id p)
{
    const struct net *const net = minimize->closure->net;
    bool good;

    if (!may_be_scapegoat(minimize, p) || minimize->is_excluded[p])
        return true;
    minimize->is_excluded[p] = true;
    vec_push(&minimize->excluded, p);
    good = lose_scapegoat(minimize, net_consumers(net, p));
    return lose_scapegoat(minimize, net_readers(net, p)) && good;
}

/* Removes the members that cannot stay without t.  Those in mutual
 * disabling with it first: with them it fails soonest. */
static bool remove_dependent(struct stubborn_minimize *minimize, trans_id t)
{
    const struct net *const net = minimize->closure->net;
    const struct net_place_span pre = net_pre(net, t);
    const struct net_place_span read = net_read(net, t);
    const struct net_place_span post = net_post(net, t);
    bool good = true;

    for (uint32_t i = 0; i < pre.len && good; i++)
        good = remove_conflicting(minimize, net_consumers(net, pre.at[i])) &&
               remove_conflicting(minimize, net_readers(net, pre.at[i]));
    for (uint32_t i = 0; i < read.len && good; i++)
        good = remove_conflicting(minimize, net_consumers(net, read.at[i]));
    for (uint32_t i = 0; i < post.len && good; i++)
        good = exclude(minimize, post.at[i]);
    return good;
}

static void restore(struct stubborn_minimize *minimize, uint32_t n_removed,
                    uint32_t n_excluded)
{
    const struct net *const net = minimize->closure->net;

    while (minimize->excluded.len > n_excluded) {
        const place_id p = vec_pop(&minimize->excluded);

        minimize->is_excluded[p] = false;
        regain_scapegoat(minimize, net_consumers(net, p));
        regain_scapegoat(minimize, net_readers(net, p));
    }
    while (minimize->removed.len > n_removed) {
        const trans_id t = vec_pop(&minimize->removed);

        minimize->state[t] = PRESENT;
        minimize->n_active += enabled_set_has(minimize->closure->at, t);
    }
}

/* Removes t, or finds that it is needed. */
static void try_without(struct stubborn_minimize *minimize, trans_id t)
{
    const uint32_t n_removed = minimize->removed.len,
                   n_excluded = minimize->excluded.len;
    bool good = remove_member(minimize, t);

    for (uint32_t i = n_removed; i < minimize->removed.len && good; i++)
        good = remove_dependent(minimize, minimize->removed.at[i]) &&
               minimize->n_active > 0;
    if (!good) {
        restore(minimize, n_removed, n_excluded);
        minimize->state[t] = NEEDED;
    }
}

/* --- a set -------------------------------------------------------------- */

static void start(struct stubborn_minimize *minimize,
                  const struct stubborn_closure_set *set)
{
    const struct net *const net = minimize->closure->net;

    minimize->n_active = set->active.len;
    for (uint32_t i = 0; i < set->blocked.len; i++) {
        const trans_id t = set->blocked.at[i];

        minimize->state[t] = PRESENT;
        minimize->n_scapegoats[t] =
            count_scapegoats(minimize, net_needs(net, t));
    }
    for (uint32_t i = 0; i < set->active.len; i++)
        minimize->state[set->active.at[i]] = PRESENT;
    for (uint32_t i = 0; i < minimize->closure->n_required; i++)
        minimize->state[minimize->closure->queue.at[i]] = NEEDED;
}

static void keep_active(struct stubborn_minimize *minimize,
                        net_trans_list *active)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < active->len; i++)
        if (minimize->state[active->at[i]] != REMOVED)
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

        if (minimize->state[t] == REMOVED)
            continue;
        if (minimize->is_excluded[p])
            p = first_scapegoat(minimize, net_needs(net, t));
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
        if (minimize->state[set->active.at[i]] == PRESENT)
            try_without(minimize, set->active.at[i]);
    if (minimize->removed.len) {
        keep_active(minimize, &set->active);
        keep_blocked(minimize, set);
        if (set->reason == PROOF_LIVE)
            set->node = set->active.at[0];
    }
    vec_clear(&minimize->removed);
    while (minimize->excluded.len)
        minimize->is_excluded[vec_pop(&minimize->excluded)] = false;
}
