#include "formats/certificate/cert_parts.h"

#include "question/formula_parser.h"

#include <inttypes.h>

/* The words of formulas, by operator, and how many numbers follow. */
static const struct {
    const char *word;
    uint32_t n;
} operators[] = {
    [LTL_FALSE] = {"false", 0},     [LTL_TRUE] = {"true", 0},
    [LTL_ATOM] = {"atom", 1},       [LTL_NOT] = {"not", 1},
    [LTL_AND] = {"and", 2},         [LTL_OR] = {"or", 2},
    [LTL_NEXT] = {"next", 1},       [LTL_UNTIL] = {"until", 2},
    [LTL_RELEASE] = {"release", 2},
};

/* --- reading the question ------------------------------------------------- */

static const char at_first[] = "'fair', 'condition', 'node' or 'sought'";
static const char behind_conditions[] = "'condition', 'node' or 'sought'";

static bool read_fair(struct cert_reader *r, struct temporal *temporal)
{
    trans_id t;

    if (!cert_reader_trans(r, &t))
        return false;
    vec_push(&temporal->fair, t);
    return cert_reader_end_line(r);
}

static bool read_condition(struct cert_reader *r, struct temporal *temporal)
{
    enum question_path path;
    struct formula *formula;

    if (temporal->atoms.len == TEMPORAL_ATOMS)
        return scan_error_at(&r->scan, r->where, "more than %d conditions",
                             TEMPORAL_ATOMS);
    formula = cert_reader_formula(r, &path);
    if (formula)
        vec_push(&temporal->atoms, formula);
    return formula != NULL;
}

/* A number below the limit. */
static bool read_below(struct cert_reader *r, const char *what, uint32_t limit,
                       uint32_t *number)
{
    return cert_reader_number(r, what, number) &&
           (*number < limit ||
            scan_error_at(&r->scan, r->where, "%s %" PRIu32 " does not exist",
                          what, *number));
}

/* Each node is new, so its number is the number of nodes before it. */
static bool read_formula_node(struct cert_reader *r, struct temporal *temporal)
{
    struct ltl *const ltl = &temporal->ltl;
    const uint32_t n = ltl->nodes.len;
    enum ltl_op op = LTL_ATOM;
    uint32_t numbers[2] = {0};

    if (!cert_reader_word(r, "an operator"))
        return false;
    while (op <= LTL_RELEASE && !cert_reader_is(r, operators[op].word))
        op++;
    if (op > LTL_RELEASE)
        return cert_reader_unexpected(
            r, "'atom', 'not', 'and', 'or', 'next', 'until' or 'release'");
    for (uint32_t i = 0; i < operators[op].n; i++)
        if (!(op < LTL_AND
                  ? read_below(r, "condition", temporal->atoms.len, &numbers[i])
                  : read_below(r, "node", n, &numbers[i])))
            return false;
    return (ltl_append(ltl, op, numbers[0], numbers[1]) == n ||
            scan_error_at(&r->scan, r->where, "this node exists already")) &&
           cert_reader_end_line(r);
}

bool cert_runs_read(struct cert_reader *r)
{
    struct temporal *const temporal = temporal_create();

    r->cert->goal.temporal = temporal;
    if (!cert_reader_end_line(r))
        return false;
    while (cert_reader_next_line(r, at_first) && cert_reader_is(r, "fair"))
        if (!read_fair(r, temporal))
            return false;
    while (!r->scan.failed && cert_reader_is(r, "condition"))
        if (!read_condition(r, temporal) ||
            !cert_reader_next_line(r, behind_conditions))
            return false;
    while (!r->scan.failed && cert_reader_is(r, "node"))
        if (!read_formula_node(r, temporal) ||
            !cert_reader_next_line(r, "'node' or 'sought'"))
            return false;
    if (r->scan.failed)
        return false;
    return (cert_reader_is(r, "sought") ||
            cert_reader_unexpected(r, "'node' or 'sought'")) &&
           read_below(r, "node", temporal->ltl.nodes.len, &temporal->sought) &&
           cert_reader_end_line(r);
}

/* --- reading what a product is about -------------------------------------- */

