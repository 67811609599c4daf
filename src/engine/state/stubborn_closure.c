#include "engine/state/stubborn_closure.h"

#include "base/mem.h"

void stubborn_closure_init(struct stubborn_closure *closure,
                           const struct net *net, const struct enabled_set *at)
{
    const uint32_t n = net_place_count(net);

    *closure = (struct stubborn_closure){.net = net, .at = at};
    stamp_fit(&closure->members, net_trans_count(net));
    stamp_fit(&closure->produced, n);
    stamp_fit(&closure->read, n);
    stamp_fit(&closure->consumed, n);
    stamp_fit(&closure->counted, n);
    closure->counts = mem_zero(n, sizeof *closure->counts);
    closure->n_producers = mem_alloc(n, sizeof *closure->n_producers);
    for (place_id p = 0; p < n; p++)
        closure->n_producers[p] = net_producers(net, p).len;
}

void stubborn_closure_set_finish(struct stubborn_closure_set *set)
{
    vec_free(&set->places);
    vec_free(&set->active);
    vec_free(&set->blocked);
    vec_free(&set->scapegoats);
}

void stubborn_closure_finish(struct stubborn_closure *closure)
{
    stubborn_closure_set_finish(&closure->set);
    vec_free(&closure->queue);
    vec_free(&closure->undecided);
    stamp_finish(&closure->members);
    stamp_finish(&closure->produced);
    stamp_finish(&closure->read);
    stamp_finish(&closure->consumed);
    stamp_finish(&closure->counted);
    mem_free(closure->counts);
    mem_free(closure->n_producers);
    *closure = (struct stubborn_closure){0};
}

/* --- members ------------------------------------------------------------ */

void stubborn_closure_start(struct stubborn_closure *closure)
{
    stamp_start(&closure->members);
    stamp_start(&closure->produced);
    stamp_start(&closure->read);
    stamp_start(&closure->consumed);
    stamp_start(&closure->counted);
    closure->n_runs++;
    vec_clear(&closure->queue);
    vec_clear(&closure->undecided);
    closure->n_required = 0;
    vec_clear(&closure->set.places);
    vec_clear(&closure->set.active);
    vec_clear(&closure->set.blocked);
    vec_clear(&closure->set.scapegoats);
}

static void count_member_producer(struct stubborn_closure *closure, place_id p,
                                  bool enabled)
{
    struct stubborn_closure_count *const count = &closure->counts[p];

    if (!stamp_has(&closure->counted, p)) {
        stamp_add(&closure->counted, p);
        *count = (struct stubborn_closure_count){0};
    }
    count->n++;
    count->n_enabled += enabled;
}

void stubborn_closure_add(struct stubborn_closure *closure, trans_id t)
{
    const struct net_place_span post = net_post(closure->net, t);
    const bool enabled = enabled_set_has(closure->at, t);

    if (stubborn_closure_has(closure, t))
        return;
    stamp_add(&closure->members, t);
    vec_push(&closure->queue, t);
    closure->n_members++;
    for (uint32_t i = 0; i < post.len; i++)
        count_member_producer(closure, post.at[i], enabled);
}

/* Adds all producers, readers or consumers of p, which are the span, unless
 * `done` has p. */
static void add_all(struct stubborn_closure *closure, struct stamp *done,
                    place_id p, struct net_trans_span span)
{
    if (stamp_has(done, p))
        return;
    stamp_add(done, p);
    for (uint32_t i = 0; i < span.len; i++)
        stubborn_closure_add(closure, span.at[i]);
}

void stubborn_closure_add_producers(struct stubborn_closure *closure,
                                    place_id p)
{
    add_all(closure, &closure->produced, p, net_producers(closure->net, p));
}

void stubborn_closure_add_consumers(struct stubborn_closure *closure,
                                    place_id p)
{
    add_all(closure, &closure->consumed, p, net_consumers(closure->net, p));
}

static void activate(struct stubborn_closure *closure, trans_id t)
{
    const struct net_place_span pre = net_pre(closure->net, t);
    const struct net_place_span read = net_read(closure->net, t);

    vec_push(&closure->set.active, t);
    for (uint32_t i = 0; i < pre.len; i++) {
        stubborn_closure_add_consumers(closure, pre.at[i]);
        add_all(closure, &closure->read, pre.at[i],
                net_readers(closure->net, pre.at[i]));
    }
    for (uint32_t i = 0; i < read.len; i++)
        stubborn_closure_add_consumers(closure, read.at[i]);
}

static void block(struct stubborn_closure *closure, trans_id t,
                  place_id scapegoat)
{
    vec_push(&closure->set.blocked, t);
    vec_push(&closure->set.scapegoats, scapegoat);
    stubborn_closure_add_producers(closure, scapegoat);
}

/* --- scapegoats --------------------------------------------------------- */

/* The cost of the scapegoat p: the producers that become members. */
static uint32_t weigh(const struct stubborn_closure *closure, place_id p)
{
    const uint32_t n_enabled =
        closure->at->n_enabled_producers[p] -
        (stamp_has(&closure->counted, p) ? closure->counts[p].n_enabled : 0);

    return stubborn_closure_outside(closure, p) +
           n_enabled * (STUBBORN_CLOSURE_ENABLED_WEIGHT - 1);
}

struct choice {
    place_id place;
    uint32_t weight;
};

/* The unmarked place that t consumes or reads at the least cost; the first one
 * on a tie. */
static struct choice choose_scapegoat(const struct stubborn_closure *closure,
                                      trans_id t)
{
    const struct net_place_span needs = net_needs(closure->net, t);
    place_id best = PLACE_NONE;
    uint32_t least = UINT32_MAX;

    for (uint32_t i = 0; i < needs.len && least > 0; i++) {
        const place_id p = needs.at[i];
        uint32_t weight;

        if (enabled_set_marked(closure->at, p))
            continue;
        weight = weigh(closure, p);
        if (best == PLACE_NONE || weight < least) {
            best = p;
            least = weight;
        }
    }
    return (struct choice){best, least};
}

/* A disabled member gets its scapegoat at once only if that costs nothing or
 * there is no choice.  Later members may make a place free of cost. */
static void admit(struct stubborn_closure *closure, trans_id t)
{
    if (enabled_set_has(closure->at, t)) {
        activate(closure, t);
    } else {
        const struct choice choice = choose_scapegoat(closure, t);

        if (choice.weight == 0 || closure->at->missing[t] == 1)
            block(closure, t, choice.place);
        else
            vec_push(&closure->undecided, t);
    }
}

bool stubborn_closure_run(struct stubborn_closure *closure, uint32_t bound)
{
    uint32_t admitted = 0, decided = 0;

    for (;;) {
        while (admitted < closure->queue.len) {
            admit(closure, closure->queue.at[admitted++]);
            if (closure->set.active.len >= bound)
                return false;
        }
        if (decided == closure->undecided.len)
            return true;

        const trans_id t = closure->undecided.at[decided++];

        block(closure, t, choose_scapegoat(closure, t).place);
    }
}

void stubborn_closure_fill(struct stubborn_closure *closure, bool blocked)
{
    for (trans_id t = 0; t < net_trans_count(closure->net); t++) {
        if (enabled_set_has(closure->at, t))
            vec_push(&closure->set.active, t);
        else if (blocked)
            block(closure, t, choose_scapegoat(closure, t).place);
    }
}
