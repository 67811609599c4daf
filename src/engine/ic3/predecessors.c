#include "engine/ic3/predecessors.h"

#include "base/mem.h"

/* The cost of a literal or an arc that is looked at (watch.h). */
enum { LOOK_COST = 8 };

/* Cores that are kept for a transition. */
enum { CORES = 2 };

void predecessors_init(struct predecessors *predecessors, struct frames *frames)
{
    const struct net *const net = frames->net;
    const uint32_t n_places = net_place_count(net);
    const uint32_t n_trans = net_trans_count(net);

    *predecessors = (struct predecessors){.net = net, .frames = frames};
    predecessors->literal = mem_zero(n_places, 1);
    predecessors->is_chosen =
        mem_zero(n_places, sizeof *predecessors->is_chosen);
    stamp_fit(&predecessors->own, n_places);
    stamp_fit(&predecessors->asked, n_trans);
    predecessors->cores =
        mem_zero(CORES * (size_t)n_trans, sizeof *predecessors->cores);
}

void predecessors_finish(struct predecessors *predecessors)
{
    mem_free(predecessors->literal);
    mem_free(predecessors->is_chosen);
    stamp_finish(&predecessors->own);
    stamp_finish(&predecessors->asked);
    mem_free(predecessors->cores);
    vec_free(&predecessors->core_literals);
    vec_free(&predecessors->part);
    vec_free(&predecessors->before);
    *predecessors = (struct predecessors){0};
}

/* --- the predecessors by one transition ----------------------------------- */

static void choose(struct predecessors *predecessors, place_id p)
{
    if (predecessors->is_chosen[p])
        return;
    predecessors->is_chosen[p] = true;
    vec_push(&predecessors->part,
             frames_literal(p, predecessors->literal[p] > 0));
}

/* A literal `sign` of the places in the cube, rather a chosen one; or 0. */
static int find_literal(const struct predecessors *predecessors,
                        struct net_place_span places, int sign)
{
    int found = 0;

    for (uint32_t i = 0; i < places.len; i++) {
        const place_id p = places.at[i];

        if (predecessors->literal[p] != sign)
            continue;
        found = frames_literal(p, sign > 0);
        if (predecessors->is_chosen[p])
            break;
    }
    return found;
}

/* A literal that t makes false, or that cannot hold where t is enabled and
 * stays as it is.  0: none. */
static int find_clash(const struct predecessors *predecessors, trans_id t)
{
    const int clashes[] = {
        find_literal(predecessors, net_pre(predecessors->net, t), 1),
        find_literal(predecessors, net_post(predecessors->net, t), -1),
        find_literal(predecessors, net_read(predecessors->net, t), -1)};
    int found = 0;

    for (uint32_t i = 0; i < 3; i++)
        if (clashes[i] &&
            (!found || predecessors->is_chosen[frames_place(clashes[i])]))
            found = clashes[i];
    return found;
}

static void put_own(struct predecessors *predecessors,
                    struct net_place_span places, bool marked)
{
    for (uint32_t i = 0; i < places.len; i++) {
        stamp_add(&predecessors->own, places.at[i]);
        vec_push(&predecessors->before, frames_literal(places.at[i], marked));
    }
}

/* The literals of t, then those of the cube that t leaves alone.  Returns the
 * number of the former. */
static uint32_t put_before(struct predecessors *predecessors, trans_id t)
{
    const frames_cube *const cube = predecessors->cube;
    uint32_t n_own;

    stamp_start(&predecessors->own);
    vec_clear(&predecessors->before);
    put_own(predecessors, net_needs(predecessors->net, t), true);
    put_own(predecessors, net_post(predecessors->net, t), false);
    n_own = predecessors->before.len;
    for (uint32_t i = 0; i < cube->len; i++)
        if (!stamp_has(&predecessors->own, frames_place(cube->at[i])))
            vec_push(&predecessors->before, cube->at[i]);
    (void)watch_work(predecessors->frames->watch,
                     LOOK_COST * (n_own + cube->len));
    return n_own;
}

/* --- cores ---------------------------------------------------------------- */

static bool in_cube(const struct predecessors *predecessors,
                    const struct predecessors_core *core)
{
    for (uint32_t i = 0; i < core->len; i++) {
        const int literal = predecessors->core_literals.at[core->from + i];

        if (predecessors->literal[frames_place(literal)] !=
            (literal > 0 ? 1 : -1))
            return false;
    }
    return true;
}

/* Does what is kept show that t does not lead into the cube?  Chooses what
 * shows it. */
static bool is_known(struct predecessors *predecessors, trans_id t)
{
    const struct predecessors_core *const cores =
        &predecessors->cores[CORES * (size_t)t];

    for (uint32_t k = 0; k < CORES; k++) {
        if (cores[k].level < predecessors->level ||
            !in_cube(predecessors, &cores[k]))
            continue;
        for (uint32_t i = 0; i < cores[k].len; i++)
            choose(predecessors,
                   frames_place(
                       predecessors->core_literals.at[cores[k].from + i]));
        return true;
    }
    return false;
}

