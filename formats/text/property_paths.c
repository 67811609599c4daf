#include "formats/text/property_paths.h"

#include "question/formula_stack.h"

/* A condition of the builder as an atom. */
static ltl_id atom_of(struct property_formula *f, uint32_t node)
{
    struct diag why = {0};
    ltl_id atom = PROPERTY_FORMULA_NO_PATH;

    return temporal_add(
               f->temporal, formula_builder_make(f->builder, node, false, &why),
               formula_builder_make(f->builder, node, true, &why), &atom, &why)
               ? atom
               : PROPERTY_FORMULA_NO_PATH;
}

static ltl_id quantify(struct property_formula *f, bool all, ltl_id path)
{
    f->is_nested = true;
    return path == PROPERTY_FORMULA_NO_PATH
               ? path
               : temporal_quantify(f->temporal, all, path);
}

/* EF or AG of a condition. */
static ltl_id reach(struct property_formula *f, bool all, ltl_id part)
{
    struct ltl *const ltl = &f->temporal->ltl;

    return part == PROPERTY_FORMULA_NO_PATH
               ? part
               : quantify(f, all,
                          all ? ltl_globally(ltl, part)
                              : ltl_finally(ltl, part));
}

ltl_id property_paths_of(struct property_formula *f,
                         const struct property_formula_value *value)
{
    switch (value->kind) {
    case PROPERTY_STATE:
        return atom_of(f, value->node);
    case PROPERTY_EF:
        return reach(f, false, atom_of(f, value->node));
    case PROPERTY_AG:
        return reach(f, true, atom_of(f, value->node));
    case PROPERTY_AG_EF:
        return reach(f, true, reach(f, false, atom_of(f, value->node)));
    case PROPERTY_ALL:
    case PROPERTY_SOME:
        return quantify(f, value->kind == PROPERTY_ALL, value->path);
    case PROPERTY_FINALLY:
    case PROPERTY_GLOBALLY:
    case PROPERTY_AGAIN:
    case PROPERTY_PATH:
        return value->path;
    case PROPERTY_SUM:
    case PROPERTY_BOUND:
    case PROPERTY_BEYOND:
    case PROPERTY_NAME:
        break;
    }
    return PROPERTY_FORMULA_NO_PATH;
}

/* The operator on n paths, n > 0; none if it takes another number of them. */
static ltl_id operate(struct temporal *temporal, enum formula_lexer_token op,
                      const ltl_id *paths, uint32_t n)
{
    struct ltl *const ltl = &temporal->ltl;
    const ltl_id a = paths[0], b = paths[n - 1];
    ltl_id all = op == TOKEN_AND ? LTL_YES : LTL_NO;

    if (op == TOKEN_AND || op == TOKEN_OR) {
        for (uint32_t i = 0; i < n; i++)
            all = ltl_binary(ltl, op == TOKEN_AND ? LTL_AND : LTL_OR, all,
                             paths[i]);
        return all;
    }
    if (op == TOKEN_NOT)
        return ltl_negation(ltl, a);
    if (op == TOKEN_FINALLY)
        return ltl_finally(ltl, a);
    if (op == TOKEN_GLOBALLY)
        return ltl_globally(ltl, a);
    if (op == TOKEN_IMPLIES || op == TOKEN_IFF || op == TOKEN_XOR)
        return formula_stack_join_paths(ltl, op, a, b);
    if (op == TOKEN_UNTIL)
        return n == 2 ? ltl_binary(ltl, LTL_UNTIL, a, b)
                      : PROPERTY_FORMULA_NO_PATH;
    if (n > 1 || op == TOKEN_END)
        return PROPERTY_FORMULA_NO_PATH;
    return op == TOKEN_NEXT ? temporal_next(temporal, a) : a;
}

void property_paths_close(struct property_formula *f,
                          enum formula_lexer_token op)
{
    struct property_formula_value value = {.kind = PROPERTY_BEYOND,
                                           .path = PROPERTY_FORMULA_NO_PATH};
    VEC(ltl_id) paths = {0};

    for (uint32_t i = 0; i < f->n_parts; i++) {
        const ltl_id path = property_paths_of(f, &f->parts[i]);

        if (path != PROPERTY_FORMULA_NO_PATH)
            vec_push(&paths, path);
    }
    if (f->n_parts && paths.len == f->n_parts)
        value.path = operate(f->temporal, op, paths.at, paths.len);
    if (value.path != PROPERTY_FORMULA_NO_PATH)
        value.kind = op == TOKEN_ALL_PATHS   ? PROPERTY_ALL
                     : op == TOKEN_SOME_PATH ? PROPERTY_SOME
                                             : PROPERTY_PATH;
    vec_free(&paths);
    property_formula_put(f, value);
}
