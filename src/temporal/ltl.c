#include "temporal/ltl.h"

/* The laws by which formulas are simplified when they are made.  e: holds of a
 * word if it holds of one of its suffixes (eventual), u: of all suffixes of a
 * word of which it holds (universal).
 *
 *     a and a = a                  a or a = a            and with true, false
 *     X true = true                X e,u = e,u
 *     X a and X b = X (a and b)    X a or X b = X (a or b)
 *     a U e = e                    a R u = u
 *     a U a = a                    a R a = a             and with true, false
 *     a U (a U b) = a U b          a R (a R b) = a R b
 *     F (a U b) = F b              G (a R b) = G b
 *     X a U X b = X (a U b)        X a R X b = X (a R b)
 *     F a or F b = F (a or b)      G a and G b = G (a and b)
 *
 * An atom is neither e nor u, unless ltl_atom_of() makes it. */

/* --- the store ------------------------------------------------------------ */

static bool is_same(const struct ltl_node *a, const struct ltl_node *b)
{
    return a->op == b->op && a->left == b->left && a->right == b->right;
}

static ltl_id intern(struct ltl *ltl, struct ltl_node node)
{
    const uint32_t h = hash_mix(
        hash_mix(hash_mix(0, (uint32_t)node.op), node.left), node.right);

    for (uint32_t id, p = hash_first(&ltl->index, h);
         (id = hash_id(&ltl->index, p)) != HASH_FREE;
         p = hash_next(&ltl->index, p))
        if (hash_at(&ltl->index, p) == h && is_same(&ltl->nodes.at[id], &node))
            return id;
    hash_put(&ltl->index, h, ltl->nodes.len);
    vec_push(&ltl->nodes, node);
    return ltl->nodes.len - 1;
}

void ltl_init(struct ltl *ltl)
{
    *ltl = (struct ltl){0};
    for (enum ltl_op op = LTL_FALSE; op <= LTL_TRUE; op++)
        (void)intern(ltl, (struct ltl_node){.op = op,
                                            .is_eventual = true,
                                            .is_universal = true});
}

void ltl_finish(struct ltl *ltl)
{
    vec_free(&ltl->nodes);
    hash_finish(&ltl->index);
}

static struct ltl_node node_at(const struct ltl *ltl, ltl_id id)
{
    return ltl->nodes.at[id];
}

static bool is_op(const struct ltl *ltl, ltl_id id, enum ltl_op op)
{
    return ltl->nodes.at[id].op == op;
}

/* Is it F of something, or G? */
static bool is_finally(const struct ltl *ltl, ltl_id id)
{
    return is_op(ltl, id, LTL_UNTIL) && ltl->nodes.at[id].left == LTL_YES;
}

static bool is_globally(const struct ltl *ltl, ltl_id id)
{
    return is_op(ltl, id, LTL_RELEASE) && ltl->nodes.at[id].left == LTL_NO;
}

/* --- making --------------------------------------------------------------- */

ltl_id ltl_append(struct ltl *ltl, enum ltl_op op, uint32_t left,
                  uint32_t right)
{
    return intern(ltl,
                  (struct ltl_node){.op = op, .left = left, .right = right});
}

ltl_id ltl_atom(struct ltl *ltl, uint32_t atom)
{
    return ltl_append(ltl, LTL_ATOM, atom, 0);
}

ltl_id ltl_atom_of(struct ltl *ltl, uint32_t atom, bool is_eventual,
                   bool is_universal)
{
    return intern(ltl, (struct ltl_node){.op = LTL_ATOM,
                                         .left = atom,
                                         .is_eventual = is_eventual,
                                         .is_universal = is_universal});
}

ltl_id ltl_next(struct ltl *ltl, ltl_id part)
{
    const struct ltl_node node = node_at(ltl, part);

    if (node.is_eventual && node.is_universal)
        return part;
    return intern(ltl, (struct ltl_node){.op = LTL_NEXT,
                                         .left = part,
                                         .is_eventual = node.is_eventual,
                                         .is_universal = node.is_universal});
}

static bool is_negation(const struct ltl *ltl, ltl_id a, ltl_id b)
{
    const struct ltl_node left = node_at(ltl, a), right = node_at(ltl, b);

    return left.left == right.left &&
           ((left.op == LTL_ATOM && right.op == LTL_NOT) ||
            (left.op == LTL_NOT && right.op == LTL_ATOM));
}

/* X, n times. */
static ltl_id delay(struct ltl *ltl, ltl_id part, uint32_t n)
{
    while (n-- > 0)
        part = ltl_next(ltl, part);
    return part;
}

static ltl_id join(struct ltl *ltl, enum ltl_op op, ltl_id a, ltl_id b);

