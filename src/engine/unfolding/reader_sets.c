#include "engine/unfolding/reader_sets.h"

#include "base/ids.h"

#include <string.h>

void reader_sets_finish(struct reader_sets *s)
{
    vec_free(&s->readers);
    vec_free(&s->optional);
    vec_free(&s->chosen);
    vec_free(&s->scratch);
    for (uint32_t i = 0; i < s->pasts.len; i++)
        causality_past_finish(&s->pasts.at[i]);
    vec_free(&s->pasts);
}

const struct causality_past *
reader_sets_base(struct reader_sets *s,
                 const struct config_instance *const *pick, uint32_t n)
{
    const struct causality *const causality = &s->c->causality;
    struct causality_past *past;

    vec_fit(&s->pasts, 1);
    past = &s->pasts.at[0];
    vec_clear(&past->at);
    vec_clear(&s->scratch);
    vec_push(&s->scratch, config_len(s->c) - 1);
    for (uint32_t i = 0; i < n; i++)
        vec_push(&s->scratch, pick[i]->produced);
    causality_past_add_all(causality, past, s->scratch.at, s->scratch.len);
    return past;
}

/* Does the past of the reader at a position consume none of the conditions? */
static bool may_precede(const struct reader_sets *s, uint32_t pos, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (s->pick[i]->consumed != POS_NONE &&
            config_before(s->c, s->pick[i]->consumed, pos))
            return false;
    return true;
}

static void find_optional(struct reader_sets *s, uint32_t n)
{
    const struct config *const c = s->c;

    s->n_all = 0;
    vec_clear(&s->optional);
    for (uint32_t i = 0; i < s->n_consumed; i++)
        for (uint32_t r = config_first_reader(c, s->pick[i]->cond);
             r != CONFIG_NONE; r = c->readers.at[r].next) {
            const uint32_t pos = c->readers.at[r].pos;

            s->n_all++;
            if (!causality_past_has(&c->causality, &s->pasts.at[0], pos) &&
                may_precede(s, pos, n))
                vec_push(&s->optional, pos);
        }
    vec_cut(&s->optional, ids_unique(s->optional.at, s->optional.len));
}

void reader_sets_start(struct reader_sets *s,
                       const struct config_instance *const *pick,
                       uint32_t n_consumed, uint32_t n)
{
    s->pick = pick;
    s->n_consumed = n_consumed;
    s->started = false;
    s->n_valid = 0;
    (void)reader_sets_base(s, pick, n);
    find_optional(s, n);
    vec_fit(&s->pasts, s->optional.len + 1);
    vec_clear(&s->chosen);
    vec_fit(&s->chosen, s->optional.len);
}

/* Events of one level are pairwise concurrent, as all are in C. */
uint32_t reader_sets_width(struct reader_sets *s, uint32_t least)
{
    const struct es *const es = s->c->es;
    uint32_t width = 0, same = 0;

    if (s->optional.len < least)
        return 0;
    vec_clear(&s->scratch);
    for (uint32_t i = 0; i < s->optional.len; i++)
        vec_push(&s->scratch,
                 es->events.at[config_at(s->c, s->optional.at[i])].level);
    ids_sort(s->scratch.at, s->scratch.len);
    for (uint32_t i = 0; i < s->scratch.len; i++) {
        same = i && s->scratch.at[i] == s->scratch.at[i - 1] ? same + 1 : 1;
        width = same > width ? same : width;
    }
    return width;
}

/* The next number.  Returns the first digit that changed, UINT32_MAX after the
 * last number. */
static uint32_t count_up(struct reader_sets *s)
{
    uint32_t i = s->optional.len;

    if (!s->started) {
        s->started = true;
        return 0;
    }
    while (i > 0 && s->chosen.at[i - 1])
        i--;
    if (i == 0)
        return UINT32_MAX;
    s->chosen.at[i - 1] = 1;
    memset(s->chosen.at + i, 0, s->optional.len - i);
    return i - 1;
}

/* Is a reader that was not chosen in the past of the i-th optional one? */
static bool lacks_reader(const struct reader_sets *s, uint32_t i)
{
    for (uint32_t j = 0; j < i; j++)
        if (!s->chosen.at[j] &&
            config_before(s->c, s->optional.at[j], s->optional.at[i]))
            return true;
    return false;
}

/* Is the set closed?  Digits before `from` are known to have no fault.  After a
 * fault count_up() will skip the numbers with the same digits up to it. */
static bool is_closed(struct reader_sets *s, uint32_t from)
{
    for (uint32_t i = from; i < s->optional.len; i++)
        if (s->chosen.at[i] && lacks_reader(s, i)) {
            memset(s->chosen.at + i, 1, s->optional.len - i);
            return false;
        }
    return true;
}

static void complete_pasts(struct reader_sets *s)
{
    for (uint32_t i = s->n_valid; i < s->optional.len; i++) {
        causality_past_copy(&s->pasts.at[i + 1], &s->pasts.at[i]);
        if (s->chosen.at[i])
            causality_past_add(&s->c->causality, &s->pasts.at[i + 1],
                               s->optional.at[i]);
    }
    s->n_valid = s->optional.len;
}

static void find_readers(struct reader_sets *s,
                         const struct causality_past *past)
{
    const struct config *const c = s->c;

    vec_clear(&s->readers);
    for (uint32_t i = 0; i < s->n_consumed; i++)
        for (uint32_t r = config_first_reader(c, s->pick[i]->cond);
             r != CONFIG_NONE; r = c->readers.at[r].next) {
            const uint32_t pos = c->readers.at[r].pos;

            if (causality_past_has(&c->causality, past, pos))
                vec_push(&s->readers, config_at(c, pos));
        }
    ids_sort(s->readers.at, s->readers.len);
}

bool reader_sets_next(struct reader_sets *s)
{
    uint32_t changed;

    s->n_tried = 0;
    do {
        changed = count_up(s);
        if (changed == UINT32_MAX)
            return false;
        if (changed < s->n_valid)
            s->n_valid = changed;
        s->n_tried++;
    } while (!is_closed(s, changed));
    complete_pasts(s);
    find_readers(s, reader_sets_past(s));
    return true;
}

const struct causality_past *reader_sets_take_all(struct reader_sets *s)
{
    struct causality_past *const past = &s->pasts.at[0];

    causality_past_add_all(&s->c->causality, past, s->optional.at,
                           s->optional.len);
    find_readers(s, past);
    return past;
}
