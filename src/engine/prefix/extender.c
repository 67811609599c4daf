#include "engine/prefix/extender.h"

#include "base/ids.h"

/* What a step, an entry of the lists of concurrent events, a choice of a
 * condition, an event that is walked over, and one that fires at a marking of
 * many words cost (watch.h). */
enum {
    STEP_COST = 20,
    LIST_COST = 2,
    CHOICE_COST = 8,
    WALK_COST = 8,
    TREE_COST = 250,
};

/* Work of steps between two calls of the watch. */
enum { LOOK = 4096 };

/* A needed place: its candidates are still to be listed, or not. */
enum { UNLISTED, LISTED, N_STATES };

/* --- places that exclude each other --------------------------------------- */

void extender_uses_init(struct extender_uses *x,
                        const struct compiled_net *compiled)
{
    const struct exclusive *const sets = compiled->exclusive;
    const uint32_t n = compiled->n_places;

    *x = (struct extender_uses){0};
    if (!sets || !exclusive_count(sets))
        return;
    x->set_of = mem_alloc(n, sizeof *x->set_of);
    x->original = mem_alloc(n, sizeof *x->original);
    x->produced = mem_alloc(exclusive_count(sets), sizeof *x->produced);
    stamp_fit(&x->met, exclusive_count(sets));
    exclusive_choose(sets, compiled->n_net_places, x->set_of);
    for (place_id p = 0; p < n; p++) {
        x->original[p] = compiled_net_original(compiled, p);
        if (p >= compiled->n_net_places)
            x->set_of[p] = x->original[p] == PLACE_NONE
                               ? EXCLUSIVE_NONE
                               : x->set_of[x->original[p]];
    }
}

void extender_uses_finish(struct extender_uses *x)
{
    mem_free(x->set_of);
    mem_free(x->original);
    mem_free(x->produced);
    stamp_finish(&x->met);
}

void extender_uses_start(struct extender_uses *x,
                         struct net_place_span produced)
{
    if (!x->set_of)
        return;
    stamp_start(&x->met);
    for (uint32_t i = 0; i < produced.len; i++) {
        const uint32_t set = x->set_of[produced.at[i]];

        if (set == EXCLUSIVE_NONE)
            continue;
        stamp_add(&x->met, set);
        x->produced[set] = x->original[produced.at[i]];
    }
}

bool extender_uses_has(const struct extender_uses *x,
                       struct net_place_span places)
{
    if (!x->set_of)
        return false;
    for (uint32_t i = 0; i < places.len; i++) {
        const uint32_t set = x->set_of[places.at[i]];

        if (set != EXCLUSIVE_NONE && stamp_has(&x->met, set) &&
            x->produced[set] != x->original[places.at[i]])
            return true;
    }
    return false;
}

/* --- work ----------------------------------------------------------------- */

static uint64_t work_of(const struct extender *x)
{
    return x->steps + WALK_COST * (x->query.walk.work + x->coset.walk.work) +
           LIST_COST * (x->query.work + x->coset.work);
}

uint64_t extender_untold(struct extender *x)
{
    const uint64_t work = work_of(x);
    const uint64_t untold = work - x->told;

    x->told = work;
    return untold;
}

static bool has_to_stop(struct extender *x, uint32_t cost)
{
    x->steps += cost;
    if (x->steps >= x->due && !x->stopped) {
        x->due = x->steps + LOOK;
        x->stopped = x->watch.look(x->watch.self, extender_untold(x));
    }
    return x->stopped;
}

/* --- proposals ------------------------------------------------------------ */

static void propose(struct extender *x, enum extender_kind kind,
                    uint32_t subject)
{
    const struct extender_proposal proposal = {
        .kind = kind,
        .subject = subject,
        .words = x->words.len,
        .marking = ES_MARKING_NONE,
    };

    vec_push(&x->proposals, proposal);
    x->n_odd += kind != EXTENDER_EXTENSION;
}

/* To the last proposal. */
static void push_word(struct extender *x, uint32_t word)
{
    vec_push(&x->words, word);
    vec_top(&x->proposals)->n_words++;
}

