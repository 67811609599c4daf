/* diff.c - the engine against the oracle on random nets.
 *
 *     diff [--count N] [--first SEED] [--seconds S] [--settings N]
 *     diff --net FILE [--first SEED] [--settings N]
 *
 * Each net is tried under N settings of relation, order and switches.
 *
 * Net number i is drawn from seed SEED + i, so --first SEED --count 1
 * reproduces a failing net.  Without --first the clock gives the seed, which is
 * printed.
 *
 * Batches of nets run in child processes.  When a batch fails, hangs or
 * crashes, its nets are tried one by one.  The failing net is printed as
 * .ll_net, as input for --net and for shrink.py:
 *
 *     shrink.py FILE diff --first SEED --settings 144 --net */
#include "engine/race/engines.h"
#include "engine/race/race.h"
#include "formats/net/registry.h"
#include "support.h"
#include "trial.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    BATCH = 50,
    BATCH_SECONDS = 120,
    ONE_SECONDS = 60,
};

struct options {
    uint64_t first, count;
    unsigned seconds; /* 0: until count nets are finished */
    uint32_t settings;
    const char *net;
    const struct engine *engine;
};

static struct net *draw(struct random *random, uint64_t seed)
{
    static const enum random_kind kinds[] = {
        RANDOM_TERMINATING, RANDOM_CYCLIC, RANDOM_TERMINATING,
        RANDOM_UNSAFE,      RANDOM_CYCLIC,
    };

    /* Most nets are small.  A wrong cutoff, however, shows only in larger ones,
     * where many runs reach the same marking. */
    const uint32_t size =
        (uint32_t)(seed % 8 == 7 ? 5 + seed / 8 % 4 : 1 + seed / 8 % 4);

    /* Markings of larger nets are stored in other ways (markings.h). */
    static const uint32_t more[] = {0, 0,   64, 0, 128,  0, 0, 64,
                                    0, 128, 0,  0, 1024, 0, 0, 128};

    random_init(random, seed);
    return random_net_padded(random, kinds[seed % 5], size,
                             more[seed / 8 % 16]);
}

static bool try_seed(const struct options *options, uint64_t seed,
                     struct trial_counts *counts)
{
    struct random random;
    struct net *net = draw(&random, seed);
    const uint32_t first = (uint32_t)(seed * 11 % trial_settings());
    const bool good = trial_run(options->engine, net, &random, first,
                                options->settings, counts);

    net_destroy(net);
    return good;
}

/* Runs in a child, which returns its counts through the pipe. */
static void try_batch(const struct options *options, uint64_t seed, uint64_t n,
                      int to)
{
    struct trial_counts counts = {0};
    bool good = true;

    (void)alarm(n == 1 ? ONE_SECONDS : BATCH_SECONDS);
    for (uint64_t i = 0; i < n && good; i++)
        good = try_seed(options, seed + i, &counts);
    if (write(to, &counts, sizeof counts) != (ssize_t)sizeof counts)
        good = false;
    _exit(good ? 0 : 1);
}

static void add(struct trial_counts *to, const struct trial_counts *counts)
{
    to->nets += counts->nets;
    to->runs += counts->runs;
    to->verdicts += counts->verdicts;
    to->markings += counts->markings;
    to->traces += counts->traces;
    to->unsafe += counts->unsafe;
    to->skipped += counts->skipped;
    to->cubes += counts->cubes;
}

/* Did the batch end, and successfully? */
static bool fork_batch(const struct options *options, uint64_t seed, uint64_t n,
                       struct trial_counts *total)
{
    struct trial_counts counts = {0};
    int ends[2], status = 0;

    CHECK(pipe(ends) == 0);
    fflush(NULL);

    const pid_t child = fork();

