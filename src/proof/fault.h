/* fault.h - the first error in a proof or a certificate: what is wrong, and
 * where. */
#ifndef FAULT_H
#define FAULT_H

#include <stdbool.h>
#include <stdint.h>

/* What a fault is in.  The parts of a kind are numbered from 0. */
enum fault_part {
    FAULT_GOAL, /* the question, or what has no line of its own */
    FAULT_END,  /* the whole: what is missing */

    FAULT_CUBE, /* of a proof by cubes; its reason; its members, all of them */
    FAULT_REASON,
    FAULT_MEMBER,

    FAULT_TRAP, /* of a proof by cases */
    FAULT_COMBINATION,
    FAULT_INDUCTIVE,
    FAULT_LEMMA,
    FAULT_CASE,

    FAULT_LEVEL, /* of a diagram */
    FAULT_NODE,

    FAULT_RANKED, /* a run of a recovery proof; its cubes */
    FAULT_RECOVERY_CUBE,

    FAULT_STEP,  /* of a run */
    FAULT_FIRST, /* the other run of a circuit */
    FAULT_EVENT, /* of a prefix, from 1 */
    FAULT_WEIGHTS,
    FAULT_BROKEN, /* where the reader gave up */
    FAULT_PARTS,
};

struct fault {
    enum fault_part part;
    uint32_t number; /* of the part */
    uint32_t line;   /* of the certificate, which its judge finds (judge.h) */
    char text[512];  /* one sentence; "": no fault */
};

/* Sets all but the line; the text is a printf format.  Always false. */
bool fault_report(struct fault *fault, enum fault_part part, uint32_t number,
                  const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
