#include "engine/ic3/predecessors.h"

#include "base/mem.h"

/* The cost of a literal or an arc that is looked at (watch.h). */
enum { LOOK_COST = 8 };

/* Cores that are kept for a transition. */
enum { CORES = 2 };

void predecessors_init(struct predecessors *x, struct frames *frames)
{
    const struct net *const net = frames->net;
    const uint32_t n_places = net_place_count(net);
    const uint32_t n_trans = net_trans_count(net);

    *x = (struct predecessors){.net = net, .frames = frames};
    x->literal = mem_zero(n_places, 1);
    x->is_chosen = mem_zero(n_places, sizeof *x->is_chosen);
    stamp_fit(&x->own, n_places);
    stamp_fit(&x->asked, n_trans);
    x->cores = mem_zero(CORES * (size_t)n_trans, sizeof *x->cores);
}

void predecessors_finish(struct predecessors *x)
{
    mem_free(x->literal);
    mem_free(x->is_chosen);
    stamp_finish(&x->own);
    stamp_finish(&x->asked);
    mem_free(x->cores);
    vec_free(&x->core_literals);
    vec_free(&x->part);
    vec_free(&x->before);
    *x = (struct predecessors){0};
}

/* --- the predecessors by one transition ----------------------------------- */

static void choose(struct predecessors *x, place_id p)
{
    if (x->is_chosen[p])
        return;
    x->is_chosen[p] = true;
    vec_push(&x->part, frames_literal(p, x->literal[p] > 0));
}

/* A literal `sign` of the places in the cube, rather a chosen one; or 0. */
static int find_literal(const struct predecessors *x,
                        struct net_place_span places, int sign)
{
    int found = 0;

    for (uint32_t i = 0; i < places.len; i++) {
        const place_id p = places.at[i];

        if (x->literal[p] != sign)
            continue;
        found = frames_literal(p, sign > 0);
        if (x->is_chosen[p])
            break;
    }
    return found;
}

/* A literal that t makes false, or that cannot hold where t is enabled and
 * stays as it is.  0: none. */
static int find_clash(const struct predecessors *x, trans_id t)
{
    const int clashes[] = {find_literal(x, net_pre(x->net, t), 1),
                           find_literal(x, net_post(x->net, t), -1),
                           find_literal(x, net_read(x->net, t), -1)};
    int found = 0;

    for (uint32_t i = 0; i < 3; i++)
        if (clashes[i] && (!found || x->is_chosen[frames_place(clashes[i])]))
            found = clashes[i];
    return found;
}

static void put_own(struct predecessors *x, struct net_place_span places,
                    bool marked)
{
    for (uint32_t i = 0; i < places.len; i++) {
        stamp_add(&x->own, places.at[i]);
        vec_push(&x->before, frames_literal(places.at[i], marked));
    }
}

/* The literals of t, then those of the cube that t leaves alone.  Returns the
 * number of the former. */
static uint32_t put_before(struct predecessors *x, trans_id t)
{
    const frames_cube *const cube = x->cube;
    uint32_t n_own;

    stamp_start(&x->own);
    vec_clear(&x->before);
    put_own(x, net_needs(x->net, t), true);
    put_own(x, net_post(x->net, t), false);
    n_own = x->before.len;
    for (uint32_t i = 0; i < cube->len; i++)
        if (!stamp_has(&x->own, frames_place(cube->at[i])))
            vec_push(&x->before, cube->at[i]);
    (void)watch_work(x->frames->watch, LOOK_COST * (n_own + cube->len));
    return n_own;
}

/* --- cores ---------------------------------------------------------------- */

static bool in_cube(const struct predecessors *x,
                    const struct predecessors_core *core)
{
    for (uint32_t i = 0; i < core->len; i++) {
        const int literal = x->core_literals.at[core->from + i];

        if (x->literal[frames_place(literal)] != (literal > 0 ? 1 : -1))
            return false;
    }
    return true;
}

/* Does what is kept show that t does not lead into the cube?  Chooses what
 * shows it. */
static bool is_known(struct predecessors *x, trans_id t)
{
    const struct predecessors_core *const cores = &x->cores[CORES * (size_t)t];

    for (uint32_t k = 0; k < CORES; k++) {
        if (cores[k].level < x->level || !in_cube(x, &cores[k]))
            continue;
        for (uint32_t i = 0; i < cores[k].len; i++)
            choose(x, frames_place(x->core_literals.at[cores[k].from + i]));
        return true;
    }
    return false;
}

/* Keeps a core of so many literals, which the caller writes; in place of the
 * older one. */
