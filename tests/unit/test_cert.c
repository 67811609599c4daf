/* Certificates are written by the grammar and read back unchanged; tests/corpus
 * has what the reader rejects. */
#include "certs.h"
#include "test.h"
#include "proof_oracle.h"

/* Names that need quotes, and one that looks like a number. */
static struct net *odd_net(void)
{
    struct net_builder *builder = net_builder_create();
    const struct net_where where = {"", 0, 0};
    struct diag diag = {0};
    struct net *net;

    net_builder_prefer_names(builder);
    (void)net_builder_place(builder, "1", "p q", 1, where, &diag);
    (void)net_builder_place(builder, "2", "\"", 0, where, &diag);
    (void)net_builder_place(builder, "3", "#", 0, where, &diag);
    (void)net_builder_trans(builder, "1", "a\\\"b c", where, &diag);
    (void)net_builder_trans(builder, "2", "as", where, &diag);
    (void)net_builder_trans(builder, "3", "7", where, &diag);
    net_builder_arc(builder, GIVEN_CONSUME, 0, 0, 1);
    net_builder_arc(builder, GIVEN_PRODUCE, 1, 0, 1);
    net = net_builder_finish(builder);
    assert_non_null(net);
    return net;
}

static char *slurp(const char *path)
{
    char *text = mem_zero(4096, 1);
    FILE *file = fopen(path, "r");

    assert_non_null(file);
    assert_true(fread(text, 1, 4095, file) > 0);
    fclose(file);
    return text;
}

static void proofs_come_back(void **state)
{
    static const char wanted[] = "punf-por certificate 1\n"
                                 "goal marking\n"
                                 "marked \"\\\"\"\n"
                                 "empty \"#\"\n"
                                 "proof\n"
                                 "initial 1\n"
                                 "cube 0\n"
                                 "lacks \"p q\"\n"
                                 "marked \"p q\" \"\\\"\"\n"
                                 "empty \"#\"\n"
                                 "active \"a\\\\\\\"b c\" 1\n"
                                 "blocked \"#\" 7\n"
                                 "cube 1\n"
                                 "live as\n"
                                 "marked\n"
                                 "empty\n"
                                 "end\n";
    struct net *net = odd_net();
    struct goal goal = {.kind = GOAL_MARKING, .trans = TRANS_NONE};
    struct proof *proof = mem_zero(1, sizeof(struct proof));
    struct diag diag = {0};
    struct cert *cert;
    char *text;

    (void)state;
    vec_push(&goal.marked, 1);
    vec_push(&goal.empty, 2);
    proof->initial = 1;
    proof_add(proof, PROOF_LACKS, 0);
    proof_pos(proof, 0);
    proof_pos(proof, 1);
    proof_neg(proof, 2);
    proof_active(proof, 0, 1);
    proof_blocked(proof, 2, 2);
    proof_add(proof, PROOF_LIVE, 1);
    CERTS_WRITE("cert.out", net, &goal, .proof = proof);
    text = slurp("cert.out");
    assert_string_equal(text, wanted);
    cert = cert_read_file(net, "cert.out", &diag);
    assert_non_null(cert);
    proof_check(cert->proof, net);
    assert_int_equal(cert->kind, CERT_PROOF);
    assert_int_equal(cert->goal.marked.at[0], 1);
    assert_int_equal(cert->goal.empty.at[0], 2);
    assert_int_equal(cert->proof->initial, 1);
    assert_int_equal(cert->proof->cubes.at[1].reason, PROOF_LIVE);
    assert_int_equal(cert->proof->members.at[1].by, 2);
    assert_int_equal(cert->lines[FAULT_MEMBER].at[1], 12);
    assert_int_equal(cert->lines[FAULT_CUBE].at[1], 13);
    assert_int_equal(cert->lines[FAULT_REASON].at[1], 14);
    assert_int_equal(cert->lines[FAULT_END].at[0], 17);
    cert_destroy(cert);
    mem_free(text);
    vec_free(&goal.marked);
    vec_free(&goal.empty);
    proof_destroy(proof);
    (void)unlink("cert.out");
    net_destroy(net);
}

static void add_literal(struct case_proof *proof, enum case_proof_about about,
                        bool truth, uint32_t id)
{
    const struct case_proof_literal literal = {about, truth, id};

    vec_push(&proof->cases.all, literal);
}

/* Each kind of line, and one that is left out. */
static struct case_proof *odd_cases(void)
{
    struct case_proof *const proof = mem_zero(1, sizeof(struct case_proof));
    const struct farkas_factor first = {3, 2}, second = {0, 1};
    const struct formula_term more = {0, 7}, less = {2, -1};
    struct farkas farkas = {0};

    vec_push(&proof->traps.all, 0);
    vec_push(&proof->traps.all, 1);
    vecs_close(&proof->traps);
    vec_push(&proof->combinations, farkas);
    vec_push(&farkas.marked, 0);
    vec_push(&farkas.empty, 1);
    vec_push(&farkas.empty, 2);
    vec_push(&farkas.comparisons, first);
    vec_push(&farkas.comparisons, second);
    vec_push(&farkas.traps, second);
    vec_push(&farkas.weights, more);
    vec_push(&farkas.weights, less);
    vec_push(&proof->combinations, farkas);
    add_literal(proof, CASE_PROOF_PLACE, false, 1);
    vecs_close(&proof->cases);
    add_literal(proof, CASE_PROOF_TRANS, false, 2);
    add_literal(proof, CASE_PROOF_NODE, true, 4);
    add_literal(proof, CASE_PROOF_NODE, false, 5);
    add_literal(proof, CASE_PROOF_PLACE, true, 0);
    add_literal(proof, CASE_PROOF_TRANS, true, 0);
    add_literal(proof, CASE_PROOF_NODE, true, 2);
    vecs_close(&proof->cases);
    return proof;
}

