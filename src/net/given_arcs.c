#include "net/given_arcs.h"

#include "base/text.h"
#include "net/names.h"
#include "net/relation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef VEC(struct relation_pair) pair_list;

struct translation {
    struct net *net;
    const given_arcs_list *arcs;
    uint32_t *sorted; /* numbers of arcs, by transition, then by place */
    pair_list pre, post, read;
    VEC(struct net_bundle) bundles; /* of the current transition */
    VEC(struct net_bundle) odd;     /* of all: net->bundles */
    place_id *complement; /* of each given place; NULL: none has one */
    place_id *lock;       /* the same of those that are reset */
    place_id *below; /* by given place: the first of the places that are marked
                        while it has less than 1, 2, ... tokens */
    place_id never;
    pair_list next; /* places "next" with the lock that comes free last */
    VEC(trans_id) shadows;
    pair_list shadow_pre, shadow_post, shadow_read; /* go behind all others */
    VEC(struct relation_pair) overflows;            /* (transition, place) */
};

/* -- Sorting -- */

/* Stable counting sort of arc numbers by place or by transition. */
static void sort_by(const struct translation *x, const uint32_t *from,
                    uint32_t *to, bool by_place)
{
    const given_arcs_list *const arcs = x->arcs;
    const uint32_t n_keys =
        by_place ? net_place_count(x->net) : net_trans_count(x->net);
    uint32_t *next = mem_zero((size_t)n_keys + 1, sizeof *next);

    for (uint32_t i = 0; i < arcs->len; i++)
        next[(by_place ? arcs->at[i].place : arcs->at[i].trans) + 1]++;
    for (uint32_t k = 0; k < n_keys; k++)
        next[k + 1] += next[k];
    for (uint32_t i = 0; i < arcs->len; i++) {
        const struct given_arcs_arc *arc = &arcs->at[from[i]];

        to[next[by_place ? arc->place : arc->trans]++] = from[i];
    }
    mem_free(next);
}

static uint32_t *sort_arcs(const struct translation *x)
{
    uint32_t *given = mem_alloc(x->arcs->len, sizeof *given);
    uint32_t *sorted = mem_alloc(x->arcs->len, sizeof *sorted);

    for (uint32_t i = 0; i < x->arcs->len; i++)
        given[i] = i;
    sort_by(x, given, sorted, true);
    sort_by(x, sorted, given, false);
    mem_free(sorted);
    return given;
}

/* -- Bundles: all arcs between one transition and one place -- */

static void add_weight(uint32_t *sum, uint32_t weight)
{
    *sum = *sum < NET_MAX_WEIGHT - weight ? *sum + weight : NET_MAX_WEIGHT;
}

/* A repeated read is one read; the inhibitor arc with the least weight
 * counts. */
static void add_arc(struct net_bundle *bundle, const struct given_arcs_arc *arc)
{
    switch ((enum net_given_kind)arc->kind) {
    case GIVEN_CONSUME:
        add_weight(&bundle->consume, arc->weight);
        break;
    case GIVEN_PRODUCE:
        add_weight(&bundle->produce, arc->weight);
        break;
    case GIVEN_READ:
        if (arc->weight > bundle->read)
            bundle->read = arc->weight;
        break;
    case GIVEN_INHIBIT:
        if (!bundle->inhibit || arc->weight < bundle->inhibit)
            bundle->inhibit = arc->weight;
        break;
    case GIVEN_RESET:
        bundle->reset = 1;
        break;
    }
}

/* The most tokens of its place. */
static uint32_t bound_of(const struct translation *x,
                         const struct net_bundle *b)
{
    return net_bound(x->net, b->place);
}

/* A transition that needs tokens takes them and gives back those that it does
 * not consume.  One that only reads one token stays so, unless an inhibitor arc
 * stands beside it: formats without read arcs would give back two arcs. */
