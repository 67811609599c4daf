/* Events and extensions are read in the order in which they came in, and an
 * extension has become the event that the definition gives. */
#include "test.h"

#include "engine/prefix/size_queue.h"
#include "prefix_fixture.h"

#include <string.h>

enum { N_NETS = SWEEP(120), N_EVENTS = 25, MOST_READ = 5 };

/* What is expected of a queue. */
struct model {
    struct prefix_fixture g;
    struct random random;
    struct size_queue queue;
    es_event_list waited;   /* the events that stand for what is put in, */
    VEC(bool) is_extension; /* and how */
    uint32_t n_told;        /* extensions that keeps() was told of */
    uint32_t n_removed;
    uint32_t chance;                 /* in percent, that one is removed */
    VEC(bool) kept;                  /* by extension */
    uint32_t n_extensions, n_groups; /* in all */
};

/* Is [f] the union of [e] and f? */
static bool extends(struct prefix_fixture *g, event_id e, event_id f)
{
    const struct es_name name = es_name(g->es, f);
    bool causes = e == EVENT_BOTTOM;

    for (uint32_t i = 0; i < name.n; i++)
        causes = causes || es_name_cause(g->es, name, i) == e;
    return causes && g->es->events.at[f].size == g->es->events.at[e].size + 1;
}

static void put(struct model *m, event_id f, event_id e)
{
    const bool waits = random_chance(&m->random, 70);

    if (waits) {
        const uint32_t group = m->queue.group;

        size_queue_wait(&m->queue, e, m->g.es->events.at[f].trans);
        m->n_groups += m->queue.group != group;
    } else {
        size_queue_push(&m->queue, f, 1);
    }
    vec_push(&m->waited, f);
    vec_push(&m->is_extension, waits);
    m->n_extensions += waits;
}

/* The extensions of events that have conditions. */
static void fill(struct model *m)
{
    const struct es *const es = m->g.es;

    for (event_id e = 0; e < es->events.len; e++) {
        if (es->events.at[e].produces == COND_NONE)
            continue;
        for (event_id f = 1; f < es->events.len; f++)
            if (extends(&m->g, e, f))
                put(m, f, e);
    }
}

static bool keeps(void *self, event_id e)
{
    struct model *const m = self;
    const bool kept = !random_chance(&m->random, m->chance);

    assert_int_equal(e, m->g.es->events.len - 1);
    vec_push(&m->kept, kept);
    m->n_told++;
    m->n_removed += !kept;
    if (!kept)
        es_cut(m->g.es, e, m->g.es->conds.len);
    return kept;
}

static void compare(const struct model *m, event_id e, event_id wanted)
{
    const struct es *const es = m->g.es;
    const struct es_event *const a = &es->events.at[e];
    const struct es_event *const b = &es->events.at[wanted];

    assert_int_equal(a->trans, b->trans);
    assert_int_equal(a->size, b->size);
    assert_int_equal(a->level, b->level);
    assert_int_equal(a->marking, b->marking);
    assert_int_equal(a->produces, COND_NONE);
    assert_int_equal(es_name_count(es, e), es_name_count(es, wanted));
    assert_memory_equal(es_uses(es, e), es_uses(es, wanted),
                        es_name_count(es, e) * sizeof(cond_id));
}

/* Reads all, a few at a time. */
static void read_all(struct model *m, struct size_queue_reader *reader,
                     es_event_list *list)
{
    uint32_t n, wanted;
    uint64_t n_read = 0;

    do {
        wanted = random_below(&m->random, MOST_READ) + 1;
        n = size_queue_read(&m->queue, reader, wanted, list);
        n_read += n;
    } while (n == wanted);
    assert_int_equal(n_read, m->queue.n);
    assert_int_equal(n_read, m->waited.len);
    assert_int_equal(size_queue_read(&m->queue, reader, 1, list), 0);
}

static void check_order(const struct model *m, const es_event_list *list)
{
    uint32_t at = 0, extension = 0;

    for (uint32_t i = 0; i < m->waited.len; i++) {
        if (!m->is_extension.at[i])
            assert_int_equal(list->at[at++], m->waited.at[i]);
        else if (m->kept.at[extension++])
            compare(m, list->at[at++], m->waited.at[i]);
    }
    assert_int_equal(at, list->len);
    assert_int_equal(extension, m->kept.len);
}

static void try_queue(struct model *m, struct size_queue_reader *reader)
{
    const uint32_t n_events = m->g.es->events.len;
    es_event_list list = {0};

    fill(m);
    size_queue_start(reader);
    read_all(m, reader, &list);
    check_order(m, &list);
    vec_free(&list);
    es_cut(m->g.es, n_events, m->g.es->conds.len);
    size_queue_finish(&m->queue);
    assert_int_equal(m->queue.n, 0);
    vec_clear(&m->waited);
    vec_clear(&m->is_extension);
    vec_clear(&m->kept);
}

