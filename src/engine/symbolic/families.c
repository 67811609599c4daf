#include "engine/symbolic/families.h"

#include "base/ids.h"
#include "base/lists.h"
#include "engine/diagram/naturals.h"

bool families_use(const struct families *families, uint32_t level,
                  uint32_t value)
{
    for (uint32_t i = families->start[level]; i < families->start[level + 1];
         i++)
        if (families->values[i] == value)
            return true;
    return false;
}

/* Fills `at` with the values of the nodes of the level; `has` is scratch, all
 * false. */
static uint32_t list_values(const struct mdd *d, const struct mdd_list *nodes,
                            uint32_t level, bool *has, uint32_t size,
                            uint32_t *at)
{
    uint32_t n = 0;

    for (uint32_t i = mdd_list_start(nodes, level);
         i < mdd_list_start(nodes, level - 1); i++) {
        const mdd_id node = (mdd_id)nodes->keys.at[i];

        for (uint32_t k = 0; k < mdd_len(d, node); k++)
            has[mdd_arcs(d, node)[k].value] = true;
    }
    for (uint32_t value = 0; value < size; value++) {
        if (has[value])
            at[n++] = value;
        has[value] = false;
    }
    return n;
}

static void find_values(struct families *families)
{
    struct sets *const sets = families->sets;
    const uint32_t n_levels = sets->digits.n_levels;
    const uint32_t most = sets->digits.n_places + 1;
    bool *const has = mem_zero(most, sizeof *has);
    struct mdd_list nodes;
    uint32_t n = 0;

    families->values = mem_alloc(most + n_levels, sizeof *families->values);
    families->start = mem_zero(n_levels + 2, sizeof *families->start);
    mdd_list_init(&nodes, &sets->diagram, sets->all, n_levels);
    for (uint32_t level = 1; level <= n_levels; level++) {
        families->start[level] = n;
        n += list_values(&sets->diagram, &nodes, level, has,
                         digits_size(&sets->digits, level),
                         families->values + n);
    }
    families->start[n_levels + 1] = n;
    mdd_list_finish(&nodes);
    mem_free(has);
}

static void find_changes(struct families *families)
{
    struct images *const steps = &families->sets->steps;
    const uint32_t n_levels = steps->n_levels;

    families->changes = mem_zero(n_levels + 1, sizeof *families->changes);
    for (uint32_t i = EFFECTS_END + 1; i < steps->changes.at.len; i++) {
        const struct effects_change *const change = &steps->changes.at.at[i];

        if (change->from != change->to &&
            families_use(families, change->level, change->from) &&
            families_use(families, change->level, change->to))
            families->changes[change->level] = true;
    }
}

static void find_several(struct families *families)
{
    for (uint32_t level = 1; level <= families->sets->digits.n_levels; level++)
        if (!families->changes[level] &&
            families->start[level + 1] - families->start[level] > 1)
            families->several = true;
}

void families_init(struct families *families, struct sets *sets)
{
    *families = (struct families){.sets = sets};
    find_values(families);
    find_changes(families);
    find_several(families);
}

struct families families_part(const struct families *families, uint32_t level,
                              uint32_t value)
{
    const uint32_t n = families->sets->digits.n_levels;
    struct families part = {
        .sets = families->sets,
        .start = mem_zero(n + 2, sizeof *part.start),
        .values = mem_alloc(families->start[n + 1], sizeof *part.values),
        .changes = mem_copy(families->changes, n + 1, sizeof *part.changes),
    };
    uint32_t len = 0;

    for (uint32_t v = 1; v <= n; v++) {
        part.start[v] = len;
        for (uint32_t i = families->start[v]; i < families->start[v + 1]; i++)
            if (v != level || families->values[i] == value)
                part.values[len++] = families->values[i];
    }
    part.start[n + 1] = len;
    find_several(&part);
    return part;
}

