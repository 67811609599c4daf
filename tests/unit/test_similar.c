/* Unit tests of similar.h. */
#include "test.h"

#include "base/similar.h"

#include <string.h>

/* What is said for a word, of candidates that end in NULL. */
static void expect(const char *word, const char *const *candidates,
                   const char *said)
{
    struct similar similar;
    char text[400];

    similar_init(&similar, word);
    for (; *candidates; candidates++)
        similar_add(&similar, *candidates);
    similar_write(&similar, "'", "'", text, sizeof text);
    assert_string_equal(text, said);
}

#define EXPECT(word, said, ...) \
    expect(word, (const char *const[]){__VA_ARGS__, NULL}, said)

static void one_edit_is_near(void **state)
{
    (void)state;
    EXPECT("t33", "; did you mean 't3'?", "t1", "t3", "u12");
    EXPECT("t3", "; did you mean 't33'?", "u1", "t33");
    EXPECT("deda", "; did you mean 'dead'?", "live", "dead");
    EXPECT("Dead", "; did you mean 'dead'?", "deal", "dead");
    EXPECT("x", "", "y", "xy", "axb");
}

static void the_first_of_the_nearest_are_named(void **state)
{
    (void)state;
    EXPECT("t9", "; did you mean 't1', 't2' or 't3'?", "t1", "t2", "t3", "t4");
    EXPECT("t9", "; did you mean 't1' or 't2'?", "t1", "t2", "t1");
    EXPECT("enter_1", "; did you mean 'enter1'?", "entr2", "enter1", "entry");
}

static void long_words_may_differ_in_more(void **state)
{
    (void)state;
    EXPECT("processor", "; did you mean 'processes'?", "processes");
    EXPECT("proce", "", "prize");
    EXPECT("a_long_name_of_a_place", "; did you mean 'along_nam_of_a_plce'?",
           "along_nam_of_a_plce");
    EXPECT("a_long_name_of_a_place", "", "along_nam_of_plce");
}

static void parts_of_names_come_last(void **state)
{
    (void)state;
    EXPECT("crit", "; did you mean 't0_crit' or 't1_crit'?", "t0_crit",
           "t1_crit", "wait");
    EXPECT("crit", "; did you mean 'cris'?", "t0_crit", "cris");
    EXPECT("cr", "", "t0_crit");
}

static void the_word_before_a_bracket_is_nearest(void **state)
{
    (void)state;
    EXPECT("v_A+", "; did you mean 'v_A+(B)' or 'v_A+(!B,C)'?", "v_D+",
           "v_A+(B)", "v_A-(B)", "v_A+(!B,C)");
    EXPECT("A+", "; did you mean 'a+(B)'?", "A:=0", "a+(B)", "BA+(B)");
}

/* Against the definition, with a full table. */
static uint32_t by_definition(const char *a, const char *b)
{
    uint32_t d[9][9];
    const uint32_t n = (uint32_t)strlen(a), m = (uint32_t)strlen(b);

    for (uint32_t i = 0; i <= n; i++)
        for (uint32_t j = 0; j <= m; j++) {
            uint32_t best = i == 0 ? j : j == 0 ? i : UINT32_MAX;

            if (i && j) {
                best = d[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
                best = d[i - 1][j] + 1 < best ? d[i - 1][j] + 1 : best;
                best = d[i][j - 1] + 1 < best ? d[i][j - 1] + 1 : best;
            }
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                best = d[i - 2][j - 2] + 1 < best ? d[i - 2][j - 2] + 1 : best;
            d[i][j] = best;
        }
    return d[n][m];
}

/* The word of six letters a and b with this number, and some cut off. */
static void word_of(uint32_t number, uint32_t len, char word[9])
{
    for (uint32_t i = 0; i < len; i++)
        word[i] = number >> i & 1 ? 'b' : 'a';
    word[len] = '\0';
}

static void the_band_holds_all_that_is_near(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 64; i++)
        for (uint32_t len = 4; len <= 8; len++)
            for (uint32_t j = 0; j < 1u << len; j++) {
                char a[9], b[9];
                struct similar similar;

                word_of(i, 6, a);
                word_of(j, len, b);
                similar_init(&similar, a);
                assert_int_equal(similar.most, 2);
                similar_add(&similar, b);
                if (by_definition(a, b) <= 2)
                    assert_int_equal(similar.distance, by_definition(a, b));
                else
                    assert_int_equal(similar.n, strstr(b, a) != NULL);
            }
}

static void long_texts_are_like_no_other(void **state)
{
    char word[SIMILAR_LONGEST + 2], other[SIMILAR_LONGEST + 9];
    (void)state;

    memset(word, 'a', sizeof word);
    memset(other, 'a', sizeof other);
    word[SIMILAR_LONGEST + 1] = '\0';
    other[SIMILAR_LONGEST] = '\0';
    EXPECT(word, "", other);
    word[SIMILAR_LONGEST] = '\0';
    other[SIMILAR_LONGEST] = 'a';
    other[SIMILAR_LONGEST + 3] = '\0';
    struct similar similar;

    similar_init(&similar, word);
    similar_add(&similar, other);
    assert_int_equal(similar.distance, 3);
}

MODULE(similar)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_edit_is_near),
        cmocka_unit_test(the_first_of_the_nearest_are_named),
        cmocka_unit_test(long_words_may_differ_in_more),
        cmocka_unit_test(parts_of_names_come_last),
        cmocka_unit_test(the_word_before_a_bracket_is_nearest),
        cmocka_unit_test(the_band_holds_all_that_is_near),
        cmocka_unit_test(long_texts_are_like_no_other),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
