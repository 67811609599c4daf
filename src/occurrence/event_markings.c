#include "occurrence/event_markings.h"

#include "base/ids.h"

enum { OWN, SHARED, N_COLOURS };

void event_markings_init(struct event_markings *m, const struct prefix *prefix,
                         uint32_t n_places)
{
    *m = (struct event_markings){.prefix = prefix};
    m->change = mem_zero(n_places, sizeof *m->change);
    stamp_fit(&m->colours, prefix->events.len);
}

void event_markings_finish(struct event_markings *m)
{
    stamp_finish(&m->colours);
    id_queue_finish(&m->queue);
    mem_free(m->change);
    vec_free(&m->touched);
    vec_free(&m->added);
    vec_free(&m->removed);
    vec_free(&m->own);
}

uint32_t event_markings_base(const struct prefix *prefix, uint32_t e)
{
    const struct prefix_event *const events = prefix->events.at;
    const struct prefix_span causes = events[e].causes;
    uint32_t base = 0;

    for (uint32_t i = 0; i < causes.len; i++) {
        const uint32_t c = prefix->pool.at[causes.from + i];

        if (events[c].size > events[base].size)
            base = c;
    }
    return base;
}

static void change(struct event_markings *m, struct prefix_span conditions,
                   int32_t by)
{
    for (uint32_t i = 0; i < conditions.len; i++) {
        const uint32_t b = m->prefix->pool.at[conditions.from + i];
        const place_id p = m->prefix->conditions.at[b].place;

        if (p == PLACE_NONE)
            continue;
        m->change[p] += by;
        vec_push(&m->touched, p);
    }
}

/* Paints the causes of an event of this colour. */
static void spread(struct event_markings *m, uint32_t e, uint32_t colour)
{
    const struct prefix_span causes = m->prefix->events.at[e].causes;

    for (uint32_t i = 0; i < causes.len; i++) {
        const uint32_t c = m->prefix->pool.at[causes.from + i];

        if (!c || stamp_is(&m->colours, c, SHARED))
            continue;
        if (!stamp_has(&m->colours, c)) {
            stamp_paint(&m->colours, c, colour);
            id_queue_push(&m->queue, c);
            m->n_waiting += colour == OWN;
        } else if (colour == SHARED) {
            stamp_paint(&m->colours, c, SHARED);
            m->n_waiting--;
        }
    }
}

/* Adds up what the events of [e] outside [base] change. */
static void walk(struct event_markings *m, uint32_t e)
{
    stamp_start_colours(&m->colours, N_COLOURS);
    id_queue_clear(&m->queue);
    stamp_paint(&m->colours, e, OWN);
    id_queue_push(&m->queue, e);
    m->n_waiting = 1;
    if (m->base) {
        stamp_paint(&m->colours, m->base, SHARED);
        id_queue_push(&m->queue, m->base);
    }
    while (m->n_waiting) {
        const uint32_t x = id_queue_pop(&m->queue);

        if (stamp_is(&m->colours, x, SHARED)) {
            spread(m, x, SHARED);
            continue;
        }
        m->n_waiting--;
        vec_push(&m->own, x);
        change(m, m->prefix->events.at[x].consumes, -1);
        change(m, m->prefix->events.at[x].produces, 1);
        spread(m, x, OWN);
    }
}

void event_markings_find(struct event_markings *m, uint32_t e)
{
    m->base = event_markings_base(m->prefix, e);
    vec_clear(&m->touched);
    vec_clear(&m->added);
    vec_clear(&m->removed);
    vec_clear(&m->own);
    walk(m, e);
    ids_sort(m->touched.at, m->touched.len);
    for (uint32_t i = 0; i < m->touched.len; i++) {
        const place_id p = m->touched.at[i];

        if (m->change[p] > 0)
            vec_push(&m->added, p);
        else if (m->change[p] < 0)
            vec_push(&m->removed, p);
        m->change[p] = 0;
    }
}
