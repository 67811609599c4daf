#include "question/formula_parser.h"

#include <inttypes.h>
#include <stdio.h>

struct printer {
    const struct formula *formula;
    const struct net *net;
    text_buffer *text;
    bool is_given; /* in terms of the input */
};

static void put_number(struct printer *p, int64_t number)
{
    char word[32];

    (void)snprintf(word, sizeof word, "%" PRId64, number);
    text_put(p->text, word);
}

/* Is this a level of a place of the input?  Finds the place, and the *n tokens
 * that the level tells of; PLACE_NONE: it is none. */
static place_id place_of_level(const struct net *net, place_id level,
                               uint32_t *n)
{
    for (place_id p = 0; p < net_given_places(net); p++)
        if (net_bound(net, p) > 1 && level >= net_level(net, p, 2) &&
            level <= net_level(net, p, net_bound(net, p))) {
            *n = level - net_level(net, p, 2) + 2;
            return p;
        }
    return PLACE_NONE;
}

/* A level alone is marked, or it is not. */
static void put_level(struct printer *p, struct formula_term term, place_id of,
                      uint32_t n)
{
    text_put(p->text, term.factor < 0 ? "-1*" : "");
    text_put_name(p->text, net_place_label(p->net, of));
    text_put(p->text, " >= ");
    put_number(p, term.factor < 0 ? 1 - (int64_t)n : n);
}

/* In terms of the input a place stands for all its tokens, those that added
 * places tell of, too. */
static void put_compare(struct printer *p, const struct formula_node *node)
{
    const struct formula_term first = formula_term(p->formula, node, 0);
    uint32_t n;
    const place_id of = p->is_given && first.place >= net_given_places(p->net)
                            ? place_of_level(p->net, first.place, &n)
                            : PLACE_NONE;

    if (of != PLACE_NONE) {
        put_level(p, first, of, n);
        return;
    }
    for (uint32_t i = 0; i < node->len; i++) {
        const struct formula_term term = formula_term(p->formula, node, i);

        if (i && p->is_given && term.place >= net_given_places(p->net))
            break;
        text_put(p->text, i ? " + " : "");
        if (term.factor != 1) {
            put_number(p, term.factor);
            text_put(p->text, "*");
        }
        text_put_name(p->text, net_place_label(p->net, term.place));
    }
    text_put(p->text, " >= ");
    put_number(p, node->bound);
}

static void put_leaf(struct printer *p, const struct formula_node *node)
{
    switch (node->op) {
    case FORMULA_TRUE:
        text_put(p->text, "true");
        break;
    case FORMULA_FALSE:
        text_put(p->text, "false");
        break;
    case FORMULA_AT_LEAST:
        put_compare(p, node);
        break;
    case FORMULA_FIREABLE:
    case FORMULA_DISABLED:
        text_put(p->text,
                 node->op == FORMULA_FIREABLE ? "fireable(" : "not fireable(");
        text_put_name(p->text, net_trans_label(p->net, node->trans));
        text_put(p->text, ")");
        break;
    case FORMULA_DEADLOCK:
        text_put(p->text, "deadlock");
        break;
    case FORMULA_LIVE:
        text_put(p->text, "not deadlock");
        break;
    case FORMULA_AND:
    case FORMULA_OR:
        break;
    }
}

/* A node and how many of its operands are printed. */
struct printing {
    uint32_t node, done;
};

static void print_condition(const struct formula *formula,
                            const struct net *net, bool is_given,
                            text_buffer *text)
{
    struct printer p = {formula, net, text, is_given};
    VEC(struct printing) frames = {0};

    vec_push(&frames, ((struct printing){0, 0}));
    while (frames.len) {
        struct printing *const top = vec_top(&frames);
        const struct formula_node *const node = &formula->nodes.at[top->node];
        const uint32_t k = top->done++;

        if (formula_is_leaf(node)) {
            put_leaf(&p, node);
            vec_cut(&frames, frames.len - 1);
        } else if (k < node->len) {
            text_put(text, k == 0                    ? "("
                           : node->op == FORMULA_AND ? " and "
                                                     : " or ");
            vec_push(&frames, ((struct printing){node->first + k, 0}));
        } else {
            text_put(text, ")");
            vec_cut(&frames, frames.len - 1);
        }
    }
    text_end(text);
    vec_free(&frames);
}

