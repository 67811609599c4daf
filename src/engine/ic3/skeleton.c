#include "engine/ic3/skeleton.h"

#include "base/mem.h"
#include "proof/goal_clauses.h"

#include <limits.h>
#include <stdlib.h>

/* What CaDiCaL costs (watch.h): a call for each clause, a decision, a conflict,
 * and each literal of what it learns. */
enum {
    CLAUSE_COST = 20,
    DECISION_COST = 300,
    CONFLICT_COST = 5000,
    LITERAL_COST = 1000,
};

/* With more variables each decision looks at the limits: it can take
 * milliseconds. */
enum { MANY_VARS = 1 << 16 };

/* CaDiCaL does not tell what it holds.  About so many bytes of a variable, with
 * two lists of watches, of a clause with its two watches, and of a literal;
 * clauses that it learns are left out. */
enum { VARIABLE_BYTES = 160, CLAUSE_BYTES = 64, LITERAL_BYTES = 4 };

static void put_literal(struct skeleton *s, int literal)
{
    s->n_clauses += !literal;
    s->n_literals += literal != 0;
    ccadical_add(s->solver, literal);
}

/* Transitions, of which few questions speak, have variables behind the
 * others. */
void skeleton_put(void *skeleton, uint32_t literal)
{
    struct skeleton *const s = skeleton;
    const bool is_end = literal == GOAL_CLAUSES_END;
    const int var = is_end ? 0 : (int)(literal / 2) + 1;

    if (var > s->n_vars)
        s->n_vars += (int)net_trans_count(s->net);
    put_literal(s, literal % 2 ? -var : var);
}

/* --- the beginning and the end -------------------------------------------- */

static int decides(void *self)
{
    struct skeleton *const s = self;

    return watch_work(s->watch, DECISION_COST) || (s->log && s->log->full) ||
           (s->n_vars > MANY_VARS && watch_look(s->watch));
}

static uint32_t length_of(const int *clause)
{
    uint32_t n = 0;

    while (clause[n])
        n++;
    return n;
}

/* The clause and its 0.  CaDiCaL calls this: no jump may leave it. */
static void log_clause(struct skeleton_log *log, const int *clause, uint32_t n)
{
    if (n >= log->cap - log->len && n < log->most - log->len) {
        const uint32_t cap = mem_grown(log->len + n + 1);
        int *const at = mem_try_resize(log->at, cap, sizeof *at);

        log->cap = at ? cap : log->cap;
        log->at = at ? at : log->at;
    }
    log->full |= n >= log->most - log->len || n >= log->cap - log->len;
    for (uint32_t i = 0; i <= n && !log->full; i++)
        log->at[log->len++] = clause[i];
}

static void learns(void *self, int *clause)
{
    struct skeleton *const s = self;
    const uint32_t n = length_of(clause);

    (void)watch_work(s->watch, CONFLICT_COST + LITERAL_COST * (uint64_t)n);
    if (s->log)
        log_clause(s->log, clause, n);
}

/* CaDiCaL would first go through all clauses eight times to be lucky, in each
 * call. */
static void choose_solutions(CCaDiCaL *solver, bool many)
{
    static const char *const without[] = {"chrono", "lucky", NULL};

    cadical_without(solver, without);
    ccadical_set_option(solver, "phase", many);
    ccadical_set_option(solver, "forcephase", !many);
    ccadical_set_option(solver, "reverse", !many);
}

void skeleton_init(struct skeleton *s, const struct net *net,
                   const struct goal *goal, enum skeleton_order order,
                   struct watch *watch, struct skeleton_log *log)
{
    /* What CaDiCaL derives in other ways than from a conflict. */
    static const char *const unlogged[] = {
        "block",       "compact",  "condition",   "cover",   "decompose",
        "deduplicate", "elim",     "probe",       "subsume", "ternary",
        "vivify",      "transred", "instantiate", NULL};
    const uint32_t n_places = net_place_count(net);

