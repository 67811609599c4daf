#include "question/temporal.h"

#include "question/formula_builder.h"

#include <string.h>

struct temporal *temporal_create(void)
{
    struct temporal *const temporal = mem_zero(1, sizeof *temporal);

    ltl_init(&temporal->ltl);
    return temporal;
}

void temporal_destroy(struct temporal *temporal)
{
    if (!temporal)
        return;
    for (uint32_t i = 0; i < temporal->atoms.len; i++)
        formula_destroy(temporal->atoms.at[i]);
    vec_free(&temporal->atoms);
    vec_free(&temporal->fair);
    vec_free(&temporal->quantified);
    ltl_finish(&temporal->ltl);
    mem_free(temporal);
}

struct temporal *temporal_copy(const struct temporal *temporal)
{
    struct temporal *const twin = temporal_create();

    for (uint32_t i = 0; i < temporal->atoms.len; i++)
        vec_push(&twin->atoms, formula_copy(temporal->atoms.at[i]));
    twin->sought = ltl_copy(&twin->ltl, &temporal->ltl, temporal->sought, NULL);
    vec_append(&twin->fair, &temporal->fair);
    for (uint32_t i = 0; i < temporal->quantified.len; i++) {
        struct temporal_quantified copy = temporal->quantified.at[i];

        copy.path = ltl_copy(&twin->ltl, &temporal->ltl, copy.path, NULL);
        vec_push(&twin->quantified, copy);
    }
    twin->constant = temporal->constant;
    twin->begun = ltl_copy(&twin->ltl, &temporal->ltl, temporal->begun, NULL);
    return twin;
}

/* --- atoms ---------------------------------------------------------------- */

static ltl_id find(struct temporal *temporal, const struct formula *formula,
                   const struct formula *negation)
{
    const enum formula_op op = formula->nodes.at[0].op;

    if (op == FORMULA_TRUE || op == FORMULA_FALSE)
        return op == FORMULA_TRUE ? LTL_YES : LTL_NO;
    for (uint32_t i = 0; i < temporal->atoms.len; i++) {
        const ltl_id atom = ltl_atom(&temporal->ltl, i);

        if (formula_equal(temporal->atoms.at[i], formula))
            return atom;
        if (formula_equal(temporal->atoms.at[i], negation))
            return ltl_negation(&temporal->ltl, atom);
    }
    return UINT32_MAX;
}

bool temporal_add(struct temporal *temporal, struct formula *formula,
                  struct formula *negation, ltl_id *atom, struct diag *diag)
{
    bool good = formula && negation;

    *atom = good ? find(temporal, formula, negation) : UINT32_MAX;
    formula_destroy(negation);
    if (good && *atom == UINT32_MAX && temporal->atoms.len == TEMPORAL_ATOMS)
        good = diag_usage(diag,
                          "the formula has more than %d conditions between "
                          "temporal operators",
                          TEMPORAL_ATOMS);
    if (!good || *atom != UINT32_MAX) {
        formula_destroy(formula);
        return good;
    }
    *atom = ltl_atom(&temporal->ltl, temporal->atoms.len);
    vec_push(&temporal->atoms, formula);
    return true;
}

bool temporal_add_deadlock(struct temporal *temporal, bool is_dead,
                           ltl_id *atom)
{
    struct formula_builder *const b = formula_builder_create();
    const uint32_t node = formula_builder_deadlock(b);
    struct diag ignored = {0};
    struct formula *const formula =
        formula_builder_make(b, node, !is_dead, &ignored);

    return temporal_add(temporal, formula,
                        formula_builder_finish(b, node, is_dead, &ignored),
                        atom, &ignored);
}

/* --- quantifiers ---------------------------------------------------------- */

ltl_id temporal_next(struct temporal *temporal, ltl_id part)
{
    return part <= LTL_YES ? ltl_append(&temporal->ltl, LTL_NEXT, part, 0)
                           : ltl_next(&temporal->ltl, part);
}

bool temporal_is_state(const struct temporal *temporal, ltl_id formula)
{
    bool *const is_part = ltl_parts(&temporal->ltl, formula);
    bool is = true;

    for (ltl_id id = 0; id <= formula && is; id++)
        is = !is_part[id] || temporal->ltl.nodes.at[id].op < LTL_NEXT;
    mem_free(is_part);
    return is;
}

