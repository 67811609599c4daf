/* State machines that cover a net, and nets without. */
#include "base/ids.h"
#include "net/marking.h"
#include "oracle.h"
#include "random.h"
#include "structure/machine_search.h"
#include "structure/machines.h"
#include "structure/safety.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>

/* For linear programs on small nets. */
#define WORK UINT64_C(1000000000)

static bool proves(const char *text)
{
    struct net *net = test_net(text);
    struct weights weights = {0};
    const bool safe = safety_by_machines(net, &weights);

    weights_finish(&weights);
    net_destroy(net);
    return safe;
}

static bool search_proves(const char *text)
{
    struct net *net = test_net(text);
    struct weights weights = {0};
    const bool safe = safety_by_search(net, WORK, NULL, &weights);

    weights_finish(&weights);
    net_destroy(net);
    return safe;
}

static void state_machines_are_searched(void **state)
{
    (void)state;
    assert_true(search_proves("p* q r | a: p > q | b: q > r | c: r > p"));
    assert_true(search_proves("p* q r* s | a: p r > q s | b: q > p | c: s > "
                              "r"));
    assert_true(search_proves("x y* z* p* q | a: y p > x q | b: q > p | "
                              "c: x z > y"));
    assert_true(search_proves(""));
    assert_false(search_proves("p | a: > p"));
    assert_false(search_proves("p* q* r | a: p > r | b: q > r"));
    assert_false(search_proves("p* q | a: p > q | b: q > p q"));
}

/* One machine that a and b consume from: p and s, or r and s. */
static void a_machine_covers_transitions(void **state)
{
    struct net *const net = test_net("p* r* q s | a: p r > s | b: s > p r | "
                                     "c: q > q");
    bool dead[3] = {false};
    struct machine_search *const search =
        machine_search_create(net, dead, NULL);
    const trans_id both[] = {0, 1}, all[] = {0, 1, 2};
    struct net_place_span found;

    (void)state;
    found = machine_search_cover(search, (struct net_trans_span){both, 2},
                                 (struct net_place_span){0}, 1000000);
    assert_int_equal(found.len, 2);
    found = machine_search_cover(search, (struct net_trans_span){all, 3},
                                 (struct net_place_span){0}, 1);
    assert_int_equal(found.len, 0);
    machine_search_destroy(search);
    net_destroy(net);
}

static void state_machines_are_found(void **state)
{
    (void)state;
    assert_true(proves("p* q r | a: p > q | b: q > r | c: r > p"));
    /* The places of one that share a transition with another one. */
    assert_true(proves("p* q r* s | a: p r > q s | b: q > p | c: s > r"));
    /* A token that splits and joins. */
    assert_true(proves("i* a b c d o | f: i > a b | s: a > c | t: b > d | "
                       "j: c d > o"));
    assert_true(proves("p | a: > p") == false);
    assert_true(proves(""));
}

/* The token of q comes from p: y gets one from z as well, beside its own. */
static void a_wrong_choice_is_taken_back(void **state)
{
    (void)state;
    assert_true(proves("x y* z* p* q | a: y p > x q | b: q > p | "
                       "c: x z > y"));
}

static void unsafe_nets_are_not_covered(void **state)
{
    (void)state;
    assert_false(proves("p* q* r | a: p > r | b: q > r"));
    assert_false(proves("p* q | a: p > q | b: q > p q"));
    /* Safe, but only since u and v read each other. */
    assert_false(proves("p* w* f* g* u v | b: w ?u > p | c: f ?v > u | "
                        "d: g ?u > v"));
}

static bool is_unsafe(const struct net *net)
{
    struct oracle oracle;
    bool is;

    oracle_init(&oracle, net, 4000);
    is = oracle.unsafe;
    oracle_finish(&oracle);
    return is;
}

/* At most one of the members is marked, whatever happens. */
static void expect_machine(struct net_place_span members,
                           const struct oracle *oracle)
{
    for (uint32_t k = 0; k < oracle->n_markings; k++) {
        const bits_word *const m = oracle_marking(oracle, k);
        uint32_t n = 0;

        for (uint32_t i = 0; i < members.len; i++)
            n += bits_has(m, members.at[i]);
        assert_true(n <= 1);
    }
}

