/* products.c - products of random safe nets and automata, by brute force.
 *
 *     products FIRST COUNT
 *
 * For each seed a net, and temporal formulas of which the fixpoints of
 * temporal_tree.h say whether some run satisfies them.  All markings of the
 * product are listed, with more and more rounds.  If there is a run, what is
 * sought of the product is reached each time; if not, and the guards are exact,
 * it is not reached in the end.  The product must be safe, and its markings
 * must be those of the net, besides what it adds. */
#include "checks.h"
#include "proof/product_net.h"
#include "question/goal.h"
#include "support.h"
#include "temporal/tableau.h"
#include "temporal_tree.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    MOST_MARKINGS = 40,
    MOST_OF_PRODUCT = 5000,
    FORMULAS = 4,
    ROUNDS = 4, /* if there is a run */
};

struct counts {
    unsigned long nets, products, found, refuted, inexact, large, rounds, left;
};

/* Are the guards exact, for the plain tableau? */
static bool is_exact(const struct net *net, const struct temporal *temporal)
{
    struct diag diag = {0};
    struct buchi *const buchi = tableau_plain(&temporal->ltl, temporal->sought,
                                              PRODUCT_NET_STATES, &diag);
    struct guards guards;
    bool exact;

    if (!buchi)
        return false;
    guards_init(&guards, net, temporal, buchi);
    exact = guards.exact;
    guards_finish(&guards);
    buchi_destroy(buchi);
    return exact;
}

static bool is_marking(const struct oracle *oracle, const bits_word *m)
{
    bits_word *const own = mem_zero(oracle->words + 1, sizeof *own);
    bool found;

    for (place_id p = 0; p < net_place_count(oracle->net); p++)
        if (bits_has(m, p))
            bits_add(own, p);
    found = oracle_reaches(oracle, own);
    mem_free(own);
    return found;
}

enum reached { REACHED, NOT_REACHED, TOO_LARGE, WRONG };

static enum reached explore(const struct oracle *oracle,
                            const struct net_product *product)
{
    enum reached reached = NOT_REACHED;
    struct oracle all;

    net_check(product->net);
    formula_check(product->sought, product->net);
    oracle_init(&all, product->net, MOST_OF_PRODUCT);
    if (!all.complete)
        reached = all.unsafe ? WRONG : TOO_LARGE;
    for (uint32_t i = 0; i < all.n_markings && all.complete; i++) {
        const bits_word *const m = oracle_marking(&all, i);

        if (!is_marking(oracle, m))
            reached = WRONG;
        else if (reached == NOT_REACHED &&
                 formula_holds(product->sought, product->net, m))
            reached = REACHED;
    }
    oracle_finish(&all);
    return reached;
}

/* With so many rounds. */
static enum reached reach(const struct oracle *oracle,
                          const struct temporal *temporal, uint32_t rounds)
{
    const case_proof_ranks none = {0};
    enum reached reached = TOO_LARGE;
    struct net_product product;

    if (product_net_build(&product, oracle->net, temporal, &none, rounds))
        reached = explore(oracle, &product);
    net_product_finish(&product);
    return reached;
}

static bool try_formula(const struct oracle *oracle,
                        const struct temporal *temporal, bool found,
                        struct counts *counts)
{
    enum reached reached = REACHED;
    uint32_t rounds = 0;

    counts->products++;
    counts->found += found;
    while (reached == REACHED && (!found || rounds < ROUNDS)) {
        reached = reach(oracle, temporal, rounds);
        rounds += rounds + 1;
    }
    if (reached == TOO_LARGE) {
        counts->large++;
        counts->inexact += !is_exact(oracle->net, temporal);
        counts->left += !found && is_exact(oracle->net, temporal);
        return true;
    }
    counts->refuted += reached == NOT_REACHED;
    counts->rounds += reached == NOT_REACHED && rounds > 1;
    return reached != WRONG && found == (reached == REACHED);
}

static bool try_net(uint64_t seed, void *self)
{
    struct counts *const counts = self;
    struct oracle oracle;
    struct random random;
    struct net *net;
    bool good = true;

    random_init(&random, seed);
    net = random_net(&random, seed % 3 ? RANDOM_CYCLIC : RANDOM_TERMINATING, 1);
    oracle_init(&oracle, net, MOST_MARKINGS);
    counts->nets += oracle.complete;
    for (uint32_t i = 0; i < FORMULAS && oracle.complete && good; i++) {
        struct temporal_tree *const tree = temporal_tree_create(&random, net);
        net_trans_list fair = {0};
        goal_list goals = {0};
        struct diag diag = {0};

        CHECK(goal_add_formula(&goals, net, temporal_tree_text(tree), &diag));
        for (uint32_t n = random_below(&random, 3); n > 0; n--)
            vec_push(&fair, random_below(&random, net_trans_count(net)));
        if (goals.at[0].temporal) {
            vec_append(&goals.at[0].temporal->fair, &fair);
            good =
                try_formula(&oracle, goals.at[0].temporal,
                            temporal_tree_found(tree, &oracle, &fair), counts);
        }
        if (!good) {
            fprintf(stderr, "wrong: %s\nfair:", temporal_tree_text(tree));
            for (uint32_t k = 0; k < fair.len; k++)
                fprintf(stderr, " %s", net_trans_label(net, fair.at[k]));
            fputc('\n', stderr);
            support_print_net(net, stderr);
        }
        goal_list_free(&goals);
        vec_free(&fair);
        temporal_tree_destroy(tree);
    }
    oracle_finish(&oracle);
    net_destroy(net);
    return good;
}

PROGRAM(products)
{
    struct counts counts = {0};
    bool good = support_try_seeds(argc, argv, try_net, &counts);

    printf("%lu nets, %lu products, %lu with a run, %lu refuted, %lu of them "
           "by more rounds than one; %lu grew too large, %lu of them with "
           "guards that are not exact, %lu for nothing\n",
           counts.nets, counts.products, counts.found, counts.refuted,
           counts.rounds, counts.large, counts.inexact, counts.left);
    return good && counts.refuted > counts.rounds && counts.found
               ? EXIT_SUCCESS
               : EXIT_FAILURE;
}
