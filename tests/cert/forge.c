/* forge.c - certificates of random nets: honest ones are accepted, forged ones
 * are rejected.
 *
 *     forge FIRST COUNT
 *
 * For each net, naive.h and the engine `state` give proofs, and the engine
 * `prefix` gives prefixes, both also of the reduced net.  Each certificate is
 * written, read back and judged. Then the test changes one item after the
 * other, in the certificate and in the net, and compares the judge with the
 * definitions and the oracle. */
#include "certs.h"
#include "checker/judge.h"
#include "complete.h"
#include "engine/race/engines.h"
#include "formats/certificate/cert.h"
#include "mangle.h"
#include "naive.h"
#include "proof/reduction/reduction.h"
#include "proof/verify.h"
#include "reduce/reducer.h"
#include "support.h"
#include "proof_oracle.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    MARKINGS = 150, /* per net, at most */
    GOALS = 6,      /* per net */
    CHANGES = 25,   /* per proof */
    WORDS = 12,     /* per text, changed in each way */
    OTHERS = 10,    /* nets per certificate of a reduced one */
};

struct forge {
    struct random random;
    uint64_t seed;
    const struct net *net;
    struct oracle oracle;
    goal_list goals;
    const struct goal *goal;
    bool reachable; /* is the goal reachable? */
    char *path;
    uint64_t reduced; /* honest certificates with steps */
    uint64_t nets, honest, changed, still, refused, rejected;
};

static void fail(const struct forge *f, const char *why)
{
    fprintf(stderr, "seed %" PRIu64 ", goal '%s': %s\n", f->seed, f->goal->text,
            why);
    support_print_net(f->net, stderr);
    abort();
}

/* --- the ground truth ----------------------------------------------------- */

static bool same_goal(const struct goal *a, const struct goal *b)
{
    return a->kind == b->kind && a->trans == b->trans &&
           a->marked.len == b->marked.len && a->empty.len == b->empty.len &&
           (!a->marked.len || !memcmp(a->marked.at, b->marked.at,
                                      a->marked.len * sizeof *a->marked.at)) &&
           (!a->empty.len || !memcmp(a->empty.at, b->empty.at,
                                     a->empty.len * sizeof *a->empty.at));
}

/* The steps of an accepted certificate keep the answer: the same question about
 * what they leave has it, and the proof proves that. */
static void check_reduced(const struct forge *f, const struct cert *cert)
{
    goal_list goals = {0};
    struct oracle oracle;
    int64_t value;

    CHECK(!cert->broken && cert->kind != CERT_RUN);
    CHECK(reduction_goal_translate(&goals, &cert->reduction, &cert->map,
                                   f->goal, 1, &value));
    oracle_init(&oracle, cert->net, 4 * MARKINGS);
    if (oracle.unsafe)
        fail(f, "accepted steps leave an unsafe net");
    if (oracle.complete && goals.at->kind != GOAL_FORMULA &&
        naive_reachable(&oracle, goals.at))
        fail(f, "accepted steps change the answer");
    if (cert->kind == CERT_PROOF && goals.at->kind != GOAL_FORMULA &&
        !naive_accepts(cert->net, goals.at, cert->proof))
        fail(f, "what is accepted of a reduced net is no proof");
    oracle_finish(&oracle);
    goal_list_free(&goals);
}

/* Does an accepted certificate prove its claim? */
static void check_accepted(const struct forge *f, const struct cert *cert)
{
    const char *why = NULL;

    if (f->reachable != (cert->kind == CERT_RUN))
        fail(f, "a certificate of what is not so is accepted");
    if (cert->reduces)
        check_reduced(f, cert);
    else if (cert->kind == CERT_PROOF &&
             !naive_accepts(f->net, f->goal, cert->proof))
        fail(f, "what is accepted is no proof");
    if (cert->kind == CERT_PREFIX && !cert->reduces &&
        !complete_holds(&f->oracle, f->goal, cert, &why))
        fail(f, why);
    if (!same_goal(&cert->goal, f->goal))
        fail(f, "what is accepted is of another goal");
}

/* --- texts ---------------------------------------------------------------- */

static char *read_text(const char *path)
{
    FILE *file = fopen(path, "rb");
    char *text;
    long n;

    CHECK(file && !fseek(file, 0, SEEK_END));
    n = ftell(file);
    rewind(file);
    text = mem_zero((size_t)n + 1, 1);
    CHECK(fread(text, 1, (size_t)n, file) == (size_t)n);
    fclose(file);
    return text;
}

