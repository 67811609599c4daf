#include "api/handle.h"

#include "api/run/api_explore.h"
#include "base/output.h"
#include "formats/certificate/cert.h"
#include "structure/safety.h"
#include "formats/net/mci.h"
#include "formats/picture/tables.h"
#include "formats/text/given_files.h"

#include <inttypes.h>
#include <stdlib.h>

const struct net *api_files_net(const punfpor *problem)
{
    const struct api_run *const run = &problem->run;
    const struct api_reduce *const reduced = api_run_reduced(run);

    if (reduced)
        return reduced->net;
    return run->view ? run->view : problem->asked.net;
}

/* --- certificates --------------------------------------------------------- */

/* Can the sum of a bound be no larger than its value at any marking, reachable
 * or not? */
static bool is_limit(const struct goal *goal, int64_t value)
{
    return value - goal->constant ==
           formula_limit(goal->formula, goal->formula->nodes.at);
}

/* A prefix shows only which places are never marked together, and the checker
 * tries each choice of them. */
static bool has_bound(const punfpor *problem, struct diag *diag)
{
    const struct answer_finding *const finding = problem->run.answer.findings;
    const struct goal *const goal = problem->asked.goals.at;
    struct formula_view exceeded;
    formula_cubes_list cubes;
    bool few;

    if (is_limit(goal, finding->value) || answer_is_proved(finding))
        return true;
    if (!problem->run.answer.prefix.events.len)
        return diag_usage(diag, "%s",
                          finding->no_proof ? finding->no_proof
                                            : "the proof was not put together");
    formula_view(&exceeded, goal->formula, finding->value - goal->constant + 1);
    few = formula_cubes_of(&exceeded.formula, problem->asked.net,
                           FORMULA_CUBES_CERTIFIED, &cubes);
    formula_cubes_free(&cubes);
    return few || diag_usage(diag,
                             "the sum can exceed %" PRId64
                             " in more than %d ways, each of which a prefix "
                             "would refute; engine 'state' can certify it",
                             finding->value, FORMULA_CUBES_CERTIFIED);
}

/* A limit, or the size of the proof, left a no without it. */
static bool is_without_proof(const struct answer *answer)
{
    const struct answer_finding *const finding = answer->findings;

    return finding->verdict == VERDICT_NO && !answer_is_proved(finding) &&
           !finding->recovery && !answer->prefix.events.len &&
           (finding->no_proof || answer->stop != STOP_DONE);
}

static enum question_evidence evidence_of(const punfpor *problem)
{
    return problem->asked.goals.at->question->evidence;
}

/* Does the answer have a certificate?  If not, reports the reason. */
static bool has_certificate(const punfpor *problem, struct diag *diag)
{
    const struct answer *const answer = &problem->run.answer;
    const struct answer_finding *const finding = answer->findings;
    const char *why = NULL;

    if (!problem->run.certified || answer->n_findings != 1)
        why = "the run was not asked for a certificate";
    else if (finding->verdict == VERDICT_UNKNOWN)
        why = "the answer is unknown";
    else if (is_without_proof(answer) ||
             evidence_of(problem) == QUESTION_OF_FORMULA)
        why = finding->no_proof ? finding->no_proof
                                : "the proof was not put together";
    else if (evidence_of(problem) == QUESTION_TWO_PARTS &&
             !api_part_proof(&problem->run))
        why = "the proof was not put together";
    if (why)
        return diag_usage(diag, "%s", why);
    if (evidence_of(problem) == QUESTION_TWO_PARTS)
        return true;
    if (evidence_of(problem) == QUESTION_RUN_AND_PROOF)
        return has_bound(problem, diag);
    return finding->verdict == VERDICT_YES || answer_is_proved(finding) ||
           answer->prefix.events.len ||
           (evidence_of(problem) == QUESTION_RUN_OR_WEIGHTS &&
            problem->run.safety.has_weights) ||
           diag_internal(diag,
                         "the engine left no proof that '%s' is unreachable",
                         problem->asked.goals.at->text);
}

static bool names_vectors(const struct case_proof *cases)
{
    for (uint32_t i = 0; cases && i < cases->combinations.len; i++)
        if (cases->combinations.at[i].vector)
            return true;
    return false;
}

/* The weights that show that the net is safe: all if the proof names some, else
 * those that are needed. */
static struct weights weights_of(const punfpor *problem,
                                 const struct case_proof *cases)
{
    struct weights weights = {0};

    if (problem->run.safety.has_weights) {
        weights_append(&weights, &problem->run.safety.weights);
        if (!names_vectors(cases))
            safety_prune(problem->asked.net, &weights);
    }
    return weights;
}