    *s =
        (struct skeleton){.net = net, .goal = goal, .watch = watch, .log = log};
    s->n_vars = (int)n_places;
    if (goal->kind == GOAL_FORMULA)
        s->n_vars += (int)goal->formula->nodes.len;
    s->literal = mem_zero(n_places, sizeof *s->literal);
    s->solver = cadical_create(&s->guard);
    ccadical_set_option(s->solver, "terminateint", 1);
    choose_solutions(s->solver, order == SKELETON_MANY_FIRST ||
                                    goal->kind == GOAL_FORMULA);
    if (log)
        cadical_without(s->solver, unlogged);
    ccadical_set_terminate(s->solver, s, decides);
    ccadical_set_learn(s->solver, s, log ? INT_MAX : CADICAL_LONGEST, learns);
    goal_clauses_visit(net, goal, skeleton_put, s);
}

void skeleton_finish(struct skeleton *s)
{
    cadical_destroy(s->solver, &s->guard);
    mem_note(&s->noted, 0);
    mem_free(s->literal);
    vec_free(&s->places);
    vec_free(&s->comparisons);
    vec_free(&s->left);
    vec_free(&s->stack);
    *s = (struct skeleton){0};
}

/* --- cubes ---------------------------------------------------------------- */

bool skeleton_marked(const struct skeleton *s, place_id p)
{
    return ccadical_val(s->solver, (int)p + 1) > 0;
}

void skeleton_add(struct skeleton *s, place_id p)
{
    if (s->literal[p] != SKELETON_FREE)
        return;
    s->literal[p] = skeleton_marked(s, p) ? SKELETON_MARKED : SKELETON_EMPTY;
    vec_push(&s->places, p);
}

static void add_places(struct skeleton *s, struct net_place_span places)
{
    for (uint32_t i = 0; i < places.len; i++)
        skeleton_add(s, places.at[i]);
}

/* A place that t needs and that is empty: one of the cube, if there is one,
 * otherwise the one that most transitions need. */
static void add_empty(struct skeleton *s, trans_id t)
{
    const struct net_place_span needed = net_needs(s->net, t);
    place_id best = PLACE_NONE;
    uint32_t most = 0;

    for (uint32_t i = 0; i < needed.len; i++) {
        const place_id p = needed.at[i];
        const uint32_t n =
            net_consumers(s->net, p).len + net_readers(s->net, p).len;

        if (s->literal[p] == SKELETON_EMPTY)
            return;
        if (n > most && !skeleton_marked(s, p)) {
            best = p;
            most = n;
        }
    }
    ASSERT(best != PLACE_NONE);
    skeleton_add(s, best);
}

static void add_deadlock(struct skeleton *s)
{
    for (trans_id t = 0; t < net_trans_count(s->net); t++)
        add_empty(s, t);
}

static bool is_enabled(const struct skeleton *s, trans_id t)
{
    const struct net_place_span needed = net_needs(s->net, t);

    for (uint32_t i = 0; i < needed.len; i++)
        if (!skeleton_marked(s, needed.at[i]))
            return false;
    return true;
}

static void add_enabled(struct skeleton *s)
{
    trans_id t = 0;

    while (!is_enabled(s, t))
        t++;
    add_places(s, net_needs(s->net, t));
}

/* The first child that is true; all of an "and".  Nodes have their variables
 * behind the places. */
static void follow(struct skeleton *s, const struct formula_node *node)
{
    const uint32_t first = net_place_count(s->net) + 1;

    for (uint32_t i = node->first; i < node->first + node->len; i++)
        if (node->op == FORMULA_AND ||
            ccadical_val(s->solver, (int)(first + i)) > 0) {
            vec_push(&s->stack, i);
            if (node->op == FORMULA_OR)
                return;
        }
}

