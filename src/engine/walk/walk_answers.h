/* walk_answers.h - the answers along the run of a token game: yes, larger and
 * larger values, and second tokens. */
#ifndef WALK_ANSWERS_H
#define WALK_ANSWERS_H

#include "engine/watch.h"
#include "marking/game_goals.h"

/* What an arc costs when a run is shortened. */
enum { WALK_ANSWERS_ARC_COST = 4 };

struct walk_answers {
    struct answer *answer;
    struct watch *watch;
    struct token_game *game;
    struct game_goals goals; /* those that are open */
    uint64_t found_at;       /* work at the last answer */
    enum answer_stop left;   /* why a question remains open; STOP_DONE: none */
    bool finished;           /* all is answered, or the net is not safe */
};

/* The other arguments must outlive the result. */
void walk_answers_init(struct walk_answers *answers,
                       const struct engine_question *question,
                       struct token_game *game, struct watch *watch,
                       struct answer *answer);

/* Says why the run has stopped, and closes the watch. */
void walk_answers_finish(struct walk_answers *answers);

/* Takes the questions that hold now.  Must be called whenever the game has
 * fired a transition, or was restarted. */
void walk_answers_take(struct walk_answers *answers);

/* The finding of question g has a run that answers it by yes. */
void walk_answers_close(struct walk_answers *answers, uint32_t g);

/* Question g remains open, unless another engine has answered it; with the last
 * one the run stops, for this reason. */
void walk_answers_leave(struct walk_answers *answers, uint32_t g,
                        enum answer_stop why);

/* Ends the run if no question is open any more. */
void walk_answers_settle(struct walk_answers *answers);

/* Firing t, which is enabled, would put a second token on p. */
void walk_answers_unsafe(struct walk_answers *answers, trans_id t, place_id p);

#endif
