/* condition.h - random conditions on markings, evaluated by definition.
 *
 * A condition is made with its text, which the parser of the tool reads; its
 * truth at a marking comes from the code here, which shares nothing with the
 * tool but the net.  Texts use parentheses only where the documented precedence
 * needs them, so that reading is tested, too. */
#ifndef CONDITION_H
#define CONDITION_H

#include "question/goal.h"
#include "random.h"

struct condition;

/* A condition of at most so many levels of operators. */
struct condition *condition_create(struct random *random, const struct net *net,
                                   uint32_t depth);
void condition_destroy(struct condition *condition);

/* From now on it is about another net with the same nodes. */
void condition_move(struct condition *condition, const struct net *net);

const char *condition_text(const struct condition *condition);
bool condition_holds(const struct condition *condition, const bits_word *m);

/* A random sum of places alone: its text, and its value at a marking. */
struct condition *condition_create_sum(struct random *random,
                                       const struct net *net);
int64_t condition_value(const struct condition *condition, const bits_word *m);

/* Adds the question for a marking of a random part of the places, if it names
 * any. */
void condition_ask_marking(goal_list *goals, const struct net *net,
                           struct random *random);

/* n conditions of at most four levels each; adds the question for each of them
 * behind a path, "EF" or "AG EF". */
void condition_create_list(struct condition **list, uint32_t n,
                           struct random *random, const struct net *net);
void condition_ask(struct condition *const *list, uint32_t n, const char *path,
                   goal_list *goals, const struct net *net);

/* Makes n sums and adds the question for the largest value of each, up to one
 * that names no place. */
void condition_ask_sums(struct condition **list, uint32_t n,
                        struct random *random, goal_list *goals,
                        const struct net *net);

/* Up to the first that is NULL. */
void condition_destroy_list(struct condition *const *list, uint32_t n);

#endif
