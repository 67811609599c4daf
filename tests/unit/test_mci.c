/* The output of --mci, read back by the tests' own reader: the figures of the
 * run, and a complete prefix of the net. */
#include "test.h"

#include "engine/engine.h"
#include "engine/race/engines.h"
#include "figure.h"
#include "formats/net/mci.h"
#include "formats/net/registry.h"
#include "mci/process.h"
#include "random.h"

#include <dirent.h>
#include <unistd.h>

enum { PATH_CAP = 1024, MAX_EVENTS = 1200, MAX_MARKINGS = 3000 };

static void temp_path(char path[64])
{
    (void)snprintf(path, 64, "test_mci.%ld.mci", (long)getpid());
}

/* Writes the prefix of the net to a file. */
static void build(const struct net *net, enum dep_kind kind,
                  enum engine_order order, const char *path,
                  struct answer *answer)
{
    struct dep *const dep = dep_create(net, kind);
    const struct engine_problem problem = {.net = net,
                                           .dep = dep,
                                           .unfolding.order = order,
                                           .unfolding.cutoffs = true,
                                           .output.prefix = true,
                                           .output.no_conflicts = true,
                                           .output.copies = true,
                                           .output.complete = true};
    const struct engine_limits limits = {.max_events = MAX_EVENTS};
    struct diag diag = {0};

    answer_init(answer, 0);
    prefix_engine.run(&problem, &limits, answer);
    if (answer->stop == STOP_DONE &&
        !mci_write(net, &answer->prefix, path, &diag))
        fail_msg("%s", diag.text);
    dep_destroy(dep);
}

static void expect_equal(const struct reader *a, const struct reader *b)
{
    assert_int_equal(a->n_events, b->n_events);
    assert_int_equal(a->n_conditions, b->n_conditions);
    assert_int_equal(a->n_cutoffs, b->n_cutoffs);
}

/* Under `read` the figures of a run count a read token once; the file has it
 * twice (consumed and produced), as under `classic`. */
static void expect_complete(const struct reader *reader, const struct net *net,
                            const struct answer *answer, enum dep_kind kind,
                            const char *name, uint32_t *n_compared)
{
    const char *const why = process_check(reader, net);

    if (why)
        fail_msg("%s: %s", name, why);
    assert_int_equal(reader->n_events, figure(&answer->stats, "histories"));
    if (kind == DEP_CLASSIC)
        assert_int_equal(reader->n_conditions,
                         figure(&answer->stats, "conditions"));
    assert_int_equal(reader->n_cutoffs, figure(&answer->stats, "cutoffs"));
    if (!process_complete(reader, net, MAX_MARKINGS, n_compared))
        fail_msg("%s: not complete", name);
}

/* Writes and reads; false when the prefix is too large. */
static bool round_trip(const struct net *net, enum dep_kind kind,
                       enum engine_order order, const char *name,
                       struct reader *reader, uint32_t *n_compared)
{
    struct answer answer;
    const char *why;
    char path[64];
    bool done;

    temp_path(path);
    build(net, kind, order, path, &answer);
    done = answer.stop == STOP_DONE;
    if (done) {
        why = reader_open(reader, path);
        if (why)
            fail_msg("%s: %s", name, why);
        expect_complete(reader, net, &answer, kind, name, n_compared);
        (void)remove(path);
    }
    answer_finish(&answer);
    return done;
}

/* Also under `read`, where that fits. */
static bool try_net(const struct net *net, enum engine_order order,
                    const char *name, uint32_t *n_compared)
{
    struct dep *const read = dep_create(net, DEP_READ);
    struct reader reader, other;
    struct diag diag = {0};
    bool done;

    done = round_trip(net, DEP_CLASSIC, order, name, &reader, n_compared);
    if (done && mci_fits(net, read, &diag)) {
        assert_true(round_trip(net, DEP_READ, order, name, &other, n_compared));
        expect_equal(&reader, &other);
        reader_close(&other);
    }
    if (done)
        reader_close(&reader);
    dep_destroy(read);
    return done;
}

static bool is_net(const char *name)
{
    const char *const dot = strrchr(name, '.');

    return dot && strcmp(dot, ".ll_net") == 0;
}

static void nets_that_are_shipped_come_back(void **state)
{
    const char *const folder = *state;
    DIR *const dir = opendir(folder);
    const struct dirent *entry;
    uint32_t n = 0, n_compared = 0;

    assert_non_null(dir);
    while ((entry = readdir(dir))) {
        char path[PATH_CAP];
        struct diag diag = {0};
        struct net *net;

        if (!is_net(entry->d_name))
            continue;
        (void)snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        net = registry_read(path, NULL, &diag);
        assert_non_null(net);
        for (uint32_t order = ORDER_SIZE; order <= ORDER_FOATA; order++)
            n += try_net(net, (enum engine_order)order, path, &n_compared);
        net_destroy(net);
    }
    closedir(dir);
    print_message("# %u prefixes, %u compared with brute force\n", n,
                  n_compared);
    assert_true(n > 100 && n_compared > 150);
}

