#include "formats/certificate/cert_reduction.h"

#include "base/ids.h"
#include "base/mem.h"
#include "formats/certificate/cert_steps.h"
#include "proof/reduction_apply.h"
#include "proof/reduction_check.h"

/* What the steps read so far leave of the net. */
struct steps {
    struct cert_reader *r;
    struct mutable_net left;
    uint32_t n_signs; /* of the names of transitions that the steps make */
};

static bool read_left_trans(struct steps *s, trans_id *t)
{
    struct cert_reader *const r = s->r;
    struct diag why = {0};

    if (!cert_reader_word(r, "a transition"))
        return false;
    *t = cert_steps_find(&s->left, s->n_signs, text_make_utf8(&r->word), &why);
    return *t != TRANS_NONE ||
           scan_error_at(&r->scan, r->where, "%s", why.text);
}

static bool read_left_place(struct steps *s, place_id *p)
{
    struct cert_reader *const r = s->r;

    return cert_reader_place(r, p) &&
           (mutable_net_has_place(&s->left, *p) ||
            scan_error_at(&r->scan, r->where,
                          "there is no place '%.200s' any more",
                          net_place_label(r->net, *p)));
}

static bool read_left_places(struct steps *s, mutable_net_ids *places)
{
    struct cert_reader *const r = s->r;

    cert_reader_start_places(r);
    while (cert_reader_more(r)) {
        place_id p;

        if (!read_left_place(s, &p) || !cert_reader_new_place(r, p))
            return false;
        vec_push(places, p);
    }
    vec_reserve(places, 1);
    ids_sort(places->at, places->len);
    return !r->scan.failed;
}

/* The nodes of the step up to its end of line. */
static bool read_nodes(struct steps *s, struct reduction_step *step,
                       mutable_net_ids *places)
{
    struct cert_reader *const r = s->r;

    switch (cert_steps_form(step->rule)) {
    case CERT_STEPS_PLACE:
        return read_left_place(s, &step->a) && cert_reader_end_line(r);
    case CERT_STEPS_PLACES:
        return read_left_places(s, places) && cert_reader_end_line(r);
    case CERT_STEPS_PLACE_PLACES:
        return read_left_place(s, &step->a) && read_left_places(s, places) &&
               cert_reader_end_line(r);
    case CERT_STEPS_TRANS:
        return read_left_trans(s, &step->a) && cert_reader_end_line(r);
    case CERT_STEPS_TRANS_TRANS:
        return read_left_trans(s, &step->a) &&
               (!cert_reader_more(r) || read_left_trans(s, &step->b)) &&
               cert_reader_end_line(r);
    case CERT_STEPS_READ:
        return read_left_trans(s, &step->a) && read_left_place(s, &step->b) &&
               read_left_places(s, places) && cert_reader_end_line(r);
    }
    return false;
}

static void break_off(struct cert_reader *r, uint32_t line, const char *why)
{
    r->cert->broken = mem_text(why);
    r->cert->broken_line = line;
}

/* Starts behind the name of the rule.  A step that is not allowed is not bad
 * input, but what follows cannot be read. */
static bool read_step(struct steps *s, const struct reduction_keeps *keeps)
{
    struct cert_reader *const r = s->r;
    struct cert *const cert = r->cert;
    const uint32_t line = r->where.line;
    struct reduction_step step = {.rule = cert_steps_rule(text_end(&r->word)),
                                  .b = TRANS_NONE};
    char why[REDUCTION_CHECK_TEXT];
    mutable_net_ids places = {0};
    bool good;

    if (r->quoted || step.rule == REDUCTION_RULES)
        return cert_reader_unexpected(r,
                                      "a rule, 'proof', 'cases' or 'prefix'");
    good = read_nodes(s, &step, &places);
    step.len = places.len;
    if (good && !reduction_check_step(&s->left, keeps, &step, places.at, why))
        break_off(r, line, why);
    else if (good)
        reduction_apply_step(&cert->reduction, &s->left, step, places.at);
    vec_free(&places);
    return good;
}

/* Does the word begin what is about the rest? */
static bool is_body(struct cert_reader *r)
{
    return cert_reader_is(r, "proof") || cert_reader_is(r, "cases") ||
           cert_reader_is(r, "prefix");
}

static bool read_steps(struct steps *s)
{
    struct cert_reader *const r = s->r;
    struct reduction_keeps keeps;
    bool good = true;

    reduction_keeps_init(&keeps, r->net);
    reduction_keeps_add(&keeps, r->net, &r->cert->goal);
    while (good && !r->cert->broken) {
        good = cert_reader_next_line(r, "a rule, 'proof', 'cases' or 'prefix'");
        if (good && is_body(r))
            break;
        good = good && read_step(s, &keeps);
    }
    reduction_keeps_finish(&keeps);
    if (good && !r->cert->broken && s->left.n_overflows)
        break_off(r, r->where.line,
                  "a transition that puts two tokens on a place is left");
    return good;
}

bool cert_reduction_read(struct cert_reader *r)
{
    struct cert *const cert = r->cert;
    struct steps s = {.r = r, .n_signs = mutable_net_signs(r->net)};
    bool good;

    cert->reduces = true;
    reduction_init(&cert->reduction, r->net);
    mutable_net_init(&s.left, r->net);
    good = cert_reader_end_line(r) && read_steps(&s);
    if (good && !cert->broken) {
        cert->net = mutable_net_freeze(&s.left, &cert->map);
        cert_reader_move(r, cert->net);
    }
    mutable_net_finish(&s.left);
    return good;
}
