#include "engine/prefix/contextual.h"

#include "base/ids.h"

#include <stdlib.h>

/* What each condition costs that an event uses which is walked over
 * (watch.h). */
enum { USE_COST = 2 };

/* Work between two calls of the watch. */
enum { LOOK = 4096 };

/* A place whose candidates are still to be listed, but for what e produces; and
 * one with all of them. */
enum { PARTLY, WHOLLY, N_LISTING_STATES };

/* --- work ----------------------------------------------------------------- */

static uint64_t work_so_far(const struct contextual *context)
{
    return context->steps + EXTENDER_WALK_COST * context->coset.walk.work +
           USE_COST * (context->coset.work + context->coset.walk.n_uses);
}

uint64_t contextual_untold(struct contextual *context)
{
    const uint64_t work = work_so_far(context);
    const uint64_t untold = work - context->told;

    context->told = work;
    return untold;
}

static bool must_end_search(struct contextual *context, uint32_t cost)
{
    context->steps += cost;
    if (work_so_far(context) >= context->due && !context->stopped) {
        context->due = work_so_far(context) + LOOK;
        context->stopped = context->watch.look(context->watch.self,
                                               contextual_untold(context));
    }
    return context->stopped;
}

/* --- proposals ------------------------------------------------------------ */

static void give(struct contextual *context, struct extender_proposal proposal)
{
    if (!context->stopped)
        context->stopped = !context->sink.take(
            context->sink.self, context->added, &proposal, context->words.at);
}

/* The condition that was chosen on each place, in the order of the places. */
static void push_chosen(struct contextual *context, uint32_t n)
{
    vec_clear(&context->words);
    for (uint32_t i = 0; i < n; i++)
        vec_push(&context->words, COND_NONE);
    for (uint32_t i = 0; i < n; i++)
        context->words.at[context->uses.at[i]] = context->coset.at.at[i];
}

static void give_extension(struct contextual *context, trans_id t)
{
    struct extender_proposal proposal = {.kind = EXTENDER_EXTENSION,
                                         .subject = t,
                                         .n_words = context->uses.len,
                                         .marking = MARKINGS_NONE};
    uint32_t from;

    push_chosen(context, context->uses.len);
    for (uint32_t i = 0; i < context->included.len; i++) {
        const struct contextual_reader *const r =
            &context->readers.at[context->included.at[i]];

        for (uint32_t k = 0; k < r->n; k++)
            vec_push(&context->words, r->event);
    }
    proposal.n_readers = context->words.len - proposal.n_words;
    from = context->words.len;
    vec_append(&context->words, &context->coset.brought);
    proposal.n_missing = context->words.len - from;
    ids_sort(context->words.at + from, proposal.n_missing);
    give(context, proposal);
}

static void give_pattern(struct contextual *context, uint32_t g)
{
    const struct extender_proposal proposal = {.kind = EXTENDER_PATTERN,
                                               .subject = g,
                                               .n_words = context->uses.len,
                                               .marking = MARKINGS_NONE};

    push_chosen(context, context->uses.len);
    for (uint32_t i = 0; i < context->words.len; i++)
        context->words.at[i] =
            context->es->conds.at[context->words.at[i]].producer;
    give(context, proposal);
}

/* --- candidates ----------------------------------------------------------- */

static void list_own(struct contextual *context, cond_id b, uint32_t state)
{
    const place_id p = context->es->conds.at[b].place;
    const struct read_coset_partner own = {.cond = b};

    vec_clear(&context->candidates[p]);
    vec_push(&context->candidates[p], own);
    stamp_paint(&context->listed, p, state);
}

/* What e produces is its own candidate, and so is what it reads.  Another
 * condition of such a place, concurrent with e, would be a second token: it is
 * sought on a place of a product that is fed twice.  What e reads was there
 * before e, and so was the search for a second token. */
static void list_all_own(struct contextual *context, event_id e)
{
    const cond_id *const uses = es_uses(context->es, e);

    for (uint32_t i = 0; i < es_produce_count(context->es, e); i++) {
        const cond_id b = context->end + i;

        list_own(context, b,
                 e != EVENT_BOTTOM &&
                         bits_has(context->conc->components.fed_twice,
                                  context->es->conds.at[b].place)
                     ? PARTLY
                     : WHOLLY);
    }
    for (uint32_t i = es_consume_count(context->es, e);
         i < es_use_count(context->es, e); i++)
        list_own(context, uses[i], WHOLLY);
}

