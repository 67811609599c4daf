#include "marking/game_goals.h"

/* What a place in a sum and a look at a question cost, in units of work. */
enum { USE_COST = 3, LOOK_COST = 20 };

#define NO_SUM UINT32_MAX

/* A place in a sum, before they are sorted by place. */
struct placed_use {
    place_id place;
    struct game_goals_use use;
};

/* What init() collects. */
struct collection {
    VEC(struct placed_use) uses;
    VEC(uint32_t) trans_of, goal_of; /* pairs: goal names transition */
};

static void add_term(struct collection *all, uint32_t sum, place_id p,
                     int64_t factor)
{
    const struct placed_use use = {p, {sum, factor}};

    vec_push(&all->uses, use);
}

static uint32_t add_sum(struct game_goals *atoms, uint32_t g, int64_t bound)
{
    const struct game_goals_sum sum = {.bound = bound, .goal = g};

    vec_push(&atoms->sums, sum);
    return atoms->sums.len - 1;
}

static void add_trans(struct collection *all, uint32_t g, trans_id t)
{
    vec_push(&all->trans_of, t);
    vec_push(&all->goal_of, g);
}

static void add_leaf(struct game_goals *atoms, struct collection *all,
                     uint32_t g, const struct formula *formula,
                     const struct formula_node *node)
{
    uint32_t sum = NO_SUM;

    if (node->op == FORMULA_AT_LEAST) {
        sum = add_sum(atoms, g, node->bound);
        for (uint32_t i = 0; i < node->len; i++)
            add_term(all, sum, formula->terms.at[node->first + i].place,
                     formula->terms.at[node->first + i].factor);
    } else if (node->op == FORMULA_FIREABLE || node->op == FORMULA_DISABLED) {
        add_trans(all, g, node->trans);
    } else if (node->op == FORMULA_DEADLOCK || node->op == FORMULA_LIVE) {
        vec_push(&atoms->of_deadlock, g);
    }
    vec_push(&atoms->sum_of, sum);
}

static void add_goal(struct game_goals *atoms, struct collection *all,
                     uint32_t g)
{
    const struct goal *const goal = &atoms->goals[g];
    uint32_t sum;

    atoms->first_sum[g] = atoms->sum_of.len;
    if (goal->kind == GOAL_TRANSITION) {
        add_trans(all, g, goal->trans);
    } else if (goal->kind == GOAL_DEADLOCK) {
        vec_push(&atoms->of_deadlock, g);
    } else if (goal->kind == GOAL_MARKING) {
        sum = add_sum(atoms, g, goal->marked.len);
        for (uint32_t i = 0; i < goal->marked.len; i++)
            add_term(all, sum, goal->marked.at[i], 1);
        for (uint32_t i = 0; i < goal->empty.len; i++)
            add_term(all, sum, goal->empty.at[i], -1);
        vec_push(&atoms->sum_of, sum);
    } else if (goal->kind == GOAL_FORMULA || goal->kind == GOAL_BOUND) {
        for (uint32_t i = 0; i < goal->formula->nodes.len; i++)
            add_leaf(atoms, all, g, goal->formula, &goal->formula->nodes.at[i]);
    }
    if (goal->kind == GOAL_BOUND) /* the first value is larger than none */
        atoms->sums.at[atoms->sum_of.at[atoms->first_sum[g]]].bound = INT64_MIN;
}

/* Counts, then positions, then contents. */
static void sort_uses(struct game_goals *atoms, const struct collection *all,
                      uint32_t n_places)
{
    uint32_t *const start = mem_zero((size_t)n_places + 2, sizeof *start);

    atoms->uses = mem_alloc(all->uses.len, sizeof *atoms->uses);
    for (uint32_t i = 0; i < all->uses.len; i++)
        start[all->uses.at[i].place + 2]++;
    for (place_id p = 0; p < n_places; p++)
        start[p + 2] += start[p + 1];
    for (uint32_t i = 0; i < all->uses.len; i++)
        atoms->uses[start[all->uses.at[i].place + 1]++] = all->uses.at[i].use;
    atoms->use_start = start;
}

