#include "cli/report.h"
#include "handles.h"

#include <inttypes.h>

/* Output to a stream in memory. */
struct page {
    FILE *file;
    char *text;
    size_t len;
};

static void page_open(struct page *page)
{
    page->file = open_memstream(&page->text, &page->len);
    assert_non_null(page->file);
}

static void page_expect(struct page *page, const char *text)
{
    fclose(page->file);
    assert_string_equal(page->text, text);
    free(page->text);
}

static punfpor_net *odd_net(void)
{
    static const char *const names[] = {"t1", "a b", "{\n}"};
    punfpor_builder *builder = punfpor_builder_create("odd", NULL);

    assert_fine(punfpor_builder_place(builder, "p", NULL, 1, NULL, NULL));
    for (uint32_t t = 0; t < 3; t++) {
        assert_fine(
            punfpor_builder_transition(builder, names[t], NULL, NULL, NULL));
        assert_fine(punfpor_builder_read(builder, 0, t, NULL));
    }

    punfpor_net *net = punfpor_builder_finish(builder, NULL);

    assert_non_null(net);
    return net;
}

#define NET "p* q s r | a: p > q | b: q > s | c: s > p | w w: r > p"

/* Safe, since u and v are never marked; its structure does not show it. */
#define HARD "p* w* f* g* u v | b: w ?u > p | c: f ?v > u | d: g ?u > v"

/* The line of the only question, after punfpor_solve() by an engine; depth
 * NULL: no limit. */
static void expect_of(const char *of,
                      enum punfpor_status (*ask)(punfpor *, uint32_t *,
                                                 punfpor_error *),
                      const char *engine, const char *depth, const char *wanted)
{
    punfpor_net *const net = handles_net(of);
    punfpor *const problem = punfpor_create(net, NULL);
    FILE *const out = tmpfile();
    char line[256] = "";
    struct result_finding finding = {0};

    assert_non_null(out);
    assert_fine(punfpor_set(problem, "engine", engine, NULL));
    assert_fine(punfpor_set(problem, "max-depth", depth, NULL));
    assert_fine(ask(problem, NULL, NULL));
    (void)punfpor_solve(problem, NULL);
    finding.verdict = punfpor_verdict_of(problem, 0);
    finding.if_safe = punfpor_if_safe(problem, 0);
    finding.has_value = punfpor_bound(problem, 0, &finding.value);
    finding.has_limit = punfpor_limit(problem, 0, &finding.limit);
    if (punfpor_named_transition(problem, 0) != PUNFPOR_NONE)
        finding.transition =
            punfpor_transition_label(net, punfpor_named_transition(problem, 0));
    report_answer(out, net, problem, 0, &finding, punfpor_stop_of(problem));
    rewind(out);
    line[fread(line, 1, sizeof line - 1, out)] = '\0';
    assert_string_equal(line, wanted);
    punfpor_destroy(problem);
    punfpor_net_destroy(net);
    fclose(out);
}

static void expect(enum punfpor_status (*ask)(punfpor *, uint32_t *,
                                              punfpor_error *),
                   const char *engine, const char *depth, const char *wanted)
{
    expect_of(NET, ask, engine, depth, wanted);
}

static void dead_transitions_are_counted_and_named(void **state)
{
    (void)state;
    expect_of(HARD, punfpor_ask_dead_transitions, "state", NULL,
              "dead-transitions: 3 of 3: b c d (if the net is safe)\n");
    expect_of(HARD, punfpor_ask_dead_transitions, "prefix", NULL,
              "dead-transitions: 3 of 3: b c d\n");
    expect(punfpor_ask_dead_transitions, "prefix", NULL,
           "dead-transitions: 1 of 4: {w w}\n");
    expect(punfpor_ask_dead_transitions, "state", NULL,
           "dead-transitions: 1 of 4: {w w}\n");
    expect(punfpor_ask_dead_transitions, "prefix", "1",
           "dead-transitions: unknown, 0 dead; 2 fire: a b; 2 open: c {w w} "
           "(depth limit)\n");
}

static void a_no_names_its_transition(void **state)
{
    (void)state;
    expect(punfpor_ask_quasi_live, "por", NULL,
           "quasi-live: no, {w w} never fires\n");
    expect(punfpor_ask_live, "state", NULL,
           "live: no, after a run {w w} never fires again\n");
}

static void other_answers_are_words(void **state)
{
    (void)state;
    expect(punfpor_ask_deadlock, "state", NULL, "deadlock: unreachable\n");
    expect(punfpor_ask_safe, "prefix", NULL, "safe: yes\n");
    expect(punfpor_ask_live, "state", "1", "live: unknown (depth limit)\n");
}

static enum punfpor_status ask_bound(punfpor *problem, uint32_t *q,
                                     punfpor_error *error)
{
    return punfpor_ask_bound(problem, "p + 2*q", q, error);
}

static void a_bound_is_a_number(void **state)
{
    (void)state;
    expect(ask_bound, "prefix", NULL, "bounds p + 2*q: 2\n");
    expect(ask_bound, "state", "1",
           "bounds p + 2*q: unknown, at least 2 (depth limit)\n");
}

/* Of the odd net, with a question about its last transition. */
static punfpor *odd_problem(const punfpor_net *net)
{
    punfpor *const problem = punfpor_create(net, NULL);

    assert_fine(punfpor_ask_transition(problem, "{\n}", NULL, NULL));
    return problem;
}

