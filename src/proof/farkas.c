#include "proof/farkas.h"

#include "base/mem.h"

static const int64_t LARGEST_BOUND = (int64_t)1 << 61;

void farkas_clear(struct farkas *farkas)
{
    vec_clear(&farkas->marked);
    vec_clear(&farkas->empty);
    vec_clear(&farkas->weights);
    vec_clear(&farkas->comparisons);
    vec_clear(&farkas->traps);
}

void farkas_finish(struct farkas *farkas)
{
    vec_free(&farkas->marked);
    vec_free(&farkas->empty);
    vec_free(&farkas->weights);
    vec_free(&farkas->comparisons);
    vec_free(&farkas->traps);
}

void farkas_list_finish(farkas_list *list)
{
    for (uint32_t i = 0; i < list->len; i++)
        farkas_finish(&list->at[i]);
    vec_free(list);
}

void farkas_check_init(struct farkas_check *check, const struct net *net,
                       const struct formula *formula,
                       const net_place_lists *traps)
{
    const uint32_t n_places = net_place_count(net);
    const uint32_t n_trans = net_trans_count(net);

    *check = (struct farkas_check){
        .net = net,
        .formula = formula,
        .traps = traps,
        .sums = mem_zero(n_places, sizeof *check->sums),
        .changes = mem_zero(n_trans, sizeof *check->changes),
        .is_summed = mem_zero(n_places, sizeof *check->is_summed),
        .is_changed = mem_zero(n_trans, sizeof *check->is_changed),
    };
}

void farkas_check_finish(struct farkas_check *check)
{
    mem_free(check->sums);
    mem_free(check->changes);
    mem_free(check->is_summed);
    mem_free(check->is_changed);
    vec_free(&check->summed);
    vec_free(&check->changed);
    *check = (struct farkas_check){0};
}

static void clear_sums(struct farkas_check *check)
{
    for (uint32_t i = 0; i < check->summed.len; i++) {
        check->sums[check->summed.at[i]] = 0;
        check->is_summed[check->summed.at[i]] = false;
    }
    vec_clear(&check->summed);
}

/* --- traps ---------------------------------------------------------------- */

static bool meets(const struct farkas_check *check, struct net_place_span span)
{
    for (uint32_t i = 0; i < span.len; i++)
        if (check->is_summed[span.at[i]])
            return true;
    return false;
}

bool farkas_is_trap(struct farkas_check *check, struct net_place_span places)
{
    bool marked = false, keeps = true;

    clear_sums(check);
    for (uint32_t i = 0; i < places.len; i++) {
        check->is_summed[places.at[i]] = true;
        marked |= net_marked(check->net, places.at[i]);
    }
    for (uint32_t i = 0; i < places.len && keeps; i++) {
        const struct net_trans_span span =
            net_consumers(check->net, places.at[i]);

        for (uint32_t k = 0; k < span.len && keeps; k++)
            keeps = meets(check, net_post(check->net, span.at[k])) ||
                    meets(check, net_read(check->net, span.at[k]));
    }
    for (uint32_t i = 0; i < places.len; i++)
        check->is_summed[places.at[i]] = false;
    return marked && keeps;
}

/* --- combinations --------------------------------------------------------- */

/* False if the sum gets too large. */
static bool add_factor(struct farkas_check *check, place_id p, int64_t factor)
{
    if (!check->is_summed[p])
        vec_push(&check->summed, p);
    check->is_summed[p] = true;
    check->sums[p] += factor;
    return check->sums[p] <= FARKAS_LARGEST_SUM &&
           check->sums[p] >= -FARKAS_LARGEST_SUM;
}

static bool is_increasing(const net_place_list *list)
{
    for (uint32_t i = 1; i < list->len; i++)
        if (list->at[i - 1] >= list->at[i])
            return false;
    return true;
}

static bool fits(int64_t factor)
{
    return factor <= FARKAS_LARGEST && factor >= -FARKAS_LARGEST;
}

static bool is_small(int64_t sum)
{
    return sum <= LARGEST_BOUND && sum >= -LARGEST_BOUND;
}

/* False if a sum gets too large. */
static bool change(struct farkas_check *check, struct net_trans_span span,
                   int64_t by)
{
    bool good = true;

    for (uint32_t i = 0; i < span.len && good; i++) {
        if (!check->is_changed[span.at[i]])
            vec_push(&check->changed, span.at[i]);
        check->is_changed[span.at[i]] = true;
        check->changes[span.at[i]] += by;
        good = is_small(check->changes[span.at[i]]);
    }
    return good;
}

