#include "engine/prefix/lasso_prefix.h"

#include "base/lists.h"
#include "engine/automaton.h"
#include "engine/inner_run.h"
#include "engine/prefix/saturation.h"
#include "engine/prefix/visible_net.h"
#include "net/marking.h"
#include "proof/product_net.h"
#include "net/termination.h"
#include "temporal/tableau.h"

/* Beginnings of runs that are tried, and places of all markings from which
 * invisible runs are sought, at most. */
enum { MOST_TRIED = 16, MOST_NUMBERS = 1 << 24 };

/* The cost of a product, for each node and arc of the net and edge, and of a
 * marking that is looked at (watch.h). */
enum { COST_OF_PRODUCT = 300, COST_OF_MARKING = 100 };

/* A saturation of a net of our own. */
struct lasso_part {
    const struct net_product *product;
    struct dep *dep;
    struct goal goal;
    struct engine_problem problem;
    struct inner_run inner;
    struct answer answer;
    struct repeat repeat;
    struct saturation saturation;
    bool runs; /* the saturation is there */
};

struct lasso_prefix {
    const struct engine_problem *problem;
    struct watch *watch;
    uint32_t g;
    struct answer *answer;
    const struct temporal *temporal;
    struct answer_finding *finding;
    struct buchi *automaton;
    struct guards guards;
    bool *visible; /* by transition: changes a condition of the formula */
    struct visible_net visible_net;
    struct net_product tail_net;
    struct lasso_part stem, tail;
    struct lists markings;    /* from which invisible runs are sought */
    es_event_list beginnings; /* by such a marking: an event of the stem */
    uint32_t n_tried;
    uint64_t most; /* of the work of the watch */
    bool gave_up;  /* at that, or as the watch says */
};

/* --- runs ----------------------------------------------------------------- */

/* Appends what transitions of the product are in the net. */
static void add_step(const struct lasso_part *part, trans_id t,
                     witness_run *run)
{
    if (part->product->trans_of.at[t] != TRANS_NONE)
        vec_push(run, part->product->trans_of.at[t]);
}

static void add_events(const struct lasso_part *part, struct es_span events,
                       witness_run *run)
{
    for (uint32_t i = 0; i < events.len; i++)
        add_step(part, part->saturation.es->events.at[events.at[i]].trans, run);
}

/* The run of [e]. */
static void add_past(struct lasso_part *part, event_id e, witness_run *run)
{
    add_events(part,
               es_past(part->saturation.es, &part->saturation.walk,
                       (struct es_span){&e, 1}),
               run);
}

/* The run of [e] without [f], which is part of it. */
static void add_between(struct lasso_part *part, event_id f, event_id e,
                        witness_run *run)
{
    struct es_past_walk *const walk = &part->saturation.walk;

    es_past_difference(part->saturation.es, walk, f, e);
    ids_sort(walk->other.at, walk->other.len);
    add_events(part, (struct es_span){walk->other.at, walk->other.len}, run);
}

/* The finding has its run; is it one? */
static bool is_shown(struct lasso_prefix *lasso, uint32_t loop)
{
    struct answer_finding *const finding = lasso->finding;

    finding->loop = loop;
    if (temporal_holds(lasso->temporal, lasso->problem->net, finding->run.at,
                       finding->run.len, loop, NULL)) {
        finding->verdict = VERDICT_YES;
        return true;
    }
    vec_clear(&finding->run);
    return false;
}

/* --- parts ---------------------------------------------------------------- */

static void stop(struct lasso_prefix *lasso, enum answer_stop reason)
{
    if (lasso->watch->reason == STOP_DONE)
        lasso->watch->reason = reason;
}

