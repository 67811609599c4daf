/* Markings as differences and runs as events, against the token game on random
 * nets. */
#include "checks.h"
#include "circuit/circuit_net.h"
#include "engine/race/engines.h"
#include "figure.h"
#include "net/marking.h"
#include "occurrence/event_markings.h"
#include "occurrence/run_events.h"
#include "occurrence/run_process.h"
#include "random.h"
#include "test.h"

struct world {
    struct net *net;
    struct dep *dep;
    struct answer answer;
};

/* The prefix of a random net, by either engine, under any relation. */
static void begin(struct world *w, uint32_t i)
{
    static const enum dep_kind kinds[] = {DEP_READ, DEP_CLASSIC, DEP_NONE};
    const struct engine_limits limits = {.max_events = 600};
    struct random random;

    random_init(&random, i);
    w->net = random_net(&random, RANDOM_CYCLIC, 3 + i % 4);
    w->dep = dep_create(w->net, kinds[i / 2 % 3]);

    const struct engine_problem problem = {.net = w->net,
                                           .dep = w->dep,
                                           .unfolding.cutoffs = true,
                                           .unfolding.order = ORDER_FOATA,
                                           .por.table = true,
                                           .por.deepening = 1.5,
                                           .output.steps = true,
                                           .output.prefix = true};

    answer_init(&w->answer, 0);
    (i % 2 ? &por_engine : &prefix_engine)->run(&problem, &limits, &w->answer);
}

static void finish(struct world *w)
{
    answer_finish(&w->answer);
    dep_destroy(w->dep);
    net_destroy(w->net);
}

static void add_past(const struct prefix *prefix, uint32_t e, bits_word *past)
{
    bits_add(past, e);
    for (uint32_t x = e + 1; x-- > 1;)
        for (uint32_t i = 0;
             bits_has(past, x) && i < prefix->events.at[x].causes.len; i++)
            bits_add(past,
                     prefix->pool.at[prefix->events.at[x].causes.from + i]);
}

/* Fires [e]. */
static void marking_of(const struct world *w, uint32_t e, bits_word *m)
{
    const struct prefix *const prefix = &w->answer.prefix;
    bits_word *const past =
        mem_zero(bits_words(prefix->events.len), sizeof *past);

    marking_initial(w->net, m);
    add_past(prefix, e, past);
    for (uint32_t x = 1; x <= e; x++)
        if (bits_has(past, x)) {
            assert_true(marking_enabled(w->net, m, prefix->events.at[x].trans));
            marking_fire(w->net, m, prefix->events.at[x].trans);
        }
    mem_free(past);
}

static void differences_give_the_markings(void **state)
{
    uint32_t n_several = 0;

    (void)state;
    for (uint32_t i = 0; i < SWEEP(300); i++) {
        struct world w;
        struct event_markings changes;
        bits_word *m, *base;

        begin(&w, i);
        event_markings_init(&changes, &w.answer.prefix, net_place_count(w.net));
        m = mem_zero(marking_words(w.net), sizeof *m);
        base = mem_zero(marking_words(w.net), sizeof *base);
        for (uint32_t e = 1; e < w.answer.prefix.events.len; e++) {
            event_markings_find(&changes, e);
            n_several += w.answer.prefix.events.at[e].causes.len > 1;
            marking_of(&w, e, m);
            marking_of(&w, changes.base, base);
            for (uint32_t k = 0; k < changes.removed.len; k++) {
                assert_true(bits_has(base, changes.removed.at[k]));
                bits_remove(base, changes.removed.at[k]);
            }
            for (uint32_t k = 0; k < changes.added.len; k++) {
                assert_false(bits_has(base, changes.added.at[k]));
                bits_add(base, changes.added.at[k]);
            }
            assert_memory_equal(m, base, marking_words(w.net) * sizeof *m);
        }
        mem_free(m);
        mem_free(base);
        event_markings_finish(&changes);
        finish(&w);
    }
    assert_true(n_several > SWEEP(200));
}

