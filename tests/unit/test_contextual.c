/* Without copies of read places an event is extended with every set of readers,
 * in parts, and the prefix is the one with copies. */
#include "test.h"

#include "engine/prefix/contextual.h"
#include "engine/race/engines.h"
#include "figure.h"
#include "run.h"

#include <stdio.h>
#include <string.h>

enum { MOST_GIVEN = 40, N_READERS = 9, MANY = 1100 };

/* What was proposed, as text: the events are those of one store. */
struct scene {
    struct net *net;
    struct dep *dep;
    struct compiled_net *compiled;
    struct es *es;
    struct conc conc;
    struct contextual x;
    uint32_t n_given;
    struct extender_proposal given[MOST_GIVEN];
    uint32_t words[MOST_GIVEN][8];
    uint32_t most_given; /* the sink stops then */
    uint32_t n_looks;
};

static bool take(void *self, event_id e,
                 const struct extender_proposal *proposal,
                 const uint32_t *words)
{
    struct scene *const s = self;
    const uint32_t n =
        proposal->n_words + proposal->n_readers + proposal->n_missing;

    assert_true(s->n_given < MOST_GIVEN && n <= 8);
    assert_int_equal(e, s->x.added);
    s->given[s->n_given] = *proposal;
    memcpy(s->words[s->n_given++], words, n * sizeof *words);
    return s->n_given < s->most_given;
}

static bool look(void *self, uint64_t work)
{
    struct scene *const s = self;

    (void)work;
    s->n_looks++;
    return false;
}

/* p is read by a, b and c, which have tokens of their own, and consumed by z.
 */
static void scene_init(struct scene *s)
{
    *s = (struct scene){.most_given = MOST_GIVEN};
    s->net = test_net("p* i* j* k* o | a: i ? p > | b: j ? p > | c: k ? p > | "
                      "z: p > o");
    s->dep = dep_create(s->net, DEP_READ);
    s->compiled = compiled_net_create(s->net, s->dep, NULL, 0, false);
    s->es = es_create(s->compiled);
    s->es->lazy = true;
    conc_init(&s->conc, s->es);
    contextual_init(&s->x, &s->conc, (struct extender_watch){look, s},
                    (struct contextual_sink){take, s});
}

static void scene_finish(struct scene *s)
{
    contextual_finish(&s->x);
    conc_finish(&s->conc);
    es_destroy(s->es);
    compiled_net_destroy(s->compiled);
    dep_destroy(s->dep);
    net_destroy(s->net);
}

/* Adds the i-th proposal about an event as one. */
static event_id add(struct scene *s, uint32_t i)
{
    const struct extender_proposal *const p = &s->given[i];
    const event_id e =
        es_add(s->es, p->subject, s->words[i], p->n_readers,
               s->es->events.at[s->x.added].size + p->n_missing + 1,
               markings_fire(&s->es->markings, 0, p->subject));

    conc_add(&s->conc, e);
    return e;
}

static bool is_given(const struct scene *s, uint32_t i, uint32_t n_readers,
                     uint32_t n_missing)
{
    return s->given[i].kind == EXTENDER_EXTENSION && s->given[i].subject == 3 &&
           s->given[i].n_words == 1 && s->given[i].n_readers == n_readers &&
           s->given[i].n_missing == n_missing;
}

static void sets_of_readers_come_by_size(void **state)
{
    struct scene s;
    event_id a, b, c;

    (void)state;
    scene_init(&s);
    assert_false(contextual_extend(&s.x, EVENT_BOTTOM, 0, 0));
    assert_int_equal(s.n_given, 4); /* a, b, c, z */
    for (uint32_t i = 0; i < 4; i++)
        assert_int_equal(s.given[i].n_readers + s.given[i].n_missing, 0);
    a = add(&s, 1);
    assert_false(contextual_extend(&s.x, a, 0, 9));
    assert_int_equal(s.n_given, 5); /* z after a */
    assert_true(is_given(&s, 4, 1, 0));
    assert_int_equal(s.words[4][1], a);
    b = add(&s, 2);
    assert_false(contextual_extend(&s.x, b, 0, 9));
    assert_int_equal(s.n_given, 7); /* z after a and b, or after b */
    assert_true(is_given(&s, 5, 2, 1) && is_given(&s, 6, 1, 0));
    assert_int_equal(s.words[5][3], a);
    c = add(&s, 3);
    s.n_given = 0;
    assert_true(contextual_extend(&s.x, c, 0, 1));
    assert_int_equal(s.n_given, 3);
    assert_false(contextual_extend(&s.x, c, 2, 3));
    assert_int_equal(s.n_given, 4);
    assert_true(is_given(&s, 3, 3, 2));
    s.n_given = 0; /* c was added after b */
    assert_false(contextual_extend(&s.x, b, 0, 9));
    assert_int_equal(s.n_given, 2);
    scene_finish(&s);
}

