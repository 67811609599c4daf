#include "engine/diagram/sets.h"

#include "net/marking.h"
#include "question/formula.h"

/* The work of the first turn of an order, and how turns grow.  No order is much
 * more often the best one than the others. */
enum { FIRST_TURN = 1 << 26, TURN_GROWTH = 4 };

void sets_collect_always(struct sets *sets)
{
    sets->collects = true;
    sets->diagram.collect_at = 0;
    sets->diagram.credit = 0;
}

void sets_cost(struct sets *sets, uint32_t cost)
{
    sets->cost = cost;
    sets->diagram.cost = cost;
}

static void begin(struct sets *sets)
{
    digits_init(&sets->digits, sets->net, sets->exclusive, sets->order,
                sets->merges);
    mdd_init(&sets->diagram, sets->watch);
    sets->diagram.cost = sets->cost;
    if (sets->collects)
        sets_collect_always(sets);
    images_init(&sets->steps, sets->net, &sets->digits, &sets->diagram);
    select_init(&sets->select, &sets->diagram, &sets->digits);
}

void sets_init(struct sets *sets, const struct net *net,
               const struct exclusive *exclusive, enum digits_order order,
               bool merges, struct watch *watch)
{
    *sets = (struct sets){.net = net,
                          .exclusive = exclusive,
                          .order = order,
                          .merges = merges,
                          .cost = 1,
                          .watch = watch};
    begin(sets);
}

void sets_finish(struct sets *sets)
{
    select_finish(&sets->select);
    images_finish(&sets->steps);
    mdd_finish(&sets->diagram);
    digits_finish(&sets->digits);
}

void sets_split(struct sets *sets)
{
    sets_finish(sets);
    sets->merges = false;
    begin(sets);
}

/* Does no step leave the start?  Each of its levels has one node. */
static bool is_start_closed(const struct sets *sets)
{
    const struct mdd *const d = &sets->diagram;
    const uint32_t n = sets->digits.n_levels;
    mdd_id *const at = mem_alloc(n + 1, sizeof *at);
    bool closed = true;

    at[n] = sets->all;
    for (uint32_t level = n; level; level--)
        at[level - 1] = mdd_arcs(d, at[level])[0].to;
    for (uint32_t i = 0; i < sets->steps.n_steps && closed; i++) {
        uint32_t c = sets->steps.heads[IMAGES_FORWARDS][i].change;
        bool enabled = true, leaves = false;

        for (; c != EFFECTS_END; c = sets->steps.changes.at.at[c].next) {
            const struct effects_change *const change =
                &sets->steps.changes.at.at[c];

            enabled = enabled && mdd_child(d, at[change->level], change->from);
            leaves = leaves || !mdd_child(d, at[change->level], change->to);
        }
        closed = !enabled || !leaves;
    }
    mem_free(at);
    return closed;
}

/* One turn.  False if it was too short. */
static bool take_turn(struct sets *sets, uint64_t work)
{
    mdd_limit(&sets->diagram, work);
    sets->all = sets_start(sets);
    if (!sets->chooses || !is_start_closed(sets))
        sets->all = images_closure(&sets->steps, sets->all);
    return mdd_go_on(&sets->diagram) && !sets->diagram.stopped;
}

bool sets_explore(struct sets *sets)
{
    uint64_t turn = FIRST_TURN;

    while (!take_turn(sets, turn)) {
        if (sets->watch->reason != STOP_DONE)
            return false;
        sets->order = (enum digits_order)((sets->order + 1) % DIGIT_ORDERS);
        if (sets->order == DIGIT_ORDER_CHEAPEST && turn < UINT64_MAX / 64)
            turn *= TURN_GROWTH;
        sets_finish(sets);
        begin(sets);
    }
    sets_keep(sets, sets->all);
    return true;
}

void sets_keep(struct sets *sets, mdd_id set)
{
    vec_push(&sets->diagram.kept, set);
}

void sets_drop(struct sets *sets, uint32_t n)
{
    if (sets->dead_at >= n)
        sets->knows_dead = false;
    vec_cut(&sets->diagram.kept, n);
}