    CHECK(child >= 0);
    if (child == 0)
        try_batch(options, seed, n, ends[1]);
    close(ends[1]);
    if (read(ends[0], &counts, sizeof counts) == (ssize_t)sizeof counts)
        add(total, &counts);
    close(ends[0]);
    CHECK(waitpid(child, &status, 0) == child);
    if (WIFSIGNALED(status))
        fprintf(stderr, "signal %d\n", WTERMSIG(status));
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static void show(uint64_t seed)
{
    struct random random;
    struct net *net = draw(&random, seed);

    fprintf(stderr, "again with: --first %llu --count 1\n",
            (unsigned long long)seed);
    support_print_net(net, stderr);
    net_destroy(net);
}

/* Tries a failed batch net by net and prints the first failing one. */
static void find_culprit(const struct options *options, uint64_t seed,
                         uint64_t n)
{
    struct trial_counts counts = {0};

    for (uint64_t i = 0; i < n; i++)
        if (!fork_batch(options, seed + i, 1, &counts)) {
            show(seed + i);
            return;
        }
    fprintf(stderr, "the batch from seed %llu fails as a whole only\n",
            (unsigned long long)seed);
}

static void report(const struct trial_counts *c)
{
    printf("%llu nets, %llu runs: %llu verdicts, %llu of them on markings, "
           "%llu traces, %llu unsafe, %llu runs met the limit, "
           "%llu cubes of proofs\n",
           (unsigned long long)c->nets, (unsigned long long)c->runs,
           (unsigned long long)c->verdicts, (unsigned long long)c->markings,
           (unsigned long long)c->traces, (unsigned long long)c->unsafe,
           (unsigned long long)c->skipped, (unsigned long long)c->cubes);
}

static int run(const struct options *options)
{
    const time_t start = time(NULL);
    struct trial_counts total = {0};
    uint64_t done = 0;

    while (options->seconds ? time(NULL) - start < (time_t)options->seconds
                            : done < options->count) {
        const uint64_t left = options->count - done;
        const uint64_t n = options->seconds || left > BATCH ? BATCH : left;

        if (!fork_batch(options, options->first + done, n, &total)) {
            find_culprit(options, options->first + done, n);
            return 1;
        }
        done += n;
    }
    report(&total);

    /* A run without comparisons is a failure. */
    return total.runs > 0 && total.skipped * 20 <= total.runs ? 0 : 1;
}

static int run_net(const struct options *options)
{
    struct trial_counts counts = {0};
    struct random random;
    struct diag diag = {0};
    struct net *net = registry_read(options->net, NULL, &diag);
    bool good;

    if (!net) {
        diag_print(&diag, stderr);
        return 4;
    }
    random_init(&random, options->first);
    good =
        trial_run(options->engine, net, &random, 0, options->settings, &counts);
    net_destroy(net);
    report(&counts);
    return good ? 0 : 1;
}

static const struct engine *find_engine(const char *name)
{
    static const struct engine *const engines[] = {&por_engine, &prefix_engine,
                                                   &race_engine, &state_engine};

    for (uint32_t i = 0; i < sizeof engines / sizeof *engines; i++)
        if (!strcmp(engines[i]->name, name))
            return engines[i];
    return NULL;
}

static bool parse(int argc, char **argv, struct options *options)
{
    for (int i = 1; i + 1 < argc; i += 2) {
        char *end;
        const unsigned long long value = strtoull(argv[i + 1], &end, 10);

        if (strcmp(argv[i], "--net") == 0)
            options->net = argv[i + 1];
        else if (strcmp(argv[i], "--engine") == 0 && find_engine(argv[i + 1]))
            options->engine = find_engine(argv[i + 1]);
        else if (*end)
            return false;
        else if (strcmp(argv[i], "--first") == 0)
            options->first = value;
        else if (strcmp(argv[i], "--count") == 0)
            options->count = value;
        else if (strcmp(argv[i], "--seconds") == 0)
            options->seconds = (unsigned)value;
        else if (strcmp(argv[i], "--settings") == 0)
            options->settings = (uint32_t)value;
        else
            return false;
    }
    return argc % 2 == 1 && options->engine;
}

PROGRAM(diff)
{
    struct options options = {.first = (uint64_t)time(NULL) * 1000,
                              .count = 1000,
                              .settings = 8,
                              .engine = &por_engine};

    if (!parse(argc, argv, &options)) {
        fprintf(stderr, "usage: diff [--first SEED] [--count N] "
                        "[--seconds S] [--settings N] [--net FILE] "
                        "[--engine auto|por|prefix|state]\n");
        return 3;
    }
    if (options.net)
        return run_net(&options);
    printf("seed %llu\n", (unsigned long long)options.first);
    return run(&options);
}
