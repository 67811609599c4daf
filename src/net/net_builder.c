#include "net/net.h"

#include "net/net_struct.h"

#include <stdlib.h>
#include <string.h>

enum net_builder_arc_kind {
    ARC_CONSUME = 1,
    ARC_PRODUCE = 2,
    ARC_READ = 4,
};

struct net_builder_arc {
    place_id place;
    trans_id trans;
    uint32_t line, column;
    uint32_t file : 28; /* number in builder.files */
    uint32_t kind : 4;  /* enum net_builder_arc_kind */
};

struct net_builder {
    struct net *net; /* without its relations */
    VEC(place_id) marked;
    VEC(struct net_builder_arc) arcs; /* in the order of the input */
    VEC(char *) files; /* each stored once: arcs of a file are contiguous */
    bool prefer_names;
};

struct net_builder *net_builder_create(void)
{
    struct net_builder *b = mem_zero(1, sizeof *b);

    b->net = mem_zero(1, sizeof *b->net);
    b->net->name = mem_text("");
    return b;
}

void net_builder_destroy(struct net_builder *b)
{
    if (!b)
        return;
    net_destroy(b->net);
    for (uint32_t i = 0; i < b->files.len; i++)
        mem_free(b->files.at[i]);
    vec_free(&b->files);
    vec_free(&b->marked);
    vec_free(&b->arcs);
    mem_free(b);
}

void net_builder_name(struct net_builder *b, const char *name)
{
    mem_free(b->net->name);
    b->net->name = mem_text(name);
}

void net_builder_prefer_names(struct net_builder *b)
{
    b->prefer_names = true;
}

static uint32_t add_node(struct names *names, const char *kind, const char *id,
                         const char *name, struct net_where where,
                         struct diag *diag)
{
    const uint32_t n = names_add(names, id, name);

    if (n == NAMES_NONE)
        (void)diag_report(diag, DIAG_INPUT, where.file, where.line,
                          where.column, "%s '%s' is defined twice", kind, id);
    return n;
}

place_id net_builder_place(struct net_builder *b, const char *id,
                           const char *name, uint64_t tokens,
                           struct net_where where, struct diag *diag)
{
    if (tokens > 1) {
        (void)diag_report(diag, DIAG_INPUT, where.file, where.line,
                          where.column,
                          "place '%s' has %llu tokens at the start: the net is "
                          "not safe",
                          id, (unsigned long long)tokens);
        return PLACE_NONE;
    }

    if (tokens)
        vec_reserve(&b->marked, 1);

    const place_id p =
        add_node(&b->net->places, "place", id, name, where, diag);

    if (p != PLACE_NONE && tokens)
        vec_push(&b->marked, p);
    return p;
}

trans_id net_builder_trans(struct net_builder *b, const char *id,
                           const char *name, struct net_where where,
                           struct diag *diag)
{
    return add_node(&b->net->transitions, "transition", id, name, where, diag);
}

static uint32_t keep_file(struct net_builder *b, const char *file)
{
    const char *name = file ? file : "";

    if (!b->files.len || strcmp(*vec_top(&b->files), name)) {
        char *copy = mem_text(name);

        vec_push(&b->files, copy);
    }
    return b->files.len - 1;
}

static void add_arc(struct net_builder *b, place_id p, trans_id t,
                    enum net_builder_arc_kind kind, struct net_where where)
{
    ASSERT(p < net_place_count(b->net) && t < net_trans_count(b->net));

    const struct net_builder_arc arc = {
        .place = p,
        .trans = t,
        .line = where.line,
        .column = where.column,
        .file = keep_file(b, where.file) & 0xfffffff,
        .kind = kind & 0xf,
    };

    vec_push(&b->arcs, arc);
}

void net_builder_consume(struct net_builder *b, place_id p, trans_id t,
                         struct net_where where)
{
    add_arc(b, p, t, ARC_CONSUME, where);
}

void net_builder_produce(struct net_builder *b, trans_id t, place_id p,
                         struct net_where where)
{
    add_arc(b, p, t, ARC_PRODUCE, where);
}

void net_builder_read(struct net_builder *b, place_id p, trans_id t,
                      struct net_where where)
{
    add_arc(b, p, t, ARC_READ, where);
}

/* Stable counting sort of arc numbers by place or by transition. */
static void sort_by(const struct net_builder *b, const uint32_t *from,
                    uint32_t *to, bool by_place)
{
    const uint32_t n_keys =
        by_place ? net_place_count(b->net) : net_trans_count(b->net);
    uint32_t *next = mem_zero((size_t)n_keys + 1, sizeof *next);

    for (uint32_t i = 0; i < b->arcs.len; i++) {
        const struct net_builder_arc *arc = &b->arcs.at[i];

        next[(by_place ? arc->place : arc->trans) + 1]++;
    }
    for (uint32_t k = 0; k < n_keys; k++)
        next[k + 1] += next[k];
    for (uint32_t i = 0; i < b->arcs.len; i++) {
        const struct net_builder_arc *arc = &b->arcs.at[from[i]];

        to[next[by_place ? arc->place : arc->trans]++] = from[i];
    }
    mem_free(next);
}

/* The numbers of the arcs by transition, then place, then input order: arcs
 * between the same two nodes become neighbours in linear time. */
