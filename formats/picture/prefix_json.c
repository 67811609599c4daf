#include "formats/picture/prefix_json.h"

#include "base/output.h"
#include "occurrence/event_markings.h"
#include "occurrence/histories.h"
#include "occurrence/run_events.h"
#include "question/formula_parser.h"

#define SCHEMA 1

struct prefix_writer {
    struct json_stream json;
    const struct prefix_json *what;
    const struct prefix *prefix;
    struct histories histories;
};

/* A member that is an array: `put` for each i below n. */
#define PUT_ARRAY(w, name, n, put)                    \
    do {                                              \
        json_stream_open(&(w)->json, name, '[');      \
        for (uint32_t i = 0, end = (n); i < end; i++) \
            put;                                      \
        json_stream_close(&(w)->json, ']');           \
    } while (0)

/* --- the net -------------------------------------------------------------- */

static void put_if(struct prefix_writer *w, bool holds, uint32_t id)
{
    if (holds)
        json_stream_number(&w->json, NULL, id);
}

static void put_arcs(struct prefix_writer *w, struct net_place_span arcs)
{
    json_stream_numbers(&w->json, NULL, arcs.at, arcs.len);
}

static void put_net(struct prefix_writer *w)
{
    const struct net *const net = w->what->net;
    const uint32_t n_places = net_place_count(net), n = net_trans_count(net);

    json_stream_open(&w->json, "net", '{');
    json_stream_text(&w->json, "name", w->what->title);
    PUT_ARRAY(w, "places", n_places,
              json_stream_text(&w->json, NULL, net_place_label(net, i)));
    PUT_ARRAY(w, "marked", n_places, put_if(w, net_marked(net, i), i));
    PUT_ARRAY(w, "transitions", n,
              json_stream_text(&w->json, NULL, net_trans_label(net, i)));
    PUT_ARRAY(w, "consumes", n, put_arcs(w, net_pre(net, i)));
    PUT_ARRAY(w, "reads", n, put_arcs(w, net_read(net, i)));
    PUT_ARRAY(w, "produces", n, put_arcs(w, net_post(net, i)));
    json_stream_close(&w->json, '}');
}

/* --- events and conditions ------------------------------------------------ */

/* A slice of the pool of the prefix, or of the merged process. */
static void put_span(struct prefix_writer *w, const uint32_t *pool,
                     struct prefix_span span)
{
    json_stream_numbers(&w->json, NULL, pool + span.from, span.len);
}

/* Events in conflict with e that have larger numbers; *next is the first
 * conflict of e. */
static void put_conflicts(struct prefix_writer *w, uint32_t e, uint32_t *next)
{
    json_stream_open(&w->json, NULL, '[');
    for (; *next < w->prefix->conflicts.len &&
           w->prefix->conflicts.at[*next].a == e;
         ++*next)
        json_stream_number(&w->json, NULL, w->prefix->conflicts.at[*next].b);
    json_stream_close(&w->json, ']');
}

static void put_marking(struct prefix_writer *w, struct event_markings *m,
                        uint32_t e)
{
    json_stream_open(&w->json, NULL, '[');
    if (e) {
        event_markings_find(m, e);
        json_stream_number(&w->json, NULL, m->base);
        json_stream_numbers(&w->json, NULL, m->removed.at, m->removed.len);
        json_stream_numbers(&w->json, NULL, m->added.at, m->added.len);
    }
    json_stream_close(&w->json, ']');
}

static void put_cutoff(struct prefix_writer *w, uint32_t e)
{
    const struct prefix_event *const event = &w->prefix->events.at[e];
    const uint32_t pair[] = {e, event->has_companion ? event->companion
                                                     : UINT32_MAX};

    if (e && event->cutoff)
        json_stream_numbers(&w->json, NULL, pair, 2);
}

