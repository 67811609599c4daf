#include "engine/symbolic/trap_spaces.h"

#include "engine/diagram/space.h"
#include "marking/guide.h"
#include "net/marking.h"

/* So many markings of a family are tried, each with those of other families
 * where they are more than so many; of so many markings trap spaces are found
 * one by one, and of more at once. */
enum { MOST_TRIED = 1 << 12, MOST_ALONE = 1 << 8, MOST_SINGLE = 1 << 12 };

/* Trap spaces that walks from a marking aim at; steps for each digit, and until
 * another digit is aimed at; steps of all walks. */
enum {
    MOST_AIMS = 16,
    AIMED_STEPS = 64,
    AIMED_AT_ONCE = 32,
    MOST_AIMED = 1 << 23
};

struct trap_spaces {
    const struct influences *of;
    struct sets *sets;
    struct token_game game;
    struct guide guide;
    struct goal wanted;
    struct dice dice;
    uint32_t walked;
    bits_word *m; /* scratch */
    bool *has;    /* twice the level, and 1 more for its larger value */
    mdd_arc_list arcs;
    uint64_t n;    /* markings */
    bool is_joint; /* a marking of each family at a time */
    uint32_t free; /* the first of changes that any marking allows: of each
                      level to its smaller value, and to its larger one */
};

static void add_free_changes(struct trap_spaces *spaces)
{
    struct effects *const changes = &spaces->sets->steps.changes;

    spaces->free = changes->at.len;
    for (uint32_t level = 1; level <= spaces->of->n_levels; level++) {
        const uint32_t values[] = {spaces->of->low[level],
                                   spaces->of->high[level]};

        for (uint32_t i = 0; i < 2; i++)
            vec_push(&changes->at,
                     ((struct effects_change){level, values[!i], values[i],
                                              EFFECTS_END}));
    }
}

/* The set is one trap space of each family, but for the step.  Its digit gets
 * both values in the families where it leads on. */
static mdd_id free_by(const struct trap_spaces *spaces, mdd_id set,
                      const struct influences_step *step)
{
    struct sets *const sets = spaces->sets;
    const uint32_t n = sets->diagram.kept.len;
    mdd_id more;

    sets_keep(sets, set);
    more = sets_less(sets, images_step(&sets->steps, step->change, set), set);
    if (more) {
        more = images_step(&sets->steps,
                           spaces->free + 2 * (step->level - 1) + step->rises,
                           families_select(spaces->of->families, set, more));
        set = sets_or(sets, set, more);
    }
    sets_drop(sets, n);
    return set;
}

/* The smallest trap spaces with the markings, of which a family has one.  A
 * level is looked at again when one that influences it has more values. */
static mdd_id free_all(const struct trap_spaces *spaces, mdd_id set)
{
    const struct influences *const of = spaces->of;
    bool *const due = mem_alloc(of->n_levels + 1, sizeof *due);
    bool grows = true;

    memset(due, true, of->n_levels + 1);
    while (grows && !mdd_spend(&spaces->sets->diagram)) {
        grows = false;
        for (uint32_t i = 0; i < of->steps.len;) {
            const uint32_t level = of->steps.at[i].level;
            const bool is_due = due[level];
            const mdd_id before = set;

            due[level] = false;
            for (; i < of->steps.len && of->steps.at[i].level == level; i++)
                if (is_due)
                    set = free_by(spaces, set, &of->steps.at[i]);
            for (uint32_t e = of->first[level];
                 set != before && e < of->first[level + 1]; e++)
                grows = due[of->edges.at[e].to] = true;
        }
    }
    mem_free(due);
    return set;
}

/* --- one marking ---------------------------------------------------------- */

static bool *place_of(const struct trap_spaces *spaces, uint32_t level,
                      uint32_t value)
{
    return &spaces->has[2 * level + (value == spaces->of->high[level])];
}

/* Do some markings of the space enable the step? */
static bool enables(const struct trap_spaces *spaces,
                    const struct influences_step *step)
{
    const struct effects_change *const changes =
        spaces->sets->steps.changes.at.at;
    uint32_t c = step->change;

    while (c != EFFECTS_END &&
           *place_of(spaces, changes[c].level, changes[c].from))
        c = changes[c].next;
    return c == EFFECTS_END;
}

