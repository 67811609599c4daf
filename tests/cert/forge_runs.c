/* forge_runs.c - certificates about runs: honest ones are accepted, forged ones
 * are rejected.
 *
 *     forge-runs FIRST COUNT
 *
 * For each random net, temporal formulas are asked that no marking decides;
 * what is true is found by fixpoints (temporal_tree.h).  Each yes of the engine
 * `state` and each no of the engine `equation` has a certificate, which is
 * written, read back and judged.  Then the test changes its words and lines,
 * and uses it for other formulas and other nets; an accepted one must be true
 * by brute force. */
#include "../diff/temporal_tree.h"
#include "certs.h"
#include "checker/judge.h"
#include "engine/race/engines.h"
#include "mangle.h"
#include "support.h"

#include <inttypes.h>
#include <string.h>

enum {
    MARKINGS = 60, /* per net, at most */
    FORMULAS = 4,  /* per net */
    WORDS = 12,    /* per text, changed in each way */
    OTHERS = 4,    /* nets per text */
};

struct forge {
    struct random random;
    uint64_t seed;
    const struct net *net;
    struct oracle oracle;
    struct temporal_tree *trees[FORMULAS];
    bool found[FORMULAS]; /* is there a fair run? */
    net_trans_list fair;
    goal_list goals;
    uint32_t asked;
    uint64_t nets, honest, loops, ranks, rounds, changed, still, refused,
        rejected;
};

static void fail(const struct forge *f, const char *why)
{
    fprintf(stderr, "seed %" PRIu64 ", '%s': %s\n", f->seed,
            f->goals.at[f->asked].text, why);
    support_print_net(f->net, stderr);
    abort();
}

/* --- judging -------------------------------------------------------------- */

/* An accepted certificate says what is so. */
static void judge(struct forge *f, const char *text, bool honest)
{
    const struct goal *const goal = &f->goals.at[f->asked];
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
    if (judge_accepts(f->net, goal, cert, &fault)) {
        if (f->found[f->asked] != (cert->kind == CERT_RUN))
            fail(f, "a certificate of what is not so is accepted");
        *(honest ? &f->honest : &f->still) += 1;
        f->loops += honest && cert->kind == CERT_RUN;
        if (honest && cert->kind == CERT_CASES) {
            f->ranks += vecs_count(&cert->cases->ranks);
            f->rounds += cert->cases->rounds;
        }
    } else if (honest) {
        fail(f, fault.text);
    } else {
        CHECK(fault.line && fault.text[0]);
        f->rejected++;
    }
    cert_destroy(cert);
}

static void change_words(struct forge *f, const char *text)
{
    const uint32_t n = mangle_words(text);
    const uint32_t step = n > WORDS ? n / WORDS : 1;

    for (uint32_t i = random_below(&f->random, step); i < n; i += step)
        for (uint32_t how = 0; how < MANGLE_KINDS; how++) {
            char *const changed =
                mangle_text(text, i, (enum mangle_word)how, &f->random);

            f->changed++;
            judge(f, changed, false);
            mem_free(changed);
        }
}

/* Asks the formulas of the net, which begin at its initial marking. */
static void add_goals(struct forge *f, const struct net *net, goal_list *goals)
{
    struct diag diag = {0};

    for (uint32_t i = 0; i < FORMULAS; i++)
        CHECK(goal_add_formula(goals, net, temporal_tree_text(f->trees[i]),
                               &diag));
    for (uint32_t i = 0; i < FORMULAS; i++)
        if (goals->at[i].temporal)
            vec_append(&goals->at[i].temporal->fair, &f->fair);
}

/* Uses the certificate for nets that differ in an arc or a token. */
static void change_net(struct forge *f, const char *text)
{
    const struct net *const net = f->net;
    const struct oracle oracle = f->oracle;
    const bool found = f->found[f->asked];
    const goal_list goals = f->goals;

    for (uint32_t i = 0; i < OTHERS; i++) {
        struct net *other = mangle_net(net, &f->random);

        oracle_init(&f->oracle, other, 4 * MARKINGS);
        if (f->oracle.complete) {
            f->net = other;
            temporal_tree_move(f->trees[f->asked], other);
            f->found[f->asked] =
                temporal_tree_found(f->trees[f->asked], &f->oracle, &f->fair);
            f->changed++;
            f->goals = (goal_list){0};
            add_goals(f, other, &f->goals);
            judge(f, text, false);
            goal_list_free(&f->goals);
        }
        oracle_finish(&f->oracle);
        net_destroy(other);
    }
    temporal_tree_move(f->trees[f->asked], net);
    f->found[f->asked] = found;
    f->net = net;
    f->oracle = oracle;
    f->goals = goals;
}

/* The line that begins with the word; both are there. */
static const char *line_of(const char *text, const char *word)
{
    while (strncmp(text, word, strlen(word)) != 0)
        text = strchr(text, '\n') + 1;
    return text;
}

/* The text, and its evidence behind the question of another formula, for other
 * formulas. */
