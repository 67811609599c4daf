/* Incompatible options are rejected before the exploration. */
#include "handles.h"

#define NET "p1* p2 q | a: p1 > p2 | b: p2 > p1 | n: q >"

/* The status of punfpor_check() under these options, "name=value ...", for a
 * goal with this marking, a deadlock (NULL), or without a question (""). */
static enum punfpor_status check(const char *options, const char *marking)
{
    punfpor_net *net = handles_net(NET);
    punfpor *problem = punfpor_create(net, NULL);
    char *copy = mem_text(options);
    enum punfpor_status status;

    for (char *word = strtok(copy, " "); word; word = strtok(NULL, " ")) {
        char *value = test_cut(word, "=");

        assert_fine(punfpor_set(problem, word, value, NULL));
    }
    if (marking && *marking)
        assert_fine(punfpor_ask_marking(problem, marking, NULL, NULL));
    else if (!marking)
        assert_fine(punfpor_ask_deadlock(problem, NULL, NULL));
    status = punfpor_check(problem, NULL);
    assert_int_equal(punfpor_stop_of(problem), PUNFPOR_DONE);
    mem_free(copy);
    punfpor_destroy(problem);
    punfpor_net_destroy(net);
    return status;
}

static bool fits(const char *options, const char *marking)
{
    const enum punfpor_status status = check(options, marking);

    assert_true(status == PUNFPOR_OK || status == PUNFPOR_USAGE);
    return status == PUNFPOR_OK;
}

static void engines_say_what_they_certify(void **state)
{
    (void)state;
    assert_true(fits("certificate=on", NULL));
    assert_true(fits("certificate=on engine=state", NULL));
    assert_true(fits("certificate=on interpolation=off", NULL));
    assert_false(fits("certificate=on racers=state stubborn=none", NULL));
    assert_true(fits("certificate=on stubborn=none", NULL));
    assert_false(fits("certificate=on engine=por", "q"));
    assert_true(fits("certificate=on engine=equation", NULL));
    assert_false(fits("certificate=on engine=walk", NULL));
    assert_true(fits("certificate=on racers=equation", NULL));
    assert_true(fits("certificate=on racers=por,state", "q"));
    assert_false(fits("certificate=on racers=por,prefix", "q"));
    assert_false(fits("certificate=on engine=equation racers=state", "q"));
    assert_true(fits("certificate=on engine=prefix", "q"));
    assert_true(fits("certificate=on engine=prefix dependency=classic", "q"));
    assert_false(fits("certificate=on engine=prefix dependency=none", "q"));
    assert_false(fits("certificate=on engine=prefix", "q !p1"));
    assert_false(fits("certificate=on engine=prefix", NULL));
}

static void an_endless_search_needs_a_bound(void **state)
{
    (void)state;
    assert_false(fits("engine=reverse", NULL));
    assert_true(fits("engine=reverse max-depth=5", NULL));
    assert_false(fits("engine=reverse max-depth=5 cutoffs=off", NULL));
    assert_false(fits("engine=reverse max-depth=5 certificate=on", NULL));
}

static void a_complete_prefix_needs_its_engine(void **state)
{
    (void)state;
    assert_true(fits("prefix=complete", "q"));
    assert_true(fits("prefix=complete engine=prefix", "q"));
    assert_false(fits("prefix=complete engine=por", "q"));
    assert_true(fits("prefix=on engine=por", "q"));
    assert_false(fits("prefix=on engine=state", "q"));
}

/* Each option of an engine, with a value other than the default. */
static const struct {
    const char *set;
    bool por, prefix, state;
} uses[] = {
    {"dependency=classic", true, true, false},
    {"order=size", true, true, false},
    {"cutoffs=off", true, true, false},
    {"table=off", true, false, false},
    {"choose=oldest", true, false, false},
    {"alternatives=1", true, false, false},
    {"cache=none", true, false, false},
    {"deepening=off", true, false, false},
    {"stubborn=none", false, false, true},
    {"interpolation=off", false, false, true},
    {"threads=1", false, true, true},
    {"check=1", true, false, true},
    {"timeout=1", true, true, true},
    {"max-events=1", true, true, true},
    {"max-depth=1", true, true, true},
    {"max-memory=1G", true, true, true},
};

