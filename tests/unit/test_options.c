#include "cli/program/batch.h"
#include "cli/options.h"
#include "handles.h"

enum { MAX_ARGS = 32 };

/* Parses "punf-por" followed by the words of line. */
static bool read_line(struct options *options, const char *line, char *copy,
                      struct diag *diag)
{
    char *argv[MAX_ARGS] = {copy};
    int argc = 0;

    sprintf(copy, "punf-por %s", line);
    for (char *word = strtok(copy, " "); word; word = strtok(NULL, " "))
        argv[argc++] = word;
    argv[argc] = NULL;
    return option_words_read(options, argc, argv, diag) &&
           combine_options(options, diag) && combine_files(options, diag);
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

static void nothing_is_set_by_itself(void **state)
{
    struct options options;
    char copy[256];

    (void)state;
    accept(&options, "net.pnml", copy);
    assert_string_equal(options.net, "net.pnml");
    for (uint32_t i = 0; i < punfpor_option_count(); i++)
        assert_null(options_setting(&options, i));
    assert_false(options.no_cutoffs || options.stats || options.quiet);
    assert_false(options.json || options.witness);
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
    assert_true(options_asks(&options.questions.at[0], "deadlock"));
    assert_true(options_asks(&options.questions.at[1], "reach"));
    assert_string_equal(options.questions.at[1].text, "a");
    assert_true(options_asks(&options.questions.at[2], "marking"));
    assert_string_equal(options.questions.at[3].text, "b");
    assert_true(options_asks(&options.questions.at[4], "marking-exact"));
    assert_true(options_asks(&options.questions.at[5], "all-transitions"));
    assert_string_equal(options.net, "n");
    options_finish(&options);
}

static void values_are_read(void **state)
{
    struct options options;
    char copy[256];

    (void)state;
    accept(&options,
           "-qv -k 3 n --cache=16M --order size --json --witness=w.scn "
           "--certificate c --deadlock",
           copy);
    assert_true(options.quiet && options.verbose);
    assert_string_equal(options.alternatives, "3");
    assert_string_equal(options.cache, "16M");
    assert_string_equal(options.order, "size");
    assert_true(options.json && !*options.json);
    assert_string_equal(options.witness, "w.scn");
    assert_string_equal(options.certificate, "c");
    assert_int_equal(options_take_stdout(&options), 1);
    options_finish(&options);
}

/* Sets the options of the line on a problem. */
static void apply(const char *line, punfpor *problem)
{
    struct options options;
    punfpor_error error = {0};
    char copy[256];

    accept(&options, line, copy);
    assert_true(options_apply(&options, problem, &error));
    options_finish(&options);
}

static void expect(const char *line, const char *option, const char *value)
{
    punfpor_net *net = handles_net("p* | a: p >");
    punfpor *problem = punfpor_create(net, NULL);

    apply(line, problem);
    assert_string_equal(punfpor_get(problem, option), value);
    punfpor_destroy(problem);
    punfpor_net_destroy(net);
}

static void the_library_gets_what_was_given(void **state)
{
    (void)state;
    expect("n --choose oldest", "choose", "oldest");
    expect("n --table 2K", "table", "2048");
    expect("n --deepening 1.25", "deepening", "1.25");
    expect("n --timeout .5", "timeout", "0.5");
    expect("n --max-events 18446744073709551615", "max-events",
           "18446744073709551615");
    expect("n --max-depth 7", "max-depth", "7");
    expect("n --max-memory 3G", "max-memory", "3221225472");
    expect("n --check 2", "check", "2");
    expect("n -k 3", "alternatives", "3");
    expect("n --stubborn none", "stubborn", "none");
    expect("n --interpolation off", "interpolation", "off");
    expect("n --engine prefix", "engine", "prefix");
    expect("n --threads 2", "threads", "2");
    expect("n --table off", "table", "off");
    expect("n --table 5 --table on", "table", "on");
    expect("n --deepening off", "deepening", "off");
    expect("n --no-cutoffs", "cutoffs", "off");
    expect("n", "cutoffs", "on");
    expect("n --cache 1 --cache unlimited", "cache", "unlimited");
    expect("n --cache none", "cache", "none");
    expect("n --cache 0", "cache", "none");
    expect("n", "order", "foata");
    expect("n", "dependency", "read");
    expect("n", "engine", "auto");
}

/* The value is valid, but the file does not exist. */
static void what_only_the_net_shows_is_reported_late(void **state)
{
    punfpor_net *net = handles_net("p* | a: p >");
    punfpor *problem = punfpor_create(net, NULL);
    struct options options;
    punfpor_error error = {0};
    char copy[256];

    (void)state;
    accept(&options, "n --dependency nowhere.indep", copy);
    assert_false(options_apply(&options, problem, &error));
    assert_int_equal(error.status, PUNFPOR_INPUT);
    assert_string_equal(error.file, "nowhere.indep");
    options_finish(&options);
    punfpor_destroy(problem);
    punfpor_net_destroy(net);
}

/* Every option of the library has a row, except those that the command line
 * sets itself. */
static void every_option_of_the_library_has_a_row(void **state)
{
    static const char *const own[] = {"cutoffs", "prefix",  "conflicts",
                                      "steps",   "profile", "certificate"};

    (void)state;
    for (uint32_t i = 0; i < punfpor_option_count(); i++) {
        const char *name = punfpor_option_name(i);
        struct options options;
        char line[128], copy[256];
        bool wanted = true;

        for (uint32_t k = 0; k < sizeof own / sizeof *own; k++)
            wanted &= strcmp(name, own[k]) != 0;
        if (!wanted)
            continue;
        snprintf(line, sizeof line, "n --%s %s", name,
                 punfpor_option_default(i));
        accept(&options, line, copy);
        assert_string_equal(options_setting(&options, i),
                            punfpor_option_default(i));
        options_finish(&options);
    }
}

static void engines_are_told_apart(void **state)
{
    (void)state;
    assert_true(options_use("por", "order"));
    assert_true(options_use("prefix", "order"));
    assert_false(options_use("state", "order"));
    assert_false(options_use("p", "order"));
    assert_false(options_use("or", "order"));
    assert_false(options_use("por", "threads"));
    assert_true(options_use("prefix", "threads"));
    assert_false(options_use("prefix", "thread"));
    assert_string_equal(options_users("order").at, "prefix, por or merged");
    assert_string_equal(options_users("dependency").at,
                        "prefix, por, reverse or merged");
    assert_string_equal(options_users("stubborn").at, "state");
    assert_true(options_is_race("auto"));
    assert_false(options_is_race("por"));
}

static void rows_of_a_comparison_have_a_limit(void **state)
{
    struct options options;
    char copy[256];

    (void)state;
    accept(&options, "n --compare", copy);
    assert_string_equal(options.timeout, "60");
    options_finish(&options);
    accept(&options, "n --timeout 5 --compare", copy);
    assert_string_equal(options.timeout, "5");
    options_finish(&options);
    accept(&options, "n --compare --timeout 0", copy);
    assert_string_equal(options.timeout, "0");
    options_finish(&options);
    expect_refused("n --compare --dot x", "--dot ");
    expect_refused("n --compare --mci x", "--mci ");
    expect_refused("n --compare --prefix-pnml x", "--prefix-pnml ");
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
    expect_refused("n --cache all", "cache");
    expect_refused("n --choose newest", "choose");
    expect_refused("n --stubborn all", "stubborn");
    expect_refused("n --interpolation yes", "interpolation");
    expect_refused("n --threads 257", "threads");
    expect_refused("n --threads 0", "threads");
    expect_refused("n --engine fast", "fast");
    expect_refused("n --dependency=", "dependency");
}

static void the_command_line_must_make_sense(void **state)
{
    (void)state;
    expect_refused("", "no net");
    expect_refused("--deadlock", "no net");
    expect_refused("a --jobs 2", "--jobs needs several nets");
    expect_refused("a b --jobs 0", "1024");
    expect_refused("a b --dot x", "one file for several nets");
    expect_refused("a b --dot {x", "one file for several nets");
    expect_refused("a x/a --dot {/}.dot", "are one file");
    expect_refused("a b --replay -", "standard input");
    expect_refused("- -", "only one file can be '-'");
    expect_refused("--nets-from - -", "only one file can be '-'");
    expect_refused("--nets-from x --mcc y", "--nets-from");
    expect_refused("n --wobble", "--wobble");
    expect_refused("n -z", "-z");
    expect_refused("n --max", "--max");
    expect_refused("n --timeout", "needs an argument");
    expect_refused("n --deadlock=yes", "takes no argument");
    expect_refused("n --dot-conditions", "--dot");
    expect_refused("n --json=", "json");
    expect_refused("n --dot=", "dot");
    expect_refused("n --dot x --cache 1M", "--cache");
    expect_refused("n --dot x --replay y", "--replay");
    expect_refused("n --mci x --replay y", "--replay");
    expect_refused("n --prefix-pnml x --replay y", "--replay");
    expect_refused("n --replay y --engine por", "--engine ");
    expect_refused("n --replay y --timeout 5", "--timeout ");
    expect_refused("n --replay y --no-cutoffs", "--no-cutoffs ");
    expect_refused("n --write x --engine por", "--engine ");
    expect_refused("n --write x --no-cutoffs", "--no-cutoffs ");
    expect_refused("n --dot-net x --timeout 5", "--timeout ");
    expect_refused("- --replay -", "standard input");
    expect_refused("- --dependency -", "standard input");
    expect_refused("n --json --dot -", "standard output");
    expect_refused("n --deadlock --json=- --witness=-", "standard output");
    expect_refused("n --witness=w.scn", "needs a question");
    expect_refused("n --write - --dot-net -", "standard output");
}

static void several_nets_may_be_given(void **state)
{
    struct options options;
    char copy[256];

    (void)state;
    accept(&options, "a b c --jobs 3 --json --dot {.}.dot", copy);
    assert_int_equal(options.nets.len, 3);
    assert_string_equal(options.nets.at[2], "c");
    assert_int_equal(options.n_jobs, 3);
    options_finish(&options);
    accept(&options, "--nets-from x --jobs 2", copy);
    assert_string_equal(options.nets_from, "x");
    assert_null(options.net);
    options_finish(&options);
}

static void abbreviations_and_the_double_dash_work(void **state)
{
    struct options options;
    char copy[256];

    (void)state;
    accept(&options, "--deadl --timeo 2 -- --net", copy);
    assert_string_equal(options.net, "--net");
    assert_string_equal(options.timeout, "2");
    assert_int_equal(options.questions.len, 1);
    options_finish(&options);
    accept(&options, "--help --wobble", copy);
    assert_true(options.help);
    options_finish(&options);
    accept(&options, "-h --wobble", copy);
    assert_true(options.help);
    options_finish(&options);
    accept(&options, "-V --wobble", copy);
    assert_true(options.version);
    options_finish(&options);
}

/* The fifth letter is wanted even where fewer name one option. */
static void short_beginnings_name_nothing(void **state)
{
    (void)state;
    expect_refused("n --dead", "--deadlock");
    expect_refused("n --time 2", "--timeout");
    expect_refused("n --js", "--json");
    expect_refused("n --max-e 2 --max-", "--max-events or --max-depth");
    expect_refused("n --deadlok", "did you mean --deadlock");
}

/* Such a value stands behind '='. */
static void a_lost_value_is_found(void **state)
{
    (void)state;
    expect_refused("n --json out.json", "--json=out.json");
    expect_refused("--witness no_such_file n", "--witness=no_such_file");
    expect_refused("n --json --deadlock out.json", "--json=out.json");
    expect_refused("n m --witness --deadlock out.scn", "--witness=out.scn");
}

MODULE(options)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_set_by_itself),
        cmocka_unit_test(questions_keep_their_order),
        cmocka_unit_test(values_are_read),
        cmocka_unit_test(the_library_gets_what_was_given),
        cmocka_unit_test(what_only_the_net_shows_is_reported_late),
        cmocka_unit_test(every_option_of_the_library_has_a_row),
        cmocka_unit_test(engines_are_told_apart),
        cmocka_unit_test(rows_of_a_comparison_have_a_limit),
        cmocka_unit_test(numbers_are_strict),
        cmocka_unit_test(the_command_line_must_make_sense),
        cmocka_unit_test(several_nets_may_be_given),
        cmocka_unit_test(abbreviations_and_the_double_dash_work),
        cmocka_unit_test(short_beginnings_name_nothing),
        cmocka_unit_test(a_lost_value_is_found),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
