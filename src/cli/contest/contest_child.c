#include "cli/contest/contest_child.h"

#include "base/child.h"
#include "base/text.h"
#include "cli/options.h"
#include "cli/result.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* What is asked, or NULL if it is listed in the child, and the word of the line
 * about an answer, or NULL if it has none. */
static const struct {
    const char *asks, *tells;
} kinds[] = {
    [CONTEST_INPUT_FORMULAS] = {NULL, "answer"},
    [CONTEST_INPUT_DEADLOCK] = {"deadlock", "answer"},
    [CONTEST_INPUT_SAFE] = {"safe", NULL},
    [CONTEST_INPUT_TRANSITIONS] = {NULL, "fires"},
    [CONTEST_INPUT_PLACES] = {NULL, "changes"},
    [CONTEST_INPUT_STATES] = {NULL, NULL},
    [CONTEST_INPUT_LIVE] = {"live", "answer"},
    [CONTEST_INPUT_LIVE_BY_DEADLOCK] = {"deadlock", NULL},
};

/* --- lines ---------------------------------------------------------------- */

/* What callbacks get. */
struct teller {
    const struct contest_child *child;
    const punfpor *problem;
    int fd;
};

static void say(int fd, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void say(int fd, const char *format, ...)
{
    char line[512];
    va_list args;
    int n;

    va_start(args, format);
    n = vsnprintf(line, sizeof line, format, args);
    va_end(args);
    if (n > 0 && (size_t)n < sizeof line)
        (void)child_send(fd, line, (size_t)n);
}

/* About question q of the examination, or number q of what it is about. */
static void say_answer(const struct teller *teller, const char *word,
                       uint32_t q, const char *text, const punfpor_found *what)
{
    /* It may be the last line that is read, unless a warning is expected. */
    if (punfpor_may_warn(teller->problem))
        say(teller->fd, "may_warn\n");
    say(teller->fd, "%s %" PRIu32 " %s %s %s\n", word, q, text,
        what->if_safe ? "if_safe" : "safe", what->engine);
}

/* No transition is live at a deadlock. */
static void tell_deadlock(const struct teller *teller,
                          const punfpor_found *what)
{
    if (what->verdict == PUNFPOR_NO)
        say(teller->fd, "no_deadlock\n");
    else if (punfpor_net_given_transitions(teller->child->net) > 0)
        say_answer(teller, "answer", 0, "FALSE", what);
}

/* Question i of the problem is number asked[i], if there is a list. */
static void tell_found(void *data, const punfpor_found *what)
{
    const struct teller *const teller = data;
    const struct contest_child *const child = teller->child;
    const uint32_t q = child->asked ? child->asked[what->q] : what->q;
    const char *const word = kinds[child->question].tells;
    char text[32];

    if (child->question == CONTEST_INPUT_FORMULAS &&
        punfpor_property_kind(child->properties, q) == PUNFPOR_PROPERTY_BOUND)
        (void)snprintf(text, sizeof text, "%" PRId64, what->value);
    else
        (void)snprintf(text, sizeof text, "%s",
                       what->verdict == PUNFPOR_YES ? "TRUE" : "FALSE");
    if (word)
        say_answer(teller, word, q, text, what);
    else if (child->question == CONTEST_INPUT_LIVE_BY_DEADLOCK)
        tell_deadlock(teller, what);
}

/* --- a problem ------------------------------------------------------------ */

static void set_number(punfpor *problem, const char *option, int digits,
                       double value, punfpor_error *error)
{
    char text[64];

    (void)snprintf(text, sizeof text, "%.*f", digits, value);
    options_set(problem, option, text, error);
}

/* What is asked of one engine alone is reduced, too, but for counts of states,
 * which are about the net as it is.  NULL: as the race does. */
static const char *reduction_of(const struct contest_child *child)
{
    if (child->question == CONTEST_INPUT_STATES)
        return NULL;
    if (child->input->reduce)
        return child->input->reduce;
    return strcmp(child->engine, child->input->engine) ? "on" : NULL;
}

static void set_options(const struct contest_child *child, punfpor *problem,
                        punfpor_error *error)
{
    const char *const reduce = reduction_of(child);

    options_set(problem, "engine", child->engine, error);
    if (child->input->racers && options_is_race(child->engine))
        options_set(problem, "racers", child->input->racers, error);
    if (reduce)
        options_set(problem, "reduce", reduce, error);
    if (child->seed && options_use(child->engine, "seed"))
        set_number(problem, "seed", 0, child->seed, error);
    if (child->seconds > 0)
        set_number(problem, "timeout", 3, child->seconds, error);
    if (child->bytes)
        set_number(problem, "max-memory", 0, (double)child->bytes * 0.8, error);
}

/* A problem with the limits; NULL when that fails. */
static punfpor *begin(const struct contest_child *child, punfpor_error *error)
{
    punfpor *const problem = punfpor_create(child->net, error);

    if (!problem)
        return NULL;
    set_options(child, problem, error);
    if (!error->status) {
        punfpor_begin_with(problem, child->common);
        return problem;
    }
    punfpor_destroy(problem);
    return NULL;
}

/* In a safe net a place changes iff a marking is reachable that has another
 * number of tokens on it than the initial one. */
static bool ask_place(const punfpor_net *net, punfpor *problem, uint32_t p)
{
    text_buffer text = {0};
    bool good;

    text_put(&text, "EF ");
    text_put_name(&text, punfpor_place_label(net, p));
    text_put(&text, punfpor_place_marked(net, p) ? " < 1" : " >= 1");
    good = !punfpor_ask_formula(problem, text_end(&text), NULL, NULL);
    vec_free(&text);
    return good;
}

static bool ask_one(const struct contest_child *child, punfpor *problem,
                    uint32_t q)
{
    if (child->question == CONTEST_INPUT_PLACES)
        return ask_place(child->net, problem, q);
    if (child->question == CONTEST_INPUT_TRANSITIONS)
        return !punfpor_ask_transition(
            problem, punfpor_transition_label(child->net, q), NULL, NULL);
    return !punfpor_ask_property(problem, child->properties, q, NULL, NULL);
}

static bool ask(const struct contest_child *child, punfpor *problem)
{
    const char *const word = kinds[child->question].asks;
    bool good = !word || !punfpor_ask(problem, word, NULL, NULL, NULL);

    for (uint32_t i = 0; i < child->n_asked && good; i++)
        good = ask_one(child, problem, child->asked[i]);
    return good;
}

/* --- in the child --------------------------------------------------------- */

static void tell_states(const punfpor *problem, int fd)
{
    static const char *const figures[] = {"states", "fired", "most_tokens"};

    say(fd, "states %s", punfpor_figures_engine(problem));
    for (uint32_t i = 0; i < 3; i++) {
        char *const text = result_figure(problem, figures[i]);

        say(fd, " ");
        (void)child_send(fd, text ? text : "0", text ? strlen(text) : 1);
        mem_free(text);
    }
    say(fd, "\n");
}

/* All transitions on the run to one transition or place fire. */
static void tell_firing(const struct contest_child *child,
                        const punfpor *problem, int fd)
{
    const uint32_t n_given = punfpor_net_given_transitions(child->net);
    const uint32_t *steps;
    bool *told;
    uint32_t n;

    if (punfpor_verdict_of(problem, 0) != PUNFPOR_YES)
        return;
    steps = punfpor_run(problem, 0, &n);
    told = mem_zero(n_given, sizeof *told);
    for (uint32_t i = 0; i < n; i++)
        if (steps[i] < n_given && !told[steps[i]]) {
            told[steps[i]] = true;
            say(fd, "fires %" PRIu32 " TRUE safe %s\n", steps[i],
                punfpor_answered_by(problem, 0));
        }
    mem_free(told);
}

/* What the run shows besides answers. */
static void tell_end(const struct contest_child *child, const punfpor *problem,
                     bool is_solved, int fd)
{
    const enum punfpor_stop stop = punfpor_stop_of(problem);

    if (child->question == CONTEST_INPUT_SAFE) {
        const enum punfpor_verdict verdict = punfpor_verdict_of(problem, 0);

        if (verdict != PUNFPOR_UNKNOWN)
            say(fd, "safe %s %s\n", verdict == PUNFPOR_YES ? "yes" : "no",
                punfpor_answered_by(problem, 0));
    } else if (stop == PUNFPOR_UNSAFE) {
        say(fd, "safe no\n");
    } else if (punfpor_is_safe(problem)) {
        if (child->question != CONTEST_INPUT_STATES)
            say(fd, "safe yes\n");
        else if (is_solved && stop == PUNFPOR_DONE)
            tell_states(problem, fd);
    }
}

static void solve(const struct contest_child *child, punfpor *problem, int fd)
{
    struct teller teller = {child, problem, fd};
    punfpor_error error = {0};
    enum punfpor_status status;

    punfpor_set_found(problem, tell_found, &teller);
    status = punfpor_solve(problem, &error);
    /* Of several formulas it may be able to answer others. */
    if (status == PUNFPOR_USAGE &&
        (child->n_asked == 1 || child->question != CONTEST_INPUT_FORMULAS))
        say(fd, "refused\n");
    if (status != PUNFPOR_OK && punfpor_stop_of(problem) != PUNFPOR_UNSAFE)
        say(fd, "error %s\n", error.text);
    if (punfpor_warning(problem))
        say(fd, "warning %s\n", punfpor_warning(problem));
    if (child->n_asked == 1 && child->question != CONTEST_INPUT_FORMULAS)
        tell_firing(child, problem, fd);
    tell_end(child, problem, status == PUNFPOR_OK, fd);
}

int contest_child_run(void *self, int fd)
{
    const struct contest_child *const child = self;
    punfpor_error error = {0};
    punfpor *problem;

    if (child->bytes)
        child_bound_memory((size_t)child->bytes);
    problem = begin(child, &error);
    if (!problem)
        say(fd, "error %s\n", error.text);
    else if (ask(child, problem))
        solve(child, problem, fd);
    punfpor_destroy(problem);
    return 0;
}

/* --- in the parent -------------------------------------------------------- */

static int is_interrupted(void *data)
{
    const struct contest_child *const child = data;

    return child->input->interrupted && *child->input->interrupted;
}

/* The properties that have an answer. */
static bool ask_all(const struct contest_child *child, punfpor *problem)
{
    const punfpor_properties *const properties = child->properties;
    const uint32_t n = properties ? punfpor_property_count(properties) : 0;

    for (uint32_t i = 0; i < n; i++)
        if (punfpor_property_kind(properties, i) != PUNFPOR_PROPERTY_BEYOND &&
            punfpor_ask_property(problem, properties, i, NULL, NULL))
            return false;
    return true;
}

punfpor *contest_child_prepare(struct contest_child *child, bool asks_deadlock)
{
    punfpor_error error = {0};
    punfpor *const problem = begin(child, &error);

    if (!problem)
        return NULL;
    punfpor_set_terminate(problem, is_interrupted, child);
    if (ask_all(child, problem) &&
        (!asks_deadlock || !punfpor_ask_deadlock(problem, NULL, NULL)) &&
        !punfpor_prepare(problem, NULL)) {
        punfpor_set_terminate(problem, NULL, NULL);
        return problem;
    }
    punfpor_destroy(problem);
    return NULL;
}
