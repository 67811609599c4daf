/* Unit tests of question.h: what the rows promise. */
#include "question/question.h"
#include "test.h"

#include <string.h>

static void words_are_found(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < question_rows(); i++)
        assert_ptr_equal(question_find(question_at(i)->word), question_at(i));
    assert_null(question_find("nothing"));
}

static void an_argument_is_read(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < question_rows(); i++) {
        const struct question *const row = question_at(i);

        assert_int_equal(
            row->argument != NULL,
            row->reads != QUESTION_NOTHING && row->reads != QUESTION_INITIAL &&
                row->reads != QUESTION_SIGNALS && row->reads != QUESTION_LIST);
        assert_non_null(row->help);
        assert_non_null(row->holds);
        assert_non_null(row->fails);
    }
}

static void answers_read_as_asked(void **state)
{
    const struct question *const reach = question_find("reach");
    const struct question *const safe = question_find("safe");
    const struct question *const always = question_of_path(QUESTION_AG);

    (void)state;
    assert_int_equal(question_reads(reach, true), QUESTION_HOLDS);
    assert_int_equal(question_reads(safe, true), QUESTION_FAILS);
    assert_int_equal(question_reads(always, false), QUESTION_HOLDS);
    assert_string_equal(question_text(reach, QUESTION_FAILS), "unreachable");
    assert_string_equal(question_text(safe, QUESTION_HOLDS), "yes");
    assert_string_equal(question_text(always, QUESTION_FAILS), "does not hold");
    assert_string_equal(question_text(reach, QUESTION_OPEN), "unknown");
}

MODULE(question)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_are_found),
        cmocka_unit_test(an_argument_is_read),
        cmocka_unit_test(answers_read_as_asked),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
