#include "circuit/circuit_goal.h"

#include "base/ids.h"
#include "base/mem.h"
#include "net/marking.h"
#include "question/formula_builder.h"

/* A formula under construction. */
struct maker {
    const struct circuit_net *circuit;
    const struct signals *signals;
    struct formula_builder *b;
    uint32_t *enabled[CIRCUIT_COPIES]; /* by transition of the graph: its node,
                                          or UINT32_MAX */
    formula_builder_nodes found;       /* nodes, one of which must hold */
};

static uint32_t place(const struct maker *k, uint32_t copy, place_id p,
                      bool marked)
{
    return formula_part_place(k->b, circuit_net_place(k->circuit, copy, p),
                              marked);
}

static uint32_t value(const struct maker *k, uint32_t copy, uint32_t signal,
                      bool one, bool is)
{
    return formula_part_place(
        k->b, circuit_net_value(k->circuit, copy, signal, one), is);
}

/* All tokens of t are there, whatever the value of its signal. */
static uint32_t enabled(const struct maker *k, uint32_t copy, trans_id t)
{
    const struct net_place_span needs = net_needs(k->circuit->graph, t);
    uint32_t *const node = &k->enabled[copy][t];
    formula_builder_nodes all = {0};

    if (*node != UINT32_MAX)
        return *node;
    for (uint32_t i = 0; i < needs.len; i++)
        vec_push(&all, place(k, copy, needs.at[i], true));
    *node = formula_builder_all(k->b, FORMULA_AND, &all);
    return *node;
}

/* t is enabled after u has fired: a node, or UINT32_MAX if it never is. */
static uint32_t enabled_after(const struct maker *k, trans_id t, trans_id u)
{
    const struct net *const graph = k->circuit->graph;
    const struct net_place_span needs = net_needs(graph, t);
    formula_builder_nodes all = {0};

    for (uint32_t i = 0; i < needs.len; i++) {
        const place_id p = needs.at[i];

        if (net_span_finds(net_post(graph, u), p))
            continue;
        if (net_span_finds(net_pre(graph, u), p)) {
            vec_free(&all);
            return UINT32_MAX;
        }
        vec_push(&all, place(k, 0, p, true));
    }
    return formula_builder_all(k->b, FORMULA_AND, &all);
}

/* No transition of the signal is enabled, after u if that is one. */
static void push_none(const struct maker *k, uint32_t copy, uint32_t signal,
                      trans_id u, formula_builder_nodes *all)
{
    const struct net_trans_span edges = circuit_net_edges(k->circuit, signal);

    for (uint32_t i = 0; i < edges.len; i++) {
        const uint32_t node = u == TRANS_NONE
                                  ? enabled(k, copy, edges.at[i])
                                  : enabled_after(k, edges.at[i], u);

        if (node != UINT32_MAX)
            vec_push(all, formula_builder_not(node));
    }
}

/* A transition, by its signal. */
struct disabled {
    uint32_t signal;
    trans_id trans;
};

typedef VEC(struct disabled) disabled_list;

/* --- properties ----------------------------------------------------------- */

static void find_inconsistent(struct maker *k)
{
    for (trans_id t = 0; t < net_trans_count(k->circuit->graph); t++) {
        const char edge = k->signals->edges.at[t];

        if ((edge != '+' && edge != '-') ||
            (k->circuit->alternates &&
             k->circuit->alternates[k->signals->of.at[t]]))
            continue;
        vec_push(&k->found,
                 formula_builder_two(
                     k->b, FORMULA_AND, enabled(k, 0, t),
                     value(k, 0, k->signals->of.at[t], edge == '+', true)));
    }
}

/* Firing u disables the signal of these transitions, one of which is enabled;
 * of others of the signal it takes no token. */
static void find_disabled(struct maker *k, trans_id u,
                          const struct disabled *first, uint32_t n)
{
    formula_builder_nodes some = {0}, all = {0};

    for (uint32_t i = 0; i < n; i++)
        if (!i || first[i].trans != first[i - 1].trans)
            vec_push(&some, enabled(k, 0, first[i].trans));
    vec_push(&all, formula_builder_all(k->b, FORMULA_OR, &some));
    vec_push(&all, enabled(k, 0, u));
    push_none(k, 0, first->signal, u, &all);
    vec_push(&k->found, formula_builder_all(k->b, FORMULA_AND, &all));
}

