#include "formats/certificate/cert_weights.h"

/* Factors and places, at least one of each, to the end of the line. */
static bool read_vector(struct cert_reader *r)
{
    struct weights *const weights = &r->cert->weights;

    weights_start(weights);
    vec_push(&r->cert->weight_lines, r->where.line);
    cert_reader_start_places(r);
    do {
        int64_t factor;
        place_id p;

        if (!cert_reader_signed(r, "a weight", WEIGHTS_LARGEST, &factor))
            return false;
        if (factor <= 0)
            return scan_error_at(&r->scan, r->where, "a weight is %s",
                                 factor ? "negative" : "0");
        if (!cert_reader_place(r, &p) || !cert_reader_new_place(r, p))
            return false;
        weights_term(weights, p, factor);
    } while (cert_reader_more(r));
    return cert_reader_end_line(r);
}

bool cert_weights_read(struct cert_reader *r, const char *what)
{
    do {
        if (!read_vector(r) || !cert_reader_next_line(r, what))
            return false;
    } while (cert_reader_is(r, "weights"));
    return true;
}
