#include "engine/unfolding/compiled_net.h"

#include "base/bits.h"
#include "base/ids.h"
#include "base/vec.h"

#include <string.h>

/* Arcs of the new net: the key is a transition, the partner a place. */
typedef VEC(struct relation_pair) arc_list;

struct builder {
    const struct net *net;
    const struct dep *dep;
    arc_list consume, read, produce;
    VEC(place_id) initial;
    VEC(place_id) complement; /* by net place: PLACE_NONE when none is needed */
    arc_list second_tokens;   /* that the transition would put on the place */
    VEC(struct compiled_net_mirror) mirrors; /* of own places */
    uint32_t n_places;
    bool copies;
    place_id *copy_of; /* by place: its second copy; the others follow */
};

static void add_arc(arc_list *arcs, trans_id t, place_id p)
{
    vec_push(arcs, ((struct relation_pair){t, p}));
}

static void add_all(arc_list *arcs, trans_id t, struct net_place_span places)
{
    for (uint32_t i = 0; i < places.len; i++)
        add_arc(arcs, t, places.at[i]);
}

static place_id own_place(struct builder *m, struct compiled_net_mirror mirror)
{
    const place_id p = m->n_places++;

    if (mirror.place == PLACE_NONE ||
        net_marked(m->net, mirror.place) != mirror.opposite)
        vec_push(&m->initial, p);
    vec_push(&m->mirrors, mirror);
    return p;
}

static const struct compiled_net_mirror always = {PLACE_NONE, false};

/* All copies of the places. */
static void add_copies(struct builder *m, arc_list *arcs, trans_id t,
                       struct net_place_span places)
{
    for (uint32_t i = 0; i < places.len; i++) {
        const uint32_t n = net_readers(m->net, places.at[i]).len;

        add_arc(arcs, t, places.at[i]);
        for (uint32_t k = 1; m->copies && k < n; k++)
            add_arc(arcs, t, m->copy_of[places.at[i]] + k - 1);
    }
}

/* The copy of p that is t's own. */
static place_id own_copy(const struct builder *m, trans_id t, place_id p)
{
    const struct net_trans_span readers = net_readers(m->net, p);
    const uint32_t rank = ids_find(readers.at, readers.len, t);

    return rank ? m->copy_of[p] + rank - 1 : p;
}

static void make_copies(struct builder *m)
{
    m->copy_of = mem_alloc(net_place_count(m->net), sizeof *m->copy_of);
    for (place_id p = 0; p < net_place_count(m->net); p++) {
        m->copy_of[p] = m->n_places;
        for (uint32_t k = 1; k < net_readers(m->net, p).len; k++)
            (void)own_place(m, (struct compiled_net_mirror){p, false});
    }
}

static void add_reads(struct builder *m, trans_id t, bool reads)
{
    const struct net_place_span read = net_read(m->net, t);

    if (reads && !m->copies) {
        add_all(&m->read, t, read);
        return;
    }
    for (uint32_t i = 0; i < read.len; i++) {
        const place_id p = reads ? own_copy(m, t, read.at[i]) : read.at[i];

        add_arc(&m->consume, t, p);
        add_arc(&m->produce, t, p);
    }
}

/* Are read arcs more than a consumption and a production? */
static bool keeps_reads(const struct dep *dep)
{
    return dep_kind(dep) == DEP_READ || dep_kind(dep) == DEP_USER;
}

static void add_net(struct builder *m)
{
    const bool reads = keeps_reads(m->dep);

    m->copies = m->copies && reads;
    if (m->copies)
        make_copies(m);
    for (trans_id t = 0; t < net_trans_count(m->net); t++) {
        const struct net_place_span pre = net_pre(m->net, t);
        const struct net_place_span read = net_read(m->net, t);

        add_copies(m, &m->consume, t, pre);
        add_reads(m, t, reads);
        add_copies(m, &m->produce, t, net_post(m->net, t));
        if (!pre.len && ((reads && !m->copies) || !read.len)) {
            const place_id own = own_place(m, always);

            add_arc(&m->consume, t, own);
            add_arc(&m->produce, t, own);
        }
    }
}