/* Removes the old file first: some file systems flush on replacement. */
static void write_text(const char *path, const char *text)
{
    FILE *file;

    (void)unlink(path);
    file = fopen(path, "wb");
    CHECK(file && fputs(text, file) >= 0 && !fclose(file));
}

static void judge_changed(struct forge *f, const char *text)
{
    struct diag diag = {0};
    struct fault fault;
    struct cert *cert;

    write_text(f->path, text);
    cert = cert_read_file(f->net, f->path, &diag);
    f->changed++;
    if (!cert) {
        CHECK(diag.code == DIAG_INPUT && diag.line);
        f->refused++;
        return;
    }
    if (judge_accepts(f->net, f->goal, cert, &fault)) {
        check_accepted(f, cert);
        f->still++;
    } else {
        CHECK(fault.line && fault.text[0]);
        f->rejected++;
    }
    cert_destroy(cert);
}

/* Changes every word of a short text in each way, and some of a long one. */
static void change_text(struct forge *f)
{
    char *text = read_text(f->path);
    const uint32_t n = mangle_words(text);
    const uint32_t step = n > WORDS ? n / WORDS : 1;

    for (uint32_t i = random_below(&f->random, step); i < n; i += step)
        for (uint32_t how = 0; how < MANGLE_KINDS; how++) {
            char *changed =
                mangle_text(text, i, (enum mangle_word)how, &f->random);

            if (strcmp(changed, text) != 0)
                judge_changed(f, changed);
            mem_free(changed);
        }
    mem_free(text);
}

/* The file f->path is accepted, also after being written again. */
static struct cert *read_honest(struct forge *f)
{
    struct diag diag = {0};
    struct fault fault;
    struct cert *cert = cert_read_file(f->net, f->path, &diag);

    if (!cert)
        fail(f, diag.text);
    if (!judge_accepts(f->net, f->goal, cert, &fault))
        fail(f, fault.text);
    check_accepted(f, cert);
    f->honest++;
    return cert;
}

/* --- proofs --------------------------------------------------------------- */

static void check_verdict(const struct forge *f, const struct proof *proof)
{
    struct fault fault;
    const bool accepted = verify_proof(f->net, f->goal, proof, &fault);

    if (accepted != naive_accepts(f->net, f->goal, proof))
        fail(f, accepted ? "accepted against the definition"
                         : "rejected against the definition");
    if (accepted && f->reachable)
        fail(f, "forged");
    if (!accepted)
        CHECK(fault.text[0] &&
              fault.number < (fault.part == FAULT_MEMBER ? proof->members.len
                                                         : proof->cubes.len));
}

static void change_proof(struct forge *f, const struct proof *proof)
{
    struct proof *changed = mangle_copy(proof);

    for (uint32_t i = 0; i < CHANGES; i++) {
        if (random_chance(&f->random, 30)) {
            proof_destroy(changed);
            changed = mangle_copy(proof);
        }
        mangle_proof(changed, f->net, &f->random);
        proof_check(changed, f->net);
        check_verdict(f, changed);
    }
    proof_destroy(changed);
}

/* Uses the proof for another question, and for a changed net. */
static void misuse_proof(struct forge *f, const struct proof *proof)
{
    const struct net *net = f->net;
    const struct goal *goal = f->goal;
    struct oracle oracle = f->oracle;
    const bool reachable = f->reachable;

    for (uint32_t g = 0; g < f->goals.len; g++) {
        f->goal = &f->goals.at[g];
        f->reachable = naive_reachable(&oracle, f->goal);
        check_verdict(f, proof);
    }
    f->goal = goal;
    for (uint32_t i = 0; i < 5; i++) {
        struct net *other = mangle_net(net, &f->random);

        oracle_init(&f->oracle, other, 4 * MARKINGS);
        if (f->oracle.complete) {
            f->net = other;
            f->reachable = naive_reachable(&f->oracle, goal);
            check_verdict(f, proof);
            change_proof(f, proof);
        }
        oracle_finish(&f->oracle);
        net_destroy(other);
    }
    f->net = net;
    f->oracle = oracle;
    f->reachable = reachable;
}

static void try_proof(struct forge *f)
{
    struct proof *proof = naive_proof(&f->oracle, f->goal, &f->random,
                                      random_chance(&f->random, 60));
    struct cert *cert;

    proof_check(proof, f->net);
    check_verdict(f, proof);
    (void)unlink(f->path);
    CERTS_WRITE(f->path, f->net, f->goal, .proof = proof);
    cert = read_honest(f);
    CHECK(cert->proof->cubes.len == proof->cubes.len);
    CHECK(cert->proof->members.len == proof->members.len);
    CHECK(cert->proof->places.len == proof->places.len);
    cert_destroy(cert);
    change_text(f);
    change_proof(f, proof);
    misuse_proof(f, proof);
    proof_destroy(proof);
}

