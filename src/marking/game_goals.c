#include "marking/game_goals.h"

/* What a place in a sum and a look at a question cost, in units of work. */
enum { USE_COST = 3, LOOK_COST = 20 };

#define NO_SUM UINT32_MAX

/* What init() collects. */
struct collection {
    VEC(place_id) places; /* in sums */
    VEC(struct game_goals_use) uses;
    VEC(struct relation_pair) named; /* goal, transition */
};

static void add_term(struct collection *all, uint32_t sum, place_id p,
                     int64_t factor)
{
    vec_push(&all->places, p);
    vec_push(&all->uses, ((struct game_goals_use){sum, factor}));
}

static uint32_t add_sum(struct game_goals *q, uint32_t g, int64_t bound)
{
    const struct game_goals_sum sum = {.bound = bound, .goal = g};

    vec_push(&q->sums, sum);
    return q->sums.len - 1;
}

static void add_trans(struct collection *all, uint32_t g, trans_id t)
{
    vec_push(&all->named, ((struct relation_pair){g, t}));
}

static void add_leaf(struct game_goals *q, struct collection *all, uint32_t g,
                     const struct formula *formula,
                     const struct formula_node *node)
{
    uint32_t sum = NO_SUM;

    if (node->op == FORMULA_AT_LEAST) {
        sum = add_sum(q, g, node->bound);
        for (uint32_t i = 0; i < node->len; i++)
            add_term(all, sum, formula_term(formula, node, i).place,
                     formula_term(formula, node, i).factor);
    } else if (node->op == FORMULA_FIREABLE || node->op == FORMULA_DISABLED) {
        add_trans(all, g, node->trans);
    } else if (node->op == FORMULA_DEADLOCK || node->op == FORMULA_LIVE) {
        vec_push(&q->of_deadlock, g);
    }
    vec_push(&q->sum_of, sum);
}

static void add_goal(struct game_goals *q, struct collection *all, uint32_t g)
{
    const struct goal *const goal = &q->goals[g];
    uint32_t sum;

    q->first_sum[g] = q->sum_of.len;
    if (goal->kind == GOAL_TRANSITION) {
        add_trans(all, g, goal->trans);
    } else if (goal->kind == GOAL_DEADLOCK) {
        vec_push(&q->of_deadlock, g);
    } else if (goal->kind == GOAL_MARKING) {
        sum = add_sum(q, g, goal->marked.len);
        for (uint32_t i = 0; i < goal->marked.len; i++)
            add_term(all, sum, goal->marked.at[i], 1);
        for (uint32_t i = 0; i < goal->empty.len; i++)
            add_term(all, sum, goal->empty.at[i], -1);
        vec_push(&q->sum_of, sum);
    } else if (goal->kind == GOAL_FORMULA || goal->kind == GOAL_BOUND) {
        for (uint32_t i = 0; i < goal->formula->nodes.len; i++)
            add_leaf(q, all, g, goal->formula, &goal->formula->nodes.at[i]);
    }
    if (goal->kind == GOAL_BOUND) /* the first value is larger than none */
        q->sums.at[q->sum_of.at[q->first_sum[g]]].bound = INT64_MIN;
}

/* By place. */
static void sort_uses(struct game_goals *q, const struct collection *all,
                      uint32_t n_places)
{
    struct relation order;

    relation_init_keys(&order, n_places, all->places.at, all->places.len);
    q->uses = mem_alloc(all->uses.len, sizeof *q->uses);
    for (uint32_t i = 0; i < all->uses.len; i++)
        q->uses[i] = all->uses.at[order.at[i]];
    q->use_start = order.start;
    mem_free(order.at);
}

static void make_due(struct game_goals *q, uint32_t g)
{
    if (!q->open[g] || stamp_has(&q->is_due, g))
        return;
    stamp_add(&q->is_due, g);
    vec_push(&q->due, g);
}

/* The sums at the initial marking. */
static void add_up(struct game_goals *q)
{
    const struct net *const net = q->game->net;

    for (place_id p = 0; p < net_place_count(net); p++)
        for (uint32_t i = q->use_start[p];
             i < q->use_start[p + 1] && net_marked(net, p); i++)
            q->sums.at[q->uses[i].sum].value += q->uses[i].factor;
}

void game_goals_init(struct game_goals *q, const struct token_game *game,
                     const struct goal *goals, uint32_t n_goals)
{
    struct collection all = {0};

    *q = (struct game_goals){.game = game,
                             .goals = goals,
                             .n_goals = n_goals,
                             .n_open = n_goals,
                             .dead = game->enabled.len == 0};
    q->first_sum = mem_alloc(n_goals, sizeof *q->first_sum);
    q->open = mem_alloc(n_goals, sizeof *q->open);
    for (uint32_t g = 0; g < n_goals; g++)
        add_goal(q, &all, g);
    sort_uses(q, &all, net_place_count(game->net));
    relation_init_inverse(&q->goals_of, net_trans_count(game->net),
                          all.named.at, all.named.len);
    vec_free(&all.places);
    vec_free(&all.uses);
    vec_free(&all.named);
    add_up(q);
    stamp_fit(&q->is_due, n_goals);
    stamp_start(&q->is_due);
    for (uint32_t g = n_goals; g-- > 0;) {
        q->open[g] = true;
        make_due(q, g);
    }
}

