#include "proof/weights.h"

#include "base/mem.h"

void weights_finish(struct weights *weights)
{
    vecs_free(&weights->vectors);
}

void weights_term(struct weights *weights, place_id p, int64_t factor)
{
    ASSERT(factor > 0 && factor <= WEIGHTS_LARGEST);
    vec_push(&weights->vectors.all,
             ((struct weights_term){p, (uint32_t)factor}));
}

int64_t weights_bound(const struct weights *weights, uint32_t i,
                      const struct net *net)
{
    const struct weights_vector y = weights_vector(weights, i);
    int64_t bound = 0;

    for (uint32_t k = 0; k < y.len; k++)
        bound += net_marked(net, y.at[k].place) ? y.at[k].factor : 0;
    return bound;
}

bool weights_exclude(const struct weights_about *about, uint32_t i,
                     const net_place_list *places)
{
    struct weights_vector y;
    int64_t sum = 0;

    if (!about->weights || i >= vecs_count(&about->weights->vectors))
        return false;
    y = weights_vector(about->weights, i);
    for (uint32_t k = 0; k < y.len; k++) {
        const struct weights_term *const term = &y.at[k];
        uint32_t at = 0;

        while (at < places->len &&
               (about->old_place ? about->old_place[places->at[at]]
                                 : places->at[at]) != term->place)
            at++;
        sum += at < places->len ? term->factor : 0;
    }
    return sum > weights_bound(about->weights, i, about->net);
}

void weights_append(struct weights *to, const struct weights *from)
{
    vecs_append(&to->vectors, &from->vectors);
}

/* --- what they show ------------------------------------------------------- */

void weights_check_init(struct weights_check *check, const struct net *net)
{
    const uint32_t n_trans = net_trans_count(net);
    const struct relation *const post = net_relation(net, NET_POST);

    *check = (struct weights_check){
        .net = net,
        .dead = mem_zero(n_trans, sizeof *check->dead),
        .finds = mem_zero(post->start[n_trans], sizeof *check->finds),
        .n_open = post->start[n_trans],
        .change = mem_zero(n_trans, sizeof *check->change),
        .need = mem_zero(n_trans, sizeof *check->need),
        .factor = mem_zero(net_place_count(net), sizeof *check->factor),
        .is_touched = mem_zero(n_trans, sizeof *check->is_touched),
    };
    for (trans_id t = 0; t < n_trans; t++)
        check->n_open += net_overflow(net, t) != PLACE_NONE;
}

void weights_check_finish(struct weights_check *check)
{
    mem_free(check->dead);
    mem_free(check->finds);
    mem_free(check->change);
    mem_free(check->need);
    mem_free(check->factor);
    mem_free(check->is_touched);
    vec_free(&check->touched);
    *check = (struct weights_check){0};
}

static void touch(struct weights_check *check, struct net_trans_span span,
                  int64_t change, int64_t need)
{
    for (uint32_t i = 0; i < span.len; i++) {
        const trans_id t = span.at[i];

        if (!check->is_touched[t])
            vec_push(&check->touched, t);
        check->is_touched[t] = true;
        check->change[t] += change;
        check->need[t] += need;
    }
}

/* Fills change and need of the transitions that the vector touches; returns its
 * bound. */
static int64_t weigh(struct weights_check *check,
                     const struct weights_term *terms, uint32_t n)
{
    int64_t bound = 0;

    vec_clear(&check->touched);
    for (uint32_t i = 0; i < n; i++) {
        const place_id p = terms[i].place;
        const int64_t factor = terms[i].factor;

        ASSERT(factor > 0 && !check->factor[p]);
        check->factor[p] = factor;
        bound += net_marked(check->net, p) ? factor : 0;
        touch(check, net_consumers(check->net, p), -factor, factor);
        touch(check, net_readers(check->net, p), 0, factor);
        touch(check, net_producers(check->net, p), factor, 0);
    }
    return bound;
}

static void clear(struct weights_check *check, const struct weights_term *terms,
                  uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        check->factor[terms[i].place] = 0;
    for (uint32_t i = 0; i < check->touched.len; i++) {
        const trans_id t = check->touched.at[i];

        check->is_touched[t] = false;
        check->change[t] = check->need[t] = 0;
    }
}