/* The proof of a run, and what it is about.  A largest value is one of the net
 * as it is. */
static void fill_proof(const struct api_run *run,
                       const struct answer_finding *proof, bool is_bound,
                       struct cert_reduced *left,
                       struct cert_evidence *evidence)
{
    const struct prefix *const prefix = &run->answer.prefix;

    evidence->proof = proof->proof;
    evidence->cases = proof->cases;
    evidence->diagram = proof->diagram;
    evidence->copies = run->relation == DEP_READ;
    evidence->prefix = prefix->events.len ? prefix : NULL;
    if (is_bound || !run->reduced ||
        !(answer_is_proved(proof) || evidence->prefix))
        return;
    *left = (struct cert_reduced){.reduction = &run->reduced->work.reduction,
                                  .net = run->reduced->net};
    evidence->reduced = left;
}

/* A run, a proof, or both.  About what stays possible, the proof is that of the
 * other part. */
static void put_certificate(const punfpor *problem,
                            const struct circuit_goal *circuit, FILE *file)
{
    const struct api_run *const run = &problem->run;
    const struct answer_finding *const finding = run->answer.findings;
    const struct goal *const goal = problem->asked.goals.at;
    const bool bound = evidence_of(problem) == QUESTION_RUN_AND_PROOF;
    const bool two_parts = evidence_of(problem) == QUESTION_TWO_PARTS;
    const bool yes = finding->verdict == VERDICT_YES;
    const bool needs_proof =
        two_parts || (bound ? !is_limit(goal, finding->value) : !yes);
    struct cert_evidence evidence = {.circuit = circuit,
                                     .value = finding->value,
                                     .lost = two_parts && yes,
                                     .never = finding->trans,
                                     .recovery = finding->recovery,
                                     .loop = finding->loop};
    struct cert_reduced left;
    struct weights weights = {0};
    witness_run full = {0};

    if (goal->kind == GOAL_LASSO)
        vec_append(&full, &finding->run);
    else if (bound || yes)
        given_run_answer(problem->asked.net, goal, &finding->run, &full);
    evidence.run = bound || yes ? &full : NULL;
    /* Of a largest value that no safe net exceeds, that the net is safe. */
    if (needs_proof || bound) {
        weights = weights_of(problem, finding->cases);
        evidence.weights = &weights;
    }
    if (needs_proof)
        fill_proof(two_parts && run->part.run ? run->part.run : run,
                   two_parts ? api_part_proof(run) : finding, bound, &left,
                   &evidence);
    cert_write_file(problem->asked.net, goal, &evidence, file);
    weights_finish(&weights);
    vec_free(&full);
}

/* A stream that writes to memory. */
struct page {
    FILE *file;
    char *text;
    size_t size;
    struct mem_guard guard;
};

static void drop_page(void *self)
{
    struct page *const page = self;

    (void)fclose(page->file);
    free(page->text);
}

char *api_files_certificate(const punfpor *problem,
                            const struct circuit_goal *circuit, size_t *size,
                            struct diag *diag)
{
    struct page page = {0};
    char *text;

    if (!has_certificate(problem, diag))
        return NULL;
    page.file = open_memstream(&page.text, &page.size);
    if (!page.file)
        mem_failed(0);
    mem_guard(&page.guard, drop_page, &page);
    put_certificate(problem, circuit, page.file);
    if (fflush(page.file))
        mem_failed(page.size);
    *size = page.size;
    text = mem_copy(page.text, page.size + 1, 1);
    mem_unguard(&page.guard);
    drop_page(&page);
    return text;
}

static bool make_certificate(punfpor *problem, struct diag *diag)
{
    if (!problem->run.certificate)
        problem->run.certificate = api_files_certificate(
            problem, NULL, &problem->run.certificate_size, diag);
    return problem->run.certificate != NULL;
}

const char *punfpor_certificate(punfpor *problem, size_t *size,
                                punfpor_error *error)
{
    CALL_OR(call, error, NULL);
    if (make_certificate(problem, &call.diag))
        *size = problem->run.certificate_size;
    return call_end(&call, error) == PUNFPOR_OK ? problem->run.certificate
                                                : NULL;
}

/* --- files ---------------------------------------------------------------- */

enum punfpor_status punfpor_write_certificate(punfpor *problem,
                                              const char *path,
                                              punfpor_error *error)
{
    struct output out;

    CALL(call, error);
    if (!make_certificate(problem, &call.diag))
        return call_end(&call, error);
    if (output_open(&out, path, &call.diag)) {
        (void)fwrite(problem->run.certificate, 1, problem->run.certificate_size,
                     out.file);
        (void)output_close(&out, &call.diag);
    }
    return call_end_writing(&call, error);
}