static void machines_hold_one_token(void **state)
{
    struct random random;
    uint32_t n_found = 0;

    (void)state;
    random_init(&random, 3);
    for (uint32_t i = 0; i < SWEEP(1500); i++) {
        struct net *net =
            random_net(&random, i % 2 ? RANDOM_UNSAFE : RANDOM_CYCLIC, 2);
        bool *dead = mem_zero(net_trans_count(net), sizeof *dead);
        struct machine_search *const search =
            machine_search_create(net, dead, NULL);
        struct machines machines;
        struct oracle oracle;

        oracle_init(&oracle, net, 500);
        machines_init(&machines, net, dead);
        for (place_id p = 0; p < net_place_count(net); p++) {
            const struct net_place_span found =
                machine_search_find(search, p, 10000000);

            expect_machine(found, &oracle);
            if (machines_find(&machines, p, 100000)) {
                const struct net_place_span members = {machines.members.at,
                                                       machines.members.len};

                n_found++;
                assert_true(machines.is_member[p]);
                assert_true(found.len);
                expect_machine(members, &oracle);
            }
        }
        machine_search_destroy(search);
        machines_finish(&machines);
        oracle_finish(&oracle);
        mem_free(dead);
        net_destroy(net);
    }
    assert_true(n_found > SWEEP(3000));
}

static void assert_exclusive(const struct net *net,
                             const struct exclusive *sets)
{
    struct oracle oracle;

    oracle_init(&oracle, net, 1000);
    for (uint32_t i = 0; i < oracle.n_markings; i++)
        for (uint32_t k = 0; k < exclusive_count(sets); k++) {
            const struct net_place_span set = exclusive_set(sets, k);
            uint32_t n = 0;

            for (uint32_t j = 0; j < set.len; j++)
                n += bits_has(oracle_marking(&oracle, i), set.at[j]);
            assert_true(n <= 1);
        }
    oracle_finish(&oracle);
}

/* No run puts the first second token of the net on a place of a set. */
static void assert_no_second_token(const struct net *net,
                                   const struct exclusive *sets)
{
    bits_word *const next = mem_alloc(marking_words(net), sizeof *next);
    struct oracle oracle;

    oracle_init(&oracle, net, 1000);
    for (uint32_t i = 0; i < oracle.n_markings; i++)
        for (trans_id t = 0; t < net_trans_count(net); t++) {
            const bits_word *const m = oracle_marking(&oracle, i);
            const struct net_place_span pre = net_pre(net, t);

            if (!marking_enabled(net, m, t))
                continue;
            memcpy(next, m, marking_words(net) * sizeof *next);
            for (uint32_t k = 0; k < pre.len; k++)
                bits_remove(next, pre.at[k]);
            for (uint32_t k = 0; k < sets->lists.all.len; k++) {
                const place_id p = sets->lists.all.at[k];

                assert_false(
                    bits_has(next, p) &&
                    ids_has(net_post(net, t).at, net_post(net, t).len, p));
            }
        }
    oracle_finish(&oracle);
    mem_free(next);
}

static void sets_are_exclusive_in_unsafe_nets(void **state)
{
    struct random random;
    uint32_t n_unsafe = 0, n_sets = 0;

    (void)state;
    random_init(&random, 6);
    for (uint32_t i = 0; i < 4000; i++) {
        struct net *const net =
            random_net(&random, i % 4 ? RANDOM_UNSAFE : RANDOM_CYCLIC, 1);
        struct exclusive sets = {0};

        safety_find_exclusive(net, i % 2, &sets);
        assert_exclusive(net, &sets);
        assert_no_second_token(net, &sets);
        if (is_unsafe(net)) {
            n_unsafe++;
            for (uint32_t k = 0; k < exclusive_count(&sets); k++)
                n_sets += exclusive_set(&sets, k).len > 1;
        }
        exclusive_finish(&sets);
        net_destroy(net);
    }
    assert_true(n_unsafe > 200 && n_sets > 100);
}

/* Returns how many vectors are dropped. */
static uint32_t prune(const struct net *net, struct weights *weights)
{
    const uint32_t before = vecs_count(&weights->vectors);
    struct weights_check check;
    trans_id t;
    place_id p;

    safety_prune(net, weights);
    weights_check_init(&check, net);
    for (uint32_t i = 0; i < vecs_count(&weights->vectors); i++) {
        const struct weights_vector y = weights_vector(weights, i);

        assert_true(weights_check_add(&check, y.at, y.len, &t));
    }
    assert_true(weights_check_safe(&check, &t, &p));
    weights_check_finish(&check);
    return before - vecs_count(&weights->vectors);
}

