/* forge_cases.c - certificates by cases and by diagrams: honest ones are
 * accepted, forged ones are rejected.
 *
 *     forge-cases FIRST COUNT
 *
 * For each random net, questions of each kind are asked; what is true is found
 * at all reachable markings, of formulas with the code of condition.h.  Each no
 * of the engines `equation` and `symbolic` has a certificate, which is written,
 * read back and judged.  Then the test changes its words and lines, and uses it
 * for other questions and other nets; an accepted one must be true by brute
 * force. */
#include "certs.h"
#include "checker/judge.h"
#include "engine/race/engines.h"
#include "mangle.h"
#include "naive.h"
#include "proof/reduction/reduction.h"
#include "reduce/reducer.h"
#include "support.h"
#include "../diff/condition.h"

#include <inttypes.h>
#include <string.h>

enum {
    MARKINGS = 300, /* per net, at most */
    ROUNDS = 3,     /* per net */
    WORDS = 16,     /* per text, changed in each way */
    OTHERS = 4,     /* nets per text */
};

struct forge_question {
    struct goal *goal;
    struct condition *condition; /* of a formula */
    bool reachable;
};

struct forge {
    struct random random;
    uint64_t seed;
    const struct net *net;
    struct oracle oracle;
    VEC(struct forge_question) questions;
    goal_list goals;
    const struct forge_question *asked;
    char *path;
    uint64_t nets, honest, reduced, changed, still, refused, rejected;
    uint64_t inductive, lemmas, diagrams, arcs;
    uint64_t traps, combinations, comparisons, cases, nodes, transitions;
};

static void fail(const struct forge *f, const char *why)
{
    fprintf(stderr, "seed %" PRIu64 ", '%s': %s\n", f->seed,
            f->asked->goal->text ? f->asked->goal->text : "", why);
    support_print_net(f->net, stderr);
    abort();
}

/* --- the ground truth ----------------------------------------------------- */

static bool is_reachable(const struct forge *f, const struct forge_question *q)
{
    for (uint32_t i = 0; q->condition && i < f->oracle.n_markings; i++)
        if (condition_holds(q->condition, oracle_marking(&f->oracle, i)))
            return true;
    return !q->condition && naive_reachable(&f->oracle, q->goal);
}

/* --- judging -------------------------------------------------------------- */

static void count(struct forge *f, const struct cert *cert)
{
    const struct case_proof *const proof = cert->cases;

    if (!proof) {
        f->diagrams++;
        f->arcs += cert->diagram->nodes.all.len / 2;
        return;
    }
    f->traps += vecs_count(&proof->traps);
    f->combinations += proof->combinations.len;
    f->inductive += vecs_count(&proof->inductive);
    f->lemmas += vecs_count(&proof->lemmas);
    f->cases += vecs_count(&proof->cases);
    for (uint32_t i = 0; i < proof->combinations.len; i++)
        f->comparisons += proof->combinations.at[i].comparisons.len;
    for (uint32_t i = 0; i < proof->cases.all.len; i++) {
        f->nodes += proof->cases.all.at[i].about == CASE_PROOF_NODE;
        f->transitions += proof->cases.all.at[i].about == CASE_PROOF_TRANS;
    }
}

/* An accepted certificate is of a no that is so: by this question. */
static void judge(struct forge *f, const char *text, bool honest)
{
    struct diag diag = {0};
    struct fault fault = {0};
    struct cert *const cert = certs_read(f->net, text, &diag);

    if (!cert) {
        if (honest)
            fail(f, diag.text);
        CHECK(diag.code == DIAG_INPUT && diag.line);
        f->refused++;
        return;
    }
    if (judge_accepts(f->net, f->asked->goal, cert, &fault)) {
        if (f->asked->reachable != (cert->kind == CERT_RUN))
            fail(f, "a certificate of what is not so is accepted");
        *(honest ? &f->honest : &f->still) += 1;
        if (honest)
            count(f, cert);
    } else if (honest) {
        fail(f, fault.text);
    } else {
        CHECK(fault.line && fault.text[0]);
        f->rejected++;
    }
    cert_destroy(cert);
}

static void change_word(struct forge *f, const char *text, uint32_t i,
                        enum mangle_word how)
{
    char *const changed = mangle_text(text, i, how, &f->random);

    f->changed++;
    judge(f, changed, false);
    mem_free(changed);
}