static void extensions_become_events(void **state)
{
    struct model m = {0};

    (void)state;
    random_init(&m.random, 1);
    for (uint32_t i = 0; i < N_NETS; i++) {
        struct size_queue_reader reader;

        prefix_fixture_draw(&m.g, i, i % 2 ? RANDOM_CYCLIC : RANDOM_TERMINATING,
                            i / 2);
        reader = (struct size_queue_reader){
            .es = m.g.es, .keeps = keeps, .self = &m};
        m.chance = i % 2 ? 40 : 0;
        for (uint32_t k = 0; k < N_EVENTS && m.g.closed.len; k++) {
            const event_id e = prefix_fixture_open(
                &m.g, random_below(&m.random, m.g.closed.len));

            prefix_fixture_extend(&m.g, e);
            if (k % 6 == 0)
                try_queue(&m, &reader);
        }
        size_queue_reader_finish(&reader);
        prefix_fixture_finish(&m.g);
    }
    vec_free(&m.waited);
    vec_free(&m.is_extension);
    vec_free(&m.kept);
    assert_int_equal(m.n_told, m.n_extensions);
    assert_true(m.n_extensions > SWEEP(2000));
    assert_true(m.n_removed > SWEEP(200));
    assert_true(m.n_groups > SWEEP(500));
}

/* Two words for a run of transitions, and two for its group. */
static void a_group_takes_little(void **state)
{
    struct size_queue queue = {0};

    (void)state;
    for (event_id e = 1; e < 4; e++) {
        for (trans_id t = 10; t < 1000; t++)
            size_queue_wait(&queue, e, t);
    }
    size_queue_wait(&queue, 3, 1);
    assert_int_equal(queue.n, 3 * 990 + 1);
    assert_int_equal(queue.words.len, 3 * 4 + 1);
    size_queue_finish(&queue);
}

/* --- runs of events ------------------------------------------------------- */

enum { N_LISTS = SWEEP(300), MOST_PUSHES = 40, MOST_RUN = 4 };

static void push(struct size_queue *queue, es_event_list *ids, event_id first,
                 uint32_t n)
{
    size_queue_push(queue, first, n);
    for (uint32_t k = 0; k < n; k++)
        vec_push(ids, first + k);
}

static void compare_ids(const struct size_queue *queue,
                        const es_event_list *ids)
{
    assert_int_equal(queue->n, ids->len);
    assert_true(queue->words.len <= ids->len);
    for (uint32_t some = 1; some <= MOST_RUN + 1; some++) {
        struct size_queue_reader reader = {0};
        es_event_list list = {0};

        size_queue_start(&reader);
        while (size_queue_read(queue, &reader, some, &list) == some)
            ;
        assert_int_equal(list.len, ids->len);
        for (uint32_t i = 0; i < ids->len; i++)
            assert_int_equal(list.at[i], ids->at[i]);
        assert_int_equal(reader.word, queue->words.len);
        vec_free(&list);
    }
}

/* Some pushes continue the last run, and some are of nothing. */
static void events_are_read_as_they_were_pushed(void **state)
{
    struct random random;

    (void)state;
    random_init(&random, 1);
    for (uint32_t i = 0; i < N_LISTS; i++) {
        struct size_queue queue = {0};
        es_event_list ids = {0};

        for (uint32_t k = random_below(&random, MOST_PUSHES); k-- > 0;) {
            const uint32_t n = random_below(&random, MOST_RUN);
            const event_id first = ids.len && random_below(&random, 2)
                                       ? *vec_top(&ids) + 1
                                       : random_below(&random, 50);

            push(&queue, &ids, first, n);
            compare_ids(&queue, &ids);
        }
        size_queue_finish(&queue);
        assert_null(queue.words.at);
        assert_int_equal(queue.n, 0);
        vec_free(&ids);
    }
}

static void a_run_takes_two_words(void **state)
{
    struct size_queue queue = {0};
    es_event_list ids = {0};

    (void)state;
    push(&queue, &ids, SIZE_QUEUE_MOST - 1000, 1);
    assert_int_equal(queue.words.len, 1);
    for (uint32_t k = 1; k < 999; k++)
        push(&queue, &ids, SIZE_QUEUE_MOST - 1000 + k, 1);
    assert_int_equal(queue.words.len, 2);
    push(&queue, &ids, 0, 500);
    assert_int_equal(queue.words.len, 4);
    push(&queue, &ids, 500, 1);
    push(&queue, &ids, 502, 1);
    assert_int_equal(queue.words.len, 5);
    compare_ids(&queue, &ids);
    size_queue_finish(&queue);
    vec_free(&ids);
}

MODULE(size_queue)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(extensions_become_events),
        cmocka_unit_test(a_group_takes_little),
        cmocka_unit_test(events_are_read_as_they_were_pushed),
        cmocka_unit_test(a_run_takes_two_words),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
