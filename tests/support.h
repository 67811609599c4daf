/* support.h - shared by the tests: mem_failed(), and nets written in C.
 *
 *     struct draft_net *draft = draft_create("p1 p2*");    p2 is marked
 *     draft_trans(draft, "t", "p1", "p2", "p3");           pre, post, read
 *     struct net *net = draft_finish(draft);
 *
 * An error in the net aborts the test. */
#ifndef SUPPORT_H
#define SUPPORT_H

#include "net/net.h"
#include "question/goal.h"

#include <stdio.h>

struct draft_net;

struct draft_net *draft_create(const char *places);
void draft_trans(struct draft_net *draft, const char *name, const char *pre,
                 const char *post, const char *read);
struct net *draft_finish(struct draft_net *draft);

/* goal_add() with "reach", "marking" or "marking-exact", "formula", "bounds".
 */
bool goal_add_trans(goal_list *goals, const struct net *net, const char *text,
                    struct diag *diag);
bool goal_add_marking(goal_list *goals, const struct net *net, const char *expr,
                      bool exact, struct diag *diag);
bool goal_add_formula(goal_list *goals, const struct net *net, const char *text,
                      struct diag *diag);
bool goal_add_bound(goal_list *goals, const struct net *net, const char *text,
                    struct diag *diag);

/* How the text of a formula is read; QUESTION_EF if it is none. */
enum question_path support_path(const struct net *net, const char *formula);

/* The main function of a test that programs.c runs by its name. */
#define PROGRAM(name)                          \
    int program_##name(int argc, char **argv); \
    int program_##name(int argc, char **argv)

/* For engine_limits.terminate: stops when *flag is not 0. */
int support_flag(void *flag);

/* The main loop of a test of random nets, whose arguments are FIRST
 * and COUNT: tries COUNT seeds from FIRST on, 1 and 100 if not given.  At one
 * for which try_seed() is false, prints that seed and returns false. */
bool support_try_seeds(int argc, char **argv,
                       bool (*try_seed)(uint64_t seed, void *self), void *self);

/* Prints the net as .ll_net, as input for shrink.py. */
void support_print_net(const struct net *net, FILE *out);

/* Sanitizers reserve more addresses than any limit allows, and make each step
 * dear: a sweep of random nets then takes a tenth of them. */
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
#define SANITIZED
#elif defined __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED
#endif
#endif
#ifdef SANITIZED
#define SWEEP(n) ((n) / 10)
#else
#define SWEEP(n) (n)
#endif

#endif