static void add_leaf(struct skeleton *s, uint32_t n)
{
    const struct formula *const formula = s->goal->formula;
    const struct formula_node *const node = &formula->nodes.at[n];

    switch (node->op) {
    case FORMULA_TRUE:
    case FORMULA_FALSE:
    case FORMULA_AND:
    case FORMULA_OR:
        break;
    case FORMULA_AT_LEAST:
        if (formula_literal(formula, node))
            skeleton_add(s, formula->terms.at[node->first].place);
        else
            vec_push(&s->comparisons, n);
        break;
    case FORMULA_FIREABLE:
        add_places(s, net_needs(s->net, node->trans));
        break;
    case FORMULA_DISABLED:
        add_empty(s, node->trans);
        break;
    case FORMULA_DEADLOCK:
        add_deadlock(s);
        break;
    case FORMULA_LIVE:
        add_enabled(s);
        break;
    }
}

static void add_formula(struct skeleton *s)
{
    const struct formula *const formula = s->goal->formula;

    vec_clear(&s->stack);
    vec_push(&s->stack, 0);
    while (s->stack.len) {
        const uint32_t n = vec_pop(&s->stack);
        const struct formula_node *const node = &formula->nodes.at[n];

        if (formula_is_leaf(node))
            add_leaf(s, n);
        else
            follow(s, node);
    }
}

/* A literal of the solution that is outside of a cube that was left, which
 * begins here; returns where the next one begins. */
static uint32_t add_outside(struct skeleton *s, uint32_t from)
{
    place_id outside = PLACE_NONE;
    bool has_one = false;
    uint32_t i;

    for (i = from; s->left.at[i]; i++) {
        const int literal = s->left.at[i];
        const place_id p = (place_id)abs(literal) - 1;

        has_one |=
            s->literal[p] == (literal > 0 ? SKELETON_EMPTY : SKELETON_MARKED);
        if (skeleton_marked(s, p) != (literal > 0))
            outside = p;
    }
    if (!has_one && outside != PLACE_NONE)
        skeleton_add(s, outside);
    return i + 1;
}

static void make_cube(struct skeleton *s)
{
    const struct goal *const goal = s->goal;

    for (uint32_t i = 0; i < s->places.len; i++)
        s->literal[s->places.at[i]] = SKELETON_FREE;
    vec_clear(&s->places);
    vec_clear(&s->comparisons);
    add_places(s, net_span_of(&goal->marked));
    add_places(s, net_span_of(&goal->empty));
    if (goal->kind == GOAL_TRANSITION)
        add_places(s, net_needs(s->net, goal->trans));
    else if (goal->kind == GOAL_DEADLOCK)
        add_deadlock(s);
    else if (goal->kind == GOAL_FORMULA)
        add_formula(s);
    for (uint32_t i = 0; i < s->left.len;)
        i = add_outside(s, i);
}

/* Behind all other variables. */
static int level_var(const struct skeleton *s, uint32_t level)
{
    return s->n_vars + (int)level;
}

static enum cadical_verdict solve(struct skeleton *s)
{
    mem_note(&s->noted, VARIABLE_BYTES * (size_t)s->n_vars +
                            CLAUSE_BYTES * s->n_clauses +
                            LITERAL_BYTES * s->n_literals);
    (void)watch_work(s->watch, CLAUSE_COST * (uint64_t)s->n_clauses);
    return cadical_solve(s->solver);
}

enum cadical_verdict skeleton_has(struct skeleton *s, const int *cube,
                                  uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        ccadical_assume(s->solver, cube[i]);
    return solve(s);
}

enum cadical_verdict skeleton_next(struct skeleton *s)
{
    enum cadical_verdict verdict;

    if (s->level)
        ccadical_assume(s->solver, level_var(s, s->level));
    verdict = solve(s);
    if (verdict == CADICAL_YES)
        make_cube(s);
    return verdict;
}

/* How much larger is the sum at the solution than it could be? */
static int64_t gain(const struct skeleton *s, struct formula_term term)
{
    const int64_t value = skeleton_marked(s, term.place) ? term.factor : 0;

    return value - (term.factor < 0 ? term.factor : 0);
}

