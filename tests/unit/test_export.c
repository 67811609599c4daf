/* The exported prefix is the explored part of the store: valid by
 * prefix_check(), with all that the figures of the run promise. */
#include "test.h"

#include "checks.h"
#include "engine/race/engines.h"
#include "engine/unfolding/export.h"
#include "es_fixture.h"
#include "figure.h"
#include "formats/net/registry.h"
#include "occurrence/prefix.h"

/* -- By hand -- */

/* Two loops that meet: a, b and c, d; e consumes from both. */
static struct net *loops(void)
{
    return test_net("p* q r* s | a: p > q | b: q > p | c: r > s | d: s > r | "
                    "e: q s > p r");
}

static void begin(struct es_fixture *s)
{
    struct net *const net = loops();

    es_fixture_init(s, net, dep_create(net, DEP_READ));
    es_fixture_fire(s, "acbd");
    es_fixture_reset(s);
}

static bits_word *new_set(const struct es_fixture *s)
{
    return mem_zero(bits_words(s->es->events.len), sizeof(bits_word));
}

/* All events but bottom. */
static bits_word *all_events(const struct es_fixture *s)
{
    bits_word *const set = new_set(s);

    for (event_id e = 1; e < s->es->events.len; e++)
        bits_add(set, e);
    return set;
}

/* Exports all events. */
static void export_all(struct es_fixture *s, struct export_choice choice,
                       struct prefix *prefix)
{
    bits_word *const events = all_events(s), *const none = new_set(s);

    choice.events = events;
    if (!choice.cutoffs)
        choice.cutoffs = none;
    export_prefix(&s->c, &choice, prefix);
    mem_free(events);
    mem_free(none);
}

static void only_the_events_of_the_set_are_exported(void **state)
{
    struct export_choice choice = {0};
    bits_word *events, *none;
    es_fixture_bytes before = {0}, after = {0};
    struct prefix prefix = {0};
    struct es_fixture s;

    (void)state;
    begin(&s);
    assert_true(s.es->events.len > 4);
    choice.events = events = new_set(&s);
    choice.cutoffs = none = new_set(&s);
    bits_add(events, 1); /* a */
    bits_add(events, 2); /* c */
    es_fixture_snapshot(&s, &before);
    export_prefix(&s.c, &choice, &prefix);
    es_fixture_snapshot(&s, &after);
    assert_int_equal(before.len, after.len);
    assert_memory_equal(before.at, after.at, before.len);
    prefix_check(&prefix);
    assert_int_equal(prefix.events.len, 3);
    assert_int_equal(prefix.conditions.len, 4);
    assert_int_equal(prefix.events.at[1].trans, 0);
    assert_int_equal(prefix.events.at[2].trans, 2);
    assert_int_equal(prefix.conditions.at[2].place, 1);
    assert_int_equal(prefix.conditions.at[2].producer, 1);
    assert_int_equal(prefix.conflicts.len, 0);
    vec_free(&before);
    vec_free(&after);
    mem_free(events);
    mem_free(none);
    prefix_finish(&prefix);
    es_fixture_finish(&s);
}

static event_id event_of(const struct es_fixture *s, trans_id t)
{
    for (event_id e = 1; e < s->es->events.len; e++)
        if (s->es->events.at[e].trans == t)
            return e;
    return EVENT_NONE;
}

static void the_run_that_is_shown_is_closed_below(void **state)
{
    struct es_fixture s;
    struct prefix prefix = {0};

    (void)state;
    begin(&s);

    const event_id e = event_of(&s, 4);
    const struct export_choice choice = {.witness = {&e, 1}};
    uint32_t n = 0;

    export_all(&s, choice, &prefix);
    prefix_check(&prefix);
    for (uint32_t i = 0; i < prefix.events.len; i++)
        n += prefix.events.at[i].witness;
    assert_int_equal(n, 3); /* a, c, e */
    assert_true(prefix.events.at[e].witness);
    prefix_finish(&prefix);
    es_fixture_finish(&s);
}

