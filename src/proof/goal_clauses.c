#include "proof/goal_clauses.h"

static const uint64_t MOST_VARIABLES = UINT32_C(1) << 30;

struct encoding {
    const struct net *net;
    const struct goal *goal;
    goal_clauses_put *put;
    void *self;
    bool has_tokens; /* see require_tokens() */
};

/* No condition. */
static const uint32_t ALWAYS = UINT32_MAX;

uint32_t goal_clauses_place(place_id p)
{
    return 2 * p;
}

uint32_t goal_clauses_node(const struct net *net, uint32_t node)
{
    return 2 * (net_place_count(net) + node);
}

static uint32_t node_count(const struct goal *goal)
{
    return goal->kind == GOAL_FORMULA ? goal->formula->nodes.len : 0;
}

uint32_t goal_clauses_enabled(const struct net *net, const struct goal *goal,
                              trans_id t)
{
    return goal_clauses_node(net, node_count(goal) + t);
}

uint32_t goal_clauses_variables(const struct net *net, const struct goal *goal)
{
    uint64_t n = (uint64_t)net_place_count(net) + net_trans_count(net);

    if (goal->kind >= GOAL_BOUND)
        return 0;
    n += node_count(goal);
    return n < MOST_VARIABLES ? (uint32_t)n + 1 : 0;
}

/* Begins a clause: that holds under the condition. */
static void begin(struct encoding *e, uint32_t when)
{
    if (when != ALWAYS)
        e->put(e->self, when + 1);
}

static void require(struct encoding *e, uint32_t when, uint32_t literal)
{
    begin(e, when);
    e->put(e->self, literal);
    e->put(e->self, GOAL_CLAUSES_END);
}

static void require_marked(struct encoding *e, uint32_t when,
                           struct net_place_span places)
{
    for (uint32_t i = 0; i < places.len; i++)
        require(e, when, goal_clauses_place(places.at[i]));
}

static void require_enabled(struct encoding *e, uint32_t when, trans_id t)
{
    require_marked(e, when, net_needs(e->net, t));
}

static void require_disabled(struct encoding *e, uint32_t when, trans_id t)
{
    const struct net_place_span needed = net_needs(e->net, t);

    begin(e, when);
    for (uint32_t i = 0; i < needed.len; i++)
        e->put(e->self, goal_clauses_place(needed.at[i]) + 1);
    e->put(e->self, GOAL_CLAUSES_END);
}

static void require_deadlock(struct encoding *e, uint32_t when)
{
    for (trans_id t = 0; t < net_trans_count(e->net); t++)
        require_disabled(e, when, t);
}

/* An enabled transition has its tokens: said once. */
static void require_tokens(struct encoding *e)
{
    for (trans_id t = 0; t < net_trans_count(e->net) && !e->has_tokens; t++)
        require_enabled(e, goal_clauses_enabled(e->net, e->goal, t), t);
    e->has_tokens = true;
}

static void require_some_enabled(struct encoding *e, uint32_t when)
{
    require_tokens(e);
    begin(e, when);
    for (trans_id t = 0; t < net_trans_count(e->net); t++)
        e->put(e->self, goal_clauses_enabled(e->net, e->goal, t));
    e->put(e->self, GOAL_CLAUSES_END);
}

static void require_children(struct encoding *e, uint32_t when,
                             const struct formula_node *node)
{
    if (node->op == FORMULA_AND) {
        for (uint32_t i = 0; i < node->len; i++)
            require(e, when, goal_clauses_node(e->net, node->first + i));
        return;
    }
    begin(e, when);
    for (uint32_t i = 0; i < node->len; i++)
        e->put(e->self, goal_clauses_node(e->net, node->first + i));
    e->put(e->self, GOAL_CLAUSES_END);
}

/* A comparison of one place may say that it is marked, or that it is empty. */
static void require_sum(struct encoding *e, uint32_t when,
                        const struct formula_node *node)
{
    const struct formula *const formula = e->goal->formula;
    const int literal = formula_literal(formula, node);
    const place_id p = formula->terms.at[node->first].place;

    if (literal)
        require(e, when, goal_clauses_place(p) + (literal < 0));
}

static void require_node(struct encoding *e, uint32_t n)
{
    const struct formula_node *const node = &e->goal->formula->nodes.at[n];
    const uint32_t when = goal_clauses_node(e->net, n);

    switch (node->op) {
    case FORMULA_TRUE:
        break;
    case FORMULA_FALSE:
        begin(e, when);
        e->put(e->self, GOAL_CLAUSES_END);
        break;
    case FORMULA_AND:
    case FORMULA_OR:
        require_children(e, when, node);
        break;
    case FORMULA_AT_LEAST:
        require_sum(e, when, node);
        break;
    case FORMULA_FIREABLE:
        require_enabled(e, when, node->trans);
        break;
    case FORMULA_DISABLED:
        require_disabled(e, when, node->trans);
        break;
    case FORMULA_DEADLOCK:
        require_deadlock(e, when);
        break;
    case FORMULA_LIVE:
        require_some_enabled(e, when);
        break;
    }
}

static void require_formula(struct encoding *e)
{
    for (uint32_t n = 0; n < e->goal->formula->nodes.len; n++)
        require_node(e, n);
    require(e, ALWAYS, goal_clauses_node(e->net, 0));
}

void goal_clauses_visit(const struct net *net, const struct goal *goal,
                        goal_clauses_put *put, void *self)
{
    struct encoding e = {.net = net, .goal = goal, .put = put, .self = self};

    if (goal->kind == GOAL_TRANSITION)
        require_enabled(&e, ALWAYS, goal->trans);
    else if (goal->kind == GOAL_DEADLOCK)
        require_deadlock(&e, ALWAYS);
    else if (goal->kind == GOAL_FORMULA)
        require_formula(&e);
    require_marked(&e, ALWAYS, net_span_of(&goal->marked));
    for (uint32_t i = 0; i < goal->empty.len; i++)
        require(&e, ALWAYS, goal_clauses_place(goal->empty.at[i]) + 1);
}

void goal_clauses_into(void *self, uint32_t literal)
{
    if (literal == GOAL_CLAUSES_END)
        clauses_close(self);
    else
        clauses_put(self, literal);
}

void goal_clauses_trap(struct net_place_span trap, goal_clauses_put *put,
                       void *self)
{
    for (uint32_t i = 0; i < trap.len; i++)
        put(self, goal_clauses_place(trap.at[i]));
    put(self, GOAL_CLAUSES_END);
}

void goal_clauses_combination(const struct net *net,
                              const struct farkas *farkas,
                              goal_clauses_put *put, void *self)
{
    for (uint32_t i = 0; i < farkas->marked.len; i++)
        put(self, goal_clauses_place(farkas->marked.at[i]) + 1);
    for (uint32_t i = 0; i < farkas->empty.len; i++)
        put(self, goal_clauses_place(farkas->empty.at[i]));
    for (uint32_t i = 0; i < farkas->comparisons.len; i++)
        put(self, goal_clauses_node(net, farkas->comparisons.at[i].which) + 1);
    put(self, GOAL_CLAUSES_END);
}
