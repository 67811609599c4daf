#include "engine/symbolic/trap_spaces.h"

#include "engine/diagram/space.h"
#include "marking/dice.h"
#include "net/marking.h"

/* So many markings of a family are tried, each with those of other families
 * where they are more than so many; of so many markings trap spaces are found
 * one by one, and of more at once. */
enum { MOST_TRIED = 1 << 12, MOST_ALONE = 1 << 8, MOST_SINGLE = 1 << 12 };

/* Trap spaces that walks from a marking aim at, and steps for each digit. */
enum { MOST_AIMS = 16, AIMED_STEPS = 16 };

struct trap_spaces {
    const struct influences *of;
    struct sets *sets;
    struct enabled_set at;
    struct dice dice;
    uint8_t *aims; /* by transition: of the enumeration below */
    bits_word *m;  /* scratch */
    bool *has;     /* twice the level, and 1 more for its larger value */
    mdd_arc_list arcs;
    uint64_t n;    /* markings */
    bool is_joint; /* a marking of each family at a time */
    uint32_t free; /* the first of changes that any marking allows: of each
                      level to its smaller value, and to its larger one */
};

static void add_free_changes(struct trap_spaces *x)
{
    struct effects *const changes = &x->sets->steps.changes;

    x->free = changes->at.len;
    for (uint32_t level = 1; level <= x->of->n_levels; level++) {
        const uint32_t values[] = {x->of->low[level], x->of->high[level]};

        for (uint32_t i = 0; i < 2; i++)
            vec_push(&changes->at,
                     ((struct effects_change){level, values[!i], values[i],
                                              EFFECTS_END}));
    }
}

/* The set is one trap space of each family, but for the step.  Its digit gets
 * both values in the families where it leads on. */
static mdd_id free_by(const struct trap_spaces *x, mdd_id set,
                      const struct influences_step *step)
{
    struct sets *const sets = x->sets;
    const uint32_t n = sets->diagram.kept.len;
    mdd_id more;

    sets_keep(sets, set);
    more = sets_less(
        sets, images_step(&sets->steps, IMAGES_FORWARDS, step->change, set),
        set);
    if (more) {
        more = images_step(&sets->steps, IMAGES_FORWARDS,
                           x->free + 2 * (step->level - 1) + step->rises,
                           families_select(x->of->families, set, more));
        set = sets_or(sets, set, more);
    }
    sets_drop(sets, n);
    return set;
}

/* The smallest trap spaces with the markings, of which a family has one.  A
 * level is looked at again when one that influences it has more values. */
static mdd_id free_all(const struct trap_spaces *x, mdd_id set)
{
    const struct influences *const of = x->of;
    bool *const due = mem_alloc(of->n_levels + 1, sizeof *due);
    bool grows = true;

    memset(due, true, of->n_levels + 1);
    while (grows && !mdd_spend(&x->sets->diagram)) {
        grows = false;
        for (uint32_t i = 0; i < of->steps.len;) {
            const uint32_t level = of->steps.at[i].level;
            const bool is_due = due[level];
            const mdd_id before = set;

            due[level] = false;
            for (; i < of->steps.len && of->steps.at[i].level == level; i++)
                if (is_due)
                    set = free_by(x, set, &of->steps.at[i]);
            for (uint32_t e = of->first[level];
                 set != before && e < of->first[level + 1]; e++)
                grows = due[of->edges.at[e].to] = true;
        }
    }
    mem_free(due);
    return set;
}

/* --- one marking ---------------------------------------------------------- */

static bool *place_of(const struct trap_spaces *x, uint32_t level,
                      uint32_t value)
{
    return &x->has[2 * level + (value == x->of->high[level])];
}

/* Do some markings of the space enable the step? */
static bool enables(const struct trap_spaces *x,
                    const struct influences_step *step)
{
    const struct effects_change *const changes = x->sets->steps.changes.at.at;
    uint32_t c = step->change;

    while (c != EFFECTS_END && *place_of(x, changes[c].level, changes[c].from))
        c = changes[c].next;
    return c == EFFECTS_END;
}