mdd_id sets_and(struct sets *sets, mdd_id a, mdd_id b)
{
    return mdd_combine(&sets->diagram, MDD_INTERSECTION, a, b);
}

mdd_id sets_or(struct sets *sets, mdd_id a, mdd_id b)
{
    return mdd_combine(&sets->diagram, MDD_UNION, a, b);
}

mdd_id sets_less(struct sets *sets, mdd_id a, mdd_id b)
{
    return mdd_combine(&sets->diagram, MDD_DIFFERENCE, a, b);
}

mdd_id sets_not(struct sets *sets, mdd_id set)
{
    return sets_less(sets, sets->all, set);
}

/* --- conditions ----------------------------------------------------------- */

mdd_id sets_dead(struct sets *sets)
{
    if (!sets->knows_dead) {
        sets->dead = sets_not(sets, images_image(&sets->steps, IMAGES_BACKWARDS,
                                                 sets->all, sets->all));
        sets->knows_dead = !sets->diagram.stopped;
        sets->dead_at = sets->diagram.kept.len;
        sets_keep(sets, sets->dead);
    }
    return sets->dead;
}

static mdd_id leaf(struct sets *sets, const struct formula *formula,
                   const struct formula_node *node)
{
    switch (node->op) {
    case FORMULA_TRUE:
        return sets->all;
    case FORMULA_AT_LEAST:
        return select_sum(&sets->select, sets->all,
                          formula->terms.at + node->first, node->len,
                          node->bound);
    case FORMULA_FIREABLE:
        return select_enabled(&sets->select, sets->all, sets->net, node->trans);
    case FORMULA_DISABLED:
        return sets_not(sets, select_enabled(&sets->select, sets->all,
                                             sets->net, node->trans));
    case FORMULA_DEADLOCK:
        return sets->dead;
    case FORMULA_LIVE:
        return sets_not(sets, sets->dead);
    case FORMULA_FALSE:
    case FORMULA_AND:
    case FORMULA_OR:
        break;
    }
    return MDD_EMPTY;
}

static bool asks_for_dead(const struct formula *formula)
{
    for (uint32_t i = 0; i < formula->nodes.len; i++)
        if (formula->nodes.at[i].op == FORMULA_DEADLOCK ||
            formula->nodes.at[i].op == FORMULA_LIVE)
            return true;
    return false;
}

/* Nothing is collected below, so the sets of the nodes need not be kept. */
mdd_id sets_formula(struct sets *sets, const struct formula *formula)
{
    mdd_id *const found = mem_alloc(formula->nodes.len, sizeof *found);
    mdd_id result;

    if (asks_for_dead(formula))
        (void)sets_dead(sets);
    for (uint32_t i = formula->nodes.len; i-- > 0;) {
        const struct formula_node *const node = &formula->nodes.at[i];

        if (node->op != FORMULA_AND && node->op != FORMULA_OR) {
            found[i] = leaf(sets, formula, node);
            continue;
        }
        found[i] = found[node->first];
        for (uint32_t k = node->first + 1; k < node->first + node->len; k++)
            found[i] = node->op == FORMULA_AND
                           ? sets_and(sets, found[i], found[k])
                           : sets_or(sets, found[i], found[k]);
    }
    result = found[0];
    mem_free(found);
    return result;
}

static mdd_id select_marking(struct sets *sets, const struct goal *goal)
{
    VEC(struct formula_term) terms = {0};
    mdd_id found;

    for (uint32_t i = 0; i < goal->marked.len; i++)
        vec_push(&terms, ((struct formula_term){goal->marked.at[i], 1}));
    for (uint32_t i = 0; i < goal->empty.len; i++)
        vec_push(&terms, ((struct formula_term){goal->empty.at[i], -1}));
    found = select_sum(&sets->select, sets->all, terms.at, terms.len,
                       goal->marked.len);
    vec_free(&terms);
    return found;
}

mdd_id sets_goal(struct sets *sets, const struct goal *goal)
{
    if (goal->kind == GOAL_TRANSITION)
        return select_enabled(&sets->select, sets->all, sets->net, goal->trans);
    if (goal->kind == GOAL_MARKING)
        return select_marking(sets, goal);
    if (goal->kind == GOAL_DEADLOCK)
        return sets_dead(sets);
    ASSERT(goal->kind == GOAL_FORMULA || goal->kind == GOAL_HOME);
    return sets_formula(sets, goal->formula);
}

