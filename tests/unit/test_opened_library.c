/* Libraries that are opened when they are needed. */
#include "test.h"

#include "base/system.h"

static void a_library_has_its_functions_and_no_others(void **state)
{
    void *const library = system_open_library(GLPK_SONAME);
    const char *(*version)(void) = NULL;

    (void)state;
    assert_non_null(library);
    assert_true(system_find_symbol(library, "glp_version", &version));
    assert_true(version()[0] >= '4');
    assert_false(system_find_symbol(library, "glp_no_such_function", &version));
    assert_null(version);
}

static void a_missing_library_is_none(void **state)
{
    (void)state;
    assert_null(system_open_library("libno-such-library.so.0"));
}

MODULE(opened_library)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_library_has_its_functions_and_no_others),
        cmocka_unit_test(a_missing_library_is_none),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
