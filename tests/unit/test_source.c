/* Unit tests of source.h, scan.h and xml.h: streams and cursors over them. */
#include "test.h"

#include "base/text.h"
#include "formats/text/scan.h"
#include "formats/text/source.h"
#include "formats/text/xml.h"
#include "formats/text/xml_bytes.h"
#include "formats/text/xml_calls.h"

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
    enum { N = 70 << 20 };
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
    assert_tags("<?xml version='1.0' encoding='ISO-8859-1'?>\n"
                "<!-- x -->\n<!DOCTYPE a [<!ENTITY e 'x'>]>\n<a/>",
                "! 3:1 a DOCTYPE is not supported");
    assert_tags("<?xml version='1.0' encoding='US-ASCII'?>\n"
                "<a>\n<b/>\n<c d='\xff'/></a>",
                "<a@2:1/0 \n<b@3:1/1 >b@3:1/1 ! 4:0 the document is cut off");
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

/* Wherever the pages end, the same hyphens become blanks, and the same tags are
 * found. */
static void comments_are_mended(void **state)
{
    static const char given[] = "<!-- -- a---><a b='--'>--<!----><!--->---->"
                                "<![CDATA[<!-- -- ]]><?x -- ?>- - --></a>"
                                "<!-- x - -- > - -->";
    static const char wanted[] = "<!--  - a -->"
                                 "<a b='--'>--<!----><!--->  -->"
                                 "<![CDATA[<!-- -- ]]><?x -- ?>- - --></a>"
                                 "<!-- x -  - > - -->";
    const size_t n = sizeof given - 1;
    const uint32_t open = (uint32_t)(strstr(given, "<a") - given),
                   close = (uint32_t)(strstr(given, "</a") - given);

    (void)state;
    for (size_t cut = 0; cut <= n; cut++) {
        struct xml_bytes bytes = {.counted = {1, 1}};
        char text[sizeof given] = "";
        size_t left;

        memcpy(bytes.page, given, cut);
        left = xml_bytes_scan(&bytes, cut);
        memcpy(text, bytes.page, cut - left);
        memcpy(bytes.page, given + cut - left, n - cut + left);
        assert_int_equal(xml_bytes_scan(&bytes, n - cut + left), 0);
        memcpy(text + cut - left, bytes.page, n - cut + left);
        assert_string_equal(text, wanted);
        assert_int_equal(bytes.flaw.column, 6);
        assert_int_equal(bytes.tags.len, 2);
        assert_int_equal(xml_bytes_take(&bytes).column, open + 1);
        assert_int_equal(xml_bytes_take(&bytes).column, close + 1);
        xml_bytes_finish(&bytes);
    }
}

static void comments_end_as_they_do_elsewhere(void **state)
{
    static const char piece[] = "<!-- -- --->";
    const size_t n_pieces = 5000;
    const size_t n = n_pieces * (sizeof piece - 1);
    text_buffer text = {0};
    struct diag diag = {0};
    struct net_where flaw;

    (void)state;
    text_add(&text, "<a>\n", 4);
    for (size_t i = 0; i < n_pieces; i++)
        text_add(&text, piece, sizeof piece - 1);
    text_add(&text, "<b/></a>", 8);

    struct source *source = source_of(text.at, text.len, false);
    struct xml *xml = xml_open(source, &diag);

    assert_true(xml_next(xml) && xml_next(xml) && xml_is(xml, "b"));
    assert_int_equal(xml_where(xml).column, n + 1);
    assert_true(xml_next(xml) && xml_next(xml) && !xml_next(xml));
    assert_false(xml_failed(xml));
    assert_true(xml_flawed(xml, &flaw));
    assert_int_equal(flaw.line, 2);
    assert_int_equal(flaw.column, 6);
    xml_close(xml);
    source_close(source);
    vec_free(&text);
}

/* Errors of a decoder belong to no document.  libxml2 would give them to the
 * handlers of the program that calls us, or print them. */
static void count_error(void *n, xmlErrorPtr error)
{
    (void)error;
    ++*(int *)n;
}

