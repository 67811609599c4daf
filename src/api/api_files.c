#include "answer/merged.h"
#include "answer/prefix_part.h"
#include "api/api_reduce.h"
#include "api/call.h"
#include "api/handle.h"
#include "base/output.h"
#include "base/text.h"
#include "formats/cert.h"
#include "formats/dot.h"
#include "formats/mci.h"
#include "formats/page.h"
#include "formats/pnml_prefix.h"
#include "formats/prefix_json.h"
#include "formats/profile_write.h"
#include "formats/scn.h"
#include "net/formula_cubes.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The net of proofs and of the prefix. */
static const struct net *explored(const punfpor *problem)
{
    return problem->reduced ? problem->reduced->net : problem->net;
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
    const struct answer_finding *const finding = problem->answer.findings;
    const struct goal *const goal = problem->goals.at;
    struct formula_view exceeded;
    formula_cubes_list cubes;
    bool few;

    if (is_limit(goal, finding->value) || finding->proof)
        return true;
    if (!problem->answer.prefix.events.len)
        return diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                           "the proof was not put together");
    formula_view(&exceeded, goal->formula, finding->value - goal->constant + 1);
    few = formula_cubes_of(&exceeded.formula, problem->net,
                           FORMULA_CUBES_CERTIFIED, &cubes);
    formula_cubes_free(&cubes);
    return few || diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                              "the sum can exceed %" PRId64 " in more than %d "
                              "ways, each of which a prefix would refute; "
                              "engine 'state' can certify it",
                              finding->value, FORMULA_CUBES_CERTIFIED);
}

/* Does the answer have a certificate?  If not, reports the reason. */
static bool has_certificate(const punfpor *problem, struct diag *diag)
{
    const struct answer *const answer = &problem->answer;
    const struct answer_finding *const finding = answer->findings;
    const char *why = NULL;

    if (!problem->certified || answer->n_findings != 1)
        why = "the run was not asked for a certificate";
    else if (finding->verdict == VERDICT_UNKNOWN)
        why = "the answer is unknown";
    else if (finding->verdict == VERDICT_NO && !finding->proof &&
             !answer->prefix.events.len && answer->stop != STOP_DONE)
        why = "the proof was not put together";
    if (why)
        return diag_report(diag, DIAG_USAGE, NULL, 0, 0, "%s", why);
    if (problem->goals.at->kind == GOAL_BOUND)
        return has_bound(problem, diag);
    return finding->verdict == VERDICT_YES || finding->proof ||
           answer->prefix.events.len ||
           (problem->goals.at->kind == GOAL_SAFE && problem->has_weights) ||
           diag_report(diag, DIAG_INTERNAL, NULL, 0, 0,
                       "the engine left no proof that '%s' is unreachable",
                       problem->goals.at->text);
}

static void put_bound(const punfpor *problem, FILE *file)
{
    const struct answer_finding *const finding = problem->answer.findings;
    const struct goal *const goal = problem->goals.at;

    const bool limit = is_limit(goal, finding->value);

    cert_write_bound(problem->net, goal, finding->value, &finding->run,
                     limit ? NULL : finding->proof,
                     limit ? NULL : &problem->answer.prefix,
                     problem->relation == DEP_READ, file);
}

static void put(const punfpor *problem, FILE *file)
{
    const struct answer_finding *const finding = problem->answer.findings;
    const struct goal *const goal = problem->goals.at;
    const struct cert_reduced left = {
        .reduction =
            problem->reduced ? &problem->reduced->work.reduction : NULL,
        .net = explored(problem),
    };
    const struct cert_reduced *const reduced = problem->reduced ? &left : NULL;
    const struct weights *const weights =
        problem->has_weights ? &problem->weights : NULL;

    if (goal->kind == GOAL_BOUND)
        put_bound(problem, file);
    else if (finding->verdict == VERDICT_YES)
        cert_write_run(problem->net, goal, &finding->run, file);
    else if (finding->proof)
        cert_write_proof(problem->net, goal, weights, reduced, finding->proof,
                         file);
    else if (problem->answer.prefix.events.len)
        cert_write_prefix(problem->net, goal, weights, reduced,
                          &problem->answer.prefix,
                          problem->relation == DEP_READ, file);
    else
        cert_write_weights(problem->net, goal, weights, file);
}

