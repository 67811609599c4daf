#include "certify.h"

#include "cert.h"

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

bool certify_fits(const struct options *options, const struct engine *engine,
                  const struct dep *dep, const struct goal *goal,
                  struct diag *diag)
{
    if (!strcmp(engine->name, "por"))
        return diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                           "engine 'por' certifies no 'unreachable': "
                           "--certificate needs --engine state or prefix");
    return strcmp(engine->name, "prefix") ||
           prefix_fits(options, dep, goal, diag);
}

static bool write_no(const struct outcome *outcome, struct diag *diag)
{
    const struct problem *problem = outcome->problem;
    const struct answer *answer = outcome->answer;
    const struct finding *finding = &answer->findings[0];
    const char *path = outcome->options->certificate;

    if (finding->proof)
        return cert_write_proof(problem->net, problem->goals, finding->proof,
                                path, diag);
    if (answer->prefix.events.len)
        return cert_write_prefix(problem->net, problem->goals, &answer->prefix,
                                 dep_kind(problem->dep) == DEP_READ, path,
                                 diag);
    return diag_report(diag, DIAG_INTERNAL, NULL, 0, 0,
                       "the engine left no proof that '%s' is unreachable",
                       problem->goals->text);
}

bool certify_write(const struct outcome *outcome, struct diag *diag)
{
    const struct finding *finding = &outcome->answer->findings[0];
    const char *path = outcome->options->certificate;

    switch (finding->verdict) {
    case VERDICT_YES:
        return cert_write_run(outcome->problem->net, outcome->problem->goals,
                              &finding->run, path, diag);
    case VERDICT_NO:
        return write_no(outcome, diag);
    case VERDICT_UNKNOWN:
        fprintf(stderr, "%s: not written, for the answer is unknown (%s)\n",
                path, answer_stop(outcome->answer->stop));
        return true;
    }
    return true;
}
