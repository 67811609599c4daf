#include "engine/prefix/contextual.h"

#include "base/ids.h"

#include <stdlib.h>

/* What a step, a choice, an event that is walked over, and a condition that it
 * uses cost (watch.h). */
enum { STEP_COST = 20, CHOICE_COST = 8, WALK_COST = 8, USE_COST = 2 };

/* Work between two calls of the watch. */
enum { LOOK = 4096 };

/* A place whose candidates are still to be listed, but for what e produces; and
 * one with all of them. */
enum { PARTLY, LISTED, N_STATES };

/* --- work ----------------------------------------------------------------- */

uint64_t contextual_untold(struct contextual *x)
{
    const uint64_t work =
        x->steps + WALK_COST * x->coset.walk.work + USE_COST * x->coset.work;
    const uint64_t untold = work - x->told;

    x->told = work;
    return untold;
}

static bool has_to_stop(struct contextual *x, uint32_t cost)
{
    const uint64_t done = (x->steps += cost) + WALK_COST * x->coset.walk.work +
                          USE_COST * x->coset.work;

    if (done >= x->due && !x->stopped) {
        x->due = done + LOOK;
        x->stopped = x->watch.look(x->watch.self, contextual_untold(x));
    }
    return x->stopped;
}

/* --- proposals ------------------------------------------------------------ */

static void give(struct contextual *x, struct extender_proposal proposal)
{
    if (!x->stopped)
        x->stopped =
            !x->sink.take(x->sink.self, x->added, &proposal, x->words.at);
}

/* The condition that was chosen on each place, in the order of the places. */
static void push_chosen(struct contextual *x, uint32_t n)
{
    vec_clear(&x->words);
    for (uint32_t i = 0; i < n; i++)
        vec_push(&x->words, COND_NONE);
    for (uint32_t i = 0; i < n; i++)
        x->words.at[x->uses.at[i]] = x->coset.at.at[i];
}

/* Are the events that were brought as many as asked for? */
static bool is_asked_for(const struct contextual *x)
{
    return read_coset_count(&x->coset) >= x->least;
}

static void give_extension(struct contextual *x, trans_id t)
{
    struct extender_proposal proposal = {.kind = EXTENDER_EXTENSION,
                                         .subject = t,
                                         .n_words = x->uses.len,
                                         .marking = ES_MARKING_NONE};
    uint32_t from;

    push_chosen(x, x->uses.len);
    for (uint32_t i = 0; i < x->included.len; i++) {
        const struct contextual_reader *const r =
            &x->readers.at[x->included.at[i]];

        for (uint32_t k = 0; k < r->n; k++)
            vec_push(&x->words, r->event);
    }
    proposal.n_readers = x->words.len - proposal.n_words;
    from = x->words.len;
    vec_append(&x->words, &x->coset.brought);
    proposal.n_missing = x->words.len - from;
    ids_sort(x->words.at + from, proposal.n_missing);
    give(x, proposal);
}

static void give_pattern(struct contextual *x, uint32_t g)
{
    const struct extender_proposal proposal = {.kind = EXTENDER_PATTERN,
                                               .subject = g,
                                               .n_words = x->uses.len,
                                               .marking = ES_MARKING_NONE};

    push_chosen(x, x->uses.len);
    for (uint32_t i = 0; i < x->words.len; i++)
        x->words.at[i] = x->es->conds.at[x->words.at[i]].producer;
    give(x, proposal);
}

/* --- candidates ----------------------------------------------------------- */

static void list_own(struct contextual *x, cond_id b, uint32_t state)
{
    const place_id p = x->es->conds.at[b].place;
    const struct read_coset_partner own = {.cond = b};

    vec_clear(&x->candidates[p]);
    vec_push(&x->candidates[p], own);
    stamp_paint(&x->listed, p, state);
}

/* What e produces is its own candidate, and so is what it reads.  Another
 * condition of such a place, concurrent with e, would be a second token: it is
 * sought on a place of a product that is fed twice.  What e reads was there
 * before e, and so was the search for a second token. */
static void list_all_own(struct contextual *x, event_id e)
{
    const cond_id *const uses = es_uses(x->es, e);

    for (uint32_t i = 0; i < es_produce_count(x->es, e); i++) {
        const cond_id b = x->end + i;

        list_own(x, b,
                 e != EVENT_BOTTOM && bits_has(x->conc->components.fed_twice,
                                               x->es->conds.at[b].place)
                     ? PARTLY
                     : LISTED);
    }
    for (uint32_t i = es_consume_count(x->es, e); i < es_use_count(x->es, e);
         i++)
        list_own(x, uses[i], LISTED);
}

