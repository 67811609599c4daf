#include "cli/compare.h"

#include <inttypes.h>
#include <string.h>

/* --- rows ---------------------------------------------------------------- */

/* The engines whose prefixes are compared. */
static const char *visiting(void)
{
    return options_engine(PUNFPOR_VISITS, "prefix");
}

static const char *completing(void)
{
    return options_engine(PUNFPOR_COMPLETES, "prefix");
}

enum { SIZE, PARIKH, FOATA, N_ORDERS };

static const char *const orders[N_ORDERS] = {"size", "parikh", "foata"};

/* All run under the order that was asked for; the complete prefix is also built
 * under size and foata, unless an order was asked for.  Without cutoffs there
 * is no order to compare. */
static bool has_row(const struct compare_row *row, uint32_t order, bool cutoffs,
                    const struct compare_filter *filter)
{
    const bool is_first = !strcmp(row->order, orders[order]);

    if (filter->engine && strcmp(filter->engine, row->runs) != 0)
        return false;
    return is_first ||
           (!filter->order && cutoffs && !row->visits && !row->is_merged &&
            strcmp(row->order, orders[PARIKH]) != 0);
}

static void add_relation(struct compare *compare, struct compare_row row,
                         uint32_t order, bool cutoffs,
                         const struct compare_filter *filter)
{
    const char *const engines[] = {visiting(), completing(), "merged"};

    for (uint32_t e = 0; e < sizeof engines / sizeof *engines; e++)
        for (uint32_t i = 0; i < N_ORDERS; i++) {
            row.engine = engines[e];
            row.visits = e == 0;
            row.is_merged = e == 2;
            row.runs = engines[row.is_merged ? 1 : e];
            row.order = orders[i];
            row.reads = compare->reads;
            if (has_row(&row, order, cutoffs, filter))
                vec_push(&compare->rows, row);
        }
}

static uint32_t find_order(const char *name)
{
    uint32_t i = 0;

    while (i + 1 < N_ORDERS && strcmp(orders[i], name) != 0)
        i++;
    return i;
}

struct compare_filter compare_filter_of(const struct options *options)
{
    return (struct compare_filter){options->engine, options->dependency,
                                   options->order};
}

bool compare_fits(const struct options *options, struct diag *diag)
{
    const char *const engine = options->engine;

    if (engine && strcmp(engine, visiting()) && strcmp(engine, completing()))
        return diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                           "--compare has rows of engines '%s' and '%s', "
                           "not of '%s'",
                           visiting(), completing(), engine);
    for (uint32_t i = 0; i < punfpor_option_count(); i++) {
        if (!options_setting(options, i))
            continue;
        if (engine && !options_use(engine, punfpor_option_name(i)))
            return diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                               "--compare runs engine '%s' alone, which does "
                               "not use option '%s'",
                               engine, punfpor_option_name(i));
        if (!options_use(visiting(), punfpor_option_name(i)) &&
            !options_use(completing(), punfpor_option_name(i)))
            return diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                               "--compare runs engines '%s' and '%s', which do "
                               "not use option '%s'",
                               visiting(), completing(),
                               punfpor_option_name(i));
    }
    return true;
}

void compare_init(struct compare *compare, const punfpor_net *net,
                  const punfpor *problem, const struct compare_filter *filter)
{
    const char *const given = punfpor_get(problem, "dependency");
    const uint32_t order = find_order(punfpor_get(problem, "order"));
    const bool cutoffs = !strcmp(punfpor_get(problem, "cutoffs"), "on");
    const bool is_other = strcmp(given, "classic") && strcmp(given, "read");
    const char *const wanted = filter->relation ? given : NULL;

    *compare = (struct compare){.reads = punfpor_net_read_arcs(net) > 0};
    if (!wanted || !strcmp(wanted, "classic"))
        add_relation(compare, (struct compare_row){.relation = "classic"},
                     order, cutoffs, filter);
    if (wanted ? !strcmp(wanted, "read") : compare->reads)
        add_relation(compare, (struct compare_row){.relation = "read"}, order,
                     cutoffs, filter);
    if (is_other)
        add_relation(compare,
                     (struct compare_row){
                         .relation = strcmp(given, "none") ? "user" : "none",
                         .given = true},
                     order, cutoffs, filter);
}

