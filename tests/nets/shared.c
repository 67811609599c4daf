/* shared.c - the engine against the results of other tools on standard nets.
 *
 *     shared DIR
 *
 * DIR contains nets/ and the tables reference/states.tsv (net, markings, edges,
 * deadlocked markings, by explicit search) and reference/deadlock.tsv (net,
 * "deadlock" or "deadlock-free").  Small nets must agree; a net that exceeds
 * the limits is counted and skipped.  Without DIR the test is skipped: exit
 * code 77. */
#include "engine/race/engines.h"
#include "formats/net/registry.h"
#include "oracle.h"
#include "support.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#ifdef SANITIZED
enum { MAX_MARKINGS = 2000, MAX_EVENTS = 1000 };
#else
enum { MAX_MARKINGS = 6000, MAX_EVENTS = 3000 };
#endif
enum { PATH_CAP = 1024 };

struct shared_comparison {
    const char *dir;
    unsigned agree, differ, left_out;
};

static struct net *load(const struct shared_comparison *comparison,
                        const char *name)
{
    char path[PATH_CAP];
    struct diag diag = {0};
    struct net *net;

    (void)snprintf(path, sizeof path, "%s/nets/%s.ll_net", comparison->dir,
                   name);
    net = registry_read(path, NULL, &diag);
    if (!net)
        diag_print(&diag, stderr);
    return net;
}

static void count(struct shared_comparison *comparison, bool same,
                  const char *name, const char *what)
{
    if (same) {
        comparison->agree++;
        return;
    }
    comparison->differ++;
    fprintf(stderr, "%s: %s differs\n", name, what);
}

/* Asks for a deadlock; a yes must have a run. */
static enum answer_verdict ask_deadlock(const struct net *net,
                                        enum dep_kind kind)
{
    struct dep *dep = dep_create(net, kind);
    goal_list goals = {0};
    struct answer answer;
    struct diag diag = {0};
    enum answer_verdict verdict;

    goal_add_plain(&goals, "deadlock");
    answer_init(&answer, 1);
    por_engine.run(
        &(struct engine_problem){.net = net,
                                 .dep = dep,
                                 .question.goals = goals.at,
                                 .question.n_goals = 1,
                                 .unfolding.order = ORDER_FOATA,
                                 .unfolding.cutoffs = true,
                                 .por.table = true,
                                 .por.deepening = 1.3},
        &(struct engine_limits){.seconds = 0.5, .max_events = MAX_EVENTS},
        &answer);
    verdict = answer.findings[0].verdict;
    if (verdict == VERDICT_YES)
        CHECK(
            witness_replay(net, &answer.findings[0].run, &goals.at[0], &diag));
    answer_finish(&answer);
    goal_list_free(&goals);
    dep_destroy(dep);
    return verdict;
}

static void compare_deadlock(struct shared_comparison *comparison,
                             const char *name, const struct net *net,
                             bool expected)
{
    static const enum dep_kind kinds[] = {DEP_CLASSIC, DEP_READ};

    for (uint32_t i = 0; i < 2; i++) {
        const enum answer_verdict verdict = ask_deadlock(net, kinds[i]);

        if (verdict == VERDICT_UNKNOWN)
            comparison->left_out++;
        else
            count(comparison, (verdict == VERDICT_YES) == expected, name,
                  "deadlock");
    }
}

static void compare_states(struct shared_comparison *comparison,
                           const char *name, const struct net *net,
                           const unsigned long figures[3])
{
    struct oracle oracle;

    oracle_init(&oracle, net, MAX_MARKINGS);
    count(comparison,
          oracle.complete && oracle.n_markings == figures[0] &&
              oracle.edges == figures[1] && oracle.deadlocks == figures[2],
          name, "brute force");
    oracle_finish(&oracle);
}

static void states_row(struct shared_comparison *comparison, const char *line)
{
    char name[128];
    unsigned long figures[3];
    struct net *net;

    if (sscanf(line, "%127s %lu %lu %lu", name, &figures[0], &figures[1],
               &figures[2]) != 4)
        return; /* the head of the table */
    if (figures[0] > MAX_MARKINGS) {
        comparison->left_out++;
        return;
    }
    net = load(comparison, name);
    count(comparison, net, name, "loading");
    if (!net)
        return;
    compare_states(comparison, name, net, figures);
    compare_deadlock(comparison, name, net, figures[2] > 0);
    net_destroy(net);
}

static void deadlock_row(struct shared_comparison *comparison, const char *line)
{
    char name[128], verdict[64];
    struct net *net;

    if (sscanf(line, "%127s %63s", name, verdict) != 2 ||
        strcmp(verdict, "verdict") == 0)
        return;
    net = load(comparison, name);
    count(comparison, net, name, "loading");
    if (!net)
        return;
    compare_deadlock(comparison, name, net, strcmp(verdict, "deadlock") == 0);
    net_destroy(net);
}

static bool compare_table(struct shared_comparison *comparison,
                          const char *table,
                          void (*row)(struct shared_comparison *, const char *))
{
    char path[PATH_CAP], line[1024];
    FILE *file;

    (void)snprintf(path, sizeof path, "%s/reference/%s", comparison->dir,
                   table);
    file = fopen(path, "r");
    if (!file) {
        perror(path);
        return false;
    }
    while (fgets(line, sizeof line, file))
        row(comparison, line);
    fclose(file);
    return true;
}

PROGRAM(shared)
{
    struct shared_comparison comparison = {.dir = argc == 2 ? argv[1] : ""};
    bool read;

    if (access(comparison.dir, R_OK)) {
        printf("skipped: no %s\n", comparison.dir);
        return 77;
    }
    read = compare_table(&comparison, "states.tsv", states_row) &&
           compare_table(&comparison, "deadlock.tsv", deadlock_row);
    printf("%u comparisons agree, %u differ, %u left out\n", comparison.agree,
           comparison.differ, comparison.left_out);
    return read && comparison.agree && !comparison.differ ? 0 : 1;
}
