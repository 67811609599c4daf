#include "formats/picture/tables.h"

#include "base/ids.h"
#include "base/mem.h"
#include "base/output.h"
#include "formats/text/json_stream.h"

#include <stdlib.h>

/* --- the order of events -------------------------------------------------- */

struct merged_write_event {
    const struct merged *merged;
    const struct merged_event *event;
};

static int compare_spans(const struct merged *merged, struct prefix_span a,
                         struct prefix_span b)
{
    for (uint32_t i = 0; i < a.len && i < b.len; i++) {
        const int order = ids_compare(&merged->pool.at[a.from + i],
                                      &merged->pool.at[b.from + i]);

        if (order)
            return order;
    }
    return ids_compare(&a.len, &b.len);
}

static int compare_events(const void *left, const void *right)
{
    const struct merged_write_event *const l = left, *const r = right;
    const struct merged_event *const a = l->event, *const b = r->event;
    int order = ids_compare(&a->trans, &b->trans);

    if (!order)
        order = compare_spans(l->merged, a->consumes, b->consumes);
    if (!order)
        order = compare_spans(l->merged, a->reads, b->reads);
    return order ? order : compare_spans(l->merged, a->produces, b->produces);
}

/* The caller frees the list. */
static struct merged_write_event *sort_events(const struct merged *merged)
{
    const uint32_t n = merged->events.len;
    struct merged_write_event *const list = mem_alloc(n, sizeof *list);

    for (uint32_t e = 0; e < n; e++)
        list[e] = (struct merged_write_event){merged, &merged->events.at[e]};
    if (n)
        qsort(list, n, sizeof *list, compare_events);
    return list;
}

/* --- lines ---------------------------------------------------------------- */

static void open_line(struct json_stream *json)
{
    json->is_behind = false;
    json_stream_open(json, NULL, '{');
}

static void close_line(struct json_stream *json)
{
    json_stream_close(json, '}');
    fputc('\n', json->file);
}

static void put_size_line(struct json_stream *json, const struct net *net,
                          const struct merged *merged)
{
    uint32_t n_cutoffs = 0;

    for (uint32_t e = 0; e < merged->events.len; e++)
        n_cutoffs += merged->events.at[e].cutoff;
    open_line(json);
    json_stream_text(json, "net", net_name(net));
    json_stream_number(json, "conditions", merged->conditions.len);
    json_stream_number(json, "events", merged->events.len);
    json_stream_number(json, "cutoffs", n_cutoffs);
    close_line(json);
}

static void put_condition(struct json_stream *json, const struct net *net,
                          const struct merged_condition *condition)
{
    open_line(json);
    json_stream_text(json, "place", net_place_label(net, condition->place));
    json_stream_number(json, "depth", condition->depth);
    close_line(json);
}

static void put_event(struct json_stream *json, const struct net *net,
                      const uint32_t *pool, const struct merged_event *event)
{
    open_line(json);
    json_stream_text(json, "transition", net_trans_label(net, event->trans));
    json_stream_numbers(json, "consumes", pool + event->consumes.from,
                        event->consumes.len);
    json_stream_numbers(json, "reads", pool + event->reads.from,
                        event->reads.len);
    json_stream_numbers(json, "produces", pool + event->produces.from,
                        event->produces.len);
    json_stream_flag(json, "cutoff", event->cutoff);
    close_line(json);
}

bool merged_write(const struct net *net, const struct merged *merged,
                  const char *path, struct diag *diag)
{
    struct merged_write_event *events;
    struct json_stream json = {.is_flat = true};
    struct output out;

    if (!output_open(&out, path, diag))
        return false;
    json.file = out.file;
    events = sort_events(merged);
    put_size_line(&json, net, merged);
    for (uint32_t b = 0; b < merged->conditions.len; b++)
        put_condition(&json, net, &merged->conditions.at[b]);
    for (uint32_t e = 0; e < merged->events.len; e++)
        put_event(&json, net, merged->pool.at, events[e].event);
    mem_free(events);
    return output_close(&out, diag);
}