static void expect_decoding_fails(const char *document, size_t n)
{
    struct source *source = source_of(document, n, false);
    struct diag diag = {0};
    struct xml *xml = xml_open(source, &diag);

    while (xml_next(xml))
        continue;
    assert_true(xml_failed(xml));
    assert_int_equal(diag.code, DIAG_INPUT);
    xml_close(xml);
    source_close(source);
}

static void the_handlers_of_a_program_stay(void **state)
{
    static const char named[] = "<?xml version='1.0' encoding='UTF-8.'?>\n"
                                "<a><b x='\xff'/></a>";
    static const char wide[] = "\xff\xfe<\0a\0>\0\0\xdc\0\xdc\0\xdc<\0/\0";
    struct xml_calls calls;
    struct diag diag = {0};
    int n_errors = 0;
    struct xml_calls_handlers before, after;

    (void)state;
    assert_true(xml_calls_open(&calls, "", &diag));
    before = xml_calls_handle(&calls, (struct xml_calls_handlers){
                                          NULL, NULL, count_error, &n_errors});
    expect_decoding_fails(named, sizeof named - 1);
    expect_decoding_fails(wide, sizeof wide - 1);
    after = xml_calls_handle(&calls, before);
    assert_true(after.structured == count_error);
    assert_ptr_equal(after.structured_context, &n_errors);
    assert_int_equal(n_errors, 0);
}

/* -- What libarchive packs -- */

#ifdef HAVE_LIBARCHIVE

#include <archive.h>
#include <archive_entry.h>

enum packer { XZ, BZIP2, ZIP };

static void add_file(struct archive *a, const char *name, const char *bytes,
                     size_t n)
{
    struct archive_entry *entry = archive_entry_new();

    archive_entry_set_pathname(entry, name);
    archive_entry_set_filetype(entry, AE_IFREG);
    archive_entry_set_size(entry, (la_int64_t)n);
    archive_entry_set_perm(entry, 0644);
    assert_int_equal(archive_write_header(a, entry), ARCHIVE_OK);
    assert_int_equal(archive_write_data(a, bytes, n), n);
    archive_entry_free(entry);
}

/* A file with n_files times these bytes; returns its packed size. */
static size_t pack(enum packer packer, size_t n_files, const char *bytes,
                   size_t n, char *to, size_t cap)
{
    struct archive *a = archive_write_new();
    size_t used;
    char name[32];

    if (packer == ZIP)
        (void)archive_write_set_format_zip(a);
    else
        (void)archive_write_set_format_raw(a);
    if (packer == XZ)
        (void)archive_write_add_filter_xz(a);
    if (packer == BZIP2)
        (void)archive_write_add_filter_bzip2(a);
    (void)archive_write_set_bytes_in_last_block(a, 1);
    assert_int_equal(archive_write_open_memory(a, to, cap, &used), ARCHIVE_OK);
    for (size_t i = 0; i < n_files; i++) {
        (void)snprintf(name, sizeof name, "net-%zu.pnml", i);
        add_file(a, name, bytes, n);
    }
    assert_int_equal(archive_write_free(a), ARCHIVE_OK);
    return used;
}

/* Reads the packed bytes from memory or from a file.  Returns how many bytes
 * they unpack to; text gets the first of these, diag a failure. */
static size_t unpack(const char *packed, size_t n, bool from_file, char *text,
                     size_t cap, struct diag *diag)
{
    struct source *source =
        from_file ? NULL : source_open_memory(packed, n, "memory", diag);
    static const size_t CHUNK = 5000;
    char chunk[5000];
    size_t all = 0, now;

    if (from_file) {
        char path[64];

        temp_path(path);

        FILE *file = fopen(path, "wb");

        assert_non_null(file);
        assert_int_equal(fwrite(packed, 1, n, file), n);
        (void)fclose(file);
        source = source_open(path, diag);
        (void)unlink(path);
    }
    while (source && (now = source_read(source, chunk, CHUNK)) > 0) {
        if (all + now <= cap)
            memcpy(text + all, chunk, now);
        all += now;
    }
    if (source)
        (void)source_failed(source, diag);
    source_close(source);
    return all;
}

