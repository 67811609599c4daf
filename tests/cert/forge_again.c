/* forge_again.c - certificates about what stays possible: honest ones are
 * accepted, forged ones are rejected.
 *
 *     forge-again FIRST COUNT
 *
 * For each random net, the questions whether it is live, reversible, and
 * whether random conditions can always be reached again; what is true is found
 * by going backwards in the graph of all markings.  The library writes the
 * certificates.  Each is read and judged.  Then the test changes its words and
 * lines, and uses it for other questions and other nets; an accepted one must
 * be true. */
#include "api/punfpor.h"
#include "certs.h"
#include "checker/judge.h"
#include "mangle.h"
#include "support.h"
#include "../diff/condition.h"

#include <inttypes.h>
#include <string.h>

enum {
    MARKINGS = 200, /* per net, at most */
    CONDITIONS = 3,
    QUESTIONS = CONDITIONS + 2,
    WORDS = 24, /* per text, changed in each way */
    OTHERS = 6, /* nets per text */
};

struct forge {
    struct random random;
    uint64_t seed;
    const struct net *net;
    struct oracle oracle;
    struct condition *conditions[CONDITIONS];
    goal_list goals; /* in the order of the questions */
    uint32_t asked;
    uint64_t nets, lost, kept, open, changed, still, refused, rejected;
    uint64_t runs, cubes, walks, reduced;
};

static const struct goal *goal_of(const struct forge *f)
{
    return &f->goals.at[f->asked];
}

static void fail(const struct forge *f, const char *why)
{
    fprintf(stderr, "seed %" PRIu64 ", '%s': %s\n", f->seed, goal_of(f)->text,
            why);
    support_print_net(f->net, stderr);
    abort();
}

/* --- the ground truth ----------------------------------------------------- */

/* Is from every marking one of these reachable?  can changes. */
static bool from_all(const struct oracle *oracle, bool *can)
{
    bool all = true;

    oracle_go_back(oracle, can);
    for (uint32_t i = 0; i < oracle->n_markings; i++)
        all = all && can[i];
    return all;
}

static bool is_live(const struct oracle *oracle)
{
    bool live = true;

    for (trans_id t = 0; t < net_trans_count(oracle->net); t++) {
        bool *const can = oracle_can_fire(oracle, t);

        for (uint32_t i = 0; i < oracle->n_markings; i++)
            live = live && can[i];
        mem_free(can);
    }
    return live;
}

/* The initial marking of the net for which the questions were made. */
static bool holds_at(const struct forge *f, const bits_word *initial,
                     const bits_word *m)
{
    return f->asked < CONDITIONS ? condition_holds(f->conditions[f->asked], m)
                                 : bits_equal(m, initial, f->oracle.words);
}

static bool is_so(const struct forge *f, const bits_word *initial)
{
    const struct oracle *const oracle = &f->oracle;
    bool *can, all;

    if (f->asked + 1 == QUESTIONS)
        return is_live(oracle);
    can = mem_zero(oracle->n_markings, sizeof *can);
    for (uint32_t i = 0; i < oracle->n_markings; i++)
        can[i] = holds_at(f, initial, oracle_marking(oracle, i));
    all = from_all(oracle, can);
    mem_free(can);
    return all;
}

/* --- judging -------------------------------------------------------------- */

static void count(struct forge *f, const struct cert *cert)
{
    *(cert->lost ? &f->lost : &f->kept) += 1;
    f->reduced += cert->reduces;
    if (!cert->recovery)
        return;
    f->runs += vecs_count(&cert->recovery->runs);
    f->cubes += cert->recovery->cubes.len;
    f->walks += vecs_count(&cert->recovery->walks);
}

