/* Several nets, and blocks of questions: what is printed, and how it ends. */
#include "cli/program/batch.h"
#include "cli/json.h"
#include "cli/options.h"
#include "handles.h"

#include <unistd.h>

/* c is dead; every transition fires; and a file that is no net. */
#define DEAD "test_batch_dead.ll_net"
#define LIVE "test_batch_live.ll_net"
#define BAD "test_batch_bad.ll_net"
#define JOURNAL "test_batch_journal"

static int make_nets(void **state)
{
    punfpor_net *const dead = handles_net("p* q r | a: p > q | c: r >");
    punfpor_net *const live = handles_net("p* q | a: p > q | b: q > p");
    FILE *const bad = fopen(BAD, "w");

    (void)state;
    json_prepare();
    assert_fine(punfpor_net_write(dead, DEAD, NULL));
    assert_fine(punfpor_net_write(live, LIVE, NULL));
    punfpor_net_destroy(dead);
    punfpor_net_destroy(live);
    return !bad || fputs("no net\n", bad) < 0 || fclose(bad);
}

static int remove_nets(void **state)
{
    (void)state;
    return unlink(DEAD) || unlink(LIVE) || unlink(BAD);
}

static volatile sig_atomic_t interrupted;

static void catch_signals(void)
{
}

/* A command line, whose words the options keep. */
struct command {
    char words[256];
    struct options options;
};

static void command_init(struct command *command, const char *words)
{
    char *argv[16];
    struct diag diag = {0};
    int argc = 0;

    (void)snprintf(command->words, sizeof command->words, "punf-por %s", words);
    argv[argc] = strtok(command->words, " ");
    while (argv[argc])
        argv[++argc] = strtok(NULL, " ");
    assert_true(option_words_read(&command->options, argc, argv, &diag));
    assert_true(combine_options(&command->options, &diag));
}

/* What a run has printed. */
struct said {
    char out[16384], err[16384];
    enum outcome_code code;
};

/* The stream goes to the file; returns what leads back. */
static int redirect(FILE *stream, FILE *file)
{
    int old;

    assert_non_null(file);
    (void)fflush(stream);
    old = dup(fileno(stream));
    assert_true(old >= 0 && dup2(fileno(file), fileno(stream)) >= 0);
    return old;
}

static void restore(FILE *stream, int old, FILE *file, char text[16384])
{
    (void)fflush(stream);
    assert_true(dup2(old, fileno(stream)) >= 0);
    close(old);
    rewind(file);
    text[fread(text, 1, 16383, file)] = '\0';
    fclose(file);
}

static struct said run(const char *words)
{
    struct command command;
    const struct task task = {.options = &command.options,
                              .interrupted = &interrupted,
                              .catch_signals = catch_signals};
    FILE *const out = tmpfile(), *const err = tmpfile();
    struct said said;
    struct diag diag = {0};
    int old_out, old_err;
    bool good;

    command_init(&command, words);
    old_out = redirect(stdout, out);
    old_err = redirect(stderr, err);
    good = batch_run(&task, &said.code, &diag);
    restore(stdout, old_out, out, said.out);
    restore(stderr, old_err, err, said.err);
    assert_true(good);
    options_finish(&command.options);
    return said;
}

static void each_line_stands_behind_its_net(void **state)
{
    const struct said said = run(DEAD " " LIVE " --deadlock --engine=state");

    (void)state;
    assert_string_equal(said.out, DEAD ": deadlock: reachable\n" LIVE
                                       ": deadlock: unreachable\n");
    assert_string_equal(said.err, "2 nets: 2 answered, 0 unknown, 0 failed\n");
    assert_int_equal(said.code, OUTCOME_NO);
}

