#include "cli/compare.h"

#include "base/system.h"
#include "cli/announce.h"
#include "cli/jobs.h"
#include "cli/outcome.h"

#include <errno.h>
#include <string.h>

/* --- rows ---------------------------------------------------------------- */

/* An engine whose prefixes, or merged processes, are compared. */
static const char *engine_that(enum punfpor_trait trait)
{
    return options_engine(trait, "prefix");
}

/* All run under the order that was asked for.  The engine of merged processes
 * knows two relations, and always has cutoffs.  The complete prefix is also
 * built under size and foata, unless an order was asked for.  Without cutoffs
 * there is no order to compare. */
static bool has_row(const struct compare_row *row, const punfpor *problem,
                    const struct options *options)
{
    const bool cutoffs = !strcmp(punfpor_get(problem, "cutoffs"), "on");

    if (options->engine && strcmp(options->engine, row->runs) != 0)
        return false;
    if (!strcmp(row->engine, engine_that(PUNFPOR_MERGES)) &&
        (row->given || !cutoffs))
        return false;
    return !strcmp(row->order, punfpor_get(problem, "order")) ||
           (!options->order && cutoffs &&
            !strcmp(row->engine, engine_that(PUNFPOR_COMPLETES)) &&
            strcmp(row->order, "parikh") != 0);
}

static void add_relation(struct compare *compare, const char *relation,
                         bool given, const punfpor *problem,
                         const struct options *options)
{
    static const char *const orders[] = {"size", "parikh", "foata"};
    const char *const engines[] = {engine_that(PUNFPOR_VISITS),
                                   engine_that(PUNFPOR_COMPLETES),
                                   "from-prefix", engine_that(PUNFPOR_MERGES)};

    for (uint32_t e = 0; e < sizeof engines / sizeof *engines; e++)
        for (uint32_t i = 0; i < sizeof orders / sizeof *orders; i++) {
            const struct compare_row row = {
                .relation = relation,
                .engine = engines[e],
                .order = orders[i],
                .runs = engines[e == 2 ? 1 : e],
                .is_merged = e == 2,
                .given = given,
                .reads = compare->reads,
                .visits = e == 0,
            };

            if (has_row(&row, problem, options))
                vec_push(&compare->rows, row);
        }
}

bool compare_fits(const struct options *options, struct diag *diag)
{
    const char *const engine = options->engine;
    const char *const visits = engine_that(PUNFPOR_VISITS);
    const char *const completes = engine_that(PUNFPOR_COMPLETES);
    const char *const merges = engine_that(PUNFPOR_MERGES);

    if (engine && strcmp(engine, visits) && strcmp(engine, completes) &&
        strcmp(engine, merges))
        return diag_usage(
            diag,
            "--compare has rows of engines '%s', '%s' and '%s', not of '%s'",
            visits, completes, merges, engine);
    for (uint32_t i = 0; i < punfpor_option_count(); i++) {
        if (!options_setting(options, i))
            continue;
        if (engine && !options_use(engine, punfpor_option_name(i)))
            return diag_usage(diag,
                              "--compare runs engine '%s' alone, which does "
                              "not use option '%s'",
                              engine, punfpor_option_name(i));
        if (!options_use(visits, punfpor_option_name(i)) &&
            !options_use(completes, punfpor_option_name(i)))
            return diag_usage(diag,
                              "--compare runs engines '%s' and '%s', which do "
                              "not use option '%s'",
                              visits, completes, punfpor_option_name(i));
    }
    return true;
}

void compare_init(struct compare *compare, const punfpor_net *net,
                  const punfpor *problem, const struct options *options)
{
    const char *const given = punfpor_get(problem, "dependency");
    const bool is_other = strcmp(given, "classic") && strcmp(given, "read");
    const char *const wanted = options->dependency ? given : NULL;

    *compare = (struct compare){.reads = punfpor_net_read_arcs(net) > 0};
    if (!wanted || !strcmp(wanted, "classic"))
        add_relation(compare, "classic", false, problem, options);
    if (wanted ? !strcmp(wanted, "read") : compare->reads)
        add_relation(compare, "read", false, problem, options);
    if (is_other)
        add_relation(compare, strcmp(given, "none") ? "user" : "none", true,
                     problem, options);
}

void compare_finish(struct compare *compare)
{
    for (uint32_t i = 0; i < compare->rows.len; i++)
        json_decref(compare->rows.at[i].line);
    vec_free(&compare->rows);
    json_decref(compare->table);
    json_decref(compare->answers);
}

/* --- running ------------------------------------------------------------- */

/* Options that only the other engine uses get their defaults.  The engine of
 * merged processes is to merge directly, and all. */
