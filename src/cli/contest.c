#include "cli/contest.h"

#include "cli/contest_folder.h"
#include "cli/contest_jobs.h"
#include "cli/options.h"
#include "cli/report.h"

#include <stdio.h>

/* The first slice of a formula alone, in seconds, and the factor of the next
 * round. */
static const double FIRST_SLICE = 0.5, GROWTH = 2;

struct contest_run {
    const struct contest *contest;
    struct contest_answers answers;
    struct contest_jobs jobs;
    VEC(uint32_t) open; /* scratch: questions */
};

/* --- rounds --------------------------------------------------------------- */

/* Each open formula alone. */
static void round_of_each(struct contest_run *run, double seconds)
{
    struct contest_jobs *const jobs = &run->jobs;

    for (uint32_t q = 0; q < run->answers.n && !contest_jobs_are_over(jobs);
         q++) {
        const struct contest_jobs_task task = {
            .examine = examine_formulas,
            .asked = &q,
            .n_asked = 1,
            .engine = run->contest->engine,
            .seconds = seconds,
            .number = q,
        };

        if (contest_answers_is_open(&run->answers, q))
            contest_jobs_start(jobs, &task);
    }
    contest_jobs_finish_round(jobs);
}

/* All open formulas in one exploration. */
static void round_of_all(struct contest_run *run, double seconds)
{
    struct contest_jobs *const jobs = &run->jobs;
    const struct contest_answers *const answers = &run->answers;

    vec_clear(&run->open);
    for (uint32_t q = 0; q < answers->n; q++)
        if (contest_answers_is_open(answers, q) &&
            punfpor_property_kind(answers->properties, q) ==
                PUNFPOR_PROPERTY_FORMULA)
            vec_push(&run->open, q);

    const struct contest_jobs_task task = {
        .examine = examine_formulas,
        .asked = run->open.at,
        .n_asked = run->open.len,
        .engine = run->contest->engine,
        .seconds = seconds,
    };

    if (task.n_asked > 1)
        contest_jobs_start(jobs, &task);
    contest_jobs_finish_round(jobs);
}

/* One question of the whole net, by one engine or as a race. */
static void round_of_net(struct contest_run *run,
                         void (*examine)(const struct examine *x),
                         const char *engine, double seconds)
{
    const struct contest_jobs_task task = {
        .examine = examine,
        .engine = engine,
        .seconds = seconds,
    };

    contest_jobs_start(&run->jobs, &task);
    contest_jobs_finish_round(&run->jobs);
}

/* One question of the whole net, in all the time that is left. */
static void last_round(struct contest_run *run,
                       void (*examine)(const struct examine *x),
                       const char *engine)
{
    if (!contest_jobs_are_over(&run->jobs))
        round_of_net(run, examine, engine, contest_jobs_time_left(&run->jobs));
}

/* Is the net safe?  A short look comes before all else: what a run shows would
 * be printed of an unsafe net, too, if that run were found first. */
static void first_round(struct contest_run *run)
{
    if (!run->answers.is_safe)
        round_of_net(run, examine_safety, run->contest->engine, FIRST_SLICE);
}

/* Answers may wait for a proof that the net is safe. */
static void round_of_safety(struct contest_run *run)
{
    if (contest_answers_wait(&run->answers) &&
        !contest_jobs_are_over(&run->jobs))
        last_round(run, examine_safety, run->contest->engine);
}

/* --- examinations --------------------------------------------------------- */

static uint32_t count_open(const struct contest_answers *answers)
{
    uint32_t n = 0;

    for (uint32_t q = 0; q < answers->n; q++)
        n += contest_answers_is_open(answers, q);
    return n;
}

/* A slice grows where few questions share the time: to half of what is left for
 * each of them, or all of it when they can run at once. */
static double slice_of_each(const struct contest_run *run, double slice)
{
    const double left = contest_jobs_time_left(&run->jobs);
    const uint32_t n = count_open(&run->answers);
    const uint32_t at_once = run->jobs.limits.most;
    double share;

    if (!n || left <= 0)
        return slice;
    share = left * at_once / n / 2;
    if (n <= at_once && run->answers.is_safe)
        share = left;
    return share > slice ? share : slice;
}

static void run_formulas(struct contest_run *run)
{
    const struct contest_answers *const answers = &run->answers;
    double slice = FIRST_SLICE;

    first_round(run);
    while (!contest_jobs_are_over(&run->jobs) &&
           contest_answers_has_open(answers)) {
        round_of_each(run, slice_of_each(run, slice));
        if (!answers->is_safe && !contest_jobs_are_over(&run->jobs))
            round_of_net(run, examine_safety, run->contest->engine, 2 * slice);
        slice *= GROWTH;
        if (!contest_jobs_are_over(&run->jobs))
            round_of_all(run, slice);
    }
    round_of_safety(run);
}

static void run_transitions(struct contest_run *run)
{
    struct contest_jobs *const jobs = &run->jobs;

    first_round(run);
    contest_transitions_init(&jobs->transitions, jobs->net,
                             jobs->examination == EXAMINATION_STABLE,
                             &run->answers);
    last_round(run, examine_transitions, run->contest->engine);
    contest_transitions_finish(&jobs->transitions);
    round_of_safety(run);
}

