#include "question/temporal_print.h"

#include "question/formula_print.h"

#include <string.h>

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

static void add_formula(struct temporal_printer *p, ltl_id formula)
{
    const struct print_piece piece = {NULL, formula};

    vec_push(&p->pieces, piece);
}

static void add_binary(struct temporal_printer *p, const char *word,
                       struct ltl_node node)
{
    add_word(p, ")");
    add_formula(p, node.right);
    add_word(p, word);
    add_formula(p, node.left);
    add_word(p, "(");
}

static void add_quantified(struct temporal_printer *p, uint32_t part)
{
    const struct temporal_quantified quantified =
        p->temporal->quantified.at[part];

    add_formula(p, quantified.path);
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
        add_formula(p, node.left);
        add_word(p, "X ");
        break;
    case LTL_UNTIL:
    case LTL_RELEASE:
        if (node.left != (is_until ? LTL_YES : LTL_NO)) {
            add_binary(p, is_until ? " U " : " R ", node);
            break;
        }
        add_formula(p, node.right);
        add_word(p, is_until ? "F " : "G ");
        break;
    }
}

void temporal_print_quantified(const struct temporal *temporal,
                               const struct net *net, uint32_t part,
                               text_buffer *text)
{
    struct temporal_printer p = {
        .temporal = temporal, .net = net, .text = text};

    add_quantified(&p, part);
    while (p.pieces.len) {
        const struct print_piece piece = vec_pop(&p.pieces);

        if (piece.word)
            text_add(text, piece.word, strlen(piece.word));
        else
            print_formula(&p, piece.formula);
    }
    vec_free(&p.pieces);
}