static const read_coset_list *list_candidates(struct contextual *x, place_id p)
{
    const cond_id *const on = conc_on(x->conc, p);
    struct read_coset_partner partner;

    if (stamp_has(&x->listed, p) && stamp_is(&x->listed, p, LISTED))
        return &x->candidates[p];
    if (!stamp_has(&x->listed, p))
        vec_clear(&x->candidates[p]);
    stamp_paint(&x->listed, p, LISTED);
    for (uint32_t i = 0; i < conc_count_on(x->conc, p) && on[i] < x->end; i++) {
        if (has_to_stop(x, STEP_COST))
            break;
        partner.cond = on[i];
        if (read_coset_is_partner(&x->coset, on[i], &partner.brings))
            vec_push(&x->candidates[p], partner);
    }
    return &x->candidates[p];
}

/* Does an event concurrent with e produce on a place of e? */
static bool has_second_token(struct contextual *x)
{
    for (uint32_t i = 0; i < es_produce_count(x->es, x->added); i++) {
        const place_id p = x->es->conds.at[x->end + i].place;
        const read_coset_list *const candidates = list_candidates(x, p);
        const struct extender_proposal proposal = {
            .kind = EXTENDER_SECOND, .subject = p, .n_words = 1};

        if (candidates->len < 2)
            continue;
        vec_clear(&x->words);
        vec_push(&x->words, x->es->conds.at[candidates->at[1].cond].producer);
        give(x, proposal);
        return true;
    }
    return false;
}

/* --- choices of conditions ------------------------------------------------ */

/* The places with the fewest candidates first: by insertion, as there are few.
 * False when one has none. */
static bool order_places(struct contextual *x, struct net_place_span places,
                         uint32_t n_consumed)
{
    x->places = places.at;
    x->n_consumed = n_consumed;
    vec_clear(&x->uses);
    for (uint32_t i = 0; i < places.len; i++) {
        const uint32_t size = list_candidates(x, places.at[i])->len;
        uint32_t k = i;

        if (!size || has_to_stop(x, STEP_COST))
            return false;
        vec_push(&x->uses, i);
        for (; k > 0 && x->candidates[places.at[x->uses.at[k - 1]]].len > size;
             k--)
            x->uses.at[k] = x->uses.at[k - 1];
        x->uses.at[k] = i;
    }
    return true;
}

static void drop_choice(struct contextual *x)
{
    read_coset_pop(&x->coset, vec_pop(&x->n_brought));
}

/* The next candidate of the last position. */
static bool try_next(struct contextual *x)
{
    const uint32_t k = x->next.len - 1;
    const read_coset_list *const candidates =
        &x->candidates[x->places[x->uses.at[k]]];
    const uint32_t before = read_coset_count(&x->coset);

    if (!read_coset_push(&x->coset, candidates->at[(*vec_top(&x->next))++]))
        return false;
    vec_push(&x->n_brought, before);
    if (read_coset_count(&x->coset) <= x->most)
        return true;
    x->more = true;
    drop_choice(x);
    return false;
}

/* The next choice of pairwise concurrent conditions; false when there is
 * none. */
static bool next_choice(struct contextual *x, bool first)
{
    if (first) {
        vec_clear(&x->next);
        vec_push(&x->next, 0);
    } else {
        drop_choice(x);
    }
    while (x->next.len && !has_to_stop(x, CHOICE_COST)) {
        const uint32_t use = x->uses.at[x->next.len - 1];

        if (*vec_top(&x->next) == x->candidates[x->places[use]].len) {
            (void)vec_pop(&x->next);
            if (x->coset.at.len)
                drop_choice(x);
        } else if (try_next(x)) {
            if (x->coset.at.len == x->uses.len)
                return true;
            vec_push(&x->next, 0);
        }
    }
    return false;
}

/* After the last choice, or a stop. */
static void drop_choices(struct contextual *x)
{
    while (x->coset.at.len)
        drop_choice(x);
}

/* --- readers -------------------------------------------------------------- */

