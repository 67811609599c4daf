#include "cli/certify.h"

#include "formats/cert.h"

#include <string.h>

static bool prefix_fits(const struct options *options, const struct dep *dep,
                        const struct goal *goal, struct diag *diag)
{
    const enum dep_kind kind = dep_kind(dep);

    if (kind != DEP_CLASSIC && kind != DEP_READ)
        return diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                           "a prefix certifies under --dependency classic or "
                           "read");
    if (options->dot)
        return diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                           "--dot and --certificate want different prefixes: "
                           "make two runs");
    if (goal->kind == GOAL_DEADLOCK || goal->empty.len)
        return diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                           "a prefix does not certify that '%s' is "
                           "unreachable: --certificate needs --engine state "
                           "here",
                           goal->text);
    return true;
}

static bool state_fits(const struct options *options, struct diag *diag)
{
    return (options->stubborn == STUBBORN_PROPERTY && options->interpolation) ||
           diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                       "engine 'state' certifies with --stubborn property and "
                       "--interpolation on");
}

bool certify_fits(const struct options *options, const struct engine *engine,
                  const struct dep *dep, const struct goal *goal,
                  struct diag *diag)
{
    if (!strcmp(engine->name, "state"))
        return state_fits(options, diag);
    if (!strcmp(engine->name, "prefix"))
        return prefix_fits(options, dep, goal, diag);
    return diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                       "engine '%s' certifies no 'unreachable': --certificate "
                       "needs --engine state or prefix",
                       engine->name);
}

static bool not_written(const struct outcome *outcome, const char *why)
{
    fprintf(stderr, "%s: not written, for %s (%s)\n",
            outcome->options->certificate, why,
            answer_stop_name(outcome->answer->stop));
    return true;
}

static bool write_no(const struct outcome *outcome, struct diag *diag)
{
    const struct engine_problem *problem = outcome->problem;
    const struct answer *answer = outcome->answer;
    const struct answer_finding *finding = &answer->findings[0];
    const char *path = outcome->options->certificate;

    if (finding->proof)
        return cert_write_proof(problem->net, problem->question.goals,
                                finding->proof, path, diag);
    if (answer->prefix.events.len)
        return cert_write_prefix(
            problem->net, problem->question.goals, &answer->prefix,
            dep_kind(problem->dep) == DEP_READ, path, diag);
    if (answer->stop != STOP_DONE)
        return not_written(outcome, "the proof was not put together");
    return diag_report(diag, DIAG_INTERNAL, NULL, 0, 0,
                       "the engine left no proof that '%s' is unreachable",
                       problem->question.goals->text);
}

bool certify_write(const struct outcome *outcome, struct diag *diag)
{
    const struct answer_finding *finding = &outcome->answer->findings[0];
    const char *path = outcome->options->certificate;

    switch (finding->verdict) {
    case VERDICT_YES:
        return cert_write_run(outcome->problem->net,
                              outcome->problem->question.goals, &finding->run,
                              path, diag);
    case VERDICT_NO:
        return write_no(outcome, diag);
    case VERDICT_UNKNOWN:
        return not_written(outcome, "the answer is unknown");
    }
    return true;
}