const struct temporal_quantified *
temporal_quantified_of(const struct temporal *temporal, ltl_id condition)
{
    const struct ltl_node node = temporal->ltl.nodes.at[condition];

    return (node.op == LTL_ATOM || node.op == LTL_NOT) &&
                   node.left >= TEMPORAL_ATOMS
               ? &temporal->quantified.at[node.left - TEMPORAL_ATOMS]
               : NULL;
}

/* No law of LTL may touch an X. */
bool temporal_is_quantified(struct temporal *temporal, ltl_id id,
                            struct temporal_quantified *part)
{
    const struct temporal_quantified *const of =
        temporal_quantified_of(temporal, id);
    struct ltl *const ltl = &temporal->ltl;

    if (!of || ltl->nodes.at[of->path].op == LTL_NEXT)
        return false;
    *part = *of;
    if (ltl->nodes.at[id].op == LTL_NOT) {
        part->all = !part->all;
        part->path = ltl_negation(ltl, part->path);
    }
    return true;
}

/* Q a U b, or Q a R b, where b is quantified itself: an equivalent path formula
 * under the same quantifier, or a condition (THEORY, Theorem 114):
 *
 *     Q a U (Q a U c) = Q a U c        Q a R (Q a R c) = Q a R c
 *     A a U A F c = A F c              E a R E G c = E G c
 *     E F (Q a U c) = E F c            A G (Q a R c) = A G c
 *     A F (A a U c) = A F c            E G (E a R c) = E G c */
static ltl_id shorten(struct temporal *temporal, bool all, ltl_id path)
{
    while (!temporal_is_state(temporal, path)) {
        const struct ltl_node node = temporal->ltl.nodes.at[path];
        const bool is_until = node.op == LTL_UNTIL;
        const ltl_id always = is_until ? LTL_YES : LTL_NO;
        struct temporal_quantified part;
        struct ltl_node inner;

        if (node.op == LTL_NEXT ||
            !temporal_is_quantified(temporal, node.right, &part))
            break;
        inner = temporal->ltl.nodes.at[part.path];
        if (inner.op != node.op || (all == is_until && part.all != all))
            break;
        if (part.all == all && (inner.left == node.left ||
                                (inner.left == always && all == is_until)))
            return node.right;
        if (node.left != always)
            break;
        path = ltl_binary(&temporal->ltl, node.op, always, inner.right);
    }
    return path;
}

/* The quantified part as an atom.  E of what is eventual is that, too, and A of
 * what is universal. */
static ltl_id atom_of(struct temporal *temporal, bool all, ltl_id path)
{
    const struct temporal_quantified quantified = {all, path};
    const struct ltl_node node = temporal->ltl.nodes.at[path];
    uint32_t k = 0;

    while (k < temporal->quantified.len &&
           (temporal->quantified.at[k].all != all ||
            temporal->quantified.at[k].path != path))
        k++;
    if (k == temporal->quantified.len)
        vec_push(&temporal->quantified, quantified);
    return ltl_atom_of(&temporal->ltl, TEMPORAL_ATOMS + k,
                       !all && node.is_eventual, all && node.is_universal);
}

ltl_id temporal_quantify(struct temporal *temporal, bool all, ltl_id path)
{
    const struct ltl_node node = temporal->ltl.nodes.at[path];

    if (temporal_is_state(temporal, path))
        return path;
    if (node.op == LTL_NEXT && node.left == (all ? LTL_YES : LTL_NO))
        return node.left;
    if (node.op < LTL_NEXT || !temporal_is_state(temporal, node.left) ||
        (node.op != LTL_NEXT && !temporal_is_state(temporal, node.right)))
        return UINT32_MAX;
    path = shorten(temporal, all, path);
    return temporal_is_state(temporal, path) ? path
                                             : atom_of(temporal, all, path);
}

/* --- what CTL needs ------------------------------------------------------- */

/* Notes the atoms and quantified parts in a formula. */
static void note_atoms(const struct temporal *temporal, ltl_id id, bool *needed)
{
    bool *const is_part = ltl_parts(&temporal->ltl, id);

    for (ltl_id i = 0; i <= id; i++) {
        const struct ltl_node node = temporal->ltl.nodes.at[i];

        if (is_part[i] && (node.op == LTL_ATOM || node.op == LTL_NOT))
            needed[node.left] = true;
    }
    mem_free(is_part);
}

/* Those that the truth of the formula depends on.  Parts of a quantified part
 * have smaller numbers. */
