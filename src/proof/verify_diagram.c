#include "proof/verify_diagram.h"

#include "base/keys.h"
#include "base/lists.h"
#include "net/marking.h"

#include <stdarg.h>
#include <stdio.h>

/* Nodes: no marking; the end of each.  The nodes from 2 on are lists of values
 * and nodes, each stored once, so equal sets have one number. */
enum { NONE, END };

struct checking {
    const struct net *net;
    const struct diagram *diagram;
    struct verify_diagram_fault *fault;
    uint32_t *level_of, *value_of; /* by place; levels from 1 on */
    struct lists lists;
    VEC(uint32_t) levels; /* by node, from 0 on */
    VEC(uint32_t) draft;  /* a list that is being made */
    uint32_t root;
    /* Of a comparison: by place its factor; by level, what it and those below
     * add, at least and at most. */
    int64_t *factors, *least, *most;
};

static bool report(struct checking *c, enum verify_diagram_part part,
                   uint32_t number, const char *format, ...)
{
    va_list arguments;

    c->fault->part = part;
    c->fault->number = number;
    va_start(arguments, format);
    (void)vsnprintf(c->fault->text, sizeof c->fault->text, format, arguments);
    va_end(arguments);
    return false;
}

/* --- nodes ---------------------------------------------------------------- */

struct arcs {
    const uint32_t *at; /* a value and a node each; valid until the next node is
                           made */
    uint32_t len;       /* of the list */
};

static struct arcs arcs_of(const struct checking *c, uint32_t node)
{
    const uint32_t *const ends = c->lists.ends.at;
    const uint32_t from = node == 2 ? 0 : ends[node - 3];

    return (struct arcs){c->lists.numbers.at + from, ends[node - 2] - from};
}

static uint32_t child(const struct checking *c, uint32_t node, uint32_t value)
{
    const struct arcs arcs = node > END ? arcs_of(c, node) : (struct arcs){0};

    uint32_t from = 0, to = arcs.len / 2;

    while (from < to) {
        const uint32_t i = from + (to - from) / 2;

        if (arcs.at[2 * i] < value)
            from = i + 1;
        else
            to = i;
    }
    return 2 * from < arcs.len && arcs.at[2 * from] == value
               ? arcs.at[2 * from + 1]
               : NONE;
}

static void draft_arc(struct checking *c, uint32_t value, uint32_t node)
{
    if (node == NONE)
        return;
    vec_push(&c->draft, value);
    vec_push(&c->draft, node);
}

/* The node of the draft, which is empty then. */
static uint32_t make_node(struct checking *c, uint32_t level)
{
    uint32_t node;

    if (!c->draft.len)
        return NONE;
    node = lists_intern(&c->lists, c->draft.at, c->draft.len) + 2;
    if (node == c->levels.len)
        vec_push(&c->levels, level);
    vec_clear(&c->draft);
    return node;
}

/* --- the diagram as it is written ----------------------------------------- */

static bool read_levels(struct checking *c)
{
    const struct diagram *const d = c->diagram;

    for (uint32_t level = 0; level < diagram_levels(d); level++)
        for (uint32_t i = diagram_places_from(d, level);
             i < d->level_ends.at[level]; i++) {
            const place_id p = d->places.at[i];

            if (c->level_of[p])
                return report(c, VERIFY_DIAGRAM_LEVEL, level,
                              "place '%.200s' has a level already",
                              net_place_label(c->net, p));
            c->level_of[p] = level + 1;
            c->value_of[p] = i + 1 - diagram_places_from(d, level);
        }
    for (place_id p = 0; p < net_place_count(c->net); p++)
        if (!c->level_of[p])
            return report(c, VERIFY_DIAGRAM_END, 0,
                          "place '%.200s' has no level",
                          net_place_label(c->net, p));
    return true;
}

