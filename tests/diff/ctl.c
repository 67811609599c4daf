/* ctl.c - formulas of CTL on random nets against brute force.
 *
 *     ctl FIRST COUNT
 *
 * For each seed a net and formulas of up to four levels of operators.  The
 * oracle lists the markings; at which of them a formula holds is found here, by
 * the definition of each operator as a fixpoint on the graph, where a deadlock
 * has no successor and ends a path.  The engines that take such questions must
 * give the verdict of the initial marking, whatever places exclude each other.
 * Where one shows a run, the outermost operator must be as true of it; its
 * branches must show what they say.  Half of the nets are reduced before, and
 * the runs lifted. */
#include "base/text.h"
#include "branches.h"
#include "condition.h"
#include "engine/race/engines.h"
#include "question/formula_parser.h"
#include "reduce/lift.h"
#include "reduced.h"
#include "support.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_MARKINGS = 600, N_FORMULAS = 8, DEPTH = 4 };

struct counts {
    unsigned long nets, formulas, holds, nested, runs, steps, shown,
        branches[2],
        unshown; /* branches of the other engines, and of `state` */
};

/* The operator of paths outside of a formula, and where its operands hold. */
struct outermost {
    char op; /* 0: there is none */
    bool all;
    bool *a, *b; /* by marking */
};

struct tried {
    struct oracle oracle;
    struct exclusive exclusive;
    struct random *random;
    struct counts *counts;
    bool *dead;      /* by marking */
    goal_list goals; /* all formulas of the net that are questions of CTL */
    bool expected[N_FORMULAS];
    struct outermost tops[N_FORMULAS];
};

/* A formula: its text, and by marking, does it hold? */
struct formula_here {
    text_buffer text;
    bool *holds;
    uint32_t n_quantifiers;
    struct outermost top;
};

/* The operators of one or two operands; with a quantifier before them. */
static const char ops[] = "XFGURWM";

/* Appends the texts up to NULL. */
static void print(struct formula_here *to, ...)
{
    const char *part;
    va_list parts;

    va_start(parts, to);
    while ((part = va_arg(parts, const char *)))
        text_add(&to->text, part, strlen(part));
    va_end(parts);
    (void)text_end(&to->text);
}

/* --- the truth ------------------------------------------------------------ */

/* At marking i, of a step: is the part true at all successors, or at one? */
static void look_ahead(const struct tried *x, const bool *part, bool all,
                       bool *ahead)
{
    for (uint32_t i = 0; i < x->oracle.n_markings; i++)
        ahead[i] = all;
    for (uint32_t k = 0; k < x->oracle.graph.len; k++) {
        const struct oracle_edge edge = x->oracle.graph.at[k];

        ahead[edge.from] = all ? ahead[edge.from] && part[edge.to]
                               : ahead[edge.from] || part[edge.to];
    }
}

/* One step of the fixpoint of an operator; z is what holds so far. */
static bool unfold(char op, bool a, bool b, bool dead, bool ahead)
{
    const bool goes_on = ahead && !dead, ends_or_goes_on = dead || ahead;

    switch (op) {
    case 'F':
        return a || goes_on;
    case 'G':
        return a && ends_or_goes_on;
    case 'U':
        return b || (a && goes_on);
    case 'M':
        return b && (a || goes_on);
    case 'R':
        return b && (a || ends_or_goes_on);
    default: /* W */
        return b || (a && ends_or_goes_on);
    }
}

static bool is_greatest(char op)
{
    return op == 'G' || op == 'R' || op == 'W';
}

static void find_truth(const struct tried *x, char op, bool all, const bool *a,
                       const bool *b, bool *z)
{
    const uint32_t n = x->oracle.n_markings;
    bool *const ahead = mem_zero(n, sizeof *ahead);
    bool changed = op != 'X';

    for (uint32_t i = 0; i < n; i++)
        z[i] = is_greatest(op);
    if (op == 'X')
        look_ahead(x, a, all, z);
    while (changed) {
        changed = false;
        look_ahead(x, z, all, ahead);
        for (uint32_t i = 0; i < n; i++) {
            const bool now = unfold(op, a[i], b[i], x->dead[i], ahead[i]);

            changed |= now != z[i];
            z[i] = now;
        }
    }
    mem_free(ahead);
}

/* --- formulas ------------------------------------------------------------- */

static void make_condition(struct tried *x, struct formula_here *to)
{
    struct condition *const condition = condition_create(
        x->random, x->oracle.net, 1 + random_below(x->random, 2));

    print(to, "(", condition_text(condition), ")", NULL);
    for (uint32_t i = 0; i < x->oracle.n_markings; i++)
        to->holds[i] =
            condition_holds(condition, oracle_marking(&x->oracle, i));
    condition_destroy(condition);
}