void game_goals_finish(struct game_goals *q)
{
    vec_free(&q->sums);
    vec_free(&q->sum_of);
    vec_free(&q->of_deadlock);
    vec_free(&q->due);
    stamp_finish(&q->is_due);
    mem_free(q->first_sum);
    mem_free(q->use_start);
    mem_free(q->uses);
    relation_finish(&q->goals_of);
    mem_free(q->open);
}

/* --- changes -------------------------------------------------------------- */

static void change_place(struct game_goals *q, place_id p)
{
    const bool marked = bits_has(q->game->marked, p);

    for (uint32_t i = q->use_start[p]; i < q->use_start[p + 1]; i++) {
        const struct game_goals_use *const use = &q->uses[i];
        struct game_goals_sum *const sum = &q->sums.at[use->sum];
        const bool held = sum->value >= sum->bound;

        sum->value += marked ? use->factor : -use->factor;
        if (held != (sum->value >= sum->bound))
            make_due(q, sum->goal);
    }
    q->work += USE_COST * (q->use_start[p + 1] - q->use_start[p]);
}

void game_goals_update(struct game_goals *q)
{
    const struct token_game *const game = q->game;
    const bool dead = game->enabled.len == 0;

    for (uint32_t i = 0; i < game->changed.len; i++)
        change_place(q, game->changed.at[i]);
    for (uint32_t i = 0; i < game->switched.len; i++) {
        const trans_id t = game->switched.at[i];

        for (uint32_t k = q->goals_of.start[t]; k < q->goals_of.start[t + 1];
             k++)
            make_due(q, q->goals_of.at[k]);
    }
    for (uint32_t i = 0; i < q->of_deadlock.len && dead != q->dead; i++)
        make_due(q, q->of_deadlock.at[i]);
    q->dead = dead;
}

/* --- truth ---------------------------------------------------------------- */

static bool leaf_holds(const struct game_goals *q, uint32_t sum,
                       const struct formula_node *leaf)
{
    switch (leaf->op) {
    case FORMULA_AT_LEAST:
        return q->sums.at[sum].value >= q->sums.at[sum].bound;
    case FORMULA_FIREABLE:
        return token_game_enables(q->game, leaf->trans);
    case FORMULA_DISABLED:
        return !token_game_enables(q->game, leaf->trans);
    case FORMULA_DEADLOCK:
        return q->dead;
    case FORMULA_LIVE:
        return !q->dead;
    case FORMULA_TRUE:
        return true;
    case FORMULA_FALSE:
    case FORMULA_AND:
    case FORMULA_OR:
        break;
    }
    return false;
}

static bool formula_is_true(struct game_goals *q, uint32_t g)
{
    const struct formula *const formula = q->goals[g].formula;
    const uint32_t *const sums = q->sum_of.at + q->first_sum[g];
    uint32_t at = formula->entry;

    while (at != FORMULA_YES && at != FORMULA_NO) {
        const struct formula_node *const leaf = &formula->nodes.at[at];

        q->work += USE_COST;
        at = leaf_holds(q, sums[at], leaf) ? leaf->if_true : leaf->if_false;
    }
    return at == FORMULA_YES;
}

static struct game_goals_sum *sum_of(const struct game_goals *q, uint32_t g)
{
    return &q->sums.at[q->sum_of.at[q->first_sum[g]]];
}

static bool holds(struct game_goals *q, uint32_t g)
{
    const enum question_goal kind = q->goals[g].kind;

    if (kind == GOAL_TRANSITION)
        return token_game_enables(q->game, q->goals[g].trans);
    if (kind == GOAL_MARKING || kind == GOAL_BOUND)
        return sum_of(q, g)->value >= sum_of(q, g)->bound;
    return kind == GOAL_DEADLOCK
               ? q->dead
               : kind == GOAL_FORMULA && formula_is_true(q, g);
}

uint32_t game_goals_next(struct game_goals *q)
{
    while (q->due.len) {
        const uint32_t g = vec_pop(&q->due);

        q->work += LOOK_COST;
        if (q->open[g] && holds(q, g))
            return g;
    }
    stamp_start(&q->is_due);
    return q->n_goals;
}

void game_goals_close(struct game_goals *q, uint32_t g)
{
    q->n_open -= q->open[g];
    q->open[g] = false;
}

int64_t game_goals_raise(struct game_goals *q, uint32_t g)
{
    struct game_goals_sum *const sum = sum_of(q, g);

    sum->bound = sum->value + 1;
    return sum->value;
}
