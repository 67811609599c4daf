#include "temporal/tableau.h"

#include "base/bits.h"
#include "base/lists.h"

/* What is still to be demanded of the next letter (now) and is demanded of the
 * word behind it (behind): two sets of parts, in `bits` of the builder. */
struct branch {
    uint64_t positive, negative;
    uint64_t put_off; /* the U whose right part is put off */
};

struct part {
    enum ltl_op op;
    uint32_t left, right; /* parts; LTL_ATOM, LTL_NOT: left is the atom */
    uint32_t set;         /* LTL_UNTIL */
};

struct tableau {
    struct buchi *buchi;
    VEC(struct part) parts;
    uint32_t n_words;
    VEC(struct branch) branches;
    VEC(bits_word) bits; /* two sets for each branch */
    bits_word *demanded; /* a set */
    struct lists states; /* by state: the parts in its set */
    VEC(uint32_t) set;   /* scratch: such a list */
    uint32_t most_states;
};

/* --- parts ---------------------------------------------------------------- */

/* Numbers the parts; false when there are too many atoms or sets. */
static bool number_parts(struct tableau *tableau, const struct ltl *ltl,
                         ltl_id formula)
{
    uint32_t *const number = mem_alloc(formula + 1, sizeof *number);
    bool *const is_part = ltl_parts(ltl, formula);
    bool fits = true;

    for (ltl_id id = 0; id <= formula; id++) {
        const struct ltl_node *const node = &ltl->nodes.at[id];
        struct part part = {.op = node->op, .left = node->left};

        if (!is_part[id])
            continue;
        number[id] = tableau->parts.len;
        if (node->op >= LTL_AND)
            part.left = number[node->left];
        if (node->op >= LTL_AND && node->op != LTL_NEXT)
            part.right = number[node->right];
        if (node->op == LTL_UNTIL)
            part.set = tableau->buchi->n_sets++;
        fits &= part.set < BUCHI_SETS &&
                ((node->op != LTL_ATOM && node->op != LTL_NOT) ||
                 node->left < BUCHI_ATOMS);
        vec_push(&tableau->parts, part);
    }
    mem_free(is_part);
    mem_free(number);
    return fits;
}

/* --- states --------------------------------------------------------------- */

static uint32_t state_of(struct tableau *tableau, const bits_word *set)
{
    const uint32_t n = tableau->parts.len;
    uint32_t state;

    vec_clear(&tableau->set);
    for (uint32_t i = bits_next(set, 0, n); i < n; i = bits_next(set, i + 1, n))
        vec_push(&tableau->set, i);
    state = lists_intern(&tableau->states, tableau->set.at, tableau->set.len);
    tableau->buchi->n_states = lists_count(&tableau->states);
    return state;
}

/* --- branches ------------------------------------------------------------- */

/* The sets of the topmost branch; valid until a branch is added. */
static bits_word *now(const struct tableau *tableau)
{
    return tableau->bits.at + tableau->bits.len - 2 * tableau->n_words;
}

static bits_word *behind(const struct tableau *tableau)
{
    return tableau->bits.at + tableau->bits.len - tableau->n_words;
}

/* Another branch that is equal to the topmost one. */
static void divide(struct tableau *tableau)
{
    const struct branch branch = *vec_top(&tableau->branches);
    const uint32_t from = tableau->bits.len - 2 * tableau->n_words;

    vec_push(&tableau->branches, branch);
    for (uint32_t i = 0; i < 2 * tableau->n_words; i++) {
        const bits_word word = tableau->bits.at[from + i];

        vec_push(&tableau->bits, word);
    }
}

static void drop(struct tableau *tableau)
{
    vec_cut(&tableau->branches, tableau->branches.len - 1);
    vec_cut(&tableau->bits, tableau->bits.len - 2 * tableau->n_words);
}

/* The largest part to be demanded of the next letter, which is taken out; or
 * UINT32_MAX. */