static void normalise(struct net_bundle *b, uint32_t bound)
{
    if (b->reset && b->read > b->consume) { /* all of them are taken */
        b->consume = b->read;
        b->read = 0;
    }
    if (bound == 1 && (b->consume || b->inhibit == 1))
        b->reset = 0;

    const uint32_t more = b->read > b->consume ? b->read - b->consume : 0;

    if (b->read == 1 && !b->consume && !b->produce && !b->inhibit)
        return;
    add_weight(&b->consume, more);
    add_weight(&b->produce, more);
    b->read = 0;
}

/* Collects the bundles of t, by place; *next is the first arc that is not of a
 * smaller transition. */
static void collect(struct translation *x, trans_id t, uint32_t *next)
{
    vec_clear(&x->bundles);
    for (; *next < x->arcs->len; ++*next) {
        const struct given_arcs_arc *arc = &x->arcs->at[x->sorted[*next]];
        const struct net_bundle none = {.trans = t, .place = arc->place};

        if (arc->trans != t)
            break;
        if (!x->bundles.len || vec_top(&x->bundles)->place != arc->place)
            vec_push(&x->bundles, none);
        add_arc(vec_top(&x->bundles), arc);
    }
    for (uint32_t i = 0; i < x->bundles.len; i++)
        normalise(&x->bundles.at[i], bound_of(x, &x->bundles.at[i]));
}

/* Do pre, post and read say less than the bundle? */
static bool is_odd(const struct translation *x, const struct net_bundle *b)
{
    return b->consume > 1 || b->produce > 1 || b->inhibit || b->reset ||
           bound_of(x, b) > 1;
}

/* Are there more tokens needed than the place can have? */
static bool is_blocked(const struct translation *x, const struct net_bundle *b)
{
    return b->consume > bound_of(x, b);
}

/* Can the transition of the bundles fire in a safe net? */
static bool can_fire(const struct translation *x)
{
    for (uint32_t i = 0; i < x->bundles.len; i++)
        if (is_blocked(x, &x->bundles.at[i]) ||
            (x->bundles.at[i].produce > 1 &&
             bound_of(x, &x->bundles.at[i]) == 1))
            return false;
    return true;
}

/* Do steps behind the transition change the place? */
static bool has_steps(const struct translation *x, const struct net_bundle *b)
{
    return b->reset || (bound_of(x, b) > 1 && b->consume != b->produce);
}

/* -- Added nodes -- */

/* Does a node have this id or name? */
static bool is_known(const struct names *names, const char *text)
{
    bool shared;

    return names_find(names, text, &shared) != NAMES_NONE || shared;
}

/* "prefix" and "label", followed by underscores until it is new. */
static uint32_t add_node(struct names *names, const char *prefix,
                         const char *label)
{
    text_buffer text = {0};
    uint32_t n;

    text_add(&text, prefix, strlen(prefix));
    text_add(&text, label, strlen(label));
    while (is_known(names, text_end(&text)))
        text_add(&text, "_", 1);
    n = names_add(names, text.at, NULL);
    vec_free(&text);
    return n;
}

/* A place beside each of n given ones that has a bit; NULL when none has. */
static place_id *add_places(struct translation *x, uint32_t n,
                            const char *prefix, const bits_word *wanted)
{
    struct net *const net = x->net;
    place_id *const added = mem_alloc(n, sizeof *added);
    bool any = false;

    for (place_id p = 0; p < n; p++) {
        added[p] = bits_has(wanted, p)
                       ? add_node(&net->places, prefix, net_place_label(net, p))
                       : PLACE_NONE;
        any |= added[p] != PLACE_NONE;
    }
    if (any)
        return added;
    mem_free(added);
    return NULL;
}

static bool has_any_beside(const given_arcs_list *arcs)
{
    for (uint32_t i = 0; i < arcs->len; i++)
        if (arcs->at[i].kind == GIVEN_INHIBIT ||
            arcs->at[i].kind == GIVEN_RESET)
            return true;
    return false;
}

