#include "cli/contest/contest_input.h"

#include "base/ids.h"
#include "cli/contest/contest_jobs.h"
#include "cli/options.h"
#include "cli/report.h"

#include <stdio.h>

/* The first slice of a formula alone, in seconds, the factor of the next round,
 * and what no slice exceeds. */
static const double FIRST_SLICE = 0.5, GROWTH = 2, MOST_SECONDS = 1e6;

/* The part of its share of the time that a node gets at once: it may need three
 * children, and all of them again, beside a long look at all nodes. */
static const double PART_OF_NODE = 0.1;

/* The part of the time for all formulas of CTL at once, when each alone has to
 * wait until its end. */
static const double PART_OF_CTL = 0.75;

/* The number of a child for several nodes or properties, or for the net. */
enum { OF_MANY = INT32_MAX };

struct contest_run {
    const struct contest_input *input;
    struct contest_answers answers;
    struct contest_jobs jobs;
    VEC(uint32_t) open; /* scratch: questions */
};

/* --- rounds --------------------------------------------------------------- */

static bool is_over(const struct contest_run *run)
{
    return contest_jobs_are_over(&run->jobs);
}

/* Starts a child that is asked about some properties, or about the net. */
static void start_engine(struct contest_run *run, const char *engine,
                         enum contest_input_question question,
                         const uint32_t *asked, uint32_t n_asked,
                         double seconds)
{
    struct contest_child child = run->jobs.shared;

    child.engine = engine;
    child.question = question;
    child.asked = asked;
    child.n_asked = n_asked;
    child.seconds = seconds;
    child.number = n_asked == 1 ? *asked : OF_MANY;
    if (question == CONTEST_INPUT_LIVE && !options_is_race(child.engine))
        child.engine = options_engine(PUNFPOR_LISTS, NULL);
    contest_jobs_start(&run->jobs, &child);
}

static void start(struct contest_run *run, enum contest_input_question question,
                  const uint32_t *asked, uint32_t n_asked, double seconds)
{
    start_engine(run, run->input->engine, question, asked, n_asked, seconds);
}

/* Each open formula alone.  False: the engine can answer none of them. */
static bool round_of_each(struct contest_run *run, double seconds)
{
    const uint32_t before = run->jobs.n_refused;
    uint32_t n = 0;

    for (uint32_t q = 0; q < run->answers.n && !is_over(run); q++)
        if (contest_jobs_await(&run->jobs) && !run->answers.at[q].known) {
            start(run, CONTEST_INPUT_FORMULAS, &q, 1, seconds);
            n++;
        }
    contest_jobs_finish_round(&run->jobs);
    return run->jobs.n_refused - before < n;
}

/* Lists the open properties of a kind, and formulas; returns how many are of
 * that kind. */
static uint32_t list_kind(struct contest_run *run, enum punfpor_property kind)
{
    const struct contest_answers *const answers = &run->answers;
    uint32_t n = 0;

    vec_clear(&run->open);
    for (uint32_t q = 0; q < answers->n; q++) {
        const enum punfpor_property own =
            punfpor_property_kind(answers->properties, q);

        if (answers->at[q].known ||
            (own != kind && own != PUNFPOR_PROPERTY_FORMULA))
            continue;
        n += own == kind;
        vec_push(&run->open, q);
    }
    return n;
}

static void start_list(struct contest_run *run, double seconds)
{
    start(run, CONTEST_INPUT_FORMULAS, run->open.at, run->open.len, seconds);
}

/* All open formulas in one exploration. */
static void round_of_all(struct contest_run *run, double seconds)
{
    if (list_kind(run, PUNFPOR_PROPERTY_FORMULA) > 1)
        start_list(run, seconds);
    contest_jobs_finish_round(&run->jobs);
}

/* All open formulas, if one is of CTL: these need all markings, which then
 * answer the others, too.  Others may be asked at the same time. */
static void start_ctl(struct contest_run *run, double seconds)
{
    if (!is_over(run) && seconds > 0 && list_kind(run, PUNFPOR_PROPERTY_CTL) &&
        run->open.len > 1)
        start_list(run, seconds);
    if (run->input->jobs == 1)
        contest_jobs_finish_round(&run->jobs);
}