mdd_id families_all(const struct families *families, const uint32_t *need)
{
    struct mdd *const d = &families->sets->diagram;
    mdd_arc_list arcs = {0};
    mdd_id all = MDD_ALL;

    for (uint32_t v = 1; v <= families->sets->digits.n_levels; v++) {
        vec_clear(&arcs);
        for (uint32_t i = families->start[v]; i < families->start[v + 1]; i++)
            if (!need || need[v] == UINT32_MAX ||
                need[v] == families->values[i])
                vec_push(&arcs, ((struct mdd_arc){families->values[i], all}));
        all = mdd_node(d, arcs.at, arcs.len);
    }
    vec_free(&arcs);
    return all;
}

void families_finish(struct families *families)
{
    mem_free(families->start);
    mem_free(families->values);
    mem_free(families->changes);
    *families = (struct families){0};
}

/* --- operations on the nodes of a set, from level 1 upwards --------------- */

struct families_pass {
    const struct families *families;
    struct mdd_list nodes;
    mdd_id *picked; /* by node: one word of each family */
    mdd_id *whole;  /* by node: all words of the families that it has */
    mdd_arc_list arcs;
};

static uint32_t child_of(const struct families_pass *pass, uint32_t level,
                         uint32_t i, uint32_t k, mdd_id *to)
{
    const struct mdd *const d = &pass->families->sets->diagram;

    *to = mdd_arcs(d, (mdd_id)pass->nodes.keys.at[i])[k].to;
    return level > 1 ? keys_find(&pass->nodes.keys, *to) : KEYS_NONE;
}

/* Of a digit that no step changes: the families differ by its values. */
static void keep_values(struct families_pass *pass, uint32_t level, uint32_t i)
{
    struct mdd *const d = &pass->families->sets->diagram;
    const mdd_id n = (mdd_id)pass->nodes.keys.at[i];
    mdd_id *const results[] = {pass->picked, pass->whole};

    for (uint32_t r = 0; r < 2; r++) {
        vec_clear(&pass->arcs);
        for (uint32_t k = 0; k < mdd_len(d, n); k++) {
            struct mdd_arc arc = mdd_arcs(d, n)[k];
            const uint32_t c = child_of(pass, level, i, k, &arc.to);

            if (c != KEYS_NONE)
                arc.to = results[r][c];
            vec_push(&pass->arcs, arc);
        }
        results[r][i] = mdd_node(d, pass->arcs.at, pass->arcs.len);
    }
}

/* Of another digit: the first value with a word of a family has the one that is
 * picked. */
static void join_values(struct families_pass *pass, uint32_t level, uint32_t i)
{
    const struct families *const families = pass->families;
    struct sets *const sets = families->sets;
    struct mdd *const d = &sets->diagram;
    const mdd_id n = (mdd_id)pass->nodes.keys.at[i];
    mdd_id met = MDD_EMPTY;

    vec_clear(&pass->arcs);
    for (uint32_t k = 0; k < mdd_len(d, n); k++) {
        struct mdd_arc arc = mdd_arcs(d, n)[k];
        const uint32_t c = child_of(pass, level, i, k, &arc.to);
        const mdd_id whole = c != KEYS_NONE ? pass->whole[c] : arc.to;

        arc.to =
            sets_less(sets, c != KEYS_NONE ? pass->picked[c] : arc.to, met);
        if (arc.to)
            vec_push(&pass->arcs, arc);
        met = sets_or(sets, met, whole);
    }
    pass->picked[i] = mdd_node(d, pass->arcs.at, pass->arcs.len);
    vec_clear(&pass->arcs);
    for (uint32_t k = families->start[level]; k < families->start[level + 1];
         k++)
        vec_push(&pass->arcs, ((struct mdd_arc){families->values[k], met}));
    pass->whole[i] = mdd_node(d, pass->arcs.at, pass->arcs.len);
}