static void cases_come_back(void **state)
{
    static const char wanted[] = "punf-por certificate 1\n"
                                 "goal deadlock\n"
                                 "cases\n"
                                 "trap \"p q\" \"\\\"\"\n"
                                 "combination\n"
                                 "combination\n"
                                 "marked \"p q\"\n"
                                 "empty \"\\\"\" \"#\"\n"
                                 "comparisons 2 3 1 0\n"
                                 "traps 1 0\n"
                                 "weights 7 \"p q\" -1 \"#\"\n"
                                 "case\n"
                                 "empty \"\\\"\"\n"
                                 "case\n"
                                 "marked \"p q\"\n"
                                 "true 4 2\n"
                                 "false 5\n"
                                 "enabled \"a\\\\\\\"b c\"\n"
                                 "disabled 7\n"
                                 "end\n";
    const struct goal goal = {.kind = GOAL_DEADLOCK, .trans = TRANS_NONE};
    struct net *net = odd_net();
    struct case_proof *proof = odd_cases();
    struct diag diag = {0};
    struct cert *cert;
    char *text;

    (void)state;
    CERTS_WRITE("cert.out", net, &goal, .cases = proof);
    text = slurp("cert.out");
    assert_string_equal(text, wanted);
    cert = cert_read_file(net, "cert.out", &diag);
    assert_non_null(cert);
    assert_int_equal(cert->kind, CERT_CASES);
    assert_int_equal(cert->cases->traps.all.len, 2);
    assert_int_equal(cert->cases->combinations.len, 2);
    assert_int_equal(cert->cases->combinations.at[1].weights.at[1].factor, -1);
    assert_int_equal(cert->cases->combinations.at[1].comparisons.at[0].which,
                     3);
    assert_int_equal(vecs_count(&cert->cases->cases), 2);
    assert_int_equal(cert->cases->cases.all.len, 7);
    assert_int_equal(cert->cases->cases.all.at[6].about, CASE_PROOF_TRANS);
    assert_int_equal(cert->lines[FAULT_TRAP].at[0], 4);
    assert_int_equal(cert->lines[FAULT_COMBINATION].at[1], 6);
    assert_int_equal(cert->lines[FAULT_CASE].at[1], 14);
    assert_int_equal(cert->lines[FAULT_END].at[0], 20);
    cert_destroy(cert);
    mem_free(text);
    case_proof_destroy(proof);
    (void)unlink("cert.out");
    net_destroy(net);
}

static void runs_come_back(void **state)
{
    struct net *net = odd_net();
    const struct goal goal = {.kind = GOAL_TRANSITION, .trans = 2};
    witness_run run = {0};
    struct diag diag = {0};
    struct cert *cert;

    (void)state;
    vec_push(&run, 0);
    vec_push(&run, 2);
    CERTS_WRITE("cert.out", net, &goal, .run = &run);
    cert = cert_read_file(net, "cert.out", &diag);
    assert_non_null(cert);
    assert_int_equal(cert->kind, CERT_RUN);
    assert_int_equal(cert->goal.trans, 2);
    assert_int_equal(cert->run.len, 2);
    assert_int_equal(cert->run.at[1], 2);
    assert_int_equal(cert->lines[FAULT_STEP].at[1], 5);
    cert_destroy(cert);
    vec_free(&run);
    (void)unlink("cert.out");
    net_destroy(net);
}

/* Members in any order, with comments; the lines are sorted with them. */
static void members_are_put_in_order(void **state)
{
    static const char text[] = "# by hand\n"
                               "punf-por certificate 1\n\n"
                               "goal deadlock # of course\n"
                               "proof\ninitial 0\ncube 0\nlacks p2\n"
                               "marked p2 p1\nempty\n"
                               "blocked p2 c\n"
                               "# a comment\n"
                               "blocked p1 a\n"
                               "active b 0\n"
                               "end\n# that is all\n";
    struct net *net = test_net("p1* p2 | a: p1 > | b: p2 > | c: p2 > p1");
    struct diag diag = {0};
    struct cert *cert = certs_read(net, text, &diag);

    (void)state;
    assert_non_null(cert);
    proof_check(cert->proof, net);
    assert_int_equal(cert->lines[FAULT_MEMBER].at[0], 13);
    assert_int_equal(cert->lines[FAULT_MEMBER].at[1], 14);
    assert_int_equal(cert->lines[FAULT_MEMBER].at[2], 11);
    assert_int_equal(cert->lines[FAULT_END].at[0], 15);
    cert_destroy(cert);
    net_destroy(net);
}

MODULE(cert)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(proofs_come_back),
        cmocka_unit_test(cases_come_back),
        cmocka_unit_test(runs_come_back),
        cmocka_unit_test(members_are_put_in_order),
    };

    return cmocka_run_group_tests_name("cert", tests, NULL, NULL);
}
