/* cert_steps.h - the steps of a reduction in a certificate.
 *
 *     reduction
 *     post p7              a rule (reduction.h), the node that it is about,
 *     redundant p3 p4      and the other nodes of the step
 *
 * A transition that a step has made is called as mutable_net.h says. */
#ifndef CERT_STEPS_H
#define CERT_STEPS_H

#include "base/text.h"
#include "proof/reduction.h"

/* The nodes of a step in the order in which they are written. */
enum cert_steps_form {
    CERT_STEPS_PLACE,        /* p */
    CERT_STEPS_PLACES,       /* the places of the step */
    CERT_STEPS_PLACE_PLACES, /* p, then the places */
    CERT_STEPS_TRANS,        /* t */
    CERT_STEPS_TRANS_TRANS,  /* t, then u, if there is one */
    CERT_STEPS_READ,         /* t, p, then the places */
};

enum cert_steps_form cert_steps_form(enum reduction_rule rule);

/* The rule of that name; REDUCTION_RULES: there is none. */
enum reduction_rule cert_steps_rule(const char *name);

/* The existing transition of that name; TRANS_NONE with a report: there is
 * none.  n_signs is mutable_net_signs() of the original, also below. */
trans_id cert_steps_find(const struct mutable_net *m, uint32_t n_signs,
                         const char *name, struct diag *diag);

/* The name of a transition, original or made, in text. */
void cert_steps_name(const struct net *net, uint32_t n_signs, trans_id t,
                     text_buffer *text);

#endif