static void every_packer_is_unpacked(void **state)
{
    char *text = big_text(), *packed = mem_alloc(2 * BIG, 1);
    char *got = mem_alloc(BIG, 1);

    (void)state;
    for (enum packer packer = XZ; packer <= ZIP; packer++)
        for (int from_file = 0; from_file < 2; from_file++) {
            const size_t n = pack(packer, 1, text, BIG, packed, 2 * BIG);
            struct diag diag = {0};

            assert_int_equal(unpack(packed, n, from_file, got, BIG, &diag),
                             BIG);
            assert_int_equal(diag.code, DIAG_NONE);
            assert_memory_equal(text, got, BIG);
        }
    mem_free(text);
    mem_free(packed);
    mem_free(got);
}

/* Whatever is missing is told, wherever the file is cut off. */
static void nothing_is_cut_short_silently(void **state)
{
    char *text = big_text(), *packed = mem_alloc(2 * BIG, 1);

    (void)state;
    for (enum packer packer = XZ; packer <= ZIP; packer++) {
        const size_t n = pack(packer, 1, text, 4000, packed, 2 * BIG);

        for (size_t len = 10; len < n; len += 1 + len / 50) {
            struct diag diag = {0};
            char got[4096];

            /* The contents of a zip archive stand twice in it. */
            const bool whole =
                unpack(packed, len, false, got, sizeof got, &diag) == 4000;

            assert_true(diag.code == DIAG_INPUT || (whole && packer == ZIP));
        }
    }
    mem_free(text);
    mem_free(packed);
}

static void an_archive_has_one_file(void **state)
{
    char packed[40000], got[10];
    struct diag diag = {0};
    size_t n = pack(ZIP, 3, "net", 3, packed, sizeof packed);

    (void)state;
    assert_int_equal(unpack(packed, n, false, got, sizeof got, &diag), 0);
    assert_report(&diag, 0,
                  "cannot read: the archive has 3 files, and only one may be "
                  "there: net-0.pnml, net-1.pnml, net-2.pnml");
    diag = (struct diag){0};
    n = pack(ZIP, 200, "net", 3, packed, sizeof packed);
    assert_int_equal(unpack(packed, n, false, got, sizeof got, &diag), 0);
    assert_non_null(strstr(diag.text, "has 200 files"));
    assert_string_equal(diag.text + strlen(diag.text) - 5, ", ...");
    diag = (struct diag){0};
    n = pack(ZIP, 0, "", 0, packed, sizeof packed);
    assert_int_equal(unpack(packed, n, false, got, sizeof got, &diag), 0);
    assert_report(&diag, 0, "cannot read: the archive has no file");
}

static void no_bomb_goes_off(void **state)
{
    enum { N = 70 << 20 };
    char *text = mem_zero(N, 1), *packed = mem_alloc(1 << 20, 1);

    (void)state;
    for (enum packer packer = XZ; packer <= ZIP; packer++) {
        const size_t n = pack(packer, 1, text, N, packed, 1 << 20);
        struct diag diag = {0};

        assert_true(unpack(packed, n, false, NULL, 0, &diag) < N);
        assert_report(&diag, 0,
                      "cannot read: the compressed data unpack to more than "
                      "200 times their size");
    }
    mem_free(text);
    mem_free(packed);
}

#endif

MODULE(source)
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
        cmocka_unit_test(comments_are_mended),
        cmocka_unit_test(comments_end_as_they_do_elsewhere),
        cmocka_unit_test(the_handlers_of_a_program_stay),
#ifdef HAVE_LIBARCHIVE
        cmocka_unit_test(every_packer_is_unpacked),
        cmocka_unit_test(nothing_is_cut_short_silently),
        cmocka_unit_test(an_archive_has_one_file),
        cmocka_unit_test(no_bomb_goes_off),
#endif
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
