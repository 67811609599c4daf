/* Sets of literals against plain bit sets, in nets of one and of many parts. */
#include "test.h"

#include "engine/state/literals.h"
#include "net/marking.h"
#include "random.h"

enum { N_SETS = 40, MOST_WORDS = 200 };

struct model {
    bits_word sets[N_SETS][MOST_WORDS];
};

/* Transition i moves a token from place i to place 7 i + 1, or near the end. */
static struct net *net_of(uint32_t n_places)
{
    struct net_builder *const builder = net_builder_create();
    const struct net_where nowhere = {0};
    struct diag diag = {0};
    char id[32];

    for (uint32_t i = 0; i < n_places; i++) {
        snprintf(id, sizeof id, "p%u", i);
        net_builder_place(builder, id, NULL, i == 0, nowhere, &diag);
    }
    for (uint32_t i = 0; i < n_places; i++) {
        trans_id t;

        snprintf(id, sizeof id, "t%u", i);
        t = net_builder_trans(builder, id, NULL, nowhere, &diag);
        net_builder_arc(builder, GIVEN_CONSUME, i, t, 1);
        net_builder_arc(builder, GIVEN_PRODUCE, (7 * i + 1) % n_places, t, 1);
    }
    return net_builder_finish(builder);
}

static void check_set(const struct literals *literals,
                      const struct model *model, uint32_t set)
{
    const uint32_t words = marking_words(literals->net);
    bits_word m[MOST_WORDS];

    memset(m, 0xa5, sizeof m);
    literals_read(literals, set, m);
    assert_true(bits_equal(m, model->sets[set], words));
}

static bool model_absorb(struct model *model, const struct net *net,
                         uint32_t set, uint32_t other, trans_id t)
{
    bits_word rest[MOST_WORDS];
    bool more = false;

    memcpy(rest, model->sets[other], sizeof rest);
    for (uint32_t i = 0; i < net_pre(net, t).len; i++)
        bits_remove(rest, net_pre(net, t).at[i]);
    for (uint32_t i = 0; i < net_post(net, t).len; i++)
        bits_remove(rest, net_post(net, t).at[i]);
    for (uint32_t i = 0; i < MOST_WORDS; i++) {
        more |= (rest[i] & ~model->sets[set][i]) != 0;
        model->sets[set][i] |= rest[i];
    }
    return more;
}

static void try_net(uint32_t n_places)
{
    struct model *const model = mem_zero(1, sizeof *model);
    struct net *const net = net_of(n_places);
    struct literals literals;
    struct random random;

    random_init(&random, n_places);
    literals_init(&literals, net);
    for (uint32_t set = 0; set < N_SETS; set++)
        assert_int_equal(literals_create(&literals), set);
    for (uint32_t i = 0; i < 2000; i++) {
        const uint32_t set = random_below(&random, N_SETS);
        const uint32_t other = random_below(&random, N_SETS);
        const place_id p = random_below(&random, n_places);
        const trans_id t = random_below(&random, n_places);

        literals_add(&literals, set, p);
        bits_add(model->sets[set], p);
        if (i % 3 == 0)
            assert_int_equal(literals_absorb(&literals, set, other, t),
                             model_absorb(model, net, set, other, t));
        check_set(&literals, model, set);
    }
    for (uint32_t set = 0; set < N_SETS; set++)
        check_set(&literals, model, set);
    literals_finish(&literals);
    net_destroy(net);
    mem_free(model);
}

static void sets_are_what_was_added_and_absorbed(void **state)
{
    (void)state;
    try_net(60);
    try_net(64 * LITERALS_PAGE);
    try_net(64 * LITERALS_PAGE + 1);
    try_net(64 * MOST_WORDS - 5);
}

static void a_place_in_a_large_net_costs_one_page(void **state)
{
    struct net *const net = net_of(64 * MOST_WORDS);
    struct literals literals;

    (void)state;
    literals_init(&literals, net);
    for (uint32_t i = 0; i < 100; i++)
        literals_add(&literals, literals_create(&literals), 100 * i);
    assert_int_equal(literals.words.len, 100 * LITERALS_PAGE);
    assert_true(literals_bytes(&literals) >= 100 * LITERALS_PAGE * 8);
    literals_finish(&literals);
    net_destroy(net);
}

MODULE(literals)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sets_are_what_was_added_and_absorbed),
        cmocka_unit_test(a_place_in_a_large_net_costs_one_page),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
