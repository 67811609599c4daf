/* Files that are one, under whatever names. */
#include "cli/named_files.h"
#include "test.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* A folder with the file "there", a link "link" to it, and a folder "sub". */
static int make_folder(void **state)
{
    char *const folder = mem_text("named_files.XXXXXX");
    FILE *file;

    if (!mkdtemp(folder) || chdir(folder))
        return 1;
    *state = folder;
    file = fopen("there", "w");
    return !file || fclose(file) || symlink("there", "link") ||
           mkdir("sub", 0777);
}

static int remove_folder(void **state)
{
    const int failed = unlink("there") || unlink("link") || rmdir("sub") ||
                       chdir("..") || rmdir(*state);

    mem_free(*state);
    return failed;
}

/* The report about two files, "" if there is none. */
static const char *check(struct diag *diag, const char *a, bool a_is_output,
                         const char *b, bool b_is_output)
{
    struct named_files files = {0};

    *diag = (struct diag){0};
    named_files_add(&files, "the first", NULL, a, a_is_output);
    named_files_add(&files, "the second", "n", b, b_is_output);

    const bool good = named_files_check(&files, diag);

    assert_int_equal(good, diag->code == DIAG_NONE);
    named_files_finish(&files);
    return diag->text;
}

static void one_file_has_many_names(void **state)
{
    struct diag diag;

    (void)state;
    assert_string_equal(check(&diag, "there", false, "./sub/../there", true),
                        "the first and the second of 'n' are one file, "
                        "'./sub/../there'");
    assert_string_not_equal(check(&diag, "link", true, "there", false), "");
    assert_string_not_equal(check(&diag, "new", true, "sub/../new", true), "");
    assert_string_not_equal(check(&diag, "sub/new", true, "./sub/new", true),
                            "");
}

static void different_files_are_fine(void **state)
{
    struct diag diag;

    (void)state;
    assert_string_equal(check(&diag, "there", false, "new", true), "");
    assert_string_equal(check(&diag, "new", true, "sub/new", true), "");
    assert_string_equal(check(&diag, "new", true, "newer", true), "");
    assert_string_equal(check(&diag, "none/x", true, "none/x", true), "");
}

static void inputs_may_be_one_file(void **state)
{
    struct diag diag;

    (void)state;
    assert_string_equal(check(&diag, "there", false, "there", false), "");
}

static void devices_and_streams_are_shared(void **state)
{
    struct diag diag;

    (void)state;
    assert_string_equal(check(&diag, "/dev/null", true, "/dev/null", true), "");
    assert_string_equal(check(&diag, "-", true, "-", true), "");
    assert_string_equal(check(&diag, "sub", true, "sub", true), "");
}

/* The pair whose later file was named first is told, whatever inodes are. */
static void the_first_pair_is_told(void **state)
{
    static const char *const names[] = {"c", "a", "b", "a", "c", "b"};
    struct named_files files = {0};
    struct diag diag = {0};

    (void)state;
    for (uint32_t i = 0; i < 6; i++)
        named_files_add(&files, names[i], NULL, names[i], i > 2);
    assert_false(named_files_check(&files, &diag));
    assert_report(&diag, 0, "a and a are one file, 'a'");
    named_files_finish(&files);
}

static void an_output_among_inputs_is_found(void **state)
{
    struct named_files files = {0};
    struct diag diag = {0};

    (void)state;
    for (uint32_t i = 0; i < 5; i++)
        named_files_add(&files, i == 3 ? "output" : "input", NULL, "there",
                        i == 3);
    assert_false(named_files_check(&files, &diag));
    assert_report(&diag, 0, "input and output are one file, 'there'");
    named_files_finish(&files);
}

MODULE(named_files)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_file_has_many_names),
        cmocka_unit_test(different_files_are_fine),
        cmocka_unit_test(inputs_may_be_one_file),
        cmocka_unit_test(devices_and_streams_are_shared),
        cmocka_unit_test(the_first_pair_is_told),
        cmocka_unit_test(an_output_among_inputs_is_found),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