/* Pairs that are dependent for the user and that no place of the net makes
 * dependent, as rows of a matrix. */
static bits_word *missing_pairs(const struct builder *m, uint32_t words)
{
    const uint32_t n = net_trans_count(m->net);
    struct dep *const read = dep_create(m->net, DEP_READ);
    bits_word *const rows = mem_zero((size_t)n * words, sizeof *rows);

    for (trans_id t = 0; t < n; t++)
        for (trans_id u = 0; u < n; u++)
            if (t != u && dep_has(m->dep, t, u) && !dep_has(read, t, u))
                bits_add(rows + (size_t)t * words, u);
    dep_destroy(read);
    return rows;
}

/* One clique that contains the pair (t, u), grown greedily in the order of ids.
 * Its pairs are removed from the rows that are still to be covered. */
static void add_clique(struct builder *m, const bits_word *all, bits_word *todo,
                       uint32_t words, trans_id t, trans_id u)
{
    const uint32_t n = net_trans_count(m->net);
    const place_id place = own_place(m, always);
    bits_word *const fit =
        mem_copy(all + (size_t)t * words, words, sizeof *fit);
    VEC(trans_id) members = {0};

    vec_push(&members, t);
    vec_push(&members, u);
    bits_keep(fit, all + (size_t)u * words, words);
    for (trans_id v = bits_next(fit, 0, n); v < n; v = bits_next(fit, v, n)) {
        vec_push(&members, v);
        bits_keep(fit, all + (size_t)v * words, words);
    }
    for (uint32_t i = 0; i < members.len; i++) {
        add_arc(&m->consume, members.at[i], place);
        add_arc(&m->produce, members.at[i], place);
        for (uint32_t j = 0; j < members.len; j++)
            bits_remove(todo + (size_t)members.at[i] * words, members.at[j]);
    }
    vec_free(&members);
    mem_free(fit);
}

/* Quadratic in the number of transitions: so is the user's relation. */
static void add_cliques(struct builder *m)
{
    const uint32_t n = net_trans_count(m->net);
    const uint32_t words = bits_words(n);
    bits_word *const all = missing_pairs(m, words);
    bits_word *const todo = mem_copy(all, (size_t)n * words, sizeof *todo);

    for (trans_id t = 0; t < n; t++) {
        const bits_word *const row = todo + (size_t)t * words;

        for (trans_id u = bits_next(row, 0, n); u < n; u = bits_next(row, u, n))
            add_clique(m, all, todo, words, t, u);
    }
    mem_free(todo);
    mem_free(all);
}

/* t produces on p, so it consumes the complement.  Where p is marked already,
 * this would hide that t is enabled and the net unsafe: a pattern looks for
 * such markings. */
static void consume_complement(struct builder *m, trans_id t, place_id p)
{
    add_arc(&m->consume, t, m->complement.at[p]);
    add_arc(&m->second_tokens, t, p);
}

static void add_complements(struct builder *m, const struct goal *goals,
                            uint32_t n_goals)
{
    for (place_id p = 0; p < net_place_count(m->net); p++)
        vec_push(&m->complement, PLACE_NONE);
    for (uint32_t g = 0; g < n_goals; g++)
        for (uint32_t i = 0; i < goals[g].empty.len; i++) {
            const place_id p = goals[g].empty.at[i];

            if (m->complement.at[p] == PLACE_NONE)
                m->complement.at[p] =
                    own_place(m, (struct compiled_net_mirror){p, true});
        }
    for (trans_id t = 0; t < net_trans_count(m->net); t++) {
        const struct net_place_span pre = net_pre(m->net, t);
        const struct net_place_span post = net_post(m->net, t);

        for (uint32_t i = 0; i < pre.len; i++)
            if (m->complement.at[pre.at[i]] != PLACE_NONE)
                add_arc(&m->produce, t, m->complement.at[pre.at[i]]);
        for (uint32_t i = 0; i < post.len; i++)
            if (m->complement.at[post.at[i]] != PLACE_NONE)
                consume_complement(m, t, post.at[i]);
    }
}

