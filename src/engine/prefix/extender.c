#include "engine/prefix/extender.h"

/* What an entry of the lists of concurrent events, and an event that fires at a
 * marking of many words cost (watch.h). */
enum { LIST_COST = 2, TREE_COST = 250 };

/* Work of steps between two calls of the watch. */
enum { STEP_WORK_A_LOOK = 4096 };

/* A needed place: its candidates are still to be listed, or not. */
enum { UNLISTED, LISTED, N_STATES };

/* --- places that exclude each other --------------------------------------- */

void extender_uses_init(struct extender_uses *uses,
                        const struct compiled_net *compiled)
{
    const struct exclusive *const sets = compiled->exclusive;
    const uint32_t n = compiled->n_places;

    *uses = (struct extender_uses){0};
    if (!sets || !exclusive_count(sets))
        return;
    uses->set_of = mem_alloc(n, sizeof *uses->set_of);
    uses->original = mem_alloc(n, sizeof *uses->original);
    uses->produced = mem_alloc(exclusive_count(sets), sizeof *uses->produced);
    stamp_fit(&uses->met, exclusive_count(sets));
    exclusive_choose(sets, compiled->n_net_places, uses->set_of);
    for (place_id p = 0; p < n; p++) {
        uses->original[p] = compiled_net_original(compiled, p);
        if (p >= compiled->n_net_places)
            uses->set_of[p] = uses->original[p] == PLACE_NONE
                                  ? EXCLUSIVE_NONE
                                  : uses->set_of[uses->original[p]];
    }
}

void extender_uses_finish(struct extender_uses *uses)
{
    mem_free(uses->set_of);
    mem_free(uses->original);
    mem_free(uses->produced);
    stamp_finish(&uses->met);
}

void extender_uses_start(struct extender_uses *uses,
                         struct net_place_span produced)
{
    if (!uses->set_of)
        return;
    stamp_start(&uses->met);
    for (uint32_t i = 0; i < produced.len; i++) {
        const uint32_t set = uses->set_of[produced.at[i]];

        if (set == EXCLUSIVE_NONE)
            continue;
        stamp_add(&uses->met, set);
        uses->produced[set] = uses->original[produced.at[i]];
    }
}

bool extender_uses_has(const struct extender_uses *uses,
                       struct net_place_span places)
{
    if (!uses->set_of)
        return false;
    for (uint32_t i = 0; i < places.len; i++) {
        const uint32_t set = uses->set_of[places.at[i]];

        if (set != EXCLUSIVE_NONE && stamp_has(&uses->met, set) &&
            uses->produced[set] != uses->original[places.at[i]])
            return true;
    }
    return false;
}

/* --- work ----------------------------------------------------------------- */

uint64_t extender_untold(struct extender *extender)
{
    const uint64_t work =
        extender->steps +
        EXTENDER_WALK_COST *
            (extender->query.walk.work + extender->coset.walk.work) +
        LIST_COST * (extender->query.work + extender->coset.work);
    const uint64_t untold = work - extender->told;

    extender->told = work;
    return untold;
}

static bool has_to_stop(struct extender *extender, uint32_t cost)
{
    extender->steps += cost;
    if (extender->steps >= extender->due && !extender->stopped) {
        extender->due = extender->steps + STEP_WORK_A_LOOK;
        extender->stopped = extender->watch.look(extender->watch.self,
                                                 extender_untold(extender));
    }
    return extender->stopped;
}

/* --- proposals ------------------------------------------------------------ */

static void propose(struct extender *extender, enum extender_kind kind,
                    uint32_t subject)
{
    const struct extender_proposal proposal = {
        .kind = kind,
        .subject = subject,
        .words = extender->words.len,
        .marking = MARKINGS_NONE,
    };

    vec_push(&extender->proposals, proposal);
    extender->counts.n_odd += kind != EXTENDER_EXTENSION;
}

/* To the last proposal. */
static void push_word(struct extender *extender, uint32_t word)
{
    vec_push(&extender->words, word);
    vec_top(&extender->proposals)->n_words++;
}

/* --- candidates --------------------------------------------------------- */

static void need(struct extender *extender, place_id p)
{
    if (stamp_has(&extender->needed, p))
        return;
    stamp_paint(&extender->needed, p, UNLISTED);
    vec_push(&extender->unlisted, p);
    vec_clear(&extender->candidates[p]);
}