void formula_print_condition(const struct formula *formula,
                             const struct net *net, text_buffer *text)
{
    print_condition(formula, net, true, text);
}

void formula_print_text(const struct formula *formula, const struct net *net,
                        text_buffer *text)
{
    text_put(text, "EF ");
    print_condition(formula, net, false, text);
}

/* --- formulas of CTL ------------------------------------------------------ */

/* What is still to be printed: a word, or a formula if that is NULL. */
struct print_piece {
    const char *word;
    ltl_id formula;
};

struct temporal_printer {
    const struct temporal *temporal;
    const struct net *net;
    text_buffer *text;
    VEC(struct print_piece) pieces; /* the last one first */
};

static void add_word(struct temporal_printer *p, const char *word)
{
    const struct print_piece piece = {word, 0};

    vec_push(&p->pieces, piece);
}

static void add_subformula(struct temporal_printer *p, ltl_id formula)
{
    const struct print_piece piece = {NULL, formula};

    vec_push(&p->pieces, piece);
}

static void add_binary(struct temporal_printer *p, const char *word,
                       struct ltl_node node)
{
    add_word(p, ")");
    add_subformula(p, node.right);
    add_word(p, word);
    add_subformula(p, node.left);
    add_word(p, "(");
}

static void add_quantified(struct temporal_printer *p, uint32_t part)
{
    const struct temporal_quantified quantified =
        p->temporal->quantified.at[part];

    add_subformula(p, quantified.path);
    add_word(p, quantified.all ? "A " : "E ");
}

static void print_leaf(struct temporal_printer *p, struct ltl_node node)
{
    if (node.op == LTL_NOT)
        text_add(p->text, "not ", 4);
    if (node.left >= TEMPORAL_ATOMS) {
        add_quantified(p, node.left - TEMPORAL_ATOMS);
        return;
    }
    text_add(p->text, "(", 1);
    formula_print_condition(p->temporal->atoms.at[node.left], p->net, p->text);
    text_add(p->text, ")", 1);
}

static void print_formula(struct temporal_printer *p, ltl_id id)
{
    const struct ltl_node node = p->temporal->ltl.nodes.at[id];
    const bool is_until = node.op == LTL_UNTIL;

    switch (node.op) {
    case LTL_FALSE:
    case LTL_TRUE:
        add_word(p, node.op == LTL_TRUE ? "true" : "false");
        break;
    case LTL_ATOM:
    case LTL_NOT:
        print_leaf(p, node);
        break;
    case LTL_AND:
    case LTL_OR:
        add_binary(p, node.op == LTL_AND ? " and " : " or ", node);
        break;
    case LTL_NEXT:
        add_subformula(p, node.left);
        add_word(p, "X ");
        break;
    case LTL_UNTIL:
    case LTL_RELEASE:
        if (node.left != (is_until ? LTL_YES : LTL_NO)) {
            add_binary(p, is_until ? " U " : " R ", node);
            break;
        }
        add_subformula(p, node.right);
        add_word(p, is_until ? "F " : "G ");
        break;
    }
}

void formula_print_quantified(const struct temporal *temporal,
                              const struct net *net, uint32_t part,
                              text_buffer *text)
{
    struct temporal_printer p = {
        .temporal = temporal, .net = net, .text = text};

    add_quantified(&p, part);
    while (p.pieces.len) {
        const struct print_piece piece = vec_pop(&p.pieces);

        if (piece.word)
            text_put(text, piece.word);
        else
            print_formula(&p, piece.formula);
    }
    vec_free(&p.pieces);
}
