#include "engine/prefix/read_coset.h"

/* Colours of readers that were compared with e. */
enum { CLASHES, FITS, N_MET };

void read_coset_finish(struct read_coset *coset)
{
    es_past_finish(&coset->walk);
    vec_free(&coset->slices);
    stamp_finish(&coset->met);
    vec_free(&coset->met_brings);
    vec_free(&coset->at);
    vec_free(&coset->brought);
    stamp_finish(&coset->in);
    stamp_finish(&coset->barred);
    vec_free(&coset->uses);
}

/* Entries for all conditions and events of the store. */
static void fit_to_store(struct read_coset *coset)
{
    const uint32_t n_conds = coset->es->conds.len,
                   n_events = coset->es->events.len;

    stamp_fit(&coset->met, n_events);
    stamp_fit(&coset->in, n_events);
    stamp_fit(&coset->barred, n_events);
    vec_fit(&coset->uses, n_conds);
    vec_fit(&coset->met_brings, n_events);
}

void read_coset_start(struct read_coset *coset, event_id e)
{
    fit_to_store(coset);
    read_coset_take_back(coset, 0);
    while (coset->at.len)
        coset->uses.at[vec_pop(&coset->at)].chosen = false;
    vec_clear(&coset->slices);
    stamp_start_colours(&coset->met, N_MET);
    stamp_start(&coset->in);
    stamp_start(&coset->barred);
    coset->added = e;
}

/* --- walks ---------------------------------------------------------------- */

/* Do f and e have no conflict, and does no event of [e] consume b, which f
 * produces?  Then the slice is what [e] lacks of [f]. */
static bool compare_histories(struct read_coset *coset, event_id f, cond_id b,
                              struct read_coset_slice *slice)
{
    const es_event_list *const lacking = &coset->walk.out;

    if (!es_past_agree(coset->es, &coset->walk, f, coset->added, b))
        return false;
    *slice = (struct read_coset_slice){coset->slices.len, lacking->len};
    for (uint32_t i = lacking->len; i-- > 0;) /* the walk went back */
        vec_push(&coset->slices, lacking->at[i]);
    return true;
}

bool read_coset_is_partner(struct read_coset *coset, cond_id b,
                           struct read_coset_slice *brings)
{
    const event_id producer = coset->es->conds.at[b].producer;

    *brings = (struct read_coset_slice){0};
    if (producer == EVENT_BOTTOM && !es_user_count(coset->es, b))
        return true;
    return compare_histories(coset, producer, b, brings);
}

bool read_coset_meet(struct read_coset *coset, event_id f,
                     struct read_coset_slice *brings)
{
    if (!stamp_has(&coset->met, f)) {
        coset->met_brings.at[f] = (struct read_coset_slice){0};
        stamp_paint(
            &coset->met, f,
            compare_histories(coset, f, COND_NONE, &coset->met_brings.at[f])
                ? FITS
                : CLASHES);
    }
    *brings = coset->met_brings.at[f];
    return stamp_is(&coset->met, f, FITS);
}

/* --- the history ---------------------------------------------------------- */

static bool reads(const struct es *es, event_id g, cond_id b)
{
    const cond_id *const uses = es_uses(es, g);

    for (uint32_t i = es_consume_count(es, g); i < es_use_count(es, g); i++)
        if (uses[i] == b)
            return true;
    return false;
}

/* The readers of b that the name of g has and that were brought. */
static uint32_t count_named(const struct read_coset *coset, event_id g,
                            cond_id b)
{
    const event_id *const readers = es_readers(coset->es, g);
    uint32_t n = 0;

    for (uint32_t i = 0; i < es_reader_count(coset->es, g); i++)
        n += (i == 0 || readers[i] != readers[i - 1]) &&
             stamp_has(&coset->in, readers[i]) &&
             reads(coset->es, readers[i], b);
    return n;
}

static bool may_come_in(struct read_coset *coset, event_id g)
{
    const struct es *const es = coset->es;
    const cond_id *const uses = es_uses(es, g);
    const uint32_t n = es_use_count(es, g);
    const uint32_t n_consumed = es_consume_count(es, g);

    if (stamp_has(&coset->barred, g))
        return false;
    coset->work += n;
    for (uint32_t i = 0; i < n; i++) {
        const struct read_coset_use use = coset->uses.at[uses[i]];

        if (use.consumed || (i < n_consumed && use.chosen))
            return false;
        if (i < n_consumed && use.n_readers &&
            use.n_readers != count_named(coset, g, uses[i]))
            return false;
    }
    return true;
}

static void come_in(struct read_coset *coset, event_id g)
{
    const struct es *const es = coset->es;
    const cond_id *const uses = es_uses(es, g);
    const uint32_t n_consumed = es_consume_count(es, g);

    stamp_add(&coset->in, g);
    vec_push(&coset->brought, g);
    for (uint32_t i = 0; i < es_use_count(es, g); i++)
        if (i < n_consumed)
            coset->uses.at[uses[i]].consumed = true;
        else
            coset->uses.at[uses[i]].n_readers++;
}

bool read_coset_bring(struct read_coset *coset, struct read_coset_slice slice)
{
    const uint32_t before = coset->brought.len;

    for (uint32_t i = 0; i < slice.len; i++) {
        const event_id g = coset->slices.at[slice.from + i];

        if (stamp_has(&coset->in, g))
            continue;
        if (!may_come_in(coset, g)) {
            read_coset_take_back(coset, before);
            return false;
        }
        come_in(coset, g);
    }
    return true;
}

void read_coset_take_back(struct read_coset *coset, uint32_t n)
{
    const struct es *const es = coset->es;

    while (coset->brought.len > n) {
        const event_id g = vec_pop(&coset->brought);
        const cond_id *const uses = es_uses(es, g);
        const uint32_t n_consumed = es_consume_count(es, g);

        stamp_remove(&coset->in, g);
        coset->work += es_use_count(es, g);
        for (uint32_t i = 0; i < es_use_count(es, g); i++)
            if (i < n_consumed)
                coset->uses.at[uses[i]].consumed = false;
            else
                coset->uses.at[uses[i]].n_readers--;
    }
}

bool read_coset_push(struct read_coset *coset, struct read_coset_partner b)
{
    if (coset->uses.at[b.cond].consumed || !read_coset_bring(coset, b.brings))
        return false;
    coset->uses.at[b.cond].chosen = true;
    vec_push(&coset->at, b.cond);
    return true;
}

void read_coset_pop(struct read_coset *coset, uint32_t n_brought)
{
    coset->uses.at[vec_pop(&coset->at)].chosen = false;
    read_coset_take_back(coset, n_brought);
}
