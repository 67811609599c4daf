/* Each call of the library without memory: its first allocation fails, then its
 * second, and so on until it succeeds.  The call must report this, leave its
 * handles unchanged, and free its blocks.
 *
 * The linker option --wrap substitutes the functions below for those of the C
 * library. */
#include "api/punfpor.h"
#include "test.h"

#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

#define NET_FILE "test_memory.pnml"
#define OUT_FILE "test_memory.out"

static _Atomic int64_t left = -1; /* allocations that succeed; -1: all */
static _Atomic bool failed;

/* A hash table of the blocks that these functions have allocated.  free() also
 * gets blocks that the C library or another one has allocated itself. */
enum { SLOTS = 1 << 20 };
static uintptr_t slots[SLOTS];
static int64_t live;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *__real_malloc(size_t size);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *block, size_t size);
void __real_free(void *block);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *block, size_t size);
void __wrap_free(void *block);
void *__wrap__Znwm(size_t size);

static bool must_fail(void)
{
    if (left < 0)
        return false;
    if (atomic_fetch_sub(&left, 1) > 0)
        return false;
    left = -1;
    failed = true;
    return true;
}

/* The slot of an address is fixed; the last bit is set when it is free. */
static uintptr_t *slot_of(const void *block)
{
    const uintptr_t key = (uintptr_t)block;
    uintptr_t at = (key >> 4) % SLOTS;

    while (slots[at] && (slots[at] & ~(uintptr_t)1) != key)
        at = (at + 1) % SLOTS;
    return &slots[at];
}

static void *add(void *block)
{
    pthread_mutex_lock(&lock);
    *slot_of(block) = (uintptr_t)block;
    live++;
    pthread_mutex_unlock(&lock);
    return block;
}

static void drop(const void *block)
{
    uintptr_t *slot;

    pthread_mutex_lock(&lock);
    slot = slot_of(block);
    if (*slot && *slot == (uintptr_t)block) {
        *slot |= 1;
        live--;
    }
    pthread_mutex_unlock(&lock);
}

void *__wrap_malloc(size_t size)
{
    return must_fail() ? NULL : add(__real_malloc(size));
}

void *__wrap_calloc(size_t n, size_t size)
{
    return must_fail() ? NULL : add(__real_calloc(n, size));
}

void *__wrap_realloc(void *block, size_t size)
{
    if (must_fail())
        return NULL;
    if (!block)
        return add(__real_malloc(size));
    drop(block);
    return add(__real_realloc(block, size));
}

void __wrap_free(void *block)
{
    drop(block);
    __real_free(block);
}

/* The operator new of C++ never fails: CaDiCaL would end the program. */
void *__wrap__Znwm(size_t size)
{
    return add(__real_malloc(size));
}

/* --- one call ------------------------------------------------------------- */

struct world {
    punfpor_net *net;
    punfpor_builder *builder;
    punfpor *problem;
    const char *text; /* of the current call */
    const char *value;
    uint32_t run[8], n_run;
    bool races; /* the call may succeed although an allocation fails */
};

typedef enum punfpor_status call(struct world *world, punfpor_error *error);

/* Tries the call until it succeeds; returns the number of failures.  Late
 * allocations are tried less and less densely. */
static uint32_t exhaust(struct world *world, call *try)
{
    uint32_t n_failures = 0;

    for (int64_t n = 0;; n += 1 + n / 16) {
        const int64_t before = live;
        punfpor_error error = {0};
        enum punfpor_status status;

        failed = false;
        left = n;
        status = try(world, &error);
        left = -1;
        if (status == PUNFPOR_OK && (!failed || world->races)) {
            if (!failed)
                return n_failures;
            continue;
        }
        if (status != PUNFPOR_OUT_OF_MEMORY)
            print_error("%d %s\n", status, error.text);
        assert_true(failed);
        assert_int_equal(status, PUNFPOR_OUT_OF_MEMORY);
        assert_int_equal(error.status, PUNFPOR_OUT_OF_MEMORY);
        assert_memory_equal(error.text, "out of memory (", 15);
        if (world->problem == NULL && world->builder == NULL)
            assert_int_equal(live, before);
        n_failures++;
    }
}

