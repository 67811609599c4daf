/* Unit tests of source.h, scan.h and xml.h: streams and cursors over them. */
#include "test.h"

#include "formats/scan.h"
#include "formats/source.h"
#include "formats/xml.h"

#include <unistd.h>
#include <zlib.h>

enum { BIG = 300000 };

static void temp_path(char path[64])
{
    (void)snprintf(path, 64, "test_source.%ld", (long)getpid());
}

/* Opens a file with these bytes, and removes it at once. */
static struct source *source_of(const char *bytes, size_t n, bool packed)
{
    char path[64];
    struct diag diag = {0};

    temp_path(path);

    gzFile file = gzopen(path, packed ? "wb" : "wbT");

    assert_non_null(file);
    assert_int_equal(gzwrite(file, bytes, (unsigned)n), n);
    assert_int_equal(gzclose(file), Z_OK);

    struct source *source = source_open(path, &diag);

    assert_non_null(source);
    assert_string_equal(source_name(source), path);
    (void)unlink(path);
    return source;
}

static char *big_text(void)
{
    char *text = mem_alloc(BIG, 1);

    for (size_t i = 0; i < BIG; i++)
        text[i] = (char)('a' + i * i / 7 % 26);
    return text;
}

static void all_bytes_come_after_a_peek(void **state)
{
    char *text = big_text(), *got = mem_alloc(BIG + 1, 1);

    (void)state;
    for (int packed = 0; packed < 2; packed++) {
        struct source *source = source_of(text, BIG, packed);
        struct diag diag = {0};
        size_t n = 0, now, peeked;
        const char *page = source_peek(source, &peeked);

        assert_true(peeked > 100 && peeked <= 4096);
        assert_memory_equal(page, text, peeked);
        while ((now = source_read(source, got + n, BIG + 1 - n)) > 0)
            n += now;
        assert_int_equal(n, BIG);
        assert_memory_equal(got, text, BIG);
        assert_false(source_failed(source, &diag));
        source_close(source);
    }
    mem_free(text);
    mem_free(got);
}

static void what_cannot_be_opened_is_told(void **state)
{
    struct diag diag = {0};

    (void)state;
    assert_null(source_open("no/such/file", &diag));
    assert_string_equal(diag.file, "no/such/file");
    assert_report(&diag, 0, "cannot read: No such file or directory");
    diag = (struct diag){0};
    assert_null(source_open(".", &diag));
    assert_report(&diag, 0, "cannot read: Is a directory");
    source_close(NULL);
}

static void a_bomb_does_not_go_off(void **state)
{
    enum { N = 100 << 20 };
    char *text = mem_zero(N, 1);
    struct source *source = source_of(text, N, true);
    struct diag diag = {0};
    size_t n = 0, now;

    (void)state;
    while ((now = source_read(source, text, N)) > 0)
        n += now;
    assert_true(n < N);
    assert_true(source_failed(source, &diag));
    assert_report(&diag, 0,
                  "cannot read: the compressed data unpack to more than 200 "
                  "times their size");
    source_close(source);
    mem_free(text);
}

/* Every line end counts once, also when a page ends between CR and LF. */
static void lines_and_columns_are_counted(void **state)
{
    static const char *const ends[] = {"\n", "\r\n", "\r"};
    struct scan *scan = mem_alloc(1, sizeof *scan);
    text_buffer text = {0};

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        text.len = 0;
        for (uint32_t line = 0; line < 9000; line++) {
            text_add(&text, "\xc3\xa9x", 3);
            text_add(&text, ends[i], strlen(ends[i]));
        }

        struct source *source = source_of(text.at, text.len, false);
        struct diag diag = {0};

        scan_init(scan, source, &diag);
        for (uint32_t line = 1; line <= 9000; line++) {
            assert_int_equal(scan->line, line);
            assert_int_equal(scan->column, 1);
            scan_skip_line(scan);
            assert_int_equal(scan->column, 3);
            assert_int_equal(scan_next(scan), '\n');
        }
        assert_int_equal(scan_next(scan), SCAN_END);
        assert_true(scan_finish(scan));
        source_close(source);
    }
    vec_free(&text);
    mem_free(scan);
}

