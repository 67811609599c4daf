#include "proof/reduction/reduction.h"

#include "base/ids.h"
#include "proof/reduction/reduction_rule.h"
#include "question/formula_builder.h"

/* A translation under way. */
struct work {
    const struct reduction *reduction;
    const struct mutable_net_map *map;
    bits_word *dead; /* places that never have a token */
};

static void find_dead(struct work *w)
{
    const struct reduction *const r = w->reduction;

    w->dead = mem_zero(bits_words(net_place_count(r->net)), sizeof *w->dead);
    for (uint32_t i = 0; i < r->steps.len; i++) {
        const struct reduction_step *const step = &r->steps.at[i];
        const struct net_place_span span = reduction_places(r, step);
        const bool is_empty = reduction_rule_rows[step->rule].empty;

        for (uint32_t k = 0; is_empty && k < span.len; k++)
            bits_add(w->dead, span.at[k]);
    }
}

/* The value of a place that matters and was removed. */
static bool value_of(const struct work *w, place_id p)
{
    return !bits_has(w->dead, p);
}

static place_id kept(const struct work *w, place_id p)
{
    return w->map->place[p];
}

/* Appends what is kept of places that are to have a value; false when one of
 * the others has the other value. */
static bool keep_places(const struct work *w, const place_id *places,
                        uint32_t n, bool value, net_place_list *list)
{
    for (uint32_t i = 0; i < n; i++)
        if (kept(w, places[i]) != PLACE_NONE)
            vec_push(list, kept(w, places[i]));
        else if (value_of(w, places[i]) != value)
            return false;
    return true;
}

/* What t needs; false when it never fires. */
static bool keep_needs(const struct work *w, trans_id t, net_place_list *list)
{
    const struct net_place_span needs = net_needs(w->reduction->net, t);

    return keep_places(w, needs.at, needs.len, true, list);
}

/* --- formulas ------------------------------------------------------------- */

static uint32_t translate_sum(const struct work *w, struct formula_builder *b,
                              const struct formula *formula,
                              const struct formula_node *node, int64_t *fixed)
{
    struct formula_sum sum = {0}, bound = {.constant = node->bound};
    uint32_t result;

    *fixed = 0;
    for (uint32_t i = 0; i < node->len; i++) {
        const struct formula_term term = formula_term(formula, node, i);

        if (kept(w, term.place) != PLACE_NONE)
            formula_sum_place(&sum, kept(w, term.place), term.factor);
        else if (value_of(w, term.place))
            *fixed += term.factor;
    }
    bound.constant -= *fixed;
    result = formula_builder_compare(b, &sum, FORMULA_GE, &bound);
    formula_sum_free(&sum);
    return result;
}

static uint32_t translate_compare(const void *self, struct formula_builder *b,
                                  const struct formula *formula,
                                  const struct formula_node *node)
{
    int64_t fixed;

    return translate_sum(self, b, formula, node, &fixed);
}

static uint32_t translate_fireable(const void *self, struct formula_builder *b,
                                   trans_id t)
{
    const struct work *const w = self;
    const struct net_place_span none = {0};
    net_place_list needs = {0};
    uint32_t result;

    if (!keep_needs(w, t, &needs))
        result = formula_builder_constant(b, false);
    else if (w->map->trans[t] != TRANS_NONE)
        result = formula_builder_fireable(b, w->map->trans[t]);
    else
        result = formula_part_cube(b, net_span_of(&needs), none);
    vec_free(&needs);
    return result;
}

static struct formula *translate(const struct work *w,
                                 const struct formula *formula)
{
    const struct formula_builder_leaves leaves = {.compare = translate_compare,
                                                  .fireable =
                                                      translate_fireable,
                                                  .self = w};
    struct formula_builder *const b = formula_builder_create();
    const uint32_t root = formula_part_of(b, formula, &leaves);

    return formula_builder_finish(b, root, false, NULL);
}

static struct formula *constant(bool value)
{
    struct formula_builder *const b = formula_builder_create();
    const uint32_t root = formula_builder_constant(b, value);

    return formula_builder_finish(b, root, false, NULL);
}

/* --- questions ------------------------------------------------------------ */

static void add(goal_list *goals, const struct goal *goal, struct goal new)
{
    new.question = goal->question;
    new.text = mem_text(goal->text);
    new.label = goal->label;
    vec_push(goals, new);
}

static bool add_formula(goal_list *goals, const struct goal *goal,
                        enum question_goal kind, struct formula *formula)
{
    if (formula)
        add(goals, goal,
            (struct goal){
                .kind = kind, .trans = TRANS_NONE, .formula = formula});
    return formula != NULL;
}

