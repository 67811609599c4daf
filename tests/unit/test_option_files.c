#include "cli/options.h"
#include "test.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static void assert_filled(const char *text, const char *net, const char *wanted)
{
    char *filled = option_files_name(text, net);

    assert_string_equal(filled, wanted);
    mem_free(filled);
}

static void placeholders_are_parts_of_the_name(void **state)
{
    (void)state;
    assert_filled("<{}>", "a/b.c/ring.pnml.gz", "<a/b.c/ring.pnml.gz>");
    assert_filled("<{.}>", "a/b.c/ring.pnml.gz", "<a/b.c/ring.pnml>");
    assert_filled("<{/}>", "a/b.c/ring.pnml.gz", "<ring.pnml.gz>");
    assert_filled("<{//}>", "a/b.c/ring.pnml.gz", "<a/b.c>");
    assert_filled("<{/.}>", "a/b.c/ring.pnml.gz", "<ring.pnml>");
    assert_filled("{/.}{/.}x{}", "n.g", "nnxn.g");
}

static void a_name_may_lack_parts(void **state)
{
    (void)state;
    assert_filled("{//}", "ring.pnml", ".");
    assert_filled("{//}", "/ring.pnml", "/");
    assert_filled("{//}", "//ring.pnml", "/");
    assert_filled("{.}", "a.b/ring", "a.b/ring");
    assert_filled("{.}", "a/.net", "a/.net");
    assert_filled("{/.}", ".net", ".net");
    assert_filled("{/.}", "ring.", "ring");
    assert_filled("{/}", "folder/", "");
    assert_filled("{}", "-", "-");
}

static void other_braces_stay(void **state)
{
    (void)state;
    assert_filled("{", "n", "{");
    assert_filled("{x}{/", "n", "{x}{/");
    assert_filled("{{}}", "n", "{n}");
    assert_filled("{///}", "n", "{///}");
    assert_filled("", "n", "");
    assert_filled("{}", "{.}", "{.}");
}

static void patterns_have_a_placeholder(void **state)
{
    (void)state;
    assert_true(option_files_is_pattern("out/{/.}.cert"));
    assert_true(option_files_is_pattern("{x{}"));
    assert_false(option_files_is_pattern("out/{x}"));
    assert_false(option_files_is_pattern("{/"));
    assert_false(option_files_is_pattern(""));
}

/* --- files that are one -----------------------------------------------------
 */

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

/* The report about the files of the options, "" if there is none. */
static const char *check(struct options *options, const char *net,
                         struct diag *diag)
{
    bool good;

    *diag = (struct diag){0};
    vec_push(&options->nets, net);
    options->net = net;
    good = option_files_check(options, diag);
    vec_free(&options->nets);
    assert_int_equal(good, diag->code == DIAG_NONE);
    return diag->text;
}

/* About a net, which is read, and a file that is written. */
static const char *check_net(const char *net, const char *file,
                             struct diag *diag)
{
    return check(&(struct options){.json = file}, net, diag);
}

/* About two files that are written. */
static const char *check_outputs(const char *a, const char *b,
                                 struct diag *diag)
{
    return check(&(struct options){.dot = a, .svg = b}, "a net", diag);
}

static void one_file_has_many_names(void **state)
{
    struct diag diag;

    (void)state;
    assert_string_equal(check_net("there", "./sub/../there", &diag),
                        "the net and --json are one file, './sub/../there'");
    assert_string_equal(check_outputs("link", "there", &diag),
                        "--dot and --svg are one file, 'there'");
    assert_string_not_equal(check_outputs("new", "sub/../new", &diag), "");
    assert_string_not_equal(check_outputs("sub/new", "./sub/new", &diag), "");
}

static void different_files_are_fine(void **state)
{
    struct diag diag;

    (void)state;
    assert_string_equal(check_net("there", "new", &diag), "");
    assert_string_equal(check_outputs("new", "sub/new", &diag), "");
    assert_string_equal(check_outputs("new", "newer", &diag), "");
    assert_string_equal(check_outputs("none/x", "none/x", &diag), "");
}

static void inputs_may_be_one_file(void **state)
{
    struct options options = {.property = "there", .dot = "new"};
    struct diag diag;

    (void)state;
    assert_string_equal(check(&options, "there", &diag), "");
}

static void devices_and_streams_are_shared(void **state)
{
    struct diag diag;

    (void)state;
    assert_string_equal(check_outputs("/dev/null", "/dev/null", &diag), "");
    assert_string_equal(check_outputs("-", "-", &diag), "");
    assert_string_equal(check_outputs("sub", "sub", &diag), "");
}

/* The pair whose later file was named first is told, whatever inodes are. */
static void the_first_pair_is_told(void **state)
{
    struct options options = {.property = "a",
                              .witness = "a",
                              .certificate = "c",
                              .replay = "b",
                              .json = "b"};
    struct diag diag;

    (void)state;
    assert_string_equal(check(&options, "c", &diag),
                        "--property and --witness are one file, 'a'");
}

static void an_output_among_inputs_is_found(void **state)
{
    struct options options = {
        .property = "there", .replay = "there", .write = "there"};
    struct diag diag;

    (void)state;
    assert_string_equal(check(&options, "there", &diag),
                        "the net and --write are one file, 'there'");
}

MODULE(option_files)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(placeholders_are_parts_of_the_name),
        cmocka_unit_test(a_name_may_lack_parts),
        cmocka_unit_test(other_braces_stay),
        cmocka_unit_test(patterns_have_a_placeholder),
        cmocka_unit_test(one_file_has_many_names),
        cmocka_unit_test(different_files_are_fine),
        cmocka_unit_test(inputs_may_be_one_file),
        cmocka_unit_test(devices_and_streams_are_shared),
        cmocka_unit_test(the_first_pair_is_told),
        cmocka_unit_test(an_output_among_inputs_is_found),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