/* A second token: `before` is fired first. */
static void report_unsafe_part(struct lasso_prefix *lasso,
                               struct lasso_part *part,
                               const witness_run *before)
{
    struct answer *const answer = lasso->answer;
    const witness_run *const run = &part->answer.unsafe_run;

    answer->stop = STOP_UNSAFE;
    answer->unsafe_trans =
        part->product->trans_of.at[part->answer.unsafe_trans];
    answer->unsafe_place = part->answer.unsafe_place;
    vec_append(&answer->unsafe_run, before);
    for (uint32_t i = 0; i < run->len; i++)
        add_step(part, run->at[i], &answer->unsafe_run);
}

/* Runs the saturation; false: it did not come to its end, nor to a loop. */
static bool saturate_part(struct lasso_prefix *lasso, struct lasso_part *part,
                          const struct net_product *product, bool repeats)
{
    part->product = product;
    part->dep = dep_create(product->net, dep_kind(lasso->problem->dep));
    part->problem = (struct engine_problem){.net = product->net,
                                            .dep = part->dep,
                                            .unfolding = {ORDER_FOATA, true},
                                            .test = lasso->problem->test};
    if (product->sought) {
        part->goal = goal_of_formula(product->sought);
        part->problem.question = (struct engine_question){&part->goal, 1};
    }
    answer_init(&part->answer, part->problem.question.n_goals);
    inner_run_init(&part->inner, lasso->watch, lasso->g, lasso->most);
    part->inner.limits.max_events = lasso->watch->limits->max_events;
    part->inner.limits.max_depth = lasso->watch->limits->max_depth;
    part->runs = saturation_run_init(&part->saturation, &part->problem,
                                     &part->inner.limits, &part->answer,
                                     repeats ? &part->repeat : NULL);
    if (part->runs)
        saturation_run(&part->saturation);
    inner_run_close(&part->inner, &part->answer);
    if (part->answer.stop != STOP_DONE && part->answer.stop != STOP_OVERTAKEN)
        stop(lasso, part->answer.stop);
    lasso->gave_up |= !part->repeat.is_over && part->answer.stop != STOP_DONE;
    return !lasso->gave_up;
}

static void finish_part(struct lasso_part *part)
{
    if (part->runs)
        saturation_run_finish(&part->saturation);
    repeat_finish(&part->repeat);
    answer_finish(&part->answer);
    dep_destroy(part->dep);
}

/* The loop that the part has found ends the run. */
static void take_loop(struct lasso_prefix *lasso, struct lasso_part *part)
{
    uint32_t loop;

    add_past(part, part->repeat.earlier, &lasso->finding->run);
    loop = lasso->finding->run.len;
    add_between(part, part->repeat.earlier, part->repeat.later,
                &lasso->finding->run);
    if (!is_shown(lasso, loop))
        stop(lasso, STOP_OPEN);
}

/* --- the stem ------------------------------------------------------------- */

/* For repeat.h: may event e lead to where every word is accepted, and is this
 * so? */
static bool is_beginning(void *self, event_id e)
{
    struct lasso_prefix *const lasso = self;
    const trans_id t = lasso->stem.saturation.es->events.at[e].trans;
    const uint32_t edge = lasso->visible_net.product.edge_of.at[t];

    if (edge == UINT32_MAX || lasso->n_tried == MOST_TRIED ||
        !lasso->automaton->accepts_all
             .at[lasso->automaton->edges.at[edge].target])
        return false;
    lasso->n_tried++;
    add_past(&lasso->stem, e, &lasso->finding->run);
    return is_shown(lasso, LTL_OPEN);
}

/* Notes marking m of the product, of event e, if a run may go on without
 * visible transitions. */
static void note_marking(struct lasso_prefix *lasso, event_id e,
                         const bits_word *m, net_place_list *places)
{
    const struct net *const net = lasso->problem->net;
    const uint64_t letter = temporal_letter(lasso->temporal, net, m);
    const uint32_t n = lists_count(&lasso->markings);
    uint32_t q = 0; /* the state of the automaton at m */

    while (!bits_has(m, lasso->visible_net.states + q))
        q++;
    if (!buchi_accepts_repeated(lasso->automaton, q, letter))
        return;
    marking_list(m, net_place_count(net), places);
    if (lists_intern(&lasso->markings, places->at, places->len) == n)
        vec_push(&lasso->beginnings, e);
}

