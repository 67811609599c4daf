#include "cli/report.h"
#include "support.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

/* What was printed to a stream in memory. */
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

static struct net *odd_net(void)
{
    struct net_builder *builder = net_builder_create();
    struct diag diag = {0};
    const struct net_where where = {"odd", 1, 1};

    net_builder_place(builder, "p", NULL, 1, where, &diag);
    net_builder_trans(builder, "t1", NULL, where, &diag);
    net_builder_trans(builder, "a b", NULL, where, &diag);
    net_builder_trans(builder, "{\n}", NULL, where, &diag);
    for (trans_id t = 0; t < 3; t++)
        net_builder_read(builder, 0, t, where);

    struct net *net = net_builder_finish(builder, &diag);

    assert_non_null(net);
    return net;
}

static void verdicts_are_one_line(void **state)
{
    struct net *net = odd_net();
    struct answer_finding yes = {.verdict = VERDICT_YES},
                          no = {.verdict = VERDICT_NO};
    struct answer_finding unknown = {.verdict = VERDICT_UNKNOWN};
    struct answer answer = {.stop = STOP_TIME};
    goal_list goals = {0};
    struct page page;

    (void)state;
    goal_add_all_trans(&goals, net);
    page_open(&page);
    report_verdict(page.file, &goals.at[0], &answer, &yes);
    report_verdict(page.file, &goals.at[1], &answer, &no);
    report_verdict(page.file, &goals.at[2], &answer, &unknown);
    page_expect(&page, "t1: reachable\n"
                       "a b: unreachable\n"
                       "{\\x0a}: unknown (timeout)\n");
    goal_list_free(&goals);
    net_destroy(net);
}

static void runs_quote_odd_names(void **state)
{
    struct net *net = odd_net();
    goal_list goals = {0};
    witness_run run = {0};
    struct page page;

    (void)state;
    goal_add_deadlock(&goals);
    for (trans_id t = 0; t < 3; t++)
        vec_push(&run, t);
    page_open(&page);
    report_run(page.file, net, &goals.at[0], &run);
    vec_cut(&run, 1);
    report_run(page.file, net, &goals.at[0], &run);
    page_expect(&page, "run of deadlock, 3 steps: t1 {a b} {\\{\\x0a\\}}\n"
                       "run of deadlock, 1 step: t1\n");
    vec_free(&run);
    goal_list_free(&goals);
    net_destroy(net);
}

static void unsafe_nets_show_place_transition_and_run(void **state)
{
    struct net *net = odd_net();
    struct answer answer = {.stop = STOP_UNSAFE, .unsafe_trans = 1};
    struct page page;

    (void)state;
    vec_push(&answer.unsafe_run, 0);
    page_open(&page);
    report_unsafe(page.file, "n.pnml", net, &answer);
    page_expect(&page, "n.pnml: error: the net is not safe: transition 'a b' "
                       "puts a second token on place 'p'\n"
                       "run to the second token, 2 steps: t1 {a b}\n");
    vec_free(&answer.unsafe_run);
    net_destroy(net);
}

static void every_figure_has_a_line(void **state)
{
    struct answer_stats stats = {
        .events = 12345, .seconds = 1.25, .peak_bytes = 678};
    struct page page;
    uint32_t n_lines = 0;

    (void)state;
    page_open(&page);
    report_stats(page.file, &stats);
    fclose(page.file);
    for (const char *c = page.text; *c; c++)
        n_lines += *c == '\n';
#define X(name, text) +1
    assert_int_equal(n_lines, 2 STATS(X));
#undef X
    assert_non_null(strstr(page.text, " 12345 "));
    assert_non_null(strstr(page.text, " 1.250 "));
    assert_non_null(strstr(page.text, " 678 "));
    free(page.text);
}

/* The clock is turned back instead of waiting. */
static void progress_is_throttled_and_wiped(void **state)
{
    struct answer_stats stats = {.events_created = 12345678, .pushes = 1000};
    struct report_progress progress;
    struct page page;

    (void)state;
    page_open(&page);
    report_progress_init(&progress, page.file);
    report_progress_show(&progress, &stats, 3, 0);
    fflush(page.file);
    assert_int_equal(page.len, 0);
    progress.last.tv_sec -= 1;
    report_progress_show(&progress, &stats, 3, 20);
    report_progress_show(&progress, &stats, 3, 20);
    fflush(page.file);
    assert_non_null(strstr(page.text, "12.3M events"));
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(verdicts_are_one_line),
        cmocka_unit_test(runs_quote_odd_names),
        cmocka_unit_test(unsafe_nets_show_place_transition_and_run),
        cmocka_unit_test(every_figure_has_a_line),
        cmocka_unit_test(progress_is_throttled_and_wiped),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
