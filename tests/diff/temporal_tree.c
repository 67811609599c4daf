#include "temporal_tree.h"

#include "base/check.h"
#include "base/mem.h"
#include "net/marking.h"
#include "support.h"

#include <stdio.h>
#include <string.h>

enum { MOST_PARTS = 24, MOST_GUESSED = 3 };

/* Parts in the order in which they were made; the last one is the formula. */
struct part {
    char op; /* c a condition; ! & | X F G U R W M */
    uint32_t a, b;
    struct condition *condition;
    uint32_t guess; /* of a temporal part: its bit */
};

struct temporal_tree {
    struct part parts[MOST_PARTS];
    uint32_t n, n_guessed;
    char text[16384];
};

struct brute {
    const struct oracle *oracle;
    const struct temporal_tree *tree;
    const net_trans_list *fair; /* transitions */
    uint32_t n_guesses;         /* of a marking */
    bool *dead;                 /* by marking */
    bool *value;                /* by state and part */
};

/* --- formulas ------------------------------------------------------------- */

static bool is_temporal(char op)
{
    return strchr("XFGURWM", op) != NULL;
}

static bool is_binary(char op)
{
    return strchr("&|URWM", op) != NULL;
}

static uint32_t grow(struct temporal_tree *tree, struct random *random,
                     const struct net *net, uint32_t depth)
{
    static const char ops[] = "cc!&|XFGURWMXFGU";
    struct part part = {.op = ops[random_below(random, sizeof ops - 1)]};

    if (!depth || tree->n > MOST_PARTS / 2 ||
        (is_temporal(part.op) && tree->n_guessed == MOST_GUESSED))
        part.op = 'c';
    if (is_temporal(part.op))
        part.guess = tree->n_guessed++;
    if (part.op == 'c')
        part.condition = condition_create(random, net, 1);
    else
        part.a = grow(tree, random, net, depth - 1);
    if (is_binary(part.op))
        part.b = grow(tree, random, net, depth - 1);
    CHECK(tree->n < MOST_PARTS);
    tree->parts[tree->n] = part;
    return tree->n++;
}

static void print(const struct temporal_tree *tree, uint32_t i, char *text)
{
    const struct part *const part = &tree->parts[i];
    char op[4] = {' ', part->op, ' '};

    strcat(text, "(");
    if (part->op == 'c')
        strcat(text, condition_text(part->condition));
    if (is_binary(part->op))
        print(tree, part->a, text);
    if (part->op != 'c')
        strcat(text, op);
    if (part->op != 'c')
        print(tree, is_binary(part->op) ? part->b : part->a, text);
    strcat(text, ")");
}

struct temporal_tree *temporal_tree_create(struct random *random,
                                           const struct net *net)
{
    struct temporal_tree *const tree = mem_zero(1, sizeof *tree);
    const bool all = random_chance(random, 50);
    const char *const begins = all ? "A " : "E ";

    (void)grow(tree, random, net, 1 + random_below(random, 4));
    (void)strcpy(tree->text, begins);
    print(tree, tree->n - 1, tree->text);
    if (random_chance(random, 50) ||
        support_path(net, tree->text) < QUESTION_ALL_PATHS) {
        (void)snprintf(tree->text, sizeof tree->text, "%sX ", begins);
        print(tree, tree->n - 1, tree->text);
        tree->parts[tree->n] = (struct part){
            .op = 'X', .a = tree->n - 1, .guess = tree->n_guessed++};
        tree->n++;
    }
    if (all)
        tree->parts[tree->n] = (struct part){.op = '!', .a = tree->n - 1};
    tree->n += all;
    return tree;
}

void temporal_tree_destroy(struct temporal_tree *tree)
{
    for (uint32_t i = 0; i < tree->n; i++)
        if (tree->parts[i].condition)
            condition_destroy(tree->parts[i].condition);
    mem_free(tree);
}

void temporal_tree_move(struct temporal_tree *tree, const struct net *net)
{
    for (uint32_t i = 0; i < tree->n; i++)
        if (tree->parts[i].condition)
            condition_move(tree->parts[i].condition, net);
}

const char *temporal_tree_text(const struct temporal_tree *tree)
{
    return tree->text;
}

/* --- by fixpoints --------------------------------------------------------- */

static bool *values(const struct brute *x, uint32_t state)
{
    return x->value + (size_t)state * MOST_PARTS;
}

static bool guessed(const struct brute *x, uint32_t state,
                    const struct part *part)
{
    return state % x->n_guesses >> part->guess & 1;
}

static void evaluate(const struct brute *x, uint32_t state)
{
    const bits_word *const m = oracle_marking(x->oracle, state / x->n_guesses);
    bool *const value = values(x, state);

    for (uint32_t i = 0; i < x->tree->n; i++) {
        const struct part *const part = &x->tree->parts[i];
        const bool a = value[part->a], b = value[part->b];

        value[i] = part->op == 'c'   ? condition_holds(part->condition, m)
                   : part->op == '!' ? !a
                   : part->op == '&' ? a && b
                   : part->op == '|' ? a || b
                                     : guessed(x, state, part);
    }
}

