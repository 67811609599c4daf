#include "engine/symbolic/accepted.h"
#include "net/marking.h"

/* Steps of a run, at most. */
enum { LONGEST = 1000000 };

/* A walk through pairs of which all are in E. */
struct walker {
    struct accepted *accepted;
    struct sets *sets;
    const struct temporal *temporal;
    bits_word *m; /* where it is */
    uint32_t state;
    witness_run *run;
    uint32_t loop; /* of the run, once it is found */
    bool found;
    bool opens; /* a run may show it without a loop */
};

static const struct accepted_edges inner = {0};

static uint32_t component_of(const struct walker *w)
{
    return w->accepted->automaton->component.at[w->state];
}

static bool stopped(const struct walker *w)
{
    return w->sets->diagram.stopped || w->run->len > LONGEST;
}

static bool is_in(const struct walker *w, uint32_t family)
{
    return sets_has(w->sets, *accepted_at(w->accepted, family, w->state), w->m);
}

/* Is the marking dead?  Then it repeats for ever. */
static bool is_at_end(struct walker *w)
{
    if (!w->found && sets_has(w->sets, w->sets->dead, w->m)) {
        w->loop = w->run->len;
        w->found = true;
    }
    return w->found;
}

/* One step by such an edge into the family, or into E; false: there is none. */
static bool take_step(struct walker *w, struct accepted_edges which,
                      uint32_t family)
{
    const struct buchi *const buchi = w->accepted->automaton;

    for (uint32_t e = buchi->first.at[w->state];
         e < buchi->first.at[w->state + 1]; e++) {
        trans_id t;

        if (!accepted_has_edge(w->accepted, e, w->state, which) ||
            !sets_has(w->sets, accepted_guard(w->accepted, e), w->m))
            continue;
        t = shortest_step(w->sets, w->m,
                          accepted_beyond(w->accepted, e, which, family));
        if (t != TRANS_NONE) {
            vec_push(w->run, t);
            w->state = buchi->edges.at[e].target;
            return true;
        }
    }
    return false;
}

/* --- the shortest way into a family --------------------------------------- */

/* Leaves in a layer what is not seen yet, and adds it there; false: nothing. */
static bool keep_new(const struct walker *w, uint32_t layer, uint32_t seen,
                     uint32_t size)
{
    mdd_id *const kept = w->sets->diagram.kept.at;
    bool some = false;

    for (uint32_t i = 0; i < size; i++) {
        kept[layer + i] = sets_less(w->sets, kept[layer + i], kept[seen + i]);
        kept[seen + i] = sets_or(w->sets, kept[seen + i], kept[layer + i]);
        some |= kept[layer + i] != MDD_EMPTY;
    }
    return some;
}

/* Keeps the pairs of the component that are 1, 2, ... steps away from the
 * family, behind `seen`, until the walk is in the last of these layers, which
 * is returned; or UINT32_MAX: it never is. */
static uint32_t find_pair_layers(struct walker *w, uint32_t family,
                                 uint32_t seen, uint32_t size)
{
    mdd_id *const kept = w->sets->diagram.kept.at;
    uint32_t layer = family;

    for (uint32_t i = 0; i < size; i++)
        kept[seen + i] = kept[family + i];
    while (!is_in(w, layer)) {
        const uint32_t next = accepted_family(w->accepted, component_of(w));

        accepted_step_back(w->accepted, component_of(w), inner, layer, next);
        if (!keep_new(w, next, seen, size) || stopped(w))
            return UINT32_MAX;
        layer = next;
    }
    return layer;
}

/* Walks through the component into the family, or up to a dead marking.  False:
 * there is no way, or the watch stops it. */
static bool walk_into(struct walker *w, uint32_t family)
{
    const uint32_t n = w->sets->diagram.kept.len;
    const uint32_t seen = accepted_family(w->accepted, component_of(w));
    const uint32_t size = w->sets->diagram.kept.len - n;
    uint32_t layer = find_pair_layers(w, family, seen, size);
    const bool exists = layer != UINT32_MAX;

    while (exists && layer != family && !is_at_end(w) && !stopped(w)) {
        layer = layer == seen + size ? family : layer - size;
        if (!take_step(w, inner, layer))
            ASSERT(w->sets->diagram.stopped);
    }
    sets_drop(w->sets, n);
    return exists && !stopped(w);
}

