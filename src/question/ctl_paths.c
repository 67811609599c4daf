#include "question/ctl_paths.h"

#include "base/mem.h"

/* Of a condition M: */
struct bounds {
    ltl_id shown;  /* a path from a marking of which this is: M there */
    ltl_id always; /* M at a marking: this is so of all paths from there, */
    ltl_id some;   /* and this of one */
};

struct making {
    struct temporal *to;
    const struct temporal *from;
    ltl_id live;                /* an atom */
    struct bounds (*bounds)[2]; /* by condition; [1]: of its negation */
    struct bounds (*parts)[2];  /* the same by quantified part */
};

static ltl_id combine(struct making *m, enum ltl_op op, ltl_id a, ltl_id b)
{
    return ltl_binary(&m->to->ltl, op, a, b);
}

/* --- X -------------------------------------------------------------------- */

/* Some step is possible. */
static ltl_id live(struct making *m)
{
    if (m->live == UINT32_MAX && !temporal_add_deadlock(m->to, false, &m->live))
        m->live = LTL_NO;
    return m->live;
}

/* There is a next marking, and the rest of the path is so. */
static ltl_id next(struct making *m, ltl_id rest)
{
    ltl_id later;

    if (rest == LTL_NO)
        return LTL_NO;
    later = ltl_next(&m->to->ltl, rest);
    return combine(m, LTL_AND, live(m), later);
}

/* a U b.  F (live and X c) is live and X F c. */
static ltl_id until(struct making *m, ltl_id a, ltl_id b)
{
    struct ltl *const ltl = &m->to->ltl;
    const struct ltl_node node = ltl->nodes.at[b];
    const ltl_id rest = node.op != LTL_AND      ? LTL_NO
                        : node.left == m->live  ? node.right
                        : node.right == m->live ? node.left
                                                : LTL_NO;

    return a == LTL_YES && ltl->nodes.at[rest].op == LTL_NEXT
               ? next(m, ltl_finally(ltl, ltl->nodes.at[rest].left))
               : combine(m, LTL_UNTIL, a, b);
}

/* --- quantified parts ----------------------------------------------------- */

/* Both hold, so a path of one is one of what the other has of all paths. */
static ltl_id some_of_both(struct making *m, const struct bounds *a,
                           const struct bounds *b)
{
    return a->some == a->always ? combine(m, LTL_AND, a->always, b->some)
                                : combine(m, LTL_AND, a->some, b->always);
}

static struct bounds some_next(struct making *m, const struct bounds *a)
{
    return (struct bounds){next(m, a->shown), next(m, LTL_YES),
                           next(m, a->some)};
}

static struct bounds some_until(struct making *m, const struct bounds *a,
                                const struct bounds *b)
{
    return (struct bounds){until(m, a->shown, b->shown),
                           combine(m, LTL_OR, a->always, b->always),
                           until(m, a->always, b->some)};
}

/* b for ever, or until both hold. */
static struct bounds some_release(struct making *m, const struct bounds *a,
                                  const struct bounds *b)
{
    const ltl_id shown = combine(m, LTL_RELEASE, a->shown, b->shown);
    ltl_id some;

    if (a->some == a->always && b->some == b->always) {
        some = combine(m, LTL_RELEASE, a->always, b->always);
    } else {
        some = combine(m, LTL_UNTIL, b->always, some_of_both(m, a, b));
        some = combine(m, LTL_OR, ltl_globally(&m->to->ltl, b->always), some);
    }
    return (struct bounds){shown, b->always, some};
}

static struct bounds all_next(struct making *m, const struct bounds *a)
{
    const ltl_id dead = ltl_negation(&m->to->ltl, live(m));
    const ltl_id always =
        combine(m, LTL_OR, dead, ltl_next(&m->to->ltl, a->always));

    return (struct bounds){
        dead, always,
        a->always == LTL_YES
            ? combine(m, LTL_OR, dead, ltl_next(&m->to->ltl, a->some))
            : always};
}

static struct bounds all_until(struct making *m, const struct bounds *a,
                               const struct bounds *b)
{
    const ltl_id always = combine(m, LTL_UNTIL, a->always, b->always);

    return (struct bounds){b->shown, always,
                           b->always == LTL_YES ? until(m, a->always, b->some)
                                                : always};
}

/* A deadlock that is shown would be an atom that is seldom of use. */
static struct bounds all_release(struct making *m, const struct bounds *a,
                                 const struct bounds *b)
{
    const ltl_id always = combine(m, LTL_RELEASE, a->always, b->always);

    return (struct bounds){combine(m, LTL_AND, a->shown, b->shown), always,
                           always};
}

