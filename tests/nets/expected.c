/* expected.c - the table nets/EXPECTED.
 *
 *     expected fill DIR NET...    prints the table by brute force
 *     expected oracle DIR         compares DIR/EXPECTED with brute force
 *     expected engine DIR         ... with the answers of the engines
 *     expected formats DIR        compares each DIR/NET.ll_net and .pnml
 *
 * edges are firings from marking to marking; dead are transitions that never
 * fire; traces and events are the maximal configurations and the events of the
 * unfolding under a relation, "-" where it is infinite. */
#include "engine/race/engines.h"
#include "figure.h"
#include "formats/net/registry.h"
#include "oracle.h"
#include "support.h"
#include "same_net.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define COLUMNS(X)       \
    X(places)            \
    X(transitions)       \
    X(reads)             \
    X(markings)          \
    X(edges)             \
    X(deadlocks)         \
    X(dead)              \
    X(classic_traces)    \
    X(classic_histories) \
    X(read_traces)       \
    X(read_histories)

#define NO_FIGURE UINT64_MAX
enum { LIMIT = 2000000, PATH_CAP = 1024 };

struct row {
#define X(name) uint64_t name;
    COLUMNS(X)
#undef X
};

static struct net *load(const char *folder, const char *name,
                        const char *suffix)
{
    char path[PATH_CAP];
    struct diag diag = {0};
    struct net *net;

    (void)snprintf(path, sizeof path, "%s/%s%s", folder, name, suffix);
    net = registry_read(path, NULL, &diag);
    if (!net)
        diag_print(&diag, stderr);
    return net;
}

/* -- By brute force -- */

static void count_traces(const struct oracle *oracle, enum dep_kind kind,
                         uint64_t *n_traces, uint64_t *n_histories)
{
    struct dep *dep = dep_create(oracle->net, kind);
    struct oracle_traces traces;

    *n_traces = *n_histories = NO_FIGURE;
    if (oracle->terminating && oracle_traces(oracle, dep, LIMIT, &traces)) {
        *n_traces = traces.maximal;
        *n_histories = traces.primes;
    }
    dep_destroy(dep);
}

static struct row by_oracle(const struct net *net)
{
    const uint32_t n_trans = net_trans_count(net);
    struct oracle oracle;
    struct row row;

    oracle_init(&oracle, net, LIMIT);
    CHECK(oracle.complete);
    row = (struct row){
        .places = net_place_count(net),
        .transitions = n_trans,
        .reads = net_read_count(net),
        .markings = oracle.n_markings,
        .edges = oracle.edges,
        .deadlocks = oracle.deadlocks,
        .dead = n_trans - bits_count(oracle.fireable, bits_words(n_trans)),
    };
    count_traces(&oracle, DEP_CLASSIC, &row.classic_traces,
                 &row.classic_histories);
    count_traces(&oracle, DEP_READ, &row.read_traces, &row.read_histories);
    oracle_finish(&oracle);
    return row;
}

static void print_figure(uint64_t figure)
{
    if (figure == NO_FIGURE)
        printf(" -");
    else
        printf(" %" PRIu64, figure);
}

static int fill(const char *folder, char **names, int n)
{
    printf("# One row for each net, filled by tests/nets/expected.c, which\n"
           "# says what the columns mean.\nnet");
#define X(name) printf(" " #name);
    COLUMNS(X)
#undef X
    printf("\n");
    for (int i = 0; i < n; i++) {
        struct net *net = load(folder, names[i], ".ll_net");

        if (!net)
            return 1;

        const struct row row = by_oracle(net);

        printf("%s", names[i]);
#define X(name) print_figure(row.name);
        COLUMNS(X)
#undef X
        printf("\n");
        net_destroy(net);
    }
    return 0;
}

/* -- By the engine -- */

static uint64_t difference(const char *net, const char *what, uint64_t is,
                           uint64_t should)
{
    if (is == should)
        return 0;
    fprintf(stderr, "%s: %s is %" PRIu64 ", not %" PRIu64 "\n", net, what, is,
            should);
    return 1;
}

/* Checks which transitions can fire, and whether there is a deadlock. */
static uint64_t check_verdicts(const char *name, const struct net *net,
                               enum dep_kind kind, const struct row *row)
{
    struct dep *dep = dep_create(net, kind);
    goal_list goals = {0};
    struct answer answer;
    uint64_t counts[3] = {0}, bad = 0;
    const uint32_t n_trans = net_trans_count(net);

    goal_add_all_trans(&goals, net);
    goal_add_plain(&goals, "deadlock");
    answer_init(&answer, goals.len);
    por_engine.run(&(struct engine_problem){.net = net,
                                            .dep = dep,
                                            .question.goals = goals.at,
                                            .question.n_goals = goals.len,
                                            .unfolding.order = ORDER_FOATA,
                                            .unfolding.cutoffs = true,
                                            .por.table = true,
                                            .por.deepening = 1.3},
                   &(struct engine_limits){0}, &answer);
    for (uint32_t i = 0; i < goals.len; i++) {
        struct diag diag = {0};

        if (i < n_trans)
            counts[answer.findings[i].verdict]++;
        if (answer.findings[i].verdict == VERDICT_YES &&
            !witness_replay(net, &answer.findings[i].run, &goals.at[i], &diag))
            bad += difference(name, diag.text, 0, 1);
    }
    bad += difference(name, "stop", answer.stop, STOP_DONE);
    bad += difference(name, "dead transitions", counts[VERDICT_NO], row->dead);
    bad += difference(name, "live transitions", counts[VERDICT_YES],
                      n_trans - row->dead);
    bad += difference(name, "deadlock", answer.findings[n_trans].verdict,
                      row->deadlocks ? VERDICT_YES : VERDICT_NO);
    answer_finish(&answer);
    goal_list_free(&goals);
    dep_destroy(dep);
    return bad;
}