/* Several ways to a no, in longer and longer slices: a deadlock, a transition
 * that never fires, and a list of markings that may be found stuck before it is
 * complete.  Only the list leads to a yes. */
static void run_liveness(struct contest_run *run)
{
    static const double MOST_SECONDS = 1e6;

    first_round(run);
    for (double slice = FIRST_SLICE;
         slice < MOST_SECONDS && !contest_jobs_are_over(&run->jobs);
         slice *= GROWTH) {
        const struct contest_jobs_task tasks[] = {
            {.examine = examine_live,
             .engine = options_engine(PUNFPOR_LISTS, NULL),
             .seconds = slice},
            {.examine = examine_deadlock_for_live,
             .engine = run->contest->engine,
             .seconds = slice,
             .number = 1},
            {.examine = examine_dead_for_live,
             .engine = run->contest->engine,
             .seconds = slice,
             .number = 2},
        };

        for (uint32_t i = 0; i < sizeof tasks / sizeof *tasks; i++)
            contest_jobs_start(&run->jobs, &tasks[i]);
        contest_jobs_finish_round(&run->jobs);
        if (contest_answers_wait(&run->answers) &&
            !contest_jobs_are_over(&run->jobs))
            round_of_net(run, examine_safety, run->contest->engine, slice);
    }
}

/* One child alone has nothing in common with others. */
static bool has_children(enum examination examination)
{
    return examination != EXAMINATION_SAFE &&
           examination != EXAMINATION_STATES &&
           examination != EXAMINATION_OTHER;
}

static void run_examination(struct contest_run *run)
{
    if (has_children(run->jobs.examination))
        contest_jobs_prepare(&run->jobs, run->contest->engine);
    switch (run->jobs.examination) {
    case EXAMINATION_FORMULAS:
    case EXAMINATION_BOUNDS:
        run_formulas(run);
        return;
    case EXAMINATION_DEADLOCK:
        first_round(run);
        last_round(run, examine_deadlock, run->contest->engine);
        round_of_safety(run);
        return;
    case EXAMINATION_SAFE:
        last_round(run, examine_safety, run->contest->engine);
        return;
    case EXAMINATION_QUASI_LIVE:
    case EXAMINATION_STABLE:
        run_transitions(run);
        return;
    case EXAMINATION_LIVE:
        run_liveness(run);
        return;
    case EXAMINATION_STATES:
        last_round(run, examine_states, options_engine(PUNFPOR_LISTS, NULL));
        return;
    case EXAMINATION_OTHER:
        return;
    }
}

/* --- the beginning and the end -------------------------------------------- */

static void examine(const struct contest *contest, enum examination examination,
                    const punfpor_net *net,
                    const punfpor_properties *properties)
{
    struct contest_run run = {.contest = contest};
    const uint32_t n = properties ? punfpor_property_count(properties)
                                  : examination != EXAMINATION_STATES;

    const struct contest_jobs_limits limits = {
        .folder = contest->folder,
        .racers = contest->racers,
        .reduce = contest->reduce,
        .seconds = contest->seconds,
        .bytes = contest->bytes,
        .most = contest->jobs,
        .interrupted = contest->interrupted,
    };

    contest_answers_init(&run.answers, contest->examination, properties, n,
                         examination == EXAMINATION_STATES, contest->jobs > 1,
                         stdout);
    run.answers.is_safe = contest_folder_says_safe(contest->folder);
    contest_jobs_init(&run.jobs, &limits, examination, net, &run.answers);
    run_examination(&run);
    contest_answers_print_rest(&run.answers);
    contest_jobs_finish(&run.jobs);
    contest_answers_finish(&run.answers);
    vec_free(&run.open);
}

/* Only nets that the tool understands have an examination. */
static void load_and_examine(const struct contest *contest,
                             enum examination examination)
{
    struct diag diag = {0};
    punfpor_net *const net = contest_folder_net(contest->folder, &diag);
    punfpor_properties *properties = NULL;

    if (net)
        report_warnings(stderr, net);
    if (net && examination_has_file(examination))
        properties = contest_folder_properties(
            contest->folder, contest->examination, net, &diag);
    if (diag.code == DIAG_NONE) {
        examine(contest, examination, net, properties);
    } else {
        diag_print(&diag, stderr);
        puts(diag.code == DIAG_INPUT && !net ? "DO_NOT_COMPETE"
                                             : "CANNOT_COMPUTE");
    }
    punfpor_properties_destroy(properties);
    punfpor_net_destroy(net);
}

bool contest_run(const struct contest *contest, struct diag *diag)
{
    const enum examination examination =
        examination_named(contest->examination);

    if (!contest_folder_has_net(contest->folder, diag))
        return false;
    if (examination == EXAMINATION_OTHER ||
        contest_folder_is_coloured(contest->folder))
        puts("DO_NOT_COMPETE");
    else
        load_and_examine(contest, examination);
    return true;
}
