#include "proof/reduction/reduction.h"

#include "net/marking.h"

void reduction_copy(struct reduction *reduction, const struct reduction *from)
{
    *reduction = (struct reduction){.net = from->net, .hides = from->hides};
    vec_append(&reduction->steps, &from->steps);
    vec_append(&reduction->places, &from->places);
    vec_append(&reduction->made, &from->made);
    vec_append(&reduction->cycles, &from->cycles);
    vec_append(&reduction->moves, &from->moves);
}

void reduction_finish(struct reduction *reduction)
{
    vec_free(&reduction->steps);
    vec_free(&reduction->places);
    vec_free(&reduction->made);
    vec_free(&reduction->cycles);
    vec_free(&reduction->moves);
}

/* --- what is kept --------------------------------------------------------- */

void reduction_keeps_init(struct reduction_keeps *keeps, const struct net *net)
{
    *keeps = (struct reduction_keeps){
        .visible = mem_zero(marking_words(net), sizeof *keeps->visible)};
}

void reduction_keeps_finish(struct reduction_keeps *keeps)
{
    mem_free(keeps->visible);
}

bool reduction_keeps_include(const struct reduction_keeps *keeps,
                             const struct reduction_keeps *other,
                             const struct net *net)
{
    for (uint32_t i = 0; i < marking_words(net); i++)
        if (other->visible[i] & ~keeps->visible[i])
            return false;
    return (keeps->dead || !other->dead) &&
           (keeps->markings || !other->markings) &&
           (keeps->safe || !other->safe) && keeps->words >= other->words;
}

static void see(struct reduction_keeps *keeps, const place_id *places,
                uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        bits_add(keeps->visible, places[i]);
}

/* The places without a token of which t is not enabled. */
static void see_needs(struct reduction_keeps *keeps, const struct net *net,
                      trans_id t)
{
    see(keeps, net_needs(net, t).at, net_needs(net, t).len);
}

static void see_formula(struct reduction_keeps *keeps, const struct net *net,
                        const struct formula *formula)
{
    net_place_list places = {0};

    keeps->markings |= formula_places(formula, net, &places);
    see(keeps, places.at, places.len);
    vec_free(&places);
}

/* The conditions of what is left of the formula at the initial marking. */
static void see_temporal(struct reduction_keeps *keeps, const struct net *net,
                         const struct temporal *temporal)
{
    const uint64_t atoms = ltl_atom_set(&temporal->ltl, temporal->begun);
    const enum reduction_words words =
        ltl_is_without_next(&temporal->ltl, temporal->begun)
            ? REDUCTION_STUTTERED
            : REDUCTION_WORDS;

    for (uint32_t i = 0; i < temporal->atoms.len; i++)
        if (atoms >> i & 1)
            see_formula(keeps, net, temporal->atoms.at[i]);
    if (words > keeps->words)
        keeps->words = words;
}

/* A formula of CTL asks which steps follow each marking. */
static void see_ctl(struct reduction_keeps *keeps, const struct net *net,
                    const struct temporal *temporal)
{
    for (uint32_t i = 0; i < temporal->atoms.len; i++)
        see_formula(keeps, net, temporal->atoms.at[i]);
    keeps->words = REDUCTION_WORDS;
}

void reduction_keeps_add(struct reduction_keeps *keeps, const struct net *net,
                         const struct goal *goal)
{
    switch (goal->kind) {
    case GOAL_TRANSITION:
        see_needs(keeps, net, goal->trans);
        break;
    case GOAL_MARKING:
        see(keeps, goal->marked.at, goal->marked.len);
        see(keeps, goal->empty.at, goal->empty.len);
        break;
    case GOAL_DEADLOCK:
        keeps->dead = true;
        break;
    case GOAL_FORMULA:
    case GOAL_HOME:
    case GOAL_BOUND:
        see_formula(keeps, net, goal->formula);
        break;
    case GOAL_SAFE:
        keeps->safe = true;
        break;
    case GOAL_LASSO:
        see_temporal(keeps, net, goal->temporal);
        break;
    case GOAL_CTL:
        see_ctl(keeps, net, goal->temporal);
        break;
    case GOAL_EACH:
    case GOAL_LIVE:
    case GOAL_OTHER:
        ASSERT(false); /* no reduction keeps such a question */
        break;
    }
}

struct net_place_span reduction_places(const struct reduction *reduction,
                                       const struct reduction_step *step)
{
    const place_id *const at = reduction->places.at;

    return (struct net_place_span){at ? at + step->from : NULL, step->len};
}
