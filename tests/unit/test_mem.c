/* Scopes free what was allocated in them and nothing else. */
#include "test.h"

#include "base/system.h"
#include "base/vec.h"

static void note(void *self)
{
    ++*(int *)self;
}

static void a_scope_that_fails_frees_its_blocks(void **state)
{
    struct mem_scope scope;
    char *const outer = mem_text("outer");

    (void)state;
    mem_enter(&scope);
    if (setjmp(scope.back)) {
        assert_int_equal(scope.wanted, 77);
        assert_string_equal(outer, "outer");
        mem_free(outer);
        return;
    }
    mem_free(mem_text("freed before"));
    (void)mem_resize(mem_zero(3, 5), 1000, 1000);
    mem_failed(77);
}

static void blocks_live_on_when_it_is_left(void **state)
{
    struct mem_scope scope;
    VEC(uint32_t) numbers = {0};

    (void)state;
    mem_enter(&scope);
    assert_int_equal(setjmp(scope.back), 0);
    for (uint32_t i = 0; i < 100; i++)
        vec_push(&numbers, i);
    mem_leave(&scope);
    for (uint32_t i = 0; i < 100; i++)
        vec_push(&numbers, i);
    assert_int_equal(numbers.at[199], 99);
    vec_free(&numbers);
}

static void an_inner_scope_goes_back_to_the_outer_one(void **state)
{
    struct mem_scope outer, inner;

    (void)state;
    mem_enter(&outer);
    if (setjmp(outer.back)) {
        assert_int_equal(outer.wanted, 2);
        return;
    }
    (void)mem_text("outer");
    mem_enter(&inner);
    if (!setjmp(inner.back)) {
        (void)mem_text("inner");
        mem_failed(1);
    }
    assert_int_equal(inner.wanted, 1);
    mem_failed(2);
}

static void guards_are_undone_unless_dropped(void **state)
{
    struct mem_guard dropped, undone;
    struct mem_scope scope;
    int n_dropped = 0, n_undone = 0;

    (void)state;
    mem_guard(&dropped, note, &n_dropped); /* outside: nothing */
    mem_unguard(&dropped);
    mem_enter(&scope);
    if (!setjmp(scope.back)) {
        mem_guard(&undone, note, &n_undone);
        mem_guard(&dropped, note, &n_dropped);
        mem_unguard(&dropped);
        mem_unguard(&dropped);
        mem_failed(1);
    }
    assert_int_equal(*(volatile int *)&n_dropped, 0);
    assert_int_equal(*(volatile int *)&n_undone, 1);
}

static void an_owner_keeps_the_blocks_of_a_failure(void **state)
{
    static char *volatile text;
    struct mem_link owner, other;
    struct mem_scope scope;

    (void)state;
    mem_own_none(&owner);
    mem_own_none(&other);
    mem_enter(&scope);
    scope.owner = &owner;
    if (!setjmp(scope.back)) {
        text = mem_text("kept");
        mem_give(mem_text("given"), &other);
        (void)mem_text("left behind");
        mem_failed(1);
    }
    assert_string_equal(text, "kept");
    mem_give_all(&owner, &other);
    mem_free_all(&owner);
    assert_string_equal(text, "kept");
    mem_free_all(&other);
    mem_free_all(&other);
}

static void adopted_blocks_go_with_the_scope(void **state)
{
    struct mem_link owner;
    struct mem_scope scope;

    (void)state;
    mem_own_none(&owner);
    mem_give(mem_text("adopted"), &owner);
    mem_enter(&scope);
    if (!setjmp(scope.back)) {
        mem_adopt_all(&owner);
        assert_ptr_equal(owner.next, &owner);
        mem_failed(1);
    }
}

/* Blocks of the outer scope do not count, and those that it gets back do not.
 */
static void a_scope_knows_what_it_holds(void **state)
{
    enum {
        BYTES = 100000,
        HEAD = (sizeof(struct mem_link) + sizeof(max_align_t) - 1) /
               sizeof(max_align_t),
    };
    struct mem_scope scope;
    void *outer = mem_alloc(BYTES, 1), *block;
    const bool known = system_block_size((max_align_t *)outer - HEAD) > 0;

    (void)state;
    assert_int_equal(mem_held(), 0);
    mem_enter(&scope);
    assert_int_equal(setjmp(scope.back), 0);
    mem_free(outer);
    assert_int_equal(mem_held(), 0);
    block = mem_zero(BYTES, 1);
    assert_true(!known || (mem_held() >= BYTES && mem_held() < 2 * BYTES));
    block = mem_resize(block, 4, BYTES);
    assert_true(!known || (mem_held() >= 4 * BYTES && mem_held() < 5 * BYTES));
    mem_free(block);
    assert_int_equal(mem_held(), 0);
    mem_leave(&scope);
}

static void memory_of_other_libraries_counts(void **state)
{
    struct mem_scope scope;
    size_t noted = 0, other = 0;

    (void)state;
    mem_enter(&scope);
    assert_int_equal(setjmp(scope.back), 0);
    mem_note(&noted, 1000);
    mem_note(&other, 10);
    assert_int_equal(mem_held(), 1010);
    mem_note(&noted, 300);
    assert_int_equal(mem_held(), 310);
    mem_note(&noted, 0);
    mem_note(&other, 0);
    assert_int_equal(mem_held(), 0);
    mem_leave(&scope);
}

static void room_is_as_if_an_array_had_grown(void **state)
{
    (void)state;
    for (uint32_t n = 0; n < 3000; n += 1 + n / 5) {
        VEC(uint32_t) grown = {0}, expected = {0};

        for (uint32_t i = 0; i < n; i++)
            vec_push(&grown, i);
        vec_expect(&expected, n);
        assert_int_equal(mem_grown(n), grown.cap);
        assert_int_equal(expected.cap, grown.cap);
        vec_free(&grown);
        vec_free(&expected);
    }
}

MODULE(mem)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_scope_that_fails_frees_its_blocks),
        cmocka_unit_test(blocks_live_on_when_it_is_left),
        cmocka_unit_test(an_inner_scope_goes_back_to_the_outer_one),
        cmocka_unit_test(guards_are_undone_unless_dropped),
        cmocka_unit_test(an_owner_keeps_the_blocks_of_a_failure),
        cmocka_unit_test(a_scope_knows_what_it_holds),
        cmocka_unit_test(adopted_blocks_go_with_the_scope),
        cmocka_unit_test(memory_of_other_libraries_counts),
        cmocka_unit_test(room_is_as_if_an_array_had_grown),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