static mdd_id all_values(struct trap_spaces *x)
{
    mdd_id set = MDD_ALL;

    for (uint32_t level = 1; level <= x->of->n_levels; level++) {
        const uint32_t values[] = {x->of->low[level], x->of->high[level]};

        vec_clear(&x->arcs);
        for (uint32_t i = values[0] == values[1]; i < 2; i++)
            if (x->has[2 * level + i])
                vec_push(&x->arcs, ((struct mdd_arc){values[i], set}));
        set = mdd_node(&x->sets->diagram, x->arcs.at, x->arcs.len);
    }
    return set;
}

/* The smallest trap space with m. */
static mdd_id around_marking(struct trap_spaces *x)
{
    const uint32_t *const values = digits_of(&x->sets->digits, x->m);
    bool grows = true;

    for (uint32_t level = 1; level <= x->of->n_levels; level++) {
        x->has[2 * level] = values[level] == x->of->low[level];
        x->has[2 * level + 1] = values[level] == x->of->high[level];
    }
    while (grows) {
        grows = false;
        for (uint32_t i = 0; i < x->of->steps.len; i++) {
            const struct influences_step *const step = &x->of->steps.at[i];
            bool *const has = &x->has[2 * step->level + step->rises];

            if (!*has && enables(x, step))
                grows = *has = true;
        }
        x->sets->diagram.work += x->of->steps.len;
    }
    return all_values(x);
}

/* --- several markings ----------------------------------------------------- */

/* One marking of the set, also as x->m. */
static mdd_id pick_word(const struct trap_spaces *x, mdd_id set)
{
    sets_pick(x->sets, set, x->m);
    return sets_word(x->sets, x->m);
}

/* The smallest trap spaces with the markings, of which a family has one. */
static mdd_id around(struct trap_spaces *x, mdd_id set)
{
    struct sets *const sets = x->sets;
    mdd_id left = set, found = MDD_EMPTY;

    if (x->n > (sets->collects ? 2 : MOST_SINGLE))
        return free_all(x, set);
    while (left && !mdd_spend(&sets->diagram)) {
        left = sets_less(sets, left, pick_word(x, left));
        found = sets_or(sets, found, around_marking(x));
    }
    return found;
}

/* --- walks that aim at a trap space --------------------------------------- */

/* A step that leads away from the space, one of a digit that may change in it,
 * and one towards it. */
enum { AWAY, ASIDE, TOWARDS };

static void aim_at_space(struct trap_spaces *x)
{
    for (uint32_t i = 0; i < x->of->steps.len; i++) {
        const struct influences_step *const step = &x->of->steps.at[i];
        const bool *const has = &x->has[2 * step->level];

        x->aims[step->trans] = !has[step->rises]   ? AWAY
                               : has[!step->rises] ? ASIDE
                                                   : TOWARDS;
    }
}

/* The first enabled transition from t on with such an aim, or a better one. */
static trans_id next_aimed(const struct trap_spaces *x, trans_id t, uint8_t aim)
{
    do
        t = enabled_set_next(&x->at, t);
    while (t != TRANS_NONE && x->aims[t++] < aim);
    return t != TRANS_NONE ? t - 1 : t;
}

/* One of those with the best aim, but sometimes any that does not lead away. */
static trans_id choose(struct trap_spaces *x)
{
    const uint32_t n = net_trans_count(x->sets->net);
    trans_id t = TRANS_NONE;

    for (uint8_t aim = dice_roll(&x->dice, 8) ? TOWARDS : ASIDE;
         t == TRANS_NONE; aim--) {
        t = next_aimed(x, dice_roll(&x->dice, n), aim);
        if (t == TRANS_NONE)
            t = next_aimed(x, 0, aim);
    }
    return t;
}

/* Does a walk from m come into the set, which no step leaves? */
static bool walks_into(struct trap_spaces *x, const bits_word *m, mdd_id set)
{
    const uint32_t most = AIMED_STEPS * x->of->n_levels;

    enabled_set_move(&x->at, m);
    for (uint32_t i = 0; i < most && x->at.n_enabled; i++)
        enabled_set_fire(&x->at, choose(x));
    x->sets->diagram.work += 10 * (uint64_t)most;
    return sets_has(x->sets, set, x->at.marking);
}

/* Does one of them lead from m into trap spaces that are known? */
static bool leads_into(struct trap_spaces *x, const bits_word *m, mdd_id known)
{
    mdd_id left = known;
    bool found = false;

    for (uint32_t i = 0; left && !found && i < MOST_AIMS; i++) {
        sets_pick(x->sets, left, x->m);
        left = sets_less(x->sets, left, around_marking(x));
        aim_at_space(x);
        found = walks_into(x, m, known);
    }
    return found;
}

