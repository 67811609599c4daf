#include "engine/ic3/state_equation.h"

#include "base/ids.h"
#include "base/mem.h"

#include <math.h>

/* What differs less from a whole number is one. */
static const double CLOSE = 1e-6;

/* The cost of a look at an arc, and of a new row (watch.h). */
enum { COST_OF_ARC = 4, COST_OF_ROW = 400 };

void state_equation_init(struct state_equation *r, const struct net *net,
                         const struct formula *formula,
                         const struct lp_scope *scope, struct watch *watch,
                         uint64_t *figures)
{
    *r = (struct state_equation){
        .net = net,
        .formula = formula,
        .watch = watch,
        .figures = figures,
        .sum_of = mem_none(formula ? formula->nodes.len : 0),
    };
    farkas_check_init(&r->check, net, formula, &r->traps);
    traps_init(&r->search, net);
    lp_init(&r->lp, net, scope);
}

void state_equation_finish(struct state_equation *r)
{
    lp_finish(&r->lp);
    farkas_check_finish(&r->check);
    farkas_finish(&r->reason);
    vecs_free(&r->traps);
    vec_free(&r->trap_sums);
    vec_free(&r->fixed);
    vec_free(&r->on);
    mem_free(r->sum_of);
    traps_finish(&r->search);
    *r = (struct state_equation){0};
}

/* --- the program ---------------------------------------------------------- */

static void fix(struct state_equation *r, const struct skeleton *s, place_id p)
{
    lp_fix(&r->lp, p, s->literal[p] == SKELETON_MARKED);
    vec_push(&r->fixed, p);
}

static void assume(struct state_equation *r, uint32_t n)
{
    const struct formula_node *const node = &r->formula->nodes.at[n];

    if (r->sum_of[n] == UINT32_MAX)
        r->sum_of[n] = lp_add(&r->lp, r->formula->terms.at + node->first,
                              node->len, node->bound);
    lp_demand(&r->lp, r->sum_of[n], node->bound); /* it may have changed */
    lp_switch(&r->lp, r->sum_of[n], true);
    vec_push(&r->on, n);
}

static void assume_nothing(struct state_equation *r)
{
    for (uint32_t i = 0; i < r->fixed.len; i++)
        lp_release(&r->lp, r->fixed.at[i]);
    for (uint32_t i = 0; i < r->on.len; i++)
        lp_switch(&r->lp, r->sum_of[r->on.at[i]], false);
    vec_clear(&r->fixed);
    vec_clear(&r->on);
}

/* Makes the assumptions those of the cube. */
static void set_cube(struct state_equation *r, const struct skeleton *s)
{
    assume_nothing(r);
    for (uint32_t i = 0; i < s->places.len; i++)
        fix(r, s, s->places.at[i]);
    for (uint32_t i = 0; i < s->comparisons.len; i++)
        assume(r, s->comparisons.at[i]);
}

/* --- reasons -------------------------------------------------------------- */

/* Appends a factor that the program gives, and adds its part of the weights. */
static bool add_factor(farkas_factors *factors, uint32_t which, double cost,
                       int64_t common)
{
    const struct farkas_factor by = {which, lp_scale(cost, common)};

    if (by.factor > 0)
        vec_push(factors, by);
    return by.factor >= 0 && by.factor <= FARKAS_LARGEST;
}

static bool find_common(const struct state_equation *r, int64_t *common)
{
    bool good = true;

    *common = 1;
    for (place_id p = 0; good && p < net_place_count(r->net); p++)
        good = lp_round(lp_dual(&r->lp.program, lp_number(p)), common);
    for (uint32_t i = 0; good && i < r->on.len; i++)
        good = lp_round(lp_sum_cost(&r->lp, r->sum_of[r->on.at[i]]), common);
    for (uint32_t i = 0; good && i < r->trap_sums.len; i++)
        good = lp_round(lp_sum_cost(&r->lp, r->trap_sums.at[i]), common);
    return good;
}

static bool add_factors(struct state_equation *r, int64_t common)
{
    bool good = true;

    for (uint32_t i = 0; good && i < r->on.len; i++)
        good = add_factor(&r->reason.comparisons, r->on.at[i],
                          lp_sum_cost(&r->lp, r->sum_of[r->on.at[i]]), common);
    for (uint32_t i = 0; good && i < r->trap_sums.len; i++)
        good = add_factor(&r->reason.traps, i,
                          lp_sum_cost(&r->lp, r->trap_sums.at[i]), common);
    return good;
}

/* The weights are the costs of the places, and of the sums times their
 * factors. */
static void add_weights(struct state_equation *r, int64_t common)
{
    int64_t *weights = mem_alloc(net_place_count(r->net), sizeof *weights);

    for (place_id p = 0; p < net_place_count(r->net); p++)
        weights[p] = lp_scale(lp_dual(&r->lp.program, lp_number(p)), common);
    for (uint32_t i = 0; i < r->reason.comparisons.len; i++) {
        const struct farkas_factor *const by = &r->reason.comparisons.at[i];
        const struct formula_node *const node =
            &r->formula->nodes.at[by->which];

        for (uint32_t k = 0; k < node->len; k++) {
            const struct formula_term term = formula_term(r->formula, node, k);

            /* Larger ones do not pass the check. */
            if (term.factor <= FARKAS_LARGEST && term.factor >= -FARKAS_LARGEST)
                weights[term.place] += by->factor * term.factor;
        }
    }
    for (uint32_t i = 0; i < r->reason.traps.len; i++) {
        const struct farkas_factor *const by = &r->reason.traps.at[i];
        const struct net_place_span trap = net_span_at(&r->traps, by->which);

        for (uint32_t k = 0; k < trap.len; k++)
            weights[trap.at[k]] += by->factor;
    }
    for (place_id p = 0; p < net_place_count(r->net); p++)
        if (weights[p])
            vec_push(&r->reason.weights,
                     ((struct formula_term){p, weights[p]}));
    mem_free(weights);
}

