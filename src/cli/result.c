#include "cli/result.h"

#include <stdio.h>
#include <string.h>

void result_init(struct result *result, uint32_t n_questions)
{
    *result = (struct result){.n_findings = n_questions};
    result->findings = mem_zero(n_questions, sizeof *result->findings);
    for (uint32_t q = 0; q < n_questions; q++)
        result->findings[q].transition = PUNFPOR_NONE;
}

void result_finish(struct result *result)
{
    for (uint32_t i = 0; i < result->n_findings; i++)
        vec_free(&result->findings[i].run);
    mem_free(result->findings);
    vec_free(&result->figures);
    vec_free(&result->unsafe_run);
    *result = (struct result){0};
}

void result_copy_run(result_run *to, const uint32_t *steps, uint32_t n_steps)
{
    vec_reserve(to, n_steps);
    for (uint32_t i = 0; i < n_steps; i++)
        vec_push(to, steps[i]);
}

/* name may be NULL. */
static void copy_name(char to[RESULT_NAME], const char *name)
{
    (void)snprintf(to, RESULT_NAME, "%s", name ? name : "");
}

static void take_finding(struct result_finding *finding, const punfpor *problem,
                         uint32_t q)
{
    uint32_t n_steps;
    const uint32_t *steps = punfpor_run(problem, q, &n_steps);

    finding->verdict = punfpor_verdict_of(problem, q);
    finding->if_safe = punfpor_if_safe(problem, q);
    finding->transition = punfpor_named_transition(problem, q);
    finding->seconds = punfpor_seconds(problem, q);
    copy_name(finding->engine, punfpor_answered_by(problem, q));
    if (steps)
        result_copy_run(&finding->run, steps, n_steps);
}

static void take_figures(struct result *result, const punfpor *problem)
{
    for (uint32_t i = 0; i < punfpor_figure_count(problem); i++) {
        struct result_figure figure = {.value = punfpor_figure(problem, i)};

        copy_name(figure.name, punfpor_figure_name(problem, i));
        vec_push(&result->figures, figure);
    }
    copy_name(result->engine, punfpor_figures_engine(problem));
    result->seconds = punfpor_total_seconds(problem);
    result->work = punfpor_work(problem);
    result->peak_bytes = punfpor_peak_bytes(problem);
}

void result_take(struct result *result, const punfpor *problem,
                 enum punfpor_status status, const punfpor_error *error)
{
    uint32_t n_steps = 0;
    const uint32_t *steps = punfpor_unsafe(
        problem, &n_steps, &result->unsafe_transition, &result->unsafe_place);
    const char *const warning = punfpor_warning(problem);

    result->status = status;
    (void)snprintf(result->warning, sizeof result->warning, "%s",
                   warning ? warning : "");
    if (status != PUNFPOR_OK)
        result->error = *error;
    result->stop = punfpor_stop_of(problem);
    result->is_safe = punfpor_is_safe(problem);
    for (uint32_t q = 0; q < result->n_findings; q++)
        take_finding(&result->findings[q], problem, q);
    take_figures(result, problem);
    if (steps)
        result_copy_run(&result->unsafe_run, steps, n_steps);
}

bool result_find(const struct result *result, const char *name, uint64_t *value)
{
    for (uint32_t i = 0; i < result->figures.len; i++)
        if (!strcmp(result->figures.at[i].name, name)) {
            *value = result->figures.at[i].value;
            return true;
        }
    return false;
}

uint32_t result_count(const struct result *result, enum punfpor_verdict verdict)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < result->n_findings; i++)
        n += result->findings[i].verdict == verdict;
    return n;
}
