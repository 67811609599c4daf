#include "../target.h"

#include "base/check.h"
#include "base/mem.h"
#include "net/marking.h"
#include "question/formula.h"
#include "question/formula_parser.h"
#include "support.h"
#include "checks.h"

#include <string.h>

/* A report about a text of this length: a reason, and a column in the text or
 * behind it. */
static void check_report(const struct diag *diag, size_t len)
{
    CHECK(diag->code == DIAG_USAGE && diag->text[0]);
    CHECK(diag->column <= len + 1);
}

/* The formula is printed, and the text read back. */
static void check_printed(const struct formula *formula, const struct net *net)
{
    text_buffer text = {0};
    struct diag diag = {0};
    struct formula *back;
    enum question_path path;

    formula_print_text(formula, net, &text);
    back = formula_parser_read(net, text_end(&text), &path, NULL, &diag);
    CHECK(back && !path && formula_equal(formula, back));
    formula_destroy(back);
    vec_free(&text);
}

static bool has_all(const net_place_list *places, const bits_word *m,
                    bool marked)
{
    for (uint32_t i = 0; i < places->len; i++)
        if (bits_has(m, places->at[i]) != marked)
            return false;
    return true;
}

/* At each marking the formula holds if and only if a cube does. */
static void check_cubes(const struct formula *formula, const struct net *net)
{
    const uint32_t n = net_place_count(net);
    formula_cubes_list cubes;

    if (!formula_cubes_of(formula, net, FORMULA_CUBES_MOST, &cubes))
        return;
    for (uint32_t number = 0; number < 1u << n; number++) {
        bits_word *const m = mem_zero(marking_words(net), sizeof *m);
        bool any = false;

        for (place_id p = 0; p < n; p++)
            if (number >> p & 1)
                bits_add(m, p);
        for (uint32_t i = 0; i < cubes.len; i++)
            any = any || (has_all(&cubes.at[i].marked, m, true) &&
                          has_all(&cubes.at[i].empty, m, false));
        CHECK(any == formula_holds(formula, net, m));
        mem_free(m);
    }
    formula_cubes_free(&cubes);
}

static void read_formula(const struct net *net, const char *text)
{
    struct diag diag = {0};
    enum question_path path;
    struct temporal *temporal = NULL;
    struct formula *const formula =
        formula_parser_read(net, text, &path, &temporal, &diag);

    if (temporal)
        CHECK(path != QUESTION_CTL ||
              temporal_is_state(temporal, temporal->sought));
    else if (!formula)
        check_report(&diag, strlen(text));
    temporal_destroy(temporal);
    if (!formula)
        return;
    CHECK(diag.code == DIAG_NONE);
    formula_check(formula, net);
    check_printed(formula, net);
    check_cubes(formula, net);
    formula_destroy(formula);
}

static void read_sum(const struct net *net, const char *text)
{
    struct formula_sum sum = {0};
    struct diag diag = {0};

    if (!formula_parser_sum(net, text, &sum, &diag))
        check_report(&diag, strlen(text));
    for (uint32_t i = 1; diag.code == DIAG_NONE && i < sum.terms.len; i++)
        CHECK(sum.terms.at[i - 1].place < sum.terms.at[i].place);
    formula_sum_free(&sum);
}

TARGET(formula)
{
    struct draft_net *const draft = draft_create("p* q r* s");
    char *text = mem_zero(n + 1, 1);
    struct net *net;

    draft_trans(draft, "t", "p", "q", "r");
    draft_trans(draft, "u", "q r", "s", "");
    draft_trans(draft, "v", "s", "p r", "");
    net = draft_finish(draft);
    for (size_t i = 0; i < n; i++)
        text[i] = (char)bytes[i];
    read_formula(net, text);
    read_sum(net, text);
    mem_free(text);
    net_destroy(net);
    return 0;
}