/* A stream that writes to memory. */
struct page {
    FILE *file;
    char *text;
    size_t size;
    struct mem_guard guard;
};

static void undo(void *self)
{
    struct page *const page = self;

    (void)fclose(page->file);
    free(page->text);
}

static void page_open(struct page *page)
{
    page->text = NULL;
    page->file = open_memstream(&page->text, &page->size);
    if (!page->file)
        mem_failed(0);
    mem_guard(&page->guard, undo, page);
}

/* Closes the page and returns its text, which mem_free() frees. */
static char *page_close(struct page *page, size_t *size)
{
    char *text = NULL;

    if (fflush(page->file))
        mem_failed(page->size);
    *size = page->size;
    text = mem_copy(page->text, page->size + 1, 1);
    mem_unguard(&page->guard);
    undo(page);
    return text;
}

/* Writes the text into problem->certificate. */
static bool make_certificate(punfpor *problem, struct diag *diag)
{
    struct page page;

    if (problem->certificate)
        return true;
    if (!has_certificate(problem, diag))
        return false;
    page_open(&page);
    put(problem, page.file);
    problem->certificate = page_close(&page, &problem->certificate_size);
    return true;
}

const char *punfpor_certificate(punfpor *problem, size_t *size,
                                punfpor_error *error)
{
    struct call call;

    call_begin(&call);
    if (setjmp(call.scope.back)) {
        (void)call_failed(&call, error);
        return NULL;
    }
    if (make_certificate(problem, &call.diag))
        *size = problem->certificate_size;
    return call_end(&call, error) == PUNFPOR_OK ? problem->certificate : NULL;
}

/* --- files ---------------------------------------------------------------- */

enum punfpor_status punfpor_write_certificate(punfpor *problem,
                                              const char *path,
                                              punfpor_error *error)
{
    struct call call;
    struct output out;

    call_begin(&call);
    if (setjmp(call.scope.back))
        return call_failed(&call, error);
    if (!make_certificate(problem, &call.diag))
        return call_end(&call, error);
    if (output_open(&out, path, &call.diag)) {
        (void)fwrite(problem->certificate, 1, problem->certificate_size,
                     out.file);
        (void)output_close(&out, &call.diag);
    }
    return call_end_writing(&call, error);
}

static bool write_run(const punfpor *problem, uint32_t q, const char *path,
                      struct diag *diag)
{
    const struct answer *const answer = &problem->answer;

    if (q >= answer->n_findings || goal_has_members(&problem->goals.at[q]) ||
        (answer->findings[q].verdict != VERDICT_YES &&
         !answer->findings[q].has_value))
        return diag_report(diag, DIAG_USAGE, NULL, 0, 0, "there is no run");
    return scn_write(problem->net, &answer->findings[q].run,
                     problem->goals.at[q].text, path, diag);
}

enum punfpor_status punfpor_write_run(const punfpor *problem, uint32_t q,
                                      const char *path, punfpor_error *error)
{
    struct call call;

    call_begin(&call);
    if (setjmp(call.scope.back))
        return call_failed(&call, error);
    (void)write_run(problem, q, path, &call.diag);
    return call_end_writing(&call, error);
}

enum punfpor_status punfpor_write_firing_run(const punfpor *problem, uint32_t t,
                                             const char *path,
                                             punfpor_error *error)
{
    struct call call;

    call_begin(&call);
    if (setjmp(call.scope.back))
        return call_failed(&call, error);
    if (punfpor_fires(problem, t) == PUNFPOR_YES)
        (void)scn_write(problem->net, &problem->members[t].run,
                        net_trans_label(problem->net, t), path, &call.diag);
    else
        (void)diag_report(&call.diag, DIAG_USAGE, NULL, 0, 0,
                          "there is no run of transition %u", t);
    return call_end_writing(&call, error);
}