/* *picked and *whole get those of the set. */
static void run_pass(const struct families *families, mdd_id set,
                     mdd_id *picked, mdd_id *whole)
{
    struct mdd *const d = &families->sets->diagram;
    const uint32_t n_levels = families->sets->digits.n_levels;
    struct families_pass pass = {.families = families};

    mdd_list_init(&pass.nodes, d, set, n_levels);
    pass.picked = mem_zero(pass.nodes.keys.len, sizeof *pass.picked);
    pass.whole = mem_zero(pass.nodes.keys.len, sizeof *pass.whole);
    for (uint32_t level = 1; level <= n_levels; level++)
        for (uint32_t i = mdd_list_start(&pass.nodes, level);
             i < mdd_list_start(&pass.nodes, level - 1) && !mdd_spend(d); i++)
            if (families->changes[level])
                join_values(&pass, level, i);
            else
                keep_values(&pass, level, i);
    *picked = pass.nodes.keys.len ? pass.picked[0] : MDD_EMPTY;
    *whole = pass.nodes.keys.len ? pass.whole[0] : MDD_EMPTY;
    mdd_list_finish(&pass.nodes);
    mem_free(pass.picked);
    mem_free(pass.whole);
    vec_free(&pass.arcs);
}

mdd_id families_pick(const struct families *families, mdd_id set)
{
    mdd_id picked, whole;

    run_pass(families, set, &picked, &whole);
    return picked;
}

mdd_id families_select(const struct families *families, mdd_id set, mdd_id of)
{
    mdd_id picked, whole;

    if (!families->several || !of)
        return of ? set : MDD_EMPTY;
    run_pass(families, of, &picked, &whole);
    return sets_and(families->sets, set, whole);
}

/* --- classes -------------------------------------------------------------- */

/* A number of markings, and the families that have so many below a node, with
 * the first values of the digits that change. */
struct class
{
    uint32_t size; /* of classes.sizes */
    mdd_id of;
};

typedef VEC(struct class) class_list;

struct classes {
    const struct families *families;
    struct mdd_list nodes;
    struct lists sizes; /* numbers, in limbs of 32 bits, the lowest first */
    class_list at;      /* of the nodes, from the last one back */
    uint32_t *ends;     /* by node, where they end; they begin where those of
                           the node after it end */
    class_list sum, next;
    VEC(uint32_t) limbs;
};

static uint32_t add_sizes(struct classes *classes, uint32_t a, uint32_t b)
{
    uint32_t n_a, n_b;
    const uint32_t *const of_a = lists_at(&classes->sizes, a, &n_a);
    const uint32_t *const of_b = lists_at(&classes->sizes, b, &n_b);
    uint64_t carry = 0;

    vec_clear(&classes->limbs);
    for (uint32_t i = 0; i < n_a || i < n_b || carry; i++) {
        carry += (uint64_t)(i < n_a ? of_a[i] : 0) + (i < n_b ? of_b[i] : 0);
        vec_push(&classes->limbs, (uint32_t)carry);
        carry >>= 32;
    }
    return lists_intern(&classes->sizes, classes->limbs.at, classes->limbs.len);
}

static char *size_text(const struct classes *classes, uint32_t size)
{
    uint32_t n;
    const uint32_t *const limbs = lists_at(&classes->sizes, size, &n);
    mpz_t number;
    char *text;

    mpz_init(number);
    mpz_import(number, n, -1, sizeof *limbs, 0, 0, limbs);
    text = mem_alloc(mpz_sizeinbase(number, 10) + 2, 1);
    (void)mpz_get_str(text, 10, number);
    mpz_clear(number);
    return text;
}

/* Unites those of equal sizes. */
static void unite(struct classes *classes, class_list *list)
{
    uint32_t n = 0;

    vec_sort(list, ids_compare);
    for (uint32_t i = 0; i < list->len; i++) {
        const struct class c = list->at[i];

        if (n && list->at[n - 1].size == c.size)
            list->at[n - 1].of =
                sets_or(classes->families->sets, list->at[n - 1].of, c.of);
        else
            list->at[n++] = c;
    }
    vec_cut(list, n);
}

/* Those of a child of the level. */
static const struct class *classes_of(const struct classes *classes,
                                      uint32_t level, mdd_id child, uint32_t *n)
{
    const uint32_t i = level > 1 ? keys_find(&classes->nodes.keys, child)
                                 : classes->nodes.keys.len;
    const uint32_t from =
        i < classes->nodes.keys.len ? classes->ends[i + 1] : 0;

    *n = classes->ends[i] - from;
    return classes->at.at + from;
}