/* Places that keep the sum below the bound. */
static void explain(const struct skeleton *s, uint32_t n, struct farkas *why)
{
    const struct formula *const formula = s->goal->formula;
    const struct formula_node *const node = &formula->nodes.at[n];
    const struct farkas_factor factor = {n, 1};
    int64_t most = formula_limit(formula, node);

    farkas_clear(why);
    vec_push(&why->comparisons, factor);
    for (uint32_t i = 0; i < node->len && most >= node->bound; i++) {
        const struct formula_term t = formula_term(formula, node, i);

        if (gain(s, t))
            continue;
        most -= llabs(t.factor);
        vec_push(t.factor > 0 ? &why->empty : &why->marked, t.place);
    }
}

static int64_t sum_of(const struct skeleton *s, const struct formula_node *node)
{
    int64_t sum = 0;

    for (uint32_t i = 0; i < node->len; i++) {
        const struct formula_term term =
            formula_term(s->goal->formula, node, i);

        if (skeleton_marked(s, term.place))
            sum += term.factor;
    }
    return sum;
}

/* Adds places such that the sum reaches the bound. */
static void support(struct skeleton *s, const struct formula_node *node)
{
    const struct formula *const formula = s->goal->formula;
    int64_t sum = formula_least(formula, node);

    for (uint32_t i = 0; i < node->len && sum < node->bound; i++) {
        const struct formula_term t = formula_term(formula, node, i);
        const int64_t more = gain(s, t);

        if (more)
            skeleton_add(s, t.place);
        sum += more;
    }
}

bool skeleton_settle(struct skeleton *s, struct farkas *why)
{
    const uint32_t *const nodes = s->comparisons.at;

    for (uint32_t i = 0; i < s->comparisons.len; i++) {
        const struct formula_node *const node =
            &s->goal->formula->nodes.at[nodes[i]];

        if (sum_of(s, node) < node->bound) {
            explain(s, nodes[i], why);
            return false;
        }
    }
    for (uint32_t i = 0; i < s->comparisons.len; i++)
        support(s, &s->goal->formula->nodes.at[nodes[i]]);
    return true;
}

void skeleton_exclude_set(struct skeleton *s, struct net_place_span places)
{
    int so_far = 0; /* is one of the places before this one marked? */

    CHECK(!s->n_levels);
    for (uint32_t i = 0; i < places.len; i++) {
        const int marked = (int)places.at[i] + 1, next = ++s->n_vars;
        const int clauses[][2] = {
            {-marked, next}, {-so_far, next}, {-so_far, -marked}};

        for (uint32_t k = 0; k < (so_far ? 3 : 1); k++)
            skeleton_clause(s, clauses[k], 2);
        so_far = next;
    }
}

void skeleton_clause(struct skeleton *s, const int *clause, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        put_literal(s, clause[i]);
    put_literal(s, 0);
}

void skeleton_leave(struct skeleton *s, struct net_place_span marked,
                    struct net_place_span empty)
{
    const uint32_t from = s->left.len;

    for (uint32_t i = 0; i < marked.len; i++)
        vec_push(&s->left, (int)marked.at[i] + 1);
    for (uint32_t i = 0; i < empty.len; i++)
        vec_push(&s->left, -(int)empty.at[i] - 1);
    vec_push(&s->left, 0);
    skeleton_exclude_to(s, 0, s->left.at + from, s->left.len - from - 1);
}

void skeleton_exclude_to(struct skeleton *s, uint32_t level, const int *cube,
                         uint32_t n)
{
    while (s->n_levels < level) {
        if (s->n_levels++) {
            put_literal(s, -level_var(s, s->n_levels - 1));
            put_literal(s, level_var(s, s->n_levels));
            put_literal(s, 0);
        }
    }
    if (level)
        put_literal(s, -level_var(s, level));
    for (uint32_t i = 0; i < n; i++)
        put_literal(s, -cube[i]);
    put_literal(s, 0);
}

void skeleton_exclude(struct skeleton *s, const struct farkas *farkas)
{
    goal_clauses_combination(s->net, farkas, skeleton_put, s);
}

void skeleton_demand(struct skeleton *s, const net_place_lists *traps,
                     uint32_t *n)
{
    while (*n < vecs_count(traps))
        goal_clauses_trap(net_span_at(traps, (*n)++), skeleton_put, s);
}
