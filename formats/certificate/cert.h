/* cert.h - certificates: evidence for a verdict that a separate program can
 * check.  doc/FORMATS.md has the grammar, and says what each part means.
 *
 * A run proves yes.  A proof by cubes (proof.h) or by cases (case_proof.h), a
 * complete prefix of the unfolding in which no event and no marking answers the
 * question, or an inductive invariant as a diagram (diagram.h) proves no; a
 * recovery proof (recovery_proof.h) what stays possible.  Weights (weights.h)
 * show that the net is safe.  Cases about infinite runs are about a product
 * (product_net.h), and all is about the net that bounded_net() makes if places
 * can have several tokens.
 *
 * The reader checks that every name exists and occurs once.  The checker judges
 * what the certificate claims; its reports need the line numbers kept here. */
#ifndef CERT_H
#define CERT_H

#include "circuit/circuit_goal.h"
#include "occurrence/prefix.h"
#include "proof/diagram.h"
#include "proof/fault.h"
#include "proof/product_net.h"
#include "proof/proof.h"
#include "proof/recovery_proof.h"
#include "proof/reduction/reduction.h"
#include "proof/weights.h"
#include "proof/witness.h"

enum cert_kind {
    CERT_RUN,
    CERT_PROOF,
    CERT_CASES,
    CERT_PREFIX,
    CERT_DIAGRAM,
    CERT_WEIGHTS
};

/* An event of a prefix, named by its transition and by the producers of the
 * tokens that it uses. */
struct cert_event {
    trans_id trans;
    uint32_t from, n_producers; /* a slice of cert.producers, all smaller */
    bool cutoff;
    uint32_t companion; /* of a cutoff: any event; 0: bottom */
};

struct cert {
    enum cert_kind kind;
    struct goal goal; /* text and label are NULL; of a GOAL_BOUND the
                         comparison that the sum is at least the largest value,
                         both without the constant */
    VEC(uint32_t) lines[FAULT_PARTS]; /* by part of a fault, and its number */

    struct net *bounded; /* the net that all else is about: places have as many
                            tokens as the certificate says; NULL: the one that
                            was given */

    const struct question *circuit; /* asked of a graph; NULL: none.  Then all
                                       else is about its net: */
    struct circuit_net graph;
    bool divided; /* the goal "circuit" has a certificate for each part of it:
                   */
    VEC(struct cert *) parts;

    struct weights weights;    /* CERT_WEIGHTS: all there is */
    const struct net *weighed; /* the net that they are about; NULL: there are
                                  none */

    bool reduces; /* the proof or prefix is about what a reduction leaves: */
    struct reduction reduction; /* the steps up to the first broken one */
    struct net *net;            /* what is left */
    struct mutable_net_map map;
    char *broken; /* why a step is not allowed; NULL: all are.
                     Then the rest was not read */

    witness_run run;   /* CERT_RUN, and of a GOAL_BOUND */
    uint32_t loop;     /* of a GOAL_LASSO: steps before those that repeat */
    witness_run first; /* of the graph of a circuit, which shows the initial
                          value of a signal; empty: none */

    struct proof *proof; /* CERT_PROOF; well-formed (proof.h) */

    struct case_proof *cases;   /* CERT_CASES */
    struct net_product product; /* that it is about, of a GOAL_LASSO */

    struct diagram *diagram; /* CERT_DIAGRAM */

    bool copies;                   /* CERT_PREFIX: read places are copied */
    VEC(struct cert_event) events; /* from 1; events.at[0] is bottom */
    VEC(uint32_t) producers;

    /* Of what stays possible: what kind tells is about the part. */
    struct goal part; /* a question EF; text and label are NULL */
    bool lost;        /* behind the run: nothing reaches part */
    struct net *from; /* the net from there on */
    struct recovery_proof *recovery; /* or: part is what is outside of it */

    char *file;
};

/* The question that a proof, a prefix and a reduction are about, and its net.
 */
const struct goal *cert_asked(const struct cert *cert);
const struct net *cert_base(const struct cert *cert, const struct net *net);

/* The line that a fault is about. */
uint32_t cert_line(const struct cert *cert, const struct fault *fault);

/* Reads the certificate in the file path ("-": standard input).  NULL with a
 * report on errors.  The net may have been read with numbers of tokens
 * (net_builder_count()); if cert.bounded is not NULL, callers must use that net
 * in its place. */
struct cert *cert_read_file(const struct net *net, const char *path,
                            struct diag *diag);
void cert_destroy(struct cert *cert); /* may be NULL */

/* What is left of a net. */
struct cert_reduced {
    const struct reduction *reduction;
    const struct net *net;
};

/* What a certificate says; NULL: it has nothing of that kind.  Proofs and
 * prefixes are about what is left of the net. */
struct cert_evidence {
    const struct circuit_goal *circuit;
    const struct weights *weights; /* they show that the net is safe */
    const witness_run *run;
    uint32_t loop;                      /* of the run of a GOAL_LASSO */
    const struct cert_reduced *reduced; /* NULL: nothing was removed */
    const struct proof *proof;          /* one of these four at most */
    const struct case_proof *cases;
    const struct diagram *diagram;
    const struct prefix *prefix;
    bool copies; /* the prefix shows copies of read places as conditions
                    (prefix.h); otherwise it must have none */
    const struct recovery_proof
        *recovery;  /* the rest is about what is outside */
    bool lost;      /* the rest is about the net from the end of the run on, */
    trans_id never; /* and of liveness about this transition */
    int64_t value;  /* the largest one of the sum of a GOAL_BOUND, which the run
                       reaches; no proof or prefix: it cannot be larger at any
                       marking */
};

void cert_write_file(const struct net *net, const struct goal *goal,
                     const struct cert_evidence *evidence, FILE *file);

#endif
