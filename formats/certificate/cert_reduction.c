#include "formats/certificate/cert_parts.h"

#include "base/ids.h"
#include "proof/reduction/reduction_rule.h"

#include <inttypes.h>
#include <string.h>

/* What the steps read so far leave of the net. */
struct steps {
    struct cert_reader *r;
    struct mutable_net left;
    uint32_t n_signs; /* of the names of transitions that the steps make */
};

/* The number of a made transition, counted from 0; UINT32_MAX: it is none. */
static uint32_t made_number(uint32_t n_signs, const char *name)
{
    uint64_t number;

    if (strspn(name, "+") != n_signs ||
        strspn(name + n_signs, "0123456789") != strlen(name + n_signs) ||
        text_number(name + n_signs, &number) != TEXT_NUMBER || number == 0 ||
        number > UINT32_MAX)
        return UINT32_MAX;
    return (uint32_t)number - 1;
}

/* The existing transition of that name; TRANS_NONE with a report: there is
 * none. */
static trans_id find_trans(const struct steps *s, const char *name,
                           struct diag *diag)
{
    const struct mutable_net *const m = &s->left;
    const uint32_t number = made_number(s->n_signs, name);
    const trans_id t =
        number == UINT32_MAX
            ? net_find_trans(m->net, name, diag)
            : (trans_id)(number < m->n_transitions - net_trans_count(m->net)
                             ? net_trans_count(m->net) + number
                             : TRANS_NONE);

    if (t == TRANS_NONE && number == UINT32_MAX)
        return TRANS_NONE;
    if (t != TRANS_NONE && mutable_net_has_trans(m, t))
        return t;
    (void)diag_usage(diag, "there is no transition '%.200s' any more", name);
    return TRANS_NONE;
}

static bool read_left_trans(struct steps *s, trans_id *t)
{
    struct cert_reader *const r = s->r;
    struct diag why = {0};

    if (!cert_reader_word(r, "a transition"))
        return false;
    *t = find_trans(s, text_make_utf8(&r->word), &why);
    return *t != TRANS_NONE ||
           scan_error_at(&r->scan, r->where, "%s", why.text);
}

static bool is_left(struct steps *s, place_id p)
{
    return mutable_net_has_place(&s->left, p) ||
           scan_error_at(&s->r->scan, s->r->where,
                         "there is no place '%.200s' any more",
                         net_place_label(s->r->net, p));
}

static bool read_left_places(struct steps *s, mutable_net_ids *places)
{
    struct cert_reader *const r = s->r;

    cert_reader_start_places(r);
    while (cert_reader_more(r)) {
        place_id p;

        if (!cert_reader_new_place(r, &p) || !is_left(s, p))
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
    uint32_t *node = &step->a;
    bool good = true;

    for (const char *form = reduction_rule_rows[step->rule].form; *form && good;
         form++) {
        if (*form == 't')
            good = read_left_trans(s, node);
        else if (*form == 'p')
            good = cert_reader_place(s->r, node) && is_left(s, *node);
        else if (*form == '*')
            good = read_left_places(s, places);
        else
            good = !cert_reader_more(s->r) || read_left_trans(s, &step->b);
        node = &step->b;
    }
    return good && cert_reader_end_line(s->r);
}

/* Starts behind the name of the rule.  A step that is not allowed is not bad
 * input, but what follows cannot be read. */
static bool read_step(struct steps *s, const struct reduction_keeps *keeps)
{
    struct cert_reader *const r = s->r;
    struct cert *const cert = r->cert;
    const uint32_t line = r->where.line;
    const char *const name = text_end(&r->word);
    struct reduction_step step = {
        .rule = reduction_rule_find(name, strlen(name)), .b = TRANS_NONE};
    char why[REDUCTION_RULE_TEXT];
    mutable_net_ids places = {0};
    bool good;

    if (r->quoted || step.rule == REDUCTION_RULES)
        return cert_reader_unexpected(r, "a rule, " CERT_PARTS_PROOFS);
    good = read_nodes(s, &step, &places);
    step.len = places.len;
    if (good && !reduction_rule_check(&s->left, keeps, &step, places.at, why))
        cert_reader_break_off(r, line, why);
    else if (good)
        reduction_rule_apply(&cert->reduction, &s->left, step, places.at);
    vec_free(&places);
    return good;
}

static bool read_steps(struct steps *s)
{
    struct cert_reader *const r = s->r;
    struct reduction_keeps keeps;
    bool good = true;

    reduction_keeps_init(&keeps, r->net);
    reduction_keeps_add(&keeps, r->net, cert_asked(r->cert));
    while (good && !r->cert->broken) {
        good = cert_reader_next_line(r, "a rule, " CERT_PARTS_PROOFS);
        if (good && cert_read_starts_proof(r))
            break;
        good = good && read_step(s, &keeps);
    }
    reduction_keeps_finish(&keeps);
    if (good && !r->cert->broken && s->left.n_overflows)
        cert_reader_break_off(
            r, r->where.line,
            "a transition that puts two tokens on a place is left");
    return good;
}

bool cert_reduction_read(struct cert_reader *r)
{
    struct cert *const cert = r->cert;
    struct steps s = {.r = r, .n_signs = mutable_net_signs(r->net)};
    bool good;

    cert->reduces = true;
    cert->reduction = (struct reduction){.net = r->net};
    mutable_net_init(&s.left, r->net);
    good = cert_reader_end_line(r) && read_steps(&s);
    if (good && !cert->broken) {
        cert->net = mutable_net_freeze(&s.left, &cert->map);
        cert_reader_move(r, cert->net);
    }
    mutable_net_finish(&s.left);
    return good;
}

/* --- writing -------------------------------------------------------------- */

/* A transition that a step has made is called as mutable_net.h says. */
static void write_trans(const struct net *net, uint32_t n_signs, trans_id t,
                        FILE *file)
{
    if (t < net_trans_count(net)) {
        cert_write_name(file, " ", net_trans_label(net, t));
        return;
    }
    fputc(' ', file);
    for (uint32_t i = 0; i < n_signs; i++)
        fputc('+', file);
    fprintf(file, "%" PRIu32, t - net_trans_count(net) + 1);
}

static void write_step(const struct reduction *reduction, uint32_t n_signs,
                       const struct reduction_step *step, FILE *file)
{
    const struct reduction_rule_row *const rule =
        &reduction_rule_rows[step->rule];
    const struct net_place_span span = reduction_places(reduction, step);
    uint32_t node = step->a;

    fputs(rule->name, file);
    for (const char *form = rule->form; *form && *form != '*'; form++) {
        if (*form == 'p')
            cert_write_name(file, " ", net_place_label(reduction->net, node));
        else if (*form == 't' || node != TRANS_NONE)
            write_trans(reduction->net, n_signs, node, file);
        node = step->b;
    }
    for (uint32_t i = 0; i < span.len; i++)
        cert_write_name(file, " ", net_place_label(reduction->net, span.at[i]));
    fputc('\n', file);
}

void cert_reduction_write(const struct cert_reduced *reduced, FILE *file)
{
    const struct reduction *const reduction = reduced->reduction;
    const uint32_t n_signs = mutable_net_signs(reduction->net);

    fputs("reduction\n", file);
    for (uint32_t i = 0; i < reduction->steps.len; i++)
        write_step(reduction, n_signs, &reduction->steps.at[i], file);
}