static void make_boolean(const struct tried *x, const struct formula_here *a,
                         const struct formula_here *b, struct formula_here *to)
{
    static const char *const words[] = {"", " and ", " or ", " -> ", " <-> "};
    const uint32_t op = random_below(x->random, 5);

    print(to, op ? "(" : "not (", a->text.at, NULL);
    if (op)
        print(to, ")", words[op], "(", b->text.at, NULL);
    print(to, ")", NULL);
    to->n_quantifiers = a->n_quantifiers + (op ? b->n_quantifiers : 0);
    for (uint32_t i = 0; i < x->oracle.n_markings; i++) {
        const bool p = a->holds[i], q = b->holds[i];

        to->holds[i] = op == 0   ? !p
                       : op == 1 ? p && q
                       : op == 2 ? p || q
                       : op == 3 ? !p || q
                                 : p == q;
    }
}

static void forget(struct outermost *top)
{
    mem_free(top->a);
    mem_free(top->b);
    *top = (struct outermost){0};
}

static void make_quantified(const struct tried *x, const struct formula_here *a,
                            const struct formula_here *b,
                            struct formula_here *to)
{
    const char op = ops[random_below(x->random, sizeof ops - 1)];
    const bool all = random_chance(x->random, 50);
    const bool is_unary = strchr("XFG", op);
    const char letter[] = {op, '\0'};

    print(to, all ? "A" : "E", random_chance(x->random, 50) ? " " : "",
          is_unary ? letter : "(", "(", a->text.at, ")", NULL);
    if (!is_unary)
        print(to, " ", letter, " (", b->text.at, "))", NULL);
    to->n_quantifiers =
        1 + a->n_quantifiers + (is_unary ? 0 : b->n_quantifiers);
    find_truth(x, op, all, a->holds, b->holds, to->holds);
    to->top = (struct outermost){
        op, all, mem_copy(a->holds, x->oracle.n_markings, sizeof *a->holds),
        mem_copy(b->holds, x->oracle.n_markings, sizeof *b->holds)};
}

static void make(struct tried *x, uint32_t depth, struct formula_here *to);

/* Operands of one level less. */
static void make_operator(struct tried *x, uint32_t depth,
                          struct formula_here *to)
{
    struct formula_here *const a = mem_zero(2, sizeof *a), *const b = a + 1;

    make(x, depth - 1, a);
    make(x, depth - 1, b);
    if (random_chance(x->random, 70))
        make_quantified(x, a, b, to);
    else
        make_boolean(x, a, b, to);
    forget(&a->top);
    forget(&b->top);
    mem_free(a->holds);
    mem_free(b->holds);
    vec_free(&a->text);
    vec_free(&b->text);
    mem_free(a);
}

/* As many levels as tests choose, which are few. */
static void make(struct tried *x, uint32_t depth, struct formula_here *to)
{
    to->holds = mem_zero(x->oracle.n_markings, sizeof *to->holds);
    if (depth == 0 || random_chance(x->random, 15))
        make_condition(x, to);
    else
        make_operator(x, depth, to);
}

/* --- engines -------------------------------------------------------------- */

/* Help for an engine: what another one finds, or nothing. */
static void help(const void *self, const bits_word *m, struct goal *goals,
                 uint32_t n_goals, uint64_t work, int (*terminate)(void *data),
                 void *data, struct answer *answer)
{
    const struct tried *const x = self;
    const struct engine_problem problem = {.net = x->oracle.net,
                                           .question = {goals, n_goals}};
    const struct engine_limits limits = {0};

    (void)work;
    (void)terminate;
    (void)data;
    if (!bits_equal(m, oracle_marking(&x->oracle, 0), x->oracle.words))
        abort();
    answer_init(answer, n_goals);
    state_engine.run(&problem, &limits, answer);
    for (uint32_t g = 0; g < n_goals; g++)
        if (random_chance(x->random, 30))
            answer->findings[g].verdict = VERDICT_UNKNOWN;
}

/* Does the operator hold of the run, where `open` is said of what follows? */
static bool holds_of(const struct outermost *top, const uint32_t *at,
                     uint32_t n, uint32_t loop, bool open)
{
    const bool ends = loop == n; /* at a deadlock */
    bool *const z = mem_zero((size_t)n + 1, sizeof *z);
    bool changed = top->op != 'X', result;

    for (uint32_t i = 0; i <= n; i++)
        z[i] = is_greatest(top->op);
    while (changed) {
        changed = false;
        for (uint32_t i = n + 1; i-- > 0;) {
            const bool ahead = i < n              ? z[i + 1]
                               : loop == LTL_OPEN ? open
                               : ends             ? is_greatest(top->op)
                                                  : z[loop];
            const bool now = unfold(top->op, top->a[at[i]], top->b[at[i]],
                                    i == n && ends, ahead);

            changed |= now != z[i];
            z[i] = now;
        }
    }
    result = top->op != 'X' ? z[0] : n ? top->a[at[1]] : open;
    mem_free(z);
    return result;
}

