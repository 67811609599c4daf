#include "formats/text/indep.h"

#include "base/hash.h"
#include "base/mem.h"
#include "base/text.h"
#include "formats/text/scan.h"
#include "formats/text/source.h"

#include <stdlib.h>

struct indep_reader {
    struct scan scan;
    const struct net *net;
    VEC(struct dep_pair) pairs;
    VEC(uint32_t) lines; /* the line of each pair */
    struct hash known;   /* (smaller, larger) -> number of the pair */
    text_buffer word;
};

static uint32_t hash_pair(struct dep_pair pair)
{
    return hash_mix(hash_mix(0, pair.a), pair.b);
}

/* The smaller transition first. */
static struct dep_pair ordered(trans_id t, trans_id u)
{
    return t < u ? (struct dep_pair){t, u} : (struct dep_pair){u, t};
}

static uint32_t find_pair(const struct indep_reader *r, struct dep_pair pair)
{
    const uint32_t h = hash_pair(pair);
    uint32_t n;

    for (uint32_t p = hash_first(&r->known, h);
         (n = hash_id(&r->known, p)) != HASH_FREE; p = hash_next(&r->known, p))
        if (r->pairs.at[n].a == pair.a && r->pairs.at[n].b == pair.b)
            return n;
    return UINT32_MAX;
}

static bool add_pair(struct indep_reader *r, trans_id t, trans_id u,
                     struct net_where where)
{
    const struct dep_pair pair = ordered(t, u);
    const uint32_t before = find_pair(r, pair);

    if (t == u)
        return scan_error_at(&r->scan, where,
                             "transition '%s' cannot be independent of itself",
                             net_trans_label(r->net, t));
    if (before != UINT32_MAX)
        return scan_error_at(&r->scan, where,
                             "the pair '%s', '%s' stands in line %u already; "
                             "its order means nothing",
                             net_trans_label(r->net, t),
                             net_trans_label(r->net, u), r->lines.at[before]);
    hash_put(&r->known, hash_pair(pair), r->pairs.len);
    vec_push(&r->pairs, pair);
    vec_push(&r->lines, where.line);
    return true;
}

static bool read_pair(struct indep_reader *r)
{
    const struct net_where where = scan_where(&r->scan);
    trans_id t, u;

    if (!scan_trans(&r->scan, r->net, &r->word, &t))
        return false;
    scan_skip_blanks(&r->scan);
    if (scan_at_end(&r->scan, '#'))
        return scan_error(&r->scan, "expected a second transition");
    if (!scan_trans(&r->scan, r->net, &r->word, &u))
        return false;
    scan_skip_blanks(&r->scan);
    if (!scan_at_end(&r->scan, '#'))
        return scan_error(&r->scan, "more than two transitions in a line");
    return add_pair(r, t, u, where);
}

static bool read_all(struct indep_reader *r)
{
    for (;;) {
        scan_skip_gap(&r->scan, '#');
        if (scan_peek(&r->scan) == SCAN_END)
            return scan_finish(&r->scan);
        if (!read_pair(r))
            return false;
    }
}

struct dep *indep_read(const struct net *net, const char *path,
                       struct diag *diag)
{
    struct source *source = source_open(path, diag);
    struct dep *dep = NULL;

    if (!source)
        return NULL;

    struct indep_reader *r = mem_zero(1, sizeof *r);

    scan_init(&r->scan, source, diag);
    r->net = net;
    if (read_all(r))
        dep = dep_create_user(net, r->pairs.at, r->pairs.len);
    vec_free(&r->pairs);
    vec_free(&r->lines);
    vec_free(&r->word);
    hash_finish(&r->known);
    mem_free(r);
    source_close(source);
    return dep;
}