/* A cutoff is what the caller says; its companion is asked of the table. */
static void cutoffs_name_their_companion(void **state)
{
    struct prefix prefix = {0};
    struct cutoff cutoff;
    struct order order;
    struct es_fixture s;

    (void)state;
    begin(&s);
    order_init(&order, ORDER_FOATA, s.es);
    cutoff_init(&cutoff, s.es, &order, 0);
    for (event_id e = 1; e < s.es->events.len; e++)
        cutoff_add(&cutoff, e);

    const event_id b = event_of(&s, 1), d = event_of(&s, 3);
    bits_word *const cutoffs = new_set(&s);
    const struct export_choice choice = {.cutoffs = cutoffs, .cutoff = &cutoff};

    assert_true(cutoff_has(&cutoff, b) && cutoff_has(&cutoff, d));
    bits_add(cutoffs, b); /* d was explored before it was cut */
    export_all(&s, choice, &prefix);
    prefix_check(&prefix);
    assert_true(prefix.events.at[b].cutoff);
    assert_true(prefix.events.at[b].has_companion);
    assert_int_equal(prefix.events.at[b].companion, 0);
    assert_false(prefix.events.at[d].cutoff);
    prefix_finish(&prefix);
    mem_free(cutoffs);
    cutoff_finish(&cutoff);
    order_finish(&order);
    es_fixture_finish(&s);
}

static void own_places_are_not_drawn(void **state)
{
    struct net *const net = loops();
    struct prefix prefix = {0};
    struct es_fixture s;
    uint32_t n_own = 0;

    (void)state;
    es_fixture_init(&s, net, dep_create(net, DEP_NONE));
    es_fixture_fire(&s, "ac");
    es_fixture_reset(&s);
    export_all(&s, (struct export_choice){0}, &prefix);
    prefix_check(&prefix);
    for (uint32_t i = 0; i < prefix.conditions.len; i++)
        n_own += prefix.conditions.at[i].place == PLACE_NONE;
    assert_int_equal(n_own, prefix.events.len); /* of the total order */
    prefix_finish(&prefix);
    es_fixture_finish(&s);
}

/* -- Conflicts -- */

static void all_immediate_conflicts_are_listed_in_order(void **state)
{
    uint32_t n = 0;

    (void)state;
    for (uint32_t i = 0; i < 48; i++) {
        struct prefix prefix = {0};
        struct random random;
        struct model model;
        struct es_fixture s;
        uint32_t next = 0;

        random_init(&random, i);
        es_fixture_draw(&s, i, RANDOM_CYCLIC, 2, i % ES_FIXTURE_RELATIONS);
        es_fixture_fill(&s, &random, 4, 8, 50);
        export_all(&s, (struct export_choice){0}, &prefix);
        model_init(&model, &s);
        for (event_id a = 1; a < model.n; a++)
            for (event_id b = a + 1; b < model.n; b++)
                if (model_immediate(&model, a, b)) {
                    assert_true(next < prefix.conflicts.len);
                    assert_int_equal(prefix.conflicts.at[next].a, a);
                    assert_int_equal(prefix.conflicts.at[next++].b, b);
                }
        assert_int_equal(next, prefix.conflicts.len);
        n += next;
        model_finish(&model);
        prefix_finish(&prefix);
        es_fixture_finish(&s);
    }
    assert_true(n > 500);
}

/* -- The nets that are shipped -- */

static const char *const shipped[] = {
    "buffer_2_3",    "ccnf_5",    "concur15_fig1", "concur15_fig2",
    "dining_3",      "pi_3",      "readers_5",     "rwlock_2_1",
    "peterson_once", "writers_3", "dekker_once",   "lamport_once",
};

static struct net *load(const char *folder, const char *name)
{
    char path[1024];
    struct diag diag = {0};
    struct net *net;