static void set_options(punfpor *problem, const struct compare_row *row,
                        punfpor_error *error)
{
    const bool merges = !strcmp(row->engine, engine_that(PUNFPOR_MERGES));

    for (uint32_t i = 0; i < punfpor_option_count(); i++)
        if (!options_use(row->runs, punfpor_option_name(i)))
            options_set(problem, punfpor_option_name(i), NULL, error);
    options_set(problem, "engine", row->runs, error);
    if (row->is_merged || merges) {
        options_set(problem, "prefix", merges ? "complete" : "on", error);
        options_set(problem, "conflicts", "off", error);
    }
    if (merges)
        options_set(problem, "from-prefix", "0", error);
    if (!strcmp(punfpor_get(problem, "cutoffs"), "on"))
        options_set(problem, "order", row->order, error);
    if (!row->given)
        options_set(problem, "dependency", row->relation, error);
}

struct job {
    const struct compare_task *task;
    const struct compare_row *row;
};

/* The sizes of the merged process, instead of those of the prefix. */
static void take_merged(json_t *line, const punfpor *problem,
                        punfpor_error *error)
{
    json_t *const stats = json_object_get(line, "stats");
    uint32_t conditions, events, cutoffs;

    if (punfpor_merged(problem, &conditions, &events, &cutoffs, error))
        return;
    json_object_set_new(stats, "conditions", json_integer(conditions));
    json_object_set_new(stats, "events", json_integer(events));
    json_object_set_new(stats, "cutoffs", json_integer(cutoffs));
}

/* Adds to the line what the parent must know besides. */
static void add_report(json_t *line, const struct result *result,
                       const struct diag *diag)
{
    json_object_set_new(line, "stop_number", json_integer(result->stop));
    json_object_set_new(line, "warning", json_word(result->warning));
    if (diag->code != DIAG_NONE && result->stop != PUNFPOR_UNSAFE)
        json_object_set_new(
            line, "report",
            json_pack("{s:i,s:o,s:i,s:i,s:o}", "code", diag->code, "file",
                      json_word(diag->file), "line", (int)diag->line, "column",
                      (int)diag->column, "text", json_word(diag->text)));
}

/* In the child, whose problem is a copy. */
static int solve_row(void *self, int fd)
{
    const struct job *const job = self;
    const struct compare_task *const task = job->task;
    const struct options options = {.net = ""};
    struct outcome outcome = {.options = &options,
                              .net = task->net,
                              .problem = task->problem,
                              .has_result = true};
    struct diag diag = {0};
    json_t *line;
    punfpor_error error = {0};

    set_options(task->problem, job->row, &error);
    if (!error.status)
        (void)punfpor_solve(task->problem, &error);
    if (task->announce) /* its line is unknown to the parent */
        announce_hide(task->announce);
    if (error.status == PUNFPOR_OUT_OF_MEMORY)
        return CHILD_NO_MEMORY;
    result_init(&outcome.result, punfpor_questions(task->problem));
    result_take(&outcome.result, task->problem, task->net);
    line = json_run_line(&outcome, 0, NULL);
    if (!error.status && job->row->is_merged)
        take_merged(line, task->problem, &error);
    (void)result_is_ok(&error, &diag);
    add_report(line, &outcome.result, &diag);
    result_finish(&outcome.result);
    return json_send(line, fd) ? 0 : 1;
}

static bool run_row(struct compare_row *row, const struct compare_task *task,
                    struct diag *diag)
{
    struct job job = {task, row};
    const double start = system_now();
    struct jobs_event event;
    struct jobs jobs;

    jobs_init(&jobs, 1, task->interrupted);
    if (!jobs_start(&jobs, 0, solve_row, &job, task->seconds))
        return diag_internal(diag, "no process for a row of the comparison: %s",
                             strerror(errno));
    while (jobs.children.len) {
        const enum jobs_kind kind = jobs_next(&jobs, 0, &event);

        if (kind == JOBS_LINE)
            row->line = json_receive(event.line, strlen(event.line));
        else if (kind == JOBS_END)
            row->end = event.end;
    }
    jobs_finish(&jobs);
    row->seconds = system_now() - start;
    if (row->end == CHILD_DONE && !row->line)
        row->end = CHILD_CRASHED;
    if (row->end != CHILD_DONE) {
        json_decref(row->line);
        row->line = NULL;
    }
    return true;
}

static bool has_failed(const struct compare_row *row)
{
    return json_object_get(row->line, "report") ||
           json_is_object(json_object_get(row->line, "unsafe"));
}

bool compare_run(struct compare *compare, const struct compare_task *task,
                 FILE *out, struct diag *diag)
{
    const uint32_t n_rows = compare->rows.len;
    bool ended = false;

    for (uint32_t i = 0; i < n_rows && !ended; i++) {
        struct compare_row *const row = &compare->rows.at[i];

        compare->rows.len = i + 1;
        if (!run_row(row, task, diag))
            return false;
        ended = has_failed(row) || (task->interrupted && *task->interrupted);
        if (has_failed(row))
            continue;
        if (i == 0)
            compare_row_titles(out, compare->reads);
        compare_row_print(out, row, punfpor_questions(task->problem));
    }
    return true;
}

