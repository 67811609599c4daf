#include "engine/prefix/coset.h"

#include "base/ids.h"

/* A pair that is sought in a row, in events that are walked over; an event that
 * is met again and again; and two numbers that are compared to sort them. */
enum { PAIR_WORK = 12, MEET_WORK = 3, SORT_WORK = 2 };

void coset_finish(struct coset *coset)
{
    vec_free(&coset->at);
    vec_free(&coset->n_before);
    vec_free(&coset->brought);
    stamp_finish(&coset->in);
    stamp_finish(&coset->taken);
    es_past_finish(&coset->walk);
}

static bool is_new(const struct coset *coset, cond_id b)
{
    const struct conc_query *const query = coset->query;

    return query->conc->es->conds.at[b].producer == query->added;
}

/* Does the component of b have rows? */
static bool has_rows(const struct coset *coset, cond_id b)
{
    const struct conc *const conc = coset->query->conc;
    const uint32_t k = conc->components.component[conc->es->conds.at[b].place];

    return k != PLACE_COMPONENTS_NONE && rows_has(&conc->rows, k);
}

void coset_start(struct coset *coset)
{
    vec_clear(&coset->at);
    vec_clear(&coset->n_before);
    vec_clear(&coset->brought);
    stamp_fit(&coset->in, 1);
    stamp_start(&coset->in);
    stamp_fit(&coset->taken, 1);
    stamp_start(&coset->taken);
}

/* --- by rows ------------------------------------------------------------ */

/* Partners are concurrent with what was produced last. */
static bool fits_rows(struct coset *coset, cond_id b)
{
    const struct conc *const conc = coset->query->conc;
    const uint32_t k = conc->components.component[conc->es->conds.at[b].place];

    for (uint32_t i = 0; i < coset->at.len; i++) {
        if (is_new(coset, coset->at.at[i].cond))
            continue;
        coset->work += PAIR_WORK;
        if (!rows_pair(&conc->rows, k, coset->at.at[i].cond, b))
            return false;
    }
    return true;
}

/* --- by walks ----------------------------------------------------------- */

static void bring(struct coset *coset, event_id g)
{
    const struct es *const es = coset->query->conc->es;
    const cond_id *const uses = es_uses(es, g);

    stamp_add(&coset->in, g);
    for (uint32_t i = 0; i < es_use_count(es, g); i++)
        stamp_add(&coset->taken, uses[i]);
    vec_push(&coset->brought, g);
}

static void take_back(struct coset *coset, uint32_t n)
{
    const struct es *const es = coset->query->conc->es;

    while (coset->brought.len > n) {
        const event_id g = vec_pop(&coset->brought);
        const cond_id *const uses = es_uses(es, g);

        stamp_remove(&coset->in, g);
        for (uint32_t i = 0; i < es_use_count(es, g); i++)
            stamp_remove(&coset->taken, uses[i]);
    }
}

static bool consumes_taken(const struct coset *coset, event_id g)
{
    const struct es *const es = coset->query->conc->es;
    const cond_id *const uses = es_uses(es, g);

    for (uint32_t i = 0; i < es_use_count(es, g); i++)
        if (stamp_has(&coset->taken, uses[i]))
            return true;
    return false;
}

/* Brings the events of b; false, with no more events, when it does not fit. */
static bool bring_all(struct coset *coset, struct conc_partner b)
{
    const struct conc *const conc = coset->query->conc;
    const uint32_t n = coset->brought.len;

    coset->work += b.n_brought;
    stamp_fit(&coset->in, conc->es->events.len);
    stamp_fit(&coset->taken, conc->es->conds.len);
    if (stamp_has(&coset->taken, b.cond))
        return false;
    for (uint32_t i = 0; i < b.n_brought; i++) {
        const event_id g = coset->query->brought.at[b.brought + i];

        if (stamp_has(&coset->in, g))
            continue;
        if (consumes_taken(coset, g)) {
            take_back(coset, n);
            return false;
        }
        bring(coset, g);
    }
    stamp_add(&coset->taken, b.cond);
    return true;
}

/* --- both --------------------------------------------------------------- */

bool coset_push(struct coset *coset, struct conc_partner b)
{
    const uint32_t n = coset->brought.len;

    if (!is_new(coset, b.cond) &&
        !(has_rows(coset, b.cond) ? fits_rows(coset, b.cond)
                                  : bring_all(coset, b)))
        return false;
    vec_push(&coset->at, b);
    vec_push(&coset->n_before, n);
    return true;
}

void coset_pop(struct coset *coset)
{
    const cond_id b = vec_pop(&coset->at).cond;

    take_back(coset, vec_pop(&coset->n_before));
    if (!is_new(coset, b) && !has_rows(coset, b))
        stamp_remove(&coset->taken, b);
}

/* --- missing events ----------------------------------------------------- */

/* Of g, below a condition that is concurrent with e: it is below e or
 * concurrent with it. */
static void meet(struct coset *coset, event_id g)
{
    if (g != EVENT_BOTTOM && !stamp_has(&coset->walk.seen, g) &&
        conc_has(coset->query, g))
        es_past_add(&coset->walk, g);
}

static void walk_by_rows(struct coset *coset)
{
    const struct es *const es = coset->query->conc->es;

    for (uint32_t i = 0; i < coset->at.len; i++)
        meet(coset, es->conds.at[coset->at.at[i].cond].producer);
    for (uint32_t i = 0; i < coset->walk.out.len; i++) {
        const event_id g = coset->walk.out.at[i];
        const cond_id *const uses = es_uses(es, g);

        coset->work += MEET_WORK * (uint64_t)es_use_count(es, g);
        for (uint32_t u = 0; u < es_use_count(es, g); u++)
            meet(coset, es->conds.at[uses[u]].producer);
    }
    coset->walk.work += coset->walk.out.len;
}

void coset_missing(struct coset *coset, es_event_list *missing)
{
    const struct conc *const conc = coset->query->conc;
    const es_event_list *from = &coset->brought;

    vec_clear(missing);
    if (coset->at.len && has_rows(coset, coset->at.at[0].cond)) {
        es_past_start(conc->es, &coset->walk);
        if (coset->query->added != EVENT_BOTTOM)
            walk_by_rows(coset);
        from = &coset->walk.out;
    }
    vec_append(missing, from);
    ids_sort(missing->at, missing->len);
    coset->work += SORT_WORK * ids_sort_work(missing->len);
}