static void change_words(struct forge *f, const char *text)
{
    const uint32_t n = mangle_words(text);
    const uint32_t step = n > WORDS ? n / WORDS : 1;

    for (uint32_t i = random_below(&f->random, step); i < n; i += step)
        for (uint32_t how = 0; how < MANGLE_KINDS; how++)
            change_word(f, text, i, (enum mangle_word)how);
}

/* Uses the certificate for nets that differ in an arc or a token. */
static void change_net(struct forge *f, const char *text)
{
    const struct forge_question *const asked = f->asked;
    const struct net *const net = f->net;
    const struct oracle oracle = f->oracle;

    for (uint32_t i = 0; i < OTHERS; i++) {
        struct net *other = mangle_net(net, &f->random);
        struct forge_question q = *asked;

        oracle_init(&f->oracle, other, 4 * MARKINGS);
        if (f->oracle.complete) {
            f->net = other;
            if (q.condition)
                condition_move(q.condition, other);
            q.reachable = is_reachable(f, &q);
            f->asked = &q;
            f->changed++;
            judge(f, text, false);
            if (q.condition)
                condition_move(q.condition, net);
        }
        oracle_finish(&f->oracle);
        net_destroy(other);
    }
    f->asked = asked;
    f->net = net;
    f->oracle = oracle;
}

/* --- certificates --------------------------------------------------------- */

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

/* By one of the engines; false if the answer is not no. */
static bool prove(struct forge *f, const struct net *net,
                  const struct goal *goal, struct answer *answer)
{
    const struct engine_problem problem = {.net = net,
                                           .question.goals = goal,
                                           .question.n_goals = 1,
                                           .output.proof = true,
                                           .test.induction =
                                               random_chance(&f->random, 50)};
    const struct engine_limits limits = {0};
    struct answer_finding *finding;

    answer_init(answer, 1);
    if (random_chance(&f->random, 50))
        equation_engine.run(&problem, &limits, answer);
    else
        symbolic_engine.run(&problem, &limits, answer);
    finding = &answer->findings[0];
    CHECK((finding->verdict == VERDICT_NO) == answer_is_proved(finding));
    CHECK(!finding->no_proof);
    return answer_is_proved(finding);
}

/* The same proof for another question. */
static void ask_others(struct forge *f, const struct cert_reduced *reduced,
                       const struct answer_finding *finding)
{
    const struct forge_question *const asked = f->asked;

    for (uint32_t i = 0; i < f->questions.len; i++) {
        char *text = NULL;

        f->asked = &f->questions.at[i];
        TEXT_OF(text, f->net, f->asked->goal, .reduced = reduced,
                .cases = finding->cases, .diagram = finding->diagram);
        f->changed++;
        judge(f, text, false);
        free(text);
    }
    f->asked = asked;
}

static void try_plain(struct forge *f)
{
    struct answer answer;
    char *text = NULL;

    if (prove(f, f->net, f->asked->goal, &answer)) {
        const struct answer_finding *const finding = answer.findings;

        if (f->asked->reachable)
            fail(f, "a wrong no");
        TEXT_OF(text, f->net, f->asked->goal, .cases = finding->cases,
                .diagram = finding->diagram);
        judge(f, text, true);
        change_words(f, text);
        change_net(f, text);
        ask_others(f, NULL, finding);
        free(text);
    }
    answer_finish(&answer);
}

static void try_left(struct forge *f, const struct cert_reduced *left,
                     const struct goal *goal)
{
    struct answer answer;
    char *text = NULL;

    if (prove(f, left->net, goal, &answer)) {
        const struct answer_finding *const finding = answer.findings;

        TEXT_OF(text, f->net, f->asked->goal, .reduced = left,
                .cases = finding->cases, .diagram = finding->diagram);
        judge(f, text, true);
        f->reduced++;
        change_words(f, text);
        change_net(f, text);
        ask_others(f, left, finding);
        free(text);
    }
    answer_finish(&answer);
}

