#include "question/formula_parser.h"

#include "question/formula_lexer.h"

struct marking_parser {
    const struct net *net;
    struct formula_lexer lexer;
    bool exact;
    net_place_list *marked, *empty;
};

struct term {
    place_id place;
    bool negated; /* "!" */
    int64_t value;
    bool is_exact; /* not at least one token, but so many */
};

/* Whatever is wrong, this is right. */
static bool report_unexpected(const struct marking_parser *p)
{
    return formula_lexer_fail(
        &p->lexer,
        "unexpected '%s'; a marking lists places as p1, !p1, p1=1 or p1=0, and "
        "other names in quotes, as in \"p 1\"",
        p->lexer.word.at);
}

static bool read_name(struct marking_parser *p, struct term *term)
{
    const enum formula_lexer_token token = p->lexer.token;
    struct diag why = {0};

    if (token == TOKEN_END)
        return formula_lexer_fail(&p->lexer, "a place is missing after '!'");
    if (token != TOKEN_WORD && token != TOKEN_QUOTED && token != TOKEN_NUMBER)
        return report_unexpected(p);
    term->place = net_find_place(p->net, p->lexer.word.at, &why);
    return term->place == PLACE_NONE
               ? formula_lexer_no_place(&p->lexer, p->net, why.text)
               : formula_lexer_step(&p->lexer);
}

/* "=0" or "=1", if they are there. */
static bool read_value(struct marking_parser *p, struct term *term)
{
    term->value = !term->negated;
    if (p->lexer.token != TOKEN_EQ)
        return true;
    if (term->negated)
        return formula_lexer_fail(&p->lexer, "place '%s' has both '!' and '='",
                                  net_place_label(p->net, term->place));
    if (!formula_lexer_step(&p->lexer))
        return false;
    if (p->lexer.token != TOKEN_NUMBER ||
        p->lexer.number > net_bound(p->net, term->place))
        return formula_lexer_fail(
            &p->lexer, "place '%s' has at most %u token%s",
            net_place_label(p->net, term->place),
            net_bound(p->net, term->place),
            net_bound(p->net, term->place) > 1 ? "s" : "");
    term->value = p->lexer.number;
    term->is_exact = true;
    return formula_lexer_step(&p->lexer);
}

void marking_parser_count(const struct net *net, place_id p, uint32_t n,
                          net_place_list *marked, net_place_list *empty)
{
    if (n > 0)
        vec_push(marked, p);
    if (n > 1)
        vec_push(marked, net_level(net, p, n));
    if (n < net_bound(net, p))
        vec_push(empty, net_level(net, p, n + 1));
}

static bool read_term(struct marking_parser *p)
{
    const uint32_t column = p->lexer.column;
    struct term term = {.negated = p->lexer.token == TOKEN_NOT};

    if (term.negated && !formula_lexer_step(&p->lexer))
        return false;
    if (!read_name(p, &term) || !read_value(p, &term))
        return false;
    if (p->exact && !term.value)
        return formula_lexer_fail_at(&p->lexer, column,
                                     "an exact marking lists the places that "
                                     "are marked; '%s' is refused",
                                     net_place_label(p->net, term.place));
    if (term.is_exact || p->exact || !term.value)
        marking_parser_count(p->net, term.place, (uint32_t)term.value,
                             p->marked, p->empty);
    else
        vec_push(p->marked, term.place);
    return true;
}

bool marking_parser_read(const struct net *net, const char *text, bool exact,
                         net_place_list *marked, net_place_list *empty,
                         struct diag *diag)
{
    struct marking_parser p = {
        .net = net, .exact = exact, .marked = marked, .empty = empty};
    bool good = formula_lexer_init(&p.lexer, net, text, diag);

    while (good && p.lexer.token != TOKEN_END)
        good = p.lexer.token == TOKEN_COMMA ? formula_lexer_step(&p.lexer)
                                            : read_term(&p);
    formula_lexer_finish(&p.lexer);
    return good;
}