static void ask_others(struct forge *f, const char *text)
{
    const uint32_t asked = f->asked;
    const char *const evidence =
        line_of(text, f->found[asked] ? "run" : "cases");
    const witness_run none = {0};

    for (f->asked = 0; f->asked < FORMULAS; f->asked++) {
        char *other = NULL;
        size_t size;
        FILE *const file = open_memstream(&other, &size);

        CHECK(file);
        cert_write_file(f->net, &f->goals.at[f->asked],
                        &(struct cert_evidence){.run = &none}, file);
        CHECK(!fflush(file) &&
              !fseek(file, line_of(other, "run") - other, SEEK_SET));
        CHECK(fputs(evidence, file) >= 0 && fputc('\0', file) != EOF &&
              !fclose(file));
        f->changed += 2;
        judge(f, other, false);
        judge(f, text, false);
        free(other);
    }
    f->asked = asked;
}

/* --- certificates --------------------------------------------------------- */

static int is_late(void *data)
{
    unsigned *const n = data;

    return ++*n > 60;
}

/* By the engine that can show it, if it is not too late. */
static void answer_asked(const struct forge *f, struct answer *answer)
{
    const struct engine_problem problem = {
        .net = f->net,
        .question = {&f->goals.at[f->asked], 1},
        .state.stubborn = STUBBORN_PROPERTY,
        .output.proof = true};
    unsigned n = 0;
    const struct engine_limits limits = {.terminate = is_late,
                                         .terminate_data = &n};

    answer_init(answer, 1);
    (f->found[f->asked] ? state_engine : equation_engine)
        .run(&problem, &limits, answer);
}

static void try_asked(struct forge *f)
{
    struct answer answer;
    const struct answer_finding *finding;
    struct cert_evidence evidence = {0};
    char *text = NULL;
    size_t size;
    FILE *file;

    answer_asked(f, &answer);
    finding = answer.findings;
    if (finding->verdict != VERDICT_UNKNOWN) {
        CHECK((finding->verdict == VERDICT_YES) == f->found[f->asked]);
        evidence.run = f->found[f->asked] ? &finding->run : NULL;
        evidence.loop = finding->loop;
        evidence.cases = finding->cases;
        CHECK(evidence.run || evidence.cases);
        file = open_memstream(&text, &size);
        CHECK(file);
        cert_write_file(f->net, &f->goals.at[f->asked], &evidence, file);
        CHECK(!fclose(file));
        judge(f, text, true);
        change_words(f, text);
        change_net(f, text);
        ask_others(f, text);
        free(text);
    }
    answer_finish(&answer);
}

/* --- nets ----------------------------------------------------------------- */

static void ask_all(struct forge *f)
{
    for (uint32_t n = random_below(&f->random, 3); n > 0; n--)
        vec_push(&f->fair, random_below(&f->random, net_trans_count(f->net)));
    for (uint32_t i = 0; i < FORMULAS; i++) {
        f->trees[i] = temporal_tree_create(&f->random, f->net);
        f->found[i] = temporal_tree_found(f->trees[i], &f->oracle, &f->fair);
    }
    add_goals(f, f->net, &f->goals);
    for (f->asked = 0; f->asked < FORMULAS; f->asked++)
        if (f->goals.at[f->asked].kind == GOAL_LASSO)
            try_asked(f);
    for (uint32_t i = 0; i < FORMULAS; i++)
        temporal_tree_destroy(f->trees[i]);
    goal_list_free(&f->goals);
    vec_clear(&f->fair);
}

static void try_seed(struct forge *f, uint64_t seed)
{
    struct net *net;

    f->seed = seed;
    random_init(&f->random, seed);
    net = random_net(&f->random, seed % 3 ? RANDOM_CYCLIC : RANDOM_TERMINATING,
                     1 + (uint32_t)(seed / 2 % 3));
    oracle_init(&f->oracle, net, MARKINGS);
    if (f->oracle.complete) {
        f->net = net;
        f->nets++;
        ask_all(f);
    }
    oracle_finish(&f->oracle);
    net_destroy(net);
}

PROGRAM(forge_runs)
{
    struct forge f = {0};
    uint64_t first, n;

    CHECK(argc == 3);
    first = strtoull(argv[1], NULL, 10);
    n = strtoull(argv[2], NULL, 10);
    for (uint64_t seed = first; seed < first + n; seed++)
        try_seed(&f, seed);
    vec_free(&f.fair);
    printf("%" PRIu64 " nets: %" PRIu64
           " honest certificates accepted, %" PRIu64
           " of runs, others with %" PRIu64 " ranks and %" PRIu64
           " rounds; of %" PRIu64 " changed ones %" PRIu64
           " are bad input, %" PRIu64 " rejected, %" PRIu64
           " still certificates\n",
           f.nets, f.honest, f.loops, f.ranks, f.rounds, f.changed, f.refused,
           f.rejected, f.still);
    CHECK(f.nets && f.honest > f.loops && f.loops && f.refused && f.rejected &&
          f.still);
    CHECK(f.nets < 50 || f.rounds);
    return 0;
}
