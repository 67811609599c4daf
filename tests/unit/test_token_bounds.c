/* Bounds of places by weights. */
#include "structure/token_bounds.h"

#include "base/mem.h"
#include "test.h"

#include <stdio.h>

/* A ring with 3 tokens, and a transition that makes tokens if it is open. */
static struct net *ring(uint32_t length, bool is_open)
{
    struct net_builder *const b = net_builder_create();
    char id[16];

    net_builder_count(b);
    for (uint32_t i = 0; i < length; i++) {
        (void)snprintf(id, sizeof id, "p%u", i);
        (void)net_builder_place(b, id, NULL, i ? 0 : 3, (struct net_where){0},
                                NULL);
        (void)snprintf(id, sizeof id, "t%u", i);
        (void)net_builder_trans(b, id, NULL, (struct net_where){0}, NULL);
    }
    for (uint32_t i = 0; i < length; i++) {
        net_builder_arc(b, GIVEN_CONSUME, i, i, 1);
        net_builder_arc(b, GIVEN_PRODUCE, (i + 1) % length, i, 1);
    }
    if (is_open)
        net_builder_arc(b, GIVEN_PRODUCE, 0, 0, 1);
    return net_builder_finish(b);
}

static void expect_bounds(uint32_t length, bool is_open, uint32_t bound)
{
    struct net *const net = ring(length, is_open);
    uint32_t *const bounds = mem_alloc(length, sizeof *bounds);

    token_bounds_find(net, bounds);
    for (uint32_t i = 0; i < length; i++)
        assert_int_equal(bounds[i], bound);
    mem_free(bounds);
    net_destroy(net);
}

static void a_ring_keeps_its_tokens(void **state)
{
    (void)state;
    expect_bounds(10, false, 3);
    expect_bounds(10, true, TOKEN_BOUNDS_NONE);
}

static void large_nets_have_one_program(void **state)
{
    (void)state;
    expect_bounds(3500, false, 3);
    expect_bounds(3500, true, TOKEN_BOUNDS_NONE);
}

MODULE(token_bounds)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ring_keeps_its_tokens),
        cmocka_unit_test(large_nets_have_one_program),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
