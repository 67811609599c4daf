#include "formats/certificate/cert_parts.h"

#include "base/ids.h"

#include <inttypes.h>

/* What may stand behind the parts that were read. */
static const char behind_traps[] = "'trap', 'combination', 'inductive', 'case' "
                                   "or 'end'",
                  behind_combinations[] = "'combination', 'inductive', 'case' "
                                          "or 'end'";

/* Places to the end of the line, at least one. */
static bool read_some_places(struct cert_reader *r, net_place_list *places)
{
    return (cert_reader_more(r) || cert_reader_word(r, "a place")) &&
           cert_reader_places(r, places);
}

static bool read_traps(struct cert_reader *r)
{
    net_place_lists *const traps = &r->cert->cases->traps;

    while (cert_reader_next_line(r, behind_traps) &&
           cert_reader_is(r, "trap")) {
        cert_reader_note(r, FAULT_TRAP);
        cert_reader_start_places(r);
        if (!read_some_places(r, &traps->all))
            return false;
        vecs_close(traps);
    }
    return !r->scan.failed;
}

/* --- combinations --------------------------------------------------------- */

/* Factors, and what they are of. */
static bool read_factors(struct cert_reader *r, const char *what,
                         farkas_factors *factors)
{
    do {
        struct farkas_factor by;

        if (!cert_reader_factor(r, "a factor", FARKAS_LARGEST, SIGN_POSITIVE,
                                &by.factor) ||
            !cert_reader_number(r, what, &by.which))
            return false;
        vec_push(factors, by);
    } while (cert_reader_more(r));
    return cert_reader_end_line(r);
}

/* The number of a line of weights before. */
static bool read_vector_number(struct cert_reader *r, uint32_t *vector)
{
    if (!cert_reader_number(r, "a vector", vector))
        return false;
    if ((*vector)++ >= vecs_count(&r->cert->weights.vectors))
        return scan_error_at(&r->scan, r->where,
                             "there is no such line of weights");
    return cert_reader_end_line(r);
}

/* If the last word read is this one, the line is read by `reading`, and the
 * first word of the next line. */
#define READ_LINE(r, word, what, reading) \
    (!cert_reader_is(r, word) || ((reading) && cert_reader_next_line(r, what)))

static bool read_combination(struct cert_reader *r, struct farkas *farkas)
{
    static const char what[] =
        "'marked', 'empty', 'comparisons', 'traps', "
        "'vector', 'weights', 'combination', 'inductive', 'case' or "
        "'end'";
    bool good;

    cert_reader_start_places(r);
    good =
        cert_reader_end_line(r) && cert_reader_next_line(r, what) &&
        READ_LINE(r, "marked", what, read_some_places(r, &farkas->marked)) &&
        READ_LINE(r, "empty", what, read_some_places(r, &farkas->empty)) &&
        READ_LINE(r, "comparisons", what,
                  read_factors(r, "a node", &farkas->comparisons)) &&
        READ_LINE(r, "traps", what,
                  read_factors(r, "a trap", &farkas->traps)) &&
        READ_LINE(r, "vector", what, read_vector_number(r, &farkas->vector)) &&
        READ_LINE(r, "weights", behind_combinations,
                  cert_reader_terms(r, "a weight", FARKAS_LARGEST_SUM,
                                    SIGN_NOT_ZERO, &farkas->weights));
    if (good && farkas->marked.len)
        ids_sort(farkas->marked.at, farkas->marked.len);
    if (good && farkas->empty.len)
        ids_sort(farkas->empty.at, farkas->empty.len);
    return good;
}

static bool read_combinations(struct cert_reader *r)
{
    struct case_proof *const proof = r->cert->cases;

    while (cert_reader_is(r, "combination")) {
        cert_reader_note(r, FAULT_COMBINATION);
        vec_push(&proof->combinations, (struct farkas){0});
        if (!read_combination(r, vec_top(&proof->combinations)))
            return false;
    }
    return true;
}