static void need_all(struct extender *extender, struct net_place_span places,
                     uint32_t *n_had)
{
    if (!conc_has_all(extender->conc, places, n_had) ||
        extender_uses_has(&extender->excluded, places))
        return;
    extender->query.work += places.len;
    for (uint32_t i = 0; i < places.len; i++)
        need(extender, places.at[i]);
}

/* The places of all transitions and patterns that use a place of the postset.
 */
static void need_places(struct extender *extender,
                        struct net_place_span produced)
{
    const struct compiled_net *const compiled = extender->compiled;

    extender_uses_start(&extender->excluded, produced);
    for (uint32_t i = 0; i < produced.len; i++) {
        const place_id p = produced.at[i];
        const struct net_trans_span consumers =
            compiled_net_consumers(compiled, p);
        const struct compiled_net_pattern_span patterns =
            compiled_net_patterns_of(compiled, p);

        for (uint32_t k = 0; k < consumers.len; k++) {
            const trans_id t = consumers.at[k];

            if (!stamp_has(&extender->users, t))
                need_all(extender, compiled_net_use(compiled, t),
                         &extender->n_had[t]);
            stamp_add(&extender->users, t);
        }
        for (uint32_t k = 0; k < patterns.len; k++) {
            const uint32_t g = patterns.at[k];

            need_all(extender, compiled_net_pattern_places(compiled, g),
                     &extender->n_had[compiled->n_trans + g]);
        }
        need(extender, p);
    }
}

/* What e produces is its own candidate.  Another condition of such a place
 * would be a second token: it is sought where the place is fed twice. */
static void list_produced(struct extender *extender, event_id e)
{
    const cond_id produces = extender->es->events.at[e].produces;

    for (uint32_t i = 0; i < es_produce_count(extender->es, e); i++) {
        const place_id p = extender->es->conds.at[produces + i].place;
        const struct conc_partner own = {.cond = produces + i};

        vec_push(&extender->candidates[p], own);
        if (!bits_has(extender->conc->components.fed_twice, p))
            stamp_paint(&extender->needed, p, LISTED);
    }
}

static const conc_list *list_candidates(struct extender *extender, place_id p)
{
    if (stamp_is(&extender->needed, p, UNLISTED) &&
        extender->query.added != EVENT_BOTTOM)
        conc_partners(&extender->query, p, &extender->candidates[p]);
    stamp_paint(&extender->needed, p, LISTED);
    return &extender->candidates[p];
}

/* All lists at once, if that takes less time than one by one. */
static void try_to_list_all(struct extender *extender)
{
    uint64_t n = 0;

    for (uint32_t i = 0; i < extender->unlisted.len; i++)
        if (stamp_is(&extender->needed, extender->unlisted.at[i], UNLISTED))
            n += conc_count_on(extender->conc, extender->unlisted.at[i]);
    if (conc_partners_on(&extender->query,
                         n < UINT32_MAX ? (uint32_t)n : UINT32_MAX,
                         &extender->needed, extender->candidates))
        for (uint32_t i = 0; i < extender->unlisted.len; i++)
            stamp_paint(&extender->needed, extender->unlisted.at[i], LISTED);
}

/* Does an event concurrent with e produce on a place of e?  Proposes the one
 * that was added first. */
static bool propose_second_token(struct extender *extender, event_id e)
{
    const struct es_event *const events = extender->es->events.at;
    event_id second = EVENT_NONE;
    place_id on = PLACE_NONE;

    for (uint32_t i = 0; i < es_produce_count(extender->es, e); i++) {
        const place_id p = extender->es->conds.at[events[e].produces + i].place;
        const conc_list *const candidates = list_candidates(extender, p);
        event_id g;

        if (candidates->len < 2)
            continue;
        g = extender->es->conds.at[candidates->at[1].cond].producer;
        if (second == EVENT_NONE ||
            events[g].produces < events[second].produces) {
            second = g;
            on = p;
        }
    }
    if (second == EVENT_NONE)
        return false;
    propose(extender, EXTENDER_SECOND, on);
    push_word(extender, second);
    return true;
}