static void sort(net_place_list *list)
{
    vec_sort(list, ids_compare);
}

/* The places are wanted marked and empty; good: nothing contradicts that. */
static void add_marking(goal_list *goals, const struct goal *goal, bool good,
                        net_place_list *marked, net_place_list *empty)
{
    struct goal new = {.kind = GOAL_MARKING, .trans = TRANS_NONE};

    if (good && marked->len + empty->len) {
        sort(marked);
        sort(empty);
        new.marked = *marked;
        new.empty = *empty;
        add(goals, goal, new);
        return;
    }
    vec_free(marked);
    vec_free(empty);
    (void)add_formula(goals, goal, GOAL_FORMULA, constant(good));
}

static void add_trans(const struct work *w, goal_list *goals,
                      const struct goal *goal)
{
    net_place_list marked = {0}, empty = {0};
    const bool good = keep_needs(w, goal->trans, &marked);

    if (good && w->map->trans[goal->trans] != TRANS_NONE) {
        vec_free(&marked);
        add(goals, goal,
            (struct goal){.kind = GOAL_TRANSITION,
                          .trans = w->map->trans[goal->trans]});
        return;
    }
    add_marking(goals, goal, good, &marked, &empty);
}

static void add_places(const struct work *w, goal_list *goals,
                       const struct goal *goal)
{
    net_place_list marked = {0}, empty = {0};
    const bool good =
        keep_places(w, goal->marked.at, goal->marked.len, true, &marked) &&
        keep_places(w, goal->empty.at, goal->empty.len, false, &empty);

    add_marking(goals, goal, good, &marked, &empty);
}

static bool add_bound(const struct work *w, goal_list *goals,
                      const struct goal *goal, int64_t *value)
{
    struct formula_builder *const b = formula_builder_create();
    struct formula *formula;
    int64_t fixed;
    uint32_t root;

    root = translate_sum(w, b, goal->formula, goal->formula->nodes.at, &fixed);
    formula = formula_builder_finish(b, root, false, NULL);
    *value = goal->constant + fixed;
    if (!add_formula(goals, goal, GOAL_FORMULA, formula))
        return false;
    if (formula->nodes.at[0].op == FORMULA_AT_LEAST) {
        vec_top(goals)->kind = GOAL_BOUND;
        vec_top(goals)->constant = *value;
    }
    return true;
}

/* For runs with what is left of the formula at the initial marking; other
 * conditions may be about places that are gone. */
static bool add_temporal(const struct work *w, goal_list *goals,
                         const struct goal *goal)
{
    struct temporal *const temporal = temporal_copy(goal->temporal);
    bool good = true;

    if (goal->kind == GOAL_LASSO)
        temporal->sought = temporal->begun;
    for (uint32_t i = 0; i < temporal->atoms.len && good; i++) {
        struct formula *const formula =
            translate(w, goal->temporal->atoms.at[i]);

        good = formula != NULL;
        if (!good)
            break;
        formula_destroy(temporal->atoms.at[i]);
        temporal->atoms.at[i] = formula;
    }
    if (good)
        add(goals, goal,
            (struct goal){
                .kind = goal->kind, .trans = TRANS_NONE, .temporal = temporal});
    else
        temporal_destroy(temporal);
    return good;
}

static bool add_goal(const struct work *w, goal_list *goals,
                     const struct goal *goal, int64_t *value)
{
    switch (goal->kind) {
    case GOAL_TRANSITION:
        add_trans(w, goals, goal);
        return true;
    case GOAL_MARKING:
        add_places(w, goals, goal);
        return true;
    case GOAL_FORMULA:
    case GOAL_HOME:
        return add_formula(goals, goal, goal->kind,
                           translate(w, goal->formula));
    case GOAL_BOUND:
        return add_bound(w, goals, goal, value);
    case GOAL_DEADLOCK:
    case GOAL_SAFE:
        add(goals, goal,
            (struct goal){.kind = goal->kind, .trans = TRANS_NONE});
        return true;
    case GOAL_LASSO:
    case GOAL_CTL:
        return add_temporal(w, goals, goal);
    case GOAL_EACH:
    case GOAL_LIVE:
    case GOAL_OTHER:
        break;
    }
    return false;
}

bool reduction_goal_translate(goal_list *to, const struct reduction *reduction,
                              const struct mutable_net_map *map,
                              const struct goal *goals, uint32_t n_goals,
                              int64_t *values)
{
    struct work w = {.reduction = reduction, .map = map};
    bool good = true;

    find_dead(&w);
    for (uint32_t i = 0; i < n_goals && good; i++)
        good = add_goal(&w, to, &goals[i], &values[i]);
    mem_free(w.dead);
    return good;
}
