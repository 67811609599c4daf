/* forge_formula.c - certificates of formulas and of largest values by complete
 * prefixes: honest ones are accepted, forged ones are rejected.
 *
 *     forge-formula FIRST COUNT
 *
 * For each random net, random conditions and sums are asked.  What is true is
 * found by evaluating them at all reachable markings, with the code of
 * condition.h.  Each certificate is written, read back and judged; then the
 * test changes its words and lines one after the other, and uses it for other
 * nets. */
#include "certs.h"
#include "checker/judge.h"
#include "complete.h"
#include "engine/race/engines.h"
#include "mangle.h"
#include "question/formula.h"
#include "structure/safety.h"
#include "support.h"
#include "../diff/condition.h"

#include <inttypes.h>
#include <string.h>

enum {
    MARKINGS = 120, /* per net, at most */
    ROUNDS = 3,     /* per net */
    WORDS = 10,     /* per text, changed in each way */
};

struct forge {
    struct random random;
    uint64_t seed;
    const struct net *net;
    struct oracle oracle;
    struct condition *condition; /* or sum */
    const struct goal *goal;
    const struct weights *weights; /* that show that the net is safe; NULL */
    bool reachable;                /* GOAL_FORMULA */
    int64_t best;                  /* GOAL_BOUND */
    char *path;
    uint64_t nets, weighed, honest, left_out, changed, still, refused, rejected;
};

static void fail(const struct forge *f, const char *why)
{
    fprintf(stderr, "seed %" PRIu64 ", '%s': %s\n", f->seed, f->goal->text,
            why);
    support_print_net(f->net, stderr);
    abort();
}

/* --- the ground truth ----------------------------------------------------- */

static void find_truth(struct forge *f)
{
    f->reachable = false;
    f->best = INT64_MIN;
    for (uint32_t i = 0; i < f->oracle.n_markings; i++) {
        const bits_word *const m = oracle_marking(&f->oracle, i);

        if (f->goal->kind == GOAL_FORMULA) {
            f->reachable = f->reachable || condition_holds(f->condition, m);
        } else {
            const int64_t value = condition_value(f->condition, m);

            f->best = value > f->best ? value : f->best;
        }
    }
}

static void check_prefix(const struct forge *f, const struct goal *goal,
                         const struct cert *cert)
{
    const char *why = NULL;

    if (cert->kind == CERT_PREFIX &&
        !complete_holds(&f->oracle, goal, cert, &why))
        fail(f, why);
}

static void check_accepted(const struct forge *f, const struct cert *cert)
{
    struct formula_view exceeded;
    struct goal larger = {.kind = GOAL_FORMULA, .trans = TRANS_NONE};

    if (f->goal->kind == GOAL_FORMULA) {
        if (f->reachable != (cert->kind == CERT_RUN))
            fail(f, "a certificate of what is not so is accepted");
        check_prefix(f, f->goal, cert);
        return;
    }
    if (cert->goal.formula->nodes.at[0].bound + f->goal->constant != f->best)
        fail(f, "a wrong value is accepted");
    for (uint32_t i = 0; i < f->oracle.n_markings; i++) {
        const bits_word *const m = oracle_marking(&f->oracle, i);

        if (formula_sum_at(cert->goal.formula, cert->goal.formula->nodes.at,
                           m) +
                f->goal->constant !=
            condition_value(f->condition, m))
            fail(f, "another sum is accepted");
    }
    formula_view(&exceeded, cert->goal.formula,
                 cert->goal.formula->nodes.at[0].bound + 1);
    larger.formula = &exceeded.formula;
    check_prefix(f, &larger, cert);
}

/* --- judging -------------------------------------------------------------- */

static void write_text(const char *path, const char *text)
{
    FILE *file;

    (void)unlink(path);
    file = fopen(path, "wb");
    CHECK(file && fputs(text, file) >= 0 && !fclose(file));
}

/* Is the text accepted?  It must be if it is honest. */
static bool judge(struct forge *f, const char *text, bool honest)
{
    struct diag diag = {0};
    struct fault fault = {0};
    struct cert *cert;
    bool accepted;

    write_text(f->path, text);
    cert = cert_read_file(f->net, f->path, &diag);
    if (!cert) {
        if (honest)
            fail(f, diag.text);
        CHECK(diag.code == DIAG_INPUT && diag.line);
        f->refused++;
        return false;
    }
    accepted = judge_accepts(f->net, f->goal, cert, &fault);
    if (accepted) {
        check_accepted(f, cert);
        *(honest ? &f->honest : &f->still) += 1;
    } else if (honest) {
        fail(f, fault.text);
    } else {
        CHECK(fault.line && fault.text[0]);
        f->rejected++;
    }
    cert_destroy(cert);
    return accepted;
}