/* An arc of the node; *level: that of the arcs before it, or 0. */
static bool read_arc(struct checking *c, uint32_t number, uint32_t i,
                     const uint32_t *nodes, uint32_t *level)
{
    const struct diagram *const d = c->diagram;
    const uint32_t value = d->arcs.at[i], to = d->arcs.at[i + 1];
    uint32_t n_values;

    if (to < END || to >= number + 2)
        return report(c, VERIFY_DIAGRAM_NODE, number,
                      "there is no node %u before this one", to);
    if (i > diagram_arcs_from(d, number) && d->arcs.at[i - 2] >= value)
        return report(c, VERIFY_DIAGRAM_NODE, number,
                      "the values do not increase");
    if (*level && *level != c->levels.at[nodes[to]] + 1)
        return report(c, VERIFY_DIAGRAM_NODE, number,
                      "the arcs lead to different levels");
    *level = c->levels.at[nodes[to]] + 1;
    if (*level > diagram_levels(d))
        return report(c, VERIFY_DIAGRAM_NODE, number,
                      "node %u has the highest level", to);
    n_values =
        d->level_ends.at[*level - 1] - diagram_places_from(d, *level - 1);
    if (value > n_values)
        return report(c, VERIFY_DIAGRAM_NODE, number,
                      "the level has %u places, and no value %u", n_values,
                      value);
    draft_arc(c, value, nodes[to]);
    return true;
}

static bool read_nodes(struct checking *c)
{
    const struct diagram *const d = c->diagram;
    uint32_t *const nodes =
        mem_alloc((size_t)diagram_nodes(d) + 2, sizeof *nodes);
    bool good = true;

    nodes[NONE] = NONE;
    nodes[END] = END;
    for (uint32_t number = 0; number < diagram_nodes(d) && good; number++) {
        uint32_t level = 0;

        if (diagram_arcs_from(d, number) == d->node_ends.at[number])
            good = report(c, VERIFY_DIAGRAM_NODE, number, "a node has no arcs");
        for (uint32_t i = diagram_arcs_from(d, number);
             i < d->node_ends.at[number] && good; i += 2)
            good = read_arc(c, number, i, nodes, &level);
        if (good)
            nodes[number + 2] = make_node(c, level);
    }
    c->root = nodes[diagram_nodes(d) + 1];
    mem_free(nodes);
    return good && (c->levels.at[c->root] == diagram_levels(d) ||
                    report(c, VERIFY_DIAGRAM_END, 0,
                           "the last node is not of the highest level"));
}

/* --- steps ---------------------------------------------------------------- */

/* What a transition needs and does at a level. */
struct change {
    uint32_t level;
    uint32_t need; /* the value; 0: it needs none, and produces */
    uint32_t to;   /* the value that this or 0 becomes */
    bool leaves;   /* there is no such value */
};

typedef VEC(struct change) change_list;

static struct change *change_at(change_list *changes, uint32_t level)
{
    uint32_t i = 0;

    while (i < changes->len && changes->at[i].level != level)
        i++;
    if (i == changes->len)
        vec_push(changes, ((struct change){.level = level}));
    return &changes->at[i];
}

/* False when it needs two places of a level, so that no marking enables it. */
static bool add_needs(const struct checking *c, struct net_place_span places,
                      bool stays, change_list *changes)
{
    for (uint32_t i = 0; i < places.len; i++) {
        const place_id p = places.at[i];
        struct change *const change = change_at(changes, c->level_of[p]);

        if (change->need && change->need != c->value_of[p])
            return false;
        change->to = stays && !change->need ? c->value_of[p] : 0;
        change->need = c->value_of[p];
    }
    return true;
}

static void add_products(const struct checking *c, struct net_place_span places,
                         change_list *changes)
{
    for (uint32_t i = 0; i < places.len; i++) {
        struct change *const change =
            change_at(changes, c->level_of[places.at[i]]);

        change->leaves |= change->to != 0;
        change->to = c->value_of[places.at[i]];
    }
}

static int by_falling_level(const void *left, const void *right)
{
    const struct change *const a = left, *const b = right;

    return (a->level < b->level) - (a->level > b->level);
}

/* From the highest level down; false: no marking enables t. */
static bool list_changes(const struct checking *c, trans_id t,
                         change_list *changes)
{
    vec_clear(changes);
    if (!add_needs(c, net_pre(c->net, t), false, changes) ||
        !add_needs(c, net_read(c->net, t), true, changes))
        return false;
    add_products(c, net_post(c->net, t), changes);
    if (changes->len)
        qsort(changes->at, changes->len, sizeof *changes->at, by_falling_level);
    return true;
}

