/* cert_parts.h - the parts of a certificate, each in a file cert_*.c.
 *
 * doc/FORMATS.md has the lines of each part, and what they say.
 * Lines of cases without anything behind their word are left out.  The checker
 * judges whether a part proves anything.
 *
 * Each function that reads a part fills the fields of r->cert for this part.
 * False with a report on errors; the data that was read belongs to the cert in
 * either case. */
#ifndef CERT_PARTS_H
#define CERT_PARTS_H

#include "formats/certificate/cert_reader.h"

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
void cert_proof_write(const struct net *net, const struct proof *proof,
                      FILE *file);
void cert_cases_write(const struct net *net, const struct goal *goal,
                      const struct case_proof *proof, FILE *file);
void cert_prefix_write(const struct net *net, const struct prefix *prefix,
                       bool copies, FILE *file);
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
void cert_write_cube(FILE *file, const struct net *net,
                     struct net_place_span marked, struct net_place_span empty);
void cert_write_terms(FILE *file, const struct net *net, const char *word,
                      const struct formula_term *terms, uint32_t n);
void cert_write_trans(FILE *file, const struct net *net, const char *word,
                      trans_id t);

/* The lines of a run; what begins at step `loop` is repeated. */
void cert_write_steps(FILE *file, const struct net *net,
                      struct net_trans_span run, uint32_t loop);

#endif