/* What machines leave open, with what they have shown. */
static void semiflows_show_safety(void **state)
{
    struct random random;
    uint32_t n_proven = 0, n_alone = 0, n_dropped = 0;

    (void)state;
    random_init(&random, 9);
    for (uint32_t i = 0; i < 4000; i++) {
        struct net *const net =
            random_net(&random, i % 3 ? RANDOM_UNSAFE : RANDOM_CYCLIC, 1);
        const bool unsafe = is_unsafe(net);
        struct weights weights = {0}, alone = {0};
        const bool by_machines = safety_by_machines(net, &weights);

        if (!by_machines && safety_by_semiflows(net, &weights)) {
            n_proven++;
            assert_false(unsafe);
            n_dropped += prune(net, &weights);
        }
        if (safety_by_semiflows(net, &alone)) {
            n_alone++;
            assert_false(unsafe);
            n_dropped += prune(net, &alone);
        }
        weights_finish(&weights);
        weights_finish(&alone);
        net_destroy(net);
    }
    printf("# %u proven after machines, %u alone, %u vectors dropped\n",
           n_proven, n_alone, n_dropped);
    assert_true(n_proven > 5 && n_alone > 1000 && n_dropped > 100);
}

/* Weights, inhibitor arcs and what else the builder translates. */
static void proven_nets_are_safe(void **state)
{
    struct random random;
    uint32_t n_proven = 0, n_by_programs = 0, n_alone = 0, n_unsafe = 0,
             n_sets = 0;

    (void)state;
    random_init(&random, 5);
    for (uint32_t i = 0; i < 4000; i++) {
        struct net *net =
            random_net(&random, i % 3 ? RANDOM_UNSAFE : RANDOM_CYCLIC, 1);
        struct weights weights = {0};
        struct exclusive sets = {0};
        const bool unsafe = is_unsafe(net);
        const bool by_machines = safety_by_machines(net, &weights);

        struct weights alone = {0};

        n_unsafe += unsafe;
        if (safety_programs_prove(net, WORK, NULL, &alone)) {
            n_alone++;
            assert_false(unsafe);
        }
        weights_finish(&alone);
        if (by_machines || safety_programs_prove(net, WORK, NULL, &weights)) {
            n_proven++;
            n_by_programs += !by_machines;
            assert_false(unsafe);
            safety_exclude(net, &weights, &sets);
            assert_exclusive(net, &sets);
            n_sets += exclusive_count(&sets);
        }
        exclusive_finish(&sets);
        weights_finish(&weights);
        net_destroy(net);
    }
    printf("# %u proven, %u of them by programs, %u by programs "
           "alone, %u unsafe\n",
           n_proven, n_by_programs, n_alone, n_unsafe);
    assert_true(n_proven > 1500 && n_sets > n_proven);
    assert_true(n_by_programs > 5 && n_alone > 1500);
    assert_true(n_unsafe > 200);
}

/* f needs both, of which the weights of a and b allow one. */
static void programs_find_weights(void **state)
{
    static const char *const texts[] = {
        "p* a b q | f: p > a b | g: a b > q | h: q > p",
        "p* a b q | f: p > a b | g: a > q | h: b q > p",
        "p* q* r | a: p > r | b: q r > r", /* b takes r and gives it back */
    };

    (void)state;
    for (uint32_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct net *net = test_net(texts[i]);
        struct weights weights = {0};

        assert_true(safety_programs_prove(net, WORK, NULL, &weights));
        weights_finish(&weights);
        /* No work, no proof. */
        assert_false(safety_programs_prove(net, 0, NULL, &weights));
        net_destroy(net);
    }
}

/* Is due when it was asked so often. */
static bool is_asked_enough(void *self)
{
    uint32_t *const left = self;

    return !*left || !--*left;
}

/* The net needs three state machines, or linear programs. */
static void searches_stop_when_they_are_told_to(void **state)
{
    struct net *net = test_net("p* q a* b c* d | e: p a c > q b d | "
                               "f: q b d > p a c");

    (void)state;
    for (uint32_t programs = 0; programs < 2; programs++) {
        bool safe = false;

        for (uint32_t asked = 1; asked < 50; asked++) {
            uint32_t left = asked;
            const struct stop stop = {is_asked_enough, &left};
            struct weights weights = {0};
            const bool now =
                programs ? safety_programs_prove(net, WORK, &stop, &weights)
                         : safety_by_search(net, WORK, &stop, &weights);

            assert_true(asked > 1 || !now);
            assert_true(now == !!left);
            assert_true(now >= safe);
            safe = now;
            weights_finish(&weights);
        }
        assert_true(safe);
    }
    net_destroy(net);
}