void compare_finish(struct compare *compare)
{
    for (uint32_t i = 0; i < compare->rows.len; i++)
        result_finish(&compare->rows.at[i].result);
    vec_free(&compare->rows);
}

const char *compare_stop(const struct compare_row *row)
{
    switch (row->end) {
    case SUBPROCESS_ENDED:
        return punfpor_stop_text(row->result.stop);
    case SUBPROCESS_MEMORY:
        return "out of memory";
    case SUBPROCESS_KILLED:
        return punfpor_stop_text(PUNFPOR_TIME_LIMIT);
    case SUBPROCESS_CRASHED:
        return "crashed";
    }
    return "";
}

/* A row without a result has seconds and nothing else. */
bool compare_figure(const struct compare_row *row, const char *name,
                    enum compare_rows which, uint64_t *value)
{
    const bool has_it = which == COMPARE_HISTORIES
                            ? row->reads && !row->is_merged
                            : which == COMPARE_ALL || row->visits;

    return row->end == SUBPROCESS_ENDED && has_it &&
           result_find(&row->result, name, value);
}

/* --- the table ----------------------------------------------------------- */

/* Columns are as wide as their titles; figures of millions fit. */
#define RELATION "%-8s  "
#define ENGINE "%-6s  "
#define ORDER "%-6s"
#define FIGURE "  %10s"
#define SECONDS "  %9s"
#define MEMORY "  %9s"

void compare_print_titles(FILE *out, bool reads)
{
    fprintf(out, RELATION ENGINE ORDER, "relation", "engine", "order");
#define X(name, title, which)             \
    if (compare_has_column(which, reads)) \
        fprintf(out, FIGURE, title);
    COMPARE_FIGURES(X)
#undef X
    fprintf(out, SECONDS MEMORY "  %s\n", "seconds", "memory", "verdict");
}

static void print_figure(FILE *out, const struct compare_row *row,
                         const char *name, enum compare_rows which)
{
    uint64_t value;

    if (!compare_has_column(which, row->reads))
        return;
    if (compare_figure(row, name, which, &value))
        fprintf(out, "  %10" PRIu64, value);
    else
        fprintf(out, FIGURE, "-");
}

static const char *word_of(const punfpor *problem, const struct result *result,
                           uint32_t q)
{
    const enum punfpor_verdict verdict = result->findings[q].verdict;

    return problem ? punfpor_answer_text(problem, q, verdict)
                   : punfpor_verdict_text(verdict);
}

/* "reachable", "unknown (timeout)"; "3 reachable, 1 unreachable". */
static void print_verdict(FILE *out, const struct compare_row *row,
                          const punfpor *problem)
{
    static const char *const words[] = {
        "reachable", "unreachable", "holds", "does not hold",
        "exact",     "yes",         "no"};
    enum { N_WORDS = sizeof words / sizeof *words };
    const struct result *result = &row->result;
    const bool done =
        row->end == SUBPROCESS_ENDED && result->stop == PUNFPOR_DONE;
    const char *between = "  ";

    if (!result->n_findings)
        fprintf(out, done ? "  %s" : "  unknown (%s)", compare_stop(row));
    for (uint32_t i = 0; i <= N_WORDS; i++) {
        const char *const word = i < N_WORDS ? words[i] : "unknown";
        uint32_t n = 0;

        for (uint32_t q = 0; q < result->n_findings; q++)
            n += !strcmp(word_of(problem, result, q), word);
        if (n == 0)
            continue;
        fputs(between, out);
        if (result->n_findings > 1)
            fprintf(out, "%" PRIu32 " ", n);
        fputs(word, out);
        if (i == N_WORDS)
            fprintf(out, " (%s)", compare_stop(row));
        between = ", ";
    }
}

