/* peers.c - the complete prefix against those of other unfolders.
 *
 *     peers DIR MAX
 *
 * DIR contains nets/ and the table reference/unfold.tsv.  Each of its rows with
 * at most MAX events (0: all) is compared:
 *
 * - under McMillan's order the prefix does not depend on how ties are
 *     broken.  It is Cunf's: under `classic` on nets without read arcs, under
 *     `read` on those with them, where events and histories are compared;
 * - under the total order ties are broken as Mole does it.
 *
 * Transitions that only read, some of which only our tool orders with
 * themselves, make no difference on these nets: their first occurrence is a
 * cutoff.  Each known difference is in `known`, with our figure and the reason.
 * Without DIR the test is skipped: exit code 77. */
#include "engine/race/engines.h"
#include "figure.h"
#include "formats/net/registry.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATH_CAP = 1024, NAME_CAP = 128 };

struct row {
    char net[NAME_CAP], tool[NAME_CAP];
    unsigned long conditions, events, cutoffs, histories;
};

/* Under McMillan's order, brute force by the definition (every history for
 * every choice of conditions) gives our figures. */
static const char brute_force[] = "some histories are missing there";

/* Our numbers of histories where they differ from the table. */
static const struct exception {
    const char *net, *tool;
    unsigned long histories;
    const char *why;
} known[] = {
    {"cont/knuth_2", "cunf-mcmillan", 11901, brute_force},
    {"cont/bruijn_2", "cunf-mcmillan", 15409, brute_force},
};

struct comparison {
    const char *dir;
    unsigned long max;
    VEC(struct row) rows;
    unsigned agree, excepted, differ;
};

/* -- The table -- */

/* The next field of a line; it may be empty. */
static const char *field(char **rest)
{
    char *const text = *rest;
    char *const end = text + strcspn(text, "\t\n");

    *rest = *end ? end + 1 : end;
    *end = '\0';
    return text;
}

static void copy(char to[NAME_CAP], const char *text)
{
    CHECK(strlen(text) < NAME_CAP);
    strcpy(to, text);
}

/* False for a line without a result: the head, or a timeout. */
static bool parse(char *line, struct row *row)
{
    const char *fields[12];

    for (uint32_t i = 0; i < 12; i++)
        fields[i] = field(&line);
    copy(row->net, fields[0]);
    copy(row->tool, fields[4]);
    row->conditions = strtoul(fields[5], NULL, 10);
    row->events = strtoul(fields[6], NULL, 10);
    row->cutoffs = strtoul(fields[7], NULL, 10);
    row->histories = strtoul(fields[8], NULL, 10);
    return strcmp(fields[11], "ok") == 0;
}

static bool read_table(struct comparison *all)
{
    char path[PATH_CAP], line[1024];
    FILE *file;

    (void)snprintf(path, sizeof path, "%s/reference/unfold.tsv", all->dir);
    file = fopen(path, "r");
    if (!file) {
        perror(path);
        return false;
    }
    while (fgets(line, sizeof line, file)) {
        struct row row;

        if (parse(line, &row))
            vec_push(&all->rows, row);
    }
    fclose(file);
    return true;
}

/* -- A net -- */

static bool is_plain(const struct row *row)
{
    return strncmp(row->net, "plain/", 6) == 0;
}

static struct net *load(const struct comparison *all, const char *name)
{
    char path[PATH_CAP];
    struct diag diag = {0};
    struct net *net;

    (void)snprintf(path, sizeof path, "%s/nets/%s.ll_net", all->dir, name);
    net = registry_read(path, NULL, &diag);
    if (!net)
        diag_print(&diag, stderr);
    return net;
}

static bool unfold(const struct comparison *all, const struct row *row,
                   enum engine_order order, struct answer_stats *stats)
{
    struct net *const net = load(all, row->net);
    struct dep *dep;
    struct answer answer;
    bool done;

    if (!net)
        return false;
    dep = dep_create(net, is_plain(row) ? DEP_CLASSIC : DEP_READ);
    answer_init(&answer, 0);
    prefix_engine.run(&(struct engine_problem){.net = net,
                                               .dep = dep,
                                               .unfolding.order = order,
                                               .unfolding.cutoffs = true},
                      &(struct engine_limits){0}, &answer);
    done = answer.stop == STOP_DONE;
    *stats = answer.stats;
    answer_finish(&answer);
    dep_destroy(dep);
    net_destroy(net);
    return done;
}

static const struct exception *exception_of(const struct row *row)
{
    for (uint32_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i].net, row->net) == 0 &&
            strcmp(known[i].tool, row->tool) == 0)
            return &known[i];
    return NULL;
}

static bool same(const struct row *row, const struct answer_stats *stats)
{
    return figure(stats, "conditions") == row->conditions &&
           figure(stats, "events") == row->events &&
           figure(stats, "histories") == row->histories &&
           figure(stats, "cutoffs") == row->cutoffs;
}

/* An exception must differ: a net that agrees must not be in the list. */
static void compare(struct comparison *all, const struct row *row,
                    enum engine_order order)
{
    const struct exception *const known_as = exception_of(row);
    struct answer_stats stats = {0};

    if (!unfold(all, row, order, &stats)) {
        all->differ++;
        fprintf(stderr, "%s: no prefix\n", row->net);
    } else if (!known_as && same(row, &stats)) {
        all->agree++;
    } else if (known_as && figure(&stats, "histories") == known_as->histories) {
        all->excepted++;
        printf("%s: %lu histories, %s has %lu: %s\n", row->net,
               known_as->histories, row->tool, row->histories, known_as->why);
    } else {
        all->differ++;
        fprintf(stderr,
                "%s: %lu conditions, %lu events, %lu histories, %lu cutoffs; "
                "%s has %lu, %lu, %lu, %lu\n",
                row->net, (unsigned long)figure(&stats, "conditions"),
                (unsigned long)figure(&stats, "events"),
                (unsigned long)figure(&stats, "histories"),
                (unsigned long)figure(&stats, "cutoffs"), row->tool,
                row->conditions, row->events, row->histories, row->cutoffs);
    }
}

static void compare_row(struct comparison *all, const struct row *row)
{
    if (all->max && row->histories > all->max)
        return;
    if (strcmp(row->tool, "cunf-mcmillan") == 0)
        compare(all, row, ORDER_SIZE);
    else if (strcmp(row->tool, "mole-1.1") == 0)
        compare(all, row, ORDER_FOATA);
}

PROGRAM(peers)
{
    struct comparison all = {.dir = argc == 3 ? argv[1] : ""};

    if (access(all.dir, R_OK)) {
        printf("skipped: no %s\n", all.dir);
        return 77;
    }
    all.max = strtoul(argv[2], NULL, 10);
    if (!read_table(&all))
        return 1;
    for (uint32_t i = 0; i < all.rows.len; i++)
        compare_row(&all, &all.rows.at[i]);
    vec_free(&all.rows);
    printf("%u prefixes agree, %u differ as known, %u differ\n", all.agree,
           all.excepted, all.differ);
    return all.agree > 50 && !all.differ ? 0 : 1;
}