/* Firing u enables the signal of t, which is not. */
static void find_enabled(struct maker *k, trans_id t, trans_id u)
{
    formula_builder_nodes all = {0};

    vec_push(&all, enabled(k, 0, u));
    vec_push(&all, enabled_after(k, t, u));
    push_none(k, 0, k->signals->of.at[t], TRANS_NONE, &all);
    vec_push(&k->found, formula_builder_all(k->b, FORMULA_AND, &all));
}

bool circuit_goal_disables(const struct circuit_net *circuit,
                           enum question_circuit property, trans_id t,
                           trans_id u)
{
    const struct signals *const signals = circuit->signals;

    if (signals->of.at[t] == signals->of.at[u])
        return false;
    return property == QUESTION_PERSISTENT
               ? signals_is_local(signals, t)
               : signals_is(signals, t, SIGNALS_INPUT) &&
                     signals_is_local(signals, u);
}

static void push_disabled(const struct maker *k, enum question_circuit property,
                          trans_id u, struct net_trans_span users,
                          disabled_list *list)
{
    for (uint32_t n = 0; n < users.len; n++)
        if (circuit_goal_disables(k->circuit, property, users.at[n], u))
            vec_push(list, ((struct disabled){k->signals->of.at[users.at[n]],
                                              users.at[n]}));
}

/* By signal, the transitions from which u takes a token. */
static void find_disabled_by(struct maker *k, enum question_circuit property,
                             trans_id u)
{
    const struct net *const graph = k->circuit->graph;
    const struct net_place_span pre = net_pre(graph, u);
    disabled_list list = {0};

    for (uint32_t i = 0; i < pre.len; i++) {
        push_disabled(k, property, u, net_consumers(graph, pre.at[i]), &list);
        push_disabled(k, property, u, net_readers(graph, pre.at[i]), &list);
    }
    vec_sort(&list, ids_compare_pairs);
    for (uint32_t i = 0, n; i < list.len; i += n) {
        for (n = 1;
             i + n < list.len && list.at[i + n].signal == list.at[i].signal;
             n++)
            continue;
        find_disabled(k, u, list.at + i, n);
    }
    vec_free(&list);
}

static void find_enablers(struct maker *k, trans_id t)
{
    const struct net_place_span needs = net_needs(k->circuit->graph, t);

    for (uint32_t i = 0; i < needs.len; i++) {
        const struct net_trans_span users =
            net_producers(k->circuit->graph, needs.at[i]);

        for (uint32_t n = 0; n < users.len; n++)
            if (signals_is(k->signals, users.at[n], SIGNALS_INTERNAL) &&
                enabled_after(k, t, users.at[n]) != UINT32_MAX)
                find_enabled(k, t, users.at[n]);
    }
}

/* Of the transitions that a share of all has. */
static void find_conflicts(struct maker *k, enum question_circuit property,
                           struct circuit_goal_share share)
{
    const struct net *const graph = k->circuit->graph;
    const uint64_t n = net_trans_count(graph);

    for (trans_id t = (trans_id)(n * share.i / share.n);
         t < n * (share.i + 1) / share.n; t++) {
        find_disabled_by(k, property, t);
        if (property == QUESTION_PROPER &&
            signals_is(k->signals, t, SIGNALS_INPUT))
            find_enablers(k, t);
    }
}

/* --- codes ---------------------------------------------------------------- */

/* The first copy enables the signal, the second does not. */
static void find_excited(struct maker *k, uint32_t signal)
{
    const struct net_trans_span edges = circuit_net_edges(k->circuit, signal);
    formula_builder_nodes some = {0}, all = {0};

    for (uint32_t i = 0; i < edges.len; i++)
        vec_push(&some, enabled(k, 0, edges.at[i]));
    vec_push(&all, formula_builder_all(k->b, FORMULA_OR, &some));
    push_none(k, 1, signal, TRANS_NONE, &all);
    vec_push(&k->found, formula_builder_all(k->b, FORMULA_AND, &all));
}

