#include "state/shrink.h"

#include "base/check.h"
#include "base/mem.h"

/* Of a member: it may go, is gone, or was found to be needed. */
enum { STAYS, GONE, NEEDED };

void shrink_init(struct shrink *shrink, const struct closing *closing)
{
    const uint32_t n_trans = net_trans_count(closing->net);

    *shrink = (struct shrink){.closing = closing};
    shrink->options = mem_zero(n_trans, sizeof *shrink->options);
    shrink->state = mem_zero(n_trans, sizeof *shrink->state);
    shrink->spoilt =
        mem_zero(net_place_count(closing->net), sizeof *shrink->spoilt);
}

void shrink_finish(struct shrink *shrink)
{
    free(shrink->options);
    free(shrink->state);
    free(shrink->spoilt);
    vec_free(&shrink->gone);
    vec_free(&shrink->spoils);
    *shrink = (struct shrink){0};
}

/* --- scapegoats ------------------------------------------------------------
 */

/* Could p be a scapegoat as long as no producer goes? */
static bool is_option(const struct shrink *shrink, place_id p)
{
    return !enabling_marks(shrink->closing->at, p) &&
           closing_outside(shrink->closing, p) == 0;
}

static uint32_t count_options(struct shrink *shrink, struct place_span places)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < places.len; i++)
        n += is_option(shrink, places.at[i]);
    return n;
}

static place_id first_option(struct shrink *shrink, struct place_span places)
{
    for (uint32_t i = 0; i < places.len; i++)
        if (is_option(shrink, places.at[i]) && !shrink->spoilt[places.at[i]])
            return places.at[i];
    return PLACE_NONE;
}

/* --- going and coming back ---------------------------------------------------
 */

/* False when t is needed. */
static bool drop(struct shrink *shrink, trans_id t)
{
    if (shrink->state[t] == STAYS) {
        shrink->state[t] = GONE;
        shrink->n_dropped++;
        shrink->n_active -= enabling_has(shrink->closing->at, t);
        vec_push(&shrink->gone, t);
    }
    return shrink->state[t] != NEEDED;
}

static bool drop_rivals(struct shrink *shrink, struct trans_span span)
{
    bool good = true;

    for (uint32_t i = 0; i < span.len && good; i++)
        if (closing_has(shrink->closing, span.at[i]) &&
            enabling_has(shrink->closing->at, span.at[i]))
            good = drop(shrink, span.at[i]);
    return good;
}

/* Those that lack a place lose it as an option: all of them, also when one is
 * needed, so that coming back finds what going left. */
static bool lose_option(struct shrink *shrink, struct trans_span span)
{
    bool good = true;

    for (uint32_t i = 0; i < span.len; i++)
        if (closing_has(shrink->closing, span.at[i]) &&
            !enabling_has(shrink->closing->at, span.at[i]) &&
            --shrink->options[span.at[i]] == 0)
            good = drop(shrink, span.at[i]) && good;
    return good;
}

static void regain_option(struct shrink *shrink, struct trans_span span)
{
    for (uint32_t i = 0; i < span.len; i++)
        if (closing_has(shrink->closing, span.at[i]) &&
            !enabling_has(shrink->closing->at, span.at[i]))
            shrink->options[span.at[i]]++;
}

static bool spoil(struct shrink *shrink, place_id p)
{
    const struct net *const net = shrink->closing->net;
    bool good;

    if (!is_option(shrink, p) || shrink->spoilt[p])
        return true;
    shrink->spoilt[p] = true;
    vec_push(&shrink->spoils, p);
    good = lose_option(shrink, net_consumers(net, p));
    return lose_option(shrink, net_readers(net, p)) && good;
}

/* What goes with t.  Rivals first: they are what fails soonest. */
static bool drop_with(struct shrink *shrink, trans_id t)
{
    const struct net *const net = shrink->closing->net;
    const struct place_span pre = net_pre(net, t);
    const struct place_span read = net_read(net, t);
    const struct place_span post = net_post(net, t);
    bool good = true;

    for (uint32_t i = 0; i < pre.len && good; i++)
        good = drop_rivals(shrink, net_consumers(net, pre.at[i])) &&
               drop_rivals(shrink, net_readers(net, pre.at[i]));
    for (uint32_t i = 0; i < read.len && good; i++)
        good = drop_rivals(shrink, net_consumers(net, read.at[i]));
    for (uint32_t i = 0; i < post.len && good; i++)
        good = spoil(shrink, post.at[i]);
    return good;
}

