/* The options of the library: values, defaults, and what is said of others. */
#include "api/run/settings.h"
#include "handles.h"

/* Is the value taken, and refused with a message that names the option? */
static bool is_taken(const char *name, const char *value)
{
    punfpor_error error;
    const enum punfpor_status status =
        punfpor_option_check(name, value, &error);

    if (status == PUNFPOR_OK)
        return true;
    assert_int_equal(status, PUNFPOR_USAGE);
    assert_non_null(strstr(error.text, name));
    assert_non_null(strstr(error.text, value));
    return false;
}

static void each_kind_has_its_values(void **state)
{
    (void)state;
    assert_true(is_taken("engine", "state") && !is_taken("engine", "stat"));
    assert_true(is_taken("order", "parikh") && !is_taken("order", "Parikh"));
    assert_false(is_taken("order", "size|parikh"));
    assert_false(is_taken("order", ""));
    assert_true(is_taken("dependency", "a file") &&
                !is_taken("dependency", ""));
    assert_true(is_taken("alternatives", "4294967295"));
    assert_false(is_taken("alternatives", "4294967296"));
    assert_true(is_taken("threads", "auto") && !is_taken("threads", "0"));
    assert_true(is_taken("timeout", "0.5") && !is_taken("timeout", "-1"));
    assert_true(is_taken("timeout", "1m") && !is_taken("timeout", "1x"));
    assert_true(is_taken("max-memory", "3G") && !is_taken("max-memory", "3T"));
    assert_true(is_taken("max-memory", "auto") && is_taken("max-memory", "0"));
    assert_true(is_taken("table", "off") && !is_taken("table", "0"));
    assert_true(is_taken("cache", "none") && !is_taken("cache", "off"));
    assert_true(is_taken("deepening", "off") && !is_taken("deepening", "1"));
}

static void the_default_is_always_taken(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < punfpor_option_count(); i++) {
        const char *name = punfpor_option_name(i);

        assert_fine(punfpor_option_check(name, NULL, NULL));
        assert_true(is_taken(name, punfpor_option_default(i)));
    }
}

static void names_must_be_known(void **state)
{
    punfpor_error error;

    (void)state;
    assert_int_equal(punfpor_option_check("wobble", "1", &error),
                     PUNFPOR_USAGE);
    assert_non_null(strstr(error.text, "wobble"));
}

/* A check changes nothing; what was set and taken back was not set. */
static void only_set_sets(void **state)
{
    punfpor_net *net = handles_net("p* | a: p >");
    punfpor *problem = handles_problem(net);

    (void)state;
    assert_true(is_taken("order", "size"));
    assert_string_equal(punfpor_get(problem, "order"), "foata");
    assert_fine(punfpor_set(problem, "engine", "state", NULL));
    assert_fine(punfpor_set(problem, "order", "size", NULL));
    assert_int_equal(punfpor_check(problem, NULL), PUNFPOR_USAGE);
    assert_int_equal(punfpor_set(problem, "order", "erv", NULL), PUNFPOR_USAGE);
    assert_string_equal(punfpor_get(problem, "order"), "size");
    assert_fine(punfpor_set(problem, "order", NULL, NULL));
    assert_string_equal(punfpor_get(problem, "order"), "foata");
    assert_fine(punfpor_check(problem, NULL));
    punfpor_destroy(problem);
    punfpor_net_destroy(net);
}

static void messages_list_the_words(void **state)
{
    punfpor_error error;

    (void)state;
    (void)punfpor_option_check("engine", "fast", &error);
    assert_string_equal(
        error.text,
        "option 'engine' takes auto, state, equation, "
        "prefix, por, walk, guided, recovery, symbolic, reverse or merged, "
        "not 'fast'");
    (void)punfpor_option_check("interpolation", "yes", &error);
    assert_string_equal(error.text,
                        "option 'interpolation' takes on or off, not 'yes'");
}

MODULE(settings)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_kind_has_its_values),
        cmocka_unit_test(the_default_is_always_taken),
        cmocka_unit_test(names_must_be_known),
        cmocka_unit_test(only_set_sets),
        cmocka_unit_test(messages_list_the_words),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