/* Complements of the places that inhibit or are reset, then the locks. */
static void add_beside(struct translation *x)
{
    const uint32_t n = net_place_count(x->net);
    bits_word *const resets = mem_zero(bits_words(n), sizeof *resets);
    bits_word *const wanted = mem_zero(bits_words(n), sizeof *wanted);
    uint32_t next = 0;

    for (trans_id t = 0; t < net_trans_count(x->net); t++) {
        collect(x, t, &next);
        for (uint32_t i = 0; i < x->bundles.len; i++) {
            const struct net_bundle *const b = &x->bundles.at[i];

            if (has_steps(x, b) && can_fire(x))
                bits_add(resets, b->place);
            if (bound_of(x, b) == 1 &&
                (bits_has(resets, b->place) || b->inhibit == 1))
                bits_add(wanted, b->place);
        }
    }
    x->complement = add_places(x, n, "not_", wanted);
    x->lock = add_places(x, n, "lock_of_", resets);
    mem_free(resets);
    mem_free(wanted);
}

/* Places for the numbers of tokens of those that can have several. */
static void add_levels(struct translation *x)
{
    struct net *const net = x->net;
    const uint32_t n = net->n_given_places;
    char suffix[32];

    net->levels = mem_alloc(n, sizeof *net->levels);
    x->below = mem_alloc(n, sizeof *x->below);
    for (place_id p = 0; p < n; p++) {
        net->levels[p] = net_place_count(net);
        for (uint32_t k = 2; k <= net->bounds[p]; k++) {
            (void)snprintf(suffix, sizeof suffix, ">=%u", k);
            (void)add_node(&net->places, net_place_label(net, p), suffix);
        }
        x->below[p] = net_place_count(net);
        for (uint32_t k = 1; net->bounds[p] > 1 && k <= net->bounds[p]; k++) {
            (void)snprintf(suffix, sizeof suffix, "<%u", k);
            (void)add_node(&net->places, net_place_label(net, p), suffix);
        }
    }
}

/* -- One transition -- */

static void add_pair(pair_list *list, trans_id t, place_id p)
{
    const struct relation_pair pair = {t, p};

    vec_push(list, pair);
}

static place_id complement_of(const struct translation *x,
                              const struct net_bundle *b)
{
    return x->complement ? x->complement[b->place] : PLACE_NONE;
}

static place_id lock_of(const struct translation *x, const struct net_bundle *b)
{
    return x->lock ? x->lock[b->place] : PLACE_NONE;
}

/* Of a place that can have several tokens a transition reads that there are
 * enough, and not too many; steps change it. */
static void add_counted(const struct translation *x, const struct net_bundle *b,
                        pair_list *read, trans_id t)
{
    const uint32_t needs = b->consume ? b->consume : b->read;

    if (needs && !is_blocked(x, b))
        add_pair(read, t, net_level(x->net, b->place, needs));
    if (b->inhibit && b->inhibit <= bound_of(x, b))
        add_pair(read, t, x->below[b->place] + b->inhibit - 1);
}

/* A self-loop is a read.  What is produced where the place is reset comes with
 * a step. */
static void add_given(struct translation *x, const struct net_bundle *b)
{
    if (bound_of(x, b) > 1) {
        add_counted(x, b, &x->read, b->trans);
        return;
    }

    const bool in = b->consume, out = b->produce && !b->reset;

    if (in && !out)
        add_pair(&x->pre, b->trans, b->place);
    if (out && !in)
        add_pair(&x->post, b->trans, b->place);
    if ((in && out) || b->read)
        add_pair(&x->read, b->trans, b->place);
}

/* Does the transition put its first token on the place? */
static bool fills(const struct net_bundle *b)
{
    return b->produce && !b->consume && !b->reset;
}

/* The transition t keeps the complement up to date, if it can fire at all, and
 * reads it if the place inhibits t. */
static void add_complement(struct translation *x, const struct net_bundle *b,
                           bool can_fire)
{
    const place_id other = complement_of(x, b);

    if (other == PLACE_NONE)
        return;
    if (can_fire && fills(b))
        add_pair(&x->pre, b->trans, other);
    else if (b->inhibit == 1)
        add_pair(&x->read, b->trans, other);
    else if (can_fire && b->consume && !b->produce)
        add_pair(&x->post, b->trans, other);
}