static void note_markings(struct lasso_prefix *lasso)
{
    const struct saturation *const stem = &lasso->stem.saturation;
    bits_word *const m =
        mem_zero(marking_words(lasso->visible_net.product.net), sizeof *m);
    net_place_list places = {0};

    for (event_id e = 0; e < stem->es->events.len; e++) {
        if (cutoff_has(&stem->cutoff, e))
            continue;
        if (watch_work(lasso->watch, COST_OF_MARKING))
            break;
        markings_read(&stem->es->markings, stem->es->events.at[e].marking, m);
        if (bits_has(m, lasso->visible_net.read))
            note_marking(lasso, e, m, &places);
        if (lasso->markings.numbers.all.len > MOST_NUMBERS)
            stop(lasso, STOP_MEMORY);
    }
    vec_free(&places);
    mem_free(m);
}

/* Edges of the automaton again and again; or what comes before a tail. */
static void seek_stem(struct lasso_prefix *lasso)
{
    struct lasso_part *const stem = &lasso->stem;

    visible_net_init(&lasso->visible_net, lasso->problem->net, lasso->automaton,
                     &lasso->guards, lasso->visible);
    stem->repeat.counts = lasso->visible_net.counts;
    stem->repeat.answers = is_beginning;
    stem->repeat.self = lasso;
    if (!saturate_part(lasso, stem, &lasso->visible_net.product, true)) {
        if (stem->answer.stop == STOP_UNSAFE)
            report_unsafe_part(lasso, stem, &(witness_run){0});
        return;
    }
    if (stem->repeat.later != EVENT_NONE)
        take_loop(lasso, stem);
    else if (lasso->finding->verdict == VERDICT_UNKNOWN)
        note_markings(lasso);
}

/* --- the tail ------------------------------------------------------------- */

/* The run of the stem to where a run of the tail starts.  Transitions that need
 * no token start anywhere. */
static void add_beginning(struct lasso_prefix *lasso, const witness_run *tail,
                          witness_run *run)
{
    uint32_t start = 0;

    for (uint32_t i = 0; i < tail->len; i++)
        if (lasso->tail_net.edge_of.at[tail->at[i]] != UINT32_MAX)
            start = lasso->tail_net.edge_of.at[tail->at[i]];
    add_past(&lasso->stem, lasso->beginnings.at[start], run);
}

static void take_tail_loop(struct lasso_prefix *lasso)
{
    struct lasso_part *const tail = &lasso->tail;
    const event_id e = tail->repeat.later;
    witness_run all = {0};

    es_past_run(tail->saturation.es, &tail->saturation.walk,
                (struct es_span){&e, 1}, &all);
    add_beginning(lasso, &all, &lasso->finding->run);
    vec_free(&all);
    take_loop(lasso, tail);
}

static void take_deadlock(struct lasso_prefix *lasso)
{
    const witness_run *const run = &lasso->tail.answer.findings->run;

    add_beginning(lasso, run, &lasso->finding->run);
    for (uint32_t i = 0; i < run->len; i++)
        add_step(&lasso->tail, run->at[i], &lasso->finding->run);
    if (!is_shown(lasso, lasso->finding->run.len))
        stop(lasso, STOP_OPEN);
}

/* From the markings that were noted, without visible transitions. */
static void seek_tail(struct lasso_prefix *lasso)
{
    struct lasso_part *const tail = &lasso->tail;
    bool *counts, repeats = false;

    visible_net_tail(&lasso->tail_net, lasso->problem->net, lasso->visible,
                     &lasso->markings);
    counts = mem_zero(net_trans_count(lasso->tail_net.net) + 1, sizeof *counts);
    termination_break(lasso->tail_net.net, counts);
    for (trans_id t = 0; t < net_trans_count(lasso->tail_net.net); t++)
        repeats |= counts[t];
    tail->repeat.counts = counts;
    if (!saturate_part(lasso, tail, &lasso->tail_net, repeats)) {
        if (tail->answer.stop == STOP_UNSAFE) {
            witness_run before = {0};

            add_beginning(lasso, &tail->answer.unsafe_run, &before);
            report_unsafe_part(lasso, tail, &before);
            vec_free(&before);
        }
    } else if (tail->repeat.is_over) {
        take_tail_loop(lasso);
    } else if (tail->answer.findings->verdict == VERDICT_YES) {
        take_deadlock(lasso);
    }
    mem_free(counts);
}

