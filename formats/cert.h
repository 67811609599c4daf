/* cert.h - certificates: what makes a verdict checkable by others.
 *
 *     punf-por certificate 1
 *     goal transition t3
 *     run | proof | prefix, and its lines       one of the three
 *     end
 *
 * A run answers yes; a proof (proof.h), and a complete prefix of the
 * unfolding in which nothing answers, show that the answer is no.  Nodes are
 * named by their labels, in double quotes where needed.  doc/FORMATS.md has
 * the grammar.
 *
 * Reading checks that every name exists and stands once.  The checker decides
 * whether anything is proved; the lines are kept for its messages. */
#ifndef CERT_H
#define CERT_H

#include "answer/prefix.h"
#include "answer/proof.h"
#include "answer/witness.h"

enum cert_kind { CERT_RUN, CERT_PROOF, CERT_PREFIX };

/* An event of a prefix: its transition and the producers of its tokens. */
struct cert_event {
    trans_id trans;
    uint32_t from, n_producers; /* a slice of cert.producers: smaller numbers */
    bool cutoff;
    uint32_t companion; /* of a cutoff: any event, 0: bottom */
    uint32_t line;
};

/* Where a cube of a proof stands. */
struct cert_lines {
    uint32_t cube, reason;
};

struct cert {
    enum cert_kind kind;
    struct goal goal;       /* text and label are NULL */
    struct net_where asked; /* where the goal stands; file as in messages */

    witness_run run; /* CERT_RUN */
    VEC(uint32_t) step_lines;

    struct proof *proof; /* CERT_PROOF; passes proof_check() */
    struct net_where initial;
    VEC(struct cert_lines) cube_lines;
    VEC(uint32_t) member_lines; /* as proof.members */

    bool copies;                   /* CERT_PREFIX: read places are copied */
    VEC(struct cert_event) events; /* from 1; events.at[0] is bottom */
    VEC(uint32_t) producers;

    char *file;
    uint32_t end_line;
};

/* The certificate in the file path ("-": standard input), or NULL with a
 * report. */
struct cert *cert_read(const struct net *net, const char *path,
                       struct diag *diag);
void cert_destroy(struct cert *cert); /* may be NULL */

/* Each writes one kind. */
void cert_write_run_to(const struct net *net, const struct goal *goal,
                       const witness_run *run, FILE *file);
void cert_write_proof_to(const struct net *net, const struct goal *goal,
                         const struct proof *proof, FILE *file);

/* The prefix must show copies of read places as conditions (prefix.h), or
 * have none because copies is false. */
void cert_write_prefix_to(const struct net *net, const struct goal *goal,
                          const struct prefix *prefix, bool copies, FILE *file);

/* The same into the file path, as for output_open(). */
bool cert_write_run(const struct net *net, const struct goal *goal,
                    const witness_run *run, const char *path,
                    struct diag *diag);
bool cert_write_proof(const struct net *net, const struct goal *goal,
                      const struct proof *proof, const char *path,
                      struct diag *diag);
bool cert_write_prefix(const struct net *net, const struct goal *goal,
                       const struct prefix *prefix, bool copies,
                       const char *path, struct diag *diag);

#endif
