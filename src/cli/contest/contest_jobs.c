#include "cli/contest/contest_jobs.h"

#include "base/system.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* The part of the memory that children get; the rest is kept for the parent. */
static const double PART_OF_CHILDREN = 0.85;

/* The part of the time that what the children have in common may take. */
static const double PART_OF_PREPARATION = 0.25;

/* How long children that have answered may take to say what is wrong in the
 * file of the net, in seconds. */
static const double WARNING_TIME = 2;

static const char WARNING[] = "warning ", ERROR[] = "error ",
                  STATES[] = "states ";

void contest_jobs_init(struct contest_jobs *jobs, const punfpor_net *net,
                       struct contest_answers *answers)
{
    const struct contest_input *const input = answers->input;

    *jobs = (struct contest_jobs){
        .shared =
            {
                .input = input,
                .net = net,
                .properties = answers->properties,
                .bytes = (uint64_t)((double)input->bytes * PART_OF_CHILDREN) /
                         input->jobs,
                .engine = input->engine,
            },
        .answers = answers,
        .end = input->seconds > 0 ? system_now() + input->seconds : 0,
    };
    jobs_init(&jobs->jobs, input->jobs, input->interrupted);
}

void contest_jobs_finish(struct contest_jobs *jobs)
{
    jobs_finish(&jobs->jobs);
    punfpor_destroy(jobs->common);
}

/* --- lines of children ---------------------------------------------------- */

/* An examination that asks for safety has it as its answer. */
static void note_safety(struct contest_jobs *jobs, bool is_safe,
                        const char *engine)
{
    if (jobs->shared.input->row->question == CONTEST_INPUT_SAFE)
        contest_answers_note(jobs->answers, 0, is_safe ? "TRUE" : "FALSE",
                             false, engine);
    else
        contest_answers_note_safety(jobs->answers, is_safe);
}

/* The lines of the contest stay clean. */
static void note_warning(struct contest_jobs *jobs, const char *text)
{
    if (!jobs->warned)
        fprintf(stderr, "%s/model.pnml: warning: %s\n",
                jobs->shared.input->folder, text);
    jobs->warned = true;
}

/* Why there is no answer; other children fail alike. */
static void note_error(struct contest_jobs *jobs, const char *text)
{
    if (!jobs->failed)
        fprintf(stderr, "punf-por: error: %s\n", text);
    jobs->failed = true;
}

/* "answer", "fires" or "changes"; false: it is another line. */
static bool note_finding(struct contest_answers *answers, const char *line)
{
    char word[16], text[32], how[16], engine[16];
    uint32_t q;

    if (sscanf(line, "%15s %" SCNu32 " %31s %15s %15s", word, &q, text, how,
               engine) != 5)
        return false;

    const bool is = !strcmp(text, "TRUE"), if_safe = !strcmp(how, "if_safe");

    if (!strcmp(word, "fires"))
        contest_answers_note_firing(answers, q, is, if_safe, engine);
    else if (!strcmp(word, "changes"))
        contest_answers_note_change(answers, q, is, if_safe, engine);
    else if (!strcmp(word, "answer"))
        contest_answers_note(answers, q, text, if_safe, engine);
    else
        return false;
    return true;
}

static void note_line(struct contest_jobs *jobs, const char *line)
{
    char how[16], engine[16] = "";

    if (note_finding(jobs->answers, line))
        return;
    if (!strncmp(line, STATES, sizeof STATES - 1)) {
        contest_answers_note_states(jobs->answers, line + sizeof STATES - 1);
    } else if (sscanf(line, "safe %15s %15s", how, engine) >= 1) {
        note_safety(jobs, !strcmp(how, "yes"), engine);
    } else if (!strncmp(line, WARNING, sizeof WARNING - 1)) {
        note_warning(jobs, line + sizeof WARNING - 1);
    } else if (!strncmp(line, ERROR, sizeof ERROR - 1)) {
        note_error(jobs, line + sizeof ERROR - 1);
    } else if (!strcmp(line, "refused")) {
        jobs->n_refused++;
    } else if (!strcmp(line, "may_warn")) {
        jobs->may_warn = true;
    } else if (!strcmp(line, "no_deadlock")) {
        jobs->answers->no_deadlock = true;
    }
}

/* --- children ------------------------------------------------------------- */

double contest_jobs_time_left(const struct contest_jobs *jobs)
{
    return jobs->end > 0 ? jobs->end - system_now() : 0;
}

static bool is_late(const struct contest_jobs *jobs)
{
    return (jobs->end > 0 && system_now() >= jobs->end) ||
           (jobs->jobs.interrupted && *jobs->jobs.interrupted);
}

bool contest_jobs_are_over(const struct contest_jobs *jobs)
{
    return is_late(jobs) || jobs->answers->is_unsafe ||
           contest_answers_are_complete(jobs->answers);
}

void contest_jobs_prepare(struct contest_jobs *jobs)
{
    const struct contest_input *const input = jobs->shared.input;
    const enum contest_input_question question = input->row->question;
    struct contest_child child = jobs->shared;

    child.seconds = input->seconds * PART_OF_PREPARATION;
    jobs->common =
        contest_child_prepare(&child, question == CONTEST_INPUT_DEADLOCK ||
                                          question == CONTEST_INPUT_LIVE);
    jobs->shared.common = jobs->common;
    if (jobs->common && punfpor_is_safe(jobs->common))
        contest_answers_note_safety(jobs->answers, true);
}

/* Takes one event of the children, until that moment; false when there is none.
 */
static bool follow(struct contest_jobs *jobs, double until)
{
    struct jobs_event event;
    enum jobs_kind kind;

    if (!jobs->jobs.children.len)
        return false;
    kind = jobs_next(&jobs->jobs, until, &event);
    if (kind == JOBS_LINE)
        note_line(jobs, event.line);
    return kind != JOBS_LATE;
}

bool contest_jobs_await(struct contest_jobs *jobs)
{
    while (jobs->jobs.children.len >= jobs->jobs.most &&
           !contest_jobs_are_over(jobs))
        (void)follow(jobs, jobs->end);
    return !contest_jobs_are_over(jobs);
}

void contest_jobs_start(struct contest_jobs *jobs, struct contest_child *child)
{
    if (contest_jobs_await(jobs))
        (void)jobs_start(&jobs->jobs, child->number, contest_child_run, child,
                         child->seconds);
}

/* An answer is told before its child knows what the run shows of the file. */
static void hear_warning(struct contest_jobs *jobs)
{
    const double until = system_now() + WARNING_TIME;

    while (jobs->may_warn && !jobs->warned && !is_late(jobs) &&
           follow(jobs, until))
        continue;
}

void contest_jobs_finish_round(struct contest_jobs *jobs)
{
    while (!contest_jobs_are_over(jobs) && follow(jobs, jobs->end))
        continue;
    if (contest_jobs_are_over(jobs)) {
        hear_warning(jobs);
        jobs_finish(&jobs->jobs);
        jobs_init(&jobs->jobs, jobs->jobs.most, jobs->jobs.interrupted);
    }
}