/* --- cases ---------------------------------------------------------------- */

static bool read_literal(struct cert_reader *r,
                         struct case_proof_literal *literal)
{
    switch (literal->about) {
    case CASE_PROOF_PLACE:
        return cert_reader_new_place(r, &literal->id);
    case CASE_PROOF_NODE:
        return cert_reader_number(r, "a node", &literal->id);
    case CASE_PROOF_TRANS:
        return cert_reader_trans(r, &literal->id);
    }
    return false;
}

/* Literals to the end of the line, at least one. */
static bool read_literals(struct cert_reader *r, case_proof_list *list,
                          enum case_proof_about about, bool truth)
{
    do {
        struct case_proof_literal literal = {about, truth, 0};

        if (!read_literal(r, &literal))
            return false;
        vec_push(&list->all, literal);
    } while (cert_reader_more(r));
    return cert_reader_end_line(r);
}

/* The lines of a set of literals, in their order. */
static const struct literals_line {
    const char *word;
    enum case_proof_about about;
    bool truth;
} lines[] = {
    {"marked", CASE_PROOF_PLACE, true},  {"empty", CASE_PROOF_PLACE, false},
    {"true", CASE_PROOF_NODE, true},     {"false", CASE_PROOF_NODE, false},
    {"enabled", CASE_PROOF_TRANS, true}, {"disabled", CASE_PROOF_TRANS, false},
};

enum { N_LINES = sizeof lines / sizeof *lines };

/* The parts of the proof behind combinations: sets, each of which begins with
 * the word and has the first ones of these lines. */
static const struct cases_part {
    const char *word;
    enum fault_part kind;
    uint32_t n_lines;
    const char *what,
        *behind; /* may stand in a set, and behind its last line */
} parts[] = {
    {"inductive", FAULT_INDUCTIVE, 2,
     "'marked', 'empty', 'inductive', 'lemma', 'case' or 'end'",
     "'inductive', 'lemma', 'case' or 'end'"},
    {"lemma", FAULT_LEMMA, 2, "'marked', 'empty', 'lemma', 'case' or 'end'",
     "'lemma', 'case' or 'end'"},
    {"case", FAULT_CASE, N_LINES,
     "'marked', 'empty', 'true', 'false', 'enabled', 'disabled', 'case' or "
     "'end'",
     "'case' or 'end'"},
};

enum { N_PARTS = sizeof parts / sizeof *parts };

static bool read_set(struct cert_reader *r, const struct cases_part *part,
                     case_proof_list *list)
{
    bool good;

    cert_reader_start_places(r);
    good = cert_reader_end_line(r) && cert_reader_next_line(r, part->what);
    for (uint32_t i = 0; i < part->n_lines && good; i++) {
        const struct literals_line *const line = &lines[i];
        const char *const what =
            i + 1 < part->n_lines ? part->what : part->behind;

        good = READ_LINE(r, line->word, what,
                         read_literals(r, list, line->about, line->truth));
    }
    return good;
}

static bool read_sets(struct cert_reader *r, const struct cases_part *part,
                      case_proof_list *list)
{
    while (cert_reader_is(r, part->word)) {
        cert_reader_note(r, part->kind);
        if (!read_set(r, part, list))
            return false;
        vecs_close(list);
    }
    return true;
}

bool cert_cases_read(struct cert_reader *r)
{
    struct case_proof *const proof = mem_zero(1, sizeof(struct case_proof));
    case_proof_list *const lists[N_PARTS] = {&proof->inductive, &proof->lemmas,
                                             &proof->cases};
    const char *behind;

    r->cert->cases = proof;
    if (!cert_reader_end_line(r) ||
        (r->cert->goal.kind == GOAL_LASSO && !cert_runs_read_product(r)) ||
        !read_traps(r) || !read_combinations(r))
        return false;
    behind = proof->combinations.len ? behind_combinations : behind_traps;
    for (uint32_t i = 0; i < N_PARTS; i++) {
        if (!read_sets(r, &parts[i], lists[i]))
            return false;
        if (vecs_count(lists[i]))
            behind = parts[i].behind;
    }
    return cert_reader_is(r, "end") || cert_reader_unexpected(r, behind);
}