/* The shadow of the transition for the place of its bundle number i.  The
 * shadows of a transition have arcs for each pair of a bundle and of a place
 * with a complement that it fills; few transitions fill many of those. */
static void add_shadow(struct translation *x, uint32_t i)
{
    struct net *const net = x->net;
    const struct net_bundle *const filled = &x->bundles.at[i];
    const trans_id shadow = add_node(&net->transitions, "second_token_",
                                     net_trans_label(net, filled->trans));
    const struct relation_pair overflow = {shadow, filled->place};

    vec_push(&x->shadows, filled->trans);
    vec_push(&x->overflows, overflow);
    for (uint32_t k = 0; k < x->bundles.len; k++) {
        const struct net_bundle *const b = &x->bundles.at[k];

        if (bound_of(x, b) > 1)
            add_counted(x, b, &x->shadow_read, shadow);
        else if (k == i || (b->consume && !b->produce))
            add_pair(&x->shadow_pre, shadow, b->place);
        else if (b->consume || b->read)
            add_pair(&x->shadow_read, shadow, b->place);
    }
    for (uint32_t k = 0; k < x->bundles.len; k++)
        if (x->bundles.at[k].inhibit == 1 &&
            bound_of(x, &x->bundles.at[k]) == 1)
            add_pair(&x->shadow_read, shadow,
                     complement_of(x, &x->bundles.at[k]));
    for (uint32_t k = 0; k < x->bundles.len; k++)
        if (lock_of(x, &x->bundles.at[k]) != PLACE_NONE)
            add_pair(&x->shadow_read, shadow, lock_of(x, &x->bundles.at[k]));
}

/* -- Resets -- */

/* The transition takes the locks of the places that it resets, and reads those
 * of all others that it has arcs with. */
static void add_locks(struct translation *x, bool resets)
{
    for (uint32_t i = 0; i < x->bundles.len; i++) {
        const struct net_bundle *const b = &x->bundles.at[i];
        const place_id lock = lock_of(x, b);

        if (lock != PLACE_NONE)
            add_pair(resets && has_steps(x, b) ? &x->pre : &x->read, b->trans,
                     lock);
    }
}

/* "what", the place and the transition. */
static uint32_t add_named(struct translation *x, struct names *names,
                          const char *what, const struct net_bundle *b)
{
    text_buffer text = {0};
    uint32_t n;

    text_add(&text, net_place_label(x->net, b->place),
             strlen(net_place_label(x->net, b->place)));
    text_add(&text, "_by_", 4);
    text_add(&text, net_trans_label(x->net, b->trans),
             strlen(net_trans_label(x->net, b->trans)));
    n = add_node(names, what, text_end(&text));
    vec_free(&text);
    return n;
}

/* A step from one place "next" to another; PLACE_NONE: it is the last one.  Its
 * arcs with the place itself are still to be added. */
static trans_id add_step(struct translation *x, const struct net_bundle *b,
                         const char *what, place_id from, place_id to)
{
    const trans_id step = add_named(x, &x->net->transitions, what, b);

    vec_push(&x->shadows, b->trans);
    add_pair(&x->shadow_pre, step, from);
    add_pair(&x->shadow_post, step, lock_of(x, b));
    if (to != PLACE_NONE)
        add_pair(&x->shadow_post, step, to);
    return step;
}

/* The step for a place that is marked, or for one that is empty. */
static void add_reset(struct translation *x, const struct net_bundle *b,
                      bool marked, place_id from, place_id to)
{
    const place_id now = marked ? b->place : complement_of(x, b);
    const place_id other = marked ? complement_of(x, b) : b->place;
    const trans_id step =
        add_step(x, b, marked ? "reset_marked_" : "reset_empty_", from, to);

    if (marked == (b->produce > 0)) {
        add_pair(&x->shadow_read, step, now);
    } else {
        add_pair(&x->shadow_pre, step, now);
        add_pair(&x->shadow_post, step, other);
    }
}

