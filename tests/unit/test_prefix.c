/* prefix_check() accepts valid prefixes and aborts on each way to break one. */
#include "test.h"

#include "checks.h"
#include "aborts.h"
#include "occurrence/prefix.h"
#include "prefix_text.h"

#define SWAP(T, a, b)      \
    do {                   \
        const T old = (a); \
                           \
        (a) = (b);         \
        (b) = old;         \
    } while (0)

static void check(void *self)
{
    prefix_check(self);
}

static bool is_broken(struct prefix *prefix)
{
    return aborts(check, prefix);
}

/* Places a b; events 1 and 2 compete for condition 0, 3 follows 1, 4 follows 2
 * and the concurrent 5. */
static struct prefix race(void)
{
    struct prefix prefix = {0};

    prefix_text_begin(&prefix, "0 1");
    prefix_text_event(&prefix, 0, "0", "0", "", "2");
    prefix_text_event(&prefix, 1, "0", "0", "", "3");
    prefix_text_event(&prefix, 2, "1", "2", "", "0");
    prefix_text_event(&prefix, 3, "0", "1", "", "4");
    prefix_text_event(&prefix, 4, "2 4", "3 5", "", "0 1");
    prefix_text_conflict(&prefix, 1, 2);
    prefix_text_cutoff(&prefix, 3, 0);
    return prefix;
}

/* Readers 1 and 2 of condition 0, and its consumer with three histories. */
static struct prefix readers(void)
{
    struct prefix prefix = {0};

    prefix_text_begin(&prefix, "0 1 2");
    prefix_text_event(&prefix, 0, "0", "1", "0", "");
    prefix_text_event(&prefix, 1, "0", "2", "0", "");
    prefix_text_event(&prefix, 2, "0", "0", "", "3");
    prefix_text_event(&prefix, 2, "1", "0", "", "3");
    prefix_text_event(&prefix, 2, "1 2", "0", "", "3");
    prefix_text_conflict(&prefix, 1, 3);
    prefix_text_conflict(&prefix, 2, 3);
    prefix_text_conflict(&prefix, 2, 4);
    return prefix;
}

static void accept(struct prefix prefix)
{
    prefix_check(&prefix);
    prefix_finish(&prefix);
}

static void refuse(struct prefix prefix)
{
    assert_true(is_broken(&prefix));
    prefix_finish(&prefix);
}

static void good_prefixes_are_accepted(void **state)
{
    (void)state;
    accept((struct prefix){0});
    accept(race());
    accept(readers());
    assert_false(is_broken(&(struct prefix){0}));
}

static void finish_leaves_an_empty_prefix(void **state)
{
    struct prefix prefix = race();

    (void)state;
    prefix_finish(&prefix);
    assert_null(prefix.events.at);
    assert_int_equal(prefix.conditions.len + prefix.pool.len, 0);
    prefix_finish(&prefix);
    prefix_check(&prefix);
}

static void sizes_are_those_of_local_configurations(void **state)
{
    struct prefix prefix = race();

    (void)state;
    assert_int_equal(prefix.events.at[5].size, 3);
    prefix.events.at[5].size++;
    refuse(prefix);
}

static void bottom_is_no_event(void **state)
{
    struct prefix prefix = race();

    (void)state;
    prefix.events.at[0].trans = 0;
    refuse(prefix);
    prefix = race();
    prefix.events.at[0].cutoff = true;
    refuse(prefix);
    prefix = race();
    prefix.events.at[0].reads = prefix.events.at[0].produces;
    refuse(prefix);
    prefix = race();
    prefix.events.at[5].trans = TRANS_NONE;
    refuse(prefix);
}

static void an_absent_prefix_has_nothing(void **state)
{
    struct prefix prefix = {0};

    (void)state;
    prefix_text_conflict(&prefix, 1, 2);
    refuse(prefix);
}

static void causes_are_smaller_and_reduced(void **state)
{
    struct prefix prefix = race();

    (void)state;
    prefix_text_event(&prefix, 5, "1 3", "4", "", "");
    refuse(prefix);
    prefix = race();
    prefix_text_event(&prefix, 5, "4 3", "4", "", "");
    refuse(prefix);
    prefix = race();
    prefix_text_event(&prefix, 5, "0 3", "4", "", "");
    refuse(prefix);
    prefix = race();
    prefix_text_event(&prefix, 5, "6", "", "", "");
    refuse(prefix);
    prefix = race();
    prefix_text_event(&prefix, 5, "", "", "", "");
    refuse(prefix);
    prefix = race();
    prefix_text_event(&prefix, 5, "7", "", "", "");
    prefix_text_event(&prefix, 6, "0", "", "", "");
    prefix.events.at[6].size = 2;
    refuse(prefix);
}

static void causes_are_not_in_conflict(void **state)
{
    struct prefix prefix = race();

    (void)state;
    prefix_text_event(&prefix, 5, "1 2", "2 3", "", "");
    refuse(prefix);
}

static void names_are_unique(void **state)
{
    struct prefix prefix = race();

    (void)state;
    prefix_text_event(&prefix, 2, "1", "", "", "");
    refuse(prefix);
}

static void conditions_come_from_causes(void **state)
{
    struct prefix prefix = race();

    (void)state;
    prefix_text_event(&prefix, 5, "4", "4", "", "");
    refuse(prefix);
    prefix = race();
    prefix_text_event(&prefix, 5, "3", "", "5", "");
    refuse(prefix);
    prefix = race();
    prefix_text_event(&prefix, 5, "3", "99", "", "");
    refuse(prefix);
}

