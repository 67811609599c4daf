/* Libraries that are opened when they are needed. */
#include "test.h"

#include "base/library.h"

static void a_library_has_its_functions_and_no_others(void **state)
{
    void *const library = library_open(GLPK_SONAME);
    const char *(*version)(void) = NULL;

    (void)state;
    assert_non_null(library);
    assert_true(library_find(library, "glp_version", &version));
    assert_true(version()[0] >= '4');
    assert_false(library_find(library, "glp_no_such_function", &version));
    assert_null(version);
}

static void a_missing_library_is_none(void **state)
{
    (void)state;
    assert_null(library_open("libno-such-library.so.0"));
}

MODULE(opened_library)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_library_has_its_functions_and_no_others),
        cmocka_unit_test(a_missing_library_is_none),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