/* Without the places that the reason does not need. */
static void keep_needed(struct state_equation *r, net_place_list *list,
                        bool marked, int64_t *slack)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < list->len; i++) {
        const int64_t share = farkas_share(&r->check, list->at[i], marked);

        if (share < *slack)
            *slack -= share;
        else
            list->at[n++] = list->at[i];
    }
    vec_cut(list, n);
}

/* Is there a reason that passes the check? */
static bool find_reason(struct state_equation *r, const struct skeleton *s)
{
    int64_t common, slack;

    farkas_clear(&r->reason);
    if (!find_common(r, &common) || !add_factors(r, common))
        return false;
    add_weights(r, common);
    for (uint32_t i = 0; i < s->places.len; i++) {
        const place_id p = s->places.at[i];

        vec_push(s->literal[p] == SKELETON_MARKED ? &r->reason.marked
                                                  : &r->reason.empty,
                 p);
    }
    ids_sort(r->reason.marked.at, r->reason.marked.len);
    ids_sort(r->reason.empty.at, r->reason.empty.len);
    if (!farkas_refutes(&r->check, &r->reason, &slack))
        return false;
    keep_needed(r, &r->reason.marked, true, &slack);
    keep_needed(r, &r->reason.empty, false, &slack);
    r->figures[STATE_EQUATION_refuted_cubes]++;
    return true;
}

/* --- traps ---------------------------------------------------------------- */

/* The largest trap among the empty places; is it marked initially? */
static bool find_trap(struct state_equation *r)
{
    (void)watch_work(r->watch, COST_OF_ARC * net_size(r->net));
    for (place_id p = 0; p < net_place_count(r->net); p++)
        r->search.in[p] = lp_tokens(&r->lp, p) < CLOSE;
    return traps_reduce(&r->search);
}

/* Some place of the trap is marked, from now on. */
static void add_trap(struct state_equation *r)
{
    VEC(struct formula_term) terms = {0};
    uint32_t row;

    for (place_id p = 0; p < net_place_count(r->net); p++)
        if (r->search.in[p]) {
            vec_push(&terms, ((struct formula_term){p, 1}));
            vec_push(&r->traps.all, p);
        }
    vecs_close(&r->traps);
    (void)watch_work(r->watch, COST_OF_ROW * (uint64_t)terms.len);
    row = lp_add(&r->lp, terms.at, terms.len, 1);
    lp_switch(&r->lp, row, true);
    vec_push(&r->trap_sums, row);
    vec_free(&terms);
    r->figures[STATE_EQUATION_traps]++;
}

/* --- the search ----------------------------------------------------------- */

/* The place whose tokens are nearest to a half; PLACE_NONE: all are whole. */
static place_id find_part(const struct state_equation *r)
{
    place_id best = PLACE_NONE;
    double least = 0.5 - CLOSE;

    for (place_id p = 0; p < net_place_count(r->net); p++) {
        const double distance = fabs(lp_tokens(&r->lp, p) - 0.5);

        if (distance < least) {
            least = distance;
            best = p;
        }
    }
    return best;
}

static bool work(void *self, uint64_t n)
{
    const struct state_equation *const r = self;

    return watch_work(r->watch, n) || r->watch->work > r->most;
}

enum lp_verdict state_equation_try(struct state_equation *r,
                                   struct skeleton *skeleton)
{
    set_cube(r, skeleton);
    return state_equation_go_on(r, skeleton);
}

enum lp_verdict state_equation_go_on(struct state_equation *r,
                                     struct skeleton *skeleton)
{
    for (;;) {
        const enum lp_verdict verdict = lp_solve(&r->lp, work, r);
        place_id p;

        r->figures[STATE_EQUATION_programs]++;
        if (verdict != LP_CONSISTENT)
            return verdict == LP_REFUTED && find_reason(r, skeleton)
                       ? LP_REFUTED
                       : LP_UNKNOWN;
        if (find_trap(r)) {
            add_trap(r);
            continue;
        }
        p = find_part(r);
        if (p == PLACE_NONE)
            return LP_CONSISTENT;
        if (skeleton->literal[p] != SKELETON_FREE)
            return LP_UNKNOWN; /* rounding */
        skeleton_add(skeleton, p);
        fix(r, skeleton, p);
    }
}

bool state_equation_limit(struct state_equation *r, int64_t *limit)
{
    double missing;

    assume_nothing(r);
    assume(r, 0);
    r->figures[STATE_EQUATION_programs]++;
    if (lp_solve(&r->lp, work, r) == LP_UNKNOWN)
        return false;
    missing = ceil(lp_total(&r->lp.program) - CLOSE);
    *limit = r->formula->nodes.at[0].bound - (int64_t)missing;
    return true;
}