static void sort_goals(struct game_goals *atoms, const struct collection *all,
                       uint32_t n_trans)
{
    uint32_t *const start = mem_zero((size_t)n_trans + 2, sizeof *start);

    atoms->goals_of = mem_alloc(all->goal_of.len, sizeof *atoms->goals_of);
    for (uint32_t i = 0; i < all->trans_of.len; i++)
        start[all->trans_of.at[i] + 2]++;
    for (trans_id t = 0; t < n_trans; t++)
        start[t + 2] += start[t + 1];
    for (uint32_t i = 0; i < all->trans_of.len; i++)
        atoms->goals_of[start[all->trans_of.at[i] + 1]++] = all->goal_of.at[i];
    atoms->goal_start = start;
}

static void make_due(struct game_goals *atoms, uint32_t g)
{
    if (!atoms->open[g] || stamp_has(&atoms->is_due, g))
        return;
    stamp_add(&atoms->is_due, g);
    vec_push(&atoms->due, g);
}

/* The sums at the initial marking. */
static void add_up(struct game_goals *atoms)
{
    const struct net *const net = atoms->game->net;

    for (place_id p = 0; p < net_place_count(net); p++)
        for (uint32_t i = atoms->use_start[p];
             i < atoms->use_start[p + 1] && net_marked(net, p); i++)
            atoms->sums.at[atoms->uses[i].sum].value += atoms->uses[i].factor;
}

void game_goals_init(struct game_goals *atoms, const struct token_game *game,
                     const struct goal *goals, uint32_t n_goals)
{
    struct collection all = {0};

    *atoms = (struct game_goals){.game = game,
                                 .goals = goals,
                                 .n_goals = n_goals,
                                 .n_open = n_goals,
                                 .dead = game->enabled.len == 0};
    atoms->first_sum = mem_alloc(n_goals, sizeof *atoms->first_sum);
    atoms->open = mem_alloc(n_goals, sizeof *atoms->open);
    for (uint32_t g = 0; g < n_goals; g++)
        add_goal(atoms, &all, g);
    sort_uses(atoms, &all, net_place_count(game->net));
    sort_goals(atoms, &all, net_trans_count(game->net));
    vec_free(&all.uses);
    vec_free(&all.trans_of);
    vec_free(&all.goal_of);
    add_up(atoms);
    stamp_fit(&atoms->is_due, n_goals);
    stamp_start(&atoms->is_due);
    for (uint32_t g = n_goals; g-- > 0;) {
        atoms->open[g] = true;
        make_due(atoms, g);
    }
}

void game_goals_finish(struct game_goals *atoms)
{
    vec_free(&atoms->sums);
    vec_free(&atoms->sum_of);
    vec_free(&atoms->of_deadlock);
    vec_free(&atoms->due);
    stamp_finish(&atoms->is_due);
    mem_free(atoms->first_sum);
    mem_free(atoms->use_start);
    mem_free(atoms->uses);
    mem_free(atoms->goal_start);
    mem_free(atoms->goals_of);
    mem_free(atoms->open);
}

/* --- changes -------------------------------------------------------------- */

static void change_place(struct game_goals *atoms, place_id p)
{
    const bool marked = bits_has(atoms->game->marked, p);

    for (uint32_t i = atoms->use_start[p]; i < atoms->use_start[p + 1]; i++) {
        const struct game_goals_use *const use = &atoms->uses[i];
        struct game_goals_sum *const sum = &atoms->sums.at[use->sum];
        const bool held = sum->value >= sum->bound;

        sum->value += marked ? use->factor : -use->factor;
        if (held != (sum->value >= sum->bound))
            make_due(atoms, sum->goal);
    }
    atoms->work += USE_COST * (atoms->use_start[p + 1] - atoms->use_start[p]);
}

