#include "formats/picture/tables.h"

#include "base/output.h"
#include "formats/text/json_stream.h"

bool relations_write_csv(const struct relations *r, const char *path,
                         struct diag *diag)
{
    struct output out;

    if (!output_open(&out, path, diag))
        return false;
    fputs("transition", out.file);
    for (trans_id b = 0; b < r->n; b++) {
        fputc(',', out.file);
        output_field(out.file, net_trans_label(r->net, b));
    }
    for (trans_id a = 0; a < r->n; a++) {
        fputc('\n', out.file);
        output_field(out.file, net_trans_label(r->net, a));
        for (trans_id b = 0; b < r->n; b++)
            fprintf(out.file, ",%s", relations_word(relations_of(r, a, b)));
    }
    fputc('\n', out.file);
    return output_close(&out, diag);
}

/* The labels of the transitions, or of those alone that no run fires. */
static void put_labels(struct json_stream *json, const char *key,
                       const struct relations *r, bool dead)
{
    json_stream_open(json, key, '[');
    for (trans_id a = 0; a < r->n; a++)
        if (!dead || !bits_has(r->fires, a))
            json_stream_text(json, NULL, net_trans_label(r->net, a));
    json_stream_close(json, ']');
}

bool relations_write_json(const struct relations *r, const char *path,
                          struct diag *diag)
{
    struct json_stream json = {0};
    struct output out;

    if (!output_open(&out, path, diag))
        return false;
    json.file = out.file;
    json_stream_open(&json, NULL, '{');
    json_stream_text(&json, "net", net_name(r->net));
    put_labels(&json, "transitions", r, false);
    put_labels(&json, "dead", r, true);
    json_stream_open(&json, "relations", '[');
    for (trans_id a = 0; a < r->n; a++) {
        json_stream_open(&json, NULL, '[');
        for (trans_id b = 0; b < r->n; b++)
            json_stream_text(&json, NULL,
                             relations_word(relations_of(r, a, b)));
        json_stream_close(&json, ']');
    }
    json_stream_close(&json, ']');
    json_stream_close(&json, '}');
    fputc('\n', out.file);
    return output_close(&out, diag);
}