/* One question of the whole net. */
static void round_of_net(struct contest_run *run,
                         enum contest_input_question question, double seconds)
{
    if (is_over(run))
        return;
    start(run, question, NULL, 0, seconds);
    contest_jobs_finish_round(&run->jobs);
}

/* The same, in all the time that is left. */
static void last_round(struct contest_run *run,
                       enum contest_input_question question)
{
    round_of_net(run, question, contest_jobs_time_left(&run->jobs));
}

/* Is the net safe?  A short look comes before all else: what a run shows would
 * be printed of an unsafe net, too, if that run were found first. */
static void first_round(struct contest_run *run)
{
    if (!run->answers.is_safe)
        round_of_net(run, CONTEST_INPUT_SAFE, FIRST_SLICE);
}

/* Answers may wait for a proof that the net is safe. */
static void round_of_safety(struct contest_run *run)
{
    if (contest_answers_wait(&run->answers))
        last_round(run, CONTEST_INPUT_SAFE);
}

/* --- examinations --------------------------------------------------------- */

/* A slice grows where n questions share the time, and they are few: to that
 * part of what is left for each of them. */
static double grown_slice(const struct contest_run *run, double slice,
                          uint32_t n, double part)
{
    const double left = contest_jobs_time_left(&run->jobs);
    const double share = n ? left * run->input->jobs / n * part : 0;

    return share > slice ? share : slice;
}

/* Half of it, or all of it when the questions can be asked at once. */
static double slice_of_each(const struct contest_run *run, double slice)
{
    const uint32_t n = contest_answers_count_open(&run->answers);
    const uint32_t at_once = run->input->jobs;
    const bool all = n <= at_once && run->answers.is_safe;

    return grown_slice(run, slice, n, all ? (double)n / at_once : 0.5);
}

static void run_formulas(struct contest_run *run)
{
    double slice = FIRST_SLICE;

    first_round(run);
    start_ctl(run, contest_jobs_time_left(&run->jobs) *
                       (run->input->jobs == 1 ? PART_OF_CTL : 0.5));
    while (!is_over(run) && contest_answers_count_open(&run->answers) &&
           round_of_each(run, slice_of_each(run, slice))) {
        if (!run->answers.is_safe)
            round_of_net(run, CONTEST_INPUT_SAFE, 2 * slice);
        slice *= GROWTH;
        if (!is_over(run))
            round_of_all(run, slice);
        start_ctl(run, slice);
    }
    round_of_safety(run);
}

/* Lists the transitions that are open, or the places. */
static void list_open(struct contest_run *run,
                      enum contest_input_question question)
{
    const punfpor_net *const net = run->jobs.shared.net;
    const bool of_places = question == CONTEST_INPUT_PLACES;
    const uint32_t n = of_places ? punfpor_net_given_places(net)
                                 : punfpor_net_given_transitions(net);

    vec_clear(&run->open);
    for (uint32_t i = 0; i < n; i++)
        if (contest_answers_is_open_node(&run->answers, question, i))
            vec_push(&run->open, i);
}

/* Starts a child for all of these. */
static void start_open(struct contest_run *run,
                       enum contest_input_question question, double seconds)
{
    list_open(run, question);
    if (run->open.len)
        start(run, question, run->open.at, run->open.len, seconds);
}

/* So many open nodes cannot all be answered one by one; for so few, a look at
 * all of them is no help. */
enum { FEW_NODES = 32, LAST_NODES = 8 };

static void start_one(struct contest_run *run,
                      enum contest_input_question question, uint32_t node,
                      const char *engine, double seconds)
{
    if (contest_jobs_await(&run->jobs) &&
        contest_answers_is_open_node(&run->answers, question, node))
        start_engine(run, engine, question, &node, 1, seconds);
}

/* A node alone, since its reduction removes more.  What a short look at all
 * nodes leaves open one engine often answers in a fraction of the time of a
 * race: that a transition never fires is shown by invariants, and that a place
 * changes by a search for that, or by walks.  The race may follow. */
static void start_node(struct contest_run *run,
                       enum contest_input_question question, uint32_t node,
                       bool is_raced, double seconds)
{
    const struct contest_input *const input = run->input;
    const enum punfpor_trait trait =
        question == CONTEST_INPUT_TRANSITIONS ? PUNFPOR_INFERS : PUNFPOR_AIMS;
    const bool races = options_is_race(input->engine) && !input->racers;

    for (uint32_t e = 0; e < punfpor_engine_count() && races; e++)
        if (punfpor_engine_has(e, trait))
            start_one(run, question, node, punfpor_engine_name(e), seconds);
    if (!races || is_raced)
        start_one(run, question, node, input->engine, seconds);
}

