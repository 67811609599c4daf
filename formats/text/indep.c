#include "formats/text/given_files.h"

#include "base/keys.h"
#include "formats/text/scan.h"

struct indep_reader {
    struct scan scan;
    const struct net *net;
    VEC(struct dep_pair) pairs;
    VEC(uint32_t) lines; /* the line of each pair */
    struct keys known;   /* the pairs, with the same numbers */
    text_buffer word;
};

static bool add_pair(struct indep_reader *r, trans_id t, trans_id u,
                     struct net_where where)
{
    const struct dep_pair pair = {t < u ? t : u, t < u ? u : t};
    uint32_t n;

    if (t == u)
        return scan_error_at(&r->scan, where,
                             "transition '%s' cannot be independent of itself",
                             net_trans_label(r->net, t));
    n = keys_intern(&r->known, (uint64_t)pair.a << 32 | pair.b);
    if (n < r->pairs.len)
        return scan_error_at(&r->scan, where,
                             "the pair '%s', '%s' stands in line %u already; "
                             "its order means nothing",
                             net_trans_label(r->net, t),
                             net_trans_label(r->net, u), r->lines.at[n]);
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

struct dep *indep_read(const struct net *net, const char *path,
                       struct diag *diag)
{
    struct source *const source = source_open(path, diag);
    struct indep_reader r = {.net = net};
    struct dep *dep = NULL;

    if (!source)
        return NULL;
    scan_init(&r.scan, source, diag);
    while (scan_more(&r.scan, '#') && read_pair(&r))
        continue;
    if (scan_finish(&r.scan))
        dep = dep_create_user(net, r.pairs.at, r.pairs.len);
    vec_free(&r.pairs);
    vec_free(&r.lines);
    vec_free(&r.word);
    keys_finish(&r.known);
    source_close(source);
    return dep;
}