static void switch_trans(struct game_goals *atoms, trans_id t)
{
    for (uint32_t i = atoms->goal_start[t]; i < atoms->goal_start[t + 1]; i++)
        make_due(atoms, atoms->goals_of[i]);
}

void game_goals_update(struct game_goals *atoms)
{
    const struct token_game *const game = atoms->game;
    const bool dead = game->enabled.len == 0;

    for (uint32_t i = 0; i < game->changed.len; i++)
        change_place(atoms, game->changed.at[i]);
    for (uint32_t i = 0; i < game->switched.len; i++)
        switch_trans(atoms, game->switched.at[i]);
    for (uint32_t i = 0; i < atoms->of_deadlock.len && dead != atoms->dead; i++)
        make_due(atoms, atoms->of_deadlock.at[i]);
    atoms->dead = dead;
}

/* --- truth ---------------------------------------------------------------- */

static bool leaf_holds(const struct game_goals *atoms, uint32_t sum,
                       const struct formula_node *leaf)
{
    switch (leaf->op) {
    case FORMULA_AT_LEAST:
        return atoms->sums.at[sum].value >= atoms->sums.at[sum].bound;
    case FORMULA_FIREABLE:
        return token_game_enables(atoms->game, leaf->trans);
    case FORMULA_DISABLED:
        return !token_game_enables(atoms->game, leaf->trans);
    case FORMULA_DEADLOCK:
        return atoms->dead;
    case FORMULA_LIVE:
        return !atoms->dead;
    case FORMULA_TRUE:
        return true;
    case FORMULA_FALSE:
    case FORMULA_AND:
    case FORMULA_OR:
        break;
    }
    return false;
}

static bool formula_is_true(struct game_goals *atoms, uint32_t g)
{
    const struct formula *const formula = atoms->goals[g].formula;
    const uint32_t *const sums = atoms->sum_of.at + atoms->first_sum[g];
    uint32_t at = formula->entry;

    while (at != FORMULA_YES && at != FORMULA_NO) {
        const struct formula_node *const leaf = &formula->nodes.at[at];

        atoms->work += USE_COST;
        at = leaf_holds(atoms, sums[at], leaf) ? leaf->if_true : leaf->if_false;
    }
    return at == FORMULA_YES;
}

static const struct game_goals_sum *sum_of(const struct game_goals *atoms,
                                           uint32_t g)
{
    return &atoms->sums.at[atoms->sum_of.at[atoms->first_sum[g]]];
}

static bool holds(struct game_goals *atoms, uint32_t g)
{
    switch (atoms->goals[g].kind) {
    case GOAL_TRANSITION:
        return token_game_enables(atoms->game, atoms->goals[g].trans);
    case GOAL_DEADLOCK:
        return atoms->dead;
    case GOAL_MARKING:
    case GOAL_BOUND:
        return sum_of(atoms, g)->value >= sum_of(atoms, g)->bound;
    case GOAL_FORMULA:
        return formula_is_true(atoms, g);
    case GOAL_SAFE:
    case GOAL_EACH:
    case GOAL_LIVE:
    case GOAL_HOME:
        break;
    }
    return false;
}

uint32_t game_goals_next(struct game_goals *atoms)
{
    while (atoms->due.len) {
        const uint32_t g = vec_pop(&atoms->due);

        atoms->work += LOOK_COST;
        if (atoms->open[g] && holds(atoms, g))
            return g;
    }
    stamp_start(&atoms->is_due);
    return atoms->n_goals;
}

void game_goals_close(struct game_goals *atoms, uint32_t g)
{
    atoms->n_open -= atoms->open[g];
    atoms->open[g] = false;
}

int64_t game_goals_raise(struct game_goals *atoms, uint32_t g)
{
    struct game_goals_sum *const sum =
        &atoms->sums.at[atoms->sum_of.at[atoms->first_sum[g]]];

    sum->bound = sum->value + 1;
    return sum->value;
}
