#include "cli/compare.h"

#include "cli/outcome.h"
#include "por/explore.h"
#include "prefix/saturate.h"

#include <inttypes.h>

static void add_row(struct compare *compare, const struct dep *dep,
                    const struct engine *engine, enum engine_order order)
{
    const struct row row = {.relation = dep_name(dep),
                            .dep = dep,
                            .engine = engine,
                            .order = order,
                            .order_name = options_order(order)};

    vec_push(&compare->rows, row);
}

static void add_relation(struct compare *compare, const struct dep *dep,
                         enum engine_order order)
{
    add_row(compare, dep, &explore_engine, order);
    add_row(compare, dep, &saturate_engine, ORDER_SIZE);
    if (order == ORDER_PARIKH)
        add_row(compare, dep, &saturate_engine, ORDER_PARIKH);
    add_row(compare, dep, &saturate_engine, ORDER_FOATA);
}

void compare_init(struct compare *compare, const struct net *net,
                  const struct dep *given, enum engine_order order)
{
    const enum dep_kind kind = dep_kind(given);

    *compare = (struct compare){.classic = dep_create(net, DEP_CLASSIC)};
    add_relation(compare, compare->classic, order);
    if (net_read_count(net) > 0) {
        compare->read = dep_create(net, DEP_READ);
        add_relation(compare, compare->read, order);
    }
    if (kind == DEP_NONE || kind == DEP_USER)
        add_relation(compare, given, order);
}

void compare_finish(struct compare *compare)
{
    for (uint32_t i = 0; i < compare->rows.len; i++)
        row_finish(&compare->rows.at[i]);
    vec_free(&compare->rows);
    dep_destroy(compare->classic);
    dep_destroy(compare->read);
}

/* The table.  Columns are as wide as their titles, figures of millions fit. */

#define RELATION "%-8s  "
#define ENGINE "%-6s  "
#define ORDER "%-6s"
#define FIGURE "  %10s"
#define SECONDS "  %9s"
#define MEMORY "  %9s"

void compare_print_titles(FILE *out)
{
    fprintf(out, RELATION ENGINE ORDER, "relation", "engine", "order");
#define X(name, title, of_all) fprintf(out, FIGURE, title);
    ROW_FIGURES(X)
#undef X
    fprintf(out, SECONDS MEMORY "  %s\n", "seconds", "memory", "verdict");
}

static void print_figure(FILE *out, bool known, uint64_t value)
{
    if (known)
        fprintf(out, "  %10" PRIu64, value);
    else
        fprintf(out, FIGURE, "-");
}

static uint32_t count(const struct row *row, enum answer_verdict verdict)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < row->answer.n_findings; i++)
        n += row->answer.findings[i].verdict == verdict;
    return n;
}

/* "reachable", "unknown (timeout)"; "3 reachable, 1 unreachable". */
static void print_verdict(FILE *out, const struct row *row)
{
    static const enum answer_verdict verdicts[] = {VERDICT_YES, VERDICT_NO,
                                                   VERDICT_UNKNOWN};
    const struct answer *answer = &row->answer;
    const bool done = row->end == ROW_ENDED && answer->stop == STOP_DONE;
    const char *between = "  ";

    if (!answer->n_findings)
        fprintf(out, done ? "  %s" : "  unknown (%s)", row_stop(row));
    for (uint32_t i = 0; i < 3; i++) {
        const uint32_t n = count(row, verdicts[i]);

        if (n == 0)
            continue;
        fputs(between, out);
        if (answer->n_findings > 1)
            fprintf(out, "%" PRIu32 " ", n);
        fputs(answer_verdict_name(verdicts[i]), out);
        if (verdicts[i] == VERDICT_UNKNOWN)
            fprintf(out, " (%s)", row_stop(row));
        between = ", ";
    }
}

static void print_memory(FILE *out, bool known, uint64_t bytes)
{
    if (known)
        fprintf(out, "  %7.1fMB", (double)bytes / 1e6);
    else
        fprintf(out, MEMORY, "-");
}

void compare_print_row(FILE *out, const struct row *row)
{
    const struct answer_stats *stats = &row->answer.stats;
    const bool all = row_has_figures(row);
    const bool visits = row_has_configurations(row);

    fprintf(out, RELATION ENGINE ORDER, row->relation, row->engine->name,
            row->order_name);
#define X(name, title, of_all) \
    print_figure(out, of_all ? all : visits, stats->name);
    ROW_FIGURES(X)
#undef X
    fprintf(out, "  %9.3f", stats->seconds);
    print_memory(out, all, stats->peak_bytes);
    print_verdict(out, row);
    fputc('\n', out);
    fflush(out);
}