/* Neighbours are often alike, so they are asked at different times.  Of many
 * transitions most get four slices, half as many eight, and so on: one that
 * never fires is an answer, and the others need not end.  Places must all have
 * an answer, most often, so that none may keep the others waiting. */
static void start_each(struct contest_run *run,
                       enum contest_input_question question, double slice)
{
    uint32_t n, stride;
    double equal;
    bool picks;

    list_open(run, question);
    n = run->open.len;
    if (n <= LAST_NODES)
        jobs_kill(&run->jobs.jobs, OF_MANY);
    equal = grown_slice(run, slice, n, PART_OF_NODE);
    picks = question == CONTEST_INPUT_TRANSITIONS && n > FEW_NODES;
    stride = ids_stride(n);
    for (uint32_t i = 1, at = 0; i <= n && !is_over(run); i++) {
        start_node(run, question, run->open.at[at], !picks,
                   picks ? 4 * slice * (i & -i) : equal);
        at = (at + stride) % n;
    }
}

/* A short look at all transitions or places; then each that is open, in longer
 * and longer slices.  If these are many, a long look at all goes on beside
 * them as long as they are not few; without a second process they take turns.
 */
static void run_nodes(struct contest_run *run,
                      enum contest_input_question question)
{
    const bool in_turns = run->input->jobs == 1;
    double slice = FIRST_SLICE;
    uint32_t n_refused;

    first_round(run);
    n_refused = run->jobs.n_refused;
    contest_answers_follow(&run->answers, run->jobs.shared.net);
    start_open(run, question, GROWTH * slice);
    contest_jobs_finish_round(&run->jobs);
    list_open(run, question);
    if (run->jobs.n_refused > n_refused)
        vec_clear(&run->open); /* the engine can answer none of them */
    if (!in_turns && run->open.len > FEW_NODES)
        start_open(run, question, contest_jobs_time_left(&run->jobs));
    for (; !is_over(run) && run->open.len; slice *= GROWTH) {
        run->jobs.shared.seed++;
        start_each(run, question, slice);
        if (in_turns) {
            start_open(run, question, slice * GROWTH);
            contest_jobs_finish_round(&run->jobs);
        }
    }
    round_of_safety(run);
}

/* What ends liveness with a no beside a lost marking: a deadlock, a transition
 * that never fires. */
static void start_ways_to_no(struct contest_run *run, double slice)
{
    if (!run->answers.no_deadlock)
        start(run, CONTEST_INPUT_LIVE_BY_DEADLOCK, NULL, 0, slice);
    start_open(run, CONTEST_INPUT_TRANSITIONS, slice);
}

static bool have_ways_to_no(const struct contest_run *run)
{
    return !run->answers.no_deadlock || run->answers.firing.n_open;
}

/* Only liveness itself leads to a yes.  After a first slice it goes on beside
 * the ways to a no, whose slices become longer; without a second process they
 * take turns until only liveness is left. */
static void run_liveness(struct contest_run *run)
{
    const bool in_turns = run->input->jobs == 1;
    bool goes_on = false;

    first_round(run);
    contest_answers_follow(&run->answers, run->jobs.shared.net);
    for (double slice = FIRST_SLICE; slice < MOST_SECONDS && !is_over(run);
         slice *= GROWTH) {
        if (!goes_on) {
            goes_on = in_turns ? !have_ways_to_no(run) && run->answers.is_safe
                               : slice > FIRST_SLICE;
            start(run, CONTEST_INPUT_LIVE, NULL, 0,
                  goes_on ? contest_jobs_time_left(&run->jobs) : slice);
        }
        start_ways_to_no(run, slice);
        if (contest_answers_wait(&run->answers))
            start(run, CONTEST_INPUT_SAFE, NULL, 0, slice);
        else if (!goes_on || !have_ways_to_no(run))
            contest_jobs_finish_round(&run->jobs);
    }
}

