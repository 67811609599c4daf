/* reference.c - the numbers in .mci files against those of other unfolders.
 *
 *     reference DIR
 *
 * DIR holds nets/ and the table reference/unfold.tsv.  McMillan's prefix does
 * not depend on how ties are broken, so under `size` the file must hold as
 * many conditions, events and cutoffs as Cunf counts with that order, on nets
 * that it read without read arcs.  Large nets are left out.  Without DIR the
 * test is skipped: exit code 77. */
#include "reader.h"

#include "mci.h"
#include "registry.h"
#include "saturate.h"

#include "support.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { MAX_EVENTS = 20000, PATH_CAP = 1024 };

struct figures {
    unsigned long conditions, events, cutoffs;
};

struct tally {
    const char *dir;
    unsigned agree, differ;
};

static void write_prefix(const struct net *net, const char *path)
{
    struct dep *const dep = dep_create(net, DEP_CLASSIC);
    const struct problem problem = {.net = net,
                                    .dep = dep,
                                    .order = ORDER_SIZE,
                                    .cutoffs = true,
                                    .want_prefix = true,
                                    .no_conflicts = true,
                                    .complete = true};
    const struct limits limits = {0};
    struct diag diag = {0};
    struct answer answer;

    answer_init(&answer, 0);
    saturate_engine.run(&problem, &limits, &answer);
    if (!mci_write(net, &answer.prefix, path, &diag))
        diag_print(&diag, stderr);
    answer_finish(&answer);
    dep_destroy(dep);
}

/* Says what differs, or what is wrong with the file. */
static bool compare(const struct net *net, const char *name,
                    const struct figures *expected)
{
    struct reader reader;
    const char *why;
    char path[64];
    bool same;

    (void)snprintf(path, sizeof path, "reference.%ld.mci", (long)getpid());
    write_prefix(net, path);
    why = reader_open(&reader, path);
    same = !why && reader.n_conditions == expected->conditions &&
           reader.n_events == expected->events &&
           reader.n_cutoffs == expected->cutoffs;
    if (!same)
        fprintf(stderr, "%s: %s: %u %u %u, not %lu %lu %lu\n", name,
                why ? why : "differs", reader.n_conditions, reader.n_events,
                reader.n_cutoffs, expected->conditions, expected->events,
                expected->cutoffs);
    reader_close(&reader);
    (void)remove(path);
    return same;
}

static void compare_row(struct tally *tally, const char *line)
{
    struct figures expected;
    char name[128], path[PATH_CAP];
    struct diag diag = {0};
    unsigned long reads;
    struct net *net;
    bool same;

    if (sscanf(line, "%127s %*u %*u %lu cunf-mcmillan %lu %lu %lu", name,
               &reads, &expected.conditions, &expected.events,
               &expected.cutoffs) != 5 ||
        reads > 0 || expected.events > MAX_EVENTS)
        return;
    (void)snprintf(path, sizeof path, "%s/nets/%s.ll_net", tally->dir, name);
    net = registry_read(path, &diag);
    if (!net)
        diag_print(&diag, stderr);
    same = net && compare(net, name, &expected);
    tally->agree += same;
    tally->differ += !same;
    net_destroy(net);
}

int main(int argc, char **argv)
{
    struct tally tally = {.dir = argc == 2 ? argv[1] : ""};
    char line[1024], path[PATH_CAP];
    FILE *file;

    (void)snprintf(path, sizeof path, "%s/reference/unfold.tsv", tally.dir);
    file = fopen(path, "r");
    if (!file) {
        printf("skipped: no %s\n", path);
        return 77;
    }
    while (fgets(line, sizeof line, file))
        compare_row(&tally, line);
    fclose(file);
    printf("%u files agree, %u differ\n", tally.agree, tally.differ);
    return tally.agree && !tally.differ ? 0 : 1;
}
