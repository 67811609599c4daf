/* Markings that cursors add to one store, against brute force. */
#include "test.h"

#include "marking/marking_cursor.h"
#include "net/marking.h"
#include "random.h"

struct scene {
    const struct oracle *oracle;
    struct markings markings;
    struct marking_cursor cursors[2];
    struct marking_cursor *both[2];
    uint32_t *ids; /* by marking of the oracle */
};

static uint32_t place_of(const struct oracle *oracle, const bits_word *m)
{
    uint32_t i = 0;

    while (!bits_equal(oracle_marking(oracle, i), m, oracle->words))
        i++;
    return i;
}

/* Adds the marking that t leads to; the store grows on the way.  How many were
 * new. */
static uint64_t add(struct scene *x, struct marking_cursor *cursor, trans_id t)
{
    uint64_t n_fresh = 0;

    while (!marking_cursor_add(cursor, t, &n_fresh))
        marking_cursor_grow(x->both, 2);
    return n_fresh;
}

static uint64_t settle(struct scene *x, struct marking_cursor *cursor)
{
    uint64_t n_fresh = 0;

    while (!marking_cursor_settle(cursor, &n_fresh))
        marking_cursor_grow(x->both, 2);
    return n_fresh;
}

/* Marking i of the oracle, whose number is known: those that it leads to get
 * theirs, from one cursor or the other. */
static void explore(struct scene *x, uint32_t i, bits_word *m)
{
    const struct oracle *const oracle = x->oracle;
    struct marking_cursor *const cursor = x->both[i % 2];

    marking_cursor_move(cursor, x->ids[i]);
    assert_memory_equal(cursor->places, oracle_marking(oracle, i),
                        oracle->words * sizeof *m);
    for (trans_id t = 0; t < net_trans_count(oracle->net); t++) {
        uint32_t to;

        bits_copy(m, oracle_marking(oracle, i), oracle->words);
        if (!marking_enabled(oracle->net, m, t))
            continue;
        marking_fire(oracle->net, m, t);
        to = place_of(oracle, m);
        assert_int_equal(marking_cursor_find(cursor, t), x->ids[to]);
        assert_int_equal(add(x, cursor, t) + add(x, cursor, t) +
                             settle(x, cursor),
                         x->ids[to] == SHARED_KEYS_NONE);
        if (x->ids[to] == SHARED_KEYS_NONE)
            x->ids[to] = marking_cursor_find(cursor, t);
        assert_int_equal(marking_cursor_find(cursor, t), x->ids[to]);
        marking_cursor_move(cursor, x->ids[to]);
        assert_int_equal(marking_cursor_find(cursor, t), x->ids[i]);
        marking_cursor_move(cursor, x->ids[i]);
    }
    marking_cursor_close(x->both, 2); /* no number changes */
}

/* Numbers are dense, and the order of markings is total. */
static void check_numbers(const struct scene *x)
{
    const uint32_t n = x->oracle->n_markings;

    assert_int_equal(markings_count(&x->markings), n);
    for (uint32_t i = 0; i < n; i++) {
        assert_true(x->ids[i] < n);
        for (uint32_t k = 0; k < n && k < 20; k++)
            assert_int_equal(
                markings_less(&x->markings, x->ids[i], x->ids[k]) +
                    markings_less(&x->markings, x->ids[k], x->ids[i]),
                i != k);
    }
}

static void try_net(struct random *random, uint32_t more, bool fields)
{
    struct net *const net = random_net_padded(
        random, RANDOM_CYCLIC, 1 + random_below(random, 3), more);
    struct exclusive sets = {0};
    struct oracle oracle;
    struct scene x = {.oracle = &oracle};
    bits_word *m;

    oracle_init(&oracle, net, 400);
    if (oracle.complete) {
        if (fields)
            random_exclusive(random, &oracle, &sets);
        m = mem_zero(oracle.words + 1, sizeof *m);
        x.ids = mem_alloc(oracle.n_markings, sizeof *x.ids);
        memset(x.ids, 0xff, oracle.n_markings * sizeof *x.ids);
        x.ids[0] = MARKINGS_INITIAL;
        markings_init(&x.markings, net, fields ? &sets : NULL);
        for (uint32_t i = 0; i < 2; i++) {
            marking_cursor_init(&x.cursors[i], &x.markings);
            x.both[i] = &x.cursors[i];
        }
        for (uint32_t i = 0; i < oracle.n_markings; i++)
            explore(&x, i, m);
        check_numbers(&x);
        for (uint32_t i = 0; i < 2; i++)
            marking_cursor_finish(&x.cursors[i]);
        markings_finish(&x.markings);
        mem_free(x.ids);
        mem_free(m);
    }
    exclusive_finish(&sets);
    oracle_finish(&oracle);
    net_destroy(net);
}

/* One word, two, and many. */
static void equal_markings_have_one_number(void **state)
{
    static const uint32_t more[] = {0, 64, 128, 320, 1000};
    struct random random;

    (void)state;
    random_init(&random, 3);
    for (uint32_t i = 0; i < 100; i++)
        try_net(&random, more[i % 5], i % 2);
}

MODULE(marking_cursor)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_markings_have_one_number),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