static void change_words(struct forge *f, const char *text)
{
    const uint32_t n = mangle_words(text);
    const uint32_t step = n > WORDS ? n / WORDS : 1;

    for (uint32_t i = random_below(&f->random, step); i < n; i += step)
        for (uint32_t how = 0; how < MANGLE_KINDS; how++) {
            char *changed =
                mangle_text(text, i, (enum mangle_word)how, &f->random);

            f->changed++;
            (void)judge(f, changed, false);
            mem_free(changed);
        }
    /* The head, where the value and the sum are. */
    for (uint32_t i = 3; i < n && i < 12; i++)
        for (uint32_t how = 0; how < MANGLE_KINDS; how++) {
            char *changed =
                mangle_text(text, i, (enum mangle_word)how, &f->random);

            f->changed++;
            (void)judge(f, changed, false);
            mem_free(changed);
        }
}

/* Uses the certificate for nets that differ in an arc or a token. */
static void change_net(struct forge *f, const char *text)
{
    const struct net *const net = f->net;
    const struct oracle oracle = f->oracle;

    for (uint32_t i = 0; i < 4; i++) {
        struct net *other = mangle_net(net, &f->random);

        oracle_init(&f->oracle, other, 4 * MARKINGS);
        if (f->oracle.complete) {
            f->net = other;
            condition_move(f->condition, other);
            find_truth(f);
            f->changed++;
            (void)judge(f, text, false);
        }
        oracle_finish(&f->oracle);
        net_destroy(other);
    }
    f->net = net;
    f->oracle = oracle;
    condition_move(f->condition, net);
    find_truth(f);
}

/* --- certificates --------------------------------------------------------- */

static void run_engine(const struct forge *f, const struct engine *engine,
                       const struct goal *goal, const struct dep *dep,
                       struct answer *answer)
{
    const struct engine_problem problem = {
        .net = f->net,
        .dep = dep,
        .question.goals = goal,
        .question.n_goals = 1,
        .unfolding.order = ORDER_FOATA,
        .unfolding.cutoffs = true,
        .state.stubborn = STUBBORN_PROPERTY,
        .state.interpolation = true,
        .output.proof = true,
        .output.prefix = true,
        .output.no_conflicts = true,
        .output.copies = true,
        .output.complete = true,
    };
    const struct engine_limits limits = {.max_events = 3000};

    answer_init(answer, 1);
    engine->run(&problem, &limits, answer);
}

/* Do the cubes of the formula want nothing empty? */
static bool is_covered(const struct formula *formula, const struct net *net)
{
    formula_cubes_list cubes;
    bool covered =
        formula_cubes_of(formula, net, FORMULA_CUBES_CERTIFIED, &cubes);

    for (uint32_t i = 0; i < cubes.len; i++)
        covered = covered && cubes.at[i].empty.len == 0;
    formula_cubes_free(&cubes);
    return covered;
}

/* The certificate with this evidence, as a text. */
#define TEXT_OF(text, net, goal, ...)                                    \
    do {                                                                 \
        size_t size_;                                                    \
        FILE *const file_ = open_memstream(&(text), &size_);             \
                                                                         \
        CHECK(file_);                                                    \
        cert_write_file(net, goal, &(struct cert_evidence){__VA_ARGS__}, \
                        file_);                                          \
        CHECK(!fclose(file_));                                           \
    } while (0)

static void try_formula(struct forge *f, bool reads)
{
    struct dep *const dep = dep_create(f->net, reads ? DEP_READ : DEP_CLASSIC);
    const bool covered = is_covered(f->goal->formula, f->net);
    struct answer answer;
    char *text = NULL;

    run_engine(f, &prefix_engine, f->goal, dep, &answer);
    if (answer.stop == STOP_DONE && answer.prefix.events.len) {
        CHECK((answer.findings[0].verdict == VERDICT_YES) == f->reachable);
        TEXT_OF(text, f->net, f->goal, .prefix = &answer.prefix,
                .copies = reads);
        if (!judge(f, text, covered && !f->reachable))
            f->left_out++;
        change_words(f, text);
        change_net(f, text);
        free(text);
    }
    answer_finish(&answer);
    dep_destroy(dep);
}

/* The run of the value, and cubes or cases that no marking exceeds it. */
static void try_proof(struct forge *f, const struct engine *engine,
                      const struct dep *dep)
{
    struct answer answer;
    char *text = NULL;

    run_engine(f, engine, f->goal, dep, &answer);
    if (answer.findings[0].proof || answer.findings[0].cases) {
        const struct answer_finding *const found = &answer.findings[0];

        TEXT_OF(text, f->net, f->goal, .value = found->value,
                .run = &found->run, .weights = f->weights,
                .proof = found->proof, .cases = found->cases);
        (void)judge(f, text, true);
        change_words(f, text);
        change_net(f, text);
        free(text);
    }
    answer_finish(&answer);
}

