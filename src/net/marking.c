#include "net/marking.h"

#include "base/check.h"

#include <stdio.h>
#include <string.h>

uint32_t marking_words(const struct net *net)
{
    return bits_words(net_place_count(net));
}

void marking_initial(const struct net *net, bits_word *m)
{
    if (net_place_count(net))
        memcpy(m, net_initial(net), marking_words(net) * sizeof *m);
}

bits_word *marking_create(const struct net *net)
{
    return mem_copy(net_initial(net), marking_words(net), sizeof(bits_word));
}

bool marking_enabled(const struct net *net, const bits_word *m, trans_id t)
{
    return marking_has_all(m, net_needs(net, t));
}

bool marking_is_dead(const struct net *net, const bits_word *m)
{
    for (trans_id t = 0; t < net_trans_count(net); t++)
        if (marking_enabled(net, m, t))
            return false;
    return true;
}

place_id marking_unsafe(const struct net *net, const bits_word *m, trans_id t)
{
    const struct net_place_span post = net_post(net, t);

    /* pre and post are disjoint, so a token there remains. */
    for (uint32_t i = 0; i < post.len; i++)
        if (bits_has(m, post.at[i]))
            return post.at[i];
    return net_overflow(net, t);
}

void marking_add_all(bits_word *m, struct net_place_span places)
{
    for (uint32_t i = 0; i < places.len; i++)
        bits_add(m, places.at[i]);
}

void marking_remove_all(bits_word *m, struct net_place_span places)
{
    for (uint32_t i = 0; i < places.len; i++)
        bits_remove(m, places.at[i]);
}

void marking_list(const bits_word *m, uint32_t n, net_place_list *places)
{
    vec_clear(places);
    for (place_id p = bits_next(m, 0, n); p < n; p = bits_next(m, p + 1, n))
        vec_push(places, p);
}

bool marking_is_choice(const struct net *net, place_id p)
{
    const struct net_trans_span out = net_consumers(net, p);
    bool good = net_marked(net, p) && out.len && !net_producers(net, p).len &&
                !net_readers(net, p).len;

    for (uint32_t i = 0; i < out.len && good; i++)
        good = net_needs(net, out.at[i]).len == 1 &&
               net_post(net, out.at[i]).len == 1 &&
               !net_marked(net, net_post(net, out.at[i]).at[0]);
    return good;
}

void marking_fire(const struct net *net, bits_word *m, trans_id t)
{
    ASSERT(marking_enabled(net, m, t));
    ASSERT(marking_unsafe(net, m, t) == PLACE_NONE);
    marking_remove_all(m, net_pre(net, t));
    marking_add_all(m, net_post(net, t));
}

/* The step of t that u, which was fired last, enables.  A place of post(u) that
 * steps of t consume from, behind those of the input, is the one that leads to
 * it. */
static trans_id next_step(const struct net *net, const bits_word *m, trans_id t,
                          trans_id u)
{
    const struct net_place_span post = net_post(net, u);

    for (uint32_t i = net_has_steps(net) ? post.len : 0; i-- > 0;) {
        const struct net_trans_span steps = net_consumers(net, post.at[i]);

        if (post.at[i] < net_given_places(net))
            break;
        for (uint32_t k = 0; k < steps.len; k++)
            if (steps.at[k] >= net_given_transitions(net) &&
                net_given_trans(net, steps.at[k]) == t &&
                marking_enabled(net, m, steps.at[k]))
                return steps.at[k];
    }
    return TRANS_NONE;
}

bool marking_fire_given(const struct net *net, bits_word *m, trans_id t,
                        trans_id u, net_trans_list *fired)
{
    for (; u != TRANS_NONE; u = next_step(net, m, t, u)) {
        if (fired)
            vec_push(fired, u);
        if (!marking_enabled(net, m, u) ||
            marking_unsafe(net, m, u) != PLACE_NONE)
            return false;
        marking_fire(net, m, u);
    }
    return true;
}

void marking_after(const struct net *net, const trans_id *run, uint32_t len,
                   bits_word *m)
{
    marking_initial(net, m);
    for (uint32_t i = 0; i < len; i++)
        marking_fire(net, m, run[i]);
}

void marking_unfire(const struct net *net, bits_word *m, trans_id t)
{
    ASSERT(marking_has_all(m, net_post(net, t)));
    marking_remove_all(m, net_post(net, t));
    marking_add_all(m, net_pre(net, t));
}

/* Reserved for the end: ", ...}" and the final null. */
enum { TAIL = 7 };

void marking_print(const struct net *net, const bits_word *m, char *text,
                   size_t cap)
{
    const uint32_t n = net_given_places(net);
    size_t used = 1;
    const char *gap = "";

    if (cap <= TAIL) {
        (void)snprintf(text, cap, "...");
        return;
    }
    text[0] = '{';
    for (place_id p = bits_next(m, 0, n); p < n; p = bits_next(m, p + 1, n)) {
        const int len = snprintf(text + used, cap - used, "%s%s", gap,
                                 net_place_label(net, p));

        if (len < 0 || (size_t)len > cap - used - TAIL) {
            (void)snprintf(text + used, cap - used, "%s...}", gap);
            return;
        }
        used += (size_t)len;
        gap = ", ";
    }
    (void)snprintf(text + used, cap - used, "}");
}