static mdd_id all_values(struct trap_spaces *spaces)
{
    mdd_id set = MDD_ALL;

    for (uint32_t level = 1; level <= spaces->of->n_levels; level++) {
        const uint32_t values[] = {spaces->of->low[level],
                                   spaces->of->high[level]};

        vec_clear(&spaces->arcs);
        for (uint32_t i = values[0] == values[1]; i < 2; i++)
            if (spaces->has[2 * level + i])
                vec_push(&spaces->arcs, ((struct mdd_arc){values[i], set}));
        set =
            mdd_node(&spaces->sets->diagram, spaces->arcs.at, spaces->arcs.len);
    }
    return set;
}

/* The smallest trap space with m. */
static mdd_id around_marking(struct trap_spaces *spaces)
{
    const uint32_t *const values = digits_of(&spaces->sets->digits, spaces->m);
    bool grows = true;

    for (uint32_t level = 1; level <= spaces->of->n_levels; level++) {
        spaces->has[2 * level] = values[level] == spaces->of->low[level];
        spaces->has[2 * level + 1] = values[level] == spaces->of->high[level];
    }
    while (grows) {
        grows = false;
        for (uint32_t i = 0; i < spaces->of->steps.len; i++) {
            const struct influences_step *const step = &spaces->of->steps.at[i];
            bool *const has = &spaces->has[2 * step->level + step->rises];

            if (!*has && enables(spaces, step))
                grows = *has = true;
        }
        spaces->sets->diagram.work += spaces->of->steps.len;
    }
    return all_values(spaces);
}

/* --- several markings ----------------------------------------------------- */

/* The smallest trap spaces with the markings, of which a family has one. */
static mdd_id around(struct trap_spaces *spaces, mdd_id set)
{
    struct sets *const sets = spaces->sets;
    mdd_id left = set, found = MDD_EMPTY;

    if (spaces->n > (sets->collects ? 2 : MOST_SINGLE))
        return free_all(spaces, set);
    while (left && !mdd_spend(&sets->diagram)) {
        (void)sets_take(sets, &left, spaces->m);
        found = sets_or(sets, found, around_marking(spaces));
    }
    return found;
}

/* --- walks that aim at a trap space --------------------------------------- */

/* Wants a digit to have its value of the space, one of those that have another
 * value; false if there is none. */
static bool aim(struct trap_spaces *spaces)
{
    const uint32_t n = spaces->of->n_levels;
    const uint32_t *const values =
        digits_of(&spaces->sets->digits, spaces->game.marked);
    const uint32_t first = dice_roll(&spaces->dice, n);

    vec_clear(&spaces->wanted.marked);
    vec_clear(&spaces->wanted.empty);
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t level = 1 + (first + i) % n;
        const uint32_t low = spaces->of->low[level],
                       high = spaces->of->high[level];
        const uint32_t other = values[level] == high ? low : high;

        if (*place_of(spaces, level, values[level]))
            continue;
        if (other)
            vec_push(&spaces->wanted.marked,
                     digits_place(&spaces->sets->digits, level, other));
        else
            vec_push(&spaces->wanted.empty,
                     digits_place(&spaces->sets->digits, level, values[level]));
        guide_aim(&spaces->guide, &spaces->wanted, &spaces->dice);
        return true;
    }
    return false;
}

static trans_id choose(struct trap_spaces *spaces)
{
    const trans_id t = dice_roll(&spaces->dice, 16)
                           ? guide_next(&spaces->guide, &spaces->dice)
                           : TRANS_NONE;

    return t != TRANS_NONE ? t : token_game_roll(&spaces->game, &spaces->dice);
}

/* Does a walk from m come into the space? */
static bool walks_into(struct trap_spaces *spaces, const bits_word *m)
{
    const uint32_t most = AIMED_STEPS * spaces->of->n_levels;
    bool is_inside = false;

    token_game_move(&spaces->game, m);
    for (uint32_t i = 0; i < most && !is_inside && spaces->game.enabled.len;
         i++) {
        if (i % AIMED_AT_ONCE == 0)
            is_inside = !aim(spaces);
        (void)token_game_fire(&spaces->game, choose(spaces));
        guide_follow(&spaces->guide);
        spaces->walked++;
    }
    spaces->sets->diagram.work +=
        token_game_take_work(&spaces->game) + spaces->guide.work;
    spaces->guide.work = 0;
    return is_inside || !aim(spaces);
}