static bool *list_needed(const struct temporal *temporal)
{
    const uint32_t n = temporal->quantified.len;
    bool *const needed = mem_zero(TEMPORAL_ATOMS + n, sizeof *needed);

    note_atoms(temporal, temporal->sought, needed);
    for (uint32_t k = n; k-- > 0;)
        if (needed[TEMPORAL_ATOMS + k])
            note_atoms(temporal, temporal->quantified.at[k].path, needed);
    return needed;
}

struct temporal *temporal_trim(struct temporal *temporal)
{
    const uint32_t n = temporal->quantified.len;
    uint32_t *const names = mem_zero(TEMPORAL_ATOMS + n, sizeof *names);
    bool *const needed = list_needed(temporal);
    struct temporal *const twin = temporal_create();

    for (uint32_t i = 0; i < temporal->atoms.len; i++) {
        if (!needed[i])
            continue;
        names[i] = twin->atoms.len;
        vec_push(&twin->atoms, temporal->atoms.at[i]);
        temporal->atoms.at[i] = NULL;
    }
    for (uint32_t k = 0; k < n; k++) {
        struct temporal_quantified part = temporal->quantified.at[k];

        if (!needed[TEMPORAL_ATOMS + k])
            continue;
        names[TEMPORAL_ATOMS + k] = TEMPORAL_ATOMS + twin->quantified.len;
        part.path = ltl_copy(&twin->ltl, &temporal->ltl, part.path, names);
        vec_push(&twin->quantified, part);
    }
    twin->sought =
        ltl_copy(&twin->ltl, &temporal->ltl, temporal->sought, names);
    mem_free(needed);
    mem_free(names);
    temporal_destroy(temporal);
    return twin;
}

bool temporal_to_paths(struct temporal *temporal, bool *all)
{
    struct temporal_quantified part;

    *all = false;
    if (temporal->sought <= LTL_YES)
        return true;
    if (temporal->quantified.len != 1 ||
        !temporal_is_quantified(temporal, temporal->sought, &part))
        return false;
    *all = part.all;
    temporal->sought =
        part.all ? ltl_negation(&temporal->ltl, part.path) : part.path;
    vec_clear(&temporal->quantified);
    return true;
}

/* --- the same question ---------------------------------------------------- */

bool temporal_equal(const struct temporal *a, const struct temporal *b)
{
    uint32_t names[TEMPORAL_ATOMS];
    struct ltl ltl;
    bool equal;

    for (uint32_t i = 0; i < b->atoms.len; i++) {
        names[i] = a->atoms.len + i;
        for (uint32_t k = 0; k < a->atoms.len; k++)
            if (formula_equal(a->atoms.at[k], b->atoms.at[i]))
                names[i] = k;
    }
    ltl_init(&ltl);
    equal = ltl_rename(&ltl, &a->ltl, a->sought, NULL) ==
            ltl_rename(&ltl, &b->ltl, b->sought, names);
    ltl_finish(&ltl);
    return equal;
}

/* --- runs ----------------------------------------------------------------- */

uint64_t temporal_letter_after(const struct temporal *temporal,
                               struct formula_marking at, uint64_t letter,
                               uint64_t changed)
{
    letter &= ~changed;
    for (; changed; changed &= changed - 1) {
        const uint32_t i = bits_lowest(changed);

        if (formula_holds_at(temporal->atoms.at[i], at))
            letter |= UINT64_C(1) << i;
    }
    return letter;
}

uint64_t temporal_letter_work(const struct temporal *temporal, uint64_t changed)
{
    enum { ATOM_COST = 40, LEAF_COST = 4 };
    uint64_t work = 0;

    for (; changed; changed &= changed - 1)
        work +=
            ATOM_COST +
            LEAF_COST *
                (uint64_t)temporal->atoms.at[bits_lowest(changed)]->nodes.len;
    return work;
}

uint64_t temporal_letter(const struct temporal *temporal, const struct net *net,
                         const bits_word *m)
{
    return temporal_letter_at(
        temporal, (struct formula_marking){.net = net, .marking = m});
}

bool temporal_fair_sets(const struct temporal *temporal,
                        const struct buchi *automaton, uint64_t *sets)
{
    const uint32_t n = automaton->n_sets + temporal->fair.len;

    if (n > BUCHI_SETS)
        return false;
    *sets = buchi_sets(n);
    return true;
}