/* Those of the set from which no walk into a known trap space is found. */
static mdd_id keep_others(struct trap_spaces *x, mdd_id set, mdd_id known)
{
    struct sets *const sets = x->sets;
    bits_word *const m = mem_alloc(marking_words(sets->net), sizeof *m);
    mdd_id left = set;

    for (uint32_t i = 0; left && i < MOST_SINGLE && !mdd_spend(&sets->diagram);
         i++) {
        const mdd_id word = pick_word(x, left);

        memcpy(m, x->m, marking_words(sets->net) * sizeof *m);
        left = sets_less(sets, left, word);
        if (leads_into(x, m, families_select(x->of->families, known, word)))
            set = sets_less(sets, set, word);
    }
    mem_free(m);
    return set;
}

/* --- the search ----------------------------------------------------------- */

static void begin(struct trap_spaces *x)
{
    const size_t n = x->of->n_levels + 1;

    x->m = mem_alloc(marking_words(x->sets->net), sizeof *x->m);
    x->has = mem_zero(2 * n, sizeof *x->has);
    x->aims = mem_zero(net_trans_count(x->sets->net), sizeof *x->aims);
    enabled_set_init(&x->at, x->sets->net);
    add_free_changes(x);
}

static void end(struct trap_spaces *x)
{
    enabled_set_finish(&x->at);
    mem_free(x->m);
    mem_free(x->has);
    mem_free(x->aims);
    vec_free(&x->arcs);
}

/* Takes a marking of each family from *left, and appends those that are alone.
 * Returns the others. */
static mdd_id divide(struct trap_spaces *x, mdd_id *left, mdd_id all,
                     trap_spaces_list *list)
{
    struct sets *const sets = x->sets;
    const struct families *const families = x->of->families;
    const uint32_t n = sets->diagram.kept.len;
    struct trap_spaces_item item;
    mdd_id crowded;

    item.inside =
        x->is_joint ? families_pick(families, *left) : pick_word(x, *left);
    *left = sets_less(sets, *left, item.inside);
    sets_keep(sets, *left);
    sets_keep(sets, item.inside);
    item.around = around(x, item.inside);
    crowded = families_select(
        families, item.inside,
        sets_less(sets, sets_and(sets, item.around, all), item.inside));
    item.inside = sets_less(sets, item.inside, crowded);
    item.around = families_select(families, item.around, item.inside);
    sets_drop(sets, n);
    if (item.inside) {
        sets_keep(sets, item.inside);
        sets_keep(sets, item.around);
        vec_push(list, item);
    }
    return crowded;
}

void trap_spaces_find(const struct influences *influences, mdd_id fixed,
                      mdd_id others, trap_spaces_list *list, mdd_id *known,
                      mdd_id *rest)
{
    struct sets *const sets = influences->sets;
    const uint32_t first = sets->diagram.kept.len;
    struct trap_spaces x = {
        .of = influences, .sets = sets, .dice = dice_for(1, 0)};
    const mdd_id all = sets_or(sets, fixed, others);
    mdd_id left = others;

    x.n = space_small(&sets->steps, others);
    x.is_joint = influences->families->several &&
                 x.n > (sets->collects ? 1 : MOST_ALONE);
    begin(&x);
    sets_keep(sets, MDD_EMPTY); /* crowded so far, and what is left: */
    sets_keep(sets, others);
    sets_keep(sets, all);
    *rest = MDD_EMPTY;
    for (uint32_t i = 0; left && i < MOST_TRIED && !mdd_spend(&sets->diagram);
         i++) {
        *rest = sets_or(sets, *rest, divide(&x, &left, all, list));
        sets->diagram.kept.at[first] = *rest;
        sets->diagram.kept.at[first + 1] = left;
    }
    *known = fixed;
    for (uint32_t i = 0; i < list->len; i++)
        *known = sets_or(sets, *known, list->at[i].around);
    *rest = keep_others(&x, sets_or(sets, *rest, left), *known);
    sets_keep(sets, *known);
    sets_keep(sets, *rest);
    end(&x);
}