static enum punfpor_status status_of(const void *handle,
                                     const punfpor_error *error)
{
    return handle ? PUNFPOR_OK : error->status;
}

static enum punfpor_status load(struct world *world, punfpor_error *error)
{
    world->net = punfpor_net_load(world->text, error);
    return status_of(world->net, error);
}

static enum punfpor_status write_net(struct world *world, punfpor_error *error)
{
    return punfpor_net_write(world->net, world->text, error);
}

static enum punfpor_status draw_net(struct world *world, punfpor_error *error)
{
    return punfpor_draw_net(world->problem, "dot", OUT_FILE, error);
}

static enum punfpor_status create(struct world *world, punfpor_error *error)
{
    world->problem = punfpor_create(world->net, error);
    return status_of(world->problem, error);
}

static enum punfpor_status set(struct world *world, punfpor_error *error)
{
    return punfpor_set(world->problem, world->text, world->value, error);
}

static enum punfpor_status ask_all(struct world *world, punfpor_error *error)
{
    const uint32_t n = punfpor_questions(world->problem);
    const enum punfpor_status status =
        punfpor_ask_all_transitions(world->problem, NULL, error);

    if (status != PUNFPOR_OK)
        assert_int_equal(punfpor_questions(world->problem), n);
    return status;
}

static enum punfpor_status ask_marking(struct world *world,
                                       punfpor_error *error)
{
    return punfpor_ask_marking(world->problem, world->text, NULL, error);
}

static enum punfpor_status ask_deadlock(struct world *world,
                                        punfpor_error *error)
{
    return punfpor_ask_deadlock(world->problem, NULL, error);
}

static enum punfpor_status ask_dead(struct world *world, punfpor_error *error)
{
    return punfpor_ask_dead_transitions(world->problem, NULL, error);
}

static enum punfpor_status ask_quasi_live(struct world *world,
                                          punfpor_error *error)
{
    return punfpor_ask_quasi_live(world->problem, NULL, error);
}

static enum punfpor_status ask_live(struct world *world, punfpor_error *error)
{
    return punfpor_ask_live(world->problem, NULL, error);
}

static void ignore(void *data, const punfpor_found *what)
{
    (void)data;
    (void)what;
}

static enum punfpor_status write_firing_run(struct world *world,
                                            punfpor_error *error)
{
    return punfpor_write_firing_run(world->problem, 0, OUT_FILE, error);
}

static enum punfpor_status prepare(struct world *world, punfpor_error *error)
{
    return punfpor_prepare(world->problem, error);
}

static enum punfpor_status solve(struct world *world, punfpor_error *error)
{
    const enum punfpor_status status = punfpor_solve(world->problem, error);
    const uint32_t n = punfpor_questions(world->problem);

    for (uint32_t q = 0; q < n && status != PUNFPOR_OK; q++)
        assert_int_equal(punfpor_verdict_of(world->problem, q),
                         PUNFPOR_UNKNOWN);
    return status;
}

static enum punfpor_status replay(struct world *world, punfpor_error *error)
{
    return punfpor_replay(world->problem, world->run, world->n_run, error);
}

static enum punfpor_status certify(struct world *world, punfpor_error *error)
{
    size_t size;

    return status_of(punfpor_certificate(world->problem, &size, error), error);
}

static enum punfpor_status write_run(struct world *world, punfpor_error *error)
{
    return punfpor_write_run(world->problem, 0, OUT_FILE, error);
}

static enum punfpor_status draw(struct world *world, punfpor_error *error)
{
    return punfpor_draw(world->problem, PUNFPOR_DRAW_CONDITIONS, NULL, "dot",
                        NULL, OUT_FILE, error);
}