static void find_candidates(struct extender *extender, event_id e)
{
    stamp_start_colours(&extender->needed, N_STATES);
    stamp_start(&extender->users);
    stamp_start(&extender->tried);
    stamp_start(&extender->tried_patterns);
    vec_clear(&extender->unlisted);
    need_places(extender, es_produces_on(extender->es, e));
    list_produced(extender, e);
    try_to_list_all(extender);
}

/* --- choices ------------------------------------------------------------ */

/* The places with the fewest candidates first: by insertion, as there are few.
 * False when one has none. */
static bool order_places(struct extender *extender,
                         struct net_place_span places)
{
    extender->query.work += places.len;
    vec_clear(&extender->places);
    for (uint32_t i = 0; i < places.len; i++) {
        const place_id p = places.at[i];
        uint32_t size, k = i;

        if (!stamp_has(&extender->needed, p))
            return false;
        size = list_candidates(extender, p)->len;
        if (!size)
            return false;
        vec_push(&extender->places, p);
        for (; k > 0 &&
               extender->candidates[extender->places.at[k - 1]].len > size;
             k--)
            extender->places.at[k] = extender->places.at[k - 1];
        extender->places.at[k] = p;
    }
    return true;
}

/* The next choice of pairwise concurrent conditions; false when there is
 * none. */
static bool next_coset(struct extender *extender, bool first)
{
    const uint32_t n = extender->places.len;

    if (first) {
        coset_start(&extender->coset);
        vec_clear(&extender->next);
        vec_push(&extender->next, 0);
    } else {
        coset_pop(&extender->coset);
    }
    while (extender->next.len && !has_to_stop(extender, EXTENDER_CHOICE_COST)) {
        const conc_list *const candidates =
            &extender->candidates[extender->places.at[extender->next.len - 1]];
        uint32_t *const i = vec_top(&extender->next);

        if (*i == candidates->len) {
            (void)vec_pop(&extender->next);
            if (extender->coset.at.len)
                coset_pop(&extender->coset);
            continue;
        }
        if (!coset_push(&extender->coset, candidates->at[(*i)++]))
            continue;
        if (extender->coset.at.len == n)
            return true;
        vec_push(&extender->next, 0);
    }
    return false;
}

/* --- markings ------------------------------------------------------------- */

/* Of the extension by t, if it is known, and if t puts no second token. */
static uint32_t find_marking(struct extender *extender, trans_id t)
{
    struct markings_draft *const view = &extender->view;
    const struct es_event *const events = extender->es->events.at;
    uint32_t marking;

    markings_draft_open(view, &extender->es->markings,
                        events[extender->query.added].marking);
    for (uint32_t i = 0; i < extender->extra.len; i++)
        markings_draft_step(view, events[extender->extra.at[i]].trans);
    if (markings_draft_unsafe(view, t) != PLACE_NONE) {
        extender->counts.n_odd++;
        return MARKINGS_NONE;
    }
    markings_draft_step(view, t);
    marking = markings_draft_close(view, NULL);
    extender->counts.n_new += marking == MARKINGS_NONE;
    return marking;
}

/* --- extensions --------------------------------------------------------- */

static void propose_extension(struct extender *extender, trans_id t,
                              struct net_place_span use)
{
    for (uint32_t i = 0; i < use.len; i++) {
        const cond_id b = extender->coset.at.at[i].cond;

        extender->chosen[extender->es->conds.at[b].place] = b;
    }
    propose(extender, EXTENDER_EXTENSION, t);
    for (uint32_t i = 0; i < use.len; i++)
        push_word(extender, extender->chosen[use.at[i]]);
    coset_missing(&extender->coset, &extender->extra);
    vec_append(&extender->words, &extender->extra);
    vec_top(&extender->proposals)->n_missing = extender->extra.len;
    if (markings_are_deep(&extender->es->markings))
        extender->steps += TREE_COST * ((uint64_t)extender->extra.len + 1);
    extender->counts.n_uses += use.len;
    extender->counts.n_far += extender->extra.len > 0;
    if (use.len > EXTENDER_FEW_USES)
        extender->counts.n_many += use.len - EXTENDER_FEW_USES;
    if (extender->has_view)
        vec_top(&extender->proposals)->marking = find_marking(extender, t);
}