static void start_counts(struct contest_run *run, double seconds)
{
    start_engine(run, options_engine(PUNFPOR_COUNTS, NULL),
                 CONTEST_INPUT_STATES, NULL, 0, seconds);
    start_engine(run, options_engine(PUNFPOR_LISTS, NULL), CONTEST_INPUT_STATES,
                 NULL, 0, seconds);
    contest_jobs_finish_round(&run->jobs);
}

/* Two ways to count: at once, or in longer and longer slices. */
static void run_states(struct contest_run *run)
{
    if (run->input->jobs > 1)
        start_counts(run, contest_jobs_time_left(&run->jobs));
    else
        for (double slice = FIRST_SLICE; slice < MOST_SECONDS && !is_over(run);
             slice *= GROWTH)
            start_counts(run, slice);
}

/* Of a net whose places have several tokens, nodes that the translation adds
 * would count. */
static bool is_beyond(const struct contest_input *input, const punfpor_net *net)
{
    return (input->row->question == CONTEST_INPUT_STATES ||
            input->row->question == CONTEST_INPUT_PLACES) &&
           contest_input_counts(net);
}

static void run_examination(struct contest_run *run)
{
    const enum contest_input_question question = run->input->row->question;

    /* One child alone has nothing in common with others. */
    if (question != CONTEST_INPUT_SAFE && question != CONTEST_INPUT_STATES)
        contest_jobs_prepare(&run->jobs);
    if (question == CONTEST_INPUT_FORMULAS) {
        run_formulas(run);
    } else if (question == CONTEST_INPUT_DEADLOCK) {
        first_round(run);
        last_round(run, CONTEST_INPUT_DEADLOCK);
        round_of_safety(run);
    } else if (question == CONTEST_INPUT_SAFE) {
        last_round(run, CONTEST_INPUT_SAFE);
    } else if (question == CONTEST_INPUT_LIVE) {
        run_liveness(run);
    } else if (question == CONTEST_INPUT_STATES) {
        run_states(run);
    } else {
        run_nodes(run, question);
    }
}

/* --- the beginning and the end -------------------------------------------- */

static uint32_t count_questions(const struct contest_input_row *row,
                                const punfpor_net *net,
                                const punfpor_properties *properties)
{
    return properties   ? punfpor_property_count(properties)
           : !row->word ? row->question != CONTEST_INPUT_STATES
           : row->question == CONTEST_INPUT_PLACES
               ? punfpor_net_given_places(net)
               : punfpor_net_given_transitions(net);
}

static void run_on_net(const struct contest_input *input,
                       const punfpor_net *net,
                       const punfpor_properties *properties)
{
    struct contest_run run = {.input = input};

    contest_answers_init(&run.answers, input, properties,
                         count_questions(input->row, net, properties), stdout);
    /* Place weights show how many tokens each place has at most. */
    run.answers.is_safe =
        contest_input_says_safe(input) || contest_input_counts(net);
    contest_jobs_init(&run.jobs, net, &run.answers);
    run_examination(&run);
    contest_answers_print_rest(&run.answers);
    contest_jobs_finish(&run.jobs);
    contest_answers_finish(&run.answers);
    vec_free(&run.open);
}

/* Only nets that the tool understands have an examination. */
static void load_and_run(const struct contest_input *input)
{
    struct diag diag = {0};
    punfpor_net *const net = contest_input_net(input, &diag);
    punfpor_properties *properties = NULL;

    if (net)
        report_warnings(stderr, net);
    if (net && input->row->question == CONTEST_INPUT_FORMULAS)
        properties = contest_input_properties(input, net, &diag);
    if (net && is_beyond(input, net)) {
        puts("DO_NOT_COMPETE");
    } else if (diag.code == DIAG_NONE) {
        run_on_net(input, net, properties);
    } else {
        diag_print(&diag, stderr);
        puts(diag.code == DIAG_INPUT && !net ? "DO_NOT_COMPETE"
                                             : "CANNOT_COMPUTE");
    }
    punfpor_properties_destroy(properties);
    punfpor_net_destroy(net);
}

bool contest_run(const struct contest_input *input, struct diag *diag)
{
    if (!contest_input_has_net(input, diag))
        return false;
    if (!input->row || contest_input_is_coloured(input))
        puts("DO_NOT_COMPETE");
    else
        load_and_run(input);
    return true;
}
