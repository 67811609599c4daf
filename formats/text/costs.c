#include "formats/text/given_files.h"

#include "formats/text/scan.h"

struct costs_reader {
    struct scan scan;
    const struct net *net;
    uint32_t *cost;
    uint32_t *lines; /* by transition: the line that names it; 0: none */
    text_buffer word;
};

static bool read_cost(struct costs_reader *r)
{
    const struct net_where where = scan_where(&r->scan);
    struct net_where number;
    trans_id t;

    if (!scan_trans(&r->scan, r->net, &r->word, &t))
        return false;
    if (t >= net_given_transitions(r->net))
        return scan_error_at(&r->scan, where,
                             "transition '%s' is not one of the file",
                             net_trans_label(r->net, t));
    if (r->lines[t])
        return scan_error_at(&r->scan, where,
                             "transition '%s' has its cost in line %u already",
                             net_trans_label(r->net, t), r->lines[t]);
    scan_skip_blanks(&r->scan);
    number = scan_where(&r->scan);
    if (!scan_number(&r->scan, "a cost, a whole number", &r->cost[t]))
        return false;
    if (r->cost[t] > COSTS_LARGEST)
        return scan_error_at(&r->scan, number, "a cost is at most %u",
                             COSTS_LARGEST);
    r->lines[t] = where.line;
    return scan_end_line(&r->scan, '#');
}

uint32_t *costs_read(const struct net *net, const char *path, struct diag *diag)
{
    const uint32_t n = net_given_transitions(net);
    struct source *const source = source_open(path, diag);
    struct costs_reader r = {.net = net};

    if (!source)
        return NULL;
    scan_init(&r.scan, source, diag);
    r.cost = mem_alloc(n, sizeof *r.cost);
    r.lines = mem_zero(n, sizeof *r.lines);
    for (trans_id t = 0; t < n; t++)
        r.cost[t] = 1;
    while (scan_more(&r.scan, '#') && read_cost(&r))
        continue;
    if (!scan_finish(&r.scan)) {
        mem_free(r.cost);
        r.cost = NULL;
    }
    mem_free(r.lines);
    vec_free(&r.word);
    source_close(source);
    return r.cost;
}