static void random_nets_come_back(void **state)
{
    uint32_t n = 0, n_compared = 0;

    (void)state;
    for (uint32_t i = 0; i < SWEEP(240); i++) {
        struct random random;
        struct net *net;
        char name[32];

        random_init(&random, i);
        (void)snprintf(name, sizeof name, "seed %u", i);
        net = random_net(&random, i % 2 ? RANDOM_CYCLIC : RANDOM_TERMINATING,
                         1 + i % 3);
        n += try_net(net, (enum engine_order)(i / 2 % 3), name, &n_compared);
        net_destroy(net);
    }
    print_message("# %u prefixes, %u compared with brute force\n", n,
                  n_compared);
    assert_true(n > SWEEP(230) && n_compared > SWEEP(380));
}

/* -- By hand -- */

static void add_span(struct prefix *prefix, uint32_t condition,
                     struct prefix_span *span)
{
    *span = (struct prefix_span){prefix->pool.len, 1};
    vec_push(&prefix->pool, condition);
}

/* a: p > q, which also consumes an own condition of the engine; b: q > p, a
 * cutoff. */
static void fill_by_hand(struct prefix *prefix, bool known)
{
    struct prefix_event bottom = {.produces = {0, 2}};
    struct prefix_event a = {.trans = 0, .size = 1};
    struct prefix_event b = {.trans = 1, .size = 2, .cutoff = true};

    vec_push(&prefix->pool, 0);
    vec_push(&prefix->pool, 1);
    vec_push(&prefix->conditions,
             ((struct prefix_condition){PLACE_NONE, 0, PLACE_NONE, 0}));
    vec_push(&prefix->conditions, ((struct prefix_condition){0, 0, 0, 0}));
    vec_push(&prefix->conditions, ((struct prefix_condition){1, 1, 1, 0}));
    vec_push(&prefix->conditions, ((struct prefix_condition){0, 2, 0, 0}));
    a.consumes = (struct prefix_span){0, 2};
    add_span(prefix, 2, &a.produces);
    add_span(prefix, 2, &b.consumes);
    add_span(prefix, 3, &b.produces);
    b.has_companion = known;
    vec_push(&prefix->events, bottom);
    vec_push(&prefix->events, a);
    vec_push(&prefix->events, b);
}

static void own_conditions_are_left_out(void **state)
{
    struct net *const net = test_net("p* q | a: p > q | b: q > p");

    (void)state;
    for (uint32_t known = 0; known < 2; known++) {
        struct prefix prefix = {0};
        struct reader reader;
        struct diag diag = {0};
        char path[64];

        temp_path(path);
        fill_by_hand(&prefix, known);
        assert_true(mci_write(net, &prefix, path, &diag));
        assert_null(reader_open(&reader, path));
        assert_int_equal(reader.n_conditions, 3);
        assert_int_equal(reader.n_events, 2);
        assert_int_equal(reader.place[1], 1);
        assert_int_equal(reader.consumers[0], 1);
        assert_int_equal(reader.n_cutoffs, 1);
        assert_int_equal(reader.cutoffs[0].event, 2);
        assert_int_equal(reader.cutoffs[0].companion,
                         known ? 0 : READER_NOT_KNOWN);
        assert_int_equal(reader.longest, 1);
        reader_close(&reader);
        prefix_finish(&prefix);
        (void)remove(path);
    }
    net_destroy(net);
}

static void prefixes_that_read_are_refused(void **state)
{
    struct net *const net = test_net("p* q | a: ? p > q | b: q > p");
    struct prefix prefix = {0};
    struct diag diag = {0};
    char path[64];

    (void)state;
    temp_path(path);
    (void)remove(path);
    fill_by_hand(&prefix, true);
    prefix.events.at[1].consumes.len =
        1; /* without the engine's own condition */
    assert_false(mci_write(net, &prefix, path, &diag));
    assert_int_equal(diag.code, DIAG_USAGE);
    assert_true(access(path, F_OK) != 0);
    prefix_finish(&prefix);
    net_destroy(net);
}

static void expect_fit(const struct net *net, struct dep *dep, bool fits)
{
    struct diag diag = {0};

    assert_int_equal(mci_fits(net, dep, &diag), fits);
    assert_int_equal(diag.code, fits ? DIAG_NONE : DIAG_USAGE);
    dep_destroy(dep);
}

static void only_what_can_be_told_fits(void **state)
{
    struct net *const one = test_net("p* q r | a: ? p > q | b: p > r");
    struct net *const two = test_net("p* q r | a: ? p > q | b: ? p > r");

    (void)state;
    expect_fit(one, dep_create(one, DEP_CLASSIC), true);
    expect_fit(one, dep_create(one, DEP_READ), true);
    expect_fit(one, dep_create(one, DEP_NONE), false);
    expect_fit(one, dep_create_user(one, NULL, 0), false);
    expect_fit(two, dep_create(two, DEP_CLASSIC), true);
    expect_fit(two, dep_create(two, DEP_READ), false);
    net_destroy(one);
    net_destroy(two);
}

MODULE(mci)
{
    char nets[] = NETS_FOLDER;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(nets_that_are_shipped_come_back, nets),
        cmocka_unit_test(random_nets_come_back),
        cmocka_unit_test(own_conditions_are_left_out),
        cmocka_unit_test(prefixes_that_read_are_refused),
        cmocka_unit_test(only_what_can_be_told_fits),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
