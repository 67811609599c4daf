/* Proofs by hand: each condition of proof.h is checked. */
#include "proof/verify.h"
#include "test.h"
#include "proof_oracle.h"

/* A token alternates between p1 and p2; both needs both places. */
#define NET "p1* p2 q | a: p1 > p2 | b: p2 > p1 | both: p1 ? p2 > q"

enum { P1, P2, Q };
enum { A, B, BOTH };

/* The markings {p1} and {p2}, as the goal needs places. */
struct parts {
    struct goal goal;
    struct proof *proof;
};

static struct parts sound(void)
{
    struct parts k = {{.kind = GOAL_TRANSITION, .trans = BOTH},
                      mem_zero(1, sizeof(struct proof))};

    proof_add(k.proof, PROOF_LACKS, P2);
    proof_pos(k.proof, P1);
    proof_neg(k.proof, P2);
    proof_active(k.proof, A, 1);
    proof_blocked(k.proof, BOTH, P2);
    proof_add(k.proof, PROOF_LACKS, P1);
    proof_pos(k.proof, P2);
    proof_neg(k.proof, P1);
    proof_active(k.proof, B, 0);
    proof_blocked(k.proof, BOTH, P1);
    return k;
}

static bool verifies(struct parts k, const char *why)
{
    struct net *net = test_net(NET);
    struct fault fault;
    bool good;

    proof_check(k.proof, net);
    good = verify_proof(net, &k.goal, k.proof, &fault);
    assert_string_equal(fault.text, why);
    proof_destroy(k.proof);
    net_destroy(net);
    return good;
}

static struct proof_cube *cube(struct parts k, uint32_t c)
{
    return &k.proof->cubes.at[c];
}

static struct proof_member *member(struct parts k, uint32_t c, uint32_t i)
{
    return &k.proof->members.at[cube(k, c)->members.from + i];
}

static void a_proof_with_a_cycle_is_accepted(void **state)
{
    (void)state;
    assert_true(verifies(sound(), ""));
}

static void the_initial_marking_is_in_its_cube(void **state)
{
    struct parts k = sound();

    (void)state;
    k.proof->initial = 1;
    assert_false(verifies(k, "'p2' is not marked initially"));
    k = sound();
    k.proof->initial = 1;
    cube(k, 1)->pos.len = 0;
    assert_false(verifies(k, "'p1' is marked initially"));
}

static void the_reason_is_one(void **state)
{
    struct parts k = sound();

    (void)state;
    cube(k, 0)->node = Q;
    assert_false(verifies(k, "the goal does not need a token on 'q'"));
    k = sound();
    cube(k, 0)->node = P1;
    assert_false(verifies(k, "the cube does not say that 'p1' is empty"));
    k = sound();
    cube(k, 0)->reason = PROOF_HOLDS;
    assert_false(verifies(k, "the goal does not need 'p2' to be empty"));
    k = sound();
    cube(k, 0)->reason = PROOF_LIVE;
    cube(k, 0)->node = A;
    assert_false(verifies(k, "an enabled transition excludes no answer but a "
                             "deadlock"));
    k = sound();
    cube(k, 0)->members.from++;
    cube(k, 0)->members.len--;
    assert_false(verifies(k, "transition 'a' produces on 'p2' and is no "
                             "member"));
}

static void blocked_members_are_blocked(void **state)
{
    struct parts k = sound();

    (void)state;
    member(k, 0, 1)->by = Q;
    assert_false(verifies(k, "transition 'both' needs no token on 'q'"));
    k = sound();
    member(k, 0, 1)->by = P1;
    assert_false(verifies(k, "the cube does not say that 'p1' is empty"));
    k = sound();
    *member(k, 0, 0) = (struct proof_member){A, false, P1};
    assert_false(verifies(k, "the cube does not say that 'p1' is empty"));
}

static void active_members_lead_into_their_cubes(void **state)
{
    struct parts k = sound();

    (void)state;
    member(k, 0, 0)->by = 0;
    assert_false(verifies(k, "after 'a', 'p1' may be empty: cube 0 wants it "
                             "marked"));
    k = sound();
    cube(k, 0)->pos.len = 0;
    assert_false(verifies(k, "the cube does not say that 'p1' is marked"));
    k = sound();
    cube(k, 0)->members.len = 1;
    assert_false(verifies(k, "transition 'both' consumes from 'p1' and is no "
                             "member"));
    k = sound();
    cube(k, 1)->pos.len = 0;
    cube(k, 1)->members.len = 0;
    assert_false(verifies(k, "transition 'b' produces on 'p1' and is no "
                             "member"));
}

/* A consumer of a place disables its readers. */
static void readers_are_rivals(void **state)
{
    struct parts k = sound();

    (void)state;
    cube(k, 1)->members.len = 1; /* without `both`, which reads p2 */
    assert_false(verifies(k, "transition 'both' reads 'p2' and is no member"));
}

static struct parts marking(bool empty)
{
    struct parts k = sound();

    k.goal = (struct goal){.kind = GOAL_MARKING, .trans = TRANS_NONE};
    vec_push(&k.goal.marked, P1);
    if (empty)
        vec_push(&k.goal.empty, P1);
    return k;
}

static void markings_want_places_empty(void **state)
{
    struct parts k = sound();

    (void)state;
    k.goal = (struct goal){.kind = GOAL_MARKING, .trans = TRANS_NONE};
    vec_push(&k.goal.marked, P2);
    vec_push(&k.goal.empty, P2); /* contradictory, so unreachable */
    cube(k, 1)->reason = PROOF_HOLDS;
    cube(k, 1)->node = P2;
    assert_true(verifies(k, ""));
    vec_free(&k.goal.marked);
    vec_free(&k.goal.empty);
    k = marking(true);
    cube(k, 0)->reason = PROOF_HOLDS;
    cube(k, 0)->node = P1;
    assert_true(verifies(k, ""));
    vec_free(&k.goal.marked);
    vec_free(&k.goal.empty);
    k = marking(false);
    assert_false(verifies(k, "the goal does not need a token on 'p2'"));
    vec_free(&k.goal.marked);
}

static void something_is_always_enabled(void **state)
{
    struct parts k = sound();

    (void)state;
    k.goal = (struct goal){.kind = GOAL_DEADLOCK, .trans = TRANS_NONE};
    for (uint32_t c = 0; c < 2; c++) {
        cube(k, c)->reason = PROOF_LIVE;
        cube(k, c)->node = c ? B : A;
    }
    assert_true(verifies(k, ""));
    k = sound();
    k.goal = (struct goal){.kind = GOAL_DEADLOCK, .trans = TRANS_NONE};
    cube(k, 0)->reason = PROOF_LIVE;
    cube(k, 0)->node = BOTH;
    assert_false(verifies(k, "transition 'both' is no active member"));
    k = sound();
    k.goal = (struct goal){.kind = GOAL_DEADLOCK, .trans = TRANS_NONE};
    assert_false(verifies(k, "the goal does not need a token on 'p2'"));
}

MODULE(verify)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_proof_with_a_cycle_is_accepted),
        cmocka_unit_test(the_initial_marking_is_in_its_cube),
        cmocka_unit_test(the_reason_is_one),
        cmocka_unit_test(blocked_members_are_blocked),
        cmocka_unit_test(active_members_lead_into_their_cubes),
        cmocka_unit_test(readers_are_rivals),
        cmocka_unit_test(markings_want_places_empty),
        cmocka_unit_test(something_is_always_enabled),
    };

    return cmocka_run_group_tests_name("verify", tests, NULL, NULL);
}