/* An accepted certificate says what is so. */
static void judge(struct forge *f, const char *text, bool so, bool honest)
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
    if (judge_accepts(f->net, goal_of(f), cert, &fault)) {
        if (so == cert->lost)
            fail(f, "a certificate of what is not so is accepted");
        f->still += !honest;
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

static void change_words(struct forge *f, const char *text, bool so)
{
    const uint32_t n = mangle_words(text);
    const uint32_t step = n > WORDS ? n / WORDS : 1;

    for (uint32_t i = random_below(&f->random, step); i < n; i += step)
        for (uint32_t how = 0; how < MANGLE_KINDS; how++) {
            char *const changed =
                mangle_text(text, i, (enum mangle_word)how, &f->random);

            f->changed++;
            judge(f, changed, so, false);
            mem_free(changed);
        }
}

static void move_conditions(struct forge *f, const struct net *net)
{
    for (uint32_t i = 0; i < CONDITIONS; i++)
        condition_move(f->conditions[i], net);
}

/* Uses the certificate for nets that differ in an arc or a token. */
static void change_net(struct forge *f, const char *text)
{
    const struct net *const net = f->net;
    const struct oracle oracle = f->oracle;

    for (uint32_t i = 0; i < OTHERS; i++) {
        struct net *const other = mangle_net(net, &f->random);

        oracle_init(&f->oracle, other, 4 * MARKINGS);
        move_conditions(f, other);
        if (f->oracle.complete) {
            f->net = other;
            f->changed++;
            judge(f, text, is_so(f, oracle_marking(&oracle, 0)), false);
        }
        oracle_finish(&f->oracle);
        net_destroy(other);
    }
    move_conditions(f, net);
    f->net = net;
    f->oracle = oracle;
}

/* Uses what follows the goal for another question. */
static void change_goal(struct forge *f, const char *text)
{
    const uint32_t asked = f->asked;

    for (f->asked = 0; f->asked < QUESTIONS; f->asked++)
        if (f->asked != asked) {
            f->changed++;
            judge(f, text, is_so(f, oracle_marking(&f->oracle, 0)), false);
        }
    f->asked = asked;
}

/* --- certificates --------------------------------------------------------- */

static bool ask(const struct forge *f, punfpor *problem)
{
    static const char *const words[QUESTIONS] = {"home", "home", "home",
                                                 "reversible", "live"};

    return punfpor_ask(problem, words[f->asked],
                       f->asked < CONDITIONS
                           ? condition_text(f->conditions[f->asked])
                           : NULL,
                       NULL, NULL) == PUNFPOR_OK;
}

/* The caller frees it; NULL: there is none. */
static char *certify(struct forge *f, const punfpor_net *net)
{
    punfpor *const problem = punfpor_create(net, NULL);
    punfpor_error error = {0};
    char *copy = NULL;

    CHECK(punfpor_set(problem, "certificate", "on", NULL) == PUNFPOR_OK &&
          punfpor_set(problem, "timeout", "2", NULL) == PUNFPOR_OK);
    if (ask(f, problem) && punfpor_solve(problem, &error) == PUNFPOR_OK) {
        size_t size;
        const char *const text = punfpor_certificate(problem, &size, &error);

        copy = text ? mem_text(text) : NULL;
    }
    f->open += !copy;
    punfpor_destroy(problem);
    return copy;
}

static void try_question(struct forge *f, const punfpor_net *net)
{
    const bool so = is_so(f, oracle_marking(&f->oracle, 0));
    char *const text = certify(f, net);

    if (!text)
        return;
    judge(f, text, so, true);
    change_words(f, text, so);
    change_net(f, text);
    change_goal(f, text);
    mem_free(text);
}

/* --- nets ----------------------------------------------------------------- */

static bool add_goals(struct forge *f)
{
    struct diag diag = {0};
    bool good = true;

    for (uint32_t i = 0; i < CONDITIONS; i++) {
        f->conditions[i] =
            condition_create(&f->random, f->net, random_below(&f->random, 3));
        good = good && goal_add(&f->goals, question_find("home"), f->net,
                                condition_text(f->conditions[i]), &diag);
    }
    return good &&
           goal_add(&f->goals, question_find("reversible"), f->net, NULL,
                    &diag) &&
           goal_add(&f->goals, question_find("live"), f->net, NULL, &diag);
}

static void try_net(struct forge *f, const struct net *net)
{
    char *text = NULL;
    size_t len = 0;
    FILE *const file = open_memstream(&text, &len);
    punfpor_net *parsed;

    support_print_net(net, file);
    CHECK(!fclose(file));
    parsed = punfpor_net_parse(text, len, "net", NULL);
    CHECK(parsed);
    f->net = net;
    if (add_goals(f))
        for (f->asked = 0; f->asked < QUESTIONS; f->asked++)
            try_question(f, parsed);
    for (uint32_t i = 0; i < CONDITIONS; i++)
        condition_destroy(f->conditions[i]);
    goal_list_free(&f->goals);
    punfpor_net_destroy(parsed);
    free(text);
}

PROGRAM(forge_again)
{
    const uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
    const uint64_t n = argc > 2 ? strtoull(argv[2], NULL, 10) : 20;
    struct forge f = {0};

    for (f.seed = first; f.seed < first + n; f.seed++) {
        struct net *net;

        random_init(&f.random, f.seed);
        net = random_net(&f.random, (enum random_kind)(f.seed % 3),
                         1 + random_below(&f.random, 4));
        oracle_init(&f.oracle, net, MARKINGS);
        if (f.oracle.complete && net_trans_count(net)) {
            f.nets++;
            try_net(&f, net);
        }
        oracle_finish(&f.oracle);
        net_destroy(net);
    }
    printf("%" PRIu64 " nets, certificates: %" PRIu64 " lost, %" PRIu64
           " kept, %" PRIu64 " missing; %" PRIu64 " runs, %" PRIu64
           " cubes, %" PRIu64 " walks, %" PRIu64 " reduced\n%" PRIu64
           " changed: %" PRIu64 " still true, %" PRIu64 " rejected, %" PRIu64
           " refused\n",
           f.nets, f.lost, f.kept, f.open, f.runs, f.cubes, f.walks, f.reduced,
           f.changed, f.still, f.rejected, f.refused);
    return f.lost && f.rejected ? EXIT_SUCCESS : EXIT_FAILURE;
}