/* The local configuration of each event in the order of its numbers. */
static void local_configurations_are_runs(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < SWEEP(300); i++) {
        struct world w;
        struct run_events runs;

        begin(&w, i);
        run_events_init(&runs, &w.answer.prefix, net_trans_count(w.net));
        for (uint32_t e = 1; e < w.answer.prefix.events.len; e++) {
            const struct prefix *const prefix = &w.answer.prefix;
            bits_word *const past =
                mem_zero(bits_words(prefix->events.len), sizeof *past);
            const run_events_list *list;
            witness_run run = {0};
            uint32_t n = 0;

            add_past(prefix, e, past);
            for (uint32_t x = 1; x <= e; x++)
                if (bits_has(past, x))
                    vec_push(&run, prefix->events.at[x].trans);
            list = run_events_find(&runs, run.at, run.len);
            assert_int_equal(list->len, run.len + 1);
            for (uint32_t x = 0; x <= e; x++)
                if (x == 0 || bits_has(past, x))
                    assert_int_equal(list->at[n++], x);
            vec_free(&run);
            mem_free(past);
        }
        run_events_finish(&runs);
        finish(&w);
    }
}

/* The events of a local configuration, with bottom, and their transitions. */
static void list_local(const struct prefix *prefix, uint32_t e,
                       run_events_list *events, witness_run *run)
{
    bits_word *const past =
        mem_zero(bits_words(prefix->events.len), sizeof *past);

    add_past(prefix, e, past);
    vec_push(events, 0);
    for (uint32_t x = 1; x <= e; x++)
        if (bits_has(past, x)) {
            vec_push(events, x);
            vec_push(run, prefix->events.at[x].trans);
        }
    mem_free(past);
}

static void expect_steps(const struct prefix *prefix, uint32_t from,
                         uint32_t to, const trans_id *run)
{
    for (uint32_t e = from; e < to; e++)
        assert_int_equal(prefix->events.at[e].trans, run[e - from]);
}

/* Two runs to events of a prefix; what they begin with is there once, and
 * their branches are in conflict where they consume the same condition. */
static void expect_fork(const struct world *w, uint32_t a, uint32_t b)
{
    const struct prefix *const prefix = &w->answer.prefix;
    run_events_list ignored = {0};
    witness_run runs[2] = {0};
    net_trans_list first = {0}, second = {0};
    struct prefix fork = {0};
    uint32_t common;

    list_local(prefix, a, &ignored, &runs[0]);
    vec_free(&ignored);
    list_local(prefix, b, &ignored, &runs[1]);
    vec_free(&ignored);
    vec_append(&first, &runs[0]);
    vec_append(&second, &runs[1]);
    common = circuit_runs_align(w->net, &first, &second);
    run_process_fork(w->net, (struct net_trans_span){first.at, first.len},
                     (struct net_trans_span){second.at, second.len}, common,
                     &fork);
    prefix_check(&fork);
    assert_int_equal(fork.events.len, 1 + first.len + second.len - common);
    expect_steps(&fork, 1, 1 + first.len, first.at);
    expect_steps(&fork, 1 + first.len, fork.events.len, second.at + common);
    for (uint32_t e = 1; e < fork.events.len; e++)
        assert_int_equal(fork.events.at[e].branch, e <= common ? PREFIX_COMMON
                                                   : e <= first.len
                                                       ? PREFIX_FIRST
                                                       : PREFIX_SECOND);
    for (uint32_t i = 0; i < fork.conflicts.len; i++) {
        assert_true(fork.conflicts.at[i].a > common &&
                    fork.conflicts.at[i].a <= first.len);
        assert_true(fork.conflicts.at[i].b > first.len);
    }
    vec_free(&first);
    vec_free(&second);
    vec_free(&runs[0]);
    vec_free(&runs[1]);
    prefix_finish(&fork);
}

static void two_runs_share_their_beginning(void **state)
{
    uint32_t n = 0;

    (void)state;
    for (uint32_t i = 0; i < 100; i++) {
        struct world w;

        begin(&w, i);
        for (uint32_t e = 2; e < w.answer.prefix.events.len; e += 3, n++)
            expect_fork(&w, e, e / 2);
        finish(&w);
    }
    assert_true(n > 100);
}

