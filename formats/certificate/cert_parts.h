/* cert_parts.h - the parts of a certificate, each in a file cert_*.c.
 *
 *     goal transition t3       deadlock, safe and formula are one line too
 *
 *     goal marking             goal bound 3
 *     marked p1 p2             sum 1 p1 -2 p2
 *     empty p3
 *
 *     goal circuit csc         a question about the signals of a graph
 *     ones a b                 that are 1 initially; not of persistent and
 *                              input-proper.  All else is about circuit_net.h
 *
 *     goal runs
 *     condition "EF (...)"     0, 1, ...
 *     node atom 0              node 2; 0 is false and 1 is true
 *     node until 1 2           node 3
 *     sought 3                 is there a run of which node 3 holds?
 *
 *     reduction
 *     post p7                  a rule (reduction.h), and the nodes of the step
 *     redundant p3 p4          in the order that the row of the rule shows
 *
 *     proof
 *     initial 0                the cube that contains the initial marking
 *     cube 0
 *     lacks p3                 the reason
 *     marked p1
 *     empty p2 p3
 *     active t1 1              a member, and the cube that firing it leads to
 *     blocked p2 t2 t3         members without a token there
 *
 *     run
 *     fire t1
 *     loop                     of goal runs: what follows is repeated for ever;
 *                              or "open" at the end: the run decides
 *
 *     cases
 *     rounds 0 1               of goal runs: rounds and ranks of the product
 *     rank 1 place p1 -1 state 0
 *     trap p1 p2               some place is always marked
 *     combination              never so:
 *     marked q1
 *     empty q2
 *     comparisons 1 5          factors, and nodes of the formula
 *     traps 1 0                factors, and numbers of traps
 *     weights 1 q1 -1 p2
 *     case                     never so, by unit propagation:
 *     empty p1
 *     true 3                   nodes of the formula
 *     enabled t1
 *
 *     prefix read              read places are copied; or classic
 *     event 1 t1 0             the producers of its tokens; 0: the initial ones
 *     cutoff 2 t2 0 1 as 1     an event, and its companion
 *
 *     diagram                  an inductive set of markings (diagram.h)
 *     level p1 p2              one of these places is marked at most
 *     node 0 2 1 3             values of its level, each with a smaller node
 *
 *     lost
 *     fire t1                  to the marking that is lost
 *     never t2                 of liveness: what never fires again
 *     from                     the rest is about the net from there on
 *
 *     recovery
 *     home p1 p2               of liveness, with its walks
 *     walk t1 t2
 *     level 1 p1 -2 p2         weights
 *     run 0 t3 t4              its level, its transitions
 *     cube                     0, 1, …
 *     marked p1
 *     empty p2
 *     step t1 0                the cube that it leads to; or: holds
 *     outside                  the rest is about what is outside
 *
 * Lines of cases without anything behind their word are left out.  The checker
 * judges whether a part proves anything.
 *
 * Each function that reads a part fills the fields of r->cert for this part.
 * False with a report on errors; the data that was read belongs to the cert in
 * either case. */
#ifndef CERT_PARTS_H
#define CERT_PARTS_H

#include "formats/certificate/cert_reader.h"

/* The lines of a set of literals, in their order. */
struct cert_parts_line {
    const char *word;
    enum case_proof_about about;
    bool truth;
};

enum { CERT_PARTS_LINES = 6 };

extern const struct cert_parts_line cert_cases_lines[CERT_PARTS_LINES];

/* What a proof begins with: is this one of these words? */
#define CERT_PARTS_PROOFS "'proof', 'cases', 'prefix' or 'diagram'"
bool cert_read_starts_proof(struct cert_reader *r);

/* Reads all lines of the question, into cert.goal and cert.asked. */
bool cert_goal_read(struct cert_reader *r);

/* value: the largest one, of a question for that. */
void cert_goal_write(FILE *file, const struct net *net, const struct goal *goal,
                     int64_t value);

/* Each starts behind the word "lost" or "recovery", and ends behind the first
 * word of the proof or prefix behind it, or sets cert.broken. */
bool cert_recovery_lost_read(struct cert_reader *r, const char *what);
bool cert_recovery_read(struct cert_reader *r, const char *what);
void cert_recovery_lost_write(const struct net *net,
                              const struct cert_evidence *evidence, FILE *file);
void cert_recovery_write(const struct net *net,
                         const struct recovery_proof *proof, FILE *file);

/* Starts behind "goal runs", and reads the question to its end.  The other one
 * starts behind the line "cases" of such a question, and ends behind what the
 * product is; from there the reader is about cert.product. */
bool cert_circuit_read(struct cert_reader *r);
void cert_circuit_write(const struct circuit_goal *circuit, FILE *file);
bool cert_runs_read(struct cert_reader *r);
bool cert_runs_read_product(struct cert_reader *r);
void cert_runs_write(FILE *file, const struct net *net,
                     const struct goal *goal);
void cert_runs_write_product(const struct net *net,
                             const struct case_proof *proof, FILE *file);

/* Each starts behind the word "proof", "cases", "prefix" or "diagram", and ends
 * behind the word "end".  cert.proof is well-formed then. */
bool cert_proof_read(struct cert_reader *r);
bool cert_cases_read(struct cert_reader *r);
bool cert_prefix_read(struct cert_reader *r);
bool cert_diagram_read(struct cert_reader *r);
void cert_diagram_write(const struct net *net, const struct diagram *diagram,
                        FILE *file);

/* Starts behind the word "reduction", and ends behind the first word of the
 * body; from there the reader is about cert.net, which is what is left.  A step
 * names nodes that the steps before it have left, so each one is checked and
 * applied as soon as it is read.  One that is not allowed is no error: it ends
 * the reading and sets cert.broken. */
bool cert_reduction_read(struct cert_reader *r);
void cert_reduction_write(const struct cert_reduced *reduced, FILE *file);

/* A name, in quotes where it needs them, behind a text; lines of names, the
 * last one without its end. */
void cert_write_name(FILE *file, const char *before, const char *label);
void cert_write_places(FILE *file, const struct net *net, const char *word,
                       struct net_place_span places);
void cert_write_terms(FILE *file, const struct net *net, const char *word,
                      const struct formula_term *terms, uint32_t n);
void cert_write_trans(FILE *file, const struct net *net, const char *word,
                      trans_id t);

/* The lines of a run; what begins at step `loop` is repeated. */
void cert_write_steps(FILE *file, const struct net *net,
                      struct net_trans_span run, uint32_t loop);

#endif