/* --- the start ------------------------------------------------------------ */

/* Among places of its digit. */
static bool is_choice(const struct sets *sets, place_id p)
{
    const struct net *const net = sets->net;
    const struct net_trans_span from = net_consumers(net, p);
    bool good = sets->chooses && marking_is_choice(net, p);

    for (uint32_t i = 0; i < from.len && good; i++)
        good = net_overflow(net, from.at[i]) == PLACE_NONE &&
               sets->digits.level[net_post(net, from.at[i]).at[0]] ==
                   sets->digits.level[p];
    return good;
}

/* The markings of `below`, with each of the places to which choice p leads. */
static mdd_id add_choices(struct sets *sets, place_id p, mdd_id below)
{
    const struct net_trans_span from = net_consumers(sets->net, p);
    mdd_id found = MDD_EMPTY;

    for (uint32_t i = 0; i < from.len; i++) {
        const place_id to = net_post(sets->net, from.at[i]).at[0];
        const struct mdd_arc arc = {sets->digits.value[to], below};

        found = sets_or(sets, found, mdd_node(&sets->diagram, &arc, 1));
    }
    return found;
}

mdd_id sets_start(struct sets *sets)
{
    const struct digits *const digits = &sets->digits;
    const uint32_t *const values = digits_of(digits, net_initial(sets->net));
    mdd_id found = MDD_ALL;

    ASSERT(values);
    for (uint32_t level = 1; level <= digits->n_levels; level++) {
        const struct mdd_arc arc = {values[level], found};
        const place_id p =
            arc.value ? digits_place(digits, level, arc.value) : PLACE_NONE;

        found = p != PLACE_NONE && is_choice(sets, p)
                    ? add_choices(sets, p, found)
                    : mdd_node(&sets->diagram, &arc, 1);
    }
    return found;
}

void sets_make_choices(const struct sets *sets, const bits_word *m,
                       witness_run *run)
{
    for (place_id p = 0; p < net_place_count(sets->net); p++) {
        const struct net_trans_span from = net_consumers(sets->net, p);
        const uint32_t n = is_choice(sets, p) ? from.len : 0;

        for (uint32_t i = 0; i < n; i++)
            if (bits_has(m, net_post(sets->net, from.at[i]).at[0])) {
                vec_push(run, from.at[i]);
                break;
            }
    }
}

/* --- single markings ------------------------------------------------------ */

mdd_id sets_word(struct sets *sets, const bits_word *m)
{
    const uint32_t *const values = digits_of(&sets->digits, m);
    mdd_id word = values ? MDD_ALL : MDD_EMPTY;

    for (uint32_t level = 1; word && level <= sets->digits.n_levels; level++)
        word =
            mdd_node(&sets->diagram, &(struct mdd_arc){values[level], word}, 1);
    return word;
}

bool sets_has(const struct sets *sets, mdd_id set, const bits_word *m)
{
    const uint32_t *const values = digits_of(&sets->digits, m);

    if (!values)
        return false;
    for (uint32_t level = sets->digits.n_levels; set && level; level--)
        set = mdd_child(&sets->diagram, set, values[level]);
    return set != MDD_EMPTY;
}

void sets_pick(const struct sets *sets, mdd_id set, bits_word *m)
{
    memset(m, 0, bits_words(net_place_count(sets->net)) * sizeof *m);
    for (uint32_t level = sets->digits.n_levels; level; level--) {
        const struct mdd_arc arc = mdd_arcs(&sets->diagram, set)[0];

        if (arc.value)
            bits_add(m, digits_place(&sets->digits, level, arc.value));
        set = arc.to;
    }
}

mdd_id sets_take(struct sets *sets, mdd_id *set, bits_word *m)
{
    mdd_id word;

    sets_pick(sets, *set, m);
    word = sets_word(sets, m);
    *set = sets_less(sets, *set, word);
    return word;
}
