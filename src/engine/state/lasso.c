#include "engine/state/lasso.h"

#include "base/check.h"
#include "base/mem.h"
#include "temporal/tableau.h"
#include "net/marking.h"

/* What a step of the search costs. */
enum { STEP_COST = 150 };

static void add_run(const void *self, witness_run *run)
{
    const struct product *const x = self;

    for (uint32_t i = x->frames.len; i-- > 0;)
        if (x->frames.at[i].trans != TRANS_NONE)
            vec_push(run, x->frames.at[i].trans);
}

void lasso_init(struct product *x, struct marking_goals *goals,
                struct enabled_set *at, struct stubborn_closure *closure,
                uint32_t max_depth)
{
    *x = (struct product){.goals = goals,
                          .at = at,
                          .ample.closure = closure,
                          .net = goals->problem->net,
                          .max_depth = max_depth};
    markings_init(&x->markings, x->net, goals->problem->exclusive, false);
    x->scratch = mem_zero(at->words, sizeof *x->scratch);
}

static void clear(struct product *x)
{
    keys_finish(&x->states);
    vec_clear(&x->number);
    vec_clear(&x->open);
    vec_clear(&x->roots);
    vec_clear(&x->frames);
    vec_clear(&x->chosen);
    x->n_met = 0;
    x->no_beginning = false;
}

void lasso_finish(struct product *x)
{
    clear(x);
    vec_free(&x->number);
    vec_free(&x->open);
    vec_free(&x->roots);
    vec_free(&x->frames);
    vec_free(&x->chosen);
    mem_free(x->changes);
    ample_finish(&x->ample);
    markings_finish(&x->markings);
    mem_free(x->scratch);
    buchi_destroy(x->automaton);
    *x = (struct product){0};
}

/* --- steps ---------------------------------------------------------------- */

/* The next enabled transition of the top frame, in an order of this turn. */
static trans_id next_trans(const struct product *x, struct product_frame *frame)
{
    const uint32_t n = net_trans_count(x->net);
    const uint32_t first =
        x->turn ? (uint32_t)(keys_hash(frame->marking + x->turn) % n) : 0;
    trans_id t;

    if (frame->ample)
        return frame->next < frame->ample
                   ? x->chosen.at[x->chosen.len - frame->ample + frame->next++]
                   : TRANS_NONE;
    if (frame->next < n - first) {
        t = enabled_set_next(x->at, first + frame->next);
        if (t != TRANS_NONE) {
            frame->next = t - first + 1;
            return t;
        }
        frame->next = n - first;
    }
    t = enabled_set_next(x->at, frame->next - (n - first));
    if (t == TRANS_NONE || t >= first)
        return TRANS_NONE;
    frame->next = t + (n - first) + 1;
    return t;
}

/* The next step of the top frame, whose edge it goes on with.  At a deadlock a
 * step has no transition. */
static bool next_step(const struct product *x, struct product_frame *frame,
                      trans_id *t)
{
    const struct buchi *const automaton = x->automaton;
    const uint32_t q = (uint32_t)x->states.at[frame->state];
    const uint32_t end = automaton->first.at[q + 1];

    for (; frame->edge < end; frame->edge++, frame->next = 0) {
        if (!buchi_reads(&automaton->edges.at[frame->edge], frame->letter))
            continue;
        *t = TRANS_NONE;
        if (x->at->n_enabled)
            *t = next_trans(x, frame);
        else if (!frame->next++)
            return true;
        if (*t != TRANS_NONE)
            return true;
    }
    return false;
}

/* A state that was not met before. */
static void enter(struct product *x, uint32_t marking, trans_id t,
                  uint64_t into)
{
    struct answer_stats *const stats = &x->goals->answer->stats;
    const uint32_t state = x->number.len;
    const uint32_t q = (uint32_t)x->states.at[state];
    const struct product_root root = {.number = ++x->n_met, .into = into};
    struct product_frame frame = {.state = state,
                                  .marking = marking,
                                  .trans = t,
                                  .edge = x->automaton->first.at[q]};

    if (t != TRANS_NONE)
        enabled_set_fire(x->at, t);
    if (!x->frames.len)
        frame.letter = temporal_letter(x->temporal, x->net, x->at->marking);
    else
        frame.letter = temporal_letter_after(
            x->temporal, x->net, x->at->marking, vec_top(&x->frames)->letter,
            t != TRANS_NONE ? x->changes[t] : 0);
    if (x->reduces && ample_find(&x->ample)) {
        frame.ample = x->ample.set.len;
        vec_append(&x->chosen, &x->ample.set);
    }

    stats->at[STATE_states]++;
    if (x->frames.len >= stats->at[STATE_largest_stack])
        stats->at[STATE_largest_stack] = x->frames.len + 1;
    watch_events(x->goals->watch, stats->at[STATE_states]);
    vec_push(&x->number, x->n_met);
    vec_push(&x->open, state);
    vec_push(&x->roots, root);
    vec_push(&x->frames, frame);
}

/* The components from that of the state up are one.  Is it accepting? */
static bool merge(struct product *x, uint32_t number, uint64_t sets)
{
    while (vec_top(&x->roots)->number > number) {
        const struct product_root root = vec_pop(&x->roots);

        sets |= root.within | root.into;
    }
    vec_top(&x->roots)->within |= sets;
    return vec_top(&x->roots)->within == x->all_sets;
}