/* All markings of node n, after the changes from number i on, must be of node
 * m. */
struct claim {
    uint32_t n, m, i;
};

struct claims {
    const change_list *changes;
    struct keys pairs;  /* n and m */
    struct keys known;  /* a pair and i, of this transition */
    struct keys subset; /* pairs without changes */
    VEC(struct claim) open;
};

/* False: the claim does not hold. */
static bool claim(struct claims *claims, uint32_t n, uint32_t m, uint32_t i)
{
    const uint64_t pair = (uint64_t)n << 32 | m;
    const bool is_last = i == claims->changes->len;
    struct keys *const known = is_last ? &claims->subset : &claims->known;
    const uint32_t count = known->len;

    if (n == NONE || (is_last && n == m))
        return true;
    if (is_last && m == NONE)
        return false;
    (void)keys_intern(
        known,
        is_last ? pair : (uint64_t)keys_intern(&claims->pairs, pair) << 32 | i);
    if (known->len > count)
        vec_push(&claims->open, ((struct claim){n, m, i}));
    return true;
}

/* Replaces the claim by those about the children. */
static bool divide(const struct checking *c, struct claims *claims,
                   struct claim of)
{
    const struct arcs arcs = arcs_of(c, of.n);
    const struct change *const change =
        of.i < claims->changes->len &&
                claims->changes->at[of.i].level == c->levels.at[of.n]
            ? &claims->changes->at[of.i]
            : NULL;
    bool good = true;

    for (uint32_t k = 0; k < arcs.len && good; k += 2) {
        const uint32_t value = arcs.at[k], to = arcs.at[k + 1];

        if (!change)
            good = claim(claims, to, child(c, of.m, value), of.i);
        else if (!change->need || value == change->need)
            good = claim(claims, to,
                         change->leaves || value != change->need
                             ? NONE
                             : child(c, of.m, change->to),
                         of.i + 1);
    }
    return good;
}

/* Does t lead from each marking of the set to another one of it?  What stands
 * above its highest change stays. */
static bool is_closed_under(struct checking *c, struct claims *claims,
                            trans_id t)
{
    const change_list *const changes = claims->changes;
    const bool overflows = net_overflow(c->net, t) != PLACE_NONE;
    bool good = changes->len || !overflows;

    keys_finish(&claims->known);
    for (uint32_t n = 2; n < c->levels.len && changes->len && good; n++)
        if (c->levels.at[n] == changes->at[0].level)
            good = claim(claims, n, overflows ? NONE : n, 0);
    while (claims->open.len && good)
        good = divide(c, claims, vec_pop(&claims->open));
    return good || report(c, VERIFY_DIAGRAM_END, 0,
                          "transition '%.200s' leads out of the diagram",
                          net_trans_label(c->net, t));
}

static bool is_closed(struct checking *c)
{
    change_list changes = {0};
    struct claims claims = {.changes = &changes};
    bool good = true;

    for (trans_id t = 0; t < net_trans_count(c->net) && good; t++)
        if (list_changes(c, t, &changes))
            good = is_closed_under(c, &claims, t);
    keys_finish(&claims.pairs);
    keys_finish(&claims.known);
    keys_finish(&claims.subset);
    vec_free(&claims.open);
    vec_free(&changes);
    return good;
}

static bool has_initial(struct checking *c)
{
    const bits_word *const initial = net_initial(c->net);
    uint32_t *const values =
        mem_zero((size_t)diagram_levels(c->diagram) + 1, sizeof *values);
    uint32_t node = c->root;
    bool good = true;

    for (place_id p = 0; p < net_place_count(c->net); p++)
        if (bits_has(initial, p)) {
            good &= !values[c->level_of[p]];
            values[c->level_of[p]] = c->value_of[p];
        }
    for (uint32_t level = diagram_levels(c->diagram); level; level--)
        node = child(c, node, values[level]);
    mem_free(values);
    return (good && node == END) ||
           report(c, VERIFY_DIAGRAM_END, 0,
                  "the initial marking is not in the diagram");
}