static struct bounds of_part(struct making *m, uint32_t k, bool negated)
{
    const struct temporal_quantified part = m->from->quantified.at[k];
    const struct ltl_node path = m->from->ltl.nodes.at[part.path];
    const enum ltl_op op = negated ? ltl_dual(path.op) : path.op;
    const struct bounds a = m->bounds[path.left][negated];
    const struct bounds b = op == LTL_NEXT ? a : m->bounds[path.right][negated];

    if (op == LTL_NEXT)
        return part.all == negated ? some_next(m, &a) : all_next(m, &a);
    if (op == LTL_UNTIL)
        return part.all == negated ? some_until(m, &a, &b)
                                   : all_until(m, &a, &b);
    return part.all == negated ? some_release(m, &a, &b)
                               : all_release(m, &a, &b);
}

/* --- conditions ----------------------------------------------------------- */

static struct bounds of_atom(struct making *m, uint32_t atom, bool negated)
{
    ltl_id id;

    if (atom >= TEMPORAL_ATOMS)
        return m->parts[atom - TEMPORAL_ATOMS][negated];
    id = ltl_atom(&m->to->ltl, atom);
    if (negated)
        id = ltl_negation(&m->to->ltl, id);
    return (struct bounds){id, id, id};
}

static struct bounds of_condition(struct making *m, struct ltl_node node,
                                  bool negated)
{
    const enum ltl_op op = negated ? ltl_dual(node.op) : node.op;
    const struct bounds *a, *b;

    if (op <= LTL_TRUE)
        return op == LTL_TRUE ? (struct bounds){LTL_YES, LTL_YES, LTL_YES}
                              : (struct bounds){LTL_NO, LTL_NO, LTL_NO};
    if (op <= LTL_NOT)
        return of_atom(m, node.left, op == LTL_NOT);
    a = &m->bounds[node.left][negated];
    b = &m->bounds[node.right][negated];
    return (struct bounds){combine(m, op, a->shown, b->shown),
                           combine(m, op, a->always, b->always),
                           op == LTL_OR ? combine(m, op, a->some, b->some)
                                        : some_of_both(m, a, b)};
}

static void find_bounds(struct making *m, uint32_t n_nodes)
{
    const uint32_t n = m->from->quantified.len;
    uint32_t k = 0;

    for (ltl_id i = 0; i < n_nodes; i++) {
        const struct ltl_node node = m->from->ltl.nodes.at[i];

        /* Parts of a condition have smaller numbers than it. */
        for (; k < n && m->from->quantified.at[k].path < i; k++)
            for (uint32_t negated = 0; negated < 2; negated++)
                m->parts[k][negated] = of_part(m, k, negated);
        for (uint32_t negated = 0; negated < 2 && node.op < LTL_NEXT; negated++)
            m->bounds[i][negated] = of_condition(m, node, negated);
    }
    for (; k < n; k++)
        for (uint32_t negated = 0; negated < 2; negated++)
            m->parts[k][negated] = of_part(m, k, negated);
}

void ctl_paths_init(struct ctl_paths *paths, const struct temporal *temporal)
{
    const uint32_t n = temporal->quantified.len,
                   n_nodes = temporal->ltl.nodes.len;
    struct making m = {.to = temporal_create(),
                       .from = temporal,
                       .live = UINT32_MAX,
                       .bounds = mem_zero(n_nodes, sizeof *m.bounds),
                       .parts = mem_zero(n, sizeof *m.parts)};

    /* then there is no room for `live` */
    const bool is_full = temporal->atoms.len == TEMPORAL_ATOMS;

    for (uint32_t i = 0; i < temporal->atoms.len; i++)
        vec_push(&m.to->atoms, formula_copy(temporal->atoms.at[i]));
    find_bounds(&m, n_nodes);
    *paths = (struct ctl_paths){
        .temporal = m.to,
        .shown = mem_zero(n, sizeof *paths->shown),
        .refuted = mem_zero(n, sizeof *paths->refuted),
    };
    for (uint32_t k = 0; k < n; k++) {
        const struct bounds *const of =
            &m.parts[k][temporal->quantified.at[k].all];

        paths->shown[k] = is_full ? LTL_NO : of->shown;
        paths->refuted[k] = is_full ? LTL_YES : of->some;
    }
    mem_free(m.bounds);
    mem_free(m.parts);
}

struct temporal *ctl_paths_formula(const struct ctl_paths *paths,
                                   ltl_id formula)
{
    struct temporal *const twin = temporal_copy(paths->temporal);

    twin->sought = ltl_copy(&twin->ltl, &paths->temporal->ltl, formula, NULL);
    return temporal_trim(twin);
}

void ctl_paths_finish(struct ctl_paths *paths)
{
    temporal_destroy(paths->temporal);
    mem_free(paths->shown);
    mem_free(paths->refuted);
    *paths = (struct ctl_paths){0};
}
