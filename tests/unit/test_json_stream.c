/* JSON as a stream: every text survives, and is harmless inside a page. */
#include "formats/text/json_stream.h"

#include "test.h"

#include <jansson.h>

static char *written(const char *text)
{
    char *page = NULL;
    size_t size;
    struct json_stream json = {.file = open_memstream(&page, &size)};

    assert_non_null(json.file);
    json_stream_open(&json, NULL, '{');
    json_stream_text(&json, "text", text);
    json_stream_numbers(&json, "numbers", (const uint32_t[]){1, UINT32_MAX, 0},
                        3);
    json_stream_open(&json, "more", '[');
    json_stream_flag(&json, NULL, true);
    json_stream_number(&json, NULL, 12345678901);
    json_stream_text(&json, NULL, NULL);
    json_stream_open(&json, NULL, '[');
    json_stream_close(&json, ']');
    json_stream_close(&json, ']');
    json_stream_close(&json, '}');
    assert_int_equal(fclose(json.file), 0);
    return page;
}

static void texts_come_back(void **state)
{
    static const char *const texts[] = {
        "",
        "plain",
        "\"quoted\" \\back\\",
        "</script><!-- & -->",
        "line\nand\ttab and \x01 \x7f",
        "\xe2\x80\xa8\xe2\x80\xa9",
        ("\xe2\x80\xae"
         "desrever"),
        "\xd7\xa9\xd7\x9c\xd7\x95\xd7\x9d",
        "\xf0\x9f\x98\x80 \xc3\xa9",
    };

    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char *const page = written(texts[i]);
        json_t *const value = json_loads(page, 0, NULL);

        assert_non_null(value);
        assert_string_equal(json_string_value(json_object_get(value, "text")),
                            texts[i]);
        assert_true(
            json_is_null(json_array_get(json_object_get(value, "numbers"), 1)));
        assert_int_equal(json_integer_value(
                             json_array_get(json_object_get(value, "more"), 1)),
                         12345678901);
        assert_true(
            json_is_null(json_array_get(json_object_get(value, "more"), 2)));
        for (const char *at = page; *at; at++)
            assert_true(*at == '\n' || (*at >= ' ' && *at < 127));
        assert_null(strpbrk(page, "<>&"));
        json_decref(value);
        free(page);
    }
}

static void other_encodings_are_latin(void **state)
{
    char *const page = written("caf\xe9");
    json_t *const value = json_loads(page, 0, NULL);

    (void)state;
    assert_string_equal(json_string_value(json_object_get(value, "text")),
                        "caf\xc3\xa9");
    json_decref(value);
    free(page);
}

MODULE(json_stream)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_come_back),
        cmocka_unit_test(other_encodings_are_latin),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