/* --- what they say together ---------------------------------------------- */

static const struct compare_row *first_with(const struct compare *compare,
                                            const punfpor *problem, uint32_t q,
                                            enum punfpor_verdict verdict)
{
    const char *const word = punfpor_answer_text(problem, q, verdict);

    for (uint32_t i = 0; i < compare->rows.len; i++)
        if (!strcmp(compare_row_word(&compare->rows.at[i], q), word))
            return &compare->rows.at[i];
    return NULL;
}

static bool join_question(struct compare *compare, const punfpor *problem,
                          uint32_t q, struct result_finding *finding,
                          struct diag *diag)
{
    const struct compare_row *const yes =
        first_with(compare, problem, q, PUNFPOR_YES);
    const struct compare_row *const no =
        first_with(compare, problem, q, PUNFPOR_NO);
    json_t *const answer = yes  ? compare_row_query(yes, q)
                           : no ? compare_row_query(no, q)
                                : NULL;

    if (yes && no)
        return diag_internal(diag,
                             "the verdicts on '%.200s' differ: %s under %s %s "
                             "%s, %s under %s %s %s",
                             punfpor_question_text(problem, q),
                             punfpor_verdict_text(PUNFPOR_YES), yes->relation,
                             yes->engine, yes->order,
                             punfpor_verdict_text(PUNFPOR_NO), no->relation,
                             no->engine, no->order);
    json_array_append_new(compare->answers,
                          answer ? json_incref(answer) : json_null());
    *finding = (struct result_finding){
        .verdict = yes  ? PUNFPOR_YES
                   : no ? PUNFPOR_NO
                        : PUNFPOR_UNKNOWN,
        .if_safe = json_is_true(json_object_get(answer, "if_safe")),
        .transition = json_string_value(json_object_get(answer, "transition")),
        .failure = json_string_value(json_object_get(answer, "fails")),
    };
    return true;
}

static void join_unsafe(const json_t *unsafe, struct result *result)
{
    const json_t *const steps = json_object_get(unsafe, "run");

    vec_clear(&result->unsafe_run);
    for (size_t i = 0; i < json_array_size(steps); i++)
        vec_push(&result->unsafe_run,
                 json_string_value(json_array_get(steps, i)));
    result->unsafe_transition = json_text_at(unsafe, "transition");
    result->unsafe_place = json_text_at(unsafe, "place");
}

/* The reason of the first row that did not finish. */
static void join_stop(const struct compare_row *row, struct result *result)
{
    result->stop = row->end == CHILD_KILLED ? PUNFPOR_TIME_LIMIT
                   : row->line ? (enum punfpor_stop)json_integer_value(
                                     json_object_get(row->line, "stop_number"))
                               : PUNFPOR_MEMORY_LIMIT;
    result->is_safe = !strcmp(json_text_at(row->line, "safe"), "yes");
    if (result->stop == PUNFPOR_UNSAFE)
        join_unsafe(json_object_get(row->line, "unsafe"), result);
}

static bool join_report(const struct compare_row *row, struct diag *diag)
{
    int code, line, column;
    const char *file, *text;

    return json_unpack(row->line, "{s:{s:i,s:s,s:i,s:i,s:s}}", "report", "code",
                       &code, "file", &file, "line", &line, "column", &column,
                       "text", &text) ||
           diag_report(diag, (enum diag_code)code, file, (uint32_t)line,
                       (uint32_t)column, "%s", text);
}

/* --- all of it ------------------------------------------------------------ */

static bool join_row(const struct compare_row *row, struct result *result,
                     struct diag *diag)
{
    if (row->end == CHILD_CRASHED)
        (void)diag_internal(diag, "the row %s %s %s crashed", row->relation,
                            row->engine, row->order);
    else if (result->stop == PUNFPOR_DONE || has_failed(row))
        join_stop(row, result); /* bad input outweighs limits */
    if (!*result->warning)
        (void)snprintf(result->warning, sizeof result->warning, "%s",
                       json_text_at(row->line, "warning"));
    return join_report(row, diag);
}

bool compare_join(struct compare *compare, const punfpor *problem,
                  struct result *result, struct diag *diag)
{
    bool good = true;

    compare->table = json_array();
    compare->answers = json_array();
    for (uint32_t i = 0; i < compare->rows.len; i++)
        json_array_append_new(
            compare->table,
            compare_row_json(&compare->rows.at[i], result->n_findings));
    for (uint32_t q = 0; good && q < result->n_findings; q++)
        good = join_question(compare, problem, q, &result->findings[q], diag);
    for (uint32_t i = 0; good && i < compare->rows.len; i++)
        good = join_row(&compare->rows.at[i], result, diag);
    return good;
}