static void add_total_order_place(struct builder *m,
                                  struct compiled_net *compiled)
{
    compiled->total_order_place = own_place(m, always);
    for (trans_id t = 0; t < net_trans_count(m->net); t++) {
        add_arc(&m->consume, t, compiled->total_order_place);
        add_arc(&m->produce, t, compiled->total_order_place);
    }
}

/* Arcs that are those of a kind of the net give way to them. */
static void share(const struct net *net, struct relation *arcs)
{
    const size_t size = ((size_t)arcs->n_nodes + 1) * sizeof *arcs->start;

    for (int kind = 0; kind < NET_ARC_KINDS; kind++) {
        const struct relation *const of_net =
            net_relation(net, (enum net_arc_kind)kind);

        if (of_net->n_nodes == arcs->n_nodes &&
            !memcmp(of_net->start, arcs->start, size) &&
            !memcmp(of_net->at, arcs->at,
                    relation_count(arcs) * sizeof *arcs->at)) {
            relation_finish(arcs);
            *arcs = *of_net;
            return;
        }
    }
}

static bool is_shared(const struct net *net, const struct relation *arcs)
{
    for (int kind = 0; kind < NET_ARC_KINDS; kind++)
        if (net_relation(net, (enum net_arc_kind)kind)->start == arcs->start)
            return true;
    return false;
}

static void by_trans(struct compiled_net *compiled, enum compiled_net_arcs kind,
                     const arc_list *arcs)
{
    relation_init(&compiled->arcs[kind], compiled->n_trans, arcs->at,
                  arcs->len);
}

static void by_place(struct compiled_net *compiled, enum compiled_net_arcs kind,
                     const arc_list *arcs)
{
    relation_init_inverse(&compiled->arcs[kind], compiled->n_places, arcs->at,
                          arcs->len);
}

static void sort_arcs(struct builder *m, struct compiled_net *compiled)
{
    if (m->read.len)
        compiled->n_read =
            mem_zero(compiled->n_trans, sizeof *compiled->n_read);
    for (uint32_t i = 0; i < m->read.len; i++)
        compiled->n_read[m->read.at[i].key]++;
    by_trans(compiled, COMPILED_NET_PRODUCE, &m->produce);
    by_place(compiled, COMPILED_NET_CONSUMERS, &m->consume);
    by_place(compiled, COMPILED_NET_READERS, &m->read);
    by_place(compiled, COMPILED_NET_PRODUCERS, &m->produce);
    vec_append(&m->consume, &m->read);
    by_trans(compiled, COMPILED_NET_USE, &m->consume);
    for (int kind = 0; kind < COMPILED_NET_ARC_KINDS; kind++)
        share(compiled->net, &compiled->arcs[kind]);
}

static void add_goal(const struct builder *m, arc_list *arcs, uint32_t pattern,
                     const struct goal *goal)
{
    for (uint32_t i = 0; i < goal->marked.len; i++)
        add_arc(arcs, pattern, goal->marked.at[i]);
    for (uint32_t i = 0; i < goal->empty.len; i++)
        add_arc(arcs, pattern, m->complement.at[goal->empty.at[i]]);
}