/* Walks to such an edge into the family, and takes it. */
static bool walk_through(struct walker *w, struct accepted_edges which,
                         uint32_t into)
{
    const uint32_t n = w->sets->diagram.kept.len;
    const uint32_t before = accepted_family(w->accepted, component_of(w));
    bool done;

    accepted_step_back(w->accepted, component_of(w), which, into, before);
    done = walk_into(w, before) && (is_at_end(w) || take_step(w, which, into));
    sets_drop(w->sets, n);
    return done;
}

/* --- a loop --------------------------------------------------------------- */

/* From s, where the walk is, through edges of all sets, and back to s; or to
 * where E goes on in the component, but s cannot be reached from.  False: the
 * watch stops it. */
static bool walk_round(struct walker *w, uint32_t s, uint32_t before_s)
{
    const uint32_t c = component_of(w), start = w->run->len;

    for (uint32_t i = 0; i < accepted_sets(w->accepted, c); i++) {
        const struct accepted_edges which = {
            .set = accepted_set(w->accepted, c, i)};

        if (!walk_through(w, which, before_s))
            return walk_through(w, which, accepted_all(w->accepted, c));
        if (w->found)
            return true;
    }
    if (!walk_into(w, s))
        return false;
    if (!w->found)
        w->loop = start;
    w->found = true;
    return true;
}

static bool seek_loop(struct walker *w)
{
    const uint32_t n = w->sets->diagram.kept.len;
    const uint32_t c = component_of(w);
    const uint32_t s = accepted_family(w->accepted, c);
    const uint32_t before_s = accepted_family(w->accepted, c);
    const mdd_id word = sets_word(w->sets, w->m);
    bool done;

    *accepted_at(w->accepted, s, w->state) = word;
    *accepted_at(w->accepted, before_s, w->state) = word;
    accepted_close(w->accepted, c, before_s);
    done = walk_round(w, s, before_s);
    sets_drop(w->sets, n);
    return done;
}

/* --- the run -------------------------------------------------------------- */

/* Does the formula see of so many steps that it holds, whatever follows? */
static bool opens_after(struct walker *w, uint32_t len)
{
    if (!temporal_holds(w->temporal, w->sets->net, w->run->at, len, LTL_OPEN,
                        NULL))
        return false;
    vec_cut(w->run, len);
    w->loop = LTL_OPEN;
    return true;
}

/* Is each word accepted from here on, and does the formula see that?  The last
 * step is behind the letter by which the automaton came here. */
static bool is_shown(struct walker *w)
{
    const uint32_t len = w->run->len;

    if (!w->opens || !w->accepted->automaton->accepts_all.at[w->state])
        return false;
    w->opens = (len && opens_after(w, len - 1)) || opens_after(w, len);
    return w->opens;
}

/* Each turn leaves a component of the automaton or of the product, or finds the
 * loop. */
static void walk_all(struct walker *w)
{
    const struct accepted_edges leave = {.leave = true};

    while (!w->found && !stopped(w)) {
        if (is_shown(w))
            w->found = true;
        else if (!is_at_end(w) && !walk_through(w, leave, 0) && !seek_loop(w))
            ASSERT(stopped(w));
    }
}

enum accepted_run_end accepted_run_find(struct accepted *accepted,
                                        const struct temporal *temporal,
                                        witness_run *run, uint32_t *loop)
{
    struct sets *const sets = accepted->sets;
    struct walker w = {.accepted = accepted,
                       .sets = sets,
                       .temporal = temporal,
                       .run = run,
                       .opens = true};
    const bool is_none =
        !accepted->automaton->n_states ||
        !sets_has(sets, accepted_from(accepted, 0), net_initial(sets->net));

    if (sets->diagram.stopped)
        return ACCEPTED_RUN_OPEN;
    if (is_none)
        return ACCEPTED_RUN_NONE;
    w.m = marking_create(sets->net);
    walk_all(&w);
    mem_free(w.m);
    *loop = w.loop;
    if (!w.found)
        vec_clear(run);
    return w.found ? ACCEPTED_RUN_FOUND : ACCEPTED_RUN_OPEN;
}
