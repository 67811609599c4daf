#include "engine/state/product.h"

#include "base/mem.h"
#include "engine/automaton.h"

/* What a step of the search costs. */
enum { LASSO_STEP_COST = 150 };

static void add_lasso_run(const void *self, witness_run *run)
{
    const struct product *const product = self;

    for (uint32_t i = product->frames.len; i-- > 0;)
        if (product->frames.at[i].trans != TRANS_NONE)
            vec_push(run, product->frames.at[i].trans);
}

void lasso_init(struct product *product, struct marking_goals *goals,
                struct enabled_set *at, struct stubborn_closure *closure)
{
    *product = (struct product){.goals = goals,
                                .at = at,
                                .ample.closure = closure,
                                .net = goals->problem->net};
    markings_init(&product->markings, product->net, goals->problem->exclusive);
    whole_step_init(&product->step, goals, &product->markings);
}

static void clear(struct product *product)
{
    keys_finish(&product->states);
    vec_clear(&product->number);
    vec_clear(&product->open);
    vec_clear(&product->roots);
    vec_clear(&product->frames);
    vec_clear(&product->chosen);
    product->n_met = 0;
    product->no_beginning = false;
}

void lasso_finish(struct product *product)
{
    clear(product);
    vec_free(&product->number);
    vec_free(&product->open);
    vec_free(&product->roots);
    vec_free(&product->frames);
    vec_free(&product->chosen);
    mem_free(product->changes);
    ample_finish(&product->ample);
    whole_step_finish(&product->step);
    markings_finish(&product->markings);
    buchi_destroy(product->automaton);
    *product = (struct product){0};
}

/* --- steps ---------------------------------------------------------------- */

/* The next enabled transition of the top frame, in an order of this turn. */
static trans_id next_trans(const struct product *product,
                           struct product_frame *frame)
{
    const uint32_t n = net_trans_count(product->net);
    const uint32_t first =
        product->turn
            ? (uint32_t)(keys_hash(frame->marking + product->turn) % n)
            : 0;
    trans_id t;

    if (frame->ample)
        return frame->next < frame->ample
                   ? product->chosen
                         .at[product->chosen.len - frame->ample + frame->next++]
                   : TRANS_NONE;
    if (frame->next < n - first) {
        t = enabled_set_next(product->at, first + frame->next);
        if (t != TRANS_NONE) {
            frame->next = t - first + 1;
            return t;
        }
        frame->next = n - first;
    }
    t = enabled_set_next(product->at, frame->next - (n - first));
    if (t == TRANS_NONE || t >= first)
        return TRANS_NONE;
    frame->next = t + (n - first) + 1;
    return t;
}

/* The next step of the top frame, whose edge it goes on with.  At a deadlock a
 * step has no transition. */
static bool next_step(const struct product *product,
                      struct product_frame *frame, trans_id *t)
{
    const struct buchi *const automaton = product->automaton;
    const uint32_t q = (uint32_t)product->states.at[frame->state];
    const uint32_t end = automaton->first.at[q + 1];

    for (; frame->edge < end; frame->edge++, frame->next = 0) {
        if (!buchi_reads(&automaton->edges.at[frame->edge], frame->letter))
            continue;
        *t = TRANS_NONE;
        if (product->at->n_enabled)
            *t = next_trans(product, frame);
        else if (!frame->next++)
            return true;
        if (*t != TRANS_NONE)
            return true;
    }
    return false;
}

/* A state that was not met before. */
static void enter_state(struct product *product, uint32_t marking, trans_id t,
                        uint64_t into)
{
    struct answer_stats *const stats = &product->goals->answer->stats;
    const uint32_t state = product->number.len;
    const uint32_t q = (uint32_t)product->states.at[state];
    const struct product_root root = {.number = ++product->n_met, .into = into};
    struct product_frame frame = {.state = state,
                                  .marking = marking,
                                  .trans = t,
                                  .edge = product->automaton->first.at[q]};
    const uint64_t changed = !product->frames.len
                                 ? temporal_all_atoms(product->temporal)
                             : t != TRANS_NONE ? product->changes[t]
                                               : 0;

    if (t != TRANS_NONE)
        whole_step_move(&product->step, product->at, t, marking, false);
    frame.letter = temporal_letter_after(
        product->temporal, enabled_set_at(product->at),
        product->frames.len ? vec_top(&product->frames)->letter : 0, changed);
    product->goals->watch->work +=
        temporal_letter_work(product->temporal, changed);
    if (product->reduces && ample_find(&product->ample)) {
        frame.ample = product->ample.set.len;
        vec_append(&product->chosen, &product->ample.set);
    }

    stats->at[STATE_states]++;
    if (product->frames.len >= stats->at[STATE_largest_stack])
        stats->at[STATE_largest_stack] = product->frames.len + 1;
    watch_events(product->goals->watch, stats->at[STATE_states]);
    vec_push(&product->number, product->n_met);
    vec_push(&product->open, state);
    vec_push(&product->roots, root);
    vec_push(&product->frames, frame);
}

/* The components from that of the state up are one.  Is it accepting? */
static bool merge(struct product *product, uint32_t number, uint64_t sets)
{
    while (vec_top(&product->roots)->number > number) {
        const struct product_root root = vec_pop(&product->roots);

        sets |= root.within | root.into;
    }
    vec_top(&product->roots)->within |= sets;
    return vec_top(&product->roots)->within == product->all_sets;
}