/* The step for a place with n tokens. */
static void add_change(struct translation *x, const struct net_bundle *b,
                       uint32_t n, place_id from, place_id to)
{
    const uint64_t after =
        (b->reset ? 0 : n - b->consume) + (uint64_t)b->produce;
    const uint32_t bound = bound_of(x, b);
    const place_id below = x->below[b->place] - 1;
    char what[32];
    trans_id step;

    (void)snprintf(what, sizeof what, "from_%u_", n);
    step = add_step(x, b, what, from, to);
    if (after > bound) {
        const struct relation_pair overflow = {step, b->place};

        vec_push(&x->overflows, overflow);
    }
    for (uint32_t k = n + 1; k <= after && after <= bound; k++) {
        add_pair(&x->shadow_pre, step, below + k);
        add_pair(&x->shadow_post, step, net_level(x->net, b->place, k));
    }
    for (uint32_t k = (uint32_t)after + 1; k <= n; k++) {
        add_pair(&x->shadow_pre, step, net_level(x->net, b->place, k));
        add_pair(&x->shadow_post, step, below + k);
    }
    if (n > 0 && after >= n)
        add_pair(&x->shadow_read, step, net_level(x->net, b->place, n));
    if (n < bound && (after <= n || after > bound))
        add_pair(&x->shadow_read, step, below + n + 1);
}

/* The steps for a place, whatever tokens it has. */
static void add_steps_of(struct translation *x, const struct net_bundle *b,
                         place_id from, place_id to)
{
    const uint32_t bound = bound_of(x, b);

    if (bound == 1) {
        add_reset(x, b, true, from, to);
        add_reset(x, b, false, from, to);
        return;
    }
    for (uint32_t n = b->consume; n <= bound && (!b->inhibit || n < b->inhibit);
         n++)
        add_change(x, b, n, from, to);
}

/* The bundle of the next reset from number i on. */
static uint32_t next_reset(const struct translation *x, uint32_t i)
{
    while (i < x->bundles.len && !has_steps(x, &x->bundles.at[i]))
        i++;
    return i;
}

/* The steps behind t. */
static void add_steps(struct translation *x, trans_id t)
{
    uint32_t i = next_reset(x, 0);
    const uint32_t first = x->next.len;
    place_id from, to;

    if (i == x->bundles.len)
        return;
    from = add_named(x, &x->net->places, "next_", &x->bundles.at[i]);
    add_pair(&x->post, t, from);
    for (uint32_t k; i < x->bundles.len; i = k, from = to) {
        const struct net_bundle *const b = &x->bundles.at[i];

        k = next_reset(x, i + 1);
        to = k < x->bundles.len
                 ? add_named(x, &x->net->places, "next_", &x->bundles.at[k])
                 : PLACE_NONE;
        add_steps_of(x, b, from, to);
        add_pair(&x->next, from, lock_of(x, b));
    }
    for (uint32_t n = first; n < x->next.len; n++)
        x->next.at[n].partner = vec_top(&x->next)->partner;
}

static void add_never(struct translation *x, trans_id t)
{
    if (x->never == PLACE_NONE)
        x->never = add_node(&x->net->places, "never_marked", "");
    add_pair(&x->pre, t, x->never);
}

/* Notes the first place on which a transition puts two tokens. */
static void note_overflow(struct translation *x)
{
    uint32_t i = 0;

    while (x->bundles.at[i].produce < 2 || bound_of(x, &x->bundles.at[i]) > 1)
        i++;

    const struct relation_pair overflow = {x->bundles.at[i].trans,
                                           x->bundles.at[i].place};

    vec_push(&x->overflows, overflow);
}