static void put_figures(struct prefix_writer *w)
{
    const uint32_t n_places = net_place_count(w->what->net);
    const uint32_t n = w->prefix->events.len;
    uint32_t *const depths = prefix_depths(w->prefix);
    struct event_markings markings;
    uint32_t next = 0;

    event_markings_init(&markings, w->prefix, n_places);
    PUT_ARRAY(w, "conflicts", n, put_conflicts(w, i, &next));
    PUT_ARRAY(w, "size", n,
              json_stream_number(&w->json, NULL, w->prefix->events.at[i].size));
    json_stream_numbers(&w->json, "depth", depths, n);
    PUT_ARRAY(w, "marking", n, put_marking(w, &markings, i));
    event_markings_finish(&markings);
    mem_free(depths);
}

static void put_sizes(struct prefix_writer *w)
{
    json_stream_open(&w->json, "sizes", '{');
    json_stream_number(&w->json, "histories",
                       w->prefix->events.len - (w->prefix->events.len > 0));
    json_stream_number(&w->json, "events", w->histories.n_events);
    json_stream_number(&w->json, "conditions", w->histories.n_conditions);
    json_stream_close(&w->json, '}');
}

static void put_events(struct prefix_writer *w)
{
    const struct prefix_event *const events = w->prefix->events.at;
    const uint32_t *const pool = w->prefix->pool.at;
    const uint32_t n = w->prefix->events.len;

    json_stream_open(&w->json, "events", '{');
    PUT_ARRAY(w, "transition", n, json_stream_id(&w->json, events[i].trans));
    PUT_ARRAY(w, "causes", n, put_span(w, pool, events[i].causes));
    PUT_ARRAY(w, "consumes", n, put_span(w, pool, events[i].consumes));
    PUT_ARRAY(w, "reads", n, put_span(w, pool, events[i].reads));
    PUT_ARRAY(w, "produces", n, put_span(w, pool, events[i].produces));
    put_figures(w);
    json_stream_number(&w->json, "compared", n - w->prefix->n_uncompared);
    json_stream_numbers(&w->json, "same", w->histories.event, n);
    PUT_ARRAY(w, "cutoffs", n, put_cutoff(w, i));
    if (w->prefix->has_fates)
        PUT_ARRAY(w, "fate", n,
                  json_stream_number(&w->json, NULL, events[i].fate));
    if (w->prefix->is_fork)
        PUT_ARRAY(w, "branch", n,
                  json_stream_number(&w->json, NULL, events[i].branch));
    json_stream_close(&w->json, '}');
}

static void put_conditions(struct prefix_writer *w)
{
    const struct prefix_condition *const at = w->prefix->conditions.at;
    const uint32_t n = w->prefix->conditions.len;

    json_stream_open(&w->json, "conditions", '{');
    PUT_ARRAY(w, "place", n, json_stream_id(&w->json, at[i].place));
    PUT_ARRAY(w, "producer", n,
              json_stream_number(&w->json, NULL, at[i].producer));
    json_stream_numbers(&w->json, "same", w->histories.condition, n);
    json_stream_close(&w->json, '}');
}

/* --- the merged process --------------------------------------------------- */

static void put_merged_events(struct prefix_writer *w,
                              const struct merged *merged)
{
    const struct merged_event *const events = merged->events.at;
    const uint32_t *const pool = merged->pool.at;
    const uint32_t n = merged->events.len;

    PUT_ARRAY(w, "transition", n,
              json_stream_number(&w->json, NULL, events[i].trans));
    PUT_ARRAY(w, "consumes", n, put_span(w, pool, events[i].consumes));
    PUT_ARRAY(w, "reads", n, put_span(w, pool, events[i].reads));
    PUT_ARRAY(w, "produces", n, put_span(w, pool, events[i].produces));
    PUT_ARRAY(w, "cutoffs", n, put_if(w, events[i].cutoff, i));
}