/* Of a formula with an operator of paths outside: a run shows that E of it
 * holds, or that A does not.  That A holds is shown where it is the same as E
 * of something. */
static bool is_shown(const struct tried *x, const struct outermost *top,
                     const struct answer_finding *finding)
{
    const bool holds = finding->verdict == VERDICT_YES;
    const uint32_t n = finding->run.len, loop = finding->loop;
    uint32_t *const at = mem_zero((size_t)n + 1, sizeof *at);
    bool good =
        branches_follow(&x->oracle, &finding->run, at) &&
        (loop == LTL_OPEN || (loop < n ? at[loop] == at[n] : x->dead[at[n]]));

    x->counts->shown += top->op && top->all != holds;
    if (good && top->op && top->all != holds)
        good = holds_of(top, at, n, loop, top->all) == !top->all;
    mem_free(at);
    return good;
}

static void lift(const struct reduced *reduced, witness_run *run)
{
    witness_run lifted = {0};

    lift_run(&reduced->work.reduction, &reduced->map, run, &lifted);
    vec_free(run);
    *run = lifted;
}

/* Of the answer about the reduced net. */
static void lift_all(const struct reduced *reduced, struct answer *answer)
{
    for (uint32_t g = 0; g < answer->n_findings; g++) {
        struct answer_finding *const finding = &answer->findings[g];

        lift(reduced, &finding->run);
        for (uint32_t k = 0; k < finding->branches.len; k++)
            lift(reduced, &finding->branches.at[k].run);
    }
}

static void run_reduced(const struct tried *x, const struct engine *engine,
                        const goal_list *goals, struct engine_problem problem,
                        struct answer *answer)
{
    const struct engine_limits limits = {0};
    struct reduced reduced;

    reduced_init(&reduced, x->oracle.net, goals->at, goals->len);
    x->counts->steps += reduced.work.reduction.steps.len;
    problem.net = reduced.net;
    problem.question.goals = reduced.goals.at;
    problem.exclusive = NULL;
    problem.help.ask = NULL;
    engine->run(&problem, &limits, answer);
    lift_all(&reduced, answer);
    reduced_finish(&reduced);
}

/* Asks all goals at once; the engine may have to go from one to another. */
static bool answers(const struct tried *x, const struct engine *engine,
                    const goal_list *goals, uint32_t first)
{
    const struct engine_problem problem = {
        .net = x->oracle.net,
        .exclusive = random_chance(x->random, 50) ? &x->exclusive : NULL,
        .question = {goals->at, goals->len},
        .help = {.ask = random_chance(x->random, 50) ? help : NULL, .self = x},
        .test.check = 1 + random_below(x->random, 2),
        .test.budget = 1 + random_below(x->random, 2000),
    };
    const struct engine_limits limits = {0};
    struct answer answer;
    bool good = true;

    answer_init(&answer, goals->len);
    if (random_chance(x->random, 50))
        run_reduced(x, engine, goals, problem, &answer);
    else
        engine->run(&problem, &limits, &answer);
    for (uint32_t g = 0; g < goals->len; g++) {
        good &= answer.findings[g].verdict ==
                    (x->expected[first + g] ? VERDICT_YES : VERDICT_NO) &&
                (!answer.findings[g].has_run ||
                 is_shown(x, &x->tops[first + g], &answer.findings[g])) &&
                branches_show(&x->oracle, goals->at[g].temporal,
                              &answer.findings[g]);
        for (uint32_t k = 0; k < answer.findings[g].branches.len; k++)
            *(answer.findings[g].branches.at[k].has_run
                  ? &x->counts->branches[engine == &state_engine]
                  : &x->counts->unshown) += 1;
    }
    answer_finish(&answer);
    return good;
}

/* Asks the goals from number `first` on. */
static bool try_goals(const struct tried *x, uint32_t first)
{
    const uint32_t n = x->goals.len - first;
    const goal_list goals = {n ? x->goals.at + first : NULL, n, 0};
    bool good = true;

    for (uint32_t i = 0; goals.len && i < ENGINES_COUNT && good; i++)
        if (!engine_has(engines_list[i], ENGINE_RACES) &&
            !engines_refuse(engines_list[i], x->oracle.net, goals.at, 1))
            good = answers(x, engines_list[i], &goals, first);
    return good;
}