/* Without cutoffs every trace is visited once, and every prime trace is an
 * event. */
static uint64_t check_traces(const char *name, const struct net *net,
                             enum dep_kind kind, uint64_t n_traces,
                             uint64_t n_histories)
{
    struct dep *dep = dep_create(net, kind);
    struct answer answer;
    uint64_t bad = 0;

    answer_init(&answer, 0);
    por_engine.run(&(struct engine_problem){.net = net,
                                            .dep = dep,
                                            .unfolding.order = ORDER_FOATA},
                   &(struct engine_limits){0}, &answer);
    bad +=
        difference(name, "maximal configurations",
                   figure(&answer.stats, "maximal_configurations"), n_traces);
    bad += difference(name, "histories", figure(&answer.stats, "histories"),
                      n_histories);
    bad += difference(name, "ssb", figure(&answer.stats, "ssb"), 0);
    answer_finish(&answer);
    dep_destroy(dep);
    return bad;
}

static uint64_t check_engine(const char *name, const struct net *net,
                             const struct row *row)
{
    uint64_t bad = check_verdicts(name, net, DEP_CLASSIC, row) +
                   check_verdicts(name, net, DEP_READ, row);

    if (row->classic_traces != NO_FIGURE)
        bad += check_traces(name, net, DEP_CLASSIC, row->classic_traces,
                            row->classic_histories);
    if (row->read_traces != NO_FIGURE)
        bad += check_traces(name, net, DEP_READ, row->read_traces,
                            row->read_histories);
    return bad;
}

/* -- Comparing with the table -- */

static uint64_t check_oracle(const char *name, const struct net *net,
                             const struct row *row)
{
    const struct row now = by_oracle(net);
    uint64_t bad = 0;

#define X(column) bad += difference(name, #column, now.column, row->column);
    COLUMNS(X)
#undef X
    return bad;
}

/* Both files of a net describe the same net. */
static uint64_t check_formats(const char *folder, const char *name,
                              const struct net *net)
{
    struct net *other = load(folder, name, ".pnml");
    char why[512];
    bool same;

    if (!other)
        return 1;
    same = same_net(net, other, why, sizeof why);
    if (!same)
        fprintf(stderr, "%s: .ll_net and .pnml differ: %s\n", name, why);
    net_destroy(other);
    return !same;
}

static bool parse_row(const char *line, char name[64], struct row *row)
{
    uint64_t *const fields[] = {
#define X(column) &row->column,
        COLUMNS(X)
#undef X
    };
    int used = 0;

    if (sscanf(line, "%63s%n", name, &used) != 1)
        return false;
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        char text[32];
        int more = 0;

        line += used;
        if (sscanf(line, "%31s%n", text, &more) != 1)
            return false;
        used = more;
        *fields[i] = strcmp(text, "-") ? strtoull(text, NULL, 10) : NO_FIGURE;
    }
    return true;
}

static uint64_t check_row(const char *mode, const char *folder,
                          const char *line)
{
    char name[64];
    struct row row;
    struct net *net;
    uint64_t bad = 0;

    if (!parse_row(line, name, &row)) {
        fprintf(stderr, "EXPECTED: cannot read: %s", line);
        return 1;
    }
    net = load(folder, name, ".ll_net");
    if (!net)
        return 1;
    if (strcmp(mode, "oracle") == 0)
        bad = check_oracle(name, net, &row);
    else if (strcmp(mode, "engine") == 0)
        bad = check_engine(name, net, &row);
    else
        bad = check_formats(folder, name, net);
    net_destroy(net);
    return bad;
}

static int compare(const char *mode, const char *folder)
{
    char path[PATH_CAP], line[512];
    uint64_t bad = 0, n = 0;
    FILE *file;

    (void)snprintf(path, sizeof path, "%s/EXPECTED", folder);
    file = fopen(path, "r");
    if (!file) {
        perror(path);
        return 1;
    }
    while (fgets(line, sizeof line, file))
        if (line[0] != '#' && strncmp(line, "net ", 4) != 0) {
            bad += check_row(mode, folder, line);
            n++;
        }
    fclose(file);
    printf("%" PRIu64 " nets, %" PRIu64 " differences\n", n, bad);
    return bad || !n;
}

PROGRAM(expected)
{
    if (argc > 3 && strcmp(argv[1], "fill") == 0)
        return fill(argv[2], argv + 3, argc - 3);
    if (argc == 3)
        return compare(argv[1], argv[2]);
    fprintf(stderr,
            "usage: expected fill|oracle|engine|formats DIR [NET...]\n");
    return 3;
}
