#include "cli/outcome.h"

#include "base/output.h"

void outcome_finish(struct outcome *outcome)
{
    result_finish(&outcome->result);
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