static void answers_are_one_line(void **state)
{
    punfpor_net *const net = odd_net();
    punfpor *const problem = odd_problem(net);
    const struct result_finding finding = {.verdict = PUNFPOR_NO,
                                           .transition = "a\tb"};
    struct page page;

    (void)state;
    page_open(&page);
    report_answer(page.file, net, problem, 0, &finding, PUNFPOR_DONE);
    page_expect(
        &page,
        "{\\x0a}: unreachable, after a run {a\\x09b} never fires again\n");
    punfpor_destroy(problem);
    punfpor_net_destroy(net);
}

static void carets_are_below_their_column(void **state)
{
    struct page page;

    (void)state;
    page_open(&page);
    report_caret(page.file, "EF \xc3\xa9 % p", 7);
    report_caret(page.file,
                 "EF 0123456789012345678901234567890123456789012345678901234 ? "
                 "0123456789012345678901234567890",
                 60);
    page_expect(&page, "  EF \xc3\xa9 % p\n"
                       "       ^\n"
                       "  ...67890123456789012345678901234567890123456789012"
                       "34 ? 01234567890123456789012...\n"
                       "                                                       "
                       "^\n");
}

static void runs_quote_odd_names(void **state)
{
    punfpor_net *const net = odd_net();
    punfpor *const problem = odd_problem(net);
    const uint32_t steps[] = {0, 1, 2};
    struct page page;

    (void)state;
    page_open(&page);
    report_runs(page.file, net, problem, 0);
    assert_fine(punfpor_replay(problem, &steps[2], 1, NULL));
    report_runs(page.file, net, problem, 0);
    assert_fine(punfpor_replay(problem, steps, 3, NULL));
    report_runs(page.file, net, problem, 0);
    page_expect(&page, "run of {\\x0a}, 1 step: {\\{\\x0a\\}}\n"
                       "run of {\\x0a}, 3 steps: t1 {a b} {\\{\\x0a\\}}\n");
    punfpor_destroy(problem);
    punfpor_net_destroy(net);
}

static void unsafe_nets_show_place_transition_and_run(void **state)
{
    punfpor_net *net = odd_net();
    struct result result = {.stop = PUNFPOR_UNSAFE,
                            .unsafe_transition = "a b",
                            .unsafe_place = "p"};
    struct page page;

    (void)state;
    vec_push(&result.unsafe_run, "t1");
    page_open(&page);
    report_unsafe(page.file, "n.pnml", net, &result);
    page_expect(&page, "n.pnml: error: the net is not safe: transition 'a b' "
                       "puts a second token on place 'p'\n"
                       "run to the second token, 2 steps: t1 {a b}\n"
                       "with --tokens N a place can have N tokens\n");
    vec_free(&result.unsafe_run);
    punfpor_net_destroy(net);
}

static void nets_are_counted(void **state)
{
    punfpor_net *net = odd_net();
    struct page page;

    (void)state;
    page_open(&page);
    report_net(page.file, "n\n", net);
    page_expect(&page, "n\\x0a: 1 place, 3 transitions, 0 arcs, 3 read arcs\n");
    punfpor_net_destroy(net);
}

static void winners_are_counted(void **state)
{
    punfpor_net *net = handles_net("p* q r | a: p > q | b: r > q");
    punfpor *problem = handles_problem(net);
    struct page page;

    (void)state;
    assert_fine(punfpor_set(problem, "engine", "por", NULL));
    page_open(&page);
    report_winners(page.file, problem);
    fputc('\n', page.file);
    assert_fine(punfpor_solve(problem, NULL));
    report_winners(page.file, problem);
    page_expect(&page, "none\npor 2");
    punfpor_destroy(problem);
    punfpor_net_destroy(net);
}

static void every_figure_has_a_line(void **state)
{
    punfpor_net *net = handles_net("p* q | a: p > q");
    punfpor *problem = handles_problem(net);
    struct page page;
    uint32_t n_lines = 0;

    (void)state;
    assert_fine(punfpor_set(problem, "engine", "por", NULL));
    assert_fine(punfpor_solve(problem, NULL));
    page_open(&page);
    report_stats(page.file, problem);
    fclose(page.file);
    for (const char *c = page.text; *c; c++)
        n_lines += *c == '\n';
    assert_int_equal(n_lines, 2 + punfpor_figure_count(problem));
    for (uint32_t i = 0; i < punfpor_figure_count(problem); i++) {
        char line[256];

        snprintf(line, sizeof line, "%-22s %12" PRIu64 "  %s\n",
                 punfpor_figure_name(problem, i), punfpor_figure(problem, i),
                 punfpor_figure_about(problem, i));
        assert_non_null(strstr(page.text, line));
    }
    assert_non_null(strstr(page.text, "\nseconds "));
    assert_non_null(strstr(page.text, "\npeak_bytes "));
    free(page.text);
    punfpor_destroy(problem);
    punfpor_net_destroy(net);
}

MODULE(report)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_are_one_line),
        cmocka_unit_test(dead_transitions_are_counted_and_named),
        cmocka_unit_test(a_no_names_its_transition),
        cmocka_unit_test(other_answers_are_words),
        cmocka_unit_test(a_bound_is_a_number),
        cmocka_unit_test(carets_are_below_their_column),
        cmocka_unit_test(runs_quote_odd_names),
        cmocka_unit_test(unsafe_nets_show_place_transition_and_run),
        cmocka_unit_test(nets_are_counted),
        cmocka_unit_test(winners_are_counted),
        cmocka_unit_test(every_figure_has_a_line),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
