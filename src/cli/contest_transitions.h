/* contest_transitions.h - examinations that follow from which transitions fire:
 * QuasiLiveness (does each transition fire?) and StableMarking (does some place
 * keep its tokens?).
 *
 * The verdicts come one by one, and the answer is given as soon as they
 * suffice. */
#ifndef CONTEST_TRANSITIONS_H
#define CONTEST_TRANSITIONS_H

#include "cli/contest_answers.h"

struct contest_transitions {
    const punfpor_net *net;
    bool is_stability; /* StableMarking, not QuasiLiveness */
    bool *fires;       /* by transition */
    uint32_t n_known, n_firing;
    bool dead;    /* one never fires */
    bool if_safe; /* what a transition that never fires says presumes safety */
};

/* Borrows the net. */
void contest_transitions_init(struct contest_transitions *transitions,
                              const punfpor_net *net, bool is_stability);
void contest_transitions_finish(struct contest_transitions *transitions);

/* One verdict a transition; answers question 0 when they suffice. */
void contest_transitions_note(struct contest_transitions *transitions,
                              uint32_t t, bool fires, bool if_safe,
                              const char *engine,
                              struct contest_answers *answers);

#endif
