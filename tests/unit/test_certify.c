/* What can be certified is told before anything is explored, and what is
 * written is what the answer holds. */
#include "cli/certify.h"
#include "por/explore.h"
#include "prefix/saturate.h"
#include "state/state.h"
#include "test.h"

#include <unistd.h>

#define NET "p1* p2 q | a: p1 > p2 | b: p2 > p1 | n: q >"

struct scene {
    struct net *net;
    struct dep *dep;
    goal_list goals;
    struct options options;
    struct diag diag;
};

static struct scene scene(enum dep_kind kind, const char *marking)
{
    struct scene s = {.net = test_net(NET)};

    s.dep = dep_create(s.net, kind);
    if (marking)
        assert_true(goal_add_marking(&s.goals, s.net, marking, false, &s.diag));
    else
        goal_add_deadlock(&s.goals);
    s.options.stubborn = STUBBORN_PROPERTY;
    s.options.interpolation = true;
    s.options.certificate = "certify.out";
    return s;
}

static bool fits(struct scene *s, const struct engine *engine)
{
    const bool good =
        certify_fits(&s->options, engine, s->dep, s->goals.at, &s->diag);

    assert_int_equal(good, s->diag.code == DIAG_NONE);
    goal_list_free(&s->goals);
    dep_destroy(s->dep);
    net_destroy(s->net);
    return good;
}

static bool prefix_fits(enum dep_kind kind, const char *marking)
{
    struct scene s = scene(kind, marking);

    return fits(&s, &saturate_engine);
}

static void engines_say_what_they_certify(void **state)
{
    struct scene s = scene(DEP_READ, NULL);

    (void)state;
    assert_true(fits(&s, &state_engine));
    s = scene(DEP_READ, NULL);
    s.options.interpolation = false;
    assert_false(fits(&s, &state_engine));
    s = scene(DEP_READ, NULL);
    s.options.stubborn = STUBBORN_NONE;
    assert_false(fits(&s, &state_engine));
    s = scene(DEP_READ, "q");
    assert_false(fits(&s, &explore_engine));
    assert_true(prefix_fits(DEP_READ, "q"));
    assert_true(prefix_fits(DEP_CLASSIC, "q"));
    assert_false(prefix_fits(DEP_NONE, "q"));
    assert_false(prefix_fits(DEP_READ, "q !p1"));
    assert_false(prefix_fits(DEP_READ, NULL));
}

static bool is_written(struct scene *s, const struct answer *answer)
{
    const struct engine_problem problem = {.net = s->net,
                                           .dep = s->dep,
                                           .question.goals = s->goals.at,
                                           .question.n_goals = 1};
    const struct outcome outcome = {
        .options = &s->options, .problem = &problem, .answer = answer};
    bool good, there;

    (void)unlink("certify.out");
    good = certify_write(&outcome, &s->diag);
    assert_int_equal(good, s->diag.code == DIAG_NONE);
    there = !access("certify.out", F_OK);
    (void)unlink("certify.out");
    goal_list_free(&s->goals);
    dep_destroy(s->dep);
    net_destroy(s->net);
    return there;
}

static void only_what_is_known_is_written(void **state)
{
    struct scene s = scene(DEP_READ, "q");
    struct answer answer;

    (void)state;
    answer_init(&answer, 1);
    answer.stop = STOP_TIME;
    assert_false(is_written(&s, &answer));
    assert_int_equal(s.diag.code, DIAG_NONE);

    s = scene(DEP_READ, "q");
    answer.stop = STOP_DONE;
    answer.findings[0].verdict = VERDICT_YES;
    assert_true(is_written(&s, &answer));

    s = scene(DEP_READ, "q");
    answer.findings[0].verdict = VERDICT_NO;
    assert_false(is_written(&s, &answer));
    assert_int_equal(s.diag.code, DIAG_INTERNAL);

    s = scene(DEP_READ, "q");
    answer.stop = STOP_TIME; /* while the proof was put together */
    assert_false(is_written(&s, &answer));
    assert_int_equal(s.diag.code, DIAG_NONE);

    s = scene(DEP_READ, "q");
    answer.findings[0].proof = proof_create();
    proof_add(answer.findings[0].proof, PROOF_LACKS, 2);
    assert_true(is_written(&s, &answer));
    answer_finish(&answer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(engines_say_what_they_certify),
        cmocka_unit_test(only_what_is_known_is_written),
    };

    return cmocka_run_group_tests_name("certify", tests, NULL, NULL);
}