static void try_bound(struct forge *f, bool reads)
{
    struct dep *const dep = dep_create(f->net, reads ? DEP_READ : DEP_CLASSIC);
    struct formula_view exceeded;
    struct answer answer;
    char *text = NULL;

    run_engine(f, &prefix_engine, f->goal, dep, &answer);
    if (answer.findings[0].verdict == VERDICT_YES) {
        const struct answer_finding *const found = &answer.findings[0];

        CHECK(found->value == f->best);
        formula_view(&exceeded, f->goal->formula,
                     found->value - f->goal->constant + 1);
        TEXT_OF(text, f->net, f->goal, .value = found->value,
                .run = &found->run, .weights = f->weights,
                .prefix = &answer.prefix, .copies = reads);
        if (!judge(f, text, is_covered(&exceeded.formula, f->net)))
            f->left_out++;
        change_words(f, text);
        change_net(f, text);
        free(text);
        TEXT_OF(text, f->net, f->goal, .value = found->value,
                .run = &found->run, .weights = f->weights);
        (void)judge(
            f, text,
            exceeded.node.bound >
                formula_limit(f->goal->formula, f->goal->formula->nodes.at));
        change_words(f, text);
        free(text);
        try_proof(f, &state_engine, dep);
        try_proof(f, &equation_engine, dep);
    }
    answer_finish(&answer);
    dep_destroy(dep);
}

/* --- nets ----------------------------------------------------------------- */

static void try_condition(struct forge *f)
{
    struct condition *const condition =
        condition_create(&f->random, f->net, random_below(&f->random, 3));
    char *text = mem_zero(strlen(condition_text(condition)) + 4, 1);
    goal_list goals = {0};
    struct diag diag = {0};

    strcat(strcpy(text, "EF "), condition_text(condition));
    if (goal_add_formula(&goals, f->net, text, &diag)) {
        f->goal = &goals.at[0];
        f->condition = condition;
        find_truth(f);
        try_formula(f, random_chance(&f->random, 50));
    }
    goal_list_free(&goals);
    mem_free(text);
    condition_destroy(condition);
}

static void try_sum(struct forge *f)
{
    struct condition *const sum = condition_create_sum(&f->random, f->net);
    goal_list goals = {0};
    struct diag diag = {0};

    if (goal_add_bound(&goals, f->net, condition_text(sum), &diag)) {
        f->goal = &goals.at[0];
        f->condition = sum;
        find_truth(f);
        try_bound(f, random_chance(&f->random, 50));
    }
    goal_list_free(&goals);
    condition_destroy(sum);
}

static void try_seed(struct forge *f, uint64_t seed)
{
    struct weights weights = {0};
    struct net *net;

    f->seed = seed;
    random_init(&f->random, seed);
    net = random_net(&f->random, seed % 2 ? RANDOM_CYCLIC : RANDOM_TERMINATING,
                     1 + (uint32_t)(seed / 2 % 3));
    oracle_init(&f->oracle, net, MARKINGS);
    if (f->oracle.complete) {
        f->net = net;
        f->weights = safety_by_machines(net, &weights) ? &weights : NULL;
        f->weighed += f->weights != NULL;
        f->nets++;
        for (uint32_t i = 0; i < ROUNDS; i++) {
            try_condition(f);
            try_sum(f);
        }
    }
    weights_finish(&weights);
    oracle_finish(&f->oracle);
    net_destroy(net);
}

PROGRAM(forge_formula)
{
    struct forge f = {0};
    char path[64];
    uint64_t first, count;

    CHECK(argc == 3);
    first = strtoull(argv[1], NULL, 10);
    count = strtoull(argv[2], NULL, 10);
    (void)snprintf(path, sizeof path, "forge.%ld.cert", (long)getpid());
    f.path = path;
    for (uint64_t seed = first; seed < first + count; seed++)
        try_seed(&f, seed);
    (void)unlink(path);
    printf("%" PRIu64 " nets, %" PRIu64 " of them with weights: %" PRIu64
           " honest certificates accepted, %" PRIu64 " left out; of %" PRIu64
           " changed ones %" PRIu64 " are bad input, %" PRIu64
           " rejected, %" PRIu64 " still certificates\n",
           f.nets, f.weighed, f.honest, f.left_out, f.changed, f.refused,
           f.rejected, f.still);
    CHECK(f.nets && f.weighed && f.honest && f.left_out && f.still &&
          f.refused && f.rejected);
    return 0;
}