/* A transition that increases the weights, or TRANS_NONE. */
static trans_id find_wrong(const struct weights_check *check)
{
    for (uint32_t i = 0; i < check->touched.len; i++) {
        const trans_id t = check->touched.at[i];

        if (check->change[t] > 0 && !check->dead[t])
            return t;
    }
    return TRANS_NONE;
}

/* The arc from t to p, of which there is one: the last, if none before. */
static uint32_t find_arc(const struct relation *post, trans_id t, place_id p)
{
    const uint32_t from = post->start[t], last = post->start[t + 1] - 1;

    return from + ids_find(post->at + from, last - from, p);
}

static void close_arc(struct weights_check *check, uint32_t a)
{
    check->n_open -= !check->finds[a];
    check->finds[a] = true;
}

static void kill(struct weights_check *check, trans_id t)
{
    const struct relation *const post = net_relation(check->net, NET_POST);

    for (uint32_t a = post->start[t]; a < post->start[t + 1]; a++)
        close_arc(check, a);
    check->n_open -= net_overflow(check->net, t) != PLACE_NONE;
    check->dead[t] = true;
    check->n_dead++;
}

/* The transitions that find p empty. */
static void close_producers(struct weights_check *check, place_id p,
                            int64_t bound)
{
    const struct relation *const post = net_relation(check->net, NET_POST);
    const struct net_trans_span producers = net_producers(check->net, p);

    for (uint32_t i = 0; i < producers.len; i++)
        if (check->need[producers.at[i]] + check->factor[p] > bound)
            close_arc(check, find_arc(post, producers.at[i], p));
}

bool weights_check_add(struct weights_check *check,
                       const struct weights_term *terms, uint32_t n,
                       trans_id *wrong)
{
    const int64_t bound = weigh(check, terms, n);

    *wrong = find_wrong(check);
    if (*wrong == TRANS_NONE) {
        for (uint32_t i = 0; i < check->touched.len; i++) {
            const trans_id t = check->touched.at[i];

            if (check->need[t] > bound && !check->dead[t])
                kill(check, t);
        }
        for (uint32_t i = 0; i < n; i++)
            close_producers(check, terms[i].place, bound);
    }
    clear(check, terms, n);
    return *wrong == TRANS_NONE;
}

bool weights_check_keep(struct weights_check *check, struct weights *weights)
{
    const uint32_t i = vecs_count(&weights->vectors);
    struct weights_vector y;
    trans_id wrong;
    bool right;

    vecs_close(&weights->vectors);
    y = weights_vector(weights, i);
    right = weights_check_add(check, y.at, y.len, &wrong);
    if (!right)
        vecs_cut(&weights->vectors, i);
    return right;
}

void weights_check_repeat(struct weights_check *check,
                          const struct weights *weights, uint32_t first)
{
    for (uint32_t i = first; i < vecs_count(&weights->vectors); i++) {
        const struct weights_vector y = weights_vector(weights, i);
        trans_id wrong;

        (void)weights_check_add(check, y.at, y.len, &wrong);
    }
}

bool weights_check_open(const struct weights_check *check, place_id p)
{
    const struct net_trans_span producers = net_producers(check->net, p);
    const struct relation *const post = net_relation(check->net, NET_POST);

    for (uint32_t i = 0; i < producers.len; i++)
        if (!check->finds[find_arc(post, producers.at[i], p)])
            return true;
    return false;
}

bool weights_check_safe(const struct weights_check *check, trans_id *t,
                        place_id *p)
{
    const struct relation *const post = net_relation(check->net, NET_POST);

    if (!check->n_open)
        return true;
    for (trans_id u = 0; u < net_trans_count(check->net); u++) {
        const place_id overflow = net_overflow(check->net, u);

        *t = u;
        *p = overflow;
        if (check->dead[u])
            continue;
        if (overflow != PLACE_NONE)
            return false;
        for (uint32_t a = post->start[u]; a < post->start[u + 1]; a++)
            if (!check->finds[a]) {
                *p = post->at[a];
                return false;
            }
    }
    return true;
}