static int *keep_reason(struct predecessors *x, trans_id t, uint32_t n)
{
    struct predecessors_core *const cores = &x->cores[CORES * (size_t)t];
    struct predecessors_core core = cores[CORES - 1];

    cores[1] = cores[0];
    if (core.room < n) {
        core.from = x->core_literals.len;
        core.room = 2 * n;
        vec_fit(&x->core_literals, core.from + core.room);
    }
    core.len = n;
    core.level = x->level;
    cores[0] = core;
    return n ? x->core_literals.at + core.from : NULL;
}

static void keep_used(struct predecessors *x, trans_id t, uint32_t n_own)
{
    uint32_t n = 0;
    int *at;

    for (uint32_t i = n_own; i < x->before.len; i++)
        if (frames_used(x->frames, x->before.at[i]))
            x->before.at[n_own + n++] = x->before.at[i];
    vec_cut(&x->before, n_own + n);
    at = keep_reason(x, t, n);
    for (uint32_t i = 0; i < n; i++) {
        at[i] = x->before.at[n_own + i];
        choose(x, frames_place(at[i]));
    }
}

/* --- one transition ------------------------------------------------------- */

/* The initial marking is the only one of frame 0. */
static enum cadical_verdict ask_initial(struct predecessors *x, uint32_t n_own)
{
    int found = frames_first_false(x->net, x->before.at, n_own);

    if (found)
        return CADICAL_NO;
    for (uint32_t i = n_own; i < x->before.len; i++) {
        const int literal = x->before.at[i];

        if (frames_initially(x->net, literal))
            continue;
        if (!found || x->is_chosen[frames_place(literal)])
            found = literal;
    }
    if (!found)
        return CADICAL_YES;
    choose(x, frames_place(found));
    return CADICAL_NO;
}

/* Does t lead into the cube?  If not, chooses what shows it. */
static enum cadical_verdict ask(struct predecessors *x, trans_id t)
{
    const int clash = find_clash(x, t);
    enum cadical_verdict verdict;
    uint32_t n_own;

    if (clash) {
        choose(x, frames_place(clash));
        return CADICAL_NO;
    }
    if (x->level && is_known(x, t))
        return CADICAL_NO;
    n_own = put_before(x, t);
    if (!x->level)
        return ask_initial(x, n_own);
    verdict = frames_have(x->frames, x->level, &x->before);
    if (verdict == CADICAL_NO)
        keep_used(x, t, n_own);
    return verdict;
}

/* --- all transitions ------------------------------------------------------ */

static enum cadical_verdict ask_all(struct predecessors *x,
                                    struct net_trans_span all)
{
    if (watch_work(x->frames->watch, LOOK_COST * (uint64_t)all.len))
        return CADICAL_UNKNOWN;
    for (uint32_t i = 0; i < all.len; i++) {
        const trans_id t = all.at[i];
        enum cadical_verdict verdict;

        if (stamp_has(&x->asked, t))
            continue;
        stamp_add(&x->asked, t);
        verdict = ask(x, t);
        if (verdict != CADICAL_NO) {
            x->trans = t;
            return verdict;
        }
    }
    return CADICAL_NO;
}

enum cadical_verdict predecessors_find(struct predecessors *x,
                                       const frames_cube *cube, uint32_t level,
                                       frames_cube *part)
{
    const int first = frames_first_false(x->net, cube->at, cube->len);
    const frames_cube *const chosen = &x->part;
    enum cadical_verdict verdict = CADICAL_NO;

    ASSERT(first);
    x->cube = cube;
    x->level = level;
    stamp_start(&x->asked);
    vec_clear(&x->part);
    for (uint32_t i = 0; i < cube->len; i++)
        x->literal[frames_place(cube->at[i])] = cube->at[i] > 0 ? 1 : -1;
    choose(x, frames_place(first));
    for (uint32_t i = 0; i < chosen->len && verdict == CADICAL_NO; i++) {
        const place_id p = frames_place(chosen->at[i]);

        verdict = ask_all(x, chosen->at[i] > 0 ? net_producers(x->net, p)
                                               : net_consumers(x->net, p));
    }
    for (uint32_t i = 0; i < cube->len; i++)
        x->literal[frames_place(cube->at[i])] = 0;
    for (uint32_t i = 0; i < chosen->len; i++)
        x->is_chosen[frames_place(chosen->at[i])] = false;
    if (verdict == CADICAL_NO) {
        vec_clear(part);
        vec_append(part, chosen);
    }
    return verdict;
}