static mdd_id behind(struct classes *classes, uint32_t value, mdd_id to)
{
    return mdd_node(&classes->families->sets->diagram,
                    &(struct mdd_arc){value, to}, 1);
}

/* The families differ by the value. */
static void add_value(struct classes *classes, const struct class *of,
                      uint32_t n, uint32_t value)
{
    for (uint32_t i = 0; i < n; i++)
        vec_push(
            &classes->sum,
            ((struct class){of[i].size, behind(classes, value, of[i].of)}));
}

/* The families have the markings of this child, too. */
static void add_child(struct classes *classes, const struct class *of,
                      uint32_t n)
{
    struct sets *const sets = classes->families->sets;
    mdd_id met = MDD_EMPTY;

    vec_clear(&classes->next);
    for (uint32_t k = 0; k < classes->sum.len; k++) {
        const struct class c = classes->sum.at[k];
        mdd_id rest = c.of;

        met = sets_or(sets, met, c.of);
        for (uint32_t i = 0; i < n && rest; i++) {
            const mdd_id both = sets_and(sets, rest, of[i].of);

            rest = sets_less(sets, rest, both);
            if (both)
                vec_push(&classes->next,
                         ((struct class){add_sizes(classes, c.size, of[i].size),
                                         both}));
        }
        if (rest)
            vec_push(&classes->next, ((struct class){c.size, rest}));
    }
    for (uint32_t i = 0; i < n; i++) {
        const mdd_id rest = sets_less(sets, of[i].of, met);

        if (rest)
            vec_push(&classes->next, ((struct class){of[i].size, rest}));
    }
    unite(classes, &classes->next);
    vec_clear(&classes->sum);
    vec_append(&classes->sum, &classes->next);
}

static void add_classes_of(struct classes *classes, uint32_t level, mdd_id node)
{
    const struct families *const families = classes->families;
    struct mdd *const d = &families->sets->diagram;
    const uint32_t value = families->values[families->start[level]];

    vec_clear(&classes->sum);
    for (uint32_t k = 0; k < mdd_len(d, node); k++) {
        const struct mdd_arc arc = mdd_arcs(d, node)[k];
        uint32_t n;
        const struct class *const of = classes_of(classes, level, arc.to, &n);

        if (families->changes[level])
            add_child(classes, of, n);
        else
            add_value(classes, of, n, arc.value);
    }
    if (families->changes[level])
        for (uint32_t i = 0; i < classes->sum.len; i++)
            classes->sum.at[i].of =
                behind(classes, value, classes->sum.at[i].of);
    else
        unite(classes, &classes->sum);
    vec_append(&classes->at, &classes->sum);
}

void families_classes(const struct families *families, mdd_id set,
                      families_class_list *list)
{
    struct mdd *const d = &families->sets->diagram;
    const uint32_t n_levels = families->sets->digits.n_levels;
    struct classes classes = {.families = families};

    mdd_list_init(&classes.nodes, d, set, n_levels);
    classes.ends = mem_zero(classes.nodes.keys.len + 1, sizeof *classes.ends);
    vec_push(
        &classes.at,
        ((struct class){lists_intern(&classes.sizes, (const uint32_t[]){1}, 1),
                        MDD_ALL}));
    classes.ends[classes.nodes.keys.len] = classes.at.len;
    for (uint32_t level = 1; level <= n_levels; level++)
        for (uint32_t i = mdd_list_start(&classes.nodes, level - 1);
             i-- > mdd_list_start(&classes.nodes, level) && !mdd_spend(d);) {
            add_classes_of(&classes, level, (mdd_id)classes.nodes.keys.at[i]);
            classes.ends[i] = classes.at.len;
        }
    for (uint32_t i = 0; i < classes.sum.len && !d->stopped; i++)
        vec_push(list, ((struct families_class){
                           size_text(&classes, classes.sum.at[i].size),
                           classes.sum.at[i].of}));
    mdd_list_finish(&classes.nodes);
    lists_finish(&classes.sizes);
    vec_free(&classes.at);
    vec_free(&classes.sum);
    vec_free(&classes.next);
    vec_free(&classes.limbs);
    mem_free(classes.ends);
}
