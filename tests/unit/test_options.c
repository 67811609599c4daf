#include "cli/options.h"
#include "support.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

enum { MAX_ARGS = 32 };

/* Reads "punf-por" and the words of line. */
static bool read_line(struct options *options, const char *line, char *copy,
                      struct diag *diag)
{
    char *argv[MAX_ARGS] = {copy};
    int argc = 0;

    sprintf(copy, "punf-por %s", line);
    for (char *word = strtok(copy, " "); word; word = strtok(NULL, " "))
        argv[argc++] = word;
    argv[argc] = NULL;
    return options_read(options, argc, argv, diag);
}

static void expect_refused(const char *line, const char *why)
{
    struct options options;
    struct diag diag = {0};
    char copy[256];

    if (read_line(&options, line, copy, &diag))
        fail_msg("'%s' was accepted", line);
    assert_int_equal(diag.code, DIAG_USAGE);
    if (!strstr(diag.text, why))
        fail_msg("'%s' does not mention '%s'", diag.text, why);
    options_finish(&options);
}

static void accept(struct options *options, const char *line, char *copy)
{
    struct diag diag = {0};

    if (!read_line(options, line, copy, &diag))
        fail_msg("'%s': %s", line, diag.text);
}

static void defaults_are_those_of_the_table(void **state)
{
    struct options options;
    char copy[256];

    (void)state;
    accept(&options, "net.pnml", copy);
    assert_string_equal(options.net, "net.pnml");
    assert_string_equal(options.engine, "auto");
    assert_string_equal(options.dependency, "read");
    assert_int_equal(options.order, ORDER_FOATA);
    assert_true(options.table.on);
    assert_int_equal(options.table.limit, 0);
    assert_true(options.deepening > 1);
    assert_false(options.no_cutoffs || options.stats || options.quiet);
    assert_true(options.timeout == 0 && options.max_events == 0);
    assert_false(options.json.given || options.witness.given);
    assert_null(options.dot);
    assert_int_equal(options.questions.len, 0);
    options_finish(&options);
}

static void questions_keep_their_order(void **state)
{
    struct options options;
    char copy[256];

    (void)state;
    accept(&options,
           "--deadlock --reach a n --marking p --reach=b --marking-exact q "
           "--all-transitions",
           copy);
    assert_int_equal(options.questions.len, 6);
    assert_int_equal(options.questions.at[0].kind, OPTION_deadlock);
    assert_int_equal(options.questions.at[1].kind, OPTION_reach);
    assert_string_equal(options.questions.at[1].text, "a");
    assert_int_equal(options.questions.at[2].kind, OPTION_marking);
    assert_string_equal(options.questions.at[3].text, "b");
    assert_int_equal(options.questions.at[4].kind, OPTION_marking_exact);
    assert_int_equal(options.questions.at[5].kind, OPTION_all_transitions);
    assert_string_equal(options.net, "n");
    options_finish(&options);
}

static void values_are_read(void **state)
{
    struct options options;
    char copy[256];

    (void)state;
    accept(&options,
           "-qv -k 3 n --choose oldest --cache 16M --order size --table 2K "
           "--deepening "
           "1.25 --timeout .5 "
           "--max-events 18446744073709551615 --max-depth 7 --max-memory 3G "
           "--check 2 --json --witness=w.scn",
           copy);
    assert_true(options.quiet && options.verbose);
    assert_int_equal(options.order, ORDER_SIZE);
    assert_int_equal(options.table.limit, 2048);
    assert_true(options.deepening == 1.25);
    assert_true(options.timeout == 0.5);
    assert_true(options.max_events == UINT64_MAX);
    assert_int_equal(options.max_depth, 7);
    assert_true(options.max_memory == (uint64_t)3 << 30);
    assert_int_equal(options.check, 2);
    assert_int_equal(options.alternatives, 3);
    assert_int_equal(options.choose, CHOICE_OLDEST);
    assert_int_equal(options.cache, 16 << 20);
    assert_true(options.json.given && !options.json.file);
    assert_string_equal(options.witness.file, "w.scn");
    assert_int_equal(options_take_stdout(&options), 1);
    options_finish(&options);
}