static void conditions_are_made_once(void **state)
{
    struct prefix prefix = race();

    (void)state;
    prefix.conditions.at[5].producer = 1;
    refuse(prefix);
    prefix = race();
    prefix.events.at[5].produces = prefix.events.at[4].produces;
    refuse(prefix);
    prefix = race();
    vec_push(&prefix.conditions, ((struct prefix_condition){7, 4, 7, 7}));
    refuse(prefix);
    prefix = race();
    SWAP(struct prefix_span, prefix.events.at[3].produces,
         prefix.events.at[4].produces);
    refuse(prefix);
}

static void initial_conditions_come_first(void **state)
{
    struct prefix prefix = {0};

    (void)state;
    prefix_text_begin(&prefix, "0 1");
    prefix_text_event(&prefix, 0, "0", "0", "", "2");
    SWAP(struct prefix_condition, prefix.conditions.at[1],
         prefix.conditions.at[2]);
    SWAP(uint32_t, prefix.pool.at[prefix.events.at[0].produces.from + 1],
         prefix.pool.at[prefix.events.at[1].produces.from]);
    refuse(prefix);
}

static void consumers_exclude_each_other(void **state)
{
    struct prefix prefix = race();

    (void)state;
    prefix.conflicts.len = 0;
    refuse(prefix);
    prefix = race();
    prefix_text_event(&prefix, 6, "3", "2 4", "", "");
    refuse(prefix);
}

static void readers_come_before_consumers_or_not_at_all(void **state)
{
    struct prefix prefix = readers();

    (void)state;
    prefix.conflicts.len--;
    refuse(prefix);
    prefix = readers();
    prefix_text_event(&prefix, 5, "5", "", "0", "");
    refuse(prefix);
    prefix = readers();
    prefix_text_event(&prefix, 5, "5", "", "5 5", "");
    refuse(prefix);
    prefix = readers();
    prefix_text_event(&prefix, 5, "5", "5", "5", "");
    refuse(prefix);
}

static void conflicts_are_immediate(void **state)
{
    struct prefix prefix = race();

    (void)state;
    prefix_text_conflict(&prefix, 2, 3);
    refuse(prefix);
    prefix = race();
    prefix_text_conflict(&prefix, 3, 5);
    refuse(prefix);
    prefix = race();
    prefix_text_conflict(&prefix, 1, 3);
    refuse(prefix);
}

static void conflicts_are_sorted(void **state)
{
    struct prefix prefix = race();

    (void)state;
    prefix_text_conflict(&prefix, 1, 2);
    refuse(prefix);
    prefix = race();
    prefix.conflicts.at[0] = (struct prefix_conflict){2, 1};
    refuse(prefix);
    prefix = readers();
    SWAP(struct prefix_conflict, prefix.conflicts.at[1],
         prefix.conflicts.at[2]);
    refuse(prefix);
    prefix = race();
    prefix.conflicts.at[0] = (struct prefix_conflict){0, 1};
    refuse(prefix);
    prefix = race();
    prefix.conflicts.at[0] = (struct prefix_conflict){1, 9};
    refuse(prefix);
}

static void companions_exist(void **state)
{
    struct prefix prefix = race();

    (void)state;
    prefix.events.at[3].companion = 6;
    refuse(prefix);
    prefix = race();
    prefix.events.at[3].companion = 3;
    refuse(prefix);
    prefix = race();
    prefix.events.at[3].cutoff = false;
    refuse(prefix);
}

static void the_run_shown_is_causally_closed(void **state)
{
    struct prefix prefix = race();

    (void)state;
    prefix.events.at[3].witness = true;
    refuse(prefix);
    prefix = race();
    prefix.events.at[3].witness = true;
    prefix.events.at[1].witness = true;
    accept(prefix);
}

static void slices_stay_in_the_pool(void **state)
{
    struct prefix prefix = race();

    (void)state;
    prefix.events.at[5].reads = (struct prefix_span){prefix.pool.len, 1};
    refuse(prefix);
    prefix = race();
    prefix.events.at[5].reads = (struct prefix_span){prefix.pool.len + 1, 0};
    refuse(prefix);
}

MODULE(prefix)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(good_prefixes_are_accepted),
        cmocka_unit_test(finish_leaves_an_empty_prefix),
        cmocka_unit_test(sizes_are_those_of_local_configurations),
        cmocka_unit_test(bottom_is_no_event),
        cmocka_unit_test(an_absent_prefix_has_nothing),
        cmocka_unit_test(causes_are_smaller_and_reduced),
        cmocka_unit_test(causes_are_not_in_conflict),
        cmocka_unit_test(names_are_unique),
        cmocka_unit_test(conditions_come_from_causes),
        cmocka_unit_test(conditions_are_made_once),
        cmocka_unit_test(initial_conditions_come_first),
        cmocka_unit_test(consumers_exclude_each_other),
        cmocka_unit_test(readers_come_before_consumers_or_not_at_all),
        cmocka_unit_test(conflicts_are_immediate),
        cmocka_unit_test(conflicts_are_sorted),
        cmocka_unit_test(companions_exist),
        cmocka_unit_test(the_run_shown_is_causally_closed),
        cmocka_unit_test(slices_stay_in_the_pool),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