static enum punfpor_status draw_focus(struct world *world, punfpor_error *error)
{
    return punfpor_draw(world->problem, PUNFPOR_DRAW_CONDITIONS, "e3", "dot",
                        NULL, OUT_FILE, error);
}

static enum punfpor_status draw_merged(struct world *world,
                                       punfpor_error *error)
{
    return punfpor_draw(world->problem, PUNFPOR_DRAW_MERGED, NULL, "dot", NULL,
                        OUT_FILE, error);
}

static enum punfpor_status find_histories(struct world *world,
                                          punfpor_error *error)
{
    return punfpor_histories(world->problem, NULL, NULL, error);
}

static enum punfpor_status count_merged(struct world *world,
                                        punfpor_error *error)
{
    uint32_t conditions, events, cutoffs;

    return punfpor_merged(world->problem, &conditions, &events, &cutoffs,
                          error);
}

static enum punfpor_status write_prefix_json(struct world *world,
                                             punfpor_error *error)
{
    return punfpor_write_prefix_json(world->problem, NULL, OUT_FILE, error);
}

static enum punfpor_status write_page(struct world *world, punfpor_error *error)
{
    return punfpor_write_page(world->problem, NULL, OUT_FILE, error);
}

static enum punfpor_status plot_profile(struct world *world,
                                        punfpor_error *error)
{
    return punfpor_write_profile(world->problem, "svg", NULL, OUT_FILE, error);
}

static enum punfpor_status write_relations(struct world *world,
                                           punfpor_error *error)
{
    return punfpor_write_relations(world->problem, "dot", NULL, OUT_FILE,
                                   error);
}

static enum punfpor_status write_concurrent(struct world *world,
                                            punfpor_error *error)
{
    return punfpor_write_concurrent(world->problem, PUNFPOR_TRANSITIONS, "svg",
                                    NULL, OUT_FILE, error);
}

static enum punfpor_status write_mci(struct world *world, punfpor_error *error)
{
    return punfpor_write_mci(world->problem, OUT_FILE, error);
}

static enum punfpor_status write_prefix_pnml(struct world *world,
                                             punfpor_error *error)
{
    return punfpor_write_prefix_pnml(world->problem, OUT_FILE, error);
}

/* --- nets ----------------------------------------------------------------- */

static struct world begin(const char *path)
{
    struct world world = {.text = path};

    live = 0;
    assert_true(exhaust(&world, load) > 5);
    return world;
}

static void end(struct world *world)
{
    punfpor_destroy(world->problem);
    punfpor_net_destroy(world->net);
    (void)unlink(OUT_FILE);
    (void)unlink(NET_FILE);
    assert_int_equal(live, 0);
}

static void nets_are_loaded_written_and_drawn(void **state)
{
    struct world world = begin("nets/dining_3.pnml");

    (void)state;
    world.text = NET_FILE;
    assert_true(exhaust(&world, write_net) > 3);
    world.text = "test_memory.ll_net";
    assert_true(exhaust(&world, write_net) > 1);
    (void)unlink(world.text);
    assert_true(exhaust(&world, create) > 0);
    assert_true(exhaust(&world, draw_net) > 1);
    end(&world);
    world = begin("nets/dining_3.ll_net");
    end(&world);
}

static enum punfpor_status build_create(struct world *world,
                                        punfpor_error *error)
{
    world->builder = punfpor_builder_create("built", error);
    return status_of(world->builder, error);
}

static enum punfpor_status build_place(struct world *world,
                                       punfpor_error *error)
{
    return punfpor_builder_place(world->builder, world->text, world->value, 1,
                                 NULL, error);
}

static enum punfpor_status build_transition(struct world *world,
                                            punfpor_error *error)
{
    return punfpor_builder_transition(world->builder, world->text, "same", NULL,
                                      error);
}

static enum punfpor_status build_arc(struct world *world, punfpor_error *error)
{
    return punfpor_builder_consume(world->builder, world->run[0], world->run[1],
                                   error);
}