static const read_coset_list *list_partners(struct contextual *context,
                                            place_id p)
{
    const cond_id *const on = conc_on(context->conc, p);
    struct read_coset_partner partner;

    if (stamp_has(&context->listed, p) && stamp_is(&context->listed, p, WHOLLY))
        return &context->candidates[p];
    if (!stamp_has(&context->listed, p))
        vec_clear(&context->candidates[p]);
    stamp_paint(&context->listed, p, WHOLLY);
    for (uint32_t i = 0;
         i < conc_count_on(context->conc, p) && on[i] < context->end; i++) {
        if (must_end_search(context, EXTENDER_STEP_COST))
            break;
        partner.cond = on[i];
        if (read_coset_is_partner(&context->coset, on[i], &partner.brings))
            vec_push(&context->candidates[p], partner);
    }
    return &context->candidates[p];
}

/* Does an event concurrent with e produce on a place of e? */
static bool has_second_token(struct contextual *context)
{
    for (uint32_t i = 0; i < es_produce_count(context->es, context->added);
         i++) {
        const place_id p = context->es->conds.at[context->end + i].place;
        const read_coset_list *const candidates = list_partners(context, p);
        const struct extender_proposal proposal = {
            .kind = EXTENDER_SECOND, .subject = p, .n_words = 1};

        if (candidates->len < 2)
            continue;
        vec_clear(&context->words);
        vec_push(&context->words,
                 context->es->conds.at[candidates->at[1].cond].producer);
        give(context, proposal);
        return true;
    }
    return false;
}

/* --- choices of conditions ------------------------------------------------ */

/* The places with the fewest candidates first: by insertion, as there are few.
 * False when one has none. */
static bool order_uses(struct contextual *context, struct net_place_span places,
                       uint32_t n_consumed)
{
    context->places = places.at;
    context->n_consumed = n_consumed;
    vec_clear(&context->uses);
    for (uint32_t i = 0; i < places.len; i++) {
        const uint32_t size = list_partners(context, places.at[i])->len;
        uint32_t k = i;

        if (!size || must_end_search(context, EXTENDER_STEP_COST))
            return false;
        vec_push(&context->uses, i);
        for (;
             k > 0 &&
             context->candidates[places.at[context->uses.at[k - 1]]].len > size;
             k--)
            context->uses.at[k] = context->uses.at[k - 1];
        context->uses.at[k] = i;
    }
    return true;
}

static void drop_choice(struct contextual *context)
{
    read_coset_pop(&context->coset, vec_pop(&context->n_brought));
}

/* The next candidate of the last position. */
static bool try_next(struct contextual *context)
{
    const uint32_t k = context->next.len - 1;
    const read_coset_list *const candidates =
        &context->candidates[context->places[context->uses.at[k]]];
    const uint32_t before = read_coset_count(&context->coset);

    if (!read_coset_push(&context->coset,
                         candidates->at[(*vec_top(&context->next))++]))
        return false;
    vec_push(&context->n_brought, before);
    if (read_coset_count(&context->coset) <= context->most)
        return true;
    context->more = true;
    drop_choice(context);
    return false;
}

/* The next choice of pairwise concurrent conditions; false when there is
 * none. */
static bool next_choice(struct contextual *context, bool first)
{
    if (first) {
        vec_clear(&context->next);
        vec_push(&context->next, 0);
    } else {
        drop_choice(context);
    }
    while (context->next.len &&
           !must_end_search(context, EXTENDER_CHOICE_COST)) {
        const uint32_t use = context->uses.at[context->next.len - 1];

        if (*vec_top(&context->next) ==
            context->candidates[context->places[use]].len) {
            (void)vec_pop(&context->next);
            if (context->coset.at.len)
                drop_choice(context);
        } else if (try_next(context)) {
            if (context->coset.at.len == context->uses.len)
                return true;
            vec_push(&context->next, 0);
        }
    }
    return false;
}

/* After the last choice, or a stop. */
static void drop_choices(struct contextual *context)
{
    while (context->coset.at.len)
        drop_choice(context);
}

/* --- readers -------------------------------------------------------------- */