/* --- candidates --------------------------------------------------------- */

static void need(struct extender *x, place_id p)
{
    if (stamp_has(&x->needed, p))
        return;
    stamp_paint(&x->needed, p, UNLISTED);
    vec_push(&x->unlisted, p);
    vec_clear(&x->candidates[p]);
}

static void need_all(struct extender *x, struct net_place_span places,
                     uint32_t *n_had)
{
    if (!conc_has_all(x->conc, places, n_had) ||
        extender_uses_has(&x->excluded, places))
        return;
    x->query.work += places.len;
    for (uint32_t i = 0; i < places.len; i++)
        need(x, places.at[i]);
}

/* The places of all transitions and patterns that use a place of the postset.
 */
static void need_places(struct extender *x, struct net_place_span produced)
{
    const struct compiled_net *const compiled = x->compiled;

    extender_uses_start(&x->excluded, produced);
    for (uint32_t i = 0; i < produced.len; i++) {
        const place_id p = produced.at[i];
        const struct compiled_net_pattern_span patterns =
            compiled_net_patterns_of(compiled, p);

        for (uint32_t k = compiled->consumer_at[p];
             k < compiled->consumer_at[p + 1]; k++) {
            const trans_id t = compiled->consumers[k];

            if (!stamp_has(&x->users, t))
                need_all(x, compiled_net_use(compiled, t), &x->n_had[t]);
            stamp_add(&x->users, t);
        }
        for (uint32_t k = 0; k < patterns.len; k++) {
            const uint32_t g = patterns.at[k];

            need_all(x, compiled_net_pattern_places(compiled, g),
                     &x->n_had[compiled->n_trans + g]);
        }
        need(x, p);
    }
}

/* What e produces is its own candidate.  Another condition of such a place
 * would be a second token: it is sought where the place is fed twice. */
static void list_produced(struct extender *x, event_id e)
{
    const cond_id produces = x->es->events.at[e].produces;

    for (uint32_t i = 0; i < es_produce_count(x->es, e); i++) {
        const place_id p = x->es->conds.at[produces + i].place;
        const struct conc_partner own = {.cond = produces + i};

        vec_push(&x->candidates[p], own);
        if (!bits_has(x->conc->components.fed_twice, p))
            stamp_paint(&x->needed, p, LISTED);
    }
}

static const conc_list *list_candidates(struct extender *x, place_id p)
{
    if (stamp_is(&x->needed, p, UNLISTED) && x->query.added != EVENT_BOTTOM)
        conc_partners(&x->query, p, &x->candidates[p]);
    stamp_paint(&x->needed, p, LISTED);
    return &x->candidates[p];
}

/* All lists at once, if that takes less time than one by one. */
static void try_to_list_all(struct extender *x)
{
    uint64_t n = 0;

    for (uint32_t i = 0; i < x->unlisted.len; i++)
        if (stamp_is(&x->needed, x->unlisted.at[i], UNLISTED))
            n += conc_count_on(x->conc, x->unlisted.at[i]);
    if (conc_partners_on(&x->query, n < UINT32_MAX ? (uint32_t)n : UINT32_MAX,
                         &x->needed, x->candidates))
        for (uint32_t i = 0; i < x->unlisted.len; i++)
            stamp_paint(&x->needed, x->unlisted.at[i], LISTED);
}

/* Does an event concurrent with e produce on a place of e?  Proposes the one
 * that was added first. */
static bool has_second_token(struct extender *x, event_id e)
{
    const struct es_event *const events = x->es->events.at;
    event_id second = EVENT_NONE;
    place_id on = PLACE_NONE;

    for (uint32_t i = 0; i < es_produce_count(x->es, e); i++) {
        const place_id p = x->es->conds.at[events[e].produces + i].place;
        const conc_list *const candidates = list_candidates(x, p);
        event_id g;

        if (candidates->len < 2)
            continue;
        g = x->es->conds.at[candidates->at[1].cond].producer;
        if (second == EVENT_NONE ||
            events[g].produces < events[second].produces) {
            second = g;
            on = p;
        }
    }
    if (second == EVENT_NONE)
        return false;
    propose(x, EXTENDER_SECOND, on);
    push_word(x, second);
    return true;
}