/* --- subsets -------------------------------------------------------------- */

/* Is the union or intersection known at once? */
static bool is_plain(bool both, uint32_t a, uint32_t b, uint32_t *result)
{
    if (a != NONE && b != NONE && a != b)
        return false;
    *result = a == b || (!both && b == NONE) ? a : both ? NONE : b;
    return true;
}

/* For each value of either node what its children make: listed where it is not
 * known at once, or found[] by the pair and added to the draft. */
static void combine_arcs(struct checking *c, bool both, uint64_t pair,
                         struct keys *pairs, const uint32_t *found)
{
    const struct arcs a = arcs_of(c, (uint32_t)(pair >> 32));
    const struct arcs b = arcs_of(c, (uint32_t)pair);

    for (uint32_t i = 0, k = 0; i < a.len || k < b.len;) {
        const bool in_a = i < a.len && (k == b.len || a.at[i] <= b.at[k]);
        const bool in_b = k < b.len && (i == a.len || b.at[k] <= a.at[i]);
        const uint32_t of_a = in_a ? a.at[i + 1] : NONE;
        const uint32_t of_b = in_b ? b.at[k + 1] : NONE;
        const uint64_t below = (uint64_t)of_a << 32 | of_b;
        uint32_t result;

        if (!is_plain(both, of_a, of_b, &result)) {
            if (!found)
                (void)keys_intern(pairs, below);
            else
                result = found[keys_find(pairs, below)];
        }
        if (found)
            draft_arc(c, in_a ? a.at[i] : b.at[k], result);
        i += 2 * in_a;
        k += 2 * in_b;
    }
}

/* The union of two sets of a level, or their intersection: first all pairs of
 * nodes, those above before those below; then what they make, backwards. */
static uint32_t combine(struct checking *c, bool both, uint32_t a, uint32_t b)
{
    struct keys pairs = {0};
    uint32_t *found, result;

    if (is_plain(both, a, b, &result))
        return result;
    (void)keys_intern(&pairs, (uint64_t)a << 32 | b);
    for (uint32_t i = 0; i < pairs.len; i++)
        combine_arcs(c, both, pairs.at[i], &pairs, NULL);
    found = mem_alloc(pairs.len, sizeof *found);
    for (uint32_t i = pairs.len; i-- > 0;) {
        const uint64_t pair = pairs.at[i];

        combine_arcs(c, both, pair, &pairs, found);
        found[i] = make_node(c, c->levels.at[pair >> 32]);
    }
    result = found[0];
    mem_free(found);
    keys_finish(&pairs);
    return result;
}

static int64_t factor_of(const struct checking *c, uint32_t level,
                         uint32_t value)
{
    const uint32_t from = diagram_places_from(c->diagram, level - 1);

    return value ? c->factors[c->diagram->places.at[from + value - 1]] : 0;
}

static void find_ranges(struct checking *c)
{
    for (uint32_t level = 1; level <= diagram_levels(c->diagram); level++) {
        const uint32_t n = c->diagram->level_ends.at[level - 1] -
                           diagram_places_from(c->diagram, level - 1);
        int64_t least = 0, most = 0;

        for (uint32_t v = 1; v <= n; v++) {
            const int64_t factor = factor_of(c, level, v);

            least = factor < least ? factor : least;
            most = factor > most ? factor : most;
        }
        c->least[level] = c->least[level - 1] + least;
        c->most[level] = c->most[level - 1] + most;
    }
}

/* Nodes with the sums of the levels above them. */
struct sums {
    struct keys pairs, values;
    int64_t bound;
};

/* Is the part of the node known for which sum + what it adds >= bound? */
static bool is_decided(const struct checking *c, const struct sums *sums,
                       uint32_t node, int64_t sum, uint32_t *result)
{
    const uint32_t level = c->levels.at[node];
    const bool all = sum + c->least[level] >= sums->bound;

    *result = all ? node : NONE;
    return all || sum + c->most[level] < sums->bound;
}

