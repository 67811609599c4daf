#include "engine/symbolic/accepted.h"

/* --- the automaton -------------------------------------------------------- */

static uint32_t count_states(const struct accepted *accepted,
                             uint32_t component)
{
    return accepted->states.start[component + 1] -
           accepted->states.start[component];
}

static const uint32_t *states_of(const struct accepted *accepted,
                                 uint32_t component)
{
    return accepted->states.at + accepted->states.start[component];
}

static void list_states(struct accepted *accepted)
{
    const struct buchi *const buchi = accepted->automaton;
    const uint32_t n = buchi->n_states, n_components = buchi->strength.len;

    relation_init_keys(&accepted->states, n_components, buchi->component.at, n);
    accepted->number = mem_alloc(n, sizeof *accepted->number);
    for (uint32_t c = 0; c < n_components; c++)
        for (uint32_t k = 0; k < count_states(accepted, c); k++)
            accepted->number[states_of(accepted, c)[k]] = k;
}

/* Otherwise each infinite run within the component is accepted, if one is. */
static bool needs_sets(const struct accepted *accepted, uint32_t component)
{
    const struct buchi *const buchi = accepted->automaton;

    return buchi->n_sets && buchi->strength.at[component] != BUCHI_WEAK;
}

uint32_t accepted_sets(const struct accepted *accepted, uint32_t component)
{
    return needs_sets(accepted, component) ? accepted->automaton->n_sets : 1;
}

uint64_t accepted_set(const struct accepted *accepted, uint32_t component,
                      uint32_t i)
{
    return needs_sets(accepted, component) ? (uint64_t)1 << i : 0;
}

bool accepted_has_edge(const struct accepted *accepted, uint32_t edge,
                       uint32_t state, struct accepted_edges which)
{
    const struct buchi *const buchi = accepted->automaton;
    const struct buchi_edge *const e = &buchi->edges.at[edge];
    const bool leaves =
        buchi->component.at[e->target] != buchi->component.at[state];

    return leaves == which.leave && (e->sets & which.set) == which.set;
}

/* --- families ------------------------------------------------------------- */

static uint32_t keep_empty(struct sets *sets, uint32_t n)
{
    const uint32_t first = sets->diagram.kept.len;

    while (n-- > 0)
        sets_keep(sets, MDD_EMPTY);
    return first;
}

uint32_t accepted_family(struct accepted *accepted, uint32_t component)
{
    return keep_empty(accepted->sets, count_states(accepted, component));
}

mdd_id accepted_beyond(const struct accepted *accepted, uint32_t edge,
                       struct accepted_edges which, uint32_t family)
{
    const uint32_t target = accepted->automaton->edges.at[edge].target;

    return which.leave ? accepted_from(accepted, target)
                       : *accepted_at(accepted, family, target);
}

/* Adds to the set of q what leads by its edge into this one, which is kept: a
 * dead marking leads to itself. */
static void step_back(struct accepted *accepted, uint32_t q, uint32_t edge,
                      mdd_id set, uint32_t family)
{
    struct sets *const sets = accepted->sets;
    const mdd_id within = accepted_guard(accepted, edge);
    const mdd_id before =
        set && within
            ? images_image(&sets->steps, IMAGES_BACKWARDS, set, within)
            : MDD_EMPTY;
    const mdd_id stays =
        sets_and(sets, sets_and(sets, set, within), sets->dead);
    mdd_id *const at = accepted_at(accepted, family, q);

    *at = sets_or(sets, *at, sets_or(sets, before, stays));
}

void accepted_step_back(struct accepted *accepted, uint32_t component,
                        struct accepted_edges which, uint32_t from,
                        uint32_t family)
{
    const struct buchi *const buchi = accepted->automaton;

    for (uint32_t k = 0; k < count_states(accepted, component); k++) {
        const uint32_t q = states_of(accepted, component)[k];

        for (uint32_t e = buchi->first.at[q]; e < buchi->first.at[q + 1]; e++)
            if (accepted_has_edge(accepted, e, q, which))
                step_back(accepted, q, e,
                          accepted_beyond(accepted, e, which, from), family);
    }
}

/* The same for one state, as far as its own set leads; true: it has grown. */
static bool close_state(struct accepted *accepted, uint32_t q, uint32_t family)
{
    const struct buchi *const buchi = accepted->automaton;
    const mdd_id loops = accepted->sets->diagram.kept.at[accepted->loops + q];
    const mdd_id before = *accepted_at(accepted, family, q);
    struct sets *const sets = accepted->sets;
    const uint32_t n = sets->diagram.kept.len;
    mdd_id set;

    sets_keep(sets, before); /* so that no other set gets its id */
    for (uint32_t e = buchi->first.at[q]; e < buchi->first.at[q + 1]; e++) {
        const uint32_t target = buchi->edges.at[e].target;

        if (target != q &&
            accepted_has_edge(accepted, e, q, (struct accepted_edges){0}))
            step_back(accepted, q, e, *accepted_at(accepted, family, target),
                      family);
    }
    set = *accepted_at(accepted, family, q);
    if (set && loops)
        set = images_close_back(&sets->steps, set, sets_or(sets, set, loops));
    *accepted_at(accepted, family, q) = set;
    sets_drop(sets, n);
    return set != before;
}