    (void)snprintf(path, sizeof path, "%s/%s.ll_net", folder, name);
    net = registry_read(path, NULL, &diag);
    if (!net)
        fail_msg("%s: %s", path, diag.text);
    return net;
}

static void compare_counts(const struct answer *answer)
{
    const struct prefix *const prefix = &answer->prefix;
    uint32_t n_cutoffs = 0;

    prefix_check(prefix);
    assert_int_equal(prefix->events.len,
                     figure(&answer->stats, "histories") + 1);
    for (uint32_t e = 0; e < prefix->events.len; e++)
        n_cutoffs += prefix->events.at[e].cutoff;
    assert_int_equal(n_cutoffs, figure(&answer->stats, "cutoffs"));
}

static void explored_prefixes_are_in_order(void **state)
{
    for (size_t i = 0; i < sizeof shipped / sizeof *shipped; i++)
        for (uint32_t kind = DEP_CLASSIC; kind <= DEP_READ; kind++) {
            struct net *const net = load(*state, shipped[i]);
            struct dep *const dep = dep_create(net, (enum dep_kind)kind);
            const struct engine_problem problem = {.net = net,
                                                   .dep = dep,
                                                   .unfolding.order =
                                                       ORDER_FOATA,
                                                   .unfolding.cutoffs = true,
                                                   .output.prefix = true};
            const struct engine_limits limits = {0};
            struct answer answer;

            answer_init(&answer, 0);
            por_engine.run(&problem, &limits, &answer);
            assert_int_equal(answer.stop, STOP_DONE);
            compare_counts(&answer);
            answer_finish(&answer);
            dep_destroy(dep);
            net_destroy(net);
        }
}

/* Both engines' ways lead to one prefix: with copies that are folded, and with
 * copies that nobody asked for. */
static void a_prefix_with_copies_folds(void **state)
{
    uint32_t n_copied = 0;

    for (size_t i = 0; i < sizeof shipped / sizeof *shipped; i++) {
        struct net *const net = load(*state, shipped[i]);
        struct dep *const dep = dep_create(net, DEP_READ);
        struct engine_problem problem = {.net = net,
                                         .dep = dep,
                                         .unfolding.order = ORDER_FOATA,
                                         .unfolding.cutoffs = true,
                                         .output.prefix = true,
                                         .output.steps = true};
        const struct engine_limits limits = {0};
        struct answer reads, copies;
        struct prefix folded = {0};

        answer_init(&reads, 0);
        answer_init(&copies, 0);
        prefix_engine.run(&problem, &limits, &reads);
        problem.output.copies = true;
        prefix_engine.run(&problem, &limits, &copies);
        assert_false(reads.prefix.has_copies);
        n_copied += copies.prefix.has_copies;
        if (copies.prefix.has_copies) {
            prefix_fold_reads(&copies.prefix, &folded);
            prefix_check(&folded);
            assert_int_equal(folded.conditions.len,
                             reads.prefix.conditions.len);
            assert_int_equal(folded.pool.len, reads.prefix.pool.len);
            assert_memory_equal(folded.pool.at, reads.prefix.pool.at,
                                folded.pool.len * sizeof *folded.pool.at);
            assert_int_equal(folded.steps.len, reads.prefix.steps.len);
        }
        prefix_finish(&folded);
        answer_finish(&reads);
        answer_finish(&copies);
        dep_destroy(dep);
        net_destroy(net);
    }
    assert_true(n_copied > 4);
}

MODULE(export)
{
    char nets[] = NETS_FOLDER;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_the_events_of_the_set_are_exported),
        cmocka_unit_test(the_run_that_is_shown_is_closed_below),
        cmocka_unit_test(cutoffs_name_their_companion),
        cmocka_unit_test(own_places_are_not_drawn),
        cmocka_unit_test(all_immediate_conflicts_are_listed_in_order),
        cmocka_unit_test_prestate(explored_prefixes_are_in_order, nets),
        cmocka_unit_test_prestate(a_prefix_with_copies_folds, nets),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
