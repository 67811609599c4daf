/* solve_questions.h - questions that are answered on the finished prefix. */
#ifndef SOLVE_QUESTIONS_H
#define SOLVE_QUESTIONS_H

#include "engine/prefix/saturation.h"

/* Does the question wait until the prefix is finished? */
bool solve_questions_waits(const struct goal *goal);

/* Answers the open questions, until the watch stops it. */
void solve_questions_all(struct saturation *x);

/* From now on conditions know which events of the prefix use them. */
void solve_questions_link(struct saturation *x);

#endif