static void put_merged(struct prefix_writer *w)
{
    const struct merged *const merged = w->what->merged;

    json_stream_open(&w->json, "merged", '{');
    json_stream_flag(&w->json, "from_prefix", merged->from_prefix);
    PUT_ARRAY(
        w, "place", merged->conditions.len,
        json_stream_number(&w->json, NULL, merged->conditions.at[i].place));
    PUT_ARRAY(
        w, "depth", merged->conditions.len,
        json_stream_number(&w->json, NULL, merged->conditions.at[i].depth));
    put_merged_events(w, merged);
    json_stream_numbers(&w->json, "of_condition", merged->condition_of,
                        w->prefix->conditions.len);
    json_stream_numbers(&w->json, "of_event", merged->event_of,
                        w->prefix->events.len);
    json_stream_close(&w->json, '}');
}

/* --- questions ------------------------------------------------------------ */

static void put_run(struct prefix_writer *w, const witness_run *run,
                    struct run_events *events)
{
    if (!run) {
        json_stream_word(&w->json, "run", "null");
        json_stream_word(&w->json, "events", "null");
        return;
    }
    PUT_ARRAY(w, "run", run->len,
              json_stream_text(&w->json, NULL,
                               net_trans_label(w->what->source, run->at[i])));
    if (w->what->source == w->what->net) {
        const run_events_list *const list =
            run_events_find(events, run->at, run->len);

        json_stream_numbers(&w->json, "events", list->at + (list->len > 0),
                            list->len - (list->len > 0));
    } else {
        json_stream_numbers(&w->json, "events", NULL, 0);
    }
}

static void put_truth(struct prefix_writer *w, const char *key,
                      const bool *holds, uint32_t n, bool negated)
{
    PUT_ARRAY(w, key, n,
              json_stream_word(&w->json, NULL,
                               holds[i] != negated ? "true" : "false"));
}

/* Condition i of the formula, and where it holds. */
static void put_atom(struct prefix_writer *w, const struct temporal *temporal,
                     uint32_t i, const uint64_t *letters, bool *holds,
                     uint32_t n)
{
    text_buffer text = {0};

    for (uint32_t k = 0; k < n; k++)
        holds[k] = letters[k] >> i & 1;
    formula_print_condition(temporal->atoms.at[i], w->what->source, &text);
    json_stream_open(&w->json, NULL, '{');
    json_stream_text(&w->json, "condition", text.at);
    put_truth(w, "holds", holds, n, false);
    json_stream_close(&w->json, '}');
    vec_free(&text);
}

/* How many transitions of the input are over, with the steps behind them, at
 * each marking of the run. */
static uint32_t *list_over(const struct net *net, const witness_run *run)
{
    uint32_t *const over = mem_alloc((size_t)run->len + 1, sizeof *over);
    uint32_t n = 0;

    for (uint32_t i = 0; i < run->len; i++) {
        const bool is_step = net_is_step(net, run->at[i]);

        over[i] = n - is_step;
        n += !is_step;
    }
    over[run->len] = n;
    return over;
}

/* Of a run that goes on for ever: where it repeats, and what is true at each
 * marking: the formula behind A or E from there on, and its conditions. */
static void put_lasso(struct prefix_writer *w,
                      const struct prefix_json_question *question)
{
    const struct goal *const goal = question->goal;
    const witness_run *const given = question->given;
    const uint32_t n = question->run->len + 1;
    uint64_t *const letters = mem_alloc(n, sizeof *letters);
    bool *const holds = mem_alloc(n, sizeof *holds);
    uint32_t *const over = list_over(w->what->source, question->run);
    uint32_t loop = 0;

    if (temporal_truth(goal->temporal, w->what->source, given->at, given->len,
                       question->loop, letters, holds, NULL)) {
        while (over[loop] != question->loop)
            loop++;
        for (uint32_t i = n; i-- > 0;) {
            letters[i] = letters[over[i]];
            holds[i] = holds[over[i]];
        }
        json_stream_number(&w->json, "loop", loop);
        put_truth(w, "truth", holds, n, goal->question->is_refuted);
        PUT_ARRAY(w, "conditions", goal->temporal->atoms.len,
                  put_atom(w, goal->temporal, i, letters, holds, n));
    }
    mem_free(letters);
    mem_free(holds);
    mem_free(over);
}