static void sum_arcs(struct checking *c, struct sums *sums, uint64_t pair,
                     const uint32_t *found)
{
    const uint32_t node = (uint32_t)(pair >> 32);
    const int64_t above = (int64_t)sums->values.at[(uint32_t)pair];
    const struct arcs arcs = arcs_of(c, node);

    for (uint32_t i = 0; i < arcs.len; i += 2) {
        const uint32_t to = arcs.at[i + 1];
        const int64_t sum =
            above + factor_of(c, c->levels.at[node], arcs.at[i]);
        uint32_t result;

        if (!is_decided(c, sums, to, sum, &result)) {
            const uint64_t below =
                (uint64_t)to << 32 | keys_intern(&sums->values, (uint64_t)sum);

            if (!found)
                (void)keys_intern(&sums->pairs, below);
            else
                result = found[keys_find(&sums->pairs, below)];
        }
        if (found)
            draft_arc(c, arcs.at[i], result);
    }
}

/* The markings of the set with sum >= bound, for factors that are set. */
static uint32_t select_sum(struct checking *c, uint32_t set, int64_t bound)
{
    struct sums sums = {.bound = bound};
    uint32_t *found, result;

    find_ranges(c);
    if (set == NONE || is_decided(c, &sums, set, 0, &result))
        return set == NONE ? NONE : result;
    (void)keys_intern(&sums.pairs,
                      (uint64_t)set << 32 | keys_intern(&sums.values, 0));
    for (uint32_t i = 0; i < sums.pairs.len; i++)
        sum_arcs(c, &sums, sums.pairs.at[i], NULL);
    found = mem_alloc(sums.pairs.len, sizeof *found);
    for (uint32_t i = sums.pairs.len; i-- > 0;) {
        const uint64_t pair = sums.pairs.at[i];

        sum_arcs(c, &sums, pair, found);
        found[i] = make_node(c, c->levels.at[pair >> 32]);
    }
    result = found[0];
    mem_free(found);
    keys_finish(&sums.pairs);
    keys_finish(&sums.values);
    return result;
}

static void set_factors(struct checking *c, struct net_place_span places,
                        int64_t factor)
{
    for (uint32_t i = 0; i < places.len; i++)
        c->factors[places.at[i]] = factor;
}

/* The markings that mark some places and leave others empty. */
static uint32_t select_marked(struct checking *c, uint32_t set,
                              struct net_place_span marked,
                              struct net_place_span empty)
{
    set_factors(c, marked, 1);
    set_factors(c, empty, -1);
    set = select_sum(c, set, marked.len);
    set_factors(c, marked, 0);
    set_factors(c, empty, 0);
    return set;
}

/* The markings that enable t, or that do not. */
static uint32_t select_enabled(struct checking *c, uint32_t set, trans_id t,
                               bool enabled)
{
    const struct net_place_span pre = net_pre(c->net, t);
    const struct net_place_span read = net_read(c->net, t);
    const int64_t n = (int64_t)pre.len + read.len;

    set_factors(c, pre, enabled ? 1 : -1);
    set_factors(c, read, enabled ? 1 : -1);
    set = select_sum(c, set, enabled ? n : 1 - n);
    set_factors(c, pre, 0);
    set_factors(c, read, 0);
    return set;
}

static uint32_t select_dead(struct checking *c, uint32_t set)
{
    for (trans_id t = 0; t < net_trans_count(c->net); t++)
        set = select_enabled(c, set, t, false);
    return set;
}

static uint32_t select_live(struct checking *c, uint32_t set)
{
    uint32_t live = NONE;

    for (trans_id t = 0; t < net_trans_count(c->net); t++)
        live = combine(c, false, live, select_enabled(c, set, t, true));
    return live;
}

static uint32_t select_compared(struct checking *c,
                                const struct formula *formula,
                                const struct formula_node *node)
{
    const struct formula_term *const terms = formula->terms.at + node->first;
    uint32_t set;

    for (uint32_t i = 0; i < node->len; i++)
        c->factors[terms[i].place] = terms[i].factor;
    set = select_sum(c, c->root, node->bound);
    for (uint32_t i = 0; i < node->len; i++)
        c->factors[terms[i].place] = 0;
    return set;
}