static uint32_t take(struct tableau *tableau)
{
    bits_word *const set = now(tableau);

    for (uint32_t i = tableau->n_words; i-- > 0;)
        if (set[i]) {
            const uint32_t bit = bits_highest(set[i]);

            bits_remove(set, 64 * i + bit);
            return 64 * i + bit;
        }
    return UINT32_MAX;
}

/* a U b, or a R b: the way that ends it, and the one that puts it off. */
static void choose(struct tableau *tableau, uint32_t number)
{
    const struct part part = tableau->parts.at[number];
    const bool is_until = part.op == LTL_UNTIL;

    if (!is_until)
        bits_add(now(tableau), part.right);
    if (bits_has(now(tableau), is_until ? part.right : part.left))
        return;
    divide(tableau);
    if (is_until) {
        bits_add(now(tableau), part.left);
        vec_top(&tableau->branches)->put_off |= (uint64_t)1 << part.set;
    }
    bits_add(behind(tableau), number);
    /* The branch below goes the other way. */
    bits_add(now(tableau) - 2 * tableau->n_words,
             is_until ? part.right : part.left);
}

static void either(struct tableau *tableau, const struct part *part)
{
    if (bits_has(now(tableau), part->left) ||
        bits_has(now(tableau), part->right))
        return;
    divide(tableau);
    bits_add(now(tableau), part->left);
    bits_add(now(tableau) - 2 * tableau->n_words, part->right);
}

/* Demands a part of the topmost branch; false when that is impossible. */
static bool demand_part(struct tableau *tableau, uint32_t number)
{
    const struct part part = tableau->parts.at[number];
    struct branch *const branch = vec_top(&tableau->branches);

    switch (part.op) {
    case LTL_FALSE:
        return false;
    case LTL_TRUE:
        return true;
    case LTL_ATOM:
        branch->positive |= (uint64_t)1 << part.left;
        return !(branch->positive & branch->negative);
    case LTL_NOT:
        branch->negative |= (uint64_t)1 << part.left;
        return !(branch->positive & branch->negative);
    case LTL_AND:
        bits_add(now(tableau), part.left);
        bits_add(now(tableau), part.right);
        return true;
    case LTL_OR:
        either(tableau, &part);
        return true;
    case LTL_NEXT:
        bits_add(behind(tableau), part.left);
        return true;
    case LTL_UNTIL:
    case LTL_RELEASE:
        choose(tableau, number);
        return true;
    }
    return false;
}

/* A conjunction in a set is its parts, and true is nothing.  `covered` gets
 * what the rest demands anyhow: b and its parts, of an a R b. */
static void spread(struct tableau *tableau, bits_word *set, bits_word *covered)
{
    bits_clear(covered, tableau->n_words);
    for (uint32_t number = tableau->parts.len; number-- > 0;) {
        const struct part *const part = &tableau->parts.at[number];
        const bool is_in = bits_has(set, number);

        if (is_in && (part->op == LTL_AND || part->op == LTL_TRUE))
            bits_remove(set, number);
        if (!is_in && !bits_has(covered, number))
            continue;
        if (part->op == LTL_AND) {
            bits_add(is_in ? set : covered, part->left);
            bits_add(is_in ? set : covered, part->right);
        } else if (part->op == LTL_RELEASE) {
            bits_add(covered, part->right);
        }
    }
}

/* The set says the same without what another part of it demands. */
static void condense(struct tableau *tableau, bits_word *set)
{
    bits_word *const demanded = tableau->demanded;

    spread(tableau, set, demanded);
    for (uint32_t i = 0; i < tableau->n_words; i++) {
        const bits_word covered = demanded[i];

        demanded[i] |= set[i];
        set[i] &= ~covered;
    }
    for (uint32_t number = 0; number < tableau->parts.len; number++) {
        const struct part *const part = &tableau->parts.at[number];

        if ((part->op == LTL_OR && bits_has(demanded, part->left)) ||
            ((part->op == LTL_OR || part->op == LTL_UNTIL) &&
             bits_has(demanded, part->right)))
            bits_remove(set, number);
    }
}