/* F of the parts of two F; G of the parts of two G.  A part of F is neither an
 * F nor an X, and one of G neither a G nor an X: so this nests no further. */
static ltl_id join_parts(struct ltl *ltl, enum ltl_op op, ltl_id a, ltl_id b)
{
    const ltl_id part =
        join(ltl, op, ltl->nodes.at[a].right, ltl->nodes.at[b].right);

    return op == LTL_OR ? ltl_finally(ltl, part) : ltl_globally(ltl, part);
}

static ltl_id join(struct ltl *ltl, enum ltl_op op, ltl_id a, ltl_id b)
{
    const ltl_id neutral = op == LTL_AND ? LTL_YES : LTL_NO;
    uint32_t n_next = 0;
    ltl_id made;

    for (; is_op(ltl, a, LTL_NEXT) && is_op(ltl, b, LTL_NEXT); n_next++) {
        a = ltl->nodes.at[a].left;
        b = ltl->nodes.at[b].left;
    }

    const struct ltl_node left = node_at(ltl, a), right = node_at(ltl, b);

    if (a == b || b == neutral)
        made = a;
    else if (a == neutral)
        made = b;
    else if (a <= LTL_YES || b <= LTL_YES || is_negation(ltl, a, b))
        made = op == LTL_AND ? LTL_NO : LTL_YES;
    else if (op == LTL_OR ? is_finally(ltl, a) && is_finally(ltl, b)
                          : is_globally(ltl, a) && is_globally(ltl, b))
        made = join_parts(ltl, op, a, b);
    else
        made = intern(
            ltl, (struct ltl_node){
                     .op = op,
                     .left = a < b ? a : b,
                     .right = a < b ? b : a,
                     .is_eventual = left.is_eventual && right.is_eventual,
                     .is_universal = left.is_universal && right.is_universal});
    return delay(ltl, made, n_next);
}

/* a U b; or the dual, a R b. */
static ltl_id until(struct ltl *ltl, enum ltl_op op, ltl_id a, ltl_id b)
{
    const bool is_until = op == LTL_UNTIL;
    const ltl_id always = is_until ? LTL_YES : LTL_NO;
    uint32_t n_next = 0;

    for (;;) {
        if (is_op(ltl, b, LTL_NEXT) && (a == always || is_op(ltl, a, LTL_NEXT)))
            n_next++;
        else if (a != always || !is_op(ltl, b, op))
            break;
        b = is_op(ltl, b, op) ? ltl->nodes.at[b].right : ltl->nodes.at[b].left;
        a = a == always ? a : ltl->nodes.at[a].left;
    }

    const struct ltl_node right = node_at(ltl, b);

    if (a != b && a != (is_until ? LTL_NO : LTL_YES) &&
        !(is_until ? right.is_eventual : right.is_universal) &&
        !(right.op == op && right.left == a))
        b = intern(
            ltl, (struct ltl_node){.op = op,
                                   .left = a,
                                   .right = b,
                                   .is_eventual = (is_until && a == always) ||
                                                  right.is_eventual,
                                   .is_universal = (!is_until && a == always) ||
                                                   right.is_universal});
    return delay(ltl, b, n_next);
}

ltl_id ltl_binary(struct ltl *ltl, enum ltl_op op, ltl_id left, ltl_id right)
{
    ASSERT(left < ltl->nodes.len && right < ltl->nodes.len);
    return op == LTL_AND || op == LTL_OR ? join(ltl, op, left, right)
                                         : until(ltl, op, left, right);
}

ltl_id ltl_finally(struct ltl *ltl, ltl_id part)
{
    return until(ltl, LTL_UNTIL, LTL_YES, part);
}

ltl_id ltl_globally(struct ltl *ltl, ltl_id part)
{
    return until(ltl, LTL_RELEASE, LTL_NO, part);
}

/* --- whole formulas ------------------------------------------------------- */

bool *ltl_parts(const struct ltl *ltl, ltl_id formula)
{
    bool *const is_part = mem_zero(formula + 1, sizeof *is_part);

    is_part[formula] = true;
    for (ltl_id id = formula + 1; id-- > 0;) {
        const struct ltl_node node = node_at(ltl, id);

        if (!is_part[id] || node.op < LTL_AND)
            continue;
        is_part[node.left] = true;
        if (node.op != LTL_NEXT)
            is_part[node.right] = true;
    }
    return is_part;
}

/* A formula made anew, part by part. */
struct rewriting {
    struct ltl *to;
    const struct ltl *from;
    ltl_id *made; /* by part: what has become of it */
    uint64_t atoms, letter;
    const uint32_t *names;
};