/* Keeps a core of so many literals, which the caller writes; in place of the
 * older one. */
static int *keep_reason(struct predecessors *predecessors, trans_id t,
                        uint32_t n)
{
    struct predecessors_core *const cores =
        &predecessors->cores[CORES * (size_t)t];
    struct predecessors_core core = cores[CORES - 1];

    cores[1] = cores[0];
    if (core.room < n) {
        core.from = predecessors->core_literals.len;
        core.room = 2 * n;
        vec_fit(&predecessors->core_literals, core.from + core.room);
    }
    core.len = n;
    core.level = predecessors->level;
    cores[0] = core;
    return n ? predecessors->core_literals.at + core.from : NULL;
}

static void keep_used(struct predecessors *predecessors, trans_id t,
                      uint32_t n_own)
{
    uint32_t n = 0;
    int *at;

    for (uint32_t i = n_own; i < predecessors->before.len; i++)
        if (frames_used(predecessors->frames, predecessors->before.at[i]))
            predecessors->before.at[n_own + n++] = predecessors->before.at[i];
    vec_cut(&predecessors->before, n_own + n);
    at = keep_reason(predecessors, t, n);
    for (uint32_t i = 0; i < n; i++) {
        at[i] = predecessors->before.at[n_own + i];
        choose(predecessors, frames_place(at[i]));
    }
}

/* --- one transition ------------------------------------------------------- */

/* The initial marking is the only one of frame 0. */
static enum cadical_verdict ask_initial(struct predecessors *predecessors,
                                        uint32_t n_own)
{
    int found =
        frames_first_false(predecessors->net, predecessors->before.at, n_own);

    if (found)
        return CADICAL_NO;
    for (uint32_t i = n_own; i < predecessors->before.len; i++) {
        const int literal = predecessors->before.at[i];

        if (frames_initially(predecessors->net, literal))
            continue;
        if (!found || predecessors->is_chosen[frames_place(literal)])
            found = literal;
    }
    if (!found)
        return CADICAL_YES;
    choose(predecessors, frames_place(found));
    return CADICAL_NO;
}

/* Does t lead into the cube?  If not, chooses what shows it. */
static enum cadical_verdict ask(struct predecessors *predecessors, trans_id t)
{
    const int clash = find_clash(predecessors, t);
    enum cadical_verdict verdict;
    uint32_t n_own;

    if (clash) {
        choose(predecessors, frames_place(clash));
        return CADICAL_NO;
    }
    if (predecessors->level && is_known(predecessors, t))
        return CADICAL_NO;
    n_own = put_before(predecessors, t);
    if (!predecessors->level)
        return ask_initial(predecessors, n_own);
    verdict = frames_have(predecessors->frames, predecessors->level,
                          &predecessors->before);
    if (verdict == CADICAL_NO)
        keep_used(predecessors, t, n_own);
    return verdict;
}

/* --- all transitions ------------------------------------------------------ */

static enum cadical_verdict ask_all(struct predecessors *predecessors,
                                    struct net_trans_span all)
{
    if (watch_work(predecessors->frames->watch, LOOK_COST * (uint64_t)all.len))
        return CADICAL_UNKNOWN;
    for (uint32_t i = 0; i < all.len; i++) {
        const trans_id t = all.at[i];
        enum cadical_verdict verdict;

        if (stamp_has(&predecessors->asked, t))
            continue;
        stamp_add(&predecessors->asked, t);
        verdict = ask(predecessors, t);
        if (verdict != CADICAL_NO) {
            predecessors->trans = t;
            return verdict;
        }
    }
    return CADICAL_NO;
}

enum cadical_verdict predecessors_find(struct predecessors *predecessors,
                                       const frames_cube *cube, uint32_t level,
                                       frames_cube *part)
{
    const int first =
        frames_first_false(predecessors->net, cube->at, cube->len);
    const frames_cube *const chosen = &predecessors->part;
    enum cadical_verdict verdict = CADICAL_NO;

    ASSERT(first);
    predecessors->cube = cube;
    predecessors->level = level;
    stamp_start(&predecessors->asked);
    vec_clear(&predecessors->part);
    for (uint32_t i = 0; i < cube->len; i++)
        predecessors->literal[frames_place(cube->at[i])] =
            cube->at[i] > 0 ? 1 : -1;
    choose(predecessors, frames_place(first));
    for (uint32_t i = 0; i < chosen->len && verdict == CADICAL_NO; i++) {
        const place_id p = frames_place(chosen->at[i]);

        verdict =
            ask_all(predecessors, chosen->at[i] > 0
                                      ? net_producers(predecessors->net, p)
                                      : net_consumers(predecessors->net, p));
    }
    for (uint32_t i = 0; i < cube->len; i++)
        predecessors->literal[frames_place(cube->at[i])] = 0;
    for (uint32_t i = 0; i < chosen->len; i++)
        predecessors->is_chosen[frames_place(chosen->at[i])] = false;
    if (verdict == CADICAL_NO) {
        vec_clear(part);
        vec_append(part, chosen);
    }
    return verdict;
}