static void print_memory(FILE *out, const struct compare_row *row)
{
    if (row->end == SUBPROCESS_ENDED)
        fprintf(out, "  %7.1fMB", (double)row->result.peak_bytes / 1e6);
    else
        fprintf(out, MEMORY, "-");
}

void compare_print_row(FILE *out, const struct compare_row *row,
                       const punfpor *problem)
{
    fprintf(out, RELATION ENGINE ORDER, row->relation, row->engine, row->order);
#define X(name, title, which) print_figure(out, row, #name, which);
    COMPARE_FIGURES(X)
#undef X
    fprintf(out, "  %9.3f", row->result.seconds);
    print_memory(out, row);
    print_verdict(out, row, problem);
    fputc('\n', out);
    fflush(out);
}

/* --- running ------------------------------------------------------------- */

static enum punfpor_status keep_prefix(punfpor *problem, punfpor_error *error)
{
    const enum punfpor_status status =
        punfpor_set(problem, "prefix", "on", error);

    return status ? status : punfpor_set(problem, "conflicts", "off", error);
}

/* Options that only the other engine uses get their defaults. */
static enum punfpor_status set_options(punfpor *problem,
                                       const struct compare_row *row,
                                       punfpor_error *error)
{
    enum punfpor_status status = PUNFPOR_OK;

    for (uint32_t i = 0; !status && i < punfpor_option_count(); i++)
        if (!options_use(row->runs, punfpor_option_name(i)))
            status = punfpor_set(problem, punfpor_option_name(i), NULL, error);
    if (!status)
        status = punfpor_set(problem, "engine", row->runs, error);
    if (!status && row->is_merged)
        status = keep_prefix(problem, error);
    if (!status && !strcmp(punfpor_get(problem, "cutoffs"), "on"))
        status = punfpor_set(problem, "order", row->order, error);
    if (!status && !row->given)
        status = punfpor_set(problem, "dependency", row->relation, error);
    return status;
}

struct job {
    const struct compare_task *task;
    const struct compare_row *row;
};

static void set_figure(struct result *result, const char *name, uint64_t value)
{
    for (uint32_t i = 0; i < result->figures.len; i++)
        if (!strcmp(result->figures.at[i].name, name))
            result->figures.at[i].value = value;
}

/* The sizes of the merged process, instead of those of the prefix. */
static void take_merged(struct result *result, const punfpor *problem)
{
    uint32_t conditions, events, cutoffs;

    result->status =
        punfpor_merged(problem, &conditions, &events, &cutoffs, &result->error);
    if (result->status)
        return;
    set_figure(result, "conditions", conditions);
    set_figure(result, "events", events);
    set_figure(result, "cutoffs", cutoffs);
}

/* In the child, whose problem is a copy. */
static void solve_row(void *self, struct result *result)
{
    const struct job *job = self;
    const struct compare_task *task = job->task;
    punfpor_error error = {0};
    enum punfpor_status status = set_options(task->problem, job->row, &error);

    if (!status)
        status = punfpor_solve(task->problem, &error);
    if (task->wipe) /* the line is unknown to the parent */
        task->wipe(task->self);
    result_take(result, task->problem, status, &error);
    if (!status && job->row->is_merged)
        take_merged(result, task->problem);
}

/* Is this the last row to be run? */
static bool ends_all(const struct compare_row *row,
                     const struct subprocess_limits *limits)
{
    return row->result.status != PUNFPOR_OK ||
           (limits->interrupted && *limits->interrupted);
}

bool compare_run(struct compare *compare, const struct compare_task *task,
                 FILE *out, struct diag *diag)
{
    const uint32_t n_rows = compare->rows.len;
    bool ended = false;

    for (uint32_t i = 0; i < n_rows && !ended; i++) {
        struct compare_row *row = &compare->rows.at[i];
        struct job job = {task, row};
        const struct subprocess_work work = {solve_row, &job};

        compare->rows.len = i + 1;
        result_init(&row->result, punfpor_questions(task->problem));
        if (!subprocess_run(&work, &task->limits, &row->result, &row->end,
                            diag))
            return false;
        ended = ends_all(row, &task->limits);
        if (row->result.status != PUNFPOR_OK)
            continue;
        if (i == 0)
            compare_print_titles(out, compare->reads);
        compare_print_row(out, row, task->problem);
    }
    return true;
}