/* Does no transition increase the weighted tokens? */
static bool holds(struct farkas_check *check, const struct farkas *farkas)
{
    bool good = true;

    for (uint32_t i = 0; i < farkas->weights.len && good; i++) {
        const struct formula_term *const term = &farkas->weights.at[i];

        good = term->factor <= FARKAS_LARGEST_SUM &&
               term->factor >= -FARKAS_LARGEST_SUM &&
               change(check, net_producers(check->net, term->place),
                      term->factor) &&
               change(check, net_consumers(check->net, term->place),
                      -term->factor);
    }
    for (uint32_t i = 0; i < check->changed.len; i++) {
        const trans_id t = check->changed.at[i];

        good &= check->changes[t] <= 0;
        check->changes[t] = 0;
        check->is_changed[t] = false;
    }
    vec_clear(&check->changed);
    return good;
}

/* Adds the weights to the other side; false if a number is too large. */
static bool add_weights(struct farkas_check *check, const struct farkas *farkas,
                        int64_t *bound)
{
    for (uint32_t i = 0; i < farkas->weights.len; i++) {
        const struct formula_term *const term = &farkas->weights.at[i];

        *bound -= net_marked(check->net, term->place) ? term->factor : 0;
        if (!is_small(*bound) || !add_factor(check, term->place, -term->factor))
            return false;
    }
    return true;
}

static bool add_comparisons(struct farkas_check *check,
                            const struct farkas *farkas, int64_t *bound)
{
    for (uint32_t i = 0; i < farkas->comparisons.len; i++) {
        const struct farkas_factor *const by = &farkas->comparisons.at[i];
        const struct formula_node *const node =
            &check->formula->nodes.at[by->which];

        if (by->factor < 0 || !fits(by->factor) || !fits(node->bound))
            return false;
        *bound += by->factor * node->bound;
        if (!is_small(*bound))
            return false;
        for (uint32_t k = 0; k < node->len; k++) {
            const struct formula_term term =
                formula_term(check->formula, node, k);

            if (!fits(term.factor) ||
                !add_factor(check, term.place, by->factor * term.factor))
                return false;
        }
    }
    return true;
}

static bool add_traps(struct farkas_check *check, const struct farkas *farkas,
                      int64_t *bound)
{
    for (uint32_t i = 0; i < farkas->traps.len; i++) {
        const struct farkas_factor *const by = &farkas->traps.at[i];
        const struct net_place_span trap = net_span_at(check->traps, by->which);

        if (by->factor < 0 || !fits(by->factor))
            return false;
        *bound += by->factor;
        if (!is_small(*bound))
            return false;
        for (uint32_t k = 0; k < trap.len; k++)
            if (!add_factor(check, trap.at[k], by->factor))
                return false;
    }
    return true;
}

/* The largest value of the sum at sets of places that agree with what is
 * assumed; more than any bound if it is too large. */
static int64_t largest_sum(const struct farkas_check *check,
                           const struct farkas *farkas)
{
    int64_t sum = 0;

    for (uint32_t i = 0; i < check->summed.len; i++) {
        const int64_t factor = check->sums[check->summed.at[i]];

        sum += factor > 0 ? factor : 0;
        if (!is_small(sum))
            return INT64_MAX / 2;
    }
    for (uint32_t i = 0; i < farkas->marked.len; i++)
        sum -= farkas_share(check, farkas->marked.at[i], true);
    for (uint32_t i = 0; i < farkas->empty.len; i++)
        sum -= farkas_share(check, farkas->empty.at[i], false);
    return sum;
}

int64_t farkas_share(const struct farkas_check *check, place_id p, bool marked)
{
    const int64_t factor = check->sums[p];

    if (marked)
        return factor < 0 ? -factor : 0;
    return factor > 0 ? factor : 0;
}

bool farkas_refutes(struct farkas_check *check, const struct farkas *farkas,
                    int64_t *slack)
{
    int64_t bound = 0, by;
    bool good;

    clear_sums(check);
    good = is_increasing(&farkas->marked) && is_increasing(&farkas->empty) &&
           holds(check, farkas) && add_weights(check, farkas, &bound) &&
           add_comparisons(check, farkas, &bound) &&
           add_traps(check, farkas, &bound);
    if (!good)
        return false;
    by = bound - largest_sum(check, farkas);
    if (slack)
        *slack = by;
    return by > 0;
}
