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
static bool is_shown(struct lasso_prefix *x, uint32_t loop)
{
    struct answer_finding *const finding = x->finding;

    finding->loop = loop;
    if (temporal_holds(x->temporal, x->problem->net, finding->run.at,
                       finding->run.len, loop, NULL)) {
        finding->verdict = VERDICT_YES;
        return true;
    }
    vec_clear(&finding->run);
    return false;
}

/* --- parts ---------------------------------------------------------------- */

static void stop(struct lasso_prefix *x, enum answer_stop reason)
{
    if (x->watch->reason == STOP_DONE)
        x->watch->reason = reason;
}

/* A second token: `before` is fired first. */
static void report_unsafe_part(struct lasso_prefix *x, struct lasso_part *part,
                               const witness_run *before)
{
    struct answer *const answer = x->answer;
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
static bool saturate_part(struct lasso_prefix *x, struct lasso_part *part,
                          const struct net_product *product, bool repeats)
{
    part->product = product;
    part->dep = dep_create(product->net, dep_kind(x->problem->dep));
    part->problem = (struct engine_problem){.net = product->net,
                                            .dep = part->dep,
                                            .unfolding = {ORDER_FOATA, true},
                                            .test = x->problem->test};
    if (product->sought) {
        part->goal = goal_of_formula(product->sought);
        part->problem.question = (struct engine_question){&part->goal, 1};
    }
    answer_init(&part->answer, part->problem.question.n_goals);
    inner_run_init(&part->inner, x->watch, x->g, x->most);
    part->inner.limits.max_events = x->watch->limits->max_events;
    part->inner.limits.max_depth = x->watch->limits->max_depth;
    part->runs = saturation_run_init(&part->saturation, &part->problem,
                                     &part->inner.limits, &part->answer,
                                     repeats ? &part->repeat : NULL);
    if (part->runs)
        saturation_run(&part->saturation);
    inner_run_close(&part->inner, &part->answer);
    if (part->answer.stop != STOP_DONE && part->answer.stop != STOP_OVERTAKEN)
        stop(x, part->answer.stop);
    x->gave_up |= !part->repeat.is_over && part->answer.stop != STOP_DONE;
    return !x->gave_up;
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
static void take_loop(struct lasso_prefix *x, struct lasso_part *part)
{
    uint32_t loop;

    add_past(part, part->repeat.earlier, &x->finding->run);
    loop = x->finding->run.len;
    add_between(part, part->repeat.earlier, part->repeat.later,
                &x->finding->run);
    if (!is_shown(x, loop))
        stop(x, STOP_OPEN);
}

/* --- the stem ------------------------------------------------------------- */

/* For repeat.h: may event e lead to where every word is accepted, and is this
 * so? */
static bool is_beginning(void *self, event_id e)
{
    struct lasso_prefix *const x = self;
    const trans_id t = x->stem.saturation.es->events.at[e].trans;
    const uint32_t edge = x->visible_net.product.edge_of.at[t];

    if (edge == UINT32_MAX || x->n_tried == MOST_TRIED ||
        !x->automaton->accepts_all.at[x->automaton->edges.at[edge].target])
        return false;
    x->n_tried++;
    add_past(&x->stem, e, &x->finding->run);
    return is_shown(x, LTL_OPEN);
}

/* Notes marking m of the product, of event e, if a run may go on without
 * visible transitions. */
static void note_marking(struct lasso_prefix *x, event_id e, const bits_word *m,
                         net_place_list *places)
{
    const struct net *const net = x->problem->net;
    const uint64_t letter = temporal_letter(x->temporal, net, m);
    const uint32_t n = lists_count(&x->markings);
    uint32_t q = 0; /* the state of the automaton at m */

    while (!bits_has(m, x->visible_net.states + q))
        q++;
    if (!buchi_accepts_repeated(x->automaton, q, letter))
        return;
    marking_list(m, net_place_count(net), places);
    if (lists_intern(&x->markings, places->at, places->len) == n)
        vec_push(&x->beginnings, e);
}

static void note_markings(struct lasso_prefix *x)
{
    const struct saturation *const stem = &x->stem.saturation;
    bits_word *const m =
        mem_zero(marking_words(x->visible_net.product.net), sizeof *m);
    net_place_list places = {0};

    for (event_id e = 0; e < stem->es->events.len; e++) {
        if (cutoff_has(&stem->cutoff, e))
            continue;
        if (watch_work(x->watch, COST_OF_MARKING))
            break;
        markings_read(&stem->es->markings, stem->es->events.at[e].marking, m);
        if (bits_has(m, x->visible_net.read))
            note_marking(x, e, m, &places);
        if (x->markings.numbers.len > MOST_NUMBERS)
            stop(x, STOP_MEMORY);
    }
    vec_free(&places);
    mem_free(m);
}

/* Edges of the automaton again and again; or what comes before a tail. */
static void seek_stem(struct lasso_prefix *x)
{
    struct lasso_part *const stem = &x->stem;

    visible_net_init(&x->visible_net, x->problem->net, x->automaton, &x->guards,
                     x->visible);
    stem->repeat.counts = x->visible_net.counts;
    stem->repeat.answers = is_beginning;
    stem->repeat.self = x;
    if (!saturate_part(x, stem, &x->visible_net.product, true)) {
        if (stem->answer.stop == STOP_UNSAFE)
            report_unsafe_part(x, stem, &(witness_run){0});
        return;
    }
    if (stem->repeat.later != EVENT_NONE)
        take_loop(x, stem);
    else if (x->finding->verdict == VERDICT_UNKNOWN)
        note_markings(x);
}

/* --- the tail ------------------------------------------------------------- */

/* The run of the stem to where a run of the tail starts.  Transitions that need
 * no token start anywhere. */
static void add_beginning(struct lasso_prefix *x, const witness_run *tail,
                          witness_run *run)
{
    uint32_t start = 0;

    for (uint32_t i = 0; i < tail->len; i++)
        if (x->tail_net.edge_of.at[tail->at[i]] != UINT32_MAX)
            start = x->tail_net.edge_of.at[tail->at[i]];
    add_past(&x->stem, x->beginnings.at[start], run);
}

static void take_tail_loop(struct lasso_prefix *x)
{
    struct lasso_part *const tail = &x->tail;
    const event_id e = tail->repeat.later;
    witness_run all = {0};

    es_past_run(tail->saturation.es, &tail->saturation.walk,
                (struct es_span){&e, 1}, &all);
    add_beginning(x, &all, &x->finding->run);
    vec_free(&all);
    take_loop(x, tail);
}

static void take_deadlock(struct lasso_prefix *x)
{
    const witness_run *const run = &x->tail.answer.findings->run;

    add_beginning(x, run, &x->finding->run);
    for (uint32_t i = 0; i < run->len; i++)
        add_step(&x->tail, run->at[i], &x->finding->run);
    if (!is_shown(x, x->finding->run.len))
        stop(x, STOP_OPEN);
}

/* From the markings that were noted, without visible transitions. */
static void seek_tail(struct lasso_prefix *x)
{
    struct lasso_part *const tail = &x->tail;
    bool *counts, repeats = false;

    visible_net_tail(&x->tail_net, x->problem->net, x->visible, &x->markings);
    counts = mem_zero(net_trans_count(x->tail_net.net) + 1, sizeof *counts);
    termination_break(x->tail_net.net, counts);
    for (trans_id t = 0; t < net_trans_count(x->tail_net.net); t++)
        repeats |= counts[t];
    tail->repeat.counts = counts;
    if (!saturate_part(x, tail, &x->tail_net, repeats)) {
        if (tail->answer.stop == STOP_UNSAFE) {
            witness_run before = {0};

            add_beginning(x, &tail->answer.unsafe_run, &before);
            report_unsafe_part(x, tail, &before);
            vec_free(&before);
        }
    } else if (tail->repeat.is_over) {
        take_tail_loop(x);
    } else if (tail->answer.findings->verdict == VERDICT_YES) {
        take_deadlock(x);
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
static bool *find_visible(const struct lasso_prefix *x)
{
    const struct temporal *const temporal = x->temporal;
    const uint32_t n = net_trans_count(x->problem->net);
    const uint64_t atoms = ltl_atom_set(&temporal->ltl, temporal->begun);
    uint64_t *const changes = temporal_changes(temporal, x->problem->net);
    bool *const visible = mem_zero(n + 1, sizeof *visible);

    for (trans_id t = 0; t < n; t++)
        visible[t] = (changes[t] & atoms) != 0;
    mem_free(changes);
    return visible;
}

/* False: the automaton is too large, or it is late. */
static bool open_question(struct lasso_prefix *x)
{
    const struct net *const net = x->problem->net;
    struct diag why = {0};

    x->automaton = tableau_create(&x->temporal->ltl, x->temporal->begun,
                                  PRODUCT_NET_STATES, &why);
    if (!x->automaton)
        automaton_refuse(x->finding, &why);
    if (!x->automaton || x->automaton->edges.len > PRODUCT_NET_EDGES) {
        stop(x, STOP_OPEN);
        return false;
    }
    if (watch_work(x->watch, COST_OF_PRODUCT * (x->automaton->edges.len + 1) *
                                 net_size(net)))
        return false;
    guards_init(&x->guards, net, x->temporal, x->automaton);
    x->visible = find_visible(x);
    return true;
}

static void close_question(struct lasso_prefix *x)
{
    buchi_destroy(x->automaton);
    guards_finish(&x->guards);
    mem_free(x->visible);
    finish_part(&x->stem);
    finish_part(&x->tail);
    visible_net_finish(&x->visible_net);
    net_product_finish(&x->tail_net);
    lists_finish(&x->markings);
    vec_free(&x->beginnings);
}

bool lasso_prefix_seek(const struct engine_problem *problem,
                       struct watch *watch, uint32_t g, uint64_t most,
                       struct answer *answer)
{
    struct lasso_prefix x = {.problem = problem,
                             .watch = watch,
                             .g = g,
                             .answer = answer,
                             .temporal = problem->question.goals[g].temporal,
                             .finding = &answer->findings[g],
                             .most = most};
    struct answer_finding *const finding = x.finding;

    if (open_question(&x)) {
        if (x.automaton->n_states)
            seek_stem(&x);
        if (finding->verdict == VERDICT_UNKNOWN && x.beginnings.len &&
            watch->reason == STOP_DONE)
            seek_tail(&x);
        if (finding->verdict == VERDICT_UNKNOWN && !x.gave_up &&
            watch->reason == STOP_DONE)
            finding->verdict = VERDICT_NO;
        if (finding->verdict != VERDICT_UNKNOWN)
            watch_found(watch, g, finding);
    }
    close_question(&x);
    return !x.gave_up || answer->stop != STOP_DONE;
}