/* --- writing -------------------------------------------------------------- */

/* Like cert_write_places(), but nothing if there are none. */
static void put_some(FILE *file, const struct net *net, const char *word,
                     const net_place_list *places)
{
    if (places->len)
        cert_write_places(file, net, word, net_span_of(places));
}

static void put_factors(FILE *file, const char *word,
                        const farkas_factors *factors)
{
    if (!factors->len)
        return;
    fputs(word, file);
    for (uint32_t i = 0; i < factors->len; i++)
        fprintf(file, " %" PRId64 " %u", factors->at[i].factor,
                factors->at[i].which);
    fputc('\n', file);
}

static void put_combination(FILE *file, const struct net *net,
                            const struct farkas *farkas)
{
    fputs("combination\n", file);
    put_some(file, net, "marked", &farkas->marked);
    put_some(file, net, "empty", &farkas->empty);
    put_factors(file, "comparisons", &farkas->comparisons);
    put_factors(file, "traps", &farkas->traps);
    if (farkas->vector)
        fprintf(file, "vector %" PRIu32 "\n", farkas->vector - 1);
    if (farkas->weights.len)
        cert_write_terms(file, net, "weights", farkas->weights.at,
                         farkas->weights.len);
}

/* The literals of one kind, on a line of their own. */
static void put_literals(FILE *file, const struct net *net,
                         const struct literals_line *line,
                         struct case_proof_span span)
{
    bool begun = false;

    for (uint32_t i = 0; i < span.len; i++) {
        const struct case_proof_literal *const literal = &span.at[i];

        if (literal->about != line->about || literal->truth != line->truth)
            continue;
        fputs(begun ? "" : line->word, file);
        begun = true;
        if (line->about == CASE_PROOF_PLACE)
            cert_write_name(file, " ", net_place_label(net, literal->id));
        else if (line->about == CASE_PROOF_TRANS)
            cert_write_name(file, " ", net_trans_label(net, literal->id));
        else
            fprintf(file, " %u", literal->id);
    }
    if (begun)
        fputc('\n', file);
}

static void put_set(FILE *file, const struct net *net, const char *word,
                    struct case_proof_span span)
{
    fprintf(file, "%s\n", word);
    for (uint32_t i = 0; i < N_LINES; i++)
        put_literals(file, net, &lines[i], span);
}

static void put_sets(FILE *file, const struct net *net,
                     const struct case_proof *proof)
{
    const case_proof_list *const lists[N_PARTS] = {
        &proof->inductive, &proof->lemmas, &proof->cases};

    for (uint32_t i = 0; i < vecs_count(&proof->traps); i++)
        cert_write_places(file, net, "trap", net_span_at(&proof->traps, i));
    for (uint32_t i = 0; i < proof->combinations.len; i++)
        put_combination(file, net, &proof->combinations.at[i]);
    for (uint32_t i = 0; i < N_PARTS; i++)
        for (uint32_t k = 0; k < vecs_count(lists[i]); k++)
            put_set(file, net, parts[i].word, case_proof_set(lists[i], k));
}

/* Of a question about runs, the names are those of a product, which is built
 * once more. */
void cert_cases_write(const struct net *net, const struct goal *goal,
                      const struct case_proof *proof, FILE *file)
{
    struct net_product product;

    fputs("cases\n", file);
    if (goal->kind != GOAL_LASSO) {
        put_sets(file, net, proof);
        return;
    }
    cert_runs_write_product(net, proof, file);
    if (product_net_build(&product, net, goal->temporal, &proof->ranks,
                          proof->rounds))
        put_sets(file, product.net, proof);
    net_product_finish(&product);
}
