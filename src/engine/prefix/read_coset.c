#include "engine/prefix/read_coset.h"

/* Colours of readers that were compared with e, and of conditions that one side
 * uses. */
enum { CLASHES, FITS, N_MET };
enum { READ, CONSUMED, N_SIDES };

void read_coset_init(struct read_coset *x, const struct es *es)
{
    *x = (struct read_coset){.es = es};
}

void read_coset_finish(struct read_coset *x)
{
    es_walk_finish(&x->walk);
    stamp_finish(&x->sides);
    vec_free(&x->slices);
    stamp_finish(&x->met);
    vec_free(&x->met_brings);
    vec_free(&x->at);
    vec_free(&x->brought);
    stamp_finish(&x->in);
    stamp_finish(&x->barred);
    vec_free(&x->uses);
}

/* Entries for all conditions and events of the store. */
static void fit(struct read_coset *x)
{
    const uint32_t n_conds = x->es->conds.len, n_events = x->es->events.len;

    stamp_fit(&x->sides, n_conds);
    stamp_fit(&x->met, n_events);
    stamp_fit(&x->in, n_events);
    stamp_fit(&x->barred, n_events);
    vec_fit(&x->uses, n_conds);
    if (x->met_brings.len < n_events) {
        vec_reserve(&x->met_brings, n_events - x->met_brings.len);
        x->met_brings.len = n_events;
    }
}

void read_coset_start(struct read_coset *x, event_id e)
{
    fit(x);
    read_coset_take_back(x, 0);
    while (x->at.len)
        x->uses.at[vec_pop(&x->at)].chosen = false;
    vec_clear(&x->slices);
    stamp_start_colours(&x->met, N_MET);
    stamp_start(&x->in);
    stamp_start(&x->barred);
    x->added = e;
}

/* --- walks ---------------------------------------------------------------- */

static void note_side(struct read_coset *x, event_id g)
{
    const struct es *const es = x->es;
    const cond_id *const uses = es_uses(es, g);
    const uint32_t n = es_use_count(es, g);
    const uint32_t n_consumed = es_consume_count(es, g);

    x->work += n;
    for (uint32_t i = 0; i < n; i++)
        if (i < n_consumed)
            stamp_paint(&x->sides, uses[i], CONSUMED);
        else if (!stamp_is(&x->sides, uses[i], CONSUMED))
            stamp_paint(&x->sides, uses[i], READ);
}

/* Is g, of the one side, in no conflict with the other side, and does it not
 * consume b? */
static bool agrees(struct read_coset *x, event_id g, cond_id b)
{
    const struct es *const es = x->es;
    const cond_id *const uses = es_uses(es, g);
    const uint32_t n = es_use_count(es, g);
    const uint32_t n_consumed = es_consume_count(es, g);

    x->work += n;
    for (uint32_t i = 0; i < n; i++)
        if (i < n_consumed ? uses[i] == b || stamp_has(&x->sides, uses[i])
                           : stamp_is(&x->sides, uses[i], CONSUMED))
            return false;
    return true;
}

/* Do f and e have no conflict, and does no event of [e] consume b, which f
 * produces?  Then the slice is what [e] lacks of [f]. */
static bool compare(struct read_coset *x, event_id f, cond_id b,
                    struct read_coset_slice *slice)
{
    const es_event_list *const one = &x->walk.out;
    const es_event_list *const other = &x->walk.other;

    es_difference(x->es, &x->walk, f, x->added);
    stamp_start_colours(&x->sides, N_SIDES);
    for (uint32_t i = 0; i < one->len; i++)
        note_side(x, one->at[i]);
    for (uint32_t i = 0; i < other->len; i++)
        if (!agrees(x, other->at[i], b))
            return false;
    *slice = (struct read_coset_slice){x->slices.len, one->len};
    for (uint32_t i = one->len; i-- > 0;) /* the walk went back */
        vec_push(&x->slices, one->at[i]);
    return true;
}

