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

static void verdicts_are_one_line(void **state)
{
    struct page page;

    (void)state;
    page_open(&page);
    report_verdict(page.file, "t1", "reachable", NULL);
    report_verdict(page.file, "a b", "unreachable", NULL);
    report_verdict(page.file, "{\n}", "unknown", "timeout");
    page_expect(&page, "t1: reachable\n"
                       "a b: unreachable\n"
                       "{\\x0a}: unknown (timeout)\n");
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
    punfpor_net *net = odd_net();
    result_run run = {0};
    struct page page;

    (void)state;
    for (uint32_t t = 0; t < 3; t++)
        vec_push(&run, t);
    page_open(&page);
    report_run(page.file, net, "deadlock", &run);
    vec_cut(&run, 1);
    report_run(page.file, net, "dead\tlock", &run);
    page_expect(&page, "run of deadlock, 3 steps: t1 {a b} {\\{\\x0a\\}}\n"
                       "run of dead\\x09lock, 1 step: t1\n");
    vec_free(&run);
    punfpor_net_destroy(net);
}

static void unsafe_nets_show_place_transition_and_run(void **state)
{
    punfpor_net *net = odd_net();
    struct result result = {.stop = PUNFPOR_UNSAFE, .unsafe_transition = 1};
    struct page page;

    (void)state;
    vec_push(&result.unsafe_run, 0);
    page_open(&page);
    report_unsafe(page.file, "n.pnml", net, &result);
    page_expect(&page, "n.pnml: error: the net is not safe: transition 'a b' "
                       "puts a second token on place 'p'\n"
                       "run to the second token, 2 steps: t1 {a b}\n");
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
    struct result result;
    struct page page;

    (void)state;
    result_init(&result, 4);
    page_open(&page);
    report_winners(page.file, &result);
    fputc('\n', page.file);
    strcpy(result.findings[0].engine, "por");
    strcpy(result.findings[2].engine, "state");
    strcpy(result.findings[3].engine, "por");
    report_winners(page.file, &result);
    page_expect(&page, "none\nstate 1, por 2");
    result_finish(&result);
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

/* Sets the clock back instead of waiting. */
static void progress_is_throttled_and_wiped(void **state)
{
    punfpor_progress now = {.histories = 12345678, .steps = 1000, .depth = 3};
    struct report_progress progress;
    struct page page;

    (void)state;
    page_open(&page);
    report_progress_init(&progress, page.file);
    report_progress_show(&progress, &now);
    fflush(page.file);
    assert_int_equal(page.len, 0);
    progress.last.tv_sec -= 1;
    now.bound = 20;
    report_progress_show(&progress, &now);
    report_progress_show(&progress, &now);
    fflush(page.file);
    assert_non_null(strstr(page.text, "12.3M histories"));
    assert_non_null(strstr(page.text, "depth 3/20"));
    assert_int_equal(strchr(page.text + 1, '\r') - page.text, page.len - 1);
    assert_true(page.len < 80);

    const size_t len = page.len;

    report_progress_hide(&progress);
    fflush(page.file);
    assert_int_equal(page.len, 2 * len);
    assert_int_equal(strspn(page.text + len, "\r "), len);
    fclose(page.file);
    free(page.text);
}

static void expect_line(const punfpor_progress *now, const char *line)
{
    struct report_progress progress;
    struct page page;

    page_open(&page);
    report_progress_init(&progress, page.file);
    progress.last.tv_sec -= 1000000; /* nothing in a second */
    report_progress_show(&progress, now);
    fclose(page.file);
    assert_string_equal(page.text, line);
    free(page.text);
}

static void progress_shows_what_there_is(void **state)
{
    (void)state;
    expect_line(&(punfpor_progress){.markings = 1234, .depth = 3},
                "\r0s  1.23k states  depth 3  0B\r");
    expect_line(
        &(punfpor_progress){.histories = 9, .explored = 7, .cutoffs = 2},
        "\r0s  9 histories  7 explored  2 cutoffs  0B\r");
    expect_line(&(punfpor_progress){.programs = 5, .clauses = 40, .bytes = 2e6},
                "\r0s  5 programs  40 clauses  2.00MB\r");
    expect_line(&(punfpor_progress){.walks = 3, .bound = 2, .depth = 1},
                "\r0s  3 walks  depth 1/2  0B\r");
}

/* An engine without steps shows how many histories it adds. */
static void progress_has_a_rate(void **state)
{
    const punfpor_progress with = {.histories = 80000, .steps = 100000},
                           without = {.histories = 80000};
    struct report_progress progress;
    struct page page;

    (void)state;
    page_open(&page);
    report_progress_init(&progress, page.file);
    progress.last.tv_sec -= 10;
    report_progress_show(&progress, &without);
    progress.last.tv_sec -= 10;
    report_progress_show(&progress, &with);
    fclose(page.file);
    assert_non_null(strstr(page.text, "k histories/s  "));
    assert_non_null(strstr(page.text, "k steps/s  "));
    free(page.text);
}

MODULE(report)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(verdicts_are_one_line),
        cmocka_unit_test(carets_are_below_their_column),
        cmocka_unit_test(runs_quote_odd_names),
        cmocka_unit_test(unsafe_nets_show_place_transition_and_run),
        cmocka_unit_test(nets_are_counted),
        cmocka_unit_test(winners_are_counted),
        cmocka_unit_test(every_figure_has_a_line),
        cmocka_unit_test(progress_is_throttled_and_wiped),
        cmocka_unit_test(progress_shows_what_there_is),
        cmocka_unit_test(progress_has_a_rate),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
