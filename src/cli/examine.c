#include "cli/examine.h"

#include "base/child.h"
#include "cli/options.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* What callbacks get. */
struct teller {
    const struct examine *x;
    const punfpor *problem;
};

static void say(const struct examine *x, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void say(const struct examine *x, const char *format, ...)
{
    char line[512];
    va_list args;
    int n;

    va_start(args, format);
    n = vsnprintf(line, sizeof line, format, args);
    va_end(args);
    if (n > 0 && (size_t)n < sizeof line)
        (void)child_send(x->fd, line, (size_t)n);
}

/* What the library refuses. */
static void tell_error(const struct examine *x, const punfpor_error *error)
{
    say(x, "error %s\n", error->text);
}

static bool is_bound(const struct examine *x, uint32_t q)
{
    return x->properties &&
           punfpor_property_kind(x->properties, q) == PUNFPOR_PROPERTY_BOUND;
}

/* An answer may be the last line that is read, unless a warning is expected. */
static void announce_warning(const struct teller *teller)
{
    if (punfpor_may_warn(teller->problem))
        say(teller->x, "may_warn\n");
}

/* Question i of the problem is number x->asked[i], if there is a list. */
static void tell(void *data, const punfpor_found *what)
{
    const struct teller *const teller = data;
    const struct examine *const x = teller->x;
    const uint32_t q = x->asked ? x->asked[what->q] : what->q;
    char text[32];

    if (is_bound(x, q))
        (void)snprintf(text, sizeof text, "%" PRId64, what->value);
    else
        (void)snprintf(text, sizeof text, "%s",
                       what->verdict == PUNFPOR_YES ? "TRUE" : "FALSE");
    announce_warning(teller);
    say(x, "answer %" PRIu32 " %s %s %s\n", q, text,
        what->if_safe ? "if_safe" : "safe", what->engine);
}

static bool set_number(punfpor *problem, const char *option, double value,
                       punfpor_error *error)
{
    char text[64];

    (void)snprintf(text, sizeof text, "%.3f", value);
    if (strcmp(option, "timeout") != 0)
        (void)snprintf(text, sizeof text, "%.0f", value);
    return punfpor_set(problem, option, text, error) == PUNFPOR_OK;
}

/* A problem with the limits; NULL when that fails. */
static punfpor *begin(const struct examine *x, double seconds)
{
    punfpor_error error = {0};
    punfpor *const problem = punfpor_create(x->net, &error);

    if (problem &&
        punfpor_set(problem, "engine", x->engine, &error) == PUNFPOR_OK &&
        (!x->racers || !options_is_race(x->engine) ||
         punfpor_set(problem, "racers", x->racers, &error) == PUNFPOR_OK) &&
        (!x->reduce ||
         punfpor_set(problem, "reduce", x->reduce, &error) == PUNFPOR_OK) &&
        (seconds <= 0 || set_number(problem, "timeout", seconds, &error)) &&
        (!x->bytes ||
         set_number(problem, "max-memory", (double)x->bytes * 0.8, &error))) {
        punfpor_begin_with(problem, x->common);
        return problem;
    }
    punfpor_destroy(problem);
    tell_error(x, &error);
    return NULL;
}

/* The properties that have an answer. */
static bool ask_all(const struct examine *x, punfpor *problem)
{
    const uint32_t n =
        x->properties ? punfpor_property_count(x->properties) : 0;

    for (uint32_t i = 0; i < n; i++)
        if (punfpor_property_kind(x->properties, i) !=
                PUNFPOR_PROPERTY_BEYOND &&
            punfpor_ask_property(problem, x->properties, i, NULL, NULL) !=
                PUNFPOR_OK)
            return false;
    return true;
}

static int is_interrupted(void *data)
{
    const struct examine *const x = data;

    return x->interrupted && *x->interrupted;
}

punfpor *examine_prepare(struct examine *x, bool asks_deadlock)
{
    punfpor *const problem = begin(x, x->seconds);

    if (!problem)
        return NULL;
    punfpor_set_terminate(problem, is_interrupted, x);
    if (ask_all(x, problem) &&
        (!asks_deadlock ||
         punfpor_ask_deadlock(problem, NULL, NULL) == PUNFPOR_OK) &&
        punfpor_prepare(problem, NULL) == PUNFPOR_OK) {
        punfpor_set_terminate(problem, NULL, NULL);
        return problem;
    }
    punfpor_destroy(problem);
    return NULL;
}

/* An unsafe net has an answer of its own. */
static bool solve(const struct examine *x, punfpor *problem)
{
    punfpor_error error;
    const enum punfpor_status status = punfpor_solve(problem, &error);

    if (status != PUNFPOR_OK && punfpor_stop_of(problem) != PUNFPOR_UNSAFE)
        tell_error(x, &error);
    return status == PUNFPOR_OK;
}

static void tell_warning(const struct examine *x, const punfpor *problem)
{
    if (punfpor_warning(problem))
        say(x, "warning %s\n", punfpor_warning(problem));
}

/* Solves and frees the problem; tells its answers by found(), what is wrong in
 * the file of the net, and what it shows about safety. */
static void end(const struct examine *x, punfpor *problem,
                void (*found)(void *data, const punfpor_found *what),
                bool asked)
{
    struct teller teller = {x, problem};

    if (asked) {
        punfpor_set_found(problem, found, &teller);
        (void)solve(x, problem);
        tell_warning(x, problem);
        if (punfpor_stop_of(problem) == PUNFPOR_UNSAFE)
            say(x, "safe no\n");
        else if (punfpor_is_safe(problem))
            say(x, "safe yes\n");
    }
    punfpor_destroy(problem);
}

void examine_formulas(const struct examine *x)
{
    punfpor_error error = {0};
    punfpor *const problem = begin(x, x->seconds);
    bool good = problem != NULL;

    for (uint32_t i = 0; good && i < x->n_asked; i++)
        good = punfpor_ask_property(problem, x->properties, x->asked[i], NULL,
                                    &error) == PUNFPOR_OK;
    end(x, problem, tell, good);
}

void examine_deadlock(const struct examine *x)
{
    punfpor *const problem = begin(x, x->seconds);

    end(x, problem, tell,
        problem && punfpor_ask_deadlock(problem, NULL, NULL) == PUNFPOR_OK);
}

void examine_safety(const struct examine *x)
{
    punfpor *const problem = begin(x, x->seconds);
    enum punfpor_verdict verdict;

    if (!problem)
        return;
    if (punfpor_ask_safe(problem, NULL, NULL) == PUNFPOR_OK) {
        (void)solve(x, problem);
        verdict = punfpor_verdict_of(problem, 0);
        tell_warning(x, problem);
        if (verdict != PUNFPOR_UNKNOWN)
            say(x, "safe %s %s\n", verdict == PUNFPOR_YES ? "yes" : "no",
                punfpor_answered_by(problem, 0));
    }
    punfpor_destroy(problem);
}

void examine_transitions(const struct examine *x)
{
    punfpor *const problem = begin(x, x->seconds);

    end(x, problem, tell,
        problem &&
            punfpor_ask_all_transitions(problem, NULL, NULL) == PUNFPOR_OK);
}

/* --- liveness ------------------------------------------------------------- */

void examine_live(const struct examine *x)
{
    punfpor *const problem = begin(x, x->seconds);

    end(x, problem, tell,
        problem && punfpor_ask_live(problem, NULL, NULL) == PUNFPOR_OK);
}

static void tell_not_live(const struct teller *teller,
                          const punfpor_found *what)
{
    announce_warning(teller);
    say(teller->x, "answer 0 FALSE %s %s\n", what->if_safe ? "if_safe" : "safe",
        what->engine);
}

/* No transition is live at a deadlock. */
static void tell_deadlock(void *data, const punfpor_found *what)
{
    const struct teller *const teller = data;

    if (what->verdict == PUNFPOR_YES &&
        punfpor_net_given_transitions(teller->x->net) > 0)
        tell_not_live(teller, what);
}

void examine_deadlock_for_live(const struct examine *x)
{
    punfpor *const problem = begin(x, x->seconds);

    end(x, problem, tell_deadlock,
        problem && punfpor_ask_deadlock(problem, NULL, NULL) == PUNFPOR_OK);
}

static void tell_dead(void *data, const punfpor_found *what)
{
    if (what->verdict == PUNFPOR_NO)
        tell_not_live(data, what);
}

void examine_dead_for_live(const struct examine *x)
{
    punfpor *const problem = begin(x, x->seconds);

    end(x, problem, tell_dead,
        problem &&
            punfpor_ask_all_transitions(problem, NULL, NULL) == PUNFPOR_OK);
}

/* --- the state space ------------------------------------------------------ */

/* The figure of this name; 0 when there is none. */
static uint64_t figure(const punfpor *problem, const char *name)
{
    for (uint32_t i = 0; i < punfpor_figure_count(problem); i++)
        if (!strcmp(punfpor_figure_name(problem, i), name))
            return punfpor_figure(problem, i);
    return 0;
}

/* Counts are about the net as it is: nothing is reduced. */
void examine_states(const struct examine *x)
{
    struct examine whole = *x;
    punfpor *problem;
    bool solved;

    whole.reduce = NULL;
    problem = begin(&whole, x->seconds);
    if (!problem)
        return;
    solved = solve(x, problem);
    tell_warning(x, problem);
    if (solved && punfpor_stop_of(problem) == PUNFPOR_DONE &&
        punfpor_is_safe(problem))
        say(x, "states %" PRIu64 " %" PRIu64 " %" PRIu64 "\n",
            figure(problem, "states"), figure(problem, "fired"),
            figure(problem, "most_tokens"));
    if (punfpor_stop_of(problem) == PUNFPOR_UNSAFE)
        say(x, "safe no\n");
    punfpor_destroy(problem);
}