static void a_bad_net_does_not_end_the_others(void **state)
{
    const struct said said =
        run(BAD " " LIVE " none.ll_net --deadlock --jobs=3 "
                "-q");

    (void)state;
    assert_string_equal(said.out, LIVE ": deadlock: unreachable\n");
    assert_non_null(strstr(said.err, BAD ":"));
    assert_non_null(strstr(said.err, "none.ll_net: error: "));
    assert_null(strstr(said.err, BAD ": " BAD));
    assert_int_equal(said.code, OUTCOME_INPUT);
}

/* A warning that several blocks have is printed once. */
static void blocks_say_what_one_run_says(void **state)
{
    struct said said = run(DEAD " --all-transitions --deadlock --jobs=2");

    (void)state;
    assert_string_equal(said.out, "a: reachable\nc: unreachable\n"
                                  "deadlock: reachable\n");
    assert_string_equal(said.err, "");
    assert_int_equal(said.code, OUTCOME_YES);
    said = run(BAD " --all-transitions --jobs=2");
    assert_string_equal(said.out, "");
    assert_int_equal(said.code, OUTCOME_INPUT);
}

static void each_net_has_a_line_of_json(void **state)
{
    const struct said said = run(DEAD " " BAD " --deadlock --json -q");
    const char *const second = strchr(said.out, '\n') + 1;
    json_t *line = json_receive(said.out, (size_t)(second - said.out));

    (void)state;
    assert_non_null(line);
    assert_int_equal(json_integer_value(json_object_get(line, "exit_code")), 0);
    json_decref(line);
    line = json_receive(second, strlen(second));
    assert_non_null(line);
    assert_int_equal(json_integer_value(json_object_get(line, "exit_code")),
                     OUTCOME_INPUT);
    assert_non_null(json_string_value(json_object_get(line, "error")));
    json_decref(line);
}

static void after_a_signal_no_task_begins(void **state)
{
    struct said said;

    (void)state;
    interrupted = 1;
    said = run(DEAD " " LIVE " --deadlock");
    interrupted = 0;
    assert_string_equal(said.out, DEAD ": unknown (interrupted)\n" LIVE
                                       ": unknown (interrupted)\n");
    assert_int_equal(said.code, OUTCOME_UNKNOWN);
}

static void finished_tasks_are_printed_from_the_journal(void **state)
{
    struct said first, again;

    (void)state;
    first = run(DEAD " " LIVE " --all-transitions --deadlock --jobs=2 "
                     "--checkpoint=" JOURNAL);
    interrupted = 1; /* no task begins */
    again = run(DEAD " " LIVE " --all-transitions --deadlock --jobs=2 "
                     "--resume=" JOURNAL);
    interrupted = 0;
    assert_string_equal(again.out, first.out);
    assert_int_equal(again.code, first.code);
    assert_non_null(strstr(again.err, "8 tasks are finished\n"));
    assert_int_equal(unlink(JOURNAL), 0);
}

static bool has_blocks(const char *words)
{
    struct command command;
    bool has;

    command_init(&command, words);
    has = batch_has_blocks(&command.options);
    options_finish(&command.options);
    return has;
}

static void output_about_one_run_needs_one_process(void **state)
{
    (void)state;
    assert_true(has_blocks(LIVE " --all-transitions"));
    assert_true(has_blocks(LIVE " --deadlock --safe"));
    assert_false(has_blocks(LIVE " --deadlock"));
    assert_false(has_blocks(LIVE " --deadlock --safe --stats"));
    assert_false(has_blocks(LIVE " --deadlock --safe --json"));
    assert_false(has_blocks(LIVE " --all-transitions --engine=reverse"));
}

MODULE(batch)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_line_stands_behind_its_net),
        cmocka_unit_test(a_bad_net_does_not_end_the_others),
        cmocka_unit_test(blocks_say_what_one_run_says),
        cmocka_unit_test(each_net_has_a_line_of_json),
        cmocka_unit_test(after_a_signal_no_task_begins),
        cmocka_unit_test(finished_tasks_are_printed_from_the_journal),
        cmocka_unit_test(output_about_one_run_needs_one_process),
    };

    return cmocka_run_group_tests(tests, make_nets, remove_nets);
}