static uint32_t *sort_arcs(const struct net_builder *b)
{
    uint32_t *given = mem_alloc(b->arcs.len, sizeof *given);
    uint32_t *sorted = mem_alloc(b->arcs.len, sizeof *sorted);

    for (uint32_t i = 0; i < b->arcs.len; i++)
        given[i] = i;
    sort_by(b, given, sorted, true);
    sort_by(b, sorted, given, false);
    mem_free(sorted);
    return given;
}

static bool report_repeated(const struct net_builder *b, uint32_t number,
                            struct diag *diag)
{
    const struct net_builder_arc *arc = &b->arcs.at[number];
    const char *place = net_place_id(b->net, arc->place);
    const char *trans = net_trans_id(b->net, arc->trans);
    const bool consumes = arc->kind == ARC_CONSUME;

    return diag_report(
        diag, DIAG_INPUT, b->files.at[arc->file], arc->line, arc->column,
        "there is already an arc from %s '%s' to %s '%s': two "
        "make a weight of 2, and weights above 1 are not "
        "supported",
        consumes ? "place" : "transition", consumes ? place : trans,
        consumes ? "transition" : "place", consumes ? trans : place);
}

/* All arcs between one transition and one place. */
struct net_builder_bundle {
    place_id place;
    trans_id trans;
    unsigned kinds;
    uint32_t repeated; /* number of the first repeated arc, or UINT32_MAX */
    uint32_t next;     /* index of the next bundle */
};

static struct net_builder_bundle bundle_at(const struct net_builder *b,
                                           const uint32_t *sorted, uint32_t i)
{
    const struct net_builder_arc *first = &b->arcs.at[sorted[i]];
    struct net_builder_bundle s = {first->place, first->trans, 0, UINT32_MAX,
                                   i};

    for (; s.next < b->arcs.len; s.next++) {
        const struct net_builder_arc *arc = &b->arcs.at[sorted[s.next]];

        if (arc->place != s.place || arc->trans != s.trans)
            break;
        if (arc->kind != ARC_READ && (s.kinds & arc->kind) &&
            s.repeated == UINT32_MAX)
            s.repeated = sorted[s.next];
        s.kinds |= arc->kind;
    }
    return s;
}

/* The pairs (transition, place) of pre, post and read. */
struct net_builder_pairs {
    VEC(struct relation_pair) pre, post, read;
};

/* A self-loop is a read.  A consumed place is not in read as well. */
static void add_pairs(struct net_builder_pairs *pairs,
                      const struct net_builder_bundle *s)
{
    const struct relation_pair pair = {s->trans, s->place};
    const bool in = s->kinds & ARC_CONSUME, out = s->kinds & ARC_PRODUCE;

    if (in && !out)
        vec_push(&pairs->pre, pair);
    if (out && !in)
        vec_push(&pairs->post, pair);
    if ((in && out) || (!in && (s->kinds & ARC_READ)))
        vec_push(&pairs->read, pair);
}

/* Fills pairs; rejects the first repeated arc of the input. */
static bool collect_pairs(const struct net_builder *b,
                          struct net_builder_pairs *pairs, struct diag *diag)
{
    uint32_t *sorted = sort_arcs(b);
    uint32_t repeated = UINT32_MAX;
    uint32_t next = 0;

    while (next < b->arcs.len) {
        const struct net_builder_bundle s = bundle_at(b, sorted, next);

        add_pairs(pairs, &s);
        if (s.repeated < repeated)
            repeated = s.repeated;
        next = s.next;
    }
    mem_free(sorted);
    return repeated == UINT32_MAX || report_repeated(b, repeated, diag);
}

static void build_relations(struct net *net,
                            const struct net_builder_pairs *pairs)
{
    const uint32_t n_places = net_place_count(net);
    const uint32_t n_trans = net_trans_count(net);

    relation_init(&net->pre, n_trans, pairs->pre.at, pairs->pre.len);
    relation_init(&net->post, n_trans, pairs->post.at, pairs->post.len);
    relation_init(&net->read, n_trans, pairs->read.at, pairs->read.len);
    relation_init_inverse(&net->consumers, n_places, pairs->pre.at,
                          pairs->pre.len);
    relation_init_inverse(&net->producers, n_places, pairs->post.at,
                          pairs->post.len);
    relation_init_inverse(&net->readers, n_places, pairs->read.at,
                          pairs->read.len);
}

static void mark_places(struct net_builder *b)
{
    struct net *net = b->net;

    net->marked =
        mem_zero(bits_words(net_place_count(net)), sizeof *net->marked);
    for (uint32_t i = 0; i < b->marked.len; i++)
        bits_add(net->marked, b->marked.at[i]);
}

static struct net *finish(struct net_builder *b,
                          const struct net_builder_pairs *pairs)
{
    struct net *net = b->net;

    build_relations(net, pairs);
    mark_places(b);
    if (b->prefer_names) {
        names_choose(&net->places);
        names_choose(&net->transitions);
    }
    b->net = NULL;
    return net;
}

struct net *net_builder_finish(struct net_builder *b, struct diag *diag)
{
    struct net_builder_pairs pairs = {0};
    struct net *net = NULL;

    if (collect_pairs(b, &pairs, diag))
        net = finish(b, &pairs);
    vec_free(&pairs.pre);
    vec_free(&pairs.post);
    vec_free(&pairs.read);
    net_builder_destroy(b);
    return net;
}
