/* first_answers.h - of all answers that workers find to a question, the answer
 * that a single worker would find first.
 *
 * An answer is found on the way to a configuration, which has a path
 * (subtree.h), after some number of its events.  The first answer has the least
 * path and, on this path, the least number of events.  So answers do not depend
 * on the number of workers.
 *
 * A second token, or a relation that does not hold, ends the search: what is
 * found later does not count.  The search also ends when it is past the first
 * answers of all questions. */
#ifndef FIRST_ANSWERS_H
#define FIRST_ANSWERS_H

#include "answer/partial.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

struct first_answers_answer; /* in a block that is in no scope (mem.h) */

struct first_answers {
    pthread_mutex_t lock;
    struct first_answers_answer **at; /* by question, then the end */
    uint32_t n_goals;
    uint32_t n_open;         /* questions without an answer */
    _Atomic bool is_bounded; /* nothing counts from some path on */
    uint64_t version;        /* how often that has changed */
};

/* Of a configuration (subtree.h). */
typedef VEC(uint32_t) first_answers_path;

/* Copies a path or a run of n numbers; from may be NULL if n is 0. */
static inline void first_answers_copy(uint32_t *to, const uint32_t *from,
                                      uint32_t n)
{
    if (n)
        memcpy(to, from, n * sizeof *to);
}

void first_answers_init(struct first_answers *answers, uint32_t n_goals);
void first_answers_finish(struct first_answers *answers);

/* The worker's answer to question g, or, if g is n_goals, why it ended: after
 * so many events on the path. */
void first_answers_add(struct first_answers *answers, uint32_t g,
                       const first_answers_path *path, uint32_t n_events,
                       const struct answer *found);

/* A number that grows whenever fewer paths count; 0 while all paths count. */
uint64_t first_answers_version(struct first_answers *answers);

/* The answers as plain data: all answers, or the answers that were neither
 * saved nor loaded before. */
void first_answers_save(struct first_answers *answers, bool only_new,
                        struct partial_search *to);

/* Adds answers of another search; false if one has a number that no question
 * has. */
bool first_answers_load(struct first_answers *answers,
                        const struct partial_search *from);

/* Does no answer on the way to this path count? */
bool first_answers_is_past(struct first_answers *answers, const uint32_t *path,
                           uint32_t n_path);

/* Writes the answers; the caller is the only thread left.  True when the search
 * need not be complete: all are answered, or the end was found. */
bool first_answers_take(const struct first_answers *answers,
                        struct answer *answer);

#endif
