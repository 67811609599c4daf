/* Certificates of safety by weights: honest ones are accepted, forged ones are
 * rejected.
 *
 * State machines of random nets are written, read back and judged.  Then the
 * test changes one word or line after the other, and one arc or token of the
 * net; what is still accepted must be so by brute force. */
#include "certs.h"
#include "checker/judge.h"
#include "formats/certificate/cert.h"
#include "mangle.h"
#include "oracle.h"
#include "structure/safety.h"
#include "support.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MARKINGS = 3000, NETS = 8 };

struct forge {
    struct random random;
    uint64_t seed;
    struct goal goal;
    uint64_t honest, changed, refused, rejected, still;
};

static void fail(const struct forge *f, const struct net *net, const char *why)
{
    fprintf(stderr, "seed %" PRIu64 ": %s\n", f->seed, why);
    support_print_net(net, stderr);
    abort();
}

static int64_t weigh(struct weights_vector y, const bits_word *m)
{
    int64_t sum = 0;

    for (uint32_t i = 0; i < y.len; i++)
        sum += bits_has(m, y.at[i].place) ? y.at[i].factor : 0;
    return sum;
}

/* The net is safe, and no marking weighs more than the initial one. */
static void check_accepted(const struct forge *f, const struct net *net,
                           const struct weights *weights)
{
    struct oracle oracle;

    oracle_init(&oracle, net, MARKINGS);
    if (oracle.unsafe)
        fail(f, net, "an unsafe net is accepted");
    for (uint32_t i = 0; i < vecs_count(&weights->vectors); i++) {
        const struct weights_vector y = weights_vector(weights, i);
        const int64_t bound = weigh(y, oracle_marking(&oracle, 0));

        for (uint32_t k = 0; k < oracle.n_markings; k++)
            if (weigh(y, oracle_marking(&oracle, k)) > bound)
                fail(f, net, "accepted weights increase");
    }
    oracle_finish(&oracle);
}

/* Is the text accepted? */
static bool judge(struct forge *f, const struct net *net, const char *text)
{
    struct diag diag = {0};
    struct fault fault;
    struct cert *const cert = certs_read(net, text, &diag);
    bool accepted;

    if (!cert) {
        CHECK(diag.code == DIAG_INPUT && diag.line);
        f->refused++;
        return false;
    }
    accepted = judge_accepts(net, &f->goal, cert, &fault);
    if (accepted)
        check_accepted(f, net, &cert->weights);
    else
        CHECK(fault.line && fault.text[0]);
    f->rejected += !accepted;
    cert_destroy(cert);
    return accepted;
}

static void change_words(struct forge *f, const struct net *net,
                         const char *text)
{
    const uint32_t n = mangle_words(text);

    for (uint32_t i = 0; i < n; i++)
        for (uint32_t how = 0; how < MANGLE_KINDS; how++) {
            char *changed =
                mangle_text(text, i, (enum mangle_word)how, &f->random);

            f->changed++;
            f->still += judge(f, net, changed);
            mem_free(changed);
        }
}

static void change_net(struct forge *f, const struct net *net, const char *text)
{
    for (uint32_t i = 0; i < NETS; i++) {
        struct net *other = mangle_net(net, &f->random);

        f->changed++;
        f->still += judge(f, other, text);
        net_destroy(other);
    }
}

static char *write_text(const struct net *net, const struct goal *goal,
                        const struct weights *weights)
{
    size_t size;
    char *text;
    FILE *const file = open_memstream(&text, &size);

    CHECK(file);
    cert_write_file(net, goal, &(struct cert_evidence){.weights = weights},
                    file);
    CHECK(!fclose(file));
    return text;
}

/* For linear programs on small nets. */
#define WORK UINT64_C(1000000000)

static void try_seed(struct forge *f, uint64_t seed)
{
    struct weights weights = {0};
    struct net *net;

    f->seed = seed;
    random_init(&f->random, seed);
    net = random_net(&f->random, seed % 4 ? RANDOM_CYCLIC : RANDOM_UNSAFE,
                     1 + (uint32_t)(seed % 3));
    if (random_chance(&f->random, 50)
            ? safety_by_machines(net, &weights)
            : safety_programs_prove(net, WORK, NULL, &weights)) {
        char *const text = write_text(net, &f->goal, &weights);

        if (!judge(f, net, text))
            fail(f, net, "an honest certificate is rejected");
        f->honest++;
        change_words(f, net, text);
        change_net(f, net, text);
        free(text);
    }
    weights_finish(&weights);
    net_destroy(net);
}

PROGRAM(forge_weights)
{
    struct forge f = {.goal = {.kind = GOAL_SAFE, .trans = TRANS_NONE}};
    char text[] = "safe";
    uint64_t first, count;

    CHECK(argc == 3);
    first = strtoull(argv[1], NULL, 10);
    count = strtoull(argv[2], NULL, 10);
    f.goal.text = text;
    for (uint64_t seed = first; seed < first + count; seed++)
        try_seed(&f, seed);
    printf("%" PRIu64 " honest certificates accepted; of %" PRIu64
           " changed ones %" PRIu64 " are bad input, %" PRIu64
           " rejected, %" PRIu64 " still certificates\n",
           f.honest, f.changed, f.refused, f.rejected, f.still);
    CHECK(f.honest && f.refused && f.rejected && f.still);
    return 0;
}
