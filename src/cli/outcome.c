#include "cli/outcome.h"

#include "base/mem.h"
#include "base/output.h"
#include "cli/json_run.h"

#include <stdlib.h>

void outcome_finish(struct outcome *outcome)
{
    result_finish(&outcome->result);
    compare_finish(&outcome->compare);
    punfpor_destroy(outcome->problem);
    punfpor_net_destroy(outcome->net);
}

const char *outcome_title(const struct outcome *outcome)
{
    const char *const name = punfpor_net_name(outcome->net);

    return *name ? name : outcome->options->net;
}

uint64_t outcome_nodes(const punfpor *problem, bool conditions)
{
    uint64_t n = 0;

    if (conditions)
        (void)result_figure(problem, "conditions", &n);
    return n + punfpor_event_count(problem);
}

bool outcome_is_whole(const struct outcome *outcome)
{
    const struct options *options = outcome->options;

    return (!options->mci && !options->prefix_pnml && !options->mp) ||
           outcome->result.stop == PUNFPOR_DONE;
}

static struct json_run json_of(const struct outcome *outcome)
{
    return (struct json_run){
        .file = outcome->options->net,
        .net = outcome->net,
        .problem = outcome->problem,
        .result = outcome->has_result ? &outcome->result : NULL,
        .comparison = outcome->compare.table,
        .answers = outcome->compare.answers,
    };
}

bool outcome_write_json(const struct outcome *outcome, struct diag *diag)
{
    const char *const file = outcome->options->json.file;
    const struct json_run run = json_of(outcome);

    return json_run_write(&run, file ? file : "-", diag);
}

/* As it is printed, for free(). */
static char *message_of(const struct diag *diag)
{
    char *text = NULL;
    size_t len = 0;
    FILE *const page = open_memstream(&text, &len);

    if (!page)
        mem_failed(0);
    diag_print(diag, page);
    if (fclose(page))
        mem_failed(0);
    text[len - 1] = '\0'; /* instead of the newline */
    return text;
}

json_t *outcome_line(const struct outcome *outcome, enum outcome_code code,
                     const struct diag *diag)
{
    const struct json_run run = json_of(outcome);
    char *const error = diag->code == DIAG_NONE ? NULL : message_of(diag);
    const struct json_run_failure failure = {
        .file = run.file, .error = error, .code = (int)code};
    json_t *const line = run.result
                             ? json_run_line(&run, (int)code, error)
                             : json_run_failed(&failure, outcome->options);

    free(error);
    return line;
}

enum outcome_code outcome_code(const struct result *result)
{
    if (result->stop == PUNFPOR_UNSAFE)
        return OUTCOME_INPUT;
    if (result->n_findings == 0)
        return result->stop == PUNFPOR_DONE || result->stop == PUNFPOR_REPLAYED
                   ? OUTCOME_YES
                   : OUTCOME_UNKNOWN;
    if (result_count(result, PUNFPOR_UNKNOWN) > 0)
        return OUTCOME_UNKNOWN;
    return result->n_findings == 1 && result->findings[0].verdict == PUNFPOR_NO
               ? OUTCOME_NO
               : OUTCOME_YES;
}

enum outcome_code outcome_failed(const struct diag *diag)
{
    return diag->code == DIAG_USAGE   ? OUTCOME_USAGE
           : diag->code == DIAG_INPUT ? OUTCOME_INPUT
           : diag->code == DIAG_LIMIT ? OUTCOME_UNKNOWN
                                      : OUTCOME_INTERNAL;
}

enum outcome_code outcome_end(enum outcome_code code, struct diag *diag)
{
    const int why = output_flush(stdout);

    if (why) {
        if (diag->code == DIAG_NONE)
            (void)output_report(DIAG_INTERNAL, "-", why, diag);
        code = OUTCOME_INTERNAL;
    }
    if (diag->code != DIAG_NONE)
        diag_print(diag, stderr);
    return code;
}
