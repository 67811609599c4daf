/* temporal.c - temporal formulas on random safe nets against brute force.
 *
 *     temporal FIRST COUNT
 *
 * For each seed a net and some formulas.  The oracle lists the markings.  A
 * state is a marking with a guess of which parts with a temporal operator hold
 * from there on; a step must keep what the guess says of the next marking.  A
 * path is fair if no guess is put off for ever.  By fixpoints: from which
 * states does a fair path begin?  No automaton takes part, and none of the laws
 * by which the tool simplifies formulas.  Each engine must give this verdict or
 * none, with a run of which the formula holds; `state` must give one. */
#include "condition.h"
#include "engine/race/engines.h"
#include "net/marking.h"
#include "question/formula_parser.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_MARKINGS = 80, N_FORMULAS = 6, MOST_PARTS = 24, MOST_GUESSED = 3 };

/* Parts in the order in which they were made; the last one is the formula. */
struct part {
    char op; /* c a condition; ! & | X F G U R W M */
    uint32_t a, b;
    struct condition *condition;
    uint32_t guess; /* of a temporal part: its bit */
};

struct tree {
    struct part parts[MOST_PARTS];
    uint32_t n, n_guessed;
    char text[16384];
};

struct counts {
    unsigned long nets, formulas, found, plain, lassos, dead, proved, unfair;
};

