#include "formats/text/property_paths.h"

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

/* The operator on two paths that says whether they are equal. */
static ltl_id compare(struct ltl *ltl, bool equal, ltl_id a, ltl_id b)
{
    const ltl_id both = ltl_binary(ltl, LTL_AND, a, b);
    const ltl_id either = ltl_binary(ltl, LTL_OR, a, b);

    return equal ? ltl_binary(ltl, LTL_OR, both, ltl_negation(ltl, either))
                 : ltl_binary(ltl, LTL_AND, either, ltl_negation(ltl, both));
}

/* The operator on n paths, n > 0; none if it takes another number of them. */
static ltl_id operate(struct temporal *temporal, enum property_paths_op op,
                      const ltl_id *paths, uint32_t n)
{
    struct ltl *const ltl = &temporal->ltl;
    const ltl_id a = paths[0], b = paths[n - 1];
    ltl_id all = op == PROPERTY_PATHS_AND ? LTL_YES : LTL_NO;

    switch (op) {
    case PROPERTY_PATHS_AND:
    case PROPERTY_PATHS_OR:
        for (uint32_t i = 0; i < n; i++)
            all = ltl_binary(ltl, op == PROPERTY_PATHS_AND ? LTL_AND : LTL_OR,
                             all, paths[i]);
        return all;
    case PROPERTY_PATHS_NOT:
        return ltl_negation(ltl, a);
    case PROPERTY_PATHS_IMPLICATION:
        return ltl_binary(ltl, LTL_OR, ltl_negation(ltl, a), b);
    case PROPERTY_PATHS_EQUIVALENCE:
    case PROPERTY_PATHS_EXCLUSIVE:
        return compare(ltl, op == PROPERTY_PATHS_EQUIVALENCE, a, b);
    case PROPERTY_PATHS_FINALLY:
        return ltl_finally(ltl, a);
    case PROPERTY_PATHS_GLOBALLY:
        return ltl_globally(ltl, a);
    case PROPERTY_PATHS_NEXT:
        return n == 1 ? temporal_next(temporal, a) : PROPERTY_FORMULA_NO_PATH;
    case PROPERTY_PATHS_UNTIL:
        return n == 2 ? ltl_binary(ltl, LTL_UNTIL, a, b)
                      : PROPERTY_FORMULA_NO_PATH;
    case PROPERTY_PATHS_PART:
    case PROPERTY_PATHS_ALL:
    case PROPERTY_PATHS_SOME:
        return n == 1 ? a : PROPERTY_FORMULA_NO_PATH;
    case PROPERTY_PATHS_BEYOND:
        break;
    }
    return PROPERTY_FORMULA_NO_PATH;
}

void property_paths_close(struct property_formula *f, enum property_paths_op op)
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
        value.kind = op == PROPERTY_PATHS_ALL    ? PROPERTY_ALL
                     : op == PROPERTY_PATHS_SOME ? PROPERTY_SOME
                                                 : PROPERTY_PATH;
    vec_free(&paths);
    property_formula_put(f, value);
}
