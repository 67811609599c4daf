/* Certificates contain the answer; unknown answers have none. */
#include "api/handle.h"
#include "handles.h"

#include <unistd.h>

#define PATH "test_api_files.out"

struct scene {
    punfpor_net *net;
    punfpor *problem; /* is a token on q? */
};

static struct scene scene(void)
{
    struct scene s = {
        .net = handles_net("p1* p2 q | a: p1 > p2 | b: p2 > p1 | n: q >")};

    s.problem = punfpor_create(s.net, NULL);
    assert_fine(punfpor_ask_marking(s.problem, "q", NULL, NULL));
    answer_init(&s.problem->run.answer, 1);
    s.problem->run.certified = true;
    return s;
}

/* The status; checks that it agrees with the existence of the file. */
static enum punfpor_status write_certificate(struct scene *s)
{
    enum punfpor_status status;

    (void)unlink(PATH);
    status = punfpor_write_certificate(s->problem, PATH, NULL);
    assert_int_equal(!access(PATH, F_OK), status == PUNFPOR_OK);
    (void)unlink(PATH);
    punfpor_destroy(s->problem);
    punfpor_net_destroy(s->net);
    return status;
}

static void only_what_is_known_is_certified(void **state)
{
    struct scene s = scene();

    (void)state;
    s.problem->run.answer.stop = STOP_TIME;
    assert_int_equal(write_certificate(&s), PUNFPOR_USAGE);

    s = scene();
    s.problem->run.answer.findings[0].verdict = VERDICT_YES;
    assert_int_equal(write_certificate(&s), PUNFPOR_OK);

    s = scene();
    s.problem->run.answer.findings[0].verdict = VERDICT_YES;
    s.problem->run.certified = false;
    assert_int_equal(write_certificate(&s), PUNFPOR_USAGE);
}

static void a_no_needs_its_proof(void **state)
{
    struct scene s = scene();

    (void)state;
    s.problem->run.answer.findings[0].verdict = VERDICT_NO;
    assert_int_equal(write_certificate(&s), PUNFPOR_INTERNAL);

    s = scene();
    s.problem->run.answer.findings[0].verdict = VERDICT_NO;
    s.problem->run.answer.stop =
        STOP_TIME; /* during the assembly of the proof */
    assert_int_equal(write_certificate(&s), PUNFPOR_USAGE);

    s = scene();
    s.problem->run.answer.findings[0].verdict = VERDICT_NO;
    s.problem->run.answer.findings[0].proof = mem_zero(1, sizeof(struct proof));
    proof_add(s.problem->run.answer.findings[0].proof, PROOF_LACKS, 2);
    assert_int_equal(write_certificate(&s), PUNFPOR_OK);
}

MODULE(api_files)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_what_is_known_is_certified),
        cmocka_unit_test(a_no_needs_its_proof),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