static void list_readers_of(struct contextual *context, cond_id b)
{
    const uint32_t n = es_user_count(context->es, b);
    struct contextual_reader reader = {.n = 1};

    for (uint32_t k = 0; k < n && !must_end_search(context, EXTENDER_STEP_COST);
         k++) {
        reader.event = es_user(context->es, b, k);
        if (context->turn.at[reader.event] > context->turn.at[context->added])
            break;
        if (es_reads(context->es, reader.event, b) &&
            read_coset_meet(&context->coset, reader.event, &reader.brings))
            vec_push(&context->readers, reader);
    }
}

/* The readers of the conditions that are consumed which can be in the history,
 * each once, increasing. */
static void list_readers(struct contextual *context)
{
    uint32_t n = 0;

    vec_clear(&context->readers);
    for (uint32_t i = 0; i < context->uses.len; i++)
        if (context->uses.at[i] < context->n_consumed)
            list_readers_of(context, context->coset.at.at[i]);
    if (!context->readers.len)
        return;
    qsort(context->readers.at, context->readers.len,
          sizeof *context->readers.at, ids_compare);
    for (uint32_t i = 1; i < context->readers.len; i++)
        if (context->readers.at[i].event == context->readers.at[n].event)
            context->readers.at[n].n++;
        else
            context->readers.at[++n] = context->readers.at[i];
    vec_cut(&context->readers, n + 1);
}

/* Can the events come in, and are these few enough? */
static bool bring_if_few(struct contextual *context,
                         struct read_coset_slice slice)
{
    const uint32_t before = read_coset_count(&context->coset);

    if (!read_coset_bring(&context->coset, slice))
        return false;
    if (read_coset_count(&context->coset) <= context->most)
        return true;
    context->more = true;
    read_coset_take_back(&context->coset, before);
    return false;
}

/* Decides about the next reader: in, if that is possible.  If not, it will not
 * be possible either when there are more events in the history. */
static void decide_about_reader(struct contextual *context)
{
    const uint32_t i = context->digits.len;
    const struct contextual_reader *const r = &context->readers.at[i];
    struct contextual_digit digit = {CONTEXTUAL_BELOW,
                                     read_coset_count(&context->coset)};

    if (!read_coset_has(&context->coset, r->event, r->brings))
        digit.decision =
            bring_if_few(context, r->brings) ? CONTEXTUAL_IN : CONTEXTUAL_OUT;
    if (digit.decision != CONTEXTUAL_OUT)
        vec_push(&context->included, i);
    vec_push(&context->digits, digit);
}

/* Takes back decisions up to the last reader that was taken in, and leaves this
 * one out; false when there is none. */
static bool go_back(struct contextual *context)
{
    while (context->digits.len) {
        struct contextual_digit *const digit = vec_top(&context->digits);
        const event_id r = context->readers.at[context->digits.len - 1].event;

        if (digit->decision != CONTEXTUAL_OUT)
            (void)vec_pop(&context->included);
        if (digit->decision == CONTEXTUAL_IN) {
            read_coset_take_back(&context->coset, digit->n_brought);
            read_coset_bar(&context->coset, r);
            digit->decision = CONTEXTUAL_OUT;
            return true;
        }
        if (digit->decision == CONTEXTUAL_OUT)
            read_coset_unbar(&context->coset, r);
        (void)vec_pop(&context->digits);
    }
    return false;
}

/* The extensions by t with the chosen conditions.  A reader that was left out
 * never comes in with others, so each way down ends with an extension. */
static void choose_readers(struct contextual *context, trans_id t)
{
    bool goes_on = true;

    list_readers(context);
    vec_clear(&context->digits);
    vec_clear(&context->included);
    while (goes_on && !context->stopped) {
        while (context->digits.len < context->readers.len &&
               !must_end_search(context, EXTENDER_CHOICE_COST))
            decide_about_reader(context);
        if (!must_end_search(context, EXTENDER_STEP_COST) &&
            read_coset_count(&context->coset) >= context->least)
            give_extension(context, t);
        goes_on = go_back(context);
    }
    while (go_back(context)) /* after a stop */
        ;
}

/* --- extensions ----------------------------------------------------------- */

static void seek_extensions(struct contextual *context, trans_id t)
{
    const struct net_place_span use = compiled_net_use(context->compiled, t);

    if (stamp_has(&context->tried, t))
        return;
    stamp_add(&context->tried, t);
    if (!conc_has_all(context->conc, use, &context->n_had[t]) ||
        extender_uses_has(&context->excluded, use) ||
        !order_uses(context, use,
                    compiled_net_consume_count(context->compiled, t)))
        return;
    for (bool first = true; next_choice(context, first); first = false)
        choose_readers(context, t);
    drop_choices(context);
}