uint64_t *temporal_changes(const struct temporal *temporal,
                           const struct net *net)
{
    uint64_t *const users = mem_zero(net_place_count(net), sizeof *users);
    uint64_t *const changes = mem_zero(net_trans_count(net), sizeof *changes);
    uint64_t always = 0;

    for (uint32_t i = 0; i < temporal->atoms.len; i++) {
        const uint64_t atom = UINT64_C(1) << i;
        net_place_list places = {0};

        if (formula_places(temporal->atoms.at[i], net, &places))
            always |= atom;
        for (uint32_t k = 0; k < places.len; k++)
            users[places.at[k]] |= atom;
        vec_free(&places);
    }
    for (trans_id t = 0; t < net_trans_count(net); t++) {
        const struct net_place_span spans[] = {net_pre(net, t),
                                               net_post(net, t)};

        changes[t] = always;
        for (uint32_t k = 0; k < 2; k++)
            for (uint32_t i = 0; i < spans[k].len; i++)
                changes[t] |= users[spans[k].at[i]];
        changes[net_given_trans(net, t)] |= changes[t];
    }
    mem_free(users);
    return changes;
}

/* The letters of the markings of the run, unless letters is NULL.  False with a
 * report: it cannot be fired, or does not repeat. */
static bool read_run(const struct temporal *temporal, const struct net *net,
                     const uint32_t *run, uint32_t len, uint32_t loop,
                     uint64_t *letters, struct diag *diag)
{
    const uint32_t words = marking_words(net);
    bits_word *const m = marking_create(net);
    bits_word *const start = mem_zero(words, sizeof *start);
    bool good = true;

    for (uint32_t i = 0; i <= len && good; i++) {
        if (letters)
            letters[i] = temporal_letter(temporal, net, m);
        if (i == loop)
            memcpy(start, m, words * sizeof *m);
        good =
            i == len || marking_fire_given(net, m, run[i], run[i], NULL) ||
            diag_input(diag, NULL, "step %u of the run cannot be fired", i + 1);
    }
    good = good &&
           (loop == LTL_OPEN ||
            (loop == len ? marking_is_dead(net, m)
                         : !memcmp(start, m, words * sizeof *m)) ||
            diag_input(diag, NULL, "the run does not repeat from step %u on",
                       loop + 1));
    mem_free(m);
    mem_free(start);
    return good;
}

bool temporal_repeats(const struct net *net, const uint32_t *run, uint32_t len,
                      uint32_t loop, struct diag *diag)
{
    return read_run(NULL, net, run, len, loop, NULL, diag);
}

bool temporal_truth(const struct temporal *temporal, const struct net *net,
                    const uint32_t *run, uint32_t len, uint32_t loop,
                    uint64_t *letters, bool *holds, struct diag *diag)
{
    const struct ltl_word word = {letters, loop < len ? len : len + 1, loop};

    if (loop > len && loop != LTL_OPEN)
        return diag_input(diag, NULL, "the run has no step %u", loop + 1);
    if (!read_run(temporal, net, run, len, loop, letters, diag))
        return false;
    ltl_evaluate(&temporal->ltl,
                 loop == LTL_OPEN ? temporal->begun : temporal->sought, &word,
                 holds);
    if (loop < len)
        holds[len] = holds[loop];
    return true;
}

/* Of a run that repeats: does each transition of `fair` fire again and again,
 * or is disabled again and again? */
static bool is_fair(const struct temporal *temporal, const struct net *net,
                    const uint32_t *run, uint32_t len, uint32_t loop)
{
    bits_word *const m = marking_create(net);
    uint64_t bits = 0;

    for (uint32_t i = 0; i < len; i++) {
        if (i >= loop)
            bits |= temporal_fair_steps(temporal, 0, net, m, run[i]);
        (void)marking_fire_given(net, m, run[i], run[i], NULL);
    }
    mem_free(m);
    return temporal->fair.len == bits_count(&bits, 1);
}

bool temporal_holds(const struct temporal *temporal, const struct net *net,
                    const uint32_t *run, uint32_t len, uint32_t loop,
                    struct diag *diag)
{
    uint64_t *const letters = mem_alloc((size_t)len + 1, sizeof *letters);
    bool *const holds = mem_alloc((size_t)len + 1, sizeof *holds);
    const bool good =
        temporal_truth(temporal, net, run, len, loop, letters, holds, diag) &&
        (holds[0] ||
         diag_input(diag, NULL, "the formula is not as said on the run")) &&
        (!temporal->fair.len || loop >= len ||
         is_fair(temporal, net, run, len, loop) ||
         diag_input(diag, NULL, "the run is not fair"));

    mem_free(letters);
    mem_free(holds);
    return good;
}