void accepted_close(struct accepted *accepted, uint32_t component,
                    uint32_t family)
{
    bool grows = true;

    while (grows && !accepted->sets->diagram.stopped) {
        grows = false;
        for (uint32_t k = 0; k < count_states(accepted, component); k++)
            grows |= close_state(accepted, states_of(accepted, component)[k],
                                 family);
    }
}

/* --- what is accepted ----------------------------------------------------- */

/* The markings that the edge reads; the atoms are kept from `atoms` on. */
static mdd_id read_by(struct accepted *accepted, uint32_t edge, uint32_t atoms)
{
    const struct buchi_edge *const e = &accepted->automaton->edges.at[edge];
    struct sets *const sets = accepted->sets;
    mdd_id set = sets->all;

    for (uint32_t i = 0; atoms + i < accepted->guards; i++) {
        const mdd_id atom = sets->diagram.kept.at[atoms + i];

        if (e->positive >> i & 1)
            set = sets_and(sets, set, atom);
        if (e->negative >> i & 1)
            set = sets_less(sets, set, atom);
    }
    return set;
}

static void find_guards(struct accepted *accepted,
                        const struct temporal *temporal)
{
    const struct buchi *const buchi = accepted->automaton;
    struct sets *const sets = accepted->sets;
    const uint32_t atoms = sets->diagram.kept.len;

    for (uint32_t i = 0; i < temporal->atoms.len; i++)
        sets_keep(sets, sets_formula(sets, temporal->atoms.at[i]));
    accepted->guards = sets->diagram.kept.len;
    for (uint32_t e = 0; e < buchi->edges.len; e++)
        sets_keep(sets, read_by(accepted, e, atoms));
    accepted->loops = keep_empty(sets, buchi->n_states);
    for (uint32_t q = 0; q < buchi->n_states; q++)
        for (uint32_t e = buchi->first.at[q]; e < buchi->first.at[q + 1]; e++) {
            mdd_id *const at = sets->diagram.kept.at + accepted->loops + q;

            if (buchi->edges.at[e].target == q)
                *at = sets_or(sets, *at, accepted_guard(accepted, e));
        }
}

/* What leads out of the component into E; and all markings for states from
 * which each word is accepted. */
static uint32_t keep_base(struct accepted *accepted, uint32_t component)
{
    const uint32_t base = accepted_family(accepted, component);

    accepted_step_back(accepted, component,
                       (struct accepted_edges){.leave = true}, base, base);
    for (uint32_t k = 0; k < count_states(accepted, component); k++)
        if (accepted->automaton->accepts_all
                .at[states_of(accepted, component)[k]])
            accepted->sets->diagram.kept.at[base + k] = accepted->sets->all;
    return base;
}

/* Leaves in E of the component what leads into it again by an edge of the set,
 * or into the base; false: that is all of it. */
static bool leave_some(struct accepted *accepted, uint32_t component,
                       uint64_t set, uint32_t base, uint32_t left)
{
    struct sets *const sets = accepted->sets;
    const uint32_t n = sets->diagram.kept.len;
    const uint32_t size = count_states(accepted, component);
    const uint32_t found = accepted_family(accepted, component);
    mdd_id *kept;
    bool changed = false;

    accepted_step_back(accepted, component, (struct accepted_edges){.set = set},
                       left, found);
    kept = sets->diagram.kept.at;
    for (uint32_t k = 0; k < size; k++)
        kept[found + k] = sets_or(sets, kept[found + k], kept[base + k]);
    accepted_close(accepted, component, found);
    kept = sets->diagram.kept.at;
    for (uint32_t k = 0; k < size; k++) {
        changed |= kept[left + k] != kept[found + k];
        kept[left + k] = kept[found + k];
    }
    sets_drop(sets, n);
    return changed;
}

static void find_component(struct accepted *accepted, uint32_t component)
{
    struct sets *const sets = accepted->sets;
    const uint32_t n = sets->diagram.kept.len;
    const uint32_t base = keep_base(accepted, component);
    uint32_t left = base;

    if (accepted->automaton->strength.at[component] == BUCHI_REJECTING) {
        accepted_close(accepted, component, base);
    } else {
        bool changes = true;

        left = accepted_family(accepted, component);
        for (uint32_t i = left; i < sets->diagram.kept.len; i++)
            sets->diagram.kept.at[i] = sets->all;
        while (changes && !sets->diagram.stopped) {
            changes = false;
            for (uint32_t i = 0; i < accepted_sets(accepted, component); i++)
                changes |= leave_some(accepted, component,
                                      accepted_set(accepted, component, i),
                                      base, left);
        }
    }
    for (uint32_t k = 0; k < count_states(accepted, component); k++)
        sets->diagram.kept.at[accepted_all(accepted, component) + k] =
            sets->diagram.kept.at[left + k];
    sets_drop(sets, n);
}

void accepted_init(struct accepted *accepted, struct sets *sets,
                   const struct temporal *temporal,
                   const struct buchi *automaton)
{
    *accepted = (struct accepted){.sets = sets, .automaton = automaton};
    list_states(accepted);
    (void)sets_dead(sets);
    accepted->first = sets->diagram.kept.len;
    find_guards(accepted, temporal);
    accepted->all = keep_empty(sets, automaton->n_states);
    for (uint32_t c = 0; c < automaton->strength.len; c++)
        find_component(accepted, c);
}

void accepted_finish(struct accepted *accepted)
{
    sets_drop(accepted->sets, accepted->first);
    relation_finish(&accepted->states);
    mem_free(accepted->number);
}