static bool has_prefix(const punfpor *problem, struct diag *diag)
{
    return (problem->prefix && problem->answer.prefix.events.len) ||
           diag_report(diag, DIAG_USAGE, NULL, 0, 0, "%s",
                       problem->prefix && problem->answer.stop == STOP_MEMORY
                           ? "there is no prefix: memory did not suffice"
                           : "the run was not asked for the prefix");
}

enum punfpor_status punfpor_draw_prefix(const punfpor *problem, int conditions,
                                        const char *title, const char *path,
                                        punfpor_error *error)
{
    const struct dot_options drawing = {
        .conditions = conditions != 0,
        .incomplete = problem->answer.stop != STOP_DONE,
        .title = title ? title : net_name(problem->net)};
    struct call call;

    call_begin(&call);
    if (setjmp(call.scope.back))
        return call_failed(&call, error);
    if (has_prefix(problem, &call.diag))
        (void)dot_write_prefix(explored(problem), &problem->answer.prefix,
                               &drawing, path, &call.diag);
    return call_end_writing(&call, error);
}

/* Questions whose verdicts a drawing tells. */
enum { MOST_LINES = 5 };

/* "t3: reachable"; the caller frees it. */
static char *verdict_line(const punfpor *problem, uint32_t q)
{
    const char *const label = problem->goals.at[q].label;
    const char *const verdict =
        punfpor_answer_text(problem, q, punfpor_verdict_of(problem, q));
    const size_t size = strlen(label) + strlen(verdict) + 3;
    char *const line = mem_alloc(size, 1);

    (void)snprintf(line, size, "%s: %s", label, verdict);
    return line;
}

/* The events that focus names; the caller frees the set.  NULL with a report:
 * there is none. */
static bits_word *find_focus(const punfpor *problem, const char *focus,
                             struct diag *diag)
{
    const struct prefix *const prefix = &problem->answer.prefix;
    bits_word *const found =
        mem_zero(bits_words(prefix->events.len), sizeof *found);
    const bool witness = !strcmp(focus, "witness");
    uint64_t number = 0;
    trans_id t = TRANS_NONE;
    uint32_t n = 0;

    if (!witness &&
        (*focus != 'e' || text_number(focus + 1, &number) != TEXT_NUMBER)) {
        t = net_find_trans(explored(problem), focus, diag);
        if (t == TRANS_NONE) {
            mem_free(found);
            return NULL;
        }
    }
    for (uint32_t e = 1; e < prefix->events.len; e++)
        if (witness           ? prefix->events.at[e].witness
            : t != TRANS_NONE ? prefix->events.at[e].trans == t
                              : e == number) {
            bits_add(found, e);
            n++;
        }
    if (n)
        return found;
    mem_free(found);
    (void)diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                      "the prefix has no event of '%.80s'", focus);
    return NULL;
}

/* Draws a part. */
static bool draw_focus(const punfpor *problem, const char *focus,
                       struct dot_options *drawing, const char *path,
                       struct diag *diag)
{
    const struct prefix *const prefix = &problem->answer.prefix;
    bits_word *const events = find_focus(problem, focus, diag);
    struct prefix part = {0};
    bits_word *keep;
    uint32_t *numbers;
    bool good;

    if (!events)
        return false;
    keep = prefix_part_around(prefix, events);
    numbers = prefix_part_take(prefix, keep, &part);
    drawing->numbers = numbers;
    drawing->n_all = prefix->events.len - 1;
    good = dot_write_prefix(explored(problem), &part, drawing, path, diag);
    prefix_finish(&part);
    mem_free(numbers);
    mem_free(keep);
    mem_free(events);
    return good;
}

static bool draw(const punfpor *problem, unsigned how, const char *focus,
                 struct dot_options *drawing, const char *path,
                 struct diag *diag)
{
    const uint32_t n = problem->answer.n_findings;
    char *lines[MOST_LINES];
    bool good;