/* Factors, and places or states of the automaton, to the end of the line. */
static bool read_rank(struct cert_reader *r, case_proof_ranks *ranks)
{
    do {
        struct formula_term term;

        if (!cert_reader_signed(r, "a factor", RECURRENCE_LARGEST,
                                &term.factor) ||
            !cert_reader_word(r, "'place' or 'state'"))
            return false;
        if (cert_reader_is(r, "state")) {
            if (!read_below(r, "state", PRODUCT_NET_STATES, &term.place))
                return false;
            term.place += net_place_count(r->net);
        } else if (!cert_reader_is(r, "place")) {
            return cert_reader_unexpected(r, "'place' or 'state'");
        } else if (!cert_reader_place(r, &term.place)) {
            return false;
        }
        vec_push(&ranks->all, term);
    } while (cert_reader_more(r));
    vecs_close(ranks);
    return cert_reader_end_line(r);
}

bool cert_runs_read_product(struct cert_reader *r)
{
    struct case_proof *const proof = r->cert->cases;
    struct net_product *const product = &r->cert->product;
    uint32_t n_ranks;
    bool good = cert_reader_expect_line(r, "rounds") &&
                cert_reader_number(r, "the number of rounds", &proof->rounds) &&
                cert_reader_number(r, "the number of ranks", &n_ranks) &&
                cert_reader_end_line(r);

    for (uint32_t i = 0; good && i < n_ranks; i++)
        good =
            cert_reader_expect_line(r, "rank") && read_rank(r, &proof->ranks);
    if (!good)
        return false;
    if (!product_net_build(product, r->net, r->cert->goal.temporal,
                           &proof->ranks, proof->rounds))
        return scan_error_at(&r->scan, r->where,
                             "the product with the automaton is too large");
    cert_reader_move(r, product->net);
    return true;
}

/* --- writing -------------------------------------------------------------- */

static void write_node(const struct ltl_node *node, FILE *file)
{
    fprintf(file, "node %s %" PRIu32, operators[node->op].word, node->left);
    if (operators[node->op].n == 2)
        fprintf(file, " %" PRIu32, node->right);
    fputc('\n', file);
}

/* The copy has no nodes besides the parts of the formula. */
void cert_runs_write(FILE *file, const struct net *net, const struct goal *goal)
{
    const struct temporal *const temporal = goal->temporal;
    struct temporal *const copy = temporal_copy(temporal);
    text_buffer text = {0};

    fputs("goal runs\n", file);
    for (uint32_t i = 0; i < copy->fair.len; i++) {
        cert_write_trans(file, net, "fair", copy->fair.at[i]);
        fputc('\n', file);
    }
    for (uint32_t i = 0; i < copy->atoms.len; i++) {
        vec_clear(&text);
        formula_print_text(copy->atoms.at[i], net, &text);
        cert_write_name(file, "condition ", text_end(&text));
        fputc('\n', file);
    }
    for (ltl_id id = LTL_YES + 1; id < copy->ltl.nodes.len; id++)
        write_node(&copy->ltl.nodes.at[id], file);
    fprintf(file, "sought %" PRIu32 "\n", copy->sought);
    vec_free(&text);
    temporal_destroy(copy);
}

void cert_runs_write_product(const struct net *net,
                             const struct case_proof *proof, FILE *file)
{
    const case_proof_ranks *const ranks = &proof->ranks;

    fprintf(file, "rounds %" PRIu32 " %" PRIu32 "\n", proof->rounds,
            vecs_count(ranks));
    for (uint32_t i = 0; i < vecs_count(ranks); i++) {
        fputs("rank", file);
        for (uint32_t k = 0; k < vecs_len(ranks, i); k++) {
            const struct formula_term *const term = &vecs_at(ranks, i)[k];
            const bool is_place = term->place < net_place_count(net);

            fprintf(file, " %" PRId64, term->factor);
            if (is_place)
                cert_write_name(file, " place ",
                                net_place_label(net, term->place));
            else
                fprintf(file, " state %" PRIu32,
                        term->place - net_place_count(net));
        }
        fputc('\n', file);
    }
}