/* Steps of a reduction first. */
static void try_reduced(struct forge *f)
{
    struct reduction_keeps keeps;
    struct mutable_net_map map;
    struct reducer r;
    goal_list goals = {0};
    struct cert_reduced left;
    struct net *net;
    int64_t value;

    reduction_keeps_init(&keeps, f->net);
    reduction_keeps_add(&keeps, f->net, f->asked->goal);
    reducer_init(&r, f->net, &keeps,
                 random_chance(&f->random, 60)
                     ? REDUCER_ALL
                     : random_below(&f->random, REDUCER_ALL + 1));
    reducer_run(&r);
    net = mutable_net_freeze(&r.net, &map);
    left = (struct cert_reduced){&r.reduction, net};
    if (r.reduction.steps.len &&
        reduction_goal_translate(&goals, &r.reduction, &map, f->asked->goal, 1,
                                 &value))
        try_left(f, &left, goals.at);
    goal_list_free(&goals);
    mutable_net_map_free(&map);
    net_destroy(net);
    reducer_finish(&r);
    reduction_keeps_finish(&keeps);
}

/* --- nets ----------------------------------------------------------------- */

static void add_condition(struct forge *f)
{
    struct condition *const condition =
        condition_create(&f->random, f->net, random_below(&f->random, 4));
    char *const text = mem_zero(strlen(condition_text(condition)) + 6, 1);
    struct forge_question q = {.condition = condition};
    struct diag diag = {0};

    sprintf(text, "EF (%s)", condition_text(condition));
    if (goal_add_formula(&f->goals, f->net, text, &diag))
        vec_push(&f->questions, q);
    else
        condition_destroy(condition);
    mem_free(text);
}

static void add_questions(struct forge *f)
{
    const struct forge_question plain = {0};

    for (uint32_t i = 0; i < ROUNDS; i++) {
        add_condition(f);
        add_condition(f);
        naive_goal(f->net, &f->random, &f->goals);
        vec_push(&f->questions, plain);
    }
    for (uint32_t i = 0; i < f->questions.len; i++) {
        struct forge_question *const q = &f->questions.at[i];

        q->goal = &f->goals.at[i];
        q->reachable = is_reachable(f, q);
    }
}

static void forget_questions(struct forge *f)
{
    for (uint32_t i = 0; i < f->questions.len; i++)
        if (f->questions.at[i].condition)
            condition_destroy(f->questions.at[i].condition);
    vec_free(&f->questions);
    goal_list_free(&f->goals);
}

static void try_seed(struct forge *f, uint64_t seed)
{
    struct net *net;

    f->seed = seed;
    random_init(&f->random, seed);
    net = random_net(&f->random, seed % 2 ? RANDOM_CYCLIC : RANDOM_TERMINATING,
                     1 + (uint32_t)(seed / 2 % 3));
    oracle_init(&f->oracle, net, MARKINGS);
    if (f->oracle.complete) {
        f->net = net;
        f->nets++;
        add_questions(f);
        for (uint32_t i = 0; i < f->questions.len; i++) {
            f->asked = &f->questions.at[i];
            try_plain(f);
            try_reduced(f);
        }
        forget_questions(f);
    }
    oracle_finish(&f->oracle);
    net_destroy(net);
}

PROGRAM(forge_cases)
{
    struct forge f = {0};
    uint64_t first, n;

    CHECK(argc == 3);
    first = strtoull(argv[1], NULL, 10);
    n = strtoull(argv[2], NULL, 10);
    for (uint64_t seed = first; seed < first + n; seed++)
        try_seed(&f, seed);
    printf("%" PRIu64 " nets: %" PRIu64
           " honest certificates accepted, %" PRIu64 " of reduced nets; of "
           "%" PRIu64 " changed ones %" PRIu64 " are bad input, %" PRIu64
           " rejected, %" PRIu64 " still certificates\n",
           f.nets, f.honest, f.reduced, f.changed, f.refused, f.rejected,
           f.still);
    printf("%" PRIu64 " inductive cubes, %" PRIu64 " lemmas; %" PRIu64
           " diagrams with %" PRIu64 " arcs\n",
           f.inductive, f.lemmas, f.diagrams, f.arcs);
    printf("%" PRIu64 " traps, %" PRIu64 " combinations with %" PRIu64
           " comparisons, %" PRIu64 " cases, of %" PRIu64 " nodes and %" PRIu64
           " transitions\n",
           f.traps, f.combinations, f.comparisons, f.cases, f.nodes,
           f.transitions);
    CHECK(f.nets && f.honest && f.reduced && f.still && f.refused &&
          f.rejected && f.diagrams && f.comparisons && f.cases && f.nodes);
    CHECK(f.nets < 100 || (f.inductive && f.traps));
    return 0;
}