/* Asks a question about runs that a formula of CTL amounts to. */
static bool try_runs(const struct tried *x, const goal_list *goals, bool holds)
{
    const struct engine_problem problem = {.net = x->oracle.net,
                                           .question = {goals->at, goals->len}};
    const struct engine_limits limits = {0};
    struct answer answer;
    bool good;

    answer_init(&answer, goals->len);
    state_engine.run(&problem, &limits, &answer);
    good =
        answer.findings->verdict ==
        (holds != goals->at->question->is_refuted ? VERDICT_YES : VERDICT_NO);
    answer_finish(&answer);
    return good;
}

/* Formulas that are not of CTL have tests of their own. */
static bool try_formula(struct tried *x, struct counts *counts)
{
    struct formula_here *const formula = mem_zero(1, sizeof *formula);
    const uint32_t n = x->goals.len;
    goal_list goals = {0};
    struct diag diag = {0};
    bool good = true;

    make(x, 1 + random_below(x->random, DEPTH), formula);
    if (formula->n_quantifiers && formula->text.len < 20000 &&
        !goal_add_formula(&goals, x->oracle.net, formula->text.at, &diag)) {
        fprintf(stderr, "%u: %s\n", diag.column, diag.text);
        good = false;
    }
    if (goals.len && goals.at->kind == GOAL_CTL) {
        vec_append(&x->goals, &goals);
        vec_clear(&goals);
        x->expected[n] = formula->holds[0];
        x->tops[n] = formula->top;
        formula->top = (struct outermost){0};
        good = try_goals(x, n);
        counts->formulas++;
        counts->holds += formula->holds[0];
        counts->nested += formula->n_quantifiers > 2;
    } else if (goals.len == 1 &&
               support_path(x->oracle.net, formula->text.at) == QUESTION_CTL) {
        good = try_runs(x, &goals, formula->holds[0]);
        counts->runs++;
    }
    if (!good)
        fprintf(stderr, "'%s', which %s\n", formula->text.at,
                formula->holds[0] ? "holds" : "does not hold");
    goal_list_free(&goals);
    forget(&formula->top);
    mem_free(formula->holds);
    vec_free(&formula->text);
    mem_free(formula);
    return good;
}

static bool try_net(uint64_t seed, void *self)
{
    struct counts *const counts = self;
    struct tried x = {0};
    struct random random;
    struct net *net;
    bool good = true;

    random_init(&random, seed);
    x.random = &random;
    x.counts = counts;
    net = random_net(&random, (enum random_kind)(seed % 2),
                     1 + random_below(&random, 4));
    oracle_init(&x.oracle, net, MAX_MARKINGS);
    if (x.oracle.complete) {
        counts->nets++;
        random_exclusive(&random, &x.oracle, &x.exclusive);
        x.dead = mem_alloc(x.oracle.n_markings, sizeof *x.dead);
        for (uint32_t i = 0; i < x.oracle.n_markings; i++)
            x.dead[i] = true;
        for (uint32_t k = 0; k < x.oracle.graph.len; k++)
            x.dead[x.oracle.graph.at[k].from] = false;
        for (uint32_t i = 0; i < N_FORMULAS && good; i++)
            good = try_formula(&x, counts);
        if (good && !try_goals(&x, 0)) {
            fprintf(stderr, "all at once\n");
            good = false;
        }
        for (uint32_t i = 0; i < N_FORMULAS; i++)
            forget(&x.tops[i]);
        goal_list_free(&x.goals);
        mem_free(x.dead);
        exclusive_finish(&x.exclusive);
    }
    if (!good)
        support_print_net(net, stderr);
    oracle_finish(&x.oracle);
    net_destroy(net);
    return good;
}

PROGRAM(ctl)
{
    struct counts counts = {0};
    const bool good = support_try_seeds(argc, argv, try_net, &counts);

    printf("%lu nets; %lu formulas, %lu with more than two quantifiers, %lu "
           "hold; %lu about runs; %lu steps of reductions; %lu runs, %lu and "
           "%lu branches, %lu without runs\n",
           counts.nets, counts.formulas, counts.nested, counts.holds,
           counts.runs, counts.steps, counts.shown, counts.branches[0],
           counts.branches[1], counts.unshown);
    return good && counts.holds && counts.holds < counts.formulas &&
                   counts.runs && counts.steps && counts.shown &&
                   counts.branches[0] && counts.branches[1] && counts.unshown
               ? EXIT_SUCCESS
               : EXIT_FAILURE;
}
