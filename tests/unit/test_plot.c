/* Numbers and texts of plots. */
#include "formats/plot.h"

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_short),
        cmocka_unit_test(texts_are_xml),
        cmocka_unit_test(lines_fill_their_panel),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