static void find_candidates(struct extender *x, event_id e)
{
    stamp_start_colours(&x->needed, N_STATES);
    stamp_start(&x->users);
    stamp_start(&x->tried);
    stamp_start(&x->tried_patterns);
    vec_clear(&x->unlisted);
    need_places(x, es_produces_on(x->es, e));
    list_produced(x, e);
    try_to_list_all(x);
}

/* --- choices ------------------------------------------------------------ */

/* The places with the fewest candidates first: by insertion, as there are few.
 * False when one has none. */
static bool order_places(struct extender *x, struct net_place_span places)
{
    x->query.work += places.len;
    vec_clear(&x->places);
    for (uint32_t i = 0; i < places.len; i++) {
        const place_id p = places.at[i];
        uint32_t size, k = i;

        if (!stamp_has(&x->needed, p))
            return false;
        size = list_candidates(x, p)->len;
        if (!size)
            return false;
        vec_push(&x->places, p);
        for (; k > 0 && x->candidates[x->places.at[k - 1]].len > size; k--)
            x->places.at[k] = x->places.at[k - 1];
        x->places.at[k] = p;
    }
    return true;
}

/* The next choice of pairwise concurrent conditions; false when there is
 * none. */
static bool next_choice(struct extender *x, bool first)
{
    const uint32_t n = x->places.len;

    if (first) {
        coset_start(&x->coset);
        vec_clear(&x->next);
        vec_push(&x->next, 0);
    } else {
        coset_pop(&x->coset);
    }
    while (x->next.len && !has_to_stop(x, CHOICE_COST)) {
        const conc_list *const candidates =
            &x->candidates[x->places.at[x->next.len - 1]];
        uint32_t *const i = vec_top(&x->next);

        if (*i == candidates->len) {
            (void)vec_pop(&x->next);
            if (x->coset.at.len)
                coset_pop(&x->coset);
            continue;
        }
        if (!coset_push(&x->coset, candidates->at[(*i)++]))
            continue;
        if (x->coset.at.len == n)
            return true;
        vec_push(&x->next, 0);
    }
    return false;
}

/* --- markings ------------------------------------------------------------- */

void extender_look(struct extender *x)
{
    es_view(&x->view, x->es);
    x->has_view = true;
}

/* Of the extension by t, if it is known, and if t puts no second token. */
static uint32_t find_marking(struct extender *x, trans_id t)
{
    struct es *const view = &x->view;

    uint32_t marking;

    es_open(view, view->events.at[x->query.added].marking);
    for (uint32_t i = 0; i < x->extra.len; i++)
        es_open_fire(view, view->events.at[x->extra.at[i]].trans);
    if (es_open_unsafe(view, t) != PLACE_NONE) {
        x->n_odd++;
        return ES_MARKING_NONE;
    }
    es_open_fire(view, t);
    marking = es_close(view, true);
    x->n_new += marking == ES_MARKING_NONE;
    return marking;
}

/* --- extensions --------------------------------------------------------- */

static void propose_extension(struct extender *x, trans_id t,
                              struct net_place_span use)
{
    for (uint32_t i = 0; i < use.len; i++) {
        const cond_id b = x->coset.at.at[i].cond;

        x->chosen[x->es->conds.at[b].place] = b;
    }
    propose(x, EXTENDER_EXTENSION, t);
    for (uint32_t i = 0; i < use.len; i++)
        push_word(x, x->chosen[use.at[i]]);
    coset_missing(&x->coset, &x->extra);
    for (uint32_t i = 0; i < x->extra.len; i++)
        vec_push(&x->words, x->extra.at[i]);
    vec_top(&x->proposals)->n_missing = x->extra.len;
    if (!markings_are_dense(&x->es->markings))
        x->steps += TREE_COST * ((uint64_t)x->extra.len + 1);
    x->n_uses += use.len;
    x->n_far += x->extra.len > 0;
    if (use.len > EXTENDER_FEW_USES)
        x->n_many += use.len - EXTENDER_FEW_USES;
    if (x->has_view)
        vec_top(&x->proposals)->marking = find_marking(x, t);
}