static void seek_pattern(struct contextual *context, uint32_t g)
{
    const struct net_place_span places =
        compiled_net_pattern_places(context->compiled, g);

    if (context->compiled->patterns[g].answered ||
        stamp_has(&context->tried_patterns, g))
        return;
    stamp_add(&context->tried_patterns, g);
    if (!conc_has_all(context->conc, places,
                      &context->n_had[context->compiled->n_trans + g]) ||
        extender_uses_has(&context->excluded, places) ||
        !order_uses(context, places, 0))
        return;
    if (next_choice(context, true))
        give_pattern(context, g);
    drop_choices(context);
}

static void try_all(struct contextual *context, struct net_trans_span users)
{
    for (uint32_t i = 0;
         i < users.len && !must_end_search(context, EXTENDER_STEP_COST); i++)
        seek_extensions(context, users.at[i]);
}

/* What uses a condition that e produces. */
static void seek_users(struct contextual *context, place_id p)
{
    const struct compiled_net_pattern_span patterns =
        compiled_net_patterns_of(context->compiled, p);

    try_all(context, compiled_net_consumers(context->compiled, p));
    try_all(context, compiled_net_readers(context->compiled, p));
    for (uint32_t i = 0;
         i < patterns.len && !must_end_search(context, EXTENDER_STEP_COST); i++)
        seek_pattern(context, patterns.at[i]);
}

static void start(struct contextual *context, event_id e)
{
    context->added = e;
    context->more = false;
    vec_fit(&context->turn, e + 1);
    if (!context->turn.at[e])
        context->turn.at[e] = ++context->n_turns;
    context->end = context->es->events.at[e].produces;
    read_coset_start(&context->coset, e);
    stamp_start_colours(&context->listed, N_LISTING_STATES);
    stamp_start(&context->tried);
    stamp_start(&context->tried_patterns);
    extender_uses_start(&context->excluded, es_produces_on(context->es, e));
    list_all_own(context, e);
}

bool contextual_extend(struct contextual *context, event_id e, uint32_t least,
                       uint32_t most)
{
    const struct net_place_span produced = es_produces_on(context->es, e);

    context->least = least;
    context->most = most;
    start(context, e);
    if (has_second_token(context))
        return false;
    for (uint32_t i = 0; i < produced.len; i++)
        seek_users(context, produced.at[i]);
    for (uint32_t i = es_consume_count(context->es, e);
         i < es_use_count(context->es, e); i++)
        try_all(context,
                compiled_net_consumers(
                    context->compiled,
                    context->es->conds.at[es_uses(context->es, e)[i]].place));
    return context->more;
}

/* --- life ----------------------------------------------------------------- */

void contextual_init(struct contextual *context, const struct conc *conc,
                     struct extender_watch watch, struct contextual_sink sink)
{
    const struct compiled_net *const compiled = conc->es->compiled;

    *context = (struct contextual){.conc = conc,
                                   .es = conc->es,
                                   .compiled = compiled,
                                   .watch = watch,
                                   .sink = sink};
    context->coset = (struct read_coset){.es = conc->es};
    extender_uses_init(&context->excluded, compiled);
    context->n_had = mem_zero((size_t)compiled->n_trans + compiled->n_patterns,
                              sizeof *context->n_had);
    context->candidates =
        mem_zero(compiled->n_places, sizeof *context->candidates);
    stamp_fit(&context->listed, compiled->n_places);
    stamp_fit(&context->tried, compiled->n_trans);
    stamp_fit(&context->tried_patterns, compiled->n_patterns);
}

void contextual_finish(struct contextual *context)
{
    for (place_id p = 0; p < context->compiled->n_places; p++)
        vec_free(&context->candidates[p]);
    mem_free(context->candidates);
    mem_free(context->n_had);
    read_coset_finish(&context->coset);
    extender_uses_finish(&context->excluded);
    stamp_finish(&context->listed);
    stamp_finish(&context->tried);
    stamp_finish(&context->tried_patterns);
    vec_free(&context->uses);
    vec_free(&context->next);
    vec_free(&context->n_brought);
    vec_free(&context->readers);
    vec_free(&context->digits);
    vec_free(&context->included);
    vec_free(&context->words);
    vec_free(&context->turn);
}
