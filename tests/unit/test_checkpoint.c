/* A checkpoint is read as it was written, by the same search only, and a change
 * of any word is noticed. */
#include "formats/text/checkpoint.h"
#include "test.h"

#include <unistd.h>

static const char FILE_NAME[] = "test.checkpoint";

static const char NET[] = "p* q r | a: p > q | b: p > r | c: q > r";

struct fixture {
    struct net *net;
    struct dep *dep;
    struct checkpoint_search search;
    struct partial_search state;
};

static void start(struct fixture *x)
{
    static const uint32_t path[] = {3, 0}, run[] = {0, 2};

    *x = (struct fixture){.net = test_net(NET)};
    x->dep = dep_create(x->net, DEP_READ);
    x->search = (struct checkpoint_search){.net = x->net, .dep = x->dep};
    partial_add_root(&x->state, &(struct partial_name){path, run, 2, 2});
    partial_add_root(&x->state, &(struct partial_name){0});
    x->state.sums.maximal_configurations = UINT64_C(1) << 40;
    x->state.sums.work = 77;
    x->state.is_beyond = true;
}

static void end(struct fixture *x)
{
    partial_finish(&x->state);
    dep_destroy(x->dep);
    net_destroy(x->net);
    (void)unlink(FILE_NAME);
}

static void put_file(struct fixture *x)
{
    struct diag diag = {0};

    assert_true(checkpoint_write(FILE_NAME, &x->search, &x->state, &diag));
}

static bool get_file(const struct checkpoint_search *search,
                     struct partial_search *state, struct diag *diag)
{
    *state = (struct partial_search){0};
    *diag = (struct diag){0};
    return checkpoint_read(FILE_NAME, search, state, diag);
}

/* The words of a message say all of it. */
static bool equal(const struct partial_search *a,
                  const struct partial_search *b)
{
    partial_words x = {0}, y = {0};
    bool same;

    partial_pack(a, &x);
    partial_pack(b, &y);
    same = x.len == y.len && !memcmp(x.at, y.at, x.len * sizeof *x.at);
    vec_free(&x);
    vec_free(&y);
    return same;
}

static void what_is_written_is_read(void **state)
{
    struct fixture x;
    struct partial_search read;
    struct diag diag;

    (void)state;
    start(&x);
    put_file(&x);
    assert_true(get_file(&x.search, &read, &diag));
    assert_true(equal(&x.state, &read));
    partial_finish(&read);
    end(&x);
}

static size_t read_bytes(char *bytes, size_t cap)
{
    FILE *const file = fopen(FILE_NAME, "rb");
    size_t n;

    assert_non_null(file);
    n = fread(bytes, 1, cap, file);
    assert_true(n < cap);
    (void)fclose(file);
    return n;
}

static void write_bytes(const char *bytes, size_t n)
{
    FILE *const file = fopen(FILE_NAME, "wb");

    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, n, file), n);
    assert_int_equal(fclose(file), 0);
}

static void expect_refused(struct fixture *x, const char *bytes, size_t n)
{
    struct partial_search read;
    struct diag diag;

    write_bytes(bytes, n);
    assert_false(get_file(&x->search, &read, &diag));
    assert_int_equal(diag.code, DIAG_INPUT);
    partial_finish(&read);
}

static void a_change_of_any_word_is_noticed(void **state)
{
    struct fixture x;
    char bytes[2000];
    size_t n;

    (void)state;
    start(&x);
    put_file(&x);
    n = read_bytes(bytes, sizeof bytes);
    for (size_t i = 0; i < n; i++) {
        const char old = bytes[i];

        if (old == ' ' || old == '\n')
            continue;
        bytes[i] = old == '7' ? '8' : '7';
        expect_refused(&x, bytes, n);
        bytes[i] = old;
    }
    for (size_t i = 0; i + 1 < n; i++) /* the last byte is a newline */
        expect_refused(&x, bytes, i);
    end(&x);
}

static void roots_are_firing_sequences(void **state)
{
    static const uint32_t wrong[][2] = {{0, 1}, {2, 0}, {0, 3}};
    struct fixture x;
    struct partial_search read;
    struct diag diag;

    (void)state;
    for (uint32_t i = 0; i < 3; i++) {
        start(&x);
        partial_add_root(
            &x.state, &(struct partial_name){.trans = wrong[i], .n_trans = 2});
        put_file(&x);
        assert_false(get_file(&x.search, &read, &diag));
        partial_finish(&read);
        end(&x);
    }
}

static void other_searches_are_refused(void **state)
{
    struct fixture x;
    struct checkpoint_search other;
    struct net *const net = test_net("p* q r | a: p > q | b: p > r | c: r > q");
    struct dep *const dep = dep_create(net, DEP_NONE);
    goal_list goals = {0};
    struct partial_search read;
    struct diag diag;

    (void)state;
    start(&x);
    put_file(&x);
    goal_add_plain(&goals, "deadlock");
    for (uint32_t i = 0; i < 4; i++) {
        other = x.search;
        other.net = i == 0 ? net : other.net;
        other.dep = i == 1 ? dep : other.dep;
        other.max_depth = i == 2;
        other.goals = goals.at;
        other.n_goals = i == 3;
        assert_false(get_file(&other, &read, &diag));
        partial_finish(&read);
    }
    goal_list_free(&goals);
    dep_destroy(dep);
    net_destroy(net);
    end(&x);
}

MODULE(checkpoint)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_read),
        cmocka_unit_test(a_change_of_any_word_is_noticed),
        cmocka_unit_test(roots_are_firing_sequences),
        cmocka_unit_test(other_searches_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