static void add_patterns(struct builder *m, struct compiled_net *compiled,
                         const struct goal *goals, uint32_t n_goals)
{
    arc_list arcs = {0};
    VEC(struct compiled_net_pattern) patterns = {0};

    for (uint32_t g = 0; g < n_goals; g++)
        if (goals[g].kind == GOAL_MARKING) {
            const struct compiled_net_pattern pattern = {
                .goal = g, .trans = TRANS_NONE, .place = PLACE_NONE};

            add_goal(m, &arcs, patterns.len, &goals[g]);
            vec_push(&patterns, pattern);
        }
    for (uint32_t i = 0; i < m->second_tokens.len; i++) {
        const struct relation_pair second = m->second_tokens.at[i];
        const struct compiled_net_pattern pattern = {
            .goal = UINT32_MAX, .trans = second.key, .place = second.partner};

        add_all(&arcs, patterns.len, net_needs(m->net, second.key));
        add_arc(&arcs, patterns.len, second.partner);
        vec_push(&patterns, pattern);
    }
    compiled->n_patterns = patterns.len;
    compiled->patterns = patterns.at;
    relation_init(&compiled->pattern_places, patterns.len, arcs.at, arcs.len);
    relation_init_inverse(&compiled->place_patterns, compiled->n_places,
                          arcs.at, arcs.len);
    vec_free(&arcs);
}

struct compiled_net *compiled_net_create(const struct net *net,
                                         const struct dep *dep,
                                         const struct goal *goals,
                                         uint32_t n_goals, bool copies)
{
    struct builder m = {.net = net,
                        .dep = dep,
                        .n_places = net_place_count(net),
                        .copies = copies};
    struct compiled_net *const compiled = mem_zero(1, sizeof *compiled);

    compiled->net = net;
    compiled->n_trans = net_trans_count(net);
    compiled->n_net_places = net_place_count(net);
    compiled->total_order_place = PLACE_NONE;
    for (place_id p = 0; p < net_place_count(net); p++)
        if (net_marked(net, p))
            vec_push(&m.initial, p);
    add_net(&m);
    if (dep_kind(dep) == DEP_NONE)
        add_total_order_place(&m, compiled);
    if (dep_kind(dep) == DEP_USER)
        add_cliques(&m);
    add_complements(&m, goals, n_goals);
    compiled->n_places = m.n_places;
    compiled->copies = m.copies;
    sort_arcs(&m, compiled);
    add_patterns(&m, compiled, goals, n_goals);
    compiled->initial = m.initial.at;
    compiled->n_initial = m.initial.len;
    compiled->mirrors = m.mirrors.at;
    vec_free(&m.consume);
    vec_free(&m.read);
    vec_free(&m.produce);
    vec_free(&m.complement);
    vec_free(&m.second_tokens);
    mem_free(m.copy_of);
    return compiled;
}

static uint64_t count_copies(const struct net *net,
                             struct net_place_span places)
{
    uint64_t n = 0;

    for (uint32_t i = 0; i < places.len; i++)
        n += net_readers(net, places.at[i]).len;
    return n;
}

struct compiled_net_copied compiled_net_count_copied(const struct net *net,
                                                     const struct dep *dep)
{
    struct compiled_net_copied copied = {0};

    for (trans_id t = 0; keeps_reads(dep) && t < net_trans_count(net); t++) {
        const uint64_t n[] = {count_copies(net, net_pre(net, t)),
                              count_copies(net, net_post(net, t))};

        for (int i = 0; i < 2; i++) {
            copied.arcs += n[i];
            if (n[i] > copied.most)
                copied.most = n[i];
        }
    }
    return copied;
}

void compiled_net_exclude(struct compiled_net *compiled, const struct dep *dep,
                          const struct exclusive *sets)
{
    if (dep_kind(dep) != DEP_USER)
        compiled->exclusive = sets;
}

void compiled_net_destroy(struct compiled_net *compiled)
{
    if (!compiled)
        return;
    for (int kind = 0; kind < COMPILED_NET_ARC_KINDS; kind++)
        if (!is_shared(compiled->net, &compiled->arcs[kind]))
            relation_finish(&compiled->arcs[kind]);
    mem_free(compiled->n_read);
    mem_free(compiled->initial);
    relation_finish(&compiled->pattern_places);
    relation_finish(&compiled->place_patterns);
    mem_free(compiled->patterns);
    mem_free(compiled->mirrors);
    mem_free(compiled);
}