static void list_readers_of(struct contextual *x, cond_id b)
{
    const uint32_t n = es_user_count(x->es, b);
    struct contextual_reader reader = {.n = 1};

    for (uint32_t k = 0; k < n && !has_to_stop(x, STEP_COST); k++) {
        reader.event = es_user(x->es, b, k);
        if (x->turn.at[reader.event] > x->turn.at[x->added])
            break;
        if (es_reads(x->es, reader.event, b) &&
            read_coset_meet(&x->coset, reader.event, &reader.brings))
            vec_push(&x->readers, reader);
    }
}

static int by_event(const void *a, const void *b)
{
    const struct contextual_reader *const x = a, *const y = b;

    return (x->event > y->event) - (x->event < y->event);
}

/* The readers of the conditions that are consumed which can be in the history,
 * each once, increasing. */
static void list_readers(struct contextual *x)
{
    uint32_t n = 0;

    vec_clear(&x->readers);
    for (uint32_t i = 0; i < x->uses.len; i++)
        if (x->uses.at[i] < x->n_consumed)
            list_readers_of(x, x->coset.at.at[i]);
    if (!x->readers.len)
        return;
    qsort(x->readers.at, x->readers.len, sizeof *x->readers.at, by_event);
    for (uint32_t i = 1; i < x->readers.len; i++)
        if (x->readers.at[i].event == x->readers.at[n].event)
            x->readers.at[n].n++;
        else
            x->readers.at[++n] = x->readers.at[i];
    vec_cut(&x->readers, n + 1);
}

/* Can the events come in, and are these few enough? */
static bool bring(struct contextual *x, struct read_coset_slice slice)
{
    const uint32_t before = read_coset_count(&x->coset);

    if (!read_coset_bring(&x->coset, slice))
        return false;
    if (read_coset_count(&x->coset) <= x->most)
        return true;
    x->more = true;
    read_coset_take_back(&x->coset, before);
    return false;
}

/* Decides about the next reader: in, if that is possible.  If not, it will not
 * be possible either when there are more events in the history. */
static void decide(struct contextual *x)
{
    const uint32_t i = x->digits.len;
    const struct contextual_reader *const r = &x->readers.at[i];
    struct contextual_digit digit = {CONTEXTUAL_BELOW,
                                     read_coset_count(&x->coset)};

    if (!read_coset_has(&x->coset, r->event, r->brings))
        digit.decision = bring(x, r->brings) ? CONTEXTUAL_IN : CONTEXTUAL_OUT;
    if (digit.decision != CONTEXTUAL_OUT)
        vec_push(&x->included, i);
    vec_push(&x->digits, digit);
}

/* Takes back decisions up to the last reader that was taken in, and leaves this
 * one out; false when there is none. */
static bool go_back(struct contextual *x)
{
    while (x->digits.len) {
        struct contextual_digit *const digit = vec_top(&x->digits);
        const event_id r = x->readers.at[x->digits.len - 1].event;

        if (digit->decision != CONTEXTUAL_OUT)
            (void)vec_pop(&x->included);
        if (digit->decision == CONTEXTUAL_IN) {
            read_coset_take_back(&x->coset, digit->n_brought);
            read_coset_bar(&x->coset, r);
            digit->decision = CONTEXTUAL_OUT;
            return true;
        }
        if (digit->decision == CONTEXTUAL_OUT)
            read_coset_unbar(&x->coset, r);
        (void)vec_pop(&x->digits);
    }
    return false;
}

/* The extensions by t with the chosen conditions.  A reader that was left out
 * never comes in with others, so each way down ends with an extension. */
static void choose_readers(struct contextual *x, trans_id t)
{
    bool goes_on = true;

    list_readers(x);
    vec_clear(&x->digits);
    vec_clear(&x->included);
    while (goes_on && !x->stopped) {
        while (x->digits.len < x->readers.len && !has_to_stop(x, CHOICE_COST))
            decide(x);
        if (!has_to_stop(x, STEP_COST) && is_asked_for(x))
            give_extension(x, t);
        goes_on = go_back(x);
    }
    while (go_back(x)) /* after a stop */
        ;
}

/* --- extensions ----------------------------------------------------------- */

static void try_trans(struct contextual *x, trans_id t)
{
    const struct net_place_span use = compiled_net_use(x->compiled, t);

    if (stamp_has(&x->tried, t))
        return;
    stamp_add(&x->tried, t);
    if (!conc_has_all(x->conc, use, &x->n_had[t]) ||
        extender_uses_has(&x->excluded, use) ||
        !order_places(x, use, compiled_net_consume_count(x->compiled, t)))
        return;
    for (bool first = true; next_choice(x, first); first = false)
        choose_readers(x, t);
    drop_choices(x);
}