static void try_trans(struct extender *x, trans_id t)
{
    const struct net_place_span use = compiled_net_use(x->compiled, t);

    if (stamp_has(&x->tried, t))
        return;
    stamp_add(&x->tried, t);
    if (!order_places(x, use))
        return;
    for (bool first = true; next_choice(x, first); first = false)
        propose_extension(x, t, use);
}

static void propose_pattern(struct extender *x, uint32_t g)
{
    propose(x, EXTENDER_PATTERN, g);
    for (uint32_t i = 0; i < x->coset.at.len; i++)
        push_word(x, x->es->conds.at[x->coset.at.at[i].cond].producer);
}

static void try_pattern(struct extender *x, uint32_t g)
{
    if (x->answered[g] || stamp_has(&x->tried_patterns, g))
        return;
    stamp_add(&x->tried_patterns, g);
    if (order_places(x, compiled_net_pattern_places(x->compiled, g)) &&
        next_choice(x, true))
        propose_pattern(x, g);
}

static void try_users(struct extender *x, place_id p)
{
    const struct compiled_net *const compiled = x->compiled;
    const struct compiled_net_pattern_span patterns =
        compiled_net_patterns_of(compiled, p);

    for (uint32_t i = compiled->consumer_at[p];
         i < compiled->consumer_at[p + 1] && !has_to_stop(x, STEP_COST); i++)
        try_trans(x, compiled->consumers[i]);
    for (uint32_t i = 0; i < patterns.len && !has_to_stop(x, STEP_COST); i++)
        try_pattern(x, patterns.at[i]);
}

void extender_extend(struct extender *x, event_id e)
{
    const cond_id produces = x->es->events.at[e].produces;

    conc_query_start(&x->query, e);
    find_candidates(x, e);
    if (has_second_token(x, e))
        return;
    for (uint32_t i = 0; i < es_produce_count(x->es, e); i++)
        try_users(x, x->es->conds.at[produces + i].place);
}

/* --- life ----------------------------------------------------------------- */

void extender_init(struct extender *x, const struct conc *conc,
                   const bool *answered, struct extender_watch watch)
{
    const struct compiled_net *const compiled = conc->es->compiled;

    *x = (struct extender){.conc = conc,
                           .es = conc->es,
                           .compiled = compiled,
                           .answered = answered,
                           .watch = watch,
                           .due = LOOK};
    conc_query_init(&x->query, conc);
    coset_init(&x->coset, &x->query);
    extender_uses_init(&x->excluded, compiled);
    x->chosen = mem_alloc(compiled->n_places, sizeof *x->chosen);
    x->n_had = mem_zero((size_t)compiled->n_trans + compiled->n_patterns,
                        sizeof *x->n_had);
    x->candidates = mem_zero(compiled->n_places, sizeof *x->candidates);
    stamp_fit(&x->needed, compiled->n_places);
    stamp_fit(&x->users, compiled->n_trans);
    stamp_fit(&x->tried, compiled->n_trans);
    stamp_fit(&x->tried_patterns, compiled->n_patterns);
}

void extender_finish(struct extender *x)
{
    for (place_id p = 0; p < x->compiled->n_places; p++)
        vec_free(&x->candidates[p]);
    mem_free(x->candidates);
    stamp_finish(&x->needed);
    stamp_finish(&x->users);
    stamp_finish(&x->tried);
    stamp_finish(&x->tried_patterns);
    mem_free(x->n_had);
    mem_free(x->chosen);
    vec_free(&x->unlisted);
    vec_free(&x->places);
    vec_free(&x->next);
    vec_free(&x->extra);
    vec_free(&x->proposals);
    vec_free(&x->words);
    coset_finish(&x->coset);
    extender_uses_finish(&x->excluded);
    conc_query_finish(&x->query);
    es_view_finish(&x->view);
}

void extender_start(struct extender *x)
{
    vec_clear(&x->proposals);
    vec_clear(&x->words);
    x->n_uses = x->n_far = x->n_new = x->n_odd = x->n_many = 0;
}
