#include "proof/reduction/reduction_rule.h"

#include "base/ids.h"

/* The transitions around a place. */
static const enum net_arc_kind kinds_around[] = {NET_CONSUMERS, NET_PRODUCERS,
                                                 NET_READERS};

static bool is_in(const struct reduction_step *step, const place_id *places,
                  place_id p)
{
    return p == step->a || ids_has(places, step->len, p);
}

/* --- one transition ------------------------------------------------------- */

/* The place of the step among these arcs; false if there are two. */
static bool find_one(struct mutable_net *m, const struct reduction_step *step,
                     const place_id *places, enum net_arc_kind kind, trans_id t,
                     place_id *found)
{
    const struct mutable_net_span span = mutable_net_arcs(m, kind, t);

    *found = PLACE_NONE;
    for (uint32_t i = 0; i < span.len; i++)
        if (is_in(step, places, span.at[i])) {
            if (*found != PLACE_NONE)
                return false;
            *found = span.at[i];
        }
    return true;
}

bool reduction_cycle_use(struct mutable_net *m,
                         const struct reduction_step *step,
                         const place_id *places, trans_id t,
                         struct reduction_rule_use *use)
{
    place_id pre, post, read;

    if (!find_one(m, step, places, NET_PRE, t, &pre) ||
        !find_one(m, step, places, NET_POST, t, &post) ||
        !find_one(m, step, places, NET_READ, t, &read) ||
        (read != PLACE_NONE && (pre != PLACE_NONE || post != PLACE_NONE)))
        return false;
    *use = (struct reduction_rule_use){
        .need = read != PLACE_NONE ? read : pre,
        .out = read != PLACE_NONE ? read : post,
        .moves = pre != PLACE_NONE && post != PLACE_NONE &&
                 mutable_net_degree(m, NET_PRE, t) == 1 &&
                 mutable_net_degree(m, NET_POST, t) == 1 &&
                 mutable_net_degree(m, NET_READ, t) == 0,
    };
    return true;
}

/* --- conditions ----------------------------------------------------------- */

/* The mark of a place of the step. */
static bool *reached(bool *known, const struct reduction_step *step,
                     const place_id *places, place_id p)
{
    return &known[p == step->a ? step->len : ids_find(places, step->len, p)];
}

/* How many places moves lead to from step->a, or lead from to it. */
static uint32_t count_reached(struct mutable_net *m,
                              const struct reduction_step *step,
                              const place_id *places, bool forward)
{
    const enum net_arc_kind out = forward ? NET_CONSUMERS : NET_PRODUCERS;
    const enum net_arc_kind end = forward ? NET_POST : NET_PRE;
    mutable_net_ids queue = {0};
    bool *const known = mem_zero((size_t)step->len + 1, sizeof *known);
    uint32_t n;

    vec_push(&queue, step->a);
    *reached(known, step, places, step->a) = true;
    for (uint32_t i = 0; i < queue.len; i++) {
        const struct mutable_net_span span =
            mutable_net_arcs(m, out, queue.at[i]);

        for (uint32_t j = 0; j < span.len; j++) {
            struct reduction_rule_use use;
            bool *mark;
            place_id q;

            if (!reduction_cycle_use(m, step, places, span.at[j], &use) ||
                !use.moves)
                continue;
            q = mutable_net_arcs(m, end, span.at[j]).at[0];
            mark = reached(known, step, places, q);
            if (!*mark)
                vec_push(&queue, q);
            *mark = true;
        }
    }
    n = queue.len;
    vec_free(&queue);
    mem_free(known);
    return n;
}

/* Do moves between the places lead from each of them to each other one? */
static bool connects(struct mutable_net *m, const struct reduction_step *step,
                     const place_id *places)
{
    return count_reached(m, step, places, true) == step->len + 1 &&
           count_reached(m, step, places, false) == step->len + 1;
}

/* Does each transition around p use the places of the step as it may? */
static bool uses_are_single(const struct reduction_rule_look *k, place_id p)
{
    struct reduction_rule_use use;

    for (uint32_t i = 0; i < 3; i++) {
        const struct mutable_net_span span =
            mutable_net_arcs(k->m, kinds_around[i], p);

        for (uint32_t j = 0; j < span.len; j++)
            if (!reduction_cycle_use(k->m, k->step, k->places, span.at[j],
                                     &use))
                return reduction_rule_reject_place(
                    k, p, "has a transition that uses two of the places");
    }
    return true;
}

