#include "formats/certificate/cert_reader.h"

#include "base/mem.h"
#include "question/formula_parser.h"

#include <string.h>

void cert_reader_init(struct cert_reader *r, struct cert *cert,
                      const struct net *net, struct source *source,
                      struct diag *diag)
{
    *r = (struct cert_reader){.cert = cert};
    scan_init(&r->scan, source, diag);
    cert_reader_move(r, net);
}

void cert_reader_finish(struct cert_reader *r)
{
    vec_free(&r->word);
    stamp_finish(&r->places);
}

void cert_reader_move(struct cert_reader *r, const struct net *net)
{
    r->net = net;
    stamp_fit(&r->places, net_place_count(net));
}

bool cert_reader_more(struct cert_reader *r)
{
    scan_skip_blanks(&r->scan);
    return !scan_at_end(&r->scan, '#');
}

bool cert_reader_end_line(struct cert_reader *r)
{
    return !r->scan.failed &&
           (!cert_reader_more(r) ||
            scan_error(&r->scan, "more than belongs on this line"));
}

bool cert_reader_word(struct cert_reader *r, const char *what)
{
    if (!cert_reader_more(r))
        return scan_expected(&r->scan, what);
    r->where = scan_where(&r->scan);
    r->quoted = scan_peek(&r->scan) == '"';
    return scan_name(&r->scan, &r->word);
}

bool cert_reader_is(struct cert_reader *r, const char *word)
{
    return !r->quoted && r->word.len == strlen(word) &&
           !memcmp(r->word.at, word, r->word.len);
}

bool cert_reader_unexpected(struct cert_reader *r, const char *what)
{
    return scan_error_at(&r->scan, r->where, "expected %s, found '%.60s'", what,
                         text_make_utf8(&r->word));
}

/* The number in the last word, of which these are the digits. */
static bool read_digits(struct cert_reader *r, const char *digits,
                        const char *what, uint64_t most, uint64_t *number)
{
    if (r->quoted || !*digits || digits[strspn(digits, "0123456789")])
        return cert_reader_unexpected(r, what);
    if (text_number(digits, number) != TEXT_NUMBER || *number > most)
        return scan_error_at(&r->scan, r->where, "%s is too large", what);
    return true;
}

bool cert_reader_number(struct cert_reader *r, const char *what,
                        uint32_t *value)
{
    uint64_t number;

    if (!cert_reader_word(r, what) ||
        !read_digits(r, text_end(&r->word), what, INT32_MAX, &number))
        return false;
    *value = (uint32_t)number;
    return true;
}

bool cert_reader_signed(struct cert_reader *r, const char *what, int64_t most,
                        int64_t *value)
{
    uint64_t number;
    bool negative;

    if (!cert_reader_word(r, what))
        return false;
    negative = *text_end(&r->word) == '-';
    if (!read_digits(r, r->word.at + negative, what, (uint64_t)most, &number))
        return false;
    *value = negative ? -(int64_t)number : (int64_t)number;
    return true;
}

bool cert_reader_factor(struct cert_reader *r, const char *what, int64_t most,
                        enum cert_reader_sign sign, int64_t *value)
{
    if (!cert_reader_signed(r, what, most, value))
        return false;
    return (*value ? *value > 0 || sign != SIGN_POSITIVE : sign == SIGN_ANY) ||
           scan_error_at(&r->scan, r->where, "%s is %s", what,
                         *value ? "negative" : "0");
}

bool cert_reader_place(struct cert_reader *r, place_id *p)
{
    struct diag why;
    const char *text;

    if (!cert_reader_word(r, "a place"))
        return false;
    text = text_make_utf8(&r->word);
    *p = net_find_place(r->net, text, NULL);
    if (*p != PLACE_NONE)
        return true;
    why = (struct diag){0}; /* takes longer than most look-ups */
    (void)net_find_place(r->net, text, &why);
    return scan_error_at(&r->scan, r->where, "%s", why.text);
}

bool cert_reader_trans(struct cert_reader *r, trans_id *t)
{
    return cert_reader_word(r, "a transition") &&
           scan_find_trans(&r->scan, r->net, &r->word, r->where, t);
}

bool cert_reader_next_line(struct cert_reader *r, const char *what)
{
    scan_skip_gap(&r->scan, '#');
    return cert_reader_word(r, what);
}

void cert_reader_start_places(struct cert_reader *r)
{
    stamp_start(&r->places);
}

bool cert_reader_new_place(struct cert_reader *r, place_id *p)
{
    if (!cert_reader_place(r, p))
        return false;
    if (stamp_has(&r->places, *p))
        return scan_error_at(&r->scan, r->where,
                             "place '%s' is named a second time",
                             net_place_label(r->net, *p));
    stamp_add(&r->places, *p);
    return true;
}

bool cert_reader_places(struct cert_reader *r, net_place_list *places)
{
    while (cert_reader_more(r)) {
        place_id p;

        if (!cert_reader_new_place(r, &p))
            return false;
        vec_push(places, p);
    }
    return cert_reader_end_line(r);
}

bool cert_reader_cube(struct cert_reader *r, net_place_list *marked,
                      net_place_list *empty)
{
    cert_reader_start_places(r);
    return cert_reader_expect_line(r, "marked") &&
           cert_reader_places(r, marked) &&
           cert_reader_expect_line(r, "empty") && cert_reader_places(r, empty);
}

struct formula *cert_reader_formula(struct cert_reader *r,
                                    enum question_path *path)
{
    struct diag why = {0};
    struct formula *formula;

    if (!cert_reader_word(r, "a formula"))
        return NULL;
    formula = formula_parser_printed(r->net, text_end(&r->word), path, &why);
    if (!formula)
        (void)scan_error_at(&r->scan, r->where, "in the formula, column %u: %s",
                            why.column, why.text);
    if (formula && cert_reader_end_line(r))
        return formula;
    formula_destroy(formula);
    return NULL;
}

bool cert_reader_terms(struct cert_reader *r, const char *what, int64_t most,
                       enum cert_reader_sign sign, formula_terms *terms)
{
    cert_reader_start_places(r);
    do {
        struct formula_term term;

        if (!cert_reader_factor(r, what, most, sign, &term.factor) ||
            !cert_reader_new_place(r, &term.place))
            return false;
        vec_push(terms, term);
    } while (cert_reader_more(r));
    return cert_reader_end_line(r);
}

void cert_reader_note(struct cert_reader *r, enum fault_part part)
{
    vec_push(&r->cert->lines[part], r->where.line);
}

void cert_reader_break_off(struct cert_reader *r, uint32_t line,
                           const char *why)
{
    r->cert->broken = mem_text(why);
    vec_push(&r->cert->lines[FAULT_BROKEN], line);
}
