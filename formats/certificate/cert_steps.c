#include "formats/certificate/cert_steps.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum cert_steps_form cert_steps_form(enum reduction_rule rule)
{
    switch (rule) {
    case REDUCTION_OVERFLOW:
        return CERT_STEPS_TRANS;
    case REDUCTION_DOMINATED:
    case REDUCTION_NEUTRAL:
        return CERT_STEPS_TRANS_TRANS;
    case REDUCTION_DEAD:
    case REDUCTION_SLICE:
        return CERT_STEPS_PLACES;
    case REDUCTION_REDUNDANT:
    case REDUCTION_CYCLE:
        return CERT_STEPS_PLACE_PLACES;
    case REDUCTION_READ:
        return CERT_STEPS_READ;
    case REDUCTION_CONSTANT:
    case REDUCTION_SINK:
    case REDUCTION_POST:
    case REDUCTION_PRE:
    case REDUCTION_RULES:
        break;
    }
    return CERT_STEPS_PLACE;
}

enum reduction_rule cert_steps_rule(const char *name)
{
    uint32_t i = 0;

    while (i < REDUCTION_RULES &&
           strcmp(reduction_rule_name((enum reduction_rule)i), name) != 0)
        i++;
    return (enum reduction_rule)i;
}

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

trans_id cert_steps_find(const struct mutable_net *m, uint32_t n_signs,
                         const char *name, struct diag *diag)
{
    const uint32_t number = made_number(n_signs, name);
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
    (void)diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                      "there is no transition '%.200s' any more", name);
    return TRANS_NONE;
}

void cert_steps_name(const struct net *net, uint32_t n_signs, trans_id t,
                     text_buffer *text)
{
    const uint32_t n = net_trans_count(net);
    char number[16];

    vec_clear(text);
    if (t < n) {
        const char *const label = net_trans_label(net, t);

        text_add(text, label, strlen(label));
        return;
    }
    for (uint32_t i = 0; i < n_signs; i++)
        text_add(text, "+", 1);
    (void)snprintf(number, sizeof number, "%" PRIu32, t - n + 1);
    text_add(text, number, strlen(number));
}
