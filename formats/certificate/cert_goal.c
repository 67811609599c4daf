#include "formats/certificate/cert_parts.h"

#include "base/ids.h"
#include "question/formula_parser.h"

#include <inttypes.h>

static bool read_marking(struct cert_reader *r)
{
    struct goal *const goal = &r->cert->goal;

    if (!cert_reader_end_line(r) ||
        !cert_reader_cube(r, &goal->marked, &goal->empty))
        return false;
    ids_sort(goal->marked.at, goal->marked.len);
    ids_sort(goal->empty.at, goal->empty.len);
    return true;
}

static bool read_formula(struct cert_reader *r)
{
    struct goal *const goal = &r->cert->goal;
    enum question_path path;

    goal->formula = cert_reader_formula(r, &path);
    if (goal->formula)
        goal->kind = path == QUESTION_AG_EF ? GOAL_HOME : GOAL_FORMULA;
    return goal->formula != NULL;
}

/* The comparison of the sum with its largest value. */
static bool make_bound(struct cert_reader *r, const struct formula_sum *sum,
                       int64_t value)
{
    goal_list goals = {0};
    struct diag why = {0};

    if (!goal_add_built_bound(&goals, sum, "in the line", &why)) {
        goal_list_free(&goals);
        return scan_error_at(&r->scan, r->where, "%s", why.text);
    }
    r->cert->goal.formula = goals.at[0].formula;
    r->cert->goal.formula->nodes.at[0].bound = value;
    goals.at[0].formula = NULL;
    goal_list_free(&goals);
    return true;
}

static bool read_bound(struct cert_reader *r)
{
    struct formula_sum sum = {0};
    int64_t value;
    bool good;

    if (!cert_reader_signed(r, "a value", INT64_MAX / 4, &value) ||
        !cert_reader_end_line(r) || !cert_reader_expect_line(r, "sum"))
        return false;
    good = cert_reader_terms(r, "a factor", FORMULA_LARGEST, SIGN_NOT_ZERO,
                             &sum.terms) &&
           make_bound(r, &sum, value);
    formula_sum_free(&sum);
    return good;
}

static bool read_transition(struct cert_reader *r)
{
    return cert_reader_trans(r, &r->cert->goal.trans) &&
           cert_reader_end_line(r);
}

/* --- writing -------------------------------------------------------------- */

static void write_transition(FILE *file, const struct net *net,
                             const struct goal *goal)
{
    cert_write_trans(file, net, "goal transition", goal->trans);
    fputc('\n', file);
}

static void write_marking(FILE *file, const struct net *net,
                          const struct goal *goal)
{
    fputs("goal marking\n", file);
    cert_write_cube(file, net, net_span_of(&goal->marked),
                    net_span_of(&goal->empty));
}

/* EF, or AG EF. */
static void write_formula(FILE *file, const struct net *net,
                          const struct goal *goal)
{
    text_buffer text = {0};

    if (goal->kind == GOAL_HOME)
        text_add(&text, "AG ", 3);
    formula_print_text(goal->formula, net, &text);
    cert_write_name(file, "goal formula ", text_end(&text));
    fputc('\n', file);
    vec_free(&text);
}

static void write_bound(FILE *file, const struct net *net,
                        const struct goal *goal, int64_t value)
{
    const struct formula_node *const node = goal->formula->nodes.at;

    fprintf(file, "goal bound %" PRId64 "\n", value - goal->constant);
    cert_write_terms(file, net, "sum", &goal->formula->terms.at[node->first],
                     node->len);
}

/* --- all goals ------------------------------------------------------------ */

/* read() begins behind the word; NULL: it is all, as for write(), unless the
 * goal has a value. */
static const struct goal_row {
    const char *word;
    enum question_goal kind;
    bool (*read)(struct cert_reader *r);
    void (*write)(FILE *file, const struct net *net, const struct goal *goal);
} rows[] = {
    {"transition", GOAL_TRANSITION, read_transition, write_transition},
    {"marking", GOAL_MARKING, read_marking, write_marking},
    {"deadlock", GOAL_DEADLOCK, NULL, NULL},
    {"safe", GOAL_SAFE, NULL, NULL},
    {"live", GOAL_LIVE, NULL, NULL},
    {"bound", GOAL_BOUND, read_bound, NULL},
    {"formula", GOAL_FORMULA, read_formula, write_formula},
    {"formula", GOAL_HOME, read_formula, write_formula},
    {"runs", GOAL_LASSO, cert_runs_read, cert_runs_write},
    {"circuit", GOAL_OTHER, cert_circuit_read, NULL},
};

enum { N_ROWS = sizeof rows / sizeof *rows };

void cert_goal_write(FILE *file, const struct net *net, const struct goal *goal,
                     int64_t value)
{
    uint32_t i = 0;

    while (i < N_ROWS && rows[i].kind != goal->kind)
        i++;
    ASSERT(i < N_ROWS); /* others are refused before */
    if (goal->kind == GOAL_BOUND)
        write_bound(file, net, goal, value);
    else if (rows[i].write)
        rows[i].write(file, net, goal);
    else
        fprintf(file, "goal %s\n", rows[i].word);
}

bool cert_goal_read(struct cert_reader *r)
{
    static const char what[] =
        "'transition', 'marking', 'deadlock', 'safe', "
        "'live', 'bound', 'formula', 'runs' or 'circuit'";

    r->cert->goal.trans = TRANS_NONE;
    if (!cert_reader_must_be(r, "goal"))
        return false;
    cert_reader_note(r, FAULT_GOAL);
    if (!cert_reader_word(r, what))
        return false;
    for (uint32_t i = 0; i < N_ROWS; i++) {
        if (!cert_reader_is(r, rows[i].word))
            continue;
        r->cert->goal.kind = rows[i].kind;
        return rows[i].read ? rows[i].read(r) : cert_reader_end_line(r);
    }
    return cert_reader_unexpected(r, what);
}
