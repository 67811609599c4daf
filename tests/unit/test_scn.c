#include "formats/text/given_files.h"

#include "base/text.h"
#include "test.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

static const char *const names[] = {
    "plain_1'", "two words", "{", "}\\", "#", "t.1", "\xc3\xa9",
};
enum { N_NAMES = sizeof names / sizeof *names };

static struct net *odd_net(void)
{
    struct net_builder *builder = net_builder_create();
    struct diag diag = {0};

    for (uint32_t i = 0; i < N_NAMES; i++)
        net_builder_trans(builder, names[i], NULL, (struct net_where){"", 1, 1},
                          &diag);

    struct net *net = net_builder_finish(builder);

    assert_non_null(net);
    return net;
}

static void temp_path(char path[64])
{
    snprintf(path, 64, "test_scn.%ld.scn", (long)getpid());
}

/* Reads the text as a file; why is NULL when this must succeed. */
static void expect(const char *text, const char *why, uint32_t line,
                   uint32_t column, uint32_t len)
{
    struct net *net = odd_net();
    struct diag diag = {0};
    witness_run run = {0};
    char path[64];

    temp_path(path);

    FILE *file = fopen(path, "w");

    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    assert_int_equal(scn_read(net, path, &run, &diag), why == NULL);
    if (why && !strstr(diag.text, why))
        fail_msg("'%s' does not mention '%s'", diag.text, why);
    assert_int_equal(diag.code, why ? DIAG_INPUT : DIAG_NONE);
    assert_int_equal(diag.line, line);
    assert_int_equal(diag.column, column);
    if (!why)
        assert_int_equal(run.len, len);
    vec_free(&run);
    net_destroy(net);
    remove(path);
}

static void runs_are_words_and_braces(void **state)
{
    (void)state;
    expect("", NULL, 0, 0, 0);
    expect(" \n # nothing # at all\n", NULL, 0, 0, 0);
    expect("plain_1'", NULL, 0, 0, 1);
    expect("t.1 {t.1} {two words}\r\n\t{\\{} {\\}\\\\} {#} # {", NULL, 0, 0, 6);
}

static void errors_have_a_place(void **state)
{
    (void)state;
    expect("t.1\n  nobody\n", "nobody", 2, 3, 0);
    expect("# x\n{two  words}", "two  words", 2, 1, 0);
    expect("t.1 {two words", "", 1, 5, 0);
    expect("{t.1}{two words}", "white space", 1, 6, 0);
}

static void what_was_written_is_read_back(void **state)
{
    struct net *net = odd_net();
    struct diag diag = {0};
    witness_run run = {0}, back = {0};
    char path[64];

    (void)state;
    temp_path(path);
    for (trans_id t = N_NAMES; t-- > 0;)
        vec_push(&run, t);
    assert_true(scn_write(net, &run, UINT32_MAX, "a\n{comment", path, &diag));
    assert_true(scn_read(net, path, &back, &diag));
    assert_int_equal(back.len, run.len);
    assert_memory_equal(back.at, run.at, run.len * sizeof *run.at);
    vec_free(&run);
    vec_free(&back);
    net_destroy(net);
    remove(path);
}

static void only_odd_names_are_quoted(void **state)
{
    static const char *const quoted[] = {
        "plain_1'", "{two words}", "{\\{}",      "{\\}\\\\}",
        "{#}",      "{t.1}",       "{\xc3\xa9}",
    };
    struct net *net = odd_net();

    (void)state;
    for (trans_id t = 0; t < N_NAMES; t++) {
        char *name = text_quoted(net_trans_label(net, t));

        assert_string_equal(name, quoted[t]);
        mem_free(name);
    }
    net_destroy(net);
}

MODULE(scn)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs_are_words_and_braces),
        cmocka_unit_test(errors_have_a_place),
        cmocka_unit_test(what_was_written_is_read_back),
        cmocka_unit_test(only_odd_names_are_quoted),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
