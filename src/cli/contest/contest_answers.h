/* contest_answers.h - what an examination has found, and the lines about it.
 *
 * Each question has at most one answer.  It is printed as soon as it may be
 * told: an answer that presumes that the net is safe waits until that is known,
 * and is never told when the net is unsafe.
 *
 * Three examinations follow from which transitions fire and which places
 * change: QuasiLiveness (does each transition fire?), Liveness, and
 * StableMarking (does some place keep its tokens?).  A place changes iff a
 * transition that fires changes it.  Facts about transitions and places arrive
 * one by one, and the question is answered as soon as they suffice.  They are
 * about the net of the file: the places and transitions that the translation of
 * weights and inhibitor arcs adds do not count.
 *
 * Three examinations of 2026 ask that of each object of the file, by its number
 * there: does transition t17 fire, does place p3 keep its tokens, how many does
 * p9 have at most?  In a safe net the last one is 1 iff the place is marked at
 * first or a transition that fires produces on it.  They have lines of their
 * own:
 *
 *     TOTAL QuasiLivenessAll 1242         so many objects
 *     QLIVE t17 TRUE EXPLICIT ...
 *     STABLE p3 FALSE EXPLICIT ...
 *     BOUND p9 1 EXPLICIT ...
 *     BOUND p11 ? 0 1                     open at the end: no less, no more */
#ifndef CONTEST_ANSWERS_H
#define CONTEST_ANSWERS_H

#include "base/vec.h"
#include "cli/contest/contest_input.h"

#include <stdbool.h>
#include <stdio.h>

struct contest_answers_entry {
    bool known, told;
    bool if_safe;
    char text[32]; /* TRUE, FALSE or a number */
    const char *techniques;
};

/* A place. */
struct contest_answers_place {
    uint32_t n_changers; /* transitions that change it, or mark it, not known to
                            be dead; 0 when it is known not to change */
    bool changes;        /* one of them fires, or it is marked at first */
    bool if_safe;        /* that a transition is dead presumes safety */
};

/* Which transitions fire, and which places change. */
struct contest_answers_firing {
    const punfpor_net *net; /* NULL: it is not followed */
    bool *known;            /* by transition */
    uint32_t n_open;        /* transitions that are not known */
    uint32_t n_stable;      /* places that are not known to change */
    struct contest_answers_place *places;
    VEC(uint32_t) changed; /* scratch: places */
};

struct contest_answers {
    const struct contest_input *input;
    const punfpor_properties *properties; /* NULL: none */
    uint32_t n, n_told;
    struct contest_answers_entry *at; /* by question */
    bool is_safe, is_unsafe;          /* known of the net */
    char *states;     /* contest_answers_note_states(); NULL: not known */
    bool no_deadlock; /* none is reachable */
    struct contest_answers_firing firing;
    FILE *out;
};

/* Of n questions: the properties, if there are any, or one by the name of the
 * examination, or one for each object; the state space is none.  Temporal
 * properties beyond EF and AG get their lines at once, as they have no answer.
 * Borrows its arguments. */
void contest_answers_init(struct contest_answers *answers,
                          const struct contest_input *input,
                          const punfpor_properties *properties, uint32_t n,
                          FILE *out);
void contest_answers_finish(struct contest_answers *answers);

/* From this call on the facts about transitions and places of the net count.
 * Answers the questions that the structure of the net decides. */
void contest_answers_follow(struct contest_answers *answers,
                            const punfpor_net *net);

/* The first answer stays, unless it presumes safety and the new one does not.
 * engine: the one that found it, or "structure" or "units" of the net. */
void contest_answers_note(struct contest_answers *answers, uint32_t q,
                          const char *text, bool if_safe, const char *engine);

/* Transition t fires, or never does; place p changes, or never does. */
void contest_answers_note_firing(struct contest_answers *answers, uint32_t t,
                                 bool fires, bool if_safe, const char *engine);
void contest_answers_note_change(struct contest_answers *answers, uint32_t p,
                                 bool changes, bool if_safe,
                                 const char *engine);

/* Is it not known whether the place changes, or whether the transition fires?
 */
bool contest_answers_is_open_node(const struct contest_answers *answers,
                                  enum contest_input_question question,
                                  uint32_t node);

void contest_answers_note_safety(struct contest_answers *answers, bool is_safe);
/* As "symbolic 14 27 6": who has counted, then what, in decimal digits, as it
 * may be too large for 64 bits. */
void contest_answers_note_states(struct contest_answers *answers,
                                 const char *text);

/* How many questions have no answer yet. */
uint32_t contest_answers_count_open(const struct contest_answers *answers);

/* Is there an answer that waits for safety? */
bool contest_answers_wait(const struct contest_answers *answers);

/* Is there nothing left to be found out? */
bool contest_answers_are_complete(const struct contest_answers *answers);

/* Prints the state space, and the lines about what has no answer. */
void contest_answers_print_rest(const struct contest_answers *answers);

#endif
