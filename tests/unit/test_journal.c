/* A journal gives back the tasks that it was given, and no others. */
#include "test.h"

#include "cli/program/journal.h"
#include "cli/json.h"

#include <unistd.h>

#define FILE_NAME "test_journal"

enum { N_RECORDS = 3 };

static const struct {
    uint32_t net;
    struct task_part part;
    int code;
    const char *out;
} records[N_RECORDS] = {
    {1, {TASK_BLOCK, 2, 2}, 1, "t1: reachable\nt2: unreachable\n"},
    {0, {TASK_WHOLE, 0, 0}, 0, "deadlock: caf\xe9\n"},
    {1, {TASK_BLOCK, 0, 2}, 2, "\n\n[\"0123456789abcdef\",{}]\n"},
};

/* A run about a net that is nowhere. */
struct scene {
    char path[64];
    struct options options;
    struct journal journal;
    struct diag diag;
};

static void scene_init(struct scene *scene, const char *net)
{
    json_prepare();
    *scene = (struct scene){.path = ""};
    (void)snprintf(scene->path, sizeof scene->path, FILE_NAME ".%ld",
                   (long)getpid());
    vec_push(&scene->options.nets, net);
}

static void scene_finish(struct scene *scene)
{
    journal_close(&scene->journal);
    vec_free(&scene->options.nets);
    (void)unlink(scene->path);
}

static bool open_to(struct scene *scene, bool resume, bool checkpoint)
{
    journal_close(&scene->journal);
    scene->diag = (struct diag){0};
    scene->options.resume = resume ? scene->path : NULL;
    scene->options.checkpoint = checkpoint ? scene->path : NULL;
    return journal_open(&scene->journal, &scene->options, &scene->diag);
}

static void add(struct scene *scene, uint32_t i)
{
    const char *const out = records[i].out;
    json_t *const report = json_pack("{s:i,s:o}", "exit_code", records[i].code,
                                     "out", json_bytes(out, strlen(out)));

    assert_true(journal_add(&scene->journal, records[i].net, &records[i].part,
                            report, &scene->diag));
    json_decref(report);
}

static void expect_record(struct scene *scene, uint32_t i)
{
    json_t *const report =
        journal_take(&scene->journal, records[i].net, &records[i].part);
    text_buffer out = {0};

    assert_non_null(report);
    assert_int_equal(json_integer_value(json_object_get(report, "exit_code")),
                     records[i].code);
    json_take_bytes(json_object_get(report, "out"), &out);
    assert_string_equal(text_end(&out), records[i].out);
    vec_free(&out);
    json_decref(report);
}

/* A file with all records, which is closed. */
static void begin(struct scene *scene)
{
    scene_init(scene, "none");
    assert_true(open_to(scene, false, true));
    for (uint32_t i = 0; i < N_RECORDS; i++)
        add(scene, i);
    journal_close(&scene->journal);
}

static void finished_tasks_come_back(void **state)
{
    const struct task_part other = {TASK_BLOCK, 0, 1};
    struct scene scene;

    (void)state;
    begin(&scene);
    assert_true(open_to(&scene, true, false));
    assert_int_equal(scene.journal.found.len, N_RECORDS);
    assert_false(scene.journal.is_cut);
    for (uint32_t i = 0; i < N_RECORDS; i++)
        expect_record(&scene, i);
    assert_null(journal_take(&scene.journal, 1, &other));
    assert_null(journal_take(&scene.journal, 2, &records[1].part));
    scene_finish(&scene);
}

static void a_journal_goes_on_in_its_file(void **state)
{
    struct scene scene;

    (void)state;
    scene_init(&scene, "none");
    assert_true(open_to(&scene, false, true));
    for (uint32_t i = 0; i < N_RECORDS; i++) {
        add(&scene, i);
        assert_true(open_to(&scene, true, true));
        assert_int_equal(scene.journal.found.len, i + 1);
    }
    for (uint32_t i = 0; i < N_RECORDS; i++)
        expect_record(&scene, i);
    scene_finish(&scene);
}

static char *read_file(const char *path, long *size)
{
    FILE *const file = fopen(path, "r");
    char *const bytes = mem_alloc(4096, 1);

    assert_non_null(file);
    *size = (long)fread(bytes, 1, 4096, file);
    assert_true(*size < 4096);
    fclose(file);
    return bytes;
}

static void write_file(const char *path, const char *bytes, long n)
{
    FILE *const file = fopen(path, "w");

    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, (size_t)n, file), n);
    assert_int_equal(fclose(file), 0);
}

/* Where the records begin. */
static long records_of(const char *bytes)
{
    const char *const line = strstr(bytes, "\nbegin\n");

    assert_non_null(line);
    return line + 7 - bytes;
}

/* Each cut leaves the records before it. */
static void a_record_that_is_not_whole_is_none(void **state)
{
    struct scene scene;
    uint32_t most = 0;
    long size;
    char *bytes;

    (void)state;
    begin(&scene);
    bytes = read_file(scene.path, &size);
    for (long n = records_of(bytes); n <= size; n++) {
        write_file(scene.path, bytes, n);
        assert_true(open_to(&scene, true, false));
        assert_true(scene.journal.found.len == most ||
                    scene.journal.found.len == most + 1);
        if (scene.journal.found.len > most)
            assert_false(scene.journal.is_cut);
        most = scene.journal.found.len;
    }
    assert_int_equal(most, N_RECORDS);
    mem_free(bytes);
    scene_finish(&scene);
}

static void a_changed_record_is_not_believed(void **state)
{
    struct scene scene;
    long size;
    char *bytes;

    (void)state;
    begin(&scene);
    bytes = read_file(scene.path, &size);
    for (long i = records_of(bytes); i < size; i++) {
        bytes[i] ^= 1;
        write_file(scene.path, bytes, size);
        assert_true(open_to(&scene, true, false));
        assert_true(scene.journal.found.len < N_RECORDS);
        assert_true(scene.journal.is_cut);
        bytes[i] ^= 1;
    }
    mem_free(bytes);
    scene_finish(&scene);
}

static void another_run_has_another_journal(void **state)
{
    struct scene scene;

    (void)state;
    begin(&scene);
    scene.options.nets.at[0] = "other";
    assert_false(open_to(&scene, true, false));
    assert_int_equal(scene.diag.line, 2);
    assert_non_null(strstr(scene.diag.text, "that of another run"));
    write_file(scene.path, "net", 3);
    assert_false(open_to(&scene, true, false));
    assert_string_equal(scene.diag.text, "this is no journal of tasks");
    (void)unlink(scene.path);
    assert_false(open_to(&scene, true, false));
    assert_non_null(strstr(scene.diag.text, "cannot read"));
    scene_finish(&scene);
}

static void without_a_file_nothing_is_kept(void **state)
{
    struct scene scene;

    (void)state;
    scene_init(&scene, "none");
    assert_true(open_to(&scene, false, false));
    add(&scene, 0);
    assert_null(journal_take(&scene.journal, records[0].net, &records[0].part));
    assert_int_equal(access(scene.path, F_OK), -1);
    scene_finish(&scene);
}

MODULE(journal)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finished_tasks_come_back),
        cmocka_unit_test(a_journal_goes_on_in_its_file),
        cmocka_unit_test(a_record_that_is_not_whole_is_none),
        cmocka_unit_test(a_changed_record_is_not_believed),
        cmocka_unit_test(another_run_has_another_journal),
        cmocka_unit_test(without_a_file_nothing_is_kept),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
