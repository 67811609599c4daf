#include "cli/result.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

void result_init(struct result *result, uint32_t n_questions)
{
    *result = (struct result){.n_findings = n_questions};
    result->findings = mem_zero(n_questions, sizeof *result->findings);
}

void result_finish(struct result *result)
{
    mem_free(result->findings);
    vec_free(&result->unsafe_run);
    *result = (struct result){0};
}

static void take_unsafe(struct result *result, const punfpor *problem,
                        const punfpor_net *net)
{
    uint32_t n, t, p;
    const uint32_t *const steps = punfpor_unsafe(problem, &n, &t, &p);

    if (!steps)
        return;
    for (uint32_t i = 0; i < n; i++)
        vec_push(&result->unsafe_run, punfpor_transition_label(net, steps[i]));
    result->unsafe_transition = punfpor_transition_label(net, t);
    result->unsafe_place = punfpor_place_label(net, p);
}

void result_take(struct result *result, const punfpor *problem,
                 const punfpor_net *net)
{
    const char *const warning = punfpor_warning(problem);

    (void)snprintf(result->warning, sizeof result->warning, "%s",
                   warning ? warning : "");
    result->stop = punfpor_stop_of(problem);
    result->is_safe = punfpor_is_safe(problem);
    for (uint32_t q = 0; q < result->n_findings; q++) {
        const uint32_t t = punfpor_named_transition(problem, q);
        struct result_finding *const finding = &result->findings[q];

        *finding = (struct result_finding){
            .verdict = punfpor_verdict_of(problem, q),
            .if_safe = punfpor_if_safe(problem, q),
            .transition =
                t == PUNFPOR_NONE ? NULL : punfpor_transition_label(net, t),
            .failure = punfpor_failure(problem, q),
        };
        finding->has_value = punfpor_bound(problem, q, &finding->value);
        finding->has_limit = punfpor_limit(problem, q, &finding->limit);
        finding->has_cost = punfpor_cost(problem, q, &finding->cost);
    }
    take_unsafe(result, problem, net);
}

uint32_t result_count(const struct result *result, enum punfpor_verdict verdict)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < result->n_findings; i++)
        n += result->findings[i].verdict == verdict;
    return n;
}

char *result_figure(const punfpor *problem, const char *name)
{
    const uint32_t n = punfpor_figure_count(problem);
    uint32_t i = 0;
    const char *digits;
    char text[24];

    while (i < n && strcmp(punfpor_figure_name(problem, i), name) != 0)
        i++;
    if (i == n)
        return NULL;
    digits = punfpor_figure_text(problem, i);
    if (!digits)
        (void)snprintf(text, sizeof text, "%" PRIu64,
                       punfpor_figure(problem, i));
    return mem_text(digits ? digits : text);
}

/* --- errors --------------------------------------------------------------- */

bool result_is_ok(const punfpor_error *error, struct diag *diag)
{
    const enum punfpor_status status = error->status;
    const enum diag_code code = status == PUNFPOR_USAGE   ? DIAG_USAGE
                                : status == PUNFPOR_INPUT ? DIAG_INPUT
                                : status == PUNFPOR_LIMIT ? DIAG_LIMIT
                                                          : DIAG_INTERNAL;

    return status == PUNFPOR_OK ||
           diag_report(diag, code, error->file, error->line, error->column,
                       "%s", error->text);
}