struct brute {
    const struct oracle *oracle;
    const net_trans_list *fair; /* transitions */
    const struct tree *tree;
    uint32_t n_guesses; /* of a marking */
    bool *dead;         /* by marking */
    bool *value;        /* by state and part */
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

static uint32_t grow(struct tree *tree, struct random *random,
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

static void print(const struct tree *tree, uint32_t i, char *text)
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

static void finish(struct tree *tree)
{
    for (uint32_t i = 0; i < tree->n; i++)
        if (tree->parts[i].condition)
            condition_destroy(tree->parts[i].condition);
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

/* Does some run satisfy the formula? */
static bool is_satisfied(const struct oracle *oracle,
                         const net_trans_list *fair_trans,
                         const struct tree *tree)
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

/* --- engines -------------------------------------------------------------- */

static bool is_good(const struct net *net, const struct goal *goal,
                    const struct answer_finding *finding, bool found, bool must,
                    struct counts *counts)
{
    struct diag diag = {0};

    if (finding->verdict == VERDICT_UNKNOWN)
        return !must;
    counts->proved += finding->verdict == VERDICT_NO && !must;
    if (finding->verdict == VERDICT_NO)
        return !found;
    if (goal->kind == GOAL_FORMULA) {
        counts->plain++;
        return found && witness_replay(net, &finding->run, goal, &diag);
    }
    counts->lassos++;
    counts->dead += finding->loop == finding->run.len;
    return found && witness_replay(net, &finding->run, NULL, &diag) &&
           temporal_holds(goal->temporal, net, finding->run.at,
                          finding->run.len, finding->loop, &diag);
}

/* Engines that may go on for ever get so many looks at the limits. */
static int is_late(void *data)
{
    enum { MOST = 400 };
    unsigned *const n = data;

    return ++*n > MOST;
}

static bool try_engine(const struct engine *engine, const struct net *net,
                       const goal_list *goals, const bool *found, uint64_t seed,
                       struct counts *counts)
{
    const struct engine_problem problem = {
        .net = net,
        .question = {goals->at, goals->len},
        .state.stubborn = seed % 3 ? STUBBORN_PROPERTY : STUBBORN_NONE,
        .walk.seed = seed,
        .test.budget = seed % 2 ? 1000 : 1000000,
    };
    unsigned n_looks = 0;
    const struct engine_limits limits = {
        .max_events = engine->is_complete ? 0 : 3000,
        .threads = 1,
        .terminate = engine->is_complete ? NULL : is_late,
        .terminate_data = &n_looks};
    struct answer answer;
    bool good = true;

    answer_init(&answer, goals->len);
    engine->run(&problem, &limits, &answer);
    for (uint32_t g = 0; g < goals->len && good; g++) {
        good = is_good(net, &goals->at[g], &answer.findings[g], found[g],
                       engine->is_complete, counts);
        if (!good)
            fprintf(stderr, "engine %s on '%s', which %s\n", engine->name,
                    goals->at[g].text, found[g] ? "has a run" : "has none");
    }
    answer_finish(&answer);
    return good;
}

static bool ask(const struct oracle *oracle, struct random *random,
                uint64_t seed, struct counts *counts)
{
    const struct net *const net = oracle->net;
    bool found[N_FORMULAS], good = true;
    goal_list goals = {0};

    while (goals.len < N_FORMULAS) {
        struct tree tree = {0};
        struct diag diag = {0};
        net_trans_list fair = {0};
        const bool all = random_chance(random, 50);
        const char *const begins = all ? "A " : "E ";

        (void)grow(&tree, random, net, 1 + random_below(random, 4));
        (void)strcpy(tree.text, begins);
        print(&tree, tree.n - 1, tree.text);
        if (random_chance(random, 50) ||
            !formula_parser_is_temporal(tree.text)) {
            (void)snprintf(tree.text, sizeof tree.text, "%sX ", begins);
            print(&tree, tree.n - 1, tree.text);
            tree.parts[tree.n] = (struct part){
                .op = 'X', .a = tree.n - 1, .guess = tree.n_guessed++};
            tree.n++;
        }
        if (!goal_add_formula(&goals, net, tree.text, &diag)) {
            fprintf(stderr, "'%s': column %u: %s\n", tree.text, diag.column,
                    diag.text);
            abort();
        }
        if (all)
            tree.parts[tree.n] = (struct part){.op = '!', .a = tree.n - 1};
        tree.n += all;
        for (uint32_t n =
                 random_chance(random, 15) ? 1 + random_below(random, 3) : 0;
             n > 0; n--)
            vec_push(&fair, random_below(random, net_trans_count(net)));
        if (vec_top(&goals)->temporal)
            vec_append(&vec_top(&goals)->temporal->fair, &fair);
        found[goals.len - 1] = is_satisfied(oracle, &fair, &tree);
        counts->formulas++;
        counts->found += found[goals.len - 1];
        counts->unfair += fair.len && !found[goals.len - 1] &&
                          is_satisfied(oracle, &(net_trans_list){0}, &tree);
        finish(&tree);
        vec_free(&fair);
    }
    for (uint32_t i = 0; i < ENGINES_COUNT && good; i++)
        if ((engines_list[i]->goals >> GOAL_LASSO & 1) &&
            !engines_list[i]->is_race)
            good =
                try_engine(engines_list[i], net, &goals, found, seed, counts);
    goal_list_free(&goals);
    return good;
}

static bool try_net(unsigned long seed, struct counts *counts)
{
    struct oracle oracle;
    struct random random;
    struct net *net;
    bool good = true;

    random_init(&random, seed);
    net = random_net(&random, (enum random_kind)(seed % 4 == 0 ? 0 : 1),
                     1 + random_below(&random, 3));
    oracle_init(&oracle, net, MAX_MARKINGS);
    if (oracle.complete) {
        counts->nets++;
        good = ask(&oracle, &random, seed, counts);
    }
    if (!good) {
        fprintf(stderr, "seed %lu: wrong\n", seed);
        support_print_net(net, stderr);
    }
    oracle_finish(&oracle);
    net_destroy(net);
    return good;
}

int main(int argc, char **argv)
{
    const unsigned long first = argc > 1 ? strtoul(argv[1], NULL, 10) : 1;
    const unsigned long count = argc > 2 ? strtoul(argv[2], NULL, 10) : 100;
    struct counts counts = {0};
    bool good = true;

    for (unsigned long seed = first; seed < first + count && good; seed++)
        good = try_net(seed, &counts);
    printf(
        "%lu nets, %lu formulas, %lu with a run; %lu runs shown, %lu of them "
        "to a deadlock, %lu to a marking; that there is none, %lu times by "
        "others than state; %lu with unfair runs alone\n",
        counts.nets, counts.formulas, counts.found, counts.lassos, counts.dead,
        counts.plain, counts.proved, counts.unfair);
    return good && counts.dead && counts.plain && counts.lassos > counts.dead
               ? EXIT_SUCCESS
               : EXIT_FAILURE;
}
