#include "formats/certificate/cert_parts.h"

#include <inttypes.h>
#include <stdio.h>

static bool read_level(struct cert_reader *r)
{
    struct diagram *const d = r->cert->diagram;

    cert_reader_note(r, FAULT_LEVEL);
    if (!cert_reader_places(r, &d->places))
        return false;
    vec_push(&d->level_ends, d->places.len);
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
        vec_push(&d->arcs, value);
        vec_push(&d->arcs, node);
    } while (cert_reader_more(r));
    vec_push(&d->node_ends, d->arcs.len);
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

        if (!is_node &&
            !(cert_reader_is(r, "level") && !diagram_nodes(r->cert->diagram)))
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
    for (uint32_t level = 0; level < diagram_levels(diagram); level++) {
        const uint32_t from = diagram_places_from(diagram, level);

        cert_write_places(
            file, net, "level",
            (struct net_place_span){diagram->places.at + from,
                                    diagram->level_ends.at[level] - from});
    }
    for (uint32_t node = 0; node < diagram_nodes(diagram); node++) {
        fputs("node", file);
        for (uint32_t i = diagram_arcs_from(diagram, node);
             i < diagram->node_ends.at[node]; i++)
            fprintf(file, " %" PRIu32, diagram->arcs.at[i]);
        fputc('\n', file);
    }
}