static void find_differences(struct maker *k, enum question_circuit property)
{
    for (uint32_t s = 0;
         property == QUESTION_CSC && s < signals_count(k->signals); s++)
        if (k->signals->kinds.at[s] != SIGNALS_INPUT)
            find_excited(k, s);
    for (place_id p = 0;
         property == QUESTION_USC && p < net_place_count(k->circuit->graph);
         p++)
        vec_push(&k->found,
                 formula_builder_two(k->b, FORMULA_AND, place(k, 0, p, true),
                                     place(k, 1, p, false)));
}

/* One of the differences, at equal codes and without an enabled dummy.  Codes
 * are equal if no value is marked in one copy and its opposite in the other:
 * on a prefix, a condition that is there excludes by a clause each other one.
 * To say that one of two values is marked takes a choice of a condition. */
static uint32_t with_equal_codes(struct maker *k, uint32_t difference)
{
    formula_builder_nodes all = {0};

    vec_push(&all, difference);
    for (uint32_t s = 0; s < signals_count(k->signals); s++)
        for (uint32_t v = 0; v < 2; v++)
            vec_push(&all, formula_builder_two(k->b, FORMULA_OR,
                                               value(k, 0, s, v, false),
                                               value(k, 1, s, !v, false)));
    for (trans_id t = 0; t < net_trans_count(k->circuit->graph); t++)
        for (uint32_t copy = 0; k->signals->of.at[t] == SIGNALS_NONE &&
                                copy < k->circuit->n_copies;
             copy++)
            vec_push(&all, formula_builder_not(enabled(k, copy, t)));
    return formula_builder_all(k->b, FORMULA_AND, &all);
}

/* --- the formula ---------------------------------------------------------- */

static void find(struct maker *k, enum question_circuit property,
                 struct circuit_goal_share share)
{
    switch (property) {
    case QUESTION_CONSISTENT:
        find_inconsistent(k);
        break;
    case QUESTION_PERSISTENT:
    case QUESTION_PROPER:
        find_conflicts(k, property, share);
        break;
    case QUESTION_USC:
    case QUESTION_CSC:
        find_differences(k, property);
        break;
    case QUESTION_CIRCUIT:
        find_inconsistent(k);
        vec_push(&k->found, formula_builder_deadlock(k->b));
        find_conflicts(k, QUESTION_PROPER, share);
        find_conflicts(k, QUESTION_PERSISTENT, share);
        break;
    case QUESTION_NO_CIRCUIT:
        break;
    }
}

/* consistent: violated where the codes are, and not where the graph is
 * inconsistent. */
static struct formula *make(const struct circuit_net *circuit,
                            enum question_circuit property,
                            struct circuit_goal_share share, bool consistent,
                            struct diag *diag)
{
    struct maker k = {.circuit = circuit,
                      .signals = circuit->signals,
                      .b = formula_builder_create()};
    const bool codes = question_circuit_copies(property) > 1;
    uint32_t root;

    for (uint32_t copy = 0; copy < CIRCUIT_COPIES; copy++)
        k.enabled[copy] = mem_none(net_trans_count(circuit->graph));
    find(&k, property, share);
    root = formula_builder_all(k.b, FORMULA_OR, &k.found);
    if (codes)
        root = with_equal_codes(&k, root);
    if (codes && !consistent) {
        vec_push(&k.found, root);
        find_inconsistent(&k);
        root = formula_builder_all(k.b, FORMULA_OR, &k.found);
    }
    for (uint32_t copy = 0; copy < CIRCUIT_COPIES; copy++)
        mem_free(k.enabled[copy]);
    return formula_builder_finish(k.b, root, false, diag);
}

struct formula *circuit_goal_formula(const struct circuit_net *circuit,
                                     enum question_circuit property,
                                     struct circuit_goal_share share,
                                     struct diag *diag)
{
    return make(circuit, property, share, false, diag);
}

bool circuit_goal_codes(const struct circuit_net *circuit,
                        enum question_circuit property, const bits_word *m)
{
    struct formula *const formula =
        make(circuit, property, CIRCUIT_GOAL_ALL, true, NULL);
    const bool holds = formula && formula_holds(formula, circuit->net, m);

    formula_destroy(formula);
    return holds;
}