static ltl_id rewrite(struct rewriting rewriting, ltl_id formula,
                      ltl_id (*make)(const struct rewriting *rewriting,
                                     ltl_id id))
{
    bool *const is_part = ltl_parts(rewriting.from, formula);
    ltl_id made;

    rewriting.made = mem_zero(formula + 1, sizeof *rewriting.made);
    for (ltl_id id = 0; id <= formula; id++)
        if (is_part[id])
            rewriting.made[id] = make(&rewriting, id);
    made = rewriting.made[formula];
    mem_free(rewriting.made);
    mem_free(is_part);
    return made;
}

/* The operator op with the parts of the node. */
static ltl_id make_with_parts(const struct rewriting *rewriting, enum ltl_op op,
                              struct ltl_node node)
{
    return op == LTL_NEXT
               ? ltl_next(rewriting->to, rewriting->made[node.left])
               : ltl_binary(rewriting->to, op, rewriting->made[node.left],
                            rewriting->made[node.right]);
}

enum ltl_op ltl_dual(enum ltl_op op)
{
    static const enum ltl_op duals[] = {
        [LTL_FALSE] = LTL_TRUE,    [LTL_TRUE] = LTL_FALSE,
        [LTL_ATOM] = LTL_NOT,      [LTL_NOT] = LTL_ATOM,
        [LTL_AND] = LTL_OR,        [LTL_OR] = LTL_AND,
        [LTL_NEXT] = LTL_NEXT,     [LTL_UNTIL] = LTL_RELEASE,
        [LTL_RELEASE] = LTL_UNTIL,
    };

    return duals[op];
}

static ltl_id negate(const struct rewriting *rewriting, ltl_id id)
{
    const struct ltl_node node = node_at(rewriting->from, id);

    return node.op < LTL_AND
               ? intern(rewriting->to,
                        (struct ltl_node){.op = ltl_dual(node.op),
                                          .left = node.left,
                                          .is_eventual = node.is_universal,
                                          .is_universal = node.is_eventual})
               : make_with_parts(rewriting, ltl_dual(node.op), node);
}

ltl_id ltl_negation(struct ltl *ltl, ltl_id formula)
{
    return rewrite((struct rewriting){.to = ltl, .from = ltl}, formula, negate);
}

/* Does the letter have the atom, or lack the one of LTL_NOT? */
static bool is_so(const struct ltl_node *node, uint64_t letter)
{
    return (letter >> node->left & 1) == (node->op == LTL_ATOM);
}

/* a U b where a holds at the first letter and b does not is as true behind it;
 * and the dual. */
static bool is_put_off(const struct ltl_node *node, const ltl_id *begun)
{
    const bool is_until = node->op == LTL_UNTIL;

    return (is_until || node->op == LTL_RELEASE) &&
           begun[node->left] == (is_until ? LTL_YES : LTL_NO) &&
           begun[node->right] == (is_until ? LTL_NO : LTL_YES);
}

static ltl_id begin(const struct rewriting *rewriting, ltl_id id)
{
    const struct ltl_node node = node_at(rewriting->from, id);
    const ltl_id *const begun = rewriting->made;
    const bool is_until = node.op == LTL_UNTIL;

    switch (node.op) {
    case LTL_FALSE:
    case LTL_TRUE:
        break;
    case LTL_ATOM:
    case LTL_NOT:
        return is_so(&node, rewriting->letter) ? LTL_YES : LTL_NO;
    case LTL_AND:
    case LTL_OR:
        return join(rewriting->to, node.op, begun[node.left],
                    begun[node.right]);
    case LTL_NEXT:
        return is_put_off(&rewriting->from->nodes.at[node.left], begun)
                   ? node.left
                   : id;
    case LTL_UNTIL:
    case LTL_RELEASE:
        if (begun[node.right] == (is_until ? LTL_YES : LTL_NO) ||
            begun[node.left] == (is_until ? LTL_NO : LTL_YES))
            return begun[node.right];
        break;
    }
    return id;
}

ltl_id ltl_begin(struct ltl *ltl, ltl_id formula, uint64_t letter)
{
    return rewrite((struct rewriting){.to = ltl, .from = ltl, .letter = letter},
                   formula, begin);
}

static ltl_id settle(const struct rewriting *rewriting, ltl_id id)
{
    const struct ltl_node node = node_at(rewriting->from, id);

    if (node.op >= LTL_AND)
        return make_with_parts(rewriting, node.op, node);
    if (node.op <= LTL_TRUE || !(rewriting->atoms >> node.left & 1))
        return id;
    return is_so(&node, rewriting->letter) ? LTL_YES : LTL_NO;
}

ltl_id ltl_settle(struct ltl *ltl, ltl_id formula, uint64_t atoms,
                  uint64_t letter)
{
    return rewrite(
        (struct rewriting){
            .to = ltl, .from = ltl, .atoms = atoms, .letter = letter},
        formula, settle);
}