/* --- prefixes and runs ---------------------------------------------------- */

static void keep_answer(struct forge *f, const struct answer *answer,
                        bool reads)
{
    const struct answer_finding *finding = &answer->findings[0];

    (void)unlink(f->path);
    if (finding->verdict == VERDICT_UNKNOWN)
        return;
    if (finding->verdict == VERDICT_YES)
        CERTS_WRITE(f->path, f->net, f->goal, .run = &finding->run);
    else if (finding->proof)
        CERTS_WRITE(f->path, f->net, f->goal, .proof = finding->proof);
    else
        CERTS_WRITE(f->path, f->net, f->goal, .prefix = &answer->prefix,
                    .copies = reads);
    cert_destroy(read_honest(f));
    change_text(f);
    if (finding->proof) {
        proof_check(finding->proof, f->net);
        change_proof(f, finding->proof);
        misuse_proof(f, finding->proof);
    }
}

/* A complete prefix is honest, but proves nothing about reachable goals. */
static void misuse_prefix(struct forge *f, const struct answer *answer,
                          bool reads)
{
    char *text;

    (void)unlink(f->path);
    CERTS_WRITE(f->path, f->net, f->goal, .prefix = &answer->prefix,
                .copies = reads);
    text = read_text(f->path);
    judge_changed(f, text);
    mem_free(text);
    change_text(f);
}

/* Certifies the answers of the engine, under the relation read or classic. */
static void certify(struct forge *f, const struct engine *engine,
                    enum engine_order order, bool reads)
{
    struct dep *dep = dep_create(f->net, reads ? DEP_READ : DEP_CLASSIC);
    const struct engine_problem problem = {
        .net = f->net,
        .dep = dep,
        .question.goals = f->goal,
        .question.n_goals = 1,
        .unfolding.order = order,
        .unfolding.cutoffs = true,
        .por.table = true,
        .state.stubborn = STUBBORN_PROPERTY,
        .state.interpolation = true,
        .output.proof = true,
        .output.prefix = true,
        .output.no_conflicts = true,
        .output.copies = true,
        .output.complete = true,
    };
    const struct engine_limits limits = {.max_events = 3000};
    struct answer answer;

    answer_init(&answer, 1);
    engine->run(&problem, &limits, &answer);
    keep_answer(f, &answer, reads);
    if (f->reachable && answer.stop == STOP_DONE && answer.prefix.events.len)
        misuse_prefix(f, &answer, reads);
    answer_finish(&answer);
    dep_destroy(dep);
}

static void try_engine(struct forge *f, const struct engine *engine)
{
    static const enum engine_order orders[] = {ORDER_SIZE, ORDER_PARIKH,
                                               ORDER_FOATA};
    const bool reads = random_chance(&f->random, 50);

    certify(f, engine, orders[random_below(&f->random, 3)], reads);
}

/* --- reductions ----------------------------------------------------------- */

/* A reduction of the net and the engine's answer about the rest. */
struct reduced {
    struct reduction_keeps keeps;
    struct reducer r;
    struct mutable_net_map map;
    struct cert_reduced left;
    struct net *net;
    goal_list goals;
    struct answer answer;
};

static void reduce_net(struct forge *f, struct reduced *x)
{
    int64_t value;

    *x = (struct reduced){0};
    reduction_keeps_init(&x->keeps, f->net);
    reduction_keeps_add(&x->keeps, f->net, f->goal);
    reducer_init(&x->r, f->net, &x->keeps,
                 random_chance(&f->random, 60)
                     ? REDUCER_ALL
                     : random_below(&f->random, REDUCER_ALL + 1));
    reducer_run(&x->r);
    x->net = mutable_net_freeze(&x->r.net, &x->map);
    x->left = (struct cert_reduced){&x->r.reduction, x->net};
    CHECK(reduction_goal_translate(&x->goals, &x->r.reduction, &x->map, f->goal,
                                   1, &value));
}

static void reduced_finish(struct reduced *x)
{
    answer_finish(&x->answer);
    goal_list_free(&x->goals);
    mutable_net_map_free(&x->map);
    net_destroy(x->net);
    reducer_finish(&x->r);
    reduction_keeps_finish(&x->keeps);
}