/* 70 nodes, so that every table grows. */
static void build(struct world *world)
{
    char id[16], name[16];

    assert_int_equal(exhaust(world, build_create) > 0, true);
    for (uint32_t i = 0; i < 70; i++) {
        (void)snprintf(id, sizeof id, "p%u", i);
        (void)snprintf(name, sizeof name, "name%u", i / 2);
        world->text = id;
        world->value = name;
        (void)exhaust(world, build_place);
        (void)exhaust(world, build_transition);
        world->run[0] = world->run[1] = i;
        (void)exhaust(world, build_arc);
    }
}

static void a_builder_goes_on_without_memory(void **state)
{
    struct world world = {0};

    (void)state;
    live = 0;
    build(&world);
    world.net = punfpor_builder_finish(world.builder, NULL);
    world.builder = NULL;
    assert_int_equal(punfpor_net_places(world.net), 70);
    assert_int_equal(punfpor_net_transitions(world.net), 70);
    assert_int_equal(punfpor_net_arcs(world.net), 70);
    assert_int_equal(punfpor_find_place(world.net, "p69", NULL), 69);
    end(&world);
}

static void a_builder_that_cannot_finish_is_freed(void **state)
{
    (void)state;
    live = 0;
    for (int64_t n = 0;; n++) {
        struct world world = {0};
        punfpor_error error;

        build(&world);
        failed = false;
        left = n;
        world.net = punfpor_builder_finish(world.builder, &error);
        left = -1;
        if (!failed) {
            world.builder = NULL;
            end(&world);
            return;
        }
        assert_null(world.net);
        assert_int_equal(error.status, PUNFPOR_OUT_OF_MEMORY);
        assert_int_equal(live, 0);
    }
}

/* --- problems ------------------------------------------------------------- */

struct option {
    const char *name, *value;
};

/* Solves with the options and calls ask on the problem. */
static struct world solved(const struct option *options, call *ask,
                           const char *expression)
{
    struct world world = begin("nets/dining_3.pnml");

    assert_true(exhaust(&world, create) > 0);
    for (; options->name; options++) {
        world.text = options->name;
        world.value = options->value;
        assert_true(exhaust(&world, set) > 0);
    }
    world.text = expression;
    if (ask)
        assert_true(exhaust(&world, ask) > 0);
    assert_true(exhaust(&world, solve) > 10);
    return world;
}

static void expect(const struct world *world, enum punfpor_verdict verdict)
{
    assert_int_equal(punfpor_verdict_of(world->problem, 0), verdict);
}

static void the_engine_por_ends_with_an_error(void **state)
{
    static const struct option options[] = {
        {"engine", "por"}, {"prefix", "on"}, {"cache", "20K"}, {0}};
    struct world world = solved(options, ask_deadlock, NULL);

    (void)state;
    expect(&world, PUNFPOR_YES);
    assert_true(exhaust(&world, write_run) > 0);
    assert_true(exhaust(&world, draw) > 0);
    end(&world);
}

static void the_engine_prefix_ends_with_an_error(void **state)
{
    static const struct option options[] = {
        {"engine", "prefix"}, {"dependency", "classic"}, {"prefix", "mci"},
        {"steps", "on"},      {"profile", "on"},         {0}};
    struct world world = solved(options, ask_all, NULL);

    (void)state;
    expect(&world, PUNFPOR_YES);
    assert_true(exhaust(&world, draw_focus) > 0);
    assert_true(exhaust(&world, draw_merged) > 0);
    assert_true(exhaust(&world, count_merged) > 0);
    assert_true(exhaust(&world, find_histories) > 0);
    assert_true(exhaust(&world, write_prefix_json) > 0);
    assert_true(exhaust(&world, write_page) > 0);
    assert_true(exhaust(&world, plot_profile) > 0);
    assert_true(exhaust(&world, write_relations) > 20);
    assert_true(exhaust(&world, write_concurrent) > 20);
    assert_true(exhaust(&world, write_mci) > 0);
    assert_true(exhaust(&world, write_prefix_pnml) > 0);
    end(&world);
}