static bool fits_with(const char *set, const char *engine)
{
    char options[64];

    snprintf(options, sizeof options, "%s engine=%s", set, engine);
    return fits(options, "q");
}

static void options_without_effect_are_refused(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < sizeof uses / sizeof *uses; i++) {
        if (fits_with(uses[i].set, "por") != uses[i].por ||
            fits_with(uses[i].set, "prefix") != uses[i].prefix ||
            fits_with(uses[i].set, "state") != uses[i].state)
            fail_msg("%s", uses[i].set);
    }
}

static void options_of_cutoffs_need_cutoffs(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 2; i++) {
        const char *const question = i ? "q" : "";

        assert_true(fits("engine=por cutoffs=off", question));
        assert_false(fits("engine=por cutoffs=off table=on", question));
        assert_true(fits("engine=por cutoffs=off table=off", question));
        assert_false(fits("engine=por cutoffs=off deepening=2", question));
        assert_true(fits("engine=por cutoffs=off deepening=off", question));
        assert_false(fits("engine=por cutoffs=off order=foata", question));
        assert_false(fits("engine=prefix cutoffs=off order=size", question));
        assert_true(
            fits("engine=por cutoffs=on deepening=2 order=size", question));
    }
    assert_false(fits("cutoffs=off deepening=2", "q")); /* a race */
}

static void interpolation_needs_a_question(void **state)
{
    (void)state;
    assert_true(fits("engine=state interpolation=off", "q"));
    assert_false(fits("engine=state interpolation=off", ""));
    assert_false(fits("engine=state interpolation=on", ""));
    assert_true(fits("engine=state stubborn=property", ""));
}

/* A race runs all engines; otherwise the chosen engine counts. */
static void the_engine_that_runs_decides(void **state)
{
    (void)state;
    assert_true(fits("stubborn=none", "q"));
    assert_true(fits("order=size", "q"));
    assert_true(fits("threads=2", "q"));
    assert_false(fits("stubborn=none cache=none", "q"));
    assert_false(fits("threads=2 choose=oldest", "q"));
    assert_false(fits("table=off certificate=on", "q"));
}

static void a_refusal_names_option_and_engine(void **state)
{
    punfpor_net *net = handles_net(NET);
    punfpor *problem = handles_problem(net);
    punfpor_error error;

    (void)state;
    assert_fine(punfpor_set(problem, "engine", "prefix", NULL));
    assert_fine(punfpor_set(problem, "stubborn", "property", NULL));
    assert_int_equal(punfpor_solve(problem, &error), PUNFPOR_USAGE);
    assert_non_null(strstr(error.text, "prefix"));
    assert_non_null(strstr(error.text, "stubborn"));
    assert_fine(punfpor_set(problem, "stubborn", NULL, NULL));
    assert_fine(punfpor_solve(problem, &error));
    punfpor_destroy(problem);
    punfpor_net_destroy(net);
}

static void fair_transitions_are_known_to_a_check(void **state)
{
    punfpor_net *net = handles_net(NET);
    punfpor *problem = punfpor_create(net, NULL);

    (void)state;
    assert_fine(punfpor_ask_formula(problem, "A G F p1", NULL, NULL));
    assert_fine(punfpor_set(problem, "engine", "symbolic", NULL));
    assert_fine(punfpor_check(problem, NULL));
    assert_fine(punfpor_set(problem, "fair", "n", NULL));
    assert_int_equal(punfpor_check(problem, NULL), PUNFPOR_USAGE);
    assert_int_equal(punfpor_solve(problem, NULL), PUNFPOR_USAGE);
    punfpor_destroy(problem);
    punfpor_net_destroy(net);
}

MODULE(api_check)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(engines_say_what_they_certify),
        cmocka_unit_test(an_endless_search_needs_a_bound),
        cmocka_unit_test(a_complete_prefix_needs_its_engine),
        cmocka_unit_test(options_without_effect_are_refused),
        cmocka_unit_test(options_of_cutoffs_need_cutoffs),
        cmocka_unit_test(interpolation_needs_a_question),
        cmocka_unit_test(the_engine_that_runs_decides),
        cmocka_unit_test(a_refusal_names_option_and_engine),
        cmocka_unit_test(fair_transitions_are_known_to_a_check),
    };

    return cmocka_run_group_tests_name("fits", tests, NULL, NULL);
}