static void put_questions(struct prefix_writer *w)
{
    struct run_events events;

    run_events_init(&events, w->prefix, net_trans_count(w->what->net));
    json_stream_open(&w->json, "questions", '[');
    for (uint32_t q = 0; q < w->what->n_questions; q++) {
        const struct prefix_json_question *const question =
            &w->what->questions[q];

        json_stream_open(&w->json, NULL, '{');
        json_stream_text(&w->json, "question", question->text);
        json_stream_text(&w->json, "verdict", question->verdict);
        json_stream_flag(&w->json, "if_safe", question->if_safe);
        if (question->part)
            json_stream_text(&w->json, "part", question->part);
        put_run(w, question->run, &events);
        if (question->run && question->goal->kind == GOAL_LASSO &&
            question->loop != LTL_OPEN)
            put_lasso(w, question);
        json_stream_close(&w->json, '}');
    }
    json_stream_close(&w->json, ']');
    run_events_finish(&events);
}

/* --- the exploration ------------------------------------------------------ */

static const char *const step_names[] = {
    [STEP_PASS] = "pass",
    [STEP_ADD] = "add",
    [STEP_GUIDED] = "guided",
    [STEP_MAXIMAL] = "maximal",
    [STEP_BLOCKED] = "blocked",
    [STEP_DISABLE] = "disable",
    [STEP_ALTERNATIVE] = "alternative",
    [STEP_REMOVE] = "remove",
    [STEP_INSERT] = "insert",
};

static void put_step(struct prefix_writer *w, const struct prefix_step *step)
{
    json_stream_open(&w->json, NULL, '[');
    json_stream_text(&w->json, NULL, step_names[step->kind]);
    if (step->kind == STEP_ALTERNATIVE)
        put_span(w, w->prefix->pool.at, step->alternative);
    else if (step->kind != STEP_MAXIMAL && step->kind != STEP_BLOCKED)
        json_stream_id(&w->json, step->event);
    json_stream_close(&w->json, ']');
}

static void put_steps(struct prefix_writer *w)
{
    PUT_ARRAY(w, "steps", w->prefix->steps.len,
              put_step(w, &w->prefix->steps.at[i]));
    json_stream_flag(&w->json, "steps_cut", w->prefix->steps_cut);
}

/* --- all of it ------------------------------------------------------------ */

static void print(const struct prefix_json *what, bool with_layout, FILE *file)
{
    struct prefix_writer w = {
        .json.file = file, .what = what, .prefix = what->prefix};

    json_stream_open(&w.json, NULL, '{');
    json_stream_text(&w.json, "format", "punf-por prefix");
    json_stream_number(&w.json, "schema", SCHEMA);
    json_stream_text(&w.json, "version", what->version);
    json_stream_text(&w.json, "engine", what->engine);
    json_stream_text(&w.json, "relation", what->relation);
    json_stream_text(&w.json, "order", what->order);
    json_stream_flag(&w.json, "with_cutoffs", what->cutoffs);
    json_stream_flag(&w.json, "process", what->prefix->is_process);
    json_stream_flag(&w.json, "complete", what->complete);
    json_stream_text(&w.json, "stop", what->stop);
    json_stream_flag(&w.json, "reduced", what->source != what->net);
    put_net(&w);
    histories_init(&w.histories, what->prefix);
    put_sizes(&w);
    put_events(&w);
    put_conditions(&w);
    histories_finish(&w.histories);
    put_merged(&w);
    put_questions(&w);
    put_steps(&w);
    if (with_layout)
        page_layout_put(&w.json, what);
    json_stream_close(&w.json, '}');
    fputc('\n', file);
}

static void put_pieces(const char *const *pieces, FILE *file)
{
    for (; *pieces; pieces++)
        fputs(*pieces, file);
}

bool prefix_json_write(const struct prefix_json *what, bool is_page,
                       const char *path, struct diag *diag)
{
    struct output out;

    if (!output_open(&out, path, diag))
        return false;
    if (is_page)
        put_pieces(prefix_json_page_head, out.file);
    print(what, is_page, out.file);
    if (is_page)
        put_pieces(prefix_json_page_tail, out.file);
    return output_close(&out, diag);
}
