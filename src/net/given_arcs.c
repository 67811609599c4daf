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
static void sort_by(const struct translation *translation, const uint32_t *from,
                    uint32_t *to, bool by_place)
{
    const given_arcs_list *const arcs = translation->arcs;
    const uint32_t n_keys = by_place ? net_place_count(translation->net)
                                     : net_trans_count(translation->net);
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

static uint32_t *sort_arcs(const struct translation *translation)
{
    uint32_t *given = mem_alloc(translation->arcs->len, sizeof *given);
    uint32_t *sorted = mem_alloc(translation->arcs->len, sizeof *sorted);

    for (uint32_t i = 0; i < translation->arcs->len; i++)
        given[i] = i;
    sort_by(translation, given, sorted, true);
    sort_by(translation, sorted, given, false);
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
static uint32_t bound_of(const struct translation *translation,
                         const struct net_bundle *b)
{
    return net_bound(translation->net, b->place);
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
static void collect(struct translation *translation, trans_id t, uint32_t *next)
{
    vec_clear(&translation->bundles);
    for (; *next < translation->arcs->len; ++*next) {
        const struct given_arcs_arc *arc =
            &translation->arcs->at[translation->sorted[*next]];
        const struct net_bundle none = {.trans = t, .place = arc->place};

        if (arc->trans != t)
            break;
        if (!translation->bundles.len ||
            vec_top(&translation->bundles)->place != arc->place)
            vec_push(&translation->bundles, none);
        add_arc(vec_top(&translation->bundles), arc);
    }
    for (uint32_t i = 0; i < translation->bundles.len; i++)
        normalise(&translation->bundles.at[i],
                  bound_of(translation, &translation->bundles.at[i]));
}

/* Do pre, post and read say less than the bundle? */
static bool is_odd(const struct translation *translation,
                   const struct net_bundle *b)
{
    return b->consume > 1 || b->produce > 1 || b->inhibit || b->reset ||
           bound_of(translation, b) > 1;
}

/* Are there more tokens needed than the place can have? */
static bool is_blocked(const struct translation *translation,
                       const struct net_bundle *b)
{
    return b->consume > bound_of(translation, b);
}

/* Can the transition of the bundles fire in a safe net? */
static bool can_fire(const struct translation *translation)
{
    for (uint32_t i = 0; i < translation->bundles.len; i++)
        if (is_blocked(translation, &translation->bundles.at[i]) ||
            (translation->bundles.at[i].produce > 1 &&
             bound_of(translation, &translation->bundles.at[i]) == 1))
            return false;
    return true;
}

/* Do steps behind the transition change the place? */
static bool has_steps(const struct translation *translation,
                      const struct net_bundle *b)
{
    return b->reset ||
           (bound_of(translation, b) > 1 && b->consume != b->produce);
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
static place_id *add_places(struct translation *translation, uint32_t n,
                            const char *prefix, const bits_word *wanted)
{
    struct net *const net = translation->net;
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
static void add_beside(struct translation *translation)
{
    const uint32_t n = net_place_count(translation->net);
    bits_word *const resets = mem_zero(bits_words(n), sizeof *resets);
    bits_word *const wanted = mem_zero(bits_words(n), sizeof *wanted);
    uint32_t next = 0;

    for (trans_id t = 0; t < net_trans_count(translation->net); t++) {
        collect(translation, t, &next);
        for (uint32_t i = 0; i < translation->bundles.len; i++) {
            const struct net_bundle *const b = &translation->bundles.at[i];

            if (has_steps(translation, b) && can_fire(translation))
                bits_add(resets, b->place);
            if (bound_of(translation, b) == 1 &&
                (bits_has(resets, b->place) || b->inhibit == 1))
                bits_add(wanted, b->place);
        }
    }
    translation->complement = add_places(translation, n, "not_", wanted);
    translation->lock = add_places(translation, n, "lock_of_", resets);
    mem_free(resets);
    mem_free(wanted);
}

/* Places for the numbers of tokens of those that can have several. */
static void add_levels(struct translation *translation)
{
    struct net *const net = translation->net;
    const uint32_t n = net->n_given_places;
    char suffix[32];

    net->levels = mem_alloc(n, sizeof *net->levels);
    translation->below = mem_alloc(n, sizeof *translation->below);
    for (place_id p = 0; p < n; p++) {
        net->levels[p] = net_place_count(net);
        for (uint32_t k = 2; k <= net->bounds[p]; k++) {
            (void)snprintf(suffix, sizeof suffix, ">=%u", k);
            (void)add_node(&net->places, net_place_label(net, p), suffix);
        }
        translation->below[p] = net_place_count(net);
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

static place_id complement_of(const struct translation *translation,
                              const struct net_bundle *b)
{
    return translation->complement ? translation->complement[b->place]
                                   : PLACE_NONE;
}

static place_id lock_of(const struct translation *translation,
                        const struct net_bundle *b)
{
    return translation->lock ? translation->lock[b->place] : PLACE_NONE;
}

/* Of a place that can have several tokens a transition reads that there are
 * enough, and not too many; steps change it. */
static void add_counted(const struct translation *translation,
                        const struct net_bundle *b, pair_list *read, trans_id t)
{
    const uint32_t needs = b->consume ? b->consume : b->read;

    if (needs && !is_blocked(translation, b))
        add_pair(read, t, net_level(translation->net, b->place, needs));
    if (b->inhibit && b->inhibit <= bound_of(translation, b))
        add_pair(read, t, translation->below[b->place] + b->inhibit - 1);
}

/* A self-loop is a read.  What is produced where the place is reset comes with
 * a step. */
static void add_given(struct translation *translation,
                      const struct net_bundle *b)
{
    if (bound_of(translation, b) > 1) {
        add_counted(translation, b, &translation->read, b->trans);
        return;
    }

    const bool in = b->consume, out = b->produce && !b->reset;

    if (in && !out)
        add_pair(&translation->pre, b->trans, b->place);
    if (out && !in)
        add_pair(&translation->post, b->trans, b->place);
    if ((in && out) || b->read)
        add_pair(&translation->read, b->trans, b->place);
}

/* Does the transition put its first token on the place? */
static bool fills(const struct net_bundle *b)
{
    return b->produce && !b->consume && !b->reset;
}

/* The transition t keeps the complement up to date, if it can fire at all, and
 * reads it if the place inhibits t. */
static void add_complement(struct translation *translation,
                           const struct net_bundle *b, bool can_fire)
{
    const place_id other = complement_of(translation, b);

    if (other == PLACE_NONE)
        return;
    if (can_fire && fills(b))
        add_pair(&translation->pre, b->trans, other);
    else if (b->inhibit == 1)
        add_pair(&translation->read, b->trans, other);
    else if (can_fire && b->consume && !b->produce)
        add_pair(&translation->post, b->trans, other);
}

/* The shadow of the transition for the place of its bundle number i.  The
 * shadows of a transition have arcs for each pair of a bundle and of a place
 * with a complement that it fills; few transitions fill many of those. */
static void add_shadow(struct translation *translation, uint32_t i)
{
    struct net *const net = translation->net;
    const struct net_bundle *const filled = &translation->bundles.at[i];
    const trans_id shadow = add_node(&net->transitions, "second_token_",
                                     net_trans_label(net, filled->trans));
    const struct relation_pair overflow = {shadow, filled->place};

    vec_push(&translation->shadows, filled->trans);
    vec_push(&translation->overflows, overflow);
    for (uint32_t k = 0; k < translation->bundles.len; k++) {
        const struct net_bundle *const b = &translation->bundles.at[k];

        if (bound_of(translation, b) > 1)
            add_counted(translation, b, &translation->shadow_read, shadow);
        else if (k == i || (b->consume && !b->produce))
            add_pair(&translation->shadow_pre, shadow, b->place);
        else if (b->consume || b->read)
            add_pair(&translation->shadow_read, shadow, b->place);
    }
    for (uint32_t k = 0; k < translation->bundles.len; k++)
        if (translation->bundles.at[k].inhibit == 1 &&
            bound_of(translation, &translation->bundles.at[k]) == 1)
            add_pair(&translation->shadow_read, shadow,
                     complement_of(translation, &translation->bundles.at[k]));
    for (uint32_t k = 0; k < translation->bundles.len; k++)
        if (lock_of(translation, &translation->bundles.at[k]) != PLACE_NONE)
            add_pair(&translation->shadow_read, shadow,
                     lock_of(translation, &translation->bundles.at[k]));
}

/* -- Resets -- */

/* The transition takes the locks of the places that it resets, and reads those
 * of all others that it has arcs with. */
static void add_locks(struct translation *translation, bool resets)
{
    for (uint32_t i = 0; i < translation->bundles.len; i++) {
        const struct net_bundle *const b = &translation->bundles.at[i];
        const place_id lock = lock_of(translation, b);

        if (lock != PLACE_NONE)
            add_pair(resets && has_steps(translation, b) ? &translation->pre
                                                         : &translation->read,
                     b->trans, lock);
    }
}

/* "what", the place and the transition. */
static uint32_t add_named(struct translation *translation, struct names *names,
                          const char *what, const struct net_bundle *b)
{
    text_buffer text = {0};
    uint32_t n;

    text_add(&text, net_place_label(translation->net, b->place),
             strlen(net_place_label(translation->net, b->place)));
    text_add(&text, "_by_", 4);
    text_add(&text, net_trans_label(translation->net, b->trans),
             strlen(net_trans_label(translation->net, b->trans)));
    n = add_node(names, what, text_end(&text));
    vec_free(&text);
    return n;
}

/* A step from one place "next" to another; PLACE_NONE: it is the last one.  Its
 * arcs with the place itself are still to be added. */
static trans_id add_step(struct translation *translation,
                         const struct net_bundle *b, const char *what,
                         place_id from, place_id to)
{
    const trans_id step =
        add_named(translation, &translation->net->transitions, what, b);

    vec_push(&translation->shadows, b->trans);
    add_pair(&translation->shadow_pre, step, from);
    add_pair(&translation->shadow_post, step, lock_of(translation, b));
    if (to != PLACE_NONE)
        add_pair(&translation->shadow_post, step, to);
    return step;
}

/* The step for a place that is marked, or for one that is empty. */
static void add_reset(struct translation *translation,
                      const struct net_bundle *b, bool marked, place_id from,
                      place_id to)
{
    const place_id now = marked ? b->place : complement_of(translation, b);
    const place_id other = marked ? complement_of(translation, b) : b->place;
    const trans_id step = add_step(
        translation, b, marked ? "reset_marked_" : "reset_empty_", from, to);

    if (marked == (b->produce > 0)) {
        add_pair(&translation->shadow_read, step, now);
    } else {
        add_pair(&translation->shadow_pre, step, now);
        add_pair(&translation->shadow_post, step, other);
    }
}

/* The step for a place with n tokens. */
static void add_change(struct translation *translation,
                       const struct net_bundle *b, uint32_t n, place_id from,
                       place_id to)
{
    const uint64_t after =
        (b->reset ? 0 : n - b->consume) + (uint64_t)b->produce;
    const uint32_t bound = bound_of(translation, b);
    const place_id below = translation->below[b->place] - 1;
    char what[32];
    trans_id step;

    (void)snprintf(what, sizeof what, "from_%u_", n);
    step = add_step(translation, b, what, from, to);
    if (after > bound) {
        const struct relation_pair overflow = {step, b->place};

        vec_push(&translation->overflows, overflow);
    }
    for (uint32_t k = n + 1; k <= after && after <= bound; k++) {
        add_pair(&translation->shadow_pre, step, below + k);
        add_pair(&translation->shadow_post, step,
                 net_level(translation->net, b->place, k));
    }
    for (uint32_t k = (uint32_t)after + 1; k <= n; k++) {
        add_pair(&translation->shadow_pre, step,
                 net_level(translation->net, b->place, k));
        add_pair(&translation->shadow_post, step, below + k);
    }
    if (n > 0 && after >= n)
        add_pair(&translation->shadow_read, step,
                 net_level(translation->net, b->place, n));
    if (n < bound && (after <= n || after > bound))
        add_pair(&translation->shadow_read, step, below + n + 1);
}

/* The steps for a place, whatever tokens it has. */
static void add_steps_of(struct translation *translation,
                         const struct net_bundle *b, place_id from, place_id to)
{
    const uint32_t bound = bound_of(translation, b);

    if (bound == 1) {
        add_reset(translation, b, true, from, to);
        add_reset(translation, b, false, from, to);
        return;
    }
    for (uint32_t n = b->consume; n <= bound && (!b->inhibit || n < b->inhibit);
         n++)
        add_change(translation, b, n, from, to);
}

/* The bundle of the next reset from number i on. */
static uint32_t next_reset(const struct translation *translation, uint32_t i)
{
    while (i < translation->bundles.len &&
           !has_steps(translation, &translation->bundles.at[i]))
        i++;
    return i;
}

/* The steps behind t. */
static void add_steps(struct translation *translation, trans_id t)
{
    uint32_t i = next_reset(translation, 0);
    const uint32_t first = translation->next.len;
    place_id from, to;

    if (i == translation->bundles.len)
        return;
    from = add_named(translation, &translation->net->places, "next_",
                     &translation->bundles.at[i]);
    add_pair(&translation->post, t, from);
    for (uint32_t k; i < translation->bundles.len; i = k, from = to) {
        const struct net_bundle *const b = &translation->bundles.at[i];

        k = next_reset(translation, i + 1);
        to = k < translation->bundles.len
                 ? add_named(translation, &translation->net->places, "next_",
                             &translation->bundles.at[k])
                 : PLACE_NONE;
        add_steps_of(translation, b, from, to);
        add_pair(&translation->next, from, lock_of(translation, b));
    }
    for (uint32_t n = first; n < translation->next.len; n++)
        translation->next.at[n].partner = vec_top(&translation->next)->partner;
}

static void add_never(struct translation *translation, trans_id t)
{
    if (translation->never == PLACE_NONE)
        translation->never =
            add_node(&translation->net->places, "never_marked", "");
    add_pair(&translation->pre, t, translation->never);
}

/* Notes the first place on which a transition puts two tokens. */
static void note_overflow(struct translation *translation)
{
    uint32_t i = 0;

    while (translation->bundles.at[i].produce < 2 ||
           bound_of(translation, &translation->bundles.at[i]) > 1)
        i++;

    const struct relation_pair overflow = {translation->bundles.at[i].trans,
                                           translation->bundles.at[i].place};

    vec_push(&translation->overflows, overflow);
}

static void translate(struct translation *translation, trans_id t)
{
    bool blocked = false;

    for (uint32_t i = 0; i < translation->bundles.len; i++) {
        const struct net_bundle *const b = &translation->bundles.at[i];

        add_given(translation, b);
        blocked |= is_blocked(translation, b);
        if (is_odd(translation, b))
            vec_push(&translation->odd, *b);
    }

    const bool fires = can_fire(translation);

    if (!blocked && !fires)
        note_overflow(translation);
    for (uint32_t i = 0; i < translation->bundles.len; i++)
        add_complement(translation, &translation->bundles.at[i], fires);
    add_locks(translation, fires);
    if (blocked)
        add_never(translation, t);
    if (fires)
        add_steps(translation, t);
    for (uint32_t i = 0; fires && i < translation->bundles.len; i++)
        if (fills(&translation->bundles.at[i]) &&
            translation->bundles.at[i].inhibit != 1 &&
            complement_of(translation, &translation->bundles.at[i]) !=
                PLACE_NONE)
            add_shadow(translation, i);
}

/* -- The net -- */

static void fill_marking(const struct translation *translation,
                         uint32_t n_given)
{
    struct net *const net = translation->net;
    const uint32_t old = bits_words(n_given);
    const uint32_t words = bits_words(net_place_count(net));

    if (words > old) {
        net->marked = mem_resize(net->marked, words, sizeof *net->marked);
        bits_clear(net->marked + old, words - old);
    }
    for (place_id p = 0; translation->complement && p < n_given; p++)
        if (translation->complement[p] != PLACE_NONE &&
            !bits_has(net->marked, p))
            bits_add(net->marked, translation->complement[p]);
    for (place_id p = 0; translation->lock && p < n_given; p++)
        if (translation->lock[p] != PLACE_NONE)
            bits_add(net->marked, translation->lock[p]);
    for (place_id p = 0; translation->below && p < n_given; p++)
        for (uint32_t k = 1; net_bound(net, p) > 1 && k <= net_bound(net, p);
             k++)
            bits_add(net->marked, net_tokens(net, p) >= k
                                      ? net_level(net, p, k)
                                      : translation->below[p] + k - 1);
}

static void fill_locks(const struct translation *translation, uint32_t n_given)
{
    struct net *const net = translation->net;
    const uint32_t n = net_place_count(net);

    if (!translation->lock)
        return;
    net->locks = mem_alloc(n, sizeof *net->locks);
    for (place_id p = 0; p < n; p++)
        net->locks[p] = PLACE_NONE;
    for (place_id p = 0; p < n_given; p++) {
        if (translation->lock[p] == PLACE_NONE)
            continue;
        net->locks[p] = net->locks[translation->lock[p]] = translation->lock[p];
        if (translation->complement && translation->complement[p] != PLACE_NONE)
            net->locks[translation->complement[p]] = translation->lock[p];
        for (uint32_t k = 1; net_bound(net, p) > 1 && k <= net_bound(net, p);
             k++)
            net->locks[net_level(net, p, k)] =
                net->locks[translation->below[p] + k - 1] =
                    translation->lock[p];
    }
    for (uint32_t i = 0; i < translation->next.len; i++)
        net->locks[translation->next.at[i].key] =
            translation->next.at[i].partner;
}

static void fill_overflows(const struct translation *translation)
{
    struct net *const net = translation->net;
    const uint32_t n = net_trans_count(net);

    if (!translation->overflows.len)
        return;
    net->overflow = mem_alloc(n, sizeof *net->overflow);
    for (trans_id t = 0; t < n; t++)
        net->overflow[t] = PLACE_NONE;
    for (uint32_t i = 0; i < translation->overflows.len; i++)
        net->overflow[translation->overflows.at[i].key] =
            translation->overflows.at[i].partner;
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

static void fill_relations(struct translation *translation)
{
    struct net *const net = translation->net;
    const uint32_t np = net_place_count(net), nt = net_trans_count(net);

    append(&translation->pre, &translation->shadow_pre);
    append(&translation->post, &translation->shadow_post);
    append(&translation->read, &translation->shadow_read);
    if (net->bounds || net->locks) {
        sort_pairs(&translation->pre);
        sort_pairs(&translation->post);
        sort_pairs(&translation->read);
    }
    relation_init(&net->arcs[NET_PRE], nt, translation->pre.at,
                  translation->pre.len);
    relation_init(&net->arcs[NET_POST], nt, translation->post.at,
                  translation->post.len);
    relation_init(&net->arcs[NET_READ], nt, translation->read.at,
                  translation->read.len);
    relation_init_inverse(&net->arcs[NET_CONSUMERS], np, translation->pre.at,
                          translation->pre.len);
    relation_init_inverse(&net->arcs[NET_PRODUCERS], np, translation->post.at,
                          translation->post.len);
    relation_init_inverse(&net->arcs[NET_READERS], np, translation->read.at,
                          translation->read.len);
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