static bool write_run(const punfpor *problem, uint32_t q, const char *path,
                      struct diag *diag)
{
    const struct answer *const answer = &problem->run.answer;
    uint32_t loop = LTL_OPEN, n;

    if (q >= answer->n_findings || !punfpor_run(problem, q, &n))
        return diag_usage(diag, "there is no run");
    (void)punfpor_loop(problem, q, &loop);
    return scn_write(problem->asked.net, &answer->findings[q].run, loop,
                     problem->asked.goals.at[q].text, path, diag);
}

enum punfpor_status punfpor_write_run(const punfpor *problem, uint32_t q,
                                      const char *path, punfpor_error *error)
{
    CALL(call, error);
    (void)write_run(problem, q, path, &call.diag);
    return call_end_writing(&call, error);
}

enum punfpor_status punfpor_write_firing_run(const punfpor *problem, uint32_t t,
                                             const char *path,
                                             punfpor_error *error)
{
    CALL(call, error);
    if (punfpor_fires(problem, t) == PUNFPOR_YES)
        (void)scn_write(problem->asked.net, &problem->run.by_trans[t].run,
                        UINT32_MAX, net_trans_label(problem->asked.net, t),
                        path, &call.diag);
    else
        (void)diag_usage(&call.diag, "there is no run of transition %u", t);
    return call_end_writing(&call, error);
}

bool api_files_has_prefix(const punfpor *problem, struct diag *diag)
{
    return (problem->run.prefix && api_run_prefix(&problem->run)->events.len) ||
           diag_usage(diag, "%s",
                      problem->run.prefix &&
                              problem->run.answer.stop == STOP_MEMORY
                          ? "there is no prefix: memory did not suffice"
                      : problem->run.prefix >= SETTINGS_PREFIX_MCI
                          ? "the prefix is not complete"
                          : "the run was not asked for the prefix");
}

bool api_files_has_merged(const punfpor *problem, struct diag *diag)
{
    return (problem->run.prefix && problem->run.answer.merged.conditions.len) ||
           api_files_has_prefix(problem, diag);
}

const struct merged *api_files_merged(const punfpor *problem,
                                      struct merged *made)
{
    *made = (struct merged){0};
    if (problem->run.answer.merged.conditions.len)
        return &problem->run.answer.merged;
    merged_init(made, api_run_prefix(&problem->run),
                net_place_count(api_files_net(problem)));
    return made;
}

static bool is_complete(const punfpor *problem, struct diag *diag)
{
    return (problem->run.prefix >= SETTINGS_PREFIX_COMPLETE &&
            problem->run.answer.stop == STOP_DONE) ||
           diag_usage(diag, "the prefix is not complete");
}

/* Rejects an incomplete prefix: readers would take it for a complete one. */
static bool has_complete_prefix(const punfpor *problem, struct diag *diag)
{
    return api_files_has_prefix(problem, diag) && is_complete(problem, diag);
}

enum punfpor_status punfpor_write_merged(const punfpor *problem,
                                         const char *path, punfpor_error *error)
{
    struct merged made;

    CALL(call, error);
    if (api_files_has_merged(problem, &call.diag) &&
        is_complete(problem, &call.diag)) {
        (void)merged_write(api_files_net(problem),
                           api_files_merged(problem, &made), path, &call.diag);
        merged_finish(&made);
    }
    return call_end_writing(&call, error);
}

static bool write_mci(const punfpor *problem, const char *path,
                      struct diag *diag)
{
    if (!has_complete_prefix(problem, diag))
        return false;
    if (problem->run.relation != DEP_CLASSIC &&
        problem->run.relation != DEP_READ)
        return diag_usage(diag, "a .mci file needs dependency classic: it "
                                "orders events by their conditions alone");
    return mci_write(api_files_net(problem), &problem->run.answer.prefix, path,
                     diag);
}

enum punfpor_status punfpor_write_mci(const punfpor *problem, const char *path,
                                      punfpor_error *error)
{
    CALL(call, error);
    (void)write_mci(problem, path, &call.diag);
    return call_end_writing(&call, error);
}

enum punfpor_status punfpor_write_prefix_pnml(const punfpor *problem,
                                              const char *path,
                                              punfpor_error *error)
{
    CALL(call, error);
    if (has_complete_prefix(problem, &call.diag))
        (void)pnml_prefix_write(api_files_net(problem),
                                &problem->run.answer.prefix, path, &call.diag);
    return call_end_writing(&call, error);
}