bool read_coset_is_partner(struct read_coset *x, cond_id b,
                           struct read_coset_slice *brings)
{
    const event_id producer = x->es->conds.at[b].producer;

    *brings = (struct read_coset_slice){0};
    if (producer == EVENT_BOTTOM && !es_user_count(x->es, b))
        return true;
    return compare(x, producer, b, brings);
}

bool read_coset_meet(struct read_coset *x, event_id f,
                     struct read_coset_slice *brings)
{
    if (!stamp_has(&x->met, f)) {
        x->met_brings.at[f] = (struct read_coset_slice){0};
        stamp_paint(&x->met, f,
                    compare(x, f, COND_NONE, &x->met_brings.at[f]) ? FITS
                                                                   : CLASHES);
    }
    *brings = x->met_brings.at[f];
    return stamp_is(&x->met, f, FITS);
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
static uint32_t count_named(const struct read_coset *x, event_id g, cond_id b)
{
    const event_id *const readers = es_readers(x->es, g);
    uint32_t n = 0;

    for (uint32_t i = 0; i < es_reader_count(x->es, g); i++)
        n += (i == 0 || readers[i] != readers[i - 1]) &&
             stamp_has(&x->in, readers[i]) && reads(x->es, readers[i], b);
    return n;
}

static bool may_come_in(struct read_coset *x, event_id g)
{
    const struct es *const es = x->es;
    const cond_id *const uses = es_uses(es, g);
    const uint32_t n = es_use_count(es, g);
    const uint32_t n_consumed = es_consume_count(es, g);

    if (stamp_has(&x->barred, g))
        return false;
    x->work += n;
    for (uint32_t i = 0; i < n; i++) {
        const struct read_coset_use use = x->uses.at[uses[i]];

        if (use.consumed || (i < n_consumed && use.chosen))
            return false;
        if (i < n_consumed && use.n_readers &&
            use.n_readers != count_named(x, g, uses[i]))
            return false;
    }
    return true;
}

static void come_in(struct read_coset *x, event_id g)
{
    const struct es *const es = x->es;
    const cond_id *const uses = es_uses(es, g);
    const uint32_t n_consumed = es_consume_count(es, g);

    stamp_add(&x->in, g);
    vec_push(&x->brought, g);
    for (uint32_t i = 0; i < es_use_count(es, g); i++)
        if (i < n_consumed)
            x->uses.at[uses[i]].consumed = true;
        else
            x->uses.at[uses[i]].n_readers++;
}

bool read_coset_bring(struct read_coset *x, struct read_coset_slice slice)
{
    const uint32_t before = x->brought.len;

    for (uint32_t i = 0; i < slice.len; i++) {
        const event_id g = x->slices.at[slice.from + i];

        if (stamp_has(&x->in, g))
            continue;
        if (!may_come_in(x, g)) {
            read_coset_take_back(x, before);
            return false;
        }
        come_in(x, g);
    }
    return true;
}

void read_coset_take_back(struct read_coset *x, uint32_t n)
{
    const struct es *const es = x->es;

    while (x->brought.len > n) {
        const event_id g = vec_pop(&x->brought);
        const cond_id *const uses = es_uses(es, g);
        const uint32_t n_consumed = es_consume_count(es, g);

        stamp_remove(&x->in, g);
        x->work += es_use_count(es, g);
        for (uint32_t i = 0; i < es_use_count(es, g); i++)
            if (i < n_consumed)
                x->uses.at[uses[i]].consumed = false;
            else
                x->uses.at[uses[i]].n_readers--;
    }
}

bool read_coset_push(struct read_coset *x, struct read_coset_partner b)
{
    if (x->uses.at[b.cond].consumed || !read_coset_bring(x, b.brings))
        return false;
    x->uses.at[b.cond].chosen = true;
    vec_push(&x->at, b.cond);
    return true;
}

void read_coset_pop(struct read_coset *x, uint32_t n_brought)
{
    x->uses.at[vec_pop(&x->at)].chosen = false;
    read_coset_take_back(x, n_brought);
}
