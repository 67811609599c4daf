/* recovery_run.h - a run of the engine `recovery`, for its parts. */
#ifndef RECOVERY_RUN_H
#define RECOVERY_RUN_H

#include "engine/ic3/frames.h"
#include "engine/watch.h"
#include "marking/dice.h"
#include "marking/token_game.h"
#include "structure/lp.h"

#define RECOVERY_FIGURES(X)                                         \
    TOKEN_GAME_FIGURES(X)                                           \
    X(asked, NOTHING, "questions that all engines were asked")      \
    X(recovery_cubes, NOTHING, "cubes from which a way leads back") \
    X(ranked_runs, NOTHING, "runs that lower weighted tokens")      \
    IC3_FIGURES(X)

enum {
#define X(name, count, meaning) RECOVERY_##name,
    RECOVERY_FIGURES(X)
#undef X
};

struct recovery_run {
    const struct engine_problem *problem;
    const struct net *net;
    struct answer *answer;
    struct watch watch;
    struct lp_scope scope;
    bool has_programs; /* GLPK is there */
    struct token_game game;
    struct dice dice;
    uint32_t g; /* the question */
    uint32_t round;
    char text[sizeof "recovery"]; /* of what it asks, which owns nothing */
};

/* n, doubled in each round. */
uint64_t recovery_run_doubled(const struct recovery_run *run, uint64_t n);

/* Is the current question still open for this engine? */
bool recovery_run_is_open(const struct recovery_run *run);

/* Asks all engines whether a marking is reachable from m at which the formula
 * holds.  A run is appended to *run, which may be NULL. */
enum answer_verdict recovery_run_ask(struct recovery_run *recovery,
                                     const bits_word *m,
                                     struct formula *formula, witness_run *run);

/* Asks all engines these questions about m.  The answer, which is all zero, has
 * no second token. */
void recovery_run_ask_all(struct recovery_run *run, const bits_word *m,
                          struct goal *goals, uint32_t n_goals,
                          struct answer *answer);

/* Fires a transition by chance.  False at the end of the run, or of all. */
bool recovery_run_step(struct recovery_run *run, struct token_game *game);

#endif