static uint32_t select_leaf(struct checking *c, const struct formula *formula,
                            const struct formula_node *node)
{
    switch (node->op) {
    case FORMULA_TRUE:
        return c->root;
    case FORMULA_AT_LEAST:
        return select_compared(c, formula, node);
    case FORMULA_FIREABLE:
    case FORMULA_DISABLED:
        return select_enabled(c, c->root, node->trans,
                              node->op == FORMULA_FIREABLE);
    case FORMULA_DEADLOCK:
        return select_dead(c, c->root);
    case FORMULA_LIVE:
        return select_live(c, c->root);
    case FORMULA_FALSE:
    case FORMULA_AND:
    case FORMULA_OR:
        break;
    }
    return NONE;
}

/* Children have larger numbers than their parents. */
static uint32_t select_formula(struct checking *c,
                               const struct formula *formula)
{
    uint32_t *const found = mem_alloc(formula->nodes.len, sizeof *found);
    uint32_t result;

    for (uint32_t i = formula->nodes.len; i-- > 0;) {
        const struct formula_node *const node = &formula->nodes.at[i];
        const bool both = node->op == FORMULA_AND;

        if (!both && node->op != FORMULA_OR) {
            found[i] = select_leaf(c, formula, node);
            continue;
        }
        found[i] = both ? c->root : NONE;
        for (uint32_t k = node->first; k < node->first + node->len; k++)
            found[i] = combine(c, both, found[i], found[k]);
    }
    result = found[0];
    mem_free(found);
    return result;
}

/* The markings that answer the question; a second token does by no marking. */
static uint32_t select_answers(struct checking *c, const struct goal *goal)
{
    if (goal->kind == GOAL_TRANSITION)
        return select_enabled(c, c->root, goal->trans, true);
    if (goal->kind == GOAL_MARKING)
        return select_marked(
            c, c->root,
            (struct net_place_span){goal->marked.at, goal->marked.len},
            (struct net_place_span){goal->empty.at, goal->empty.len});
    if (goal->kind == GOAL_DEADLOCK)
        return select_dead(c, c->root);
    return goal->kind == GOAL_FORMULA ? select_formula(c, goal->formula) : NONE;
}

/* --- all of it ------------------------------------------------------------ */

static bool is_known_kind(const struct goal *goal)
{
    return goal->kind == GOAL_TRANSITION || goal->kind == GOAL_MARKING ||
           goal->kind == GOAL_DEADLOCK || goal->kind == GOAL_FORMULA ||
           goal->kind == GOAL_SAFE;
}

static bool check(struct checking *c, const struct goal *goal)
{
    if (!is_known_kind(goal))
        return report(c, VERIFY_DIAGRAM_END, 0,
                      "a diagram does not prove this kind of goal");
    return read_levels(c) && read_nodes(c) && has_initial(c) && is_closed(c) &&
           (select_answers(c, goal) == NONE ||
            report(c, VERIFY_DIAGRAM_END, 0,
                   "a marking of the diagram answers the question"));
}

bool verify_diagram(const struct net *net, const struct goal *goal,
                    const struct diagram *diagram,
                    struct verify_diagram_fault *fault)
{
    const size_t n_places = net_place_count(net);
    const size_t n_levels = (size_t)diagram_levels(diagram) + 1;
    struct checking c = {
        .net = net,
        .diagram = diagram,
        .fault = fault,
        .level_of = mem_zero(n_places, sizeof *c.level_of),
        .value_of = mem_zero(n_places, sizeof *c.value_of),
        .factors = mem_zero(n_places, sizeof *c.factors),
        .least = mem_zero(n_levels, sizeof *c.least),
        .most = mem_zero(n_levels, sizeof *c.most),
    };
    bool good;

    vec_push(&c.levels, 0); /* of NONE and END */
    vec_push(&c.levels, 0);
    good = check(&c, goal);
    mem_free(c.level_of);
    mem_free(c.value_of);
    mem_free(c.factors);
    mem_free(c.least);
    mem_free(c.most);
    lists_finish(&c.lists);
    vec_free(&c.levels);
    vec_free(&c.draft);
    return good;
}
