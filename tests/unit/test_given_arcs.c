/* Random nets with weights and inhibitor arcs: the translation reaches the same
 * markings as the token game of the given arcs, fires the same transitions, and
 * is unsafe iff the given net is. */
#include "net/marking.h"
#include "random.h"
#include "support.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

enum { PLACES = 5, TRANSITIONS = 5, MARKINGS = 1 << PLACES, NETS = 4000 };

/* The arcs between t and p, and the marking at the start. */
struct game {
    uint32_t consume[TRANSITIONS][PLACES], produce[TRANSITIONS][PLACES];
    uint32_t read[TRANSITIONS][PLACES], inhibit[TRANSITIONS][PLACES];
    uint32_t start;
};

struct found {
    bool met[MARKINGS];
    bool fired[TRANSITIONS];
    bool unsafe;
};

/* -- The token game of the given arcs -- */

static bool can_fire(const struct game *g, uint32_t m, uint32_t t)
{
    for (uint32_t p = 0; p < PLACES; p++) {
        const uint32_t tokens = m >> p & 1;

        if (tokens < g->consume[t][p] || tokens < g->read[t][p] ||
            (g->inhibit[t][p] && tokens >= g->inhibit[t][p]))
            return false;
    }
    return true;
}

static void play(const struct game *g, struct found *found)
{
    uint32_t stack[MARKINGS], n = 0;

    found->met[g->start] = true;
    stack[n++] = g->start;
    while (n) {
        const uint32_t m = stack[--n];

        for (uint32_t t = 0; t < TRANSITIONS; t++) {
            uint32_t next = 0;
            bool safe = true;

            if (!can_fire(g, m, t))
                continue;
            for (uint32_t p = 0; p < PLACES; p++) {
                const uint32_t tokens =
                    (m >> p & 1) - g->consume[t][p] + g->produce[t][p];

                safe &= tokens < 2;
                next |= (tokens & 1) << p;
            }
            found->unsafe |= !safe;
            found->fired[t] |= safe;
            if (safe && !found->met[next]) {
                found->met[next] = true;
                stack[n++] = next;
            }
        }
    }
}

/* -- The translation -- */

static struct net *translate(const struct game *g)
{
    struct net_builder *b = net_builder_create();
    struct diag diag = {0};
    char id[16];

    for (uint32_t p = 0; p < PLACES; p++) {
        (void)snprintf(id, sizeof id, "p%u", p);
        (void)net_builder_place(b, id, NULL, g->start >> p & 1,
                                (struct net_where){0}, &diag);
    }
    for (uint32_t t = 0; t < TRANSITIONS; t++) {
        (void)snprintf(id, sizeof id, "t%u", t);
        (void)net_builder_trans(b, id, NULL, (struct net_where){0}, &diag);
        for (uint32_t p = 0; p < PLACES; p++) {
            if (g->consume[t][p])
                net_builder_arc(b, GIVEN_CONSUME, p, t, g->consume[t][p]);
            if (g->produce[t][p])
                net_builder_arc(b, GIVEN_PRODUCE, p, t, g->produce[t][p]);
            if (g->read[t][p])
                net_builder_arc(b, GIVEN_READ, p, t, g->read[t][p]);
            if (g->inhibit[t][p])
                net_builder_arc(b, GIVEN_INHIBIT, p, t, g->inhibit[t][p]);
        }
    }

    struct net *net = net_builder_finish(b);

    net_check(net);
    return net;
}

static void explore(const struct net *net, struct found *found)
{
    const uint32_t given = (1u << PLACES) - 1;
    bits_word stack[MARKINGS];
    uint32_t n = 1;

    assert_int_equal(marking_words(net), 1);
    marking_initial(net, stack);
    found->met[stack[0] & given] = true;
    while (n) {
        const bits_word m = stack[--n];

        for (trans_id t = 0; t < net_trans_count(net); t++) {
            bits_word next = m;

            if (!marking_enabled(net, &m, t))
                continue;
            if (marking_unsafe(net, &m, t) != PLACE_NONE) {
                found->unsafe = true;
                continue;
            }
            assert_true(t < TRANSITIONS);
            found->fired[t] = true;
            marking_fire(net, &next, t);
            if (!found->met[next & given]) {
                found->met[next & given] = true;
                stack[n++] = next;
            }
        }
    }
}

/* -- Both -- */

static uint32_t choose(struct random *random, uint32_t percent)
{
    if (!random_chance(random, percent))
        return 0;
    return random_chance(random, 12) ? 2 : 1;
}

static void draw(struct random *random, struct game *g)
{
    g->start = random_below(random, MARKINGS);
    for (uint32_t t = 0; t < TRANSITIONS; t++)
        for (uint32_t p = 0; p < PLACES; p++) {
            g->consume[t][p] = choose(random, 25);
            g->produce[t][p] = choose(random, 25);
            g->read[t][p] = choose(random, 6);
            g->inhibit[t][p] = choose(random, 10);
        }
}

static void the_translation_plays_the_same_game(void **state)
{
    struct random random;
    uint32_t n_safe = 0, n_unsafe = 0;

    (void)state;
    random_init(&random, 20);
    for (uint32_t i = 0; i < NETS; i++) {
        struct found wanted = {0}, got = {0};
        struct game g;
        struct net *net;

        draw(&random, &g);
        net = translate(&g);
        play(&g, &wanted);
        explore(net, &got);
        assert_memory_equal(wanted.met, got.met, sizeof got.met);
        assert_memory_equal(wanted.fired, got.fired, sizeof got.fired);
        assert_int_equal(wanted.unsafe, got.unsafe);
        n_safe += !got.unsafe;
        n_unsafe += got.unsafe;
        net_destroy(net);
    }
    assert_true(n_safe > NETS / 20 && n_unsafe > NETS / 20);
}

MODULE(given_arcs)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_translation_plays_the_same_game),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
