#include "formats/boolean/cover.h"

#include "base/mem.h"

/* So many paths that to expand them all would be too much work. */
enum { MOST_PATHS = 1 << 17 };

/* -- The decision tree -- */

struct cover_branch {
    uint32_t code, row; /* where they begin on the stacks, up to the top */
};

struct cover_tree {
    VEC(struct cover_branch) branches;
    VEC(int32_t) codes;
    VEC(bits_word) rows;
    VEC(int32_t) code;    /* of the branch at work */
    VEC(uint32_t) starts; /* scratch: where operands begin */
    bits_word *row;       /* of the branch at work */
    uint32_t *counts;     /* by variable */
    uint32_t n_variables, n_words;
};

static bool is_constant(int32_t code)
{
    return code == BNET_FALSE || code == BNET_TRUE;
}

/* Ends the code with the operator; an operand that is constant decides the
 * result, or leaves the other one.  The second operand begins at b. */
static void put_binary(struct cover_tree *tree, uint32_t a, uint32_t b,
                       int32_t code)
{
    const int32_t decides = code == BNET_AND ? BNET_FALSE : BNET_TRUE;
    const int32_t first = tree->codes.at[a], second = tree->codes.at[b];
    const uint32_t end = tree->codes.len;

    if (first == decides || is_constant(second)) {
        tree->codes.len = b;
        if (second == decides) {
            tree->codes.len = a;
            vec_push(&tree->codes, decides);
        } else if (first == decides) {
            tree->codes.len = a + 1;
        }
    } else if (is_constant(first)) {
        for (uint32_t i = b; i < end; i++)
            tree->codes.at[a + i - b] = tree->codes.at[i];
        tree->codes.len = a + end - b;
    } else {
        vec_push(&tree->codes, code);
    }
}

static void put_not(struct cover_tree *tree, uint32_t a)
{
    const int32_t operand = tree->codes.at[a];

    if (is_constant(operand))
        tree->codes.at[a] = operand == BNET_TRUE ? BNET_FALSE : BNET_TRUE;
    else
        vec_push(&tree->codes, BNET_NOT);
}

/* Adds the branch at work where the variable has the value.  Constants begin
 * with their code, and so does nothing else, since operands come first. */
static void push_branch(struct cover_tree *tree, uint32_t v, bool value)
{
    const struct cover_branch branch = {tree->codes.len, tree->rows.len};

    vec_clear(&tree->starts);
    for (uint32_t i = 0; i < tree->code.len; i++) {
        const int32_t code = tree->code.at[i];

        if (code == BNET_AND || code == BNET_OR) {
            const uint32_t b = vec_pop(&tree->starts);

            put_binary(tree, vec_top(&tree->starts)[0], b, code);
        } else if (code == BNET_NOT) {
            put_not(tree, vec_top(&tree->starts)[0]);
        } else {
            vec_push(&tree->starts, tree->codes.len);
            vec_push(&tree->codes, code != (int32_t)v ? code
                                   : value            ? BNET_TRUE
                                                      : BNET_FALSE);
        }
    }
    vec_append_n(&tree->rows, tree->row, tree->n_words);
    if (v < tree->n_variables)
        bits_add(tree->rows.at + branch.row, primes_literal(v, value));
    vec_push(&tree->branches, branch);
}

static void pop_branch(struct cover_tree *tree)
{
    const struct cover_branch branch = vec_pop(&tree->branches);

    vec_clear(&tree->code);
    for (uint32_t i = branch.code; i < tree->codes.len; i++)
        vec_push(&tree->code, tree->codes.at[i]);
    bits_copy(tree->row, tree->rows.at + branch.row, tree->n_words);
    tree->codes.len = branch.code;
    tree->rows.len = branch.row;
}

/* The variable that the code names most often. */
static uint32_t choose(struct cover_tree *tree)
{
    uint32_t best = 0;

    for (uint32_t i = 0; i < tree->code.len; i++)
        if (tree->code.at[i] >= 0)
            tree->counts[tree->code.at[i]] = 0;
    for (uint32_t i = 0; i < tree->code.len; i++)
        if (tree->code.at[i] >= 0) {
            const uint32_t v = (uint32_t)tree->code.at[i];

            tree->counts[v]++;
            if (i == 0 || tree->counts[v] > tree->counts[best])
                best = v;
        }
    return best;
}

static bool decide(struct cover_tree *tree, struct primes *holds,
                   struct primes *fails, uint64_t *work)
{
    while (tree->branches.len) {
        pop_branch(tree);
        if (!primes_spend(work, tree->code.len + tree->n_words) ||
            primes_count(holds) + primes_count(fails) > MOST_PATHS)
            return false;
        if (is_constant(tree->code.at[0])) {
            primes_append(tree->code.at[0] == BNET_TRUE ? holds : fails,
                          tree->row);
        } else {
            const uint32_t v = choose(tree);

            push_branch(tree, v, false);
            push_branch(tree, v, true);
        }
    }
    return true;
}

/* The paths of the decision tree. */
static bool find_paths(const struct cover_function *f, struct primes *holds,
                       struct primes *fails, uint64_t *work)
{
    struct cover_tree tree = {.n_variables = f->n_variables,
                              .n_words = primes_words(f->n_variables)};
    bool good;

    tree.row = mem_zero(tree.n_words, sizeof *tree.row);
    tree.counts = mem_zero(f->n_variables + 1, sizeof *tree.counts);
    vec_append_n(&tree.code, f->code, f->len);
    push_branch(&tree, f->n_variables, false);
    good = decide(&tree, holds, fails, work);
    vec_free(&tree.branches);
    vec_free(&tree.codes);
    vec_free(&tree.rows);
    vec_free(&tree.code);
    vec_free(&tree.starts);
    mem_free(tree.row);
    mem_free(tree.counts);
    return good;
}

/* -- Prime implicants -- */

static bool meets(const struct primes *f, const bits_word *row)
{
    for (uint32_t i = 0; i < primes_count(f); i++)
        if (!primes_are_disjoint(primes_row(f, i), row, f->n_words))
            return true;
    return false;
}

bool cover_expand(const struct primes *f, const struct primes *outside,
                  struct primes *result, uint64_t *work)
{
    const uint32_t n = f->n_words;
    bits_word *const row = mem_alloc(n, sizeof *row);
    bool good = true;

    *result = (struct primes){.n_words = n};
    for (uint32_t i = 0; i < primes_count(f) && good; i++) {
        bits_copy(row, primes_row(f, i), n);
        good = primes_spend(work, result->rows.len);
        if (primes_contain(result, row))
            continue;
        for (uint32_t l = bits_next(row, 0, 64 * n); l < 64 * n && good;
             l = bits_next(row, l + 1, 64 * n)) {
            bits_remove(row, l);
            if (meets(outside, row))
                bits_add(row, l);
            good = primes_spend(work, outside->rows.len);
        }
        primes_append(result, row);
    }
    mem_free(row);
    return good;
}

bool cover_find(const struct cover_function *f, struct primes *holds,
                struct primes *fails, uint64_t *work)
{
    const uint32_t n_words = primes_words(f->n_variables);
    struct primes is = {.n_words = n_words}, is_not = is;
    bool good;

    *holds = *fails = (struct primes){.n_words = n_words};
    good = find_paths(f, &is, &is_not, work);
    good = good && cover_expand(&is, &is_not, holds, work) &&
           cover_expand(&is_not, holds, fails, work);
    primes_free(&is);
    primes_free(&is_not);
    return good;
}