/* What is demanded of the word behind is the target. */
static void end_branch(struct tableau *tableau, uint32_t first)
{
    const struct branch *const branch = vec_top(&tableau->branches);
    struct buchi_edge edge = {
        .positive = branch->positive,
        .negative = branch->negative,
        .sets = ~branch->put_off,
    };

    condense(tableau, behind(tableau));
    edge.target = state_of(tableau, behind(tableau));
    buchi_add_edge(tableau->buchi, first, &edge);
    drop(tableau);
}

/* The edges of a state; false when there are too many. */
static bool add_edges(struct tableau *tableau, uint32_t state)
{
    const uint32_t first = tableau->buchi->edges.len;
    uint32_t n;
    const uint32_t *const set = lists_at(&tableau->states, state, &n);

    vec_push(&tableau->branches, (struct branch){0});
    vec_fit(&tableau->bits, 2 * tableau->n_words);
    for (uint32_t i = 0; i < n; i++)
        bits_add(now(tableau), set[i]);
    while (tableau->branches.len) {
        const uint32_t part = take(tableau);

        if (part == UINT32_MAX)
            end_branch(tableau, first);
        else if (!demand_part(tableau, part))
            drop(tableau);
        tableau->buchi->work += tableau->n_words;
        if (tableau->buchi->n_states > tableau->most_states ||
            tableau->buchi->edges.len > TABLEAU_EDGES ||
            tableau->buchi->work > TABLEAU_WORK)
            return false;
    }
    return true;
}

static bool add_states(struct tableau *tableau)
{
    struct buchi *const buchi = tableau->buchi;
    bits_word *const initial = mem_zero(tableau->n_words, sizeof *initial);

    bits_add(initial, tableau->parts.len - 1);
    condense(tableau, initial);
    (void)state_of(tableau, initial);
    mem_free(initial);
    for (uint32_t state = 0; state < buchi->n_states; state++) {
        vec_push(&buchi->first, buchi->edges.len);
        if (!add_edges(tableau, state))
            return false;
    }
    vec_push(&buchi->first, buchi->edges.len);
    return true;
}

struct buchi *tableau_plain(const struct ltl *ltl, ltl_id formula,
                            uint32_t most_states, struct diag *diag)
{
    struct buchi *const buchi = mem_zero(1, sizeof *buchi);
    struct tableau tableau = {.buchi = buchi, .most_states = most_states};
    bool good = number_parts(&tableau, ltl, formula);

    if (!good) {
        diag_usage(diag,
                   "the formula has more than %d conditions or more than %d of "
                   "F, U and M",
                   BUCHI_ATOMS, BUCHI_SETS);
    } else {
        tableau.n_words = tableau.parts.len / 64 + 1;
        tableau.demanded = mem_zero(tableau.n_words, sizeof *tableau.demanded);
        good = add_states(&tableau);
        if (!good)
            diag_report(diag, DIAG_LIMIT, NULL, 0, 0,
                        "the automaton of the formula is too large: %u states "
                        "and %u edges so far",
                        buchi->n_states, buchi->edges.len);
    }
    vec_free(&tableau.parts);
    vec_free(&tableau.branches);
    vec_free(&tableau.bits);
    mem_free(tableau.demanded);
    lists_finish(&tableau.states);
    vec_free(&tableau.set);
    if (good)
        return buchi;
    buchi_destroy(buchi);
    return NULL;
}

struct buchi *tableau_create(const struct ltl *ltl, ltl_id formula,
                             uint32_t most_states, struct diag *diag)
{
    struct buchi *const buchi = tableau_plain(ltl, formula, most_states, diag);

    if (buchi)
        buchi_simplify(buchi);
    return buchi;
}