/* Under the relation `read` the process of such a run has the same causes. */
static void processes_are_configurations(void **state)
{
    uint32_t n_several = 0;

    (void)state;
    for (uint32_t i = 0; i < SWEEP(300); i++) {
        struct world w;

        begin(&w, i);
        for (uint32_t e = 1; i / 2 % 3 == 0 && e < w.answer.prefix.events.len;
             e++) {
            const struct prefix *const prefix = &w.answer.prefix;
            run_events_list events = {0};
            witness_run run = {0};
            struct prefix process = {0};

            list_local(prefix, e, &events, &run);
            run_process_fill(w.net, run.at, run.len, run.len / 2, &process);
            prefix_check(&process);
            assert_int_equal(process.events.len, events.len);
            for (uint32_t k = 1; k < events.len; k++) {
                const struct prefix_event *const got = &process.events.at[k],
                                                 *const old =
                                                     &prefix->events
                                                          .at[events.at[k]];

                assert_int_equal(got->size, old->size);
                assert_int_equal(got->repeats, k > run.len / 2);
                assert_int_equal(got->causes.len, old->causes.len);
                n_several += got->causes.len > 1;
                for (uint32_t c = 0; c < old->causes.len; c++)
                    assert_int_equal(
                        events.at[process.pool.at[got->causes.from + c]],
                        prefix->pool.at[old->causes.from + c]);
            }
            prefix_finish(&process);
            vec_free(&events);
            vec_free(&run);
        }
        finish(&w);
    }
    assert_true(n_several > SWEEP(200));
}

static void a_run_ends_where_the_prefix_does(void **state)
{
    struct world w;
    struct run_events runs;
    trans_id never;

    (void)state;
    begin(&w, 0);
    run_events_init(&runs, &w.answer.prefix, net_trans_count(w.net) + 1);
    never = net_trans_count(w.net);
    assert_int_equal(run_events_find(&runs, &never, 1)->len, 1);
    run_events_finish(&runs);
    finish(&w);
}

/* C, D and A of the steps are those of the algorithm: an event is enabled when
 * it is added, and the youngest one leaves. */
static void steps_follow_the_algorithm(void **state)
{
    uint64_t n_maximal = 0;

    (void)state;
    for (uint32_t i = 1; i < 300; i += 2) {
        struct world w;
        VEC(uint32_t) c = {0};
        VEC(uint32_t) asleep = {0};
        uint64_t maximal = 0;

        begin(&w, i);
        for (uint32_t k = 0; k < w.answer.prefix.steps.len; k++) {
            const struct prefix_step step = w.answer.prefix.steps.at[k];

            switch (step.kind) {
            case STEP_PASS:
                assert_int_equal(c.len, 0);
                assert_int_equal(asleep.len, 0);
                maximal = 0;
                break;
            case STEP_ADD:
            case STEP_GUIDED:
                vec_push(&c, step.event);
                break;
            case STEP_DISABLE:
                assert_int_equal(vec_pop(&c), step.event);
                vec_push(&asleep, step.event);
                break;
            case STEP_REMOVE:
                assert_int_equal(vec_pop(&asleep), step.event);
                break;
            case STEP_MAXIMAL:
                maximal++;
                break;
            case STEP_ALTERNATIVE:
                assert_true(step.alternative.len > 0);
                break;
            case STEP_BLOCKED:
            case STEP_INSERT:
                fail();
            }
        }
        if (w.answer.stop == STOP_DONE)
            assert_int_equal(maximal,
                             figure(&w.answer.stats, "maximal_configurations"));
        n_maximal += maximal;
        vec_free(&c);
        vec_free(&asleep);
        finish(&w);
    }
    assert_true(n_maximal > 300);
}

/* The engine `prefix` inserts each event once, after its causes. */
static void insertions_respect_causality(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 300; i += 2) {
        struct world w;
        const struct prefix *prefix = &w.answer.prefix;
        bits_word *in;

        begin(&w, i);
        in = mem_zero(bits_words(prefix->events.len), sizeof *in);
        bits_add(in, 0);
        for (uint32_t k = 0; k < prefix->steps.len; k++) {
            const uint32_t e = prefix->steps.at[k].event;

            assert_int_equal(prefix->steps.at[k].kind, STEP_INSERT);
            assert_false(bits_has(in, e));
            for (uint32_t j = 0; j < prefix->events.at[e].causes.len; j++)
                assert_true(bits_has(
                    in, prefix->pool.at[prefix->events.at[e].causes.from + j]));
            bits_add(in, e);
        }
        if (w.answer.stop == STOP_DONE)
            assert_int_equal(prefix->steps.len + 1, prefix->events.len);
        mem_free(in);
        finish(&w);
    }
}

MODULE(event_markings)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(differences_give_the_markings),
        cmocka_unit_test(local_configurations_are_runs),
        cmocka_unit_test(processes_are_configurations),
        cmocka_unit_test(two_runs_share_their_beginning),
        cmocka_unit_test(a_run_ends_where_the_prefix_does),
        cmocka_unit_test(steps_follow_the_algorithm),
        cmocka_unit_test(insertions_respect_causality),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