static void things_can_be_turned_off(void **state)
{
    struct options options;
    char copy[256];

    (void)state;
    accept(&options, "n --table off --deepening off", copy);
    assert_false(options.table.on);
    assert_true(options.deepening == 0);
    accept(&options, "n --table on --no-cutoffs --deepening 2", copy);
    assert_false(options.table.on);
    assert_true(options.deepening == 0);
    accept(&options, "n --cache 1 --cache unlimited", copy);
    assert_true(options.cache == 0);
    accept(&options, "n --cache none", copy);
    assert_true(options.cache == ENGINE_NO_CACHE);
    accept(&options, "n --cache 0", copy);
    assert_true(options.cache == ENGINE_NO_CACHE);
    accept(&options, "n --table 5 --table on", copy);
    assert_int_equal(options.table.limit, 0);
    options_finish(&options);
}

static void rows_of_a_comparison_have_a_limit(void **state)
{
    struct options options;
    char copy[256];

    (void)state;
    accept(&options, "n --compare", copy);
    assert_true(options.timeout == 60);
    accept(&options, "n --timeout 5 --compare", copy);
    assert_true(options.timeout == 5);
    accept(&options, "n --compare --timeout 0", copy);
    assert_true(options.timeout == 0);
    expect_refused("n --compare --dot x", "--dot ");
    expect_refused("n --compare --mci x", "--mci ");
    expect_refused("n --compare --replay x", "--replay ");
    expect_refused("n --compare --witness", "--witness ");
}

static void numbers_are_strict(void **state)
{
    (void)state;
    expect_refused("n --max-events -1", "max-events");
    expect_refused("n --max-events +1", "max-events");
    expect_refused("n --max-events 1x", "max-events");
    expect_refused("n --max-events 0x10", "max-events");
    expect_refused("n --max-events 1.5", "max-events");
    expect_refused("n --max-events 18446744073709551616", "max-events");
    expect_refused("n --max-depth 4294967296", "max-depth");
    expect_refused("n --timeout -1", "timeout");
    expect_refused("n --timeout 1e3", "timeout");
    expect_refused("n --timeout inf", "timeout");
    expect_refused("n --timeout nan", "timeout");
    expect_refused("n --timeout .", "timeout");
    expect_refused("n --deepening 1", "deepening");
    expect_refused("n --deepening 0.5", "deepening");
    expect_refused("n --table 0", "table");
    expect_refused("n --table yes", "table");
    expect_refused("n --max-memory 1T", "max-memory");
    expect_refused("n --max-memory M", "max-memory");
    expect_refused("n --max-memory 1MB", "max-memory");
    expect_refused("n --max-memory 17179869184G", "max-memory");
    expect_refused("n --check 3", "check");
    expect_refused("n --order erv", "order");
}

static void the_command_line_must_make_sense(void **state)
{
    (void)state;
    expect_refused("", "which net");
    expect_refused("--deadlock", "which net");
    expect_refused("a b", "'a' and 'b'");
    expect_refused("n --wobble", "--wobble");
    expect_refused("n -z", "-z");
    expect_refused("n --max", "--max");
    expect_refused("n --timeout", "needs an argument");
    expect_refused("n --deadlock=yes", "takes no argument");
    expect_refused("n --dot-conditions", "--dot");
    expect_refused("n --json=", "json");
    expect_refused("n --dot=", "dot");
    expect_refused("- --replay -", "standard input");
    expect_refused("- --dependency -", "standard input");
    expect_refused("n --json --dot -", "standard output");
    expect_refused("n --json=- --witness=-", "standard output");
    expect_refused("n --write - --dot-net -", "standard output");
}

static void abbreviations_and_the_double_dash_work(void **state)
{
    struct options options;
    char copy[256];

    (void)state;
    accept(&options, "--dead --time 2 -- --net", copy);
    assert_string_equal(options.net, "--net");
    assert_true(options.timeout == 2);
    assert_true(options.deadlock);
    options_finish(&options);
    accept(&options, "--help --wobble", copy);
    assert_true(options.help);
    options_finish(&options);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults_are_those_of_the_table),
        cmocka_unit_test(questions_keep_their_order),
        cmocka_unit_test(values_are_read),
        cmocka_unit_test(things_can_be_turned_off),
        cmocka_unit_test(rows_of_a_comparison_have_a_limit),
        cmocka_unit_test(numbers_are_strict),
        cmocka_unit_test(the_command_line_must_make_sense),
        cmocka_unit_test(abbreviations_and_the_double_dash_work),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