/* Does one of them lead from m into trap spaces that are known? */
static bool leads_into(struct trap_spaces *spaces, const bits_word *m,
                       mdd_id known)
{
    mdd_id left = known;
    bool found = false;

    for (uint32_t i = 0; left && !found && i < MOST_AIMS; i++) {
        sets_pick(spaces->sets, left, spaces->m);
        left = sets_less(spaces->sets, left, around_marking(spaces));
        found = walks_into(spaces, m);
    }
    return found;
}

/* Those of the set from which no walk into a known trap space is found. */
static mdd_id keep_others(struct trap_spaces *spaces, mdd_id set, mdd_id known)
{
    struct sets *const sets = spaces->sets;
    bits_word *const m = mem_alloc(marking_words(sets->net), sizeof *m);
    mdd_id left = set;

    while (left && spaces->walked < MOST_AIMED && !mdd_spend(&sets->diagram)) {
        const mdd_id word = sets_take(sets, &left, m);

        if (leads_into(spaces, m,
                       families_select(spaces->of->families, known, word)))
            set = sets_less(sets, set, word);
    }
    mem_free(m);
    return set;
}

/* --- the search ----------------------------------------------------------- */

static void begin(struct trap_spaces *spaces)
{
    const size_t n = spaces->of->n_levels + 1;

    spaces->m = mem_alloc(marking_words(spaces->sets->net), sizeof *spaces->m);
    spaces->has = mem_zero(2 * n, sizeof *spaces->has);
    token_game_init(&spaces->game, spaces->sets->net);
    guide_init(&spaces->guide, &spaces->game);
    spaces->wanted = (struct goal){.kind = GOAL_MARKING, .trans = TRANS_NONE};
    add_free_changes(spaces);
}

static void end(struct trap_spaces *spaces)
{
    guide_finish(&spaces->guide);
    token_game_finish(&spaces->game);
    vec_free(&spaces->wanted.marked);
    vec_free(&spaces->wanted.empty);
    mem_free(spaces->m);
    mem_free(spaces->has);
    vec_free(&spaces->arcs);
}

/* Takes a marking of each family from *left, and appends those that are alone.
 * Returns the others. */
static mdd_id divide(struct trap_spaces *spaces, mdd_id *left, mdd_id all,
                     trap_spaces_list *list)
{
    struct sets *const sets = spaces->sets;
    const struct families *const families = spaces->of->families;
    const uint32_t n = sets->diagram.kept.len;
    struct trap_spaces_item item;
    mdd_id crowded;

    if (spaces->is_joint) {
        item.inside = families_pick(families, *left);
        *left = sets_less(sets, *left, item.inside);
    } else {
        item.inside = sets_take(sets, left, spaces->m);
    }
    sets_keep(sets, *left);
    sets_keep(sets, item.inside);
    item.around = around(spaces, item.inside);
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
    struct trap_spaces spaces = {
        .of = influences, .sets = sets, .dice = dice_for(1, 0)};
    const mdd_id all = sets_or(sets, fixed, others);
    mdd_id left = others;

    spaces.n = space_small(&sets->steps, others);
    spaces.is_joint = influences->families->several &&
                      spaces.n > (sets->collects ? 1 : MOST_ALONE);
    begin(&spaces);
    sets_keep(sets, MDD_EMPTY); /* crowded so far, and what is left: */
    sets_keep(sets, others);
    sets_keep(sets, all);
    *rest = MDD_EMPTY;
    for (uint32_t i = 0; left && i < MOST_TRIED && !mdd_spend(&sets->diagram);
         i++) {
        *rest = sets_or(sets, *rest, divide(&spaces, &left, all, list));
        sets->diagram.kept.at[first] = *rest;
        sets->diagram.kept.at[first + 1] = left;
    }
    *known = fixed;
    for (uint32_t i = 0; i < list->len; i++)
        *known = sets_or(sets, *known, list->at[i].around);
    *rest = keep_others(&spaces, sets_or(sets, *rest, left), *known);
    sets_keep(sets, *known);
    sets_keep(sets, *rest);
    end(&spaces);
}