static void the_engine_state_ends_with_an_error(void **state)
{
    static const struct option options[] = {
        {"engine", "state"}, {"certificate", "on"}, {0}};
    struct world world = solved(options, ask_marking, "ph0_eat ph1_eat");

    (void)state;
    expect(&world, PUNFPOR_NO);
    assert_true(exhaust(&world, certify) > 0);
    end(&world);
}

/* Questions about all transitions, and what is told while engines run. */
static void questions_about_all_transitions_end_with_an_error(void **state)
{
    static const char *const engines[] = {"state", "prefix", "por"};

    (void)state;
    for (uint32_t i = 0; i < 3; i++) {
        struct world world = begin("nets/dining_3.pnml");

        assert_true(exhaust(&world, create) > 0);
        world.text = "engine";
        world.value = engines[i];
        assert_true(exhaust(&world, set) > 0);
        assert_true(exhaust(&world, ask_dead) > 0);
        assert_true(exhaust(&world, ask_quasi_live) > 0);
        if (i == 0)
            assert_true(exhaust(&world, ask_live) > 0);
        punfpor_set_found(world.problem, ignore, NULL);
        punfpor_set_final(world.problem, ignore, NULL);
        assert_true(exhaust(&world, solve) > 10);
        expect(&world, PUNFPOR_YES);
        assert_int_equal(punfpor_fires(world.problem, 0), PUNFPOR_YES);
        assert_true(exhaust(&world, write_firing_run) > 0);
        end(&world);
    }
}

static void a_solver_is_given_back(void **state)
{
    static const struct option options[] = {{"engine", "prefix"}, {0}};
    struct world world = solved(options, ask_deadlock, NULL);

    (void)state;
    expect(&world, PUNFPOR_YES);
    end(&world);
}

static void a_prefix_certifies(void **state)
{
    static const struct option options[] = {
        {"engine", "prefix"}, {"certificate", "on"}, {0}};
    struct world world = solved(options, ask_marking, "ph0_eat ph1_eat");

    (void)state;
    expect(&world, PUNFPOR_NO);
    assert_true(exhaust(&world, certify) > 0);
    end(&world);
}

/* An engine without memory leaves the race; its answers are right or
 * unknown. */
static void a_race_goes_on(void **state)
{
    struct world world = begin("nets/dining_3.pnml");

    (void)state;
    assert_true(exhaust(&world, create) > 0);
    assert_true(exhaust(&world, ask_all) > 0);
    assert_true(exhaust(&world, ask_deadlock) > 0);
    assert_true(exhaust(&world, prepare) > 5);
    world.races = true;
    assert_true(exhaust(&world, solve) > 5);
    for (uint32_t q = 0; q < punfpor_questions(world.problem); q++)
        assert_int_equal(punfpor_verdict_of(world.problem, q), PUNFPOR_YES);
    end(&world);
}

static void a_run_is_replayed(void **state)
{
    struct world world = begin("nets/dining_3.pnml");

    (void)state;
    assert_true(exhaust(&world, create) > 0);
    assert_true(exhaust(&world, ask_all) > 0);
    world.n_run = 1;
    assert_true(exhaust(&world, replay) > 0);
    expect(&world, PUNFPOR_YES);
    end(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nets_are_loaded_written_and_drawn),
        cmocka_unit_test(a_builder_goes_on_without_memory),
        cmocka_unit_test(a_builder_that_cannot_finish_is_freed),
        cmocka_unit_test(the_engine_por_ends_with_an_error),
        cmocka_unit_test(the_engine_prefix_ends_with_an_error),
        cmocka_unit_test(the_engine_state_ends_with_an_error),
        cmocka_unit_test(questions_about_all_transitions_end_with_an_error),
        cmocka_unit_test(a_solver_is_given_back),
        cmocka_unit_test(a_prefix_certifies),
        cmocka_unit_test(a_race_goes_on),
        cmocka_unit_test(a_run_is_replayed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
