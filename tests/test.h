/* test.h - the common part of unit tests: cmocka, and nets in a line. */
#ifndef TEST_H
#define TEST_H

#include "checks.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/mem.h"
#include "question/formula_parser.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The tests of a module, for the program that tests/unit/runner.c is of:
 *
 *     MODULE(bits)
 *     {
 *         const struct CMUnitTest tests[] = { ... };
 *
 *         return cmocka_run_group_tests(tests, NULL, NULL);
 *     } */
#define MODULE(name)         \
    int module_##name(void); \
    int module_##name(void)

/* Asserts text and line (0: none) of the report. */
#define assert_report(diag, wanted_line, wanted_text)          \
    do {                                                       \
        assert_int_not_equal((diag)->code, DIAG_NONE);         \
        assert_string_equal((diag)->text, wanted_text);        \
        assert_int_equal((int)(diag)->line, (int)wanted_line); \
    } while (0)

/* Cuts text at the first of these characters; returns the part behind it, or
 * "". */
static inline char *test_cut(char *text, const char *at)
{
    char *end = text + strcspn(text, at);

    if (*end)
        *end++ = '\0';
    return end;
}

/* A net from a line of text, for tests that do not concern file formats:
 *
 *     "p1* p2 p3 | a: p1 ? p3 > p2 | b: p2 > p1"
 *
 * First the places, '*' for marked; then transitions, each with the places that
 * it consumes from, reads (after '?') and produces on (after '>'). */
static inline struct net *test_net(const char *line)
{
    char *copy = mem_text(line);
    char *rest = test_cut(copy, "|");
    struct draft_net *draft = draft_create(copy);

    while (*rest) {
        char *name = rest + strspn(rest, " ");

        rest = test_cut(name, "|");

        char *pre = test_cut(name, ":");
        char *post = test_cut(pre, ">");

        draft_trans(draft, name, pre, post, test_cut(pre, "?"));
    }
    mem_free(copy);

    struct net *net = draft_finish(draft);

    net_check(net);
    return net;
}

/* The formula as one of CTL, whatever it begins with. */
static inline struct temporal *test_ctl(const struct net *net,
                                        const char *formula)
{
    struct temporal *temporal = NULL;
    struct diag diag = {0};
    enum question_path path;
    text_buffer text = {0};

    text_put(&text, "(");
    text_put(&text, formula);
    text_put(&text, ")");
    assert_null(
        formula_parser_read(net, text_end(&text), &path, &temporal, &diag));
    assert_non_null(temporal);
    assert_int_equal(path, QUESTION_CTL);
    vec_free(&text);
    return temporal;
}

#endif
