#include "formats/certificate/cert_parts.h"

#include <inttypes.h>
#include <stdio.h>

static bool read_level(struct cert_reader *r)
{
    struct diagram *const d = r->cert->diagram;

    cert_reader_note(r, FAULT_LEVEL);
    if (!cert_reader_places(r, &d->levels.all))
        return false;
    vecs_close(&d->levels);
    return true;
}

/* Values and nodes. */
static bool read_node(struct cert_reader *r)
{
    struct diagram *const d = r->cert->diagram;

    cert_reader_note(r, FAULT_NODE);
    do {
        uint32_t value, node;

        if (!cert_reader_number(r, "a value", &value) ||
            !cert_reader_number(r, "the number of a node", &node))
            return false;
        vec_push(&d->nodes.all, value);
        vec_push(&d->nodes.all, node);
    } while (cert_reader_more(r));
    vecs_close(&d->nodes);
    return cert_reader_end_line(r);
}

bool cert_diagram_read(struct cert_reader *r)
{
    static const char what[] = "'level', 'node' or 'end'";

    r->cert->diagram = mem_zero(1, sizeof(struct diagram));
    cert_reader_start_places(r);
    if (!cert_reader_end_line(r))
        return false;
    while (cert_reader_next_line(r, what) && !cert_reader_is(r, "end")) {
        const bool is_node = cert_reader_is(r, "node");

        if (!is_node && !(cert_reader_is(r, "level") &&
                          !vecs_count(&r->cert->diagram->nodes)))
            return cert_reader_unexpected(r, what);
        if (!(is_node ? read_node(r) : read_level(r)))
            return false;
    }
    return !r->scan.failed;
}

void cert_diagram_write(const struct net *net, const struct diagram *diagram,
                        FILE *file)
{
    fputs("diagram\n", file);
    for (uint32_t level = 0; level < vecs_count(&diagram->levels); level++)
        cert_write_places(file, net, "level",
                          net_span_at(&diagram->levels, level));
    for (uint32_t node = 0; node < vecs_count(&diagram->nodes); node++) {
        fputs("node", file);
        for (uint32_t i = 0; i < vecs_len(&diagram->nodes, node); i++)
            fprintf(file, " %" PRIu32, vecs_at(&diagram->nodes, node)[i]);
        fputc('\n', file);
    }
}