    for (uint32_t q = 0; q < n && q < MOST_LINES; q++)
        lines[drawing->n_lines++] = verdict_line(problem, q);
    drawing->lines = (const char *const *)lines;
    if (focus)
        good = draw_focus(problem, focus, drawing, path, diag);
    else
        good = (how & PUNFPOR_DRAW_MERGED ? dot_write_merged
                                          : dot_write_prefix)(
            explored(problem), &problem->answer.prefix, drawing, path, diag);
    for (uint32_t q = 0; q < drawing->n_lines; q++)
        mem_free(lines[q]);
    return good;
}

static bool is_format(const char *format, struct diag *diag)
{
    return !strcmp(format, "dot") || !strcmp(format, "svg") ||
           !strcmp(format, "pdf") || !strcmp(format, "png") ||
           diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                       "'%.40s' is no format of drawings; dot, svg, pdf and "
                       "png are",
                       format);
}

enum punfpor_status punfpor_draw(const punfpor *problem, unsigned how,
                                 const char *focus, const char *format,
                                 const char *title, const char *path,
                                 punfpor_error *error)
{
    struct dot_options drawing = {
        .conditions = how & PUNFPOR_DRAW_CONDITIONS,
        .left_to_right = how & PUNFPOR_DRAW_LEFT_TO_RIGHT,
        .no_companions = how & PUNFPOR_DRAW_NO_COMPANIONS,
        .format = strcmp(format, "dot") ? format : NULL,
        .incomplete = problem->answer.stop != STOP_DONE,
        .title = title ? title : net_name(problem->net)};
    struct call call;

    call_begin(&call);
    if (setjmp(call.scope.back))
        return call_failed(&call, error);
    if (is_format(format, &call.diag) && has_prefix(problem, &call.diag))
        (void)draw(problem, how, focus, &drawing, path, &call.diag);
    return call_end_writing(&call, error);
}

enum punfpor_status punfpor_merged(const punfpor *problem, uint32_t *conditions,
                                   uint32_t *events, uint32_t *cutoffs,
                                   punfpor_error *error)
{
    struct merged merged;
    struct call call;

    call_begin(&call);
    if (setjmp(call.scope.back))
        return call_failed(&call, error);
    if (has_prefix(problem, &call.diag)) {
        merged_init(&merged, &problem->answer.prefix,
                    net_place_count(explored(problem)));
        *conditions = merged.conditions.len;
        *events = merged.events.len;
        *cutoffs = 0;
        for (uint32_t i = 0; i < merged.events.len; i++)
            *cutoffs += merged.events.at[i].cutoff;
        merged_finish(&merged);
    }
    return call_end(&call, error);
}

/* The questions of the last run; the caller frees them. */
static struct prefix_json_question *list_questions(const punfpor *problem)
{
    const struct answer *const answer = &problem->answer;
    struct prefix_json_question *const list =
        mem_zero(answer->n_findings, sizeof *list);

    for (uint32_t q = 0; q < answer->n_findings; q++) {
        const struct answer_finding *const finding = &answer->findings[q];
        const bool has_run =
            !goal_has_members(&problem->goals.at[q]) &&
            (finding->verdict == VERDICT_YES || finding->has_value);

        list[q] = (struct prefix_json_question){
            .text = problem->goals.at[q].text,
            .verdict =
                punfpor_answer_text(problem, q, punfpor_verdict_of(problem, q)),
            .if_safe = punfpor_if_safe(problem, q),
            .run = has_run ? &finding->run : NULL,
        };
    }
    return list;
}