/* --- a question ----------------------------------------------------------- */

const char *lasso_prefix_refuses(const struct temporal *temporal)
{
    return !ltl_is_without_next(&temporal->ltl, temporal->begun)
               ? ", which has X"
           : temporal->fair.len ? " of fair runs"
                                : NULL;
}

/* Which transitions change conditions of the formula. */
static bool *find_visible(const struct lasso_prefix *lasso)
{
    const struct temporal *const temporal = lasso->temporal;
    const uint32_t n = net_trans_count(lasso->problem->net);
    const uint64_t atoms = ltl_atom_set(&temporal->ltl, temporal->begun);
    uint64_t *const changes = temporal_changes(temporal, lasso->problem->net);
    bool *const visible = mem_zero(n + 1, sizeof *visible);

    for (trans_id t = 0; t < n; t++)
        visible[t] = (changes[t] & atoms) != 0;
    mem_free(changes);
    return visible;
}

/* False: the automaton is too large, or it is late. */
static bool open_question(struct lasso_prefix *lasso)
{
    const struct net *const net = lasso->problem->net;
    struct diag why = {0};

    lasso->automaton =
        tableau_create(&lasso->temporal->ltl, lasso->temporal->begun,
                       PRODUCT_NET_STATES, &why);
    if (!lasso->automaton)
        automaton_refuse(lasso->finding, &why);
    if (!lasso->automaton || lasso->automaton->edges.len > PRODUCT_NET_EDGES) {
        stop(lasso, STOP_OPEN);
        return false;
    }
    if (watch_work(lasso->watch, COST_OF_PRODUCT *
                                     (lasso->automaton->edges.len + 1) *
                                     net_size(net)))
        return false;
    guards_init(&lasso->guards, net, lasso->temporal, lasso->automaton);
    lasso->visible = find_visible(lasso);
    return true;
}

static void close_question(struct lasso_prefix *lasso)
{
    buchi_destroy(lasso->automaton);
    guards_finish(&lasso->guards);
    mem_free(lasso->visible);
    finish_part(&lasso->stem);
    finish_part(&lasso->tail);
    visible_net_finish(&lasso->visible_net);
    net_product_finish(&lasso->tail_net);
    lists_finish(&lasso->markings);
    vec_free(&lasso->beginnings);
}

bool lasso_prefix_seek(const struct engine_problem *problem,
                       struct watch *watch, uint32_t g, uint64_t most,
                       struct answer *answer)
{
    struct lasso_prefix lasso = {.problem = problem,
                                 .watch = watch,
                                 .g = g,
                                 .answer = answer,
                                 .temporal =
                                     problem->question.goals[g].temporal,
                                 .finding = &answer->findings[g],
                                 .most = most};
    struct answer_finding *const finding = lasso.finding;

    if (open_question(&lasso)) {
        if (lasso.automaton->n_states)
            seek_stem(&lasso);
        if (finding->verdict == VERDICT_UNKNOWN && lasso.beginnings.len &&
            watch->reason == STOP_DONE)
            seek_tail(&lasso);
        if (finding->verdict == VERDICT_UNKNOWN && !lasso.gave_up &&
            watch->reason == STOP_DONE)
            finding->verdict = VERDICT_NO;
        if (finding->verdict != VERDICT_UNKNOWN)
            watch_found(watch, g, finding);
    }
    close_question(&lasso);
    return !lasso.gave_up || answer->stop != STOP_DONE;
}