/* --- what they say together ---------------------------------------------- */

static const struct compare_row *first_with(const struct compare_row *rows,
                                            uint32_t n_rows, uint32_t q,
                                            enum punfpor_verdict verdict)
{
    for (uint32_t i = 0; i < n_rows; i++)
        if (rows[i].result.findings[q].verdict == verdict)
            return &rows[i];
    return NULL;
}

static bool report_difference(const struct compare_row *yes,
                              const struct compare_row *no,
                              const char *question, struct diag *diag)
{
    return diag_report(diag, DIAG_INTERNAL, NULL, 0, 0,
                       "the verdicts on '%.200s' differ: %s under %s %s %s, "
                       "%s under %s %s %s",
                       question, punfpor_verdict_text(PUNFPOR_YES),
                       yes->relation, yes->engine, yes->order,
                       punfpor_verdict_text(PUNFPOR_NO), no->relation,
                       no->engine, no->order);
}

static bool join_question(const struct compare_row *rows, uint32_t n_rows,
                          uint32_t q, const char *question,
                          struct result_finding *finding, struct diag *diag)
{
    const struct compare_row *yes = first_with(rows, n_rows, q, PUNFPOR_YES);
    const struct compare_row *no = first_with(rows, n_rows, q, PUNFPOR_NO);

    if (yes && no)
        return report_difference(yes, no, question, diag);
    if (yes) {
        finding->verdict = PUNFPOR_YES;
    } else if (no) {
        finding->verdict = PUNFPOR_NO;
    }
    if (yes || no) {
        const result_run *run = &(yes ? yes : no)->result.findings[q].run;

        finding->if_safe = (yes ? yes : no)->result.findings[q].if_safe;
        finding->transition = (yes ? yes : no)->result.findings[q].transition;
        result_copy_run(&finding->run, run->at, run->len);
    }
    return true;
}

/* The reason of the first row that did not finish. */
static void join_stop(const struct compare_row *row, struct result *result)
{
    const struct result *from = &row->result;

    if (from->stop == PUNFPOR_UNSAFE) {
        result->unsafe_transition = from->unsafe_transition;
        result->unsafe_place = from->unsafe_place;
        result_copy_run(&result->unsafe_run, from->unsafe_run.at,
                        from->unsafe_run.len);
    }
    result->is_safe = from->is_safe;
    result->status = from->status;
    result->error = from->error;
    result->stop = row->end == SUBPROCESS_MEMORY   ? PUNFPOR_MEMORY_LIMIT
                   : row->end == SUBPROCESS_KILLED ? PUNFPOR_TIME_LIMIT
                                                   : from->stop;
}

/* Bad input has priority over the reasons of other rows. */
static bool outweighs(const struct compare_row *row,
                      const struct result *result)
{
    return (result->stop == PUNFPOR_DONE && result->status == PUNFPOR_OK) ||
           row->result.status == PUNFPOR_INPUT;
}

bool compare_join(const struct compare_row *rows, uint32_t n_rows,
                  const punfpor *problem, struct result *result,
                  struct diag *diag)
{
    for (uint32_t q = 0; q < result->n_findings; q++)
        if (!join_question(rows, n_rows, q, punfpor_question_text(problem, q),
                           &result->findings[q], diag))
            return false;
    for (uint32_t i = 0; i < n_rows; i++) {
        if (rows[i].end == SUBPROCESS_CRASHED)
            diag_report(diag, DIAG_INTERNAL, NULL, 0, 0,
                        "the row %s %s %s crashed", rows[i].relation,
                        rows[i].engine, rows[i].order);
        else if (outweighs(&rows[i], result))
            join_stop(&rows[i], result);
        if (!*result->warning)
            memcpy(result->warning, rows[i].result.warning,
                   sizeof result->warning);
    }
    return true;
}