/* Does the guess here say what the guess at the next state wants? */
static bool agrees(const struct brute *x, uint32_t state, uint32_t next)
{
    const bool *const now = values(x, state), *const then = values(x, next);

    for (uint32_t i = 0; i < x->tree->n; i++) {
        const struct part *const part = &x->tree->parts[i];
        const bool a = now[part->a], b = now[part->b], later = then[i];
        bool wanted = now[i];

        switch (part->op) {
        case 'X':
            wanted = then[part->a];
            break;
        case 'F':
            wanted = a || later;
            break;
        case 'G':
            wanted = a && later;
            break;
        case 'U':
            wanted = b || (a && later);
            break;
        case 'W':
            wanted = b || (a && later);
            break;
        case 'R':
        case 'M':
            wanted = b && (a || later);
            break;
        default:
            break;
        }
        if (wanted != now[i])
            return false;
    }
    return true;
}

/* Is the part not put off here? */
static bool is_settled(const struct brute *x, uint32_t state, uint32_t i)
{
    const struct part *const part = &x->tree->parts[i];
    const bool *const now = values(x, state);
    const bool a = now[part->a], b = now[part->b];

    switch (part->op) {
    case 'F':
        return !now[i] || a;
    case 'U':
        return !now[i] || b;
    case 'M':
        return !now[i] || (a && b);
    case 'G':
        return now[i] || !a;
    case 'R':
        return now[i] || !b;
    case 'W':
        return now[i] || (!a && !b);
    default:
        return true;
    }
}

/* Is t disabled at marking m, or does it lead to the other one? */
static bool is_fair_step(const struct oracle *oracle, uint32_t m, uint32_t to,
                         trans_id t)
{
    bits_word *next;
    bool is_same;

    if (!marking_enabled(oracle->net, oracle_marking(oracle, m), t))
        return true;
    next = mem_copy(oracle_marking(oracle, m), oracle->words, sizeof *next);
    marking_fire(oracle->net, next, t);
    is_same =
        !memcmp(next, oracle_marking(oracle, to), oracle->words * sizeof *next);
    mem_free(next);
    return is_same;
}

/* Adds to `to` the states from which a step leads into `from`; true if there
 * were new ones.  Only states of `within`, and only steps that are fair to t,
 * unless it is TRANS_NONE. */
static bool step_back(const struct brute *x, const bool *from,
                      const bool *within, trans_id t, bool *to)
{
    const struct oracle *const oracle = x->oracle;
    bool grew = false;

    for (uint32_t e = 0; e < oracle->graph.len + oracle->n_markings; e++) {
        const bool stays = e >= oracle->graph.len;
        const uint32_t m =
            stays ? e - oracle->graph.len : oracle->graph.at[e].from;
        const uint32_t to_m = stays ? m : oracle->graph.at[e].to;

        if ((stays && !x->dead[m]) ||
            (t != TRANS_NONE && !is_fair_step(oracle, m, to_m, t)))
            continue;
        for (uint32_t i = 0; i < x->n_guesses; i++)
            for (uint32_t k = 0; k < x->n_guesses; k++) {
                const uint32_t s = m * x->n_guesses + i;
                const uint32_t next = to_m * x->n_guesses + k;

                if (within[s] && !to[s] && from[next] && agrees(x, s, next))
                    grew = to[s] = true;
            }
    }
    return grew;
}

/* Leaves those states in `fair` from which, within it, one can go on to a state
 * where part i is settled; or, behind the parts, to a step that is fair. */
static bool shrink(const struct brute *x, bool *fair, uint32_t n, uint32_t i)
{
    const bool is_part = i < x->tree->n;
    bool *const reach = mem_zero(n, sizeof *reach);
    bool *const next = mem_zero(n, sizeof *next);
    bool shrank = false;

    for (uint32_t s = 0; s < n; s++)
        reach[s] = fair[s] && is_part && is_settled(x, s, i);
    if (!is_part)
        (void)step_back(x, fair, fair, x->fair->at[i - x->tree->n], reach);
    while (step_back(x, reach, fair, TRANS_NONE, reach))
        continue;
    if (is_part)
        (void)step_back(x, reach, fair, TRANS_NONE, next);
    else
        memcpy(next, reach, n * sizeof *next);
    for (uint32_t s = 0; s < n; s++) {
        shrank |= fair[s] && !next[s];
        fair[s] &= next[s];
    }
    mem_free(reach);
    mem_free(next);
    return shrank;
}

bool temporal_tree_found(const struct temporal_tree *tree,
                         const struct oracle *oracle,
                         const net_trans_list *fair_trans)
{
    struct brute x = {.oracle = oracle,
                      .fair = fair_trans,
                      .tree = tree,
                      .n_guesses = 1u << tree->n_guessed};
    const uint32_t n = oracle->n_markings * x.n_guesses;
    bool *const fair = mem_zero(n, sizeof *fair);
    bool shrank = true, found = false;

    x.dead = mem_zero(oracle->n_markings, sizeof *x.dead);
    x.value = mem_zero((size_t)n * MOST_PARTS, sizeof *x.value);
    memset(x.dead, true, oracle->n_markings * sizeof *x.dead);
    for (uint32_t e = 0; e < oracle->graph.len; e++)
        x.dead[oracle->graph.at[e].from] = false;
    for (uint32_t s = 0; s < n; s++) {
        evaluate(&x, s);
        fair[s] = true;
    }
    while (shrank) {
        shrank = false;
        for (uint32_t i = 0; i < tree->n + fair_trans->len; i++)
            shrank |= shrink(&x, fair, n, i);
    }
    for (uint32_t s = 0; s < x.n_guesses; s++)
        found |= fair[s] && values(&x, s)[tree->n - 1];
    mem_free(fair);
    mem_free(x.dead);
    mem_free(x.value);
    return found;
}