static void translate(struct translation *x, trans_id t)
{
    bool blocked = false;

    for (uint32_t i = 0; i < x->bundles.len; i++) {
        const struct net_bundle *const b = &x->bundles.at[i];

        add_given(x, b);
        blocked |= is_blocked(x, b);
        if (is_odd(x, b))
            vec_push(&x->odd, *b);
    }

    const bool fires = can_fire(x);

    if (!blocked && !fires)
        note_overflow(x);
    for (uint32_t i = 0; i < x->bundles.len; i++)
        add_complement(x, &x->bundles.at[i], fires);
    add_locks(x, fires);
    if (blocked)
        add_never(x, t);
    if (fires)
        add_steps(x, t);
    for (uint32_t i = 0; fires && i < x->bundles.len; i++)
        if (fills(&x->bundles.at[i]) && x->bundles.at[i].inhibit != 1 &&
            complement_of(x, &x->bundles.at[i]) != PLACE_NONE)
            add_shadow(x, i);
}

/* -- The net -- */

static void fill_marking(const struct translation *x, uint32_t n_given)
{
    struct net *const net = x->net;
    const uint32_t old = bits_words(n_given);
    const uint32_t words = bits_words(net_place_count(net));

    if (words > old) {
        net->marked = mem_resize(net->marked, words, sizeof *net->marked);
        bits_clear(net->marked + old, words - old);
    }
    for (place_id p = 0; x->complement && p < n_given; p++)
        if (x->complement[p] != PLACE_NONE && !bits_has(net->marked, p))
            bits_add(net->marked, x->complement[p]);
    for (place_id p = 0; x->lock && p < n_given; p++)
        if (x->lock[p] != PLACE_NONE)
            bits_add(net->marked, x->lock[p]);
    for (place_id p = 0; x->below && p < n_given; p++)
        for (uint32_t k = 1; net_bound(net, p) > 1 && k <= net_bound(net, p);
             k++)
            bits_add(net->marked, net_tokens(net, p) >= k
                                      ? net_level(net, p, k)
                                      : x->below[p] + k - 1);
}

static void fill_locks(const struct translation *x, uint32_t n_given)
{
    struct net *const net = x->net;
    const uint32_t n = net_place_count(net);

    if (!x->lock)
        return;
    net->locks = mem_alloc(n, sizeof *net->locks);
    for (place_id p = 0; p < n; p++)
        net->locks[p] = PLACE_NONE;
    for (place_id p = 0; p < n_given; p++) {
        if (x->lock[p] == PLACE_NONE)
            continue;
        net->locks[p] = net->locks[x->lock[p]] = x->lock[p];
        if (x->complement && x->complement[p] != PLACE_NONE)
            net->locks[x->complement[p]] = x->lock[p];
        for (uint32_t k = 1; net_bound(net, p) > 1 && k <= net_bound(net, p);
             k++)
            net->locks[net_level(net, p, k)] = net->locks[x->below[p] + k - 1] =
                x->lock[p];
    }
    for (uint32_t i = 0; i < x->next.len; i++)
        net->locks[x->next.at[i].key] = x->next.at[i].partner;
}

static void fill_overflows(const struct translation *x)
{
    struct net *const net = x->net;
    const uint32_t n = net_trans_count(net);

    if (!x->overflows.len)
        return;
    net->overflow = mem_alloc(n, sizeof *net->overflow);
    for (trans_id t = 0; t < n; t++)
        net->overflow[t] = PLACE_NONE;
    for (uint32_t i = 0; i < x->overflows.len; i++)
        net->overflow[x->overflows.at[i].key] = x->overflows.at[i].partner;
}

static void append(pair_list *list, pair_list *more)
{
    for (uint32_t i = 0; i < more->len; i++)
        vec_push(list, more->at[i]);
    vec_free(more);
}

static int compare_pairs(const void *a, const void *b)
{
    const struct relation_pair *const x = a, *const y = b;

    return x->key != y->key
               ? (x->key > y->key) - (x->key < y->key)
               : (x->partner > y->partner) - (x->partner < y->partner);
}

/* Arcs of steps, and with levels, are not in the order of their places. */
static void sort_pairs(pair_list *list)
{
    if (list->len)
        qsort(list->at, list->len, sizeof *list->at, compare_pairs);
}

