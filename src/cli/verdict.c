#include "cli/verdict.h"

#include "base/check.h"
#include "base/mem.h"
#include "base/text.h"
#include "cli/report.h"

#include <inttypes.h>
#include <string.h>

struct verdict_question verdict_question_of(const punfpor *problem, uint32_t q)
{
    return (struct verdict_question){
        .label = punfpor_question_label(problem, q),
        .is_bound = punfpor_is_bound(problem, q),
        .is_about_all = punfpor_is_about_all(problem, q),
        .is_list = punfpor_is_list(problem, q),
        .problem = problem,
    };
}

struct verdict verdict_of(const struct result *result, const punfpor *problem,
                          uint32_t q)
{
    const struct result_finding *const finding = &result->findings[q];
    struct verdict verdict = {
        .verdict = finding->verdict,
        .if_safe = finding->if_safe,
        .transition = finding->transition,
        .text = punfpor_answer_text(problem, q, finding->verdict),
    };

    verdict.has_value = punfpor_bound(problem, q, &verdict.value);
    verdict.has_limit = punfpor_limit(problem, q, &verdict.limit);
    return verdict;
}

static void add(text_buffer *text, const char *bytes)
{
    text_add(text, bytes, strlen(bytes));
}

static void add_name(text_buffer *text, const punfpor_net *net, uint32_t t)
{
    char *const name = text_quoted(punfpor_transition_label(net, t));

    add(text, name);
    mem_free(name);
}

static void add_value(text_buffer *text, const struct verdict *verdict)
{
    char number[32];

    (void)snprintf(number, sizeof number, "%" PRId64, verdict->value);
    if (verdict->verdict == PUNFPOR_UNKNOWN)
        add(text, ", at least ");
    add(text, number);
}

static void add_limit(text_buffer *text, const struct verdict *verdict,
                      const punfpor *problem)
{
    char number[32];

    (void)snprintf(number, sizeof number, "%" PRId64, verdict->limit);
    add(text, ", at most ");
    add(text, number);
    if (!punfpor_is_safe(problem))
        add(text, " if the net is safe");
}

static void add_bound(text_buffer *text, const struct verdict *verdict,
                      const punfpor *problem)
{
    if (verdict->verdict == PUNFPOR_UNKNOWN)
        add(text, "unknown");
    if (verdict->has_value)
        add_value(text, verdict);
    if (verdict->has_limit)
        add_limit(text, verdict, problem);
}

/* --- dead transitions ----------------------------------------------------- */

static uint32_t count(const punfpor *problem, const punfpor_net *net,
                      enum punfpor_verdict verdict)
{
    uint32_t n = 0;

    for (uint32_t t = 0; t < punfpor_net_given_transitions(net); t++)
        n += punfpor_fires(problem, t) == verdict;
    return n;
}

/* "2 dead: t7 t8" */
static void add_list(text_buffer *text, const punfpor *problem,
                     const punfpor_net *net, enum punfpor_verdict verdict,
                     const char *what)
{
    const uint32_t n = count(problem, net, verdict);
    char head[64];

    (void)snprintf(head, sizeof head, "%" PRIu32 " %s%s", n, what,
                   n ? ":" : "");
    add(text, head);
    for (uint32_t t = 0; t < punfpor_net_given_transitions(net); t++)
        if (punfpor_fires(problem, t) == verdict) {
            add(text, " ");
            add_name(text, net, t);
        }
}

static void add_dead(text_buffer *text, const struct verdict *verdict,
                     const punfpor *problem, const punfpor_net *net)
{
    char of[32];

    if (verdict->verdict == PUNFPOR_YES) {
        (void)snprintf(of, sizeof of, "of %" PRIu32,
                       punfpor_net_given_transitions(net));
        add_list(text, problem, net, PUNFPOR_NO, of);
        return;
    }
    add(text, "unknown, ");
    add_list(text, problem, net, PUNFPOR_NO, "dead");
    add(text, "; ");
    add_list(text, problem, net, PUNFPOR_YES, "fire");
    add(text, "; ");
    add_list(text, problem, net, PUNFPOR_UNKNOWN, "open");
}

/* --- all of it ------------------------------------------------------------ */

static void add_named(text_buffer *text, const struct verdict *verdict,
                      const punfpor_net *net, bool is_dead)
{
    add(text, is_dead ? ", " : ", after a run ");
    add_name(text, net, verdict->transition);
    add(text, is_dead ? " never fires" : " never fires again");
}

void verdict_print(FILE *out, const struct verdict *verdict,
                   const struct verdict_question *question,
                   const punfpor_net *net, enum punfpor_stop stop)
{
    const char *const why = verdict->verdict == PUNFPOR_UNKNOWN
                                ? punfpor_stop_text(stop)
                            : verdict->if_safe ? "if the net is safe"
                                               : NULL;
    text_buffer answer = {0};

    ASSERT(verdict->verdict != PUNFPOR_UNKNOWN || stop != PUNFPOR_DONE);
    if (question->is_list)
        add_dead(&answer, verdict, question->problem, net);
    else if (verdict->has_value || verdict->has_limit)
        add_bound(&answer, verdict, question->problem);
    else
        add(&answer, verdict->text);
    if (verdict->transition != PUNFPOR_NONE)
        add_named(&answer, verdict, net, question->is_about_all);
    report_verdict(out, question->label, text_end(&answer), why);
    vec_free(&answer);
}