static void try_trans(struct extender *extender, trans_id t)
{
    const struct net_place_span use = compiled_net_use(extender->compiled, t);

    if (stamp_has(&extender->tried, t))
        return;
    stamp_add(&extender->tried, t);
    if (!order_places(extender, use))
        return;
    for (bool first = true; next_coset(extender, first); first = false)
        propose_extension(extender, t, use);
}

static void propose_pattern(struct extender *extender, uint32_t g)
{
    propose(extender, EXTENDER_PATTERN, g);
    for (uint32_t i = 0; i < extender->coset.at.len; i++)
        push_word(
            extender,
            extender->es->conds.at[extender->coset.at.at[i].cond].producer);
}

static void try_pattern(struct extender *extender, uint32_t g)
{
    if (extender->compiled->patterns[g].answered ||
        stamp_has(&extender->tried_patterns, g))
        return;
    stamp_add(&extender->tried_patterns, g);
    if (order_places(extender,
                     compiled_net_pattern_places(extender->compiled, g)) &&
        next_coset(extender, true))
        propose_pattern(extender, g);
}

static void try_users(struct extender *extender, place_id p)
{
    const struct compiled_net *const compiled = extender->compiled;
    const struct net_trans_span consumers = compiled_net_consumers(compiled, p);
    const struct compiled_net_pattern_span patterns =
        compiled_net_patterns_of(compiled, p);

    for (uint32_t i = 0;
         i < consumers.len && !has_to_stop(extender, EXTENDER_STEP_COST); i++)
        try_trans(extender, consumers.at[i]);
    for (uint32_t i = 0;
         i < patterns.len && !has_to_stop(extender, EXTENDER_STEP_COST); i++)
        try_pattern(extender, patterns.at[i]);
}

void extender_extend(struct extender *extender, event_id e)
{
    const cond_id produces = extender->es->events.at[e].produces;

    extender->counts = (struct extender_counts){0};
    conc_query_start(&extender->query, e);
    find_candidates(extender, e);
    if (propose_second_token(extender, e))
        return;
    for (uint32_t i = 0; i < es_produce_count(extender->es, e); i++)
        try_users(extender, extender->es->conds.at[produces + i].place);
}

/* --- life ----------------------------------------------------------------- */

void extender_init(struct extender *extender, const struct conc *conc,
                   struct extender_watch watch)
{
    const struct compiled_net *const compiled = conc->es->compiled;

    *extender = (struct extender){.conc = conc,
                                  .es = conc->es,
                                  .compiled = compiled,
                                  .watch = watch,
                                  .due = STEP_WORK_A_LOOK};
    extender->query = (struct conc_query){.conc = conc};
    extender->coset = (struct coset){.query = &extender->query};
    extender_uses_init(&extender->excluded, compiled);
    extender->chosen = mem_alloc(compiled->n_places, sizeof *extender->chosen);
    extender->n_had = mem_zero((size_t)compiled->n_trans + compiled->n_patterns,
                               sizeof *extender->n_had);
    extender->candidates =
        mem_zero(compiled->n_places, sizeof *extender->candidates);
    stamp_fit(&extender->needed, compiled->n_places);
    stamp_fit(&extender->users, compiled->n_trans);
    stamp_fit(&extender->tried, compiled->n_trans);
    stamp_fit(&extender->tried_patterns, compiled->n_patterns);
}

void extender_finish(struct extender *extender)
{
    for (place_id p = 0; p < extender->compiled->n_places; p++)
        vec_free(&extender->candidates[p]);
    mem_free(extender->candidates);
    stamp_finish(&extender->needed);
    stamp_finish(&extender->users);
    stamp_finish(&extender->tried);
    stamp_finish(&extender->tried_patterns);
    mem_free(extender->n_had);
    mem_free(extender->chosen);
    vec_free(&extender->unlisted);
    vec_free(&extender->places);
    vec_free(&extender->next);
    vec_free(&extender->extra);
    vec_free(&extender->proposals);
    vec_free(&extender->words);
    coset_finish(&extender->coset);
    extender_uses_finish(&extender->excluded);
    conc_query_finish(&extender->query);
    markings_draft_finish(&extender->view);
}

void extender_start(struct extender *extender)
{
    vec_clear(&extender->proposals);
    vec_clear(&extender->words);
}
