/* Files appear completely or not at all. */
#include "base/output.h"

#include "test.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

/* Every test works in its own directory. */
static int enter(void **state)
{
    char name[] = "test_output.XXXXXX";

    if (!mkdtemp(name) || chdir(name))
        return -1;
    *state = mem_text(name);
    return 0;
}

static int leave(void **state)
{
    int failed = chdir("..");

    failed |= rmdir(*state);
    mem_free(*state);
    return failed;
}

static void write_text(const char *path, const char *text)
{
    struct output out;
    struct diag diag = {0};

    assert_true(output_open(&out, path, &diag));
    assert_true(fputs(text, out.file) >= 0);
    assert_true(output_close(&out, &diag));
    assert_int_equal(diag.code, DIAG_NONE);
}

static void assert_text(const char *path, const char *wanted)
{
    char text[64];
    FILE *file = fopen(path, "r");

    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    (void)fclose(file);
    assert_string_equal(text, wanted);
}

static int count_files(void)
{
    DIR *directory = opendir(".");
    int n = 0;

    assert_non_null(directory);
    for (struct dirent *entry = readdir(directory); entry;
         entry = readdir(directory))
        n += entry->d_name[0] != '.';
    (void)closedir(directory);
    return n;
}

static void a_file_appears_when_closed(void **state)
{
    struct output out;
    struct diag diag = {0};

    (void)state;
    assert_true(output_open(&out, "a", &diag));
    assert_int_equal(access("a", F_OK), -1);
    assert_true(fputs("text", out.file) >= 0);
    assert_true(output_close(&out, &diag));
    assert_text("a", "text");
    assert_int_equal(count_files(), 1);
    (void)unlink("a");
}

static void the_old_file_stays_until_then(void **state)
{
    struct output out;
    struct diag diag = {0};

    (void)state;
    write_text("a", "old");
    assert_true(output_open(&out, "a", &diag));
    assert_true(fputs("new", out.file) >= 0);
    assert_int_equal(fflush(out.file), 0);
    assert_text("a", "old");
    output_discard(&out);
    assert_text("a", "old");
    assert_int_equal(count_files(), 1);
    write_text("a", "new");
    assert_text("a", "new");
    (void)unlink("a");
}

static void a_replaced_file_keeps_its_mode(void **state)
{
    struct stat now;

    (void)state;
    write_text("a", "old");
    assert_int_equal(chmod("a", 0640), 0);
    write_text("a", "new");
    assert_int_equal(stat("a", &now), 0);
    assert_int_equal(now.st_mode & 0777, 0640);
    (void)unlink("a");
}

static void a_link_stays_a_link(void **state)
{
    struct stat now;

    (void)state;
    write_text("a", "old");
    assert_int_equal(symlink("a", "b"), 0);
    write_text("b", "new");
    assert_int_equal(lstat("b", &now), 0);
    assert_true(S_ISLNK(now.st_mode));
    assert_text("a", "new");
    (void)unlink("a");
    (void)unlink("b");
}

/* Devices are not tested: with a bug, a superuser's test would replace them. */
static void a_pipe_is_written_directly(void **state)
{
    char text[8] = "";
    struct stat now;

    (void)state;
    assert_int_equal(mkfifo("a", 0600), 0);

    const int end = open("a", O_RDONLY | O_NONBLOCK);

    assert_true(end >= 0);
    write_text("a", "text");
    assert_int_equal(read(end, text, sizeof text - 1), 4);
    assert_string_equal(text, "text");
    assert_int_equal(lstat("a", &now), 0);
    assert_true(S_ISFIFO(now.st_mode));
    (void)close(end);
    (void)unlink("a");
}

static void what_cannot_be_opened_is_a_wrong_argument(void **state)
{
    struct output out;
    struct diag diag = {0};

    (void)state;
    assert_false(output_open(&out, "no/such/file", &diag));
    assert_int_equal(diag.code, DIAG_USAGE);
    assert_string_equal(diag.file, "no/such/file");
    assert_string_equal(diag.text, "cannot write: No such file or directory");
    assert_int_equal(count_files(), 0);
}

/* A limit on the size of files simulates a full disk. */
static void a_failed_write_leaves_the_old_file(void **state)
{
    struct rlimit old, tight;
    struct output out;
    struct diag diag = {0};

    (void)state;
    write_text("a", "old");
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
    tight = (struct rlimit){2, old.rlim_max};
    assert_true(signal(SIGXFSZ, SIG_IGN) != SIG_ERR);
    assert_true(output_open(&out, "a", &diag));
    assert_true(fputs("text", out.file) >= 0);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &tight), 0);

    const bool closed = output_close(&out, &diag);

    assert_int_equal(setrlimit(RLIMIT_FSIZE, &old), 0);
    assert_false(closed);
    assert_int_equal(diag.code, DIAG_INTERNAL);
    assert_string_equal(diag.text, "cannot write: File too large");
    assert_text("a", "old");
    assert_int_equal(count_files(), 1);
    (void)unlink("a");
}

/* Another program may have a file with the first name that we would choose. */
static void names_in_use_are_left_alone(void **state)
{
    char name[32];

    (void)state;
    (void)snprintf(name, sizeof name, "a.%ld.0", (long)getpid());
    write_text(name, "theirs");
    write_text("a", "ours");
    assert_text(name, "theirs");
    assert_text("a", "ours");
    (void)unlink(name);
    (void)unlink("a");
}

#define IN_DIRECTORY(test) cmocka_unit_test_setup_teardown(test, enter, leave)

MODULE(output)
{
    const struct CMUnitTest tests[] = {
        IN_DIRECTORY(a_file_appears_when_closed),
        IN_DIRECTORY(the_old_file_stays_until_then),
        IN_DIRECTORY(a_replaced_file_keeps_its_mode),
        IN_DIRECTORY(a_link_stays_a_link),
        IN_DIRECTORY(a_pipe_is_written_directly),
        IN_DIRECTORY(what_cannot_be_opened_is_a_wrong_argument),
        IN_DIRECTORY(a_failed_write_leaves_the_old_file),
        IN_DIRECTORY(names_in_use_are_left_alone),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