/* Writes the prefix with the questions: as JSON, or as a page. */
static bool write_whole(const punfpor *problem, const char *title,
                        bool (*write)(const struct prefix_json *what,
                                      const char *path, struct diag *diag),
                        const char *path, struct diag *diag)
{
    struct prefix_json_question *const questions = list_questions(problem);
    const struct prefix_json what = {
        .net = explored(problem),
        .source = problem->net,
        .prefix = &problem->answer.prefix,
        .title = title ? title : net_name(problem->net),
        .version = punfpor_version(),
        .engine = problem->engine,
        .relation = settings_text(&problem->settings, SETTING_dependency),
        .order = settings_text(&problem->settings, SETTING_order),
        .cutoffs = settings_number(&problem->settings, SETTING_cutoffs),
        .complete = problem->answer.stop == STOP_DONE && problem->answer.safe,
        .stop = answer_stop_name(problem->answer.stop),
        .questions = questions,
        .n_questions = problem->answer.n_findings,
    };
    const bool good = write(&what, path, diag);

    mem_free(questions);
    return good;
}

enum punfpor_status punfpor_write_prefix_json(const punfpor *problem,
                                              const char *title,
                                              const char *path,
                                              punfpor_error *error)
{
    struct call call;

    call_begin(&call);
    if (setjmp(call.scope.back))
        return call_failed(&call, error);
    if (has_prefix(problem, &call.diag))
        (void)write_whole(problem, title, prefix_json_write, path, &call.diag);
    return call_end_writing(&call, error);
}

enum punfpor_status punfpor_write_page(const punfpor *problem,
                                       const char *title, const char *path,
                                       punfpor_error *error)
{
    struct call call;

    call_begin(&call);
    if (setjmp(call.scope.back))
        return call_failed(&call, error);
    if (has_prefix(problem, &call.diag))
        (void)write_whole(problem, title, page_write, path, &call.diag);
    return call_end_writing(&call, error);
}

static bool write_profile(const punfpor *problem, const char *format,
                          const char *title, const char *path,
                          struct diag *diag)
{
    const char *const name = title ? title : net_name(problem->net);

    if (!problem->profile.rows.len)
        return diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                           "the run was not asked for a profile");
    if (strcmp(format, "csv") != 0 && strcmp(format, "svg") != 0)
        return diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                           "'%.40s' is no format of profiles; csv and svg are",
                           format);
    return strcmp(format, "svg")
               ? profile_write_csv(&problem->profile, path, diag)
               : profile_write_svg(&problem->profile, name, path, diag);
}

enum punfpor_status punfpor_write_profile(const punfpor *problem,
                                          const char *format, const char *title,
                                          const char *path,
                                          punfpor_error *error)
{
    struct call call;

    call_begin(&call);
    if (setjmp(call.scope.back))
        return call_failed(&call, error);
    (void)write_profile(problem, format, title, path, &call.diag);
    return call_end_writing(&call, error);
}

/* Rejects an incomplete prefix: readers would take it for a complete one. */
static bool has_complete_prefix(const punfpor *problem, struct diag *diag)
{
    if (!has_prefix(problem, diag))
        return false;
    return (problem->prefix >= SETTINGS_PREFIX_COMPLETE &&
            problem->answer.stop == STOP_DONE) ||
           diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                       "the prefix is not complete");
}

static bool write_mci(const punfpor *problem, const char *path,
                      struct diag *diag)
{
    if (!has_complete_prefix(problem, diag))
        return false;
    if (problem->relation != DEP_CLASSIC && problem->relation != DEP_READ)
        return diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                           "a .mci file needs dependency classic: it orders "
                           "events by their conditions alone");
    return mci_write(explored(problem), &problem->answer.prefix, path, diag);
}

enum punfpor_status punfpor_write_mci(const punfpor *problem, const char *path,
                                      punfpor_error *error)
{
    struct call call;

    call_begin(&call);
    if (setjmp(call.scope.back))
        return call_failed(&call, error);
    (void)write_mci(problem, path, &call.diag);
    return call_end_writing(&call, error);
}

enum punfpor_status punfpor_write_prefix_pnml(const punfpor *problem,
                                              const char *path,
                                              punfpor_error *error)
{
    struct call call;

    call_begin(&call);
    if (setjmp(call.scope.back))
        return call_failed(&call, error);
    if (has_complete_prefix(problem, &call.diag))
        (void)pnml_prefix_write(explored(problem), &problem->answer.prefix,
                                path, &call.diag);
    return call_end_writing(&call, error);
}