static void the_first_error_sticks(void **state)
{
    struct scan *scan = mem_alloc(1, sizeof *scan);
    struct source *source = source_of("12 -3", 5, false);
    struct diag diag = {0};
    uint32_t value;

    (void)state;
    scan_init(scan, source, &diag);
    assert_true(scan_number(scan, "this number", &value));
    assert_int_equal(value, 12);
    scan_skip_blanks(scan);
    assert_false(scan_number(scan, "this number", &value));
    assert_false(scan_error(scan, "something else"));
    assert_int_equal(scan_peek(scan), SCAN_END);
    assert_false(scan_finish(scan));
    assert_int_equal(diag.column, 4);
    assert_report(&diag, 1, "this number is negative");
    source_close(source);
    mem_free(scan);
}

/* The tags of a document as "<a@1:1 >a@1:5", with the text before each. */
static void tags_of(const char *document, char *line, size_t cap)
{
    struct source *source = source_of(document, strlen(document), false);
    struct diag diag = {0};
    struct xml *xml = xml_open(source, &diag);
    size_t n = 0;

    line[0] = '\0';
    while (xml_next(xml)) {
        const struct net_where where = xml_where(xml);

        n += (size_t)snprintf(line + n, cap - n, "%s%c%s@%u:%u/%u ",
                              xml_before(xml), xml_opens(xml) ? '<' : '>',
                              xml_name(xml), where.line, where.column,
                              xml_depth(xml));
    }
    if (xml_failed(xml))
        (void)snprintf(line + n, cap - n, "! %u:%u %s", diag.line, diag.column,
                       diag.text);
    xml_close(xml);
    source_close(source);
}

static void assert_tags(const char *document, const char *wanted)
{
    char line[600];

    tags_of(document, line, sizeof line);
    assert_string_equal(line, wanted);
}

static void tags_know_where_they_begin(void **state)
{
    (void)state;
    assert_tags("<root><b/>x</root>",
                "<root@1:1/0 <b@1:7/1 >b@1:7/1 x>root@1:12/0 ");
    assert_tags(
        "<?xml version='1.0'?>\n<a\n  c='>'\n><!-- <z> -->\n <b\n/></a>",
        "<a@2:1/0 \n <b@5:2/1 >b@5:2/1 >a@6:3/0 ");
    assert_tags("<root>&lt;<![CDATA[<b>]]>&#65;</root>",
                "<root@1:1/0 <<b>A>root@1:31/0 ");
}

static void broken_documents_are_told(void **state)
{
    (void)state;
    assert_tags("<root></b>",
                "<root@1:1/0 ! 1:0 this is not well-formed XML: "
                "Opening and ending tag mismatch: root line 1 and b");
    assert_tags("<!DOCTYPE a>\n<a/>", "! 1:1 a DOCTYPE is not supported");
    assert_tags("<root><b>x", "<root@1:1/0 <b@1:7/1 ! 1:0 the document is "
                              "cut off");
}

static void skipping_ends_at_the_closing_tag(void **state)
{
    const char *document = "<a><b x='1 &amp; 2'>text<c/><b/></b>t<d/></a>";
    struct source *source = source_of(document, strlen(document), false);
    struct diag diag = {0};
    struct xml *xml = xml_open(source, &diag);

    (void)state;
    assert_true(xml_next(xml) && xml_next(xml) && xml_is(xml, "b"));
    assert_string_equal(xml_attribute(xml, "x"), "1 & 2");
    assert_null(xml_attribute(xml, "y"));
    assert_true(xml_skip(xml) && xml_is(xml, "b") && !xml_opens(xml));
    assert_int_equal(xml_depth(xml), 1);
    assert_true(xml_next(xml) && xml_is(xml, "d") && xml_opens(xml));
    assert_string_equal(xml_before(xml), "t");
    assert_true(xml_skip(xml) && xml_is(xml, "d") && !xml_opens(xml));
    assert_false(xml_error(xml, "enough"));
    assert_false(xml_next(xml));
    assert_report(&diag, 1, "enough");
    xml_close(xml);
    source_close(source);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_bytes_come_after_a_peek),
        cmocka_unit_test(what_cannot_be_opened_is_told),
        cmocka_unit_test(a_bomb_does_not_go_off),
        cmocka_unit_test(lines_and_columns_are_counted),
        cmocka_unit_test(the_first_error_sticks),
        cmocka_unit_test(tags_know_where_they_begin),
        cmocka_unit_test(broken_documents_are_told),
        cmocka_unit_test(skipping_ends_at_the_closing_tag),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
