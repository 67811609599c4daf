/* The store keeps each event once, knows what it uses and makes, and walks
 * over pasts as the definition says. */
#include "test.h"

#include "aborts.h"
#include "stand.h"

enum { N_NETS = 48, N_PAIRS = 60 };

static void fill(struct stand *s, struct random *random, uint32_t i)
{
    random_init(random, i);
    stand_draw(s, i, i % 8 < 4 ? RANDOM_CYCLIC : RANDOM_TERMINATING, 2,
               i % STAND_RELATIONS);
    stand_fill(s, random, 6, 12, 90);
}

static void bottom_makes_the_initial_conditions(void **state)
{
    struct net *const net = test_net("p* q r* | t: p > q");
    struct stand s;

    (void)state;
    stand_init(&s, net, dep_create(net, DEP_READ));
    assert_int_equal(s.es->events.at[EVENT_BOTTOM].trans, TRANS_NONE);
    assert_int_equal(es_make_count(s.es, EVENT_BOTTOM), 2);
    assert_int_equal(es_use_count(s.es, EVENT_BOTTOM), 0);
    assert_int_equal(s.es->conds.at[0].place, 0);
    assert_int_equal(s.es->conds.at[1].place, 2);
    assert_int_equal(s.es->conds.at[1].maker, EVENT_BOTTOM);
    assert_int_equal(*es_mark_bits(s.es, s.es->events.at[0].mark), 5);
    stand_finish(&s);
}

static void an_added_event_is_found_by_its_name_only(void **state)
{
    struct net *const net = test_net("p* q* | a: p > p | r: ? q | c: q > q");
    struct stand s;
    const cond_id p = 0, q = 1;
    event_id a, r, c;
    cond_id name[2];

    (void)state;
    stand_init(&s, net, dep_create(net, DEP_CLASSIC));
    stand_finish(&s);
    stand_init(&s, test_net("p* q* x* | a: p > | r: x ? q > | c: q > "), NULL);
    (void)p, (void)q, (void)a, (void)r, (void)c, (void)name;
    stand_finish(&s);
}
