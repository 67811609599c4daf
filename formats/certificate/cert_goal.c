#include "formats/certificate/cert_parts.h"

#include "base/ids.h"
#include "question/formula_parser.h"

#include <string.h>

static bool read_marking(struct cert_reader *r, struct goal *goal)
{
    cert_reader_start_places(r);
    if (!cert_reader_end_line(r) ||
        !cert_reader_expect_line(r, "marked", "'marked'") ||
        !cert_reader_places(r, &goal->marked) ||
        !cert_reader_expect_line(r, "empty", "'empty'") ||
        !cert_reader_places(r, &goal->empty))
        return false;
    ids_sort(goal->marked.at, goal->marked.len);
    ids_sort(goal->empty.at, goal->empty.len);
    return true;
}

static bool read_formula(struct cert_reader *r, struct goal *goal)
{
    struct diag why = {0};
    enum question_path path;

    if (!cert_reader_word(r, "a formula"))
        return false;
    goal->formula =
        formula_parser_printed(r->net, text_end(&r->word), &path, &why);
    if (!goal->formula)
        return scan_error_at(&r->scan, r->where,
                             "in the formula, column %u: %s", why.column,
                             why.text);
    goal->kind = path == QUESTION_AG_EF ? GOAL_HOME : GOAL_FORMULA;
    return cert_reader_end_line(r);
}

/* Factors and places, at least one of each, to the end of the line. */
static bool read_sum(struct cert_reader *r, struct formula_sum *sum)
{
    cert_reader_start_places(r);
    do {
        int64_t factor;
        place_id p;

        if (!cert_reader_signed(r, "a factor", FORMULA_LARGEST, &factor))
            return false;
        if (factor == 0)
            return scan_error_at(&r->scan, r->where, "a factor is 0");
        if (!cert_reader_new_place(r, &p))
            return false;
        formula_sum_place(sum, p, factor);
    } while (cert_reader_more(r));
    return !r->scan.failed;
}

/* The comparison of the sum with its largest value. */
static bool make_bound(struct cert_reader *r, const struct formula_sum *sum,
                       int64_t value)
{
    goal_list goals = {0};
    struct diag why = {0};

    if (!goal_add_built_bound(&goals, sum, "", "in the line", &why)) {
        goal_list_free(&goals);
        return scan_error_at(&r->scan, r->where, "%s", why.text);
    }
    r->cert->goal.kind = GOAL_BOUND;
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
        !cert_reader_end_line(r) || !cert_reader_expect_line(r, "sum", "'sum'"))
        return false;
    good = read_sum(r, &sum) && make_bound(r, &sum, value) &&
           cert_reader_end_line(r);
    formula_sum_free(&sum);
    return good;
}

bool cert_goal_read(struct cert_reader *r)
{
    static const char what[] =
        "'transition', 'marking', 'deadlock', 'safe', "
        "'live', 'bound', 'formula', 'runs' or 'circuit'";
    struct goal *goal = &r->cert->goal;

    goal->trans = TRANS_NONE;
    if (!cert_reader_is(r, "goal"))
        return cert_reader_unexpected(r, "'goal'");
    r->cert->asked = r->where;
    if (!cert_reader_word(r, what))
        return false;
    if (cert_reader_is(r, "transition")) {
        goal->kind = GOAL_TRANSITION;
        return cert_reader_trans(r, &goal->trans) && cert_reader_end_line(r);
    }
    if (cert_reader_is(r, "deadlock") || cert_reader_is(r, "live")) {
        goal->kind = cert_reader_is(r, "live") ? GOAL_LIVE : GOAL_DEADLOCK;
        return cert_reader_end_line(r);
    }
    if (cert_reader_is(r, "formula"))
        return read_formula(r, goal);
    if (cert_reader_is(r, "bound"))
        return read_bound(r);
    if (cert_reader_is(r, "circuit"))
        return cert_circuit_read(r);
    if (cert_reader_is(r, "runs"))
        return cert_runs_read(r);
    if (cert_reader_is(r, "safe")) {
        goal->kind = GOAL_SAFE;
        return cert_reader_end_line(r);
    }
    goal->kind = GOAL_MARKING;
    return cert_reader_is(r, "marking") ? read_marking(r, goal)
                                        : cert_reader_unexpected(r, what);
}
