/* Numbers and texts of plots. */
#include "base/plot.h"

#include "test.h"

static void numbers_are_short(void **state)
{
    static const struct {
        double value;
        const char *text;
    } cases[] = {
        {0, "0"},          {7, "7"},       {999, "999"},     {999.4, "999"},
        {1000, "1k"},      {1500, "1.5k"}, {99400, "99.4k"}, {123456, "123k"},
        {2500000, "2.5M"}, {7e9, "7G"},    {3e15, "3P"},     {0.5, "0.5"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[16];

        plot_number(cases[i].value, text);
        assert_string_equal(text, cases[i].text);
    }
}

static char *written(void (*write)(FILE *file))
{
    char *page = NULL;
    size_t size;
    FILE *const file = open_memstream(&page, &size);

    assert_non_null(file);
    write(file);
    assert_int_equal(fclose(file), 0);
    return page;
}

static void write_text(FILE *file)
{
    plot_text(file, "a<b> & \x01 caf\xe9");
}

static void texts_are_xml(void **state)
{
    char *const page = written(write_text);

    (void)state;
    assert_string_equal(page, "a&lt;b&gt; &amp;   caf\xc3\xa9");
    free(page);
}

static void write_line(FILE *file)
{
    static const double x[] = {0, 5, 10}, y[] = {0, 2000, 1000};
    const struct plot_panel panel = {100, 50, 200, 80, "events"};

    plot_line(file, &panel, x, y, 3);
}

static void lines_fill_their_panel(void **state)
{
    char *const page = written(write_line);

    (void)state;
    assert_non_null(
        strstr(page, "points=\"100.0,130.0 200.0,50.0 300.0,90.0\""));
    assert_non_null(strstr(page, ">2k<"));
    assert_non_null(strstr(page, ">10<"));
    free(page);
}

static const struct plot_panel area = {100, 50, 200, 80, "events"};

static void write_bars(FILE *file)
{
    static const struct plot_bar bars[] = {{"a", 40, NULL, 0, true},
                                           {NULL, 10, "(timeout)", 1, true},
                                           {"b", 0, "crashed", 2, false},
                                           {"c", 0, NULL, 0, true},
                                           {"d<", 12.345, NULL, 0, true}};

    plot_bars(file, &area, bars, 5);
}

static void bars_are_as_long_as_their_values(void **state)
{
    char *const page = written(write_bars);

    (void)state;
    assert_non_null(strstr(page, ">events</text>"));
    assert_non_null(strstr(page, "x=\"100\" y=\"57.0\" width=\"200.0\""));
    assert_non_null(strstr(page, "x=\"100\" y=\"71.0\" width=\"50.0\""));
    assert_non_null(strstr(page, ">10 (timeout)<"));
    assert_non_null(strstr(page, ">crashed<"));
    assert_non_null(strstr(page, ">0<"));
    assert_non_null(strstr(page, ">d&lt;<"));
    assert_non_null(strstr(page, ">12.3<"));
    free(page);
}

static void write_far_bars(FILE *file)
{
    static const struct plot_bar bars[] = {{"a", 100, NULL, 0, true},
                                           {"b", 1000, NULL, 0, true},
                                           {"c", 100000, NULL, 0, true}};

    plot_bars(file, &area, bars, 3);
}

/* From 10 to 100,000: four powers. */
static void far_values_have_a_logarithmic_axis(void **state)
{
    char *const page = written(write_far_bars);

    (void)state;
    assert_non_null(strstr(page, ">events (logarithmic)<"));
    assert_non_null(strstr(page, "width=\"50.0\""));
    assert_non_null(strstr(page, "width=\"100.0\""));
    assert_non_null(strstr(page, "width=\"200.0\""));
    assert_non_null(strstr(page, ">10k<"));
    free(page);
}

static void bars_have_room(void **state)
{
    const struct plot_bar bars[] = {{"a", 1, NULL, 0, true},
                                    {NULL, 2, NULL, 1, true},
                                    {"longer", 3, NULL, 0, true}};

    (void)state;
    assert_int_equal(plot_bars_height(bars, 3) - plot_bars_height(bars, 2),
                     plot_bars_height(bars, 1) - plot_bars_height(bars, 0));
    assert_true(plot_bars_height(bars, 2) - plot_bars_height(bars, 1) <
                plot_bars_height(bars, 1) - plot_bars_height(bars, 0));
    assert_true(plot_bars_margin(bars, 3) > plot_bars_margin(bars, 2));
}

MODULE(plot)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_short),
        cmocka_unit_test(texts_are_xml),
        cmocka_unit_test(lines_fill_their_panel),
        cmocka_unit_test(bars_are_as_long_as_their_values),
        cmocka_unit_test(far_values_have_a_logarithmic_axis),
        cmocka_unit_test(bars_have_room),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