bool reduction_cycle_check(const struct reduction_rule_look *k)
{
    if (k->step->len == 0 || ids_has(k->places, k->step->len, k->step->a))
        return reduction_rule_reject(k, "there are no other places");
    if (!reduction_rule_hidden(k, k->step->a) ||
        !uses_are_single(k, k->step->a))
        return false;
    for (uint32_t i = 0; i < k->step->len; i++) {
        const place_id p = k->places[i];

        if (!reduction_rule_hidden(k, p) || !uses_are_single(k, p))
            return false;
        if (net_marked(k->m->net, p))
            return reduction_rule_reject_place(k, p, "is marked");
    }
    return connects(k->m, k->step, k->places) ||
           reduction_rule_reject(
               k, "no moves lead from each of the places to each other");
}

/* --- merging -------------------------------------------------------------- */

static void collect(mutable_net_ids *all, struct mutable_net *m, place_id p)
{
    for (uint32_t k = 0; k < 3; k++) {
        const struct mutable_net_span span =
            mutable_net_arcs(m, kinds_around[k], p);

        vec_append(all, &span);
    }
}

/* The arcs of t with step->a instead of a place of the step, if `with`, and
 * without it otherwise. */
static void copy(mutable_net_ids *to, struct mutable_net *m,
                 enum net_arc_kind kind, trans_id t,
                 const struct reduction_step *step, const place_id *places,
                 bool with)
{
    const struct mutable_net_span span = mutable_net_arcs(m, kind, t);

    vec_clear(to);
    vec_reserve(to, span.len + 1);
    if (with)
        vec_push(to, step->a);
    for (uint32_t i = 0; i < span.len; i++)
        if (!is_in(step, places, span.at[i]))
            vec_push(to, span.at[i]);
    to->len = ids_unique(to->at, to->len);
}

static void replace(struct reduction *reduction, struct mutable_net *m,
                    const struct reduction_step *step, const place_id *places,
                    trans_id t, const struct reduction_rule_use *use,
                    struct mutable_net_trans *arcs)
{
    const struct reduction_made made = {
        .step = reduction->steps.len - 1,
        .h = TRANS_NONE,
        .f = t,
        .need = use->need,
        .out = use->out,
    };
    const bool needs = use->need != PLACE_NONE, leaves = use->out != PLACE_NONE;

    copy(&arcs->pre, m, NET_PRE, t, step, places, needs && !leaves);
    copy(&arcs->post, m, NET_POST, t, step, places, leaves && !needs);
    copy(&arcs->read, m, NET_READ, t, step, places, needs && leaves);
    (void)mutable_net_add(m, arcs);
    vec_push(&reduction->made, made);
}

/* Merges the places into step->a.  Each transition around them is replaced by
 * one around step->a, in the order of their numbers; of the moves only the
 * first, which becomes one that reads step->a. */
void reduction_cycle_merge(struct reduction *reduction, struct mutable_net *m)
{
    struct reduction_step *const step = vec_top(&reduction->steps);
    const place_id *const places = reduction_places(reduction, step).at;
    const struct reduction_cycle cycle = {
        .start = net_marked(m->net, step->a) ? step->a : PLACE_NONE,
        .from = reduction->moves.len};
    mutable_net_ids all = {0};
    struct mutable_net_trans arcs = {0};
    uint32_t n_moves = 0;

    step->b = reduction->cycles.len;
    vec_push(&reduction->cycles, cycle);
    collect(&all, m, step->a);
    for (uint32_t i = 0; i < step->len; i++)
        collect(&all, m, places[i]);
    all.len = ids_unique(all.at, all.len);
    for (uint32_t i = 0; i < all.len; i++) {
        const trans_id t = all.at[i];
        struct reduction_rule_use use;

        CHECK(reduction_cycle_use(m, step, places, t, &use));
        if (use.moves) {
            const struct reduction_move move = {t, use.need, use.out};

            vec_push(&reduction->moves, move);
        }
        if (!use.moves || n_moves++ == 0)
            replace(reduction, m, step, places, t, &use, &arcs);
    }
    reduction->cycles.at[reduction->cycles.len - 1].len = n_moves;
    for (uint32_t i = 0; i < all.len; i++)
        mutable_net_remove_trans(m, all.at[i]);
    for (uint32_t i = 0; i < step->len; i++)
        mutable_net_remove_place(m, places[i]);
    vec_free(&all);
    mutable_net_trans_free(&arcs);
}
