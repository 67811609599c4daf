/* reference.c - the numbers in .mci files against those of other unfolders.
 *
 *     reference DIR
 *
 * DIR contains nets/ and the table reference/unfold.tsv.  The file must have
 * the same numbers of conditions, events and cutoffs, on nets that all tools
 * read without read arcs: under `size`, which does not depend on how ties are
 * broken, those of Cunf with McMillan's order; under `foata` those of Mole.
 * Large nets are skipped, as are those where Cunf breaks ties in another way
 * than Mole.  Without DIR the test is skipped: exit code 77. */
#include "reader.h"

#include "engine/race/engines.h"
#include "formats/net/mci.h"
#include "formats/net/registry.h"

#include "base/vec.h"
#include "support.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { MAX_EVENTS = 20000, PATH_CAP = 1024 };

struct figures {
    unsigned long conditions, events, cutoffs;
};

struct row {
    char name[128], tool[32];
    unsigned long reads;
    struct figures figures;
};

struct mole_comparison {
    const char *dir;
    VEC(struct row) moles;
    unsigned agree, differ;
};

static void write_prefix(const struct net *net, enum engine_order order,
                         const char *path)
{
    struct dep *const dep = dep_create(net, DEP_CLASSIC);
    const struct engine_problem problem = {.net = net,
                                           .dep = dep,
                                           .unfolding.order = order,
                                           .unfolding.cutoffs = true,
                                           .output.prefix = true,
                                           .output.no_conflicts = true,
                                           .output.copies = true,
                                           .output.complete = true};
    const struct engine_limits limits = {0};
    struct diag diag = {0};
    struct answer answer;

    answer_init(&answer, 0);
    prefix_engine.run(&problem, &limits, &answer);
    if (!mci_write(net, &answer.prefix, path, &diag))
        diag_print(&diag, stderr);
    answer_finish(&answer);
    dep_destroy(dep);
}

/* Reports a difference, or an error in the file. */
static bool compare(const struct net *net, enum engine_order order,
                    const struct row *row)
{
    const struct figures *const expected = &row->figures;
    struct reader reader;
    const char *why;
    char path[64];
    bool same;

    (void)snprintf(path, sizeof path, "reference.%ld.mci", (long)getpid());
    write_prefix(net, order, path);
    why = reader_open(&reader, path);
    same = !why && reader.n_conditions == expected->conditions &&
           reader.n_events == expected->events &&
           reader.n_cutoffs == expected->cutoffs;
    if (!same)
        fprintf(stderr, "%s: %s: %u %u %u, not %lu %lu %lu as %s\n", row->name,
                why ? why : "differs", reader.n_conditions, reader.n_events,
                reader.n_cutoffs, expected->conditions, expected->events,
                expected->cutoffs, row->tool);
    reader_close(&reader);
    (void)remove(path);
    return same;
}

static void load_and_compare(struct mole_comparison *comparison,
                             enum engine_order order, const struct row *row)
{
    char path[PATH_CAP];
    struct diag diag = {0};
    struct net *net;
    bool same;

    if (row->reads > 0 || row->figures.events > MAX_EVENTS)
        return;
    (void)snprintf(path, sizeof path, "%s/nets/%s.ll_net", comparison->dir,
                   row->name);
    net = registry_read(path, NULL, &diag);
    if (!net)
        diag_print(&diag, stderr);
    same = net && compare(net, order, row);
    comparison->agree += same;
    comparison->differ += !same;
    net_destroy(net);
}

static bool are_equal(const struct row *a, const struct row *b)
{
    return strcmp(a->name, b->name) == 0 &&
           a->figures.conditions == b->figures.conditions &&
           a->figures.events == b->figures.events &&
           a->figures.cutoffs == b->figures.cutoffs;
}

/* Mole's rows come before Cunf's. */
static void process_row(struct mole_comparison *comparison, const char *line)
{
    struct row row;

    if (sscanf(line, "%127s %*u %*u %lu %31s %lu %lu %lu", row.name, &row.reads,
               row.tool, &row.figures.conditions, &row.figures.events,
               &row.figures.cutoffs) != 6)
        return;
    if (strcmp(row.tool, "cunf-mcmillan") == 0)
        load_and_compare(comparison, ORDER_SIZE, &row);
    else if (strcmp(row.tool, "mole-1.1") == 0)
        vec_push(&comparison->moles, row);
    else
        for (uint32_t i = 0; i < comparison->moles.len; i++)
            if (are_equal(&comparison->moles.at[i], &row))
                load_and_compare(comparison, ORDER_FOATA,
                                 &comparison->moles.at[i]);
}

PROGRAM(reference)
{
    struct mole_comparison comparison = {.dir = argc == 2 ? argv[1] : ""};
    char line[1024], path[PATH_CAP];
    FILE *file;

    (void)snprintf(path, sizeof path, "%s/reference/unfold.tsv",
                   comparison.dir);
    file = fopen(path, "r");
    if (!file) {
        printf("skipped: no %s\n", path);
        return 77;
    }
    while (fgets(line, sizeof line, file))
        process_row(&comparison, line);
    fclose(file);
    vec_free(&comparison.moles);
    printf("%u files agree, %u differ\n", comparison.agree, comparison.differ);
    return comparison.agree && !comparison.differ ? 0 : 1;
}
