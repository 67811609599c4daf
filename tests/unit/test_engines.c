/* Unit tests of engines.h: what the rows of the engines promise. */
#include "test.h"

#include "api/run/settings.h"
#include "base/mem.h"
#include "engine/race/engines.h"

#include <string.h>

static void engines_have_the_words_of_their_rows(void **state)
{
    static const char *const words[] = {
#define X(word, module, help) #word,
        ENGINES(X)
#undef X
    };

    (void)state;
    for (uint32_t i = 0; i < ENGINES_COUNT; i++)
        assert_string_equal(engines_list[i]->name, words[i]);
    for (uint32_t i = 0; i < ENGINES_COUNT; i++)
        assert_int_equal(engine_has(engines_list[i], ENGINE_RACES), i == 0);
}

/* A misspelt option would be refused for ever. */
static void what_an_engine_uses_are_options(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < ENGINES_COUNT; i++) {
        const char *const uses = engines_list[i]->uses;
        char *const copy = mem_text(uses);

        assert_int_equal(uses[0], ' ');
        assert_int_equal(uses[strlen(uses) - 1], ' ');
        for (char *word = strtok(copy, " "); word; word = strtok(NULL, " ")) {
            struct diag diag = {0};

            assert_int_not_equal(settings_find(word, &diag), SETTING_COUNT);
            assert_true(engines_use(engines_list[i], word));
        }
        mem_free(copy);
    }
}

static void each_option_has_an_engine(void **state)
{
    (void)state;
    for (uint32_t o = 0; o < SETTING_COUNT; o++) {
        bool used = false;

        for (uint32_t i = 0; i < ENGINES_COUNT; i++)
            used |= engines_use(engines_list[i], settings_rows[o].name);
        if (!used)
            fail_msg("no engine uses option '%s'", settings_rows[o].name);
    }
}

static void a_part_of_a_word_is_no_option(void **state)
{
    const struct engine engine = {.uses = " max-depth order "};

    (void)state;
    assert_true(engines_use(&engine, "order"));
    assert_true(engines_use(&engine, "max-depth"));
    assert_false(engines_use(&engine, "depth"));
    assert_false(engines_use(&engine, "max"));
    assert_false(engines_use(&engine, "orders"));
}

/* JSON has each name once.  Nodes of a merged process are counted by the names
 * of those of a prefix. */
static void equal_figures_mean_the_same(void **state)
{
    const struct answer_figure *figure;

    (void)state;
    for (uint32_t i = 0; i < ENGINES_COUNT; i++) {
        if (i == ENGINES_merged)
            continue;
        figure = engines_list[i]->figures;
        for (uint32_t n = 0; figure && figure[n].name; n++) {
            uint32_t k = 0;

            assert_true(n < ANSWER_MOST_FIGURES);
            while (strcmp(engines_figure(k)->name, figure[n].name) != 0)
                k++;
            assert_string_equal(engines_figure(k)->meaning, figure[n].meaning);
        }
    }
    assert_string_equal(engines_figure(0)->name,
                        engines_first(ENGINE_EXPLORES)->figures->name);
}

/* What is chosen by a property must be there. */
static void each_part_has_an_engine(void **state)
{
    uint32_t completes = 0, explores = 0, decides = 0, shares = 0;

    (void)state;
    for (uint32_t i = 0; i < ENGINES_COUNT; i++) {
        const struct engine *const engine = engines_list[i];

        completes += engine_has(engine, ENGINE_COMPLETES);
        explores += engine_has(engine, ENGINE_EXPLORES);
        decides += engine_has(engine, ENGINE_DECIDES) &&
                   engine_has(engine, ENGINE_PROVES);
        shares += engine_has(engine, ENGINE_SHARES);
        assert_true(*engine->techniques);
        assert_non_null(engine->run);
    }
    assert_int_equal(completes, 1);
    assert_int_equal(explores, 1);
    assert_true(decides > 0 && shares > 0);
}

MODULE(engines)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(engines_have_the_words_of_their_rows),
        cmocka_unit_test(what_an_engine_uses_are_options),
        cmocka_unit_test(each_option_has_an_engine),
        cmocka_unit_test(a_part_of_a_word_is_no_option),
        cmocka_unit_test(equal_figures_mean_the_same),
        cmocka_unit_test(each_part_has_an_engine),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