static ltl_id copy(const struct rewriting *rewriting, ltl_id id)
{
    struct ltl_node node = node_at(rewriting->from, id);

    if (node.op >= LTL_AND) {
        node.left = rewriting->made[node.left];
        node.right = rewriting->made[node.right];
    } else if (node.op >= LTL_ATOM && rewriting->names) {
        node.left = rewriting->names[node.left];
    }
    return intern(rewriting->to, node);
}

ltl_id ltl_copy(struct ltl *to, const struct ltl *from, ltl_id formula,
                const uint32_t *names)
{
    return rewrite((struct rewriting){.to = to, .from = from, .names = names},
                   formula, copy);
}

static ltl_id rename_atoms(const struct rewriting *rewriting, ltl_id id)
{
    const struct ltl_node node = node_at(rewriting->from, id);

    return node.op >= LTL_AND ? make_with_parts(rewriting, node.op, node)
                              : copy(rewriting, id);
}

ltl_id ltl_rename(struct ltl *to, const struct ltl *from, ltl_id formula,
                  const uint32_t *names)
{
    return rewrite((struct rewriting){.to = to, .from = from, .names = names},
                   formula, rename_atoms);
}

uint64_t ltl_atom_set(const struct ltl *ltl, ltl_id formula)
{
    bool *const is_part = ltl_parts(ltl, formula);
    uint64_t atoms = 0;

    for (ltl_id i = 0; i <= formula; i++)
        if (is_part[i] &&
            (ltl->nodes.at[i].op == LTL_ATOM || ltl->nodes.at[i].op == LTL_NOT))
            atoms |= UINT64_C(1) << ltl->nodes.at[i].left;
    mem_free(is_part);
    return atoms;
}

bool ltl_is_without_next(const struct ltl *ltl, ltl_id formula)
{
    bool *const is_part = ltl_parts(ltl, formula);
    bool is_without = true;

    for (ltl_id id = 0; id <= formula; id++)
        is_without &= !is_part[id] || !is_op(ltl, id, LTL_NEXT);
    mem_free(is_part);
    return is_without;
}

/* --- a word --------------------------------------------------------------- */

/* The truth of a U b, or of a R b, at each letter.  The value at a letter
 * follows from that at the next one; one turn around the loop settles the
 * values there, and the second one those before it. */
static void evaluate_until(const struct ltl_word *word, bool is_until,
                           const bool *a, const bool *b, bool *at)
{
    const bool is_open = word->loop == LTL_OPEN;
    bool next = !is_until && !is_open;

    for (int turn = is_open; turn < 2; turn++) {
        for (uint32_t i = word->n; i-- > 0;)
            next = at[i] =
                is_until ? b[i] || (a[i] && next) : b[i] && (a[i] || next);
        next = at[is_open ? 0 : word->loop];
    }
}

static void evaluate_node(const struct ltl_node *node,
                          const struct ltl_word *word, const bool *a,
                          const bool *b, bool *at)
{
    if (node->op == LTL_UNTIL || node->op == LTL_RELEASE) {
        evaluate_until(word, node->op == LTL_UNTIL, a, b, at);
        return;
    }
    for (uint32_t i = 0; i < word->n; i++) {
        const uint32_t next = i + 1 < word->n ? i + 1 : word->loop;

        switch (node->op) {
        case LTL_FALSE:
        case LTL_TRUE:
            at[i] = node->op == LTL_TRUE;
            break;
        case LTL_ATOM:
        case LTL_NOT:
            at[i] = is_so(node, word->letters[i]);
            break;
        case LTL_AND:
            at[i] = a[i] && b[i];
            break;
        case LTL_OR:
            at[i] = a[i] || b[i];
            break;
        case LTL_NEXT:
            at[i] = next != LTL_OPEN && a[next];
            break;
        case LTL_UNTIL:
        case LTL_RELEASE:
            break;
        }
    }
}

void ltl_evaluate(const struct ltl *ltl, ltl_id formula,
                  const struct ltl_word *word, bool *holds)
{
    const size_t n = word->n;
    bool *const is_part = ltl_parts(ltl, formula);
    bool *const at = mem_alloc((formula + 1) * n, sizeof *at);

    ASSERT(word->loop < word->n || word->loop == LTL_OPEN);
    for (ltl_id id = 0; id <= formula; id++) {
        const struct ltl_node *const node = &ltl->nodes.at[id];
        const bool has_parts = node->op >= LTL_AND;

        if (is_part[id])
            evaluate_node(node, word, at + (has_parts ? node->left * n : 0),
                          at + (has_parts ? node->right * n : 0), at + id * n);
    }
    memcpy(holds, at + formula * n, n * sizeof *holds);
    mem_free(at);
    mem_free(is_part);
}