static void come_back(struct shrink *shrink, uint32_t n_gone, uint32_t n_spoils)
{
    const struct net *const net = shrink->closing->net;

    while (shrink->spoils.len > n_spoils) {
        const place_id p = vec_pop(&shrink->spoils);

        shrink->spoilt[p] = false;
        regain_option(shrink, net_consumers(net, p));
        regain_option(shrink, net_readers(net, p));
    }
    while (shrink->gone.len > n_gone) {
        const trans_id t = vec_pop(&shrink->gone);

        shrink->state[t] = STAYS;
        shrink->n_active += enabling_has(shrink->closing->at, t);
    }
}

/* Takes t out, or finds that it is needed. */
static void try_without(struct shrink *shrink, trans_id t)
{
    const uint32_t n_gone = shrink->gone.len, n_spoils = shrink->spoils.len;
    bool good = drop(shrink, t);

    for (uint32_t i = n_gone; i < shrink->gone.len && good; i++)
        good = drop_with(shrink, shrink->gone.at[i]) && shrink->n_active > 0;
    if (!good) {
        come_back(shrink, n_gone, n_spoils);
        shrink->state[t] = NEEDED;
    }
}

/* --- a set -------------------------------------------------------------------
 */

static void need(struct shrink *shrink, struct trans_span span)
{
    for (uint32_t i = 0; i < span.len; i++)
        shrink->state[span.at[i]] = NEEDED;
}

static void start(struct shrink *shrink, const struct closing_set *set)
{
    const struct net *const net = shrink->closing->net;

    shrink->n_active = set->active.len;
    for (uint32_t i = 0; i < set->blocked.len; i++) {
        const trans_id t = set->blocked.at[i];

        shrink->state[t] = STAYS;
        shrink->options[t] = count_options(shrink, net_pre(net, t)) +
                             count_options(shrink, net_read(net, t));
    }
    for (uint32_t i = 0; i < set->active.len; i++)
        shrink->state[set->active.at[i]] = STAYS;
    if (set->reason == PROOF_LACKS)
        need(shrink, net_producers(net, set->node));
    if (set->reason == PROOF_HOLDS)
        need(shrink, net_consumers(net, set->node));
}

static void keep_active(struct shrink *shrink, trans_list *active)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < active->len; i++)
        if (shrink->state[active->at[i]] != GONE)
            active->at[n++] = active->at[i];
    vec_cut(active, n);
}

/* Those that stay, each with a scapegoat that is left to it. */
static void keep_blocked(struct shrink *shrink, struct closing_set *set)
{
    const struct net *const net = shrink->closing->net;
    uint32_t n = 0;

    for (uint32_t i = 0; i < set->blocked.len; i++) {
        const trans_id t = set->blocked.at[i];
        place_id p = set->scapegoats.at[i];

        if (shrink->state[t] == GONE)
            continue;
        if (shrink->spoilt[p])
            p = first_option(shrink, net_pre(net, t));
        if (p == PLACE_NONE)
            p = first_option(shrink, net_read(net, t));
        ASSERT(p != PLACE_NONE);
        set->blocked.at[n] = t;
        set->scapegoats.at[n++] = p;
    }
    vec_cut(&set->blocked, n);
    vec_cut(&set->scapegoats, n);
}

void shrink_run(struct shrink *shrink, struct closing_set *set)
{
    start(shrink, set);
    for (uint32_t i = 0; i < set->active.len && shrink->n_active > 1; i++)
        if (shrink->state[set->active.at[i]] == STAYS)
            try_without(shrink, set->active.at[i]);
    if (shrink->gone.len) {
        keep_active(shrink, &set->active);
        keep_blocked(shrink, set);
        if (set->reason == PROOF_LIVE)
            set->node = set->active.at[0];
    }
    vec_clear(&shrink->gone);
    while (shrink->spoils.len)
        shrink->spoilt[vec_pop(&shrink->spoils)] = false;
}
