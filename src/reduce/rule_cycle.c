#include "reduce/reducer.h"

#include "base/ids.h"

/* Bounds of a look at one transition. */
enum {
    MOST_PLACES = 16, /* reached by moves */
    MOST_AROUND = 32, /* transitions around a place */
};

/* The places that moves reach from the first one, and where from. */
struct moves {
    place_id places[MOST_PLACES];
    uint32_t from[MOST_PLACES];
    uint32_t len;
};

static bool is_eligible(const struct reducer *r, place_id p)
{
    return !reducer_is_visible(r, p) && reducer_place_arcs(r, p) <= MOST_AROUND;
}

static bool is_move(const struct reducer *r, trans_id t)
{
    return mutable_net_degree(&r->net, NET_PRE, t) == 1 &&
           mutable_net_degree(&r->net, NET_POST, t) == 1 &&
           mutable_net_degree(&r->net, NET_READ, t) == 0;
}

static bool is_known(const struct moves *s, place_id p)
{
    for (uint32_t i = 0; i < s->len; i++)
        if (s->places[i] == p)
            return true;
    return false;
}

/* Looks at the moves that begin in place number i; true if one ends in goal. */
static bool extend(struct reducer *r, struct moves *s, uint32_t i,
                   place_id goal)
{
    const struct mutable_net_span span =
        mutable_net_arcs(&r->net, NET_CONSUMERS, s->places[i]);

    for (uint32_t j = 0; j < span.len; j++) {
        place_id q;

        if (!is_move(r, span.at[j]))
            continue;
        q = mutable_net_arcs(&r->net, NET_POST, span.at[j]).at[0];
        if (q == goal)
            return true;
        if (s->len < MOST_PLACES && !is_known(s, q) && is_eligible(r, q)) {
            s->places[s->len] = q;
            s->from[s->len++] = i;
        }
    }
    return false;
}

/* The places of a shortest path of moves from one place to another, in
 * increasing order; 0: none was found. */
static uint32_t find_path(struct reducer *r, place_id from, place_id to,
                          place_id *path)
{
    struct moves s = {.places = {from}, .len = 1};
    uint32_t i = 0, n = 0;

    while (i < s.len && !extend(r, &s, i, to))
        i++;
    if (i == s.len)
        return 0;
    path[n++] = to;
    for (; i; i = s.from[i])
        path[n++] = s.places[i];
    path[n++] = from;
    ids_sort(path, n);
    return n;
}

/* Takes the marked place out of the list, else the first one; PLACE_NONE if two
 * are marked. */
static place_id take_first(const struct net *net, place_id *path, uint32_t n)
{
    uint32_t first = 0, n_marked = 0;
    place_id p;

    for (uint32_t i = 0; i < n; i++)
        if (net_marked(net, path[i])) {
            first = i;
            n_marked++;
        }
    p = path[first];
    for (uint32_t i = first + 1; i < n; i++)
        path[i - 1] = path[i];
    return n_marked > 1 ? PLACE_NONE : p;
}

/* May the transitions around p be replaced?  Adds the lengths of moves. */
static bool are_fit(struct reducer *r, const struct reduction_step *step,
                    const place_id *places, place_id p, uint64_t *length,
                    uint32_t *longest)
{
    static const enum net_arc_kind kinds[] = {NET_CONSUMERS, NET_PRODUCERS,
                                              NET_READERS};

    for (uint32_t k = 0; k < 3; k++) {
        const struct mutable_net_span span =
            mutable_net_arcs(&r->net, kinds[k], p);

        for (uint32_t i = 0; i < span.len; i++) {
            const uint32_t len = r->lengths.at[span.at[i]];
            struct reduction_rule_use use;

            if (!reduction_cycle_use(&r->net, step, places, span.at[i], &use))
                return false;
            if (use.moves && kinds[k] == NET_CONSUMERS)
                *length += len;
            *longest = len > *longest ? len : *longest;
        }
    }
    return true;
}

/* No transition uses step->a wrongly if none uses another place so: that takes
 * two places.  But the lengths count. */
static bool all_fit(struct reducer *r, const struct reduction_step *step,
                    const place_id *places)
{
    uint64_t length = 0;
    uint32_t longest = 0;
    bool good = are_fit(r, step, places, step->a, &length, &longest);

    for (uint32_t i = 0; i < step->len && good; i++)
        good = are_fit(r, step, places, places[i], &length, &longest);
    return good && length + longest <= REDUCER_MOST_LENGTH;
}

bool rule_cycle_try(struct reducer *r, trans_id t)
{
    struct reduction_step step = {.rule = REDUCTION_CYCLE};
    place_id path[MOST_PLACES + 1], from, to;

    if (!is_move(r, t))
        return false;
    from = mutable_net_arcs(&r->net, NET_PRE, t).at[0];
    to = mutable_net_arcs(&r->net, NET_POST, t).at[0];
    if (!is_eligible(r, from) || !is_eligible(r, to))
        return false;
    step.len = find_path(r, to, from, path);
    if (step.len == 0)
        return false;
    step.a = take_first(r->net.net, path, step.len--);
    return step.a != PLACE_NONE && all_fit(r, &step, path) &&
           reducer_step(r, step, path);
}

/* --- runs ----------------------------------------------------------------- */

/* A shortest path of moves that ends in move number i: the earlier moves of it
 * are those of before. */
static void push_path(struct rule_lifter *l, const struct reduction_move *moves,
                      const uint32_t *before, uint32_t i)
{
    for (; i != UINT32_MAX; i = before[i])
        vec_push(&l->stack, moves[i].t);
}

/* Pushes the moves that lead the token of a cycle to a place. */
static void push_moves(struct rule_lifter *l,
                       const struct reduction_cycle *cycle, place_id from,
                       place_id to)
{
    const struct reduction_move *const moves =
        l->reduction->moves.at + cycle->from;
    uint32_t *const before = mem_alloc(cycle->len, sizeof *before);
    bool *const known = mem_zero(cycle->len, sizeof *known);
    mutable_net_ids queue = {0};
    uint32_t next = 0, last = UINT32_MAX;

    while (from != to) {
        for (uint32_t i = 0; i < cycle->len; i++)
            if (!known[i] && moves[i].from == from) {
                known[i] = true;
                before[i] = last;
                vec_push(&queue, i);
            }
        if (next == queue.len)
            break; /* there is no token, or the step was not allowed */
        last = queue.at[next++];
        from = moves[last].to;
    }
    push_path(l, moves, before, last);
    vec_free(&queue);
    mem_free(known);
    mem_free(before);
}

/* f, after what leads the token to it.  A second token is put where the first
 * one is, which shows it. */
void rule_cycle_lift(struct rule_lifter *l, const struct reduction_made *made)
{
    const uint32_t cycle = l->reduction->steps.at[made->step].b;
    const place_id to = made->need != PLACE_NONE ? made->need : made->out;

    vec_push(&l->stack, made->f);
    push_moves(l, &l->reduction->cycles.at[cycle], l->at.at[cycle], to);
    l->at.at[cycle] = made->out;
}

/* All moves of the cycle. */
uint32_t rule_cycle_length(const struct reducer *r,
                           const struct reduction_made *made)
{
    const struct reduction *const reduction = &r->reduction;
    const struct reduction_cycle *const cycle =
        &reduction->cycles.at[reduction->steps.at[made->step].b];
    uint32_t sum = 0;

    for (uint32_t i = 0; i < cycle->len; i++)
        sum += r->lengths.at[reduction->moves.at[cycle->from + i].t];
    return sum;
}