static void the_sink_stops_it(void **state)
{
    struct scene s;
    event_id e = EVENT_BOTTOM;

    (void)state;
    scene_init(&s);
    (void)contextual_extend(&s.x, e, 0, 0);
    for (uint32_t i = 1; i < 4; i++) {
        e = add(&s, i);
        s.most_given = i < 3 ? MOST_GIVEN : s.n_given + 2;
        (void)contextual_extend(&s.x, e, 0, 9);
    }
    assert_int_equal(s.n_given, s.most_given);
    assert_true(s.x.stopped);
    assert_int_equal(s.x.coset.at.len, 0);
    assert_int_equal(read_coset_count(&s.x.coset), 0);
    assert_true(contextual_untold(&s.x) > 0);
    assert_int_equal(contextual_untold(&s.x), 0);
    scene_finish(&s);
}

/* n readers of g, each with a token of its own, and the consumer of g. */
static struct net *readers(uint32_t n)
{
    const struct net_where where = {0};
    struct net_builder *const builder = net_builder_create();
    struct diag diag = {0};
    const place_id g = net_builder_place(builder, "g", NULL, 1, where, &diag);
    const place_id o = net_builder_place(builder, "o", NULL, 0, where, &diag);
    const trans_id z = net_builder_trans(builder, "z", NULL, where, &diag);
    char id[16];

    for (uint32_t i = 0; i < n; i++) {
        place_id p;
        trans_id r;

        (void)snprintf(id, sizeof id, "p%u", (unsigned)i);
        p = net_builder_place(builder, id, NULL, 1, where, &diag);
        id[0] = 'r';
        r = net_builder_trans(builder, id, NULL, where, &diag);
        net_builder_arc(builder, GIVEN_CONSUME, p, r, 1);
        net_builder_arc(builder, GIVEN_READ, g, r, 1);
    }
    net_builder_arc(builder, GIVEN_CONSUME, g, z, 1);
    net_builder_arc(builder, GIVEN_PRODUCE, o, z, 1);
    return net_builder_finish(builder);
}

static void each_set_of_readers_is_one_history(void **state)
{
    (void)state;
    for (int no_copies = 0; no_copies < 2; no_copies++) {
        const struct engine_problem problem = {.unfolding.order = ORDER_FOATA,
                                               .unfolding.cutoffs = true,
                                               .test.no_copies = no_copies};
        struct run r;

        run_begin(&r, readers(N_READERS), DEP_READ, problem);
        run_go(&r, &prefix_engine);
        assert_int_equal(r.answer.stop, STOP_DONE);
        assert_int_equal(figure(&r.answer.stats, "histories"),
                         N_READERS + (1 << N_READERS));
        assert_int_equal(figure(&r.answer.stats, "conditions"), N_READERS + 2);
        run_end(&r);
    }
}

/* Here each event of the consumer would use as many conditions, and the first
 * readers have 2^many sets: those with few members come first. */
static void many_readers_are_not_copied(void **state)
{
    const struct engine_problem problem = {.unfolding.order = ORDER_FOATA,
                                           .unfolding.cutoffs = true};
    struct run r;

    (void)state;
    run_begin(&r, readers(MANY), DEP_READ, problem);
    r.limits.max_events = 4 * MANY;
    run_go(&r, &prefix_engine);
    assert_int_equal(r.answer.stop, STOP_EVENTS);
    assert_true(figure(&r.answer.stats, "event_bytes") < 600 * 4 * MANY);
    assert_true(figure(&r.answer.stats, "explored_histories") >= MANY);
    run_end(&r);
}

MODULE(contextual)
{
    const struct CMUnitTest all[] = {
        cmocka_unit_test(sets_of_readers_come_by_size),
        cmocka_unit_test(the_sink_stops_it),
        cmocka_unit_test(each_set_of_readers_is_one_history),
        cmocka_unit_test(many_readers_are_not_copied),
    };

    return cmocka_run_group_tests(all, NULL, NULL);
}