static void try_pattern(struct contextual *x, uint32_t g)
{
    const struct net_place_span places =
        compiled_net_pattern_places(x->compiled, g);

    if (x->answered[g] || stamp_has(&x->tried_patterns, g))
        return;
    stamp_add(&x->tried_patterns, g);
    if (!conc_has_all(x->conc, places, &x->n_had[x->compiled->n_trans + g]) ||
        extender_uses_has(&x->excluded, places) || !order_places(x, places, 0))
        return;
    if (next_choice(x, true))
        give_pattern(x, g);
    drop_choices(x);
}

static void try_all(struct contextual *x, const uint32_t *start,
                    const trans_id *ends, place_id p)
{
    for (uint32_t i = start[p]; i < start[p + 1] && !has_to_stop(x, STEP_COST);
         i++)
        try_trans(x, ends[i]);
}

/* What uses a condition that e produces. */
static void try_users(struct contextual *x, place_id p)
{
    const struct compiled_net *const compiled = x->compiled;
    const struct compiled_net_pattern_span patterns =
        compiled_net_patterns_of(compiled, p);

    try_all(x, compiled->consumer_at, compiled->consumers, p);
    try_all(x, compiled->reader_at, compiled->readers, p);
    for (uint32_t i = 0; i < patterns.len && !has_to_stop(x, STEP_COST); i++)
        try_pattern(x, patterns.at[i]);
}

static void take_turn(struct contextual *x, event_id e)
{
    while (x->turn.len <= e)
        vec_push(&x->turn, 0);
    if (!x->turn.at[e])
        x->turn.at[e] = ++x->n_turns;
}

static void start(struct contextual *x, event_id e)
{
    x->added = e;
    x->more = false;
    take_turn(x, e);
    x->end = x->es->events.at[e].produces;
    read_coset_start(&x->coset, e);
    stamp_start_colours(&x->listed, N_STATES);
    stamp_start(&x->tried);
    stamp_start(&x->tried_patterns);
    extender_uses_start(&x->excluded, es_produces_on(x->es, e));
    list_all_own(x, e);
}

bool contextual_extend(struct contextual *x, event_id e, uint32_t least,
                       uint32_t most)
{
    const struct net_place_span produced = es_produces_on(x->es, e);

    x->least = least;
    x->most = most;
    start(x, e);
    if (has_second_token(x))
        return false;
    for (uint32_t i = 0; i < produced.len; i++)
        try_users(x, produced.at[i]);
    for (uint32_t i = es_consume_count(x->es, e); i < es_use_count(x->es, e);
         i++)
        try_all(x, x->compiled->consumer_at, x->compiled->consumers,
                x->es->conds.at[es_uses(x->es, e)[i]].place);
    return x->more;
}

/* --- life ----------------------------------------------------------------- */

void contextual_init(struct contextual *x, const struct conc *conc,
                     const bool *answered, struct extender_watch watch,
                     struct contextual_sink sink)
{
    const struct compiled_net *const compiled = conc->es->compiled;

    *x = (struct contextual){.conc = conc,
                             .es = conc->es,
                             .compiled = compiled,
                             .answered = answered,
                             .watch = watch,
                             .sink = sink};
    read_coset_init(&x->coset, conc->es);
    extender_uses_init(&x->excluded, compiled);
    x->n_had = mem_zero((size_t)compiled->n_trans + compiled->n_patterns,
                        sizeof *x->n_had);
    x->candidates = mem_zero(compiled->n_places, sizeof *x->candidates);
    stamp_fit(&x->listed, compiled->n_places);
    stamp_fit(&x->tried, compiled->n_trans);
    stamp_fit(&x->tried_patterns, compiled->n_patterns);
}

void contextual_finish(struct contextual *x)
{
    for (place_id p = 0; p < x->compiled->n_places; p++)
        vec_free(&x->candidates[p]);
    mem_free(x->candidates);
    mem_free(x->n_had);
    read_coset_finish(&x->coset);
    extender_uses_finish(&x->excluded);
    stamp_finish(&x->listed);
    stamp_finish(&x->tried);
    stamp_finish(&x->tried_patterns);
    vec_free(&x->uses);
    vec_free(&x->next);
    vec_free(&x->n_brought);
    vec_free(&x->readers);
    vec_free(&x->digits);
    vec_free(&x->included);
    vec_free(&x->words);
    vec_free(&x->turn);
}
