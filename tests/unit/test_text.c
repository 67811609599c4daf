/* Unit tests of text.h. */
#include "test.h"

#include "base/text.h"

#include <math.h>

static text_buffer buffer(const char *bytes)
{
    text_buffer text = {0};

    text_add(&text, bytes, strlen(bytes));
    return text;
}

static void collapse(const char *from, const char *to)
{
    text_buffer text = buffer(from);

    text_collapse(&text);
    assert_string_equal(text_end(&text), to);
    assert_int_equal(text.len, strlen(to));
    vec_free(&text);
}

static void runs_of_white_space_become_one_blank(void **state)
{
    (void)state;
    collapse("", "");
    collapse(" \n\t\r ", "");
    collapse("a", "a");
    collapse("  a \n b\tc  ", "a b c");
    collapse("a b", "a b");
}

static void utf8_is_told_from_other_bytes(void **state)
{
    static const char *const good[] = {
        "",
        "a",
        "\xc3\xa9",
        "\xe2\x82\xac",
        "\xf0\x9f\x98\x80",
        "\xed\x9f\xbf",
        "\xf4\x8f\xbf\xbf",
        "\x01\x7f",
        "\xc2\x80",
    };
    static const char *const bad[] = {
        "\xe9",             /* ISO 8859-1 */
        "\x80",             /* a continuation byte alone */
        "\xc3",             /* truncated */
        "\xc3z",            /* no continuation byte */
        "\xc0\xaf",         /* overlong */
        "\xe0\x9f\xbf",     /* overlong, in three bytes */
        "\xf0\x8f\xbf\xbf", /* overlong, in four bytes */
        "\xed\xa0\x80",     /* a surrogate */
        "\xf4\x90\x80\x80", /* beyond Unicode */
        "\xf5\x80\x80\x80",
        "\xff",
        "\xef\xbf\xbf", /* not allowed in XML */
    };

    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        assert_true(text_is_utf8(good[i]));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(text_is_utf8(bad[i]));
}

static void what_is_no_utf8_is_latin1(void **state)
{
    text_buffer text = buffer("pr\xeat \xff");

    (void)state;
    assert_string_equal(text_make_utf8(&text), "pr\xc3\xaat \xc3\xbf");
    assert_string_equal(text_make_utf8(&text), "pr\xc3\xaat \xc3\xbf");
    vec_free(&text);
}

static void names_are_what_comes_back(void **state)
{
    static const char *const bad[] = {"",     " a",    "a ",   "a  b",
                                      "a\tb", "a\x7f", "\xe9", "\n"};

    (void)state;
    assert_true(text_is_name("a b"));
    assert_true(text_is_name("\"<&>\""));
    assert_true(text_is_name("\xc3\xa9"));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(text_is_name(bad[i]));
}

static void numbers_are_whole(void **state)
{
    static const struct {
        const char *text;
        enum text_number kind;
        uint64_t value;
    } cases[] = {
        {"0", TEXT_NUMBER, 0},
        {" \n12\t", TEXT_NUMBER, 12},
        {"+7", TEXT_NUMBER, 7},
        {"-0", TEXT_NUMBER, 0},
        {"007", TEXT_NUMBER, 7},
        {"18446744073709551615", TEXT_NUMBER, UINT64_MAX},
        {"18446744073709551616", TEXT_TOO_LARGE, 0},
        {"99999999999999999999999999", TEXT_TOO_LARGE, 0},
        {"-1", TEXT_NEGATIVE, 0},
        {"", TEXT_NO_NUMBER, 0},
        {" ", TEXT_NO_NUMBER, 0},
        {"-", TEXT_NO_NUMBER, 0},
        {"1 2", TEXT_NO_NUMBER, 0},
        {"1.0", TEXT_NO_NUMBER, 0},
        {"0x1", TEXT_NO_NUMBER, 0},
        {"1e3", TEXT_NO_NUMBER, 0},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint64_t value;

        assert_int_equal(text_number(cases[i].text, &value), cases[i].kind);
        if (cases[i].kind == TEXT_NUMBER)
            assert_true(value == cases[i].value);
    }
}

static void durations_have_units(void **state)
{
    static const struct {
        const char *text;
        double seconds; /* below 0: it is none */
    } cases[] = {
        {"0", 0},     {"60", 60},    {"0.5", 0.5},   {".5", 0.5},
        {"2.", 2},    {"90s", 90},   {"500ms", 0.5}, {"1m", 60},
        {"1.5m", 90}, {"2h", 7200},  {"1d", 86400},  {"", -1},
        {"m", -1},    {"1 m", -1},   {"1M", -1},     {"1min", -1},
        {"-1s", -1},  {"1m30s", -1}, {"1e3", -1},    {"1..5", -1},
        {"0x10", -1}, {"1,5", -1},   {"inf", -1},    {"nan", -1},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double seconds;
        const bool good = text_seconds(cases[i].text, &seconds);

        if (good != (cases[i].seconds >= 0) ||
            (good && fabs(seconds - cases[i].seconds) > 1e-12))
            fail_msg("'%s'", cases[i].text);
    }
}

MODULE(text)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs_of_white_space_become_one_blank),
        cmocka_unit_test(utf8_is_told_from_other_bytes),
        cmocka_unit_test(what_is_no_utf8_is_latin1),
        cmocka_unit_test(names_are_what_comes_back),
        cmocka_unit_test(numbers_are_whole),
        cmocka_unit_test(durations_have_units),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
