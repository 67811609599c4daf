/* Proofs contain what was added, and proof_check() aborts on each way in which
 * one can be malformed. */
#include "aborts.h"
#include "proof/proof.h"
#include "test.h"
#include "proof_oracle.h"

#define NET "p1* p2 p3 | a: p1 > p2 | b: p2 > p1 | c: p3 > p1"

/* c cannot fire: nothing produces on p3. */
static struct proof *two_cubes(void)
{
    struct proof *proof = mem_zero(1, sizeof(struct proof));

    proof_add(proof, PROOF_LACKS, 2);
    proof_pos(proof, 1);
    proof_pos(proof, 0);
    proof_neg(proof, 2);
    proof_neg(proof, 1);
    proof_blocked(proof, 2, 2);
    proof_active(proof, 0, 1);
    proof_sort(proof);
    proof_add(proof, PROOF_LIVE, 1);
    proof_neg(proof, 0);
    proof_active(proof, 1, 0);
    proof_sort(proof);
    return proof;
}

static void a_proof_keeps_its_cubes_in_order(void **state)
{
    struct proof *proof = two_cubes();
    const struct proof_cube *first = &proof->cubes.at[0];
    const struct net_place_span pos = proof_places(proof, first->pos);
    const struct net_place_span neg = proof_places(proof, first->neg);
    const struct proof_member *members = proof_members(proof, first);

    (void)state;
    assert_int_equal(proof->cubes.len, 2);
    assert_int_equal(pos.len, 2);
    assert_int_equal(pos.at[0], 0);
    assert_int_equal(pos.at[1], 1);
    assert_int_equal(neg.len, 2);
    assert_int_equal(neg.at[0], 1);
    assert_int_equal(neg.at[1], 2);
    assert_int_equal(first->members.len, 2);
    assert_true(members[0].active && members[0].trans == 0);
    assert_int_equal(members[0].by, 1);
    assert_true(!members[1].active && members[1].trans == 2);
    assert_int_equal(members[1].by, 2);
    assert_int_equal(proof->cubes.at[1].pos.len, 0);
    assert_int_equal(proof->cubes.at[1].reason, PROOF_LIVE);
    proof_destroy(proof);
}

static void try_check(void *self)
{
    struct net *net = test_net(NET);

    proof_check(self, net);
    net_destroy(net);
}

static void refuse(struct proof *proof)
{
    assert_true(aborts(try_check, proof));
    proof_destroy(proof);
}

static void a_well_formed_proof_passes(void **state)
{
    struct proof *proof = two_cubes();

    (void)state;
    assert_false(aborts(try_check, proof));
    proof_destroy(proof);
}

static void numbers_must_name_something(void **state)
{
    struct proof *proof = two_cubes();

    (void)state;
    proof->initial = 2;
    refuse(proof);
    proof = two_cubes();
    proof->cubes.at[0].node = 3;
    refuse(proof);
    proof = two_cubes();
    proof->cubes.at[1].node = 3;
    refuse(proof);
    proof = two_cubes();
    proof->places.at[1] = 3;
    refuse(proof);
    proof = two_cubes();
    proof->members.at[0].by = 2;
    refuse(proof);
    proof = two_cubes();
    proof->members.at[1].by = 3;
    refuse(proof);
    proof = two_cubes();
    proof->members.at[1].trans = 3;
    refuse(proof);
    refuse(mem_zero(1, sizeof(struct proof)));
}

static void slices_must_be_inside_and_in_order(void **state)
{
    struct proof *proof = two_cubes();

    (void)state;
    proof->places.at[0] = 1;
    refuse(proof);
    proof = two_cubes();
    proof->places.at[2] = 2;
    refuse(proof);
    proof = two_cubes();
    proof->members.at[0].trans = 2;
    refuse(proof);
    proof = two_cubes();
    proof->cubes.at[1].neg.from = 5;
    refuse(proof);
    proof = two_cubes();
    proof->cubes.at[1].members.len = 2;
    refuse(proof);
}

MODULE(proof)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_proof_keeps_its_cubes_in_order),
        cmocka_unit_test(a_well_formed_proof_passes),
        cmocka_unit_test(numbers_must_name_something),
        cmocka_unit_test(slices_must_be_inside_and_in_order),
    };

    return cmocka_run_group_tests_name("proof", tests, NULL, NULL);
}