static void leave(struct product *x)
{
    const struct product_frame frame = vec_pop(&x->frames);

    vec_cut(&x->chosen, x->chosen.len - frame.ample);
    if (frame.trans != TRANS_NONE)
        enabled_set_unfire(x->at, frame.trans);
    if (vec_top(&x->roots)->number != x->number.at[frame.state])
        return;
    (void)vec_pop(&x->roots);
    while (x->open.len && *vec_top(&x->open) >= frame.state)
        x->number.at[vec_pop(&x->open)] = 0;
}

/* Takes a step of the top frame; true when a component accepts. */
static bool take(struct product *x, trans_id t)
{
    const struct product_frame *const frame = vec_top(&x->frames);
    const struct buchi_edge *const edge = &x->automaton->edges.at[frame->edge];
    const uint64_t sets = product_sets(x, edge, t);
    uint32_t to = frame->marking, state;

    if (t != TRANS_NONE) {
        if (!marking_goals_fire(x->goals, x->at->marking, t))
            return false;
        x->goals->answer->stats.at[STATE_fired]++;
        to = markings_fire(&x->markings, to, t);
    }
    if (to == MARKINGS_NONE) {
        x->goals->watch->reason = STOP_MEMORY;
        return false;
    }
    state = keys_intern(&x->states, (uint64_t)to << 32 | edge->target);
    if (state == x->number.len) {
        enter(x, to, t, sets);
        return false;
    }
    x->goals->answer->stats.at[STATE_met_again]++;
    return x->number.at[state] && merge(x, x->number.at[state], sets);
}

/* --- the search ----------------------------------------------------------- */

/* False: it has too many states.  Searches of one question share it. */
static bool has_automaton(struct product *x, const struct temporal *temporal)
{
    struct diag why = {0};

    if (x->automaton && x->temporal == temporal)
        return true;
    buchi_destroy(x->automaton);
    x->temporal = temporal;
    x->automaton =
        tableau_create(&temporal->ltl, temporal->begun, TABLEAU_STATES, &why);
    if (!x->automaton)
        return false;
    if (!temporal_fair_sets(temporal, x->automaton, &x->all_sets)) {
        buchi_destroy(x->automaton);
        x->automaton = NULL;
        return false;
    }
    mem_free(x->changes);
    x->changes = temporal_changes(temporal, x->net);
    x->reduces = x->ample.closure && !temporal->fair.len &&
                 ltl_is_without_next(&temporal->ltl, temporal->begun);
    if (x->reduces)
        ample_start(&x->ample, x->changes);
    return true;
}

static bool begin(struct product *x, uint32_t g)
{
    clear(x);
    if (!has_automaton(x, x->goals->problem->question.goals[g].temporal))
        return false;
    marking_initial(x->net, x->scratch);
    enabled_set_move(x->at, x->scratch);
    x->goals->add_run = add_run;
    x->goals->self = x;
    return true;
}

static void answer(struct product *x, uint32_t g)
{
    struct answer_finding *const finding = &x->goals->answer->findings[g];

    finding->loop = product_run(x, &finding->run);
    marking_goals_found(x->goals, g);
}

/* The top frame accepts whatever follows, and its run shows that by itself. */
static bool is_decided(struct product *x, uint32_t g)
{
    const uint32_t q = (uint32_t)x->states.at[vec_top(&x->frames)->state];
    struct answer_finding *const finding = &x->goals->answer->findings[g];
    struct diag ignored = {0};

    if (x->no_beginning || !x->automaton->accepts_all.at[q])
        return false;
    finding->loop = product_beginning(x, &finding->run);
    x->no_beginning =
        !temporal_holds(x->temporal, x->net, finding->run.at, finding->run.len,
                        finding->loop, &ignored);
    if (x->no_beginning)
        vec_clear(&finding->run);
    else
        marking_goals_found(x->goals, g);
    return !x->no_beginning;
}

static void start(struct product *x, uint32_t turn)
{
    x->turn = turn;
    if (!x->automaton->n_states)
        return;
    (void)keys_intern(&x->states, (uint64_t)MARKINGS_INITIAL << 32);
    enter(x, MARKINGS_INITIAL, TRANS_NONE, 0);
}

/* The search begins anew where ample sets are rare. */
static bool begins_anew(struct product *x, uint32_t g)
{
    if (!x->reduces || !ample_is_rare(&x->ample))
        return false;
    x->reduces = false;
    return begin(x, g);
}

enum lasso_end lasso_seek(struct product *x, uint32_t g, uint32_t turn,
                          uint64_t budget_end)
{
    struct watch *const watch = x->goals->watch;

    if (!begin(x, g))
        return LASSO_LARGE;
    start(x, turn);
    while (x->frames.len) {
        trans_id t;

        if (is_decided(x, g))
            return LASSO_FOUND;

        if (begins_anew(x, g))
            start(x, turn);
        if (watch_work(watch, STEP_COST + ample_take_work(&x->ample)) ||
            watch->work > budget_end || marking_goals_over(x->goals))
            return LASSO_GIVEN_UP;
        if (!next_step(x, vec_top(&x->frames), &t)) {
            leave(x);
        } else if (x->max_depth && x->frames.len > x->max_depth) {
            x->too_deep = true;
        } else if (take(x, t)) {
            answer(x, g);
            return LASSO_FOUND;
        }
    }
    return LASSO_NONE;
}