/* A transition that is dead may do what it likes. */
static void programs_find_dead_transitions(void **state)
{
    struct net *net = test_net("p* q r | a: p > q | b: p q > r | c: r > p q");
    struct weights weights = {0};

    (void)state;
    assert_true(safety_programs_prove(net, WORK, NULL, &weights));
    weights_finish(&weights);
    net_destroy(net);
}

/* Chains of places that all meet after every fourth step.  Their last places
 * are the first ones of the net, if backwards. */
static struct net *chains(uint32_t width, uint32_t length, bool backwards)
{
    char *text;
    size_t size;
    FILE *file = open_memstream(&text, &size);
    struct net *net;

    for (uint32_t k = 0; k <= length; k++) {
        const uint32_t i = backwards ? length - k : k;

        for (uint32_t c = 0; c < width; c++)
            fprintf(file, "p%u.%u%s ", c, i, i ? "" : "*");
    }
    for (uint32_t i = 0; i < length; i++)
        if (i % 4 == 3) {
            fprintf(file, "| m%u:", i);
            for (uint32_t c = 0; c < width; c++)
                fprintf(file, " p%u.%u", c, i);
            fprintf(file, " >");
            for (uint32_t c = 0; c < width; c++)
                fprintf(file, " p%u.%u", c, i + 1);
            fprintf(file, " ");
        } else {
            for (uint32_t c = 0; c < width; c++)
                fprintf(file, "| t%u.%u: p%u.%u > p%u.%u ", c, i, c, i, c,
                        i + 1);
        }
    fclose(file);
    net = test_net(text);
    free(text);
    return net;
}

/* One machine for a chain, not one for each of its places. */
static void machines_grow_with_the_net(void **state)
{
    (void)state;
    for (int backwards = 0; backwards < 2; backwards++) {
        struct net *net = chains(3, 20, backwards);
        struct weights weights = {0};

        assert_true(safety_by_machines(net, &weights));
        assert_int_equal(vecs_count(&weights.vectors), 3);
        assert_int_equal(weights.vectors.all.len, net_place_count(net));
        weights_finish(&weights);
        net_destroy(net);
    }
}

/* Each place behind a meeting wants one of the 60 before it. */
static void a_search_ends_with_its_work(void **state)
{
    enum { WIDTH = 60, MOST = 700 };
    struct net_builder *const b = net_builder_create();
    struct machine_search *search;
    struct net *net;
    bool dead[2] = {false};
    char id[16];

    (void)state;
    for (uint32_t p = 0; p < 2 * WIDTH; p++) {
        (void)snprintf(id, sizeof id, "p%u", p);
        (void)net_builder_place(b, id, NULL, p < WIDTH, (struct net_where){0},
                                NULL);
    }
    for (trans_id t = 0; t < 2; t++) {
        (void)net_builder_trans(b, t ? "u" : "t", NULL, (struct net_where){0},
                                NULL);
        for (uint32_t p = 0; p < 2 * WIDTH; p++)
            net_builder_arc(b, p / WIDTH == t ? GIVEN_CONSUME : GIVEN_PRODUCE,
                            p, t, 1);
    }
    net = net_builder_finish(b);
    search = machine_search_create(net, dead, NULL);
    assert_int_equal(machine_search_find(search, 0, MOST).len, 0);
    assert_true(machine_search_work(search) < 5 * MOST);
    assert_true(machine_search_find(search, 0, 100 * MOST).len > 0);
    machine_search_destroy(search);
    net_destroy(net);
}

MODULE(safety)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(state_machines_are_searched),
        cmocka_unit_test(a_machine_covers_transitions),
        cmocka_unit_test(state_machines_are_found),
        cmocka_unit_test(a_wrong_choice_is_taken_back),
        cmocka_unit_test(unsafe_nets_are_not_covered),
        cmocka_unit_test(machines_hold_one_token),
        cmocka_unit_test(machines_grow_with_the_net),
        cmocka_unit_test(a_search_ends_with_its_work),
        cmocka_unit_test(programs_find_weights),
        cmocka_unit_test(searches_stop_when_they_are_told_to),
        cmocka_unit_test(programs_find_dead_transitions),
        cmocka_unit_test(sets_are_exclusive_in_unsafe_nets),
        cmocka_unit_test(semiflows_show_safety),
        cmocka_unit_test(proven_nets_are_safe),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