/* Is there no sense in going on? */
static bool ends_all(const struct row *row, const struct engine_limits *limits)
{
    return row->answer.stop == STOP_UNSAFE || row->answer.stop == STOP_INPUT ||
           (limits->interrupted && *limits->interrupted);
}

bool compare_run(struct compare *compare, const struct engine_problem *problem,
                 const struct engine_limits *limits, FILE *out,
                 struct diag *diag)
{
    const uint32_t n_rows = compare->rows.len;
    bool ended = false;

    for (uint32_t i = 0; i < n_rows && !ended; i++) {
        struct row *row = &compare->rows.at[i];

        compare->rows.len = i + 1;
        if (!row_run(row, problem, limits, diag) ||
            !outcome_prove(problem, &row->answer, diag))
            return false;
        ended = ends_all(row, limits);
        if (row->answer.stop == STOP_UNSAFE || row->answer.stop == STOP_INPUT)
            continue;
        if (i == 0)
            compare_print_titles(out);
        compare_print_row(out, row);
    }
    return true;
}

/* What they say together. */

static const struct row *first_with(const struct row *rows, uint32_t n_rows,
                                    uint32_t goal, enum answer_verdict verdict)
{
    for (uint32_t i = 0; i < n_rows; i++)
        if (rows[i].answer.findings[goal].verdict == verdict)
            return &rows[i];
    return NULL;
}

static bool report_difference(const struct row *yes, const struct row *no,
                              const struct goal *goal, struct diag *diag)
{
    return diag_report(diag, DIAG_INTERNAL, NULL, 0, 0,
                       "the verdicts on '%.200s' differ: %s under %s %s %s, "
                       "%s under %s %s %s",
                       goal->text, answer_verdict_name(VERDICT_YES),
                       yes->relation, yes->engine->name, yes->order_name,
                       answer_verdict_name(VERDICT_NO), no->relation,
                       no->engine->name, no->order_name);
}

static void copy_run(witness_run *to, const witness_run *from)
{
    vec_reserve(to, from->len);
    for (uint32_t i = 0; i < from->len; i++)
        vec_push(to, from->at[i]);
}

static bool join_goal(const struct row *rows, uint32_t n_rows, uint32_t goal,
                      const struct engine_problem *problem,
                      struct answer_finding *finding, struct diag *diag)
{
    const struct row *yes = first_with(rows, n_rows, goal, VERDICT_YES);
    const struct row *no = first_with(rows, n_rows, goal, VERDICT_NO);

    if (yes && no)
        return report_difference(yes, no, &problem->question.goals[goal], diag);
    if (yes) {
        finding->verdict = VERDICT_YES;
        copy_run(&finding->run, &yes->answer.findings[goal].run);
    } else if (no) {
        finding->verdict = VERDICT_NO;
    }
    return true;
}

/* The reason of the first row that did not come to its end. */
static void join_stop(const struct row *row, struct answer *answer)
{
    if (row->answer.stop == STOP_UNSAFE) {
        answer->unsafe_trans = row->answer.unsafe_trans;
        answer->unsafe_place = row->answer.unsafe_place;
        copy_run(&answer->unsafe_run, &row->answer.unsafe_run);
    }
    answer->diag = row->answer.diag;
    answer->stop = row->end == ROW_MEMORY   ? STOP_MEMORY
                   : row->end == ROW_KILLED ? STOP_TIME
                                            : row->answer.stop;
}

/* Bad input outweighs whatever made other rows stop. */
static bool outweighs(const struct row *row, const struct answer *answer)
{
    const enum answer_stop stop = row->answer.stop;

    return answer->stop == STOP_DONE || stop == STOP_UNSAFE ||
           stop == STOP_INPUT;
}

bool compare_join(const struct row *rows, uint32_t n_rows,
                  const struct engine_problem *problem, struct answer *answer,
                  struct diag *diag)
{
    for (uint32_t i = 0; i < problem->question.n_goals; i++)
        if (!join_goal(rows, n_rows, i, problem, &answer->findings[i], diag))
            return false;
    for (uint32_t i = 0; i < n_rows; i++) {
        if (rows[i].end == ROW_CRASHED)
            diag_report(diag, DIAG_INTERNAL, NULL, 0, 0,
                        "the row %s %s %s crashed", rows[i].relation,
                        rows[i].engine->name, rows[i].order_name);
        else if (outweighs(&rows[i], answer))
            join_stop(&rows[i], answer);
    }
    return true;
}