static void fill_relations(struct translation *x)
{
    struct net *const net = x->net;
    const uint32_t np = net_place_count(net), nt = net_trans_count(net);

    append(&x->pre, &x->shadow_pre);
    append(&x->post, &x->shadow_post);
    append(&x->read, &x->shadow_read);
    if (net->bounds || net->locks) {
        sort_pairs(&x->pre);
        sort_pairs(&x->post);
        sort_pairs(&x->read);
    }
    relation_init(&net->arcs[NET_PRE], nt, x->pre.at, x->pre.len);
    relation_init(&net->arcs[NET_POST], nt, x->post.at, x->post.len);
    relation_init(&net->arcs[NET_READ], nt, x->read.at, x->read.len);
    relation_init_inverse(&net->arcs[NET_CONSUMERS], np, x->pre.at, x->pre.len);
    relation_init_inverse(&net->arcs[NET_PRODUCERS], np, x->post.at,
                          x->post.len);
    relation_init_inverse(&net->arcs[NET_READERS], np, x->read.at, x->read.len);
}

void given_arcs_translate(struct net *net, const given_arcs_list *arcs)
{
    struct translation x = {.net = net, .arcs = arcs, .never = PLACE_NONE};
    const uint32_t n_trans = net_trans_count(net);
    uint32_t next = 0;

    net->n_given_places = net_place_count(net);
    net->n_given_transitions = n_trans;
    x.sorted = sort_arcs(&x);
    if (has_any_beside(arcs) || net->bounds)
        add_beside(&x);
    if (net->bounds)
        add_levels(&x);
    for (trans_id t = 0; t < n_trans; t++) {
        collect(&x, t, &next);
        translate(&x, t);
    }
    mem_free(x.sorted);
    fill_marking(&x, net->n_given_places);
    fill_overflows(&x);
    fill_locks(&x, net->n_given_places);
    mem_free(x.complement);
    mem_free(x.lock);
    mem_free(x.below);
    vec_free(&x.next);
    vec_free(&x.bundles);
    vec_free(&x.overflows);
    fill_relations(&x);
    vec_free(&x.pre);
    vec_free(&x.post);
    vec_free(&x.read);
    net->bundles = x.odd.at;
    net->n_bundles = x.odd.len;
    net->shadowed = x.shadows.at;
}

/* -- The other way -- */

/* The first bundle of (t, p) or behind it. */
static uint32_t find_bundle(const struct net *net, trans_id t, place_id p)
{
    uint32_t low = 0, high = net->n_bundles;

    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        const struct net_bundle *const b = &net->bundles[middle];

        if (b->trans < t || (b->trans == t && b->place < p))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool is_bundle(const struct net *net, trans_id t, place_id p)
{
    const uint32_t i = find_bundle(net, t, p);

    return i < net->n_bundles && net->bundles[i].trans == t &&
           net->bundles[i].place == p;
}

static void give_back(const struct net *net, trans_id t,
                      struct net_place_span places, struct net_bundle bundle,
                      net_bundle_list *list)
{
    bundle.trans = t;
    for (uint32_t i = 0; i < places.len; i++) {
        bundle.place = places.at[i];
        if (bundle.place < net->n_given_places &&
            !is_bundle(net, t, bundle.place))
            vec_push(list, bundle);
    }
}

void given_arcs_of(const struct net *net, trans_id t, net_bundle_list *list)
{
    uint32_t i = find_bundle(net, t, 0);

    ASSERT(t < net->n_given_transitions);
    vec_clear(list);
    give_back(net, t, net_pre(net, t), (struct net_bundle){.consume = 1}, list);
    give_back(net, t, net_post(net, t), (struct net_bundle){.produce = 1},
              list);
    give_back(net, t, net_read(net, t), (struct net_bundle){.read = 1}, list);
    for (; i < net->n_bundles && net->bundles[i].trans == t; i++)
        vec_push(list, net->bundles[i]);
}
