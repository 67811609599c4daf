/* contest_transitions.h - examinations that follow from which transitions fire:
 * QuasiLiveness (does each transition fire?) and StableMarking (does some place
 * keep its tokens?).
 *
 * A place keeps its tokens iff no transition that fires changes it.  The
 * verdicts on transitions come one by one, and the answer is given as soon as
 * they suffice: when every place changes, or when all transitions that could
 * change some place are dead.
 *
 * All this is about the net of the file: the places and transitions that the
 * translation of weights and inhibitor arcs adds do not count. */
#ifndef CONTEST_TRANSITIONS_H
#define CONTEST_TRANSITIONS_H

#include "cli/contest_answers.h"

/* A place, for StableMarking. */
struct contest_transitions_place {
    uint32_t n_changers; /* transitions that change it, not known to be dead */
    bool changes;        /* one of them fires */
    bool if_safe;        /* that a transition is dead presumes safety */
};

struct contest_transitions {
    const punfpor_net *net;
    bool is_stability; /* StableMarking, not QuasiLiveness */
    bool *known;       /* by transition */
    bool dead;         /* one never fires */
    uint32_t n_open;   /* transitions that are not known */
    uint32_t n_stable; /* places that are not known to change */
    struct contest_transitions_place *places;
};

/* Borrows the net.  Answers question 0 if the structure of the net does. */
void contest_transitions_init(struct contest_transitions *transitions,
                              const punfpor_net *net, bool is_stability,
                              struct contest_answers *answers);
void contest_transitions_finish(struct contest_transitions *transitions);

/* One verdict a transition; answers question 0 when they suffice. */
void contest_transitions_note(struct contest_transitions *transitions,
                              uint32_t t, bool fires, bool if_safe,
                              const char *engine,
                              struct contest_answers *answers);

#endif
