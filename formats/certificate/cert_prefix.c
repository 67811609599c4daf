#include "formats/certificate/cert_parts.h"

#include "base/ids.h"

#include <stdlib.h>

/* The producers of the tokens, up to the end of the line or the word "as". */
static bool read_producers(struct cert_reader *r, struct cert_event *event)
{
    struct cert *cert = r->cert;

    event->from = cert->producers.len;
    while (cert_reader_more(r)) {
        uint32_t producer;

        if (event->cutoff && scan_peek(&r->scan) == 'a')
            break;
        if (!cert_reader_number(r, "the number of an event", &producer))
            return false;
        if (producer >= cert->events.len)
            return scan_error_at(&r->scan, r->where,
                                 "event %u does not stand before this one",
                                 producer);
        vec_push(&cert->producers, producer);
        event->n_producers++;
    }
    return !r->scan.failed;
}

static bool read_event(struct cert_reader *r, bool cutoff)
{
    struct cert *cert = r->cert;
    struct cert_event event = {.cutoff = cutoff};
    uint32_t number;

    cert_reader_note(r, FAULT_EVENT);
    if (!cert_reader_number(r, "the number of this event", &number))
        return false;
    if (number != cert->events.len)
        return scan_error_at(&r->scan, r->where,
                             "this is event %u: events are numbered in order "
                             "from 1",
                             cert->events.len);
    if (!cert_reader_trans(r, &event.trans) || !read_producers(r, &event))
        return false;
    if (cutoff &&
        (!cert_reader_expect(r, "as") ||
         !cert_reader_number(r, "the number of an event", &event.companion)))
        return false;
    vec_push(&cert->events, event);
    return cert_reader_end_line(r);
}

static bool check_companions(struct cert_reader *r)
{
    const struct cert *cert = r->cert;

    for (uint32_t e = 1; e < cert->events.len; e++) {
        const struct cert_event *event = &cert->events.at[e];
        const struct net_where where = {cert->file,
                                        cert->lines[FAULT_EVENT].at[e], 0};

        if (event->companion >= cert->events.len)
            return scan_error_at(&r->scan, where, "there is no event %u",
                                 event->companion);
    }
    return true;
}

bool cert_prefix_read(struct cert_reader *r)
{
    static const char what[] = "'event', 'cutoff' or 'end'";
    struct cert *cert = r->cert;

    if (!cert_reader_word(r, "'classic' or 'read'"))
        return false;
    cert->copies = cert_reader_is(r, "read");
    if (!cert->copies && !cert_reader_is(r, "classic"))
        return cert_reader_unexpected(r, "'classic' or 'read'");
    if (!cert_reader_end_line(r))
        return false;
    vec_push(&cert->events, (struct cert_event){.trans = TRANS_NONE});
    cert_reader_note(r, FAULT_EVENT);
    while (cert_reader_next_line(r, what) && !cert_reader_is(r, "end")) {
        const bool cutoff = cert_reader_is(r, "cutoff");

        if (!cutoff && !cert_reader_is(r, "event"))
            return cert_reader_unexpected(r, what);
        if (!read_event(r, cutoff))
            return false;
    }
    return !r->scan.failed && check_companions(r);
}

/* --- writing -------------------------------------------------------------- */

/* A token that an event uses, on this place or on a copy of it. */
struct cert_prefix_use {
    place_id place;
    uint32_t rank, producer;
};

/* The producers by place; those of the copies of a place in the order of the
 * copies. */
static void put_producers(FILE *file, const struct prefix *prefix,
                          const struct prefix_event *event,
                          struct cert_prefix_use *uses)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < event->consumes.len; i++) {
        const struct prefix_condition *b =
            &prefix->conditions.at[prefix->pool.at[event->consumes.from + i]];

        if (b->original != PLACE_NONE)
            uses[n++] =
                (struct cert_prefix_use){b->original, b->rank, b->producer};
    }
    if (n)
        qsort(uses, n, sizeof *uses, ids_compare_pairs);
    for (uint32_t i = 0; i < n; i++)
        fprintf(file, " %u", uses[i].producer);
}

static void put_event(FILE *file, const struct net *net,
                      const struct prefix *prefix, uint32_t e,
                      struct cert_prefix_use *uses)
{
    const struct prefix_event *event = &prefix->events.at[e];

    fprintf(file, "%s %u", event->cutoff ? "cutoff" : "event", e);
    cert_write_name(file, " ", net_trans_label(net, event->trans));
    put_producers(file, prefix, event, uses);
    if (event->cutoff)
        fprintf(file, " as %u", event->companion);
    fputc('\n', file);
}

static uint32_t most_consumed(const struct prefix *prefix)
{
    uint32_t most = 0;

    for (uint32_t e = 1; e < prefix->events.len; e++)
        if (prefix->events.at[e].consumes.len > most)
            most = prefix->events.at[e].consumes.len;
    return most;
}

void cert_prefix_write(const struct net *net, const struct prefix *prefix,
                       bool copies, FILE *file)
{
    struct cert_prefix_use *uses =
        mem_alloc(most_consumed(prefix), sizeof *uses);

    fprintf(file, "prefix %s\n", copies ? "read" : "classic");
    for (uint32_t e = 1; e < prefix->events.len; e++)
        put_event(file, net, prefix, e, uses);
    mem_free(uses);
}