static void answer_reduced(struct reduced *x, const struct engine *engine,
                           bool reads)
{
    struct dep *dep = dep_create(x->net, reads ? DEP_READ : DEP_CLASSIC);
    const struct engine_problem problem = {
        .net = x->net,
        .dep = dep,
        .question.goals = x->goals.at,
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

    answer_init(&x->answer, 1);
    engine->run(&problem, &limits, &x->answer);
    dep_destroy(dep);
}

static void write_reduced(struct forge *f, const struct reduced *x, bool reads)
{
    const struct answer_finding *const finding = x->answer.findings;

    (void)unlink(f->path);
    if (finding->proof)
        CERTS_WRITE(f->path, f->net, f->goal, .reduced = &x->left,
                    .proof = finding->proof);
    else
        CERTS_WRITE(f->path, f->net, f->goal, .reduced = &x->left,
                    .prefix = &x->answer.prefix, .copies = reads);
}

/* The same steps and the same proof for another question. */
static void ask_another(struct forge *f, const struct reduced *x, bool reads)
{
    const struct goal *const goal = f->goal;
    const bool reachable = f->reachable;

    for (uint32_t g = 0; g < f->goals.len; g++) {
        char *text;

        f->goal = &f->goals.at[g];
        f->reachable = naive_reachable(&f->oracle, f->goal);
        write_reduced(f, x, reads);
        text = read_text(f->path);
        judge_changed(f, text);
        mem_free(text);
    }
    f->goal = goal;
    f->reachable = reachable;
}

/* The same certificate for another net. */
static void ask_elsewhere(struct forge *f, const char *text)
{
    const struct net *net = f->net;
    const struct oracle oracle = f->oracle;
    const bool reachable = f->reachable;

    for (uint32_t i = 0; i < OTHERS; i++) {
        struct net *other = mangle_net(net, &f->random);

        oracle_init(&f->oracle, other, 4 * MARKINGS);
        if (f->oracle.complete) {
            f->net = other;
            f->reachable = naive_reachable(&f->oracle, f->goal);
            judge_changed(f, text);
        }
        oracle_finish(&f->oracle);
        net_destroy(other);
    }
    f->net = net;
    f->oracle = oracle;
    f->reachable = reachable;
}

static void try_reduced(struct forge *f, const struct engine *engine)
{
    const bool reads = random_chance(&f->random, 50);
    struct reduced x;

    reduce_net(f, &x);
    answer_reduced(&x, engine, reads);
    if (x.answer.findings->verdict == VERDICT_YES)
        fail(f, "reachable in the reduced net alone");
    if (x.answer.findings->proof ||
        (x.answer.prefix.events.len && x.answer.stop == STOP_DONE &&
         x.goals.at->kind != GOAL_FORMULA)) {
        char *text;

        write_reduced(f, &x, reads);
        cert_destroy(read_honest(f));
        f->reduced += x.r.reduction.steps.len > 0;
        text = read_text(f->path);
        change_text(f);
        ask_elsewhere(f, text);
        mem_free(text);
        ask_another(f, &x, reads);
    }
    reduced_finish(&x);
}

/* --- nets ----------------------------------------------------------------- */

static void try_goal(struct forge *f, const struct goal *goal)
{
    const bool prefix_can = goal->kind != GOAL_DEADLOCK && !goal->empty.len;

    f->goal = goal;
    f->reachable = naive_reachable(&f->oracle, goal);
    if (!f->reachable)
        try_proof(f);
    if (f->reachable || prefix_can)
        try_engine(f, &prefix_engine);
    try_engine(f, &state_engine);
    if (!f->reachable)
        try_reduced(f, &state_engine);
    if (!f->reachable && prefix_can)
        try_reduced(f, &prefix_engine);
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
        for (uint32_t g = 0; g < GOALS; g++)
            naive_goal(net, &f->random, &f->goals);
        for (uint32_t g = 0; g < GOALS; g++)
            try_goal(f, &f->goals.at[g]);
        goal_list_free(&f->goals);
    }
    oracle_finish(&f->oracle);
    net_destroy(net);
}

PROGRAM(forge)
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
    printf("%" PRIu64 " nets: %" PRIu64
           " honest certificates accepted, %" PRIu64 " of reduced nets; of "
           "%" PRIu64 " changed ones %" PRIu64 " are bad input, %" PRIu64
           " rejected, %" PRIu64 " still certificates\n",
           f.nets, f.honest, f.reduced, f.changed, f.refused, f.rejected,
           f.still);
    CHECK(f.nets && f.honest && f.reduced && f.still && f.refused &&
          f.rejected);
    return 0;
}