static void leave_state(struct product *product)
{
    const struct product_frame frame = vec_pop(&product->frames);

    vec_cut(&product->chosen, product->chosen.len - frame.ample);
    if (frame.trans != TRANS_NONE)
        whole_step_move(&product->step, product->at, frame.trans,
                        vec_top(&product->frames)->marking, true);
    if (vec_top(&product->roots)->number != product->number.at[frame.state])
        return;
    (void)vec_pop(&product->roots);
    product->goals->answer->stats.at[STATE_components]++;
    while (product->open.len && *vec_top(&product->open) >= frame.state)
        product->number.at[vec_pop(&product->open)] = 0;
}

/* Takes a step of the top frame; true when a component accepts. */
static bool take(struct product *product, trans_id t)
{
    const struct product_frame *const frame = vec_top(&product->frames);
    const struct buchi_edge *const edge =
        &product->automaton->edges.at[frame->edge];
    const uint64_t sets = product_sets(product, edge, t);
    uint32_t to = frame->marking, state;

    if (t != TRANS_NONE) {
        if (!whole_step_tell(&product->step, product->at->marking, t))
            return false;
        product->goals->answer->stats.at[STATE_fired]++;
        to = whole_step_fire(&product->step, to, t);
    }
    state = keys_intern(&product->states, (uint64_t)to << 32 | edge->target);
    if (state == product->number.len) {
        enter_state(product, to, t, sets);
        return false;
    }
    product->goals->answer->stats.at[STATE_met_again]++;
    return product->number.at[state] &&
           merge(product, product->number.at[state], sets);
}

/* --- the search ----------------------------------------------------------- */

/* False: it is too large.  Searches of one question share it. */
static bool has_automaton(struct product *product, uint32_t g)
{
    const struct temporal *const temporal =
        product->goals->problem->question.goals[g].temporal;

    if (product->automaton && product->temporal == temporal)
        return true;
    buchi_destroy(product->automaton);
    product->temporal = temporal;
    product->automaton =
        automaton_of(temporal, &product->all_sets, product->goals->watch,
                     &product->goals->answer->findings[g]);
    if (!product->automaton)
        return false;
    product->goals->answer->stats.at[STATE_automaton] +=
        product->automaton->n_states;
    mem_free(product->changes);
    product->changes = temporal_changes(temporal, product->net);
    product->reduces = product->ample.closure && !temporal->fair.len &&
                       ltl_is_without_next(&temporal->ltl, temporal->begun);
    if (product->reduces)
        ample_start(&product->ample, product->changes);
    return true;
}

static bool begin_question(struct product *product, uint32_t g)
{
    clear(product);
    if (!has_automaton(product, g))
        return false;
    enabled_set_move(product->at, net_initial(product->net));
    product->goals->add_run = add_lasso_run;
    product->goals->self = product;
    return true;
}

static void give_lasso(struct product *product, uint32_t g)
{
    struct answer_finding *const finding = &product->goals->answer->findings[g];

    finding->loop = product_run(product, &finding->run);
    marking_goals_answer(product->goals, g, VERDICT_YES);
}

/* The top frame accepts whatever follows, and its run shows that by itself. */
static bool is_decided(struct product *product, uint32_t g)
{
    const uint32_t q =
        (uint32_t)product->states.at[vec_top(&product->frames)->state];
    struct answer_finding *const finding = &product->goals->answer->findings[g];

    if (product->no_beginning || !product->automaton->accepts_all.at[q])
        return false;
    finding->loop = product_beginning(product, &finding->run);
    product->no_beginning =
        !temporal_holds(product->temporal, product->net, finding->run.at,
                        finding->run.len, finding->loop, NULL);
    if (!product->no_beginning) {
        marking_goals_answer(product->goals, g, VERDICT_YES);
        return true;
    }
    vec_clear(&finding->run);
    enabled_set_read(product->at, &product->markings,
                     vec_top(&product->frames)->marking);
    return false;
}

static void enter_initial_state(struct product *product, uint32_t turn)
{
    product->turn = turn;
    if (!product->automaton->n_states)
        return;
    (void)keys_intern(&product->states, (uint64_t)MARKINGS_INITIAL << 32);
    enter_state(product, MARKINGS_INITIAL, TRANS_NONE, 0);
}

/* The search begins anew where ample sets are rare. */
static bool begins_anew(struct product *product, uint32_t g)
{
    if (!product->reduces || !ample_is_rare(&product->ample))
        return false;
    product->reduces = false;
    return begin_question(product, g);
}

enum product_verdict lasso_seek(struct product *product, uint32_t g,
                                uint32_t turn, uint64_t budget_end)
{
    struct watch *const watch = product->goals->watch;

    if (!begin_question(product, g))
        return LASSO_LARGE;
    (void)enabled_set_take_work(product->at); /* of other searches */
    enter_initial_state(product, turn);
    while (product->frames.len) {
        trans_id t;

        if (is_decided(product, g))
            return LASSO_FOUND;

        if (begins_anew(product, g))
            enter_initial_state(product, turn);
        if (watch_work(watch, LASSO_STEP_COST +
                                  ample_take_work(&product->ample) +
                                  enabled_set_take_work(product->at)) ||
            watch->work > budget_end || marking_goals_over(product->goals))
            return LASSO_GIVEN_UP;
        if (!next_step(product, vec_top(&product->frames), &t)) {
            leave_state(product);
        } else if (watch->limits->max_depth &&
                   product->frames.len > watch->limits->max_depth) {
            product->too_deep = true;
        } else if (take(product, t)) {
            give_lasso(product, g);
            return LASSO_FOUND;
        }
    }
    return LASSO_NONE;
}
