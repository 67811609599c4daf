/* Drawings, and the explored prefix as JSON and as a page. */
#include "api/handle.h"
#include "base/text.h"
#include "formats/picture/dot.h"
#include "formats/picture/prefix_json.h"
#include "formats/picture/canvas.h"
#include "formats/picture/tables.h"
#include "occurrence/histories.h"

#include <string.h>

/* Questions whose verdicts a drawing tells. */
enum { MOST_LINES = 5 };

/* "t3: reachable"; the caller frees it. */
static char *verdict_line(const punfpor *problem, uint32_t q)
{
    const char *const label = goal_label(&problem->asked.goals.at[q]);
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
    const struct prefix *const prefix = api_run_prefix(&problem->run);
    const bool witness = !strcmp(focus, "witness");
    uint64_t number = 0;
    trans_id t = TRANS_NONE;
    bits_word *found;
    uint32_t n = 0;

    if (!witness &&
        (*focus != 'e' || text_number(focus + 1, &number) != TEXT_NUMBER)) {
        t = net_find_trans(api_files_net(problem), focus, diag);
        if (t == TRANS_NONE)
            return NULL;
    }
    found = mem_zero(bits_words(prefix->events.len), sizeof *found);
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
    (void)diag_usage(diag, "the prefix has no event of '%.80s'", focus);
    return NULL;
}

static bool draw_focus(const punfpor *problem, const char *focus,
                       struct drawing_options *drawing, const char *path,
                       struct diag *diag)
{
    const struct prefix *const prefix = api_run_prefix(&problem->run);
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
    good = dot_write_prefix(api_files_net(problem), &part, drawing, path, diag);
    prefix_finish(&part);
    mem_free(numbers);
    mem_free(keep);
    mem_free(events);
    return good;
}

_Static_assert((int)PICTURE_MOST_NODES == (int)PUNFPOR_PICTURE_NODES &&
                   (int)PICTURE_MOST_LINES == (int)PUNFPOR_PICTURE_LINES,
               "punfpor.h tells the limits of pictures");

static struct apart_limits drawing_limits(const punfpor *problem)
{
    const struct settings *const settings = &problem->asked.settings;
    const uint64_t bytes = settings_number(settings, SETTING_max_memory);

    return (struct apart_limits){
        .seconds = settings_real(settings, SETTING_timeout),
        .bytes = bytes == SETTINGS_OFF ? 0 : bytes,
        .stop = problem->asked.terminate,
        .stop_data = problem->asked.terminate_data,
    };
}

bool api_drawings_begin(const punfpor *problem, const char *format,
                        const char *title, struct drawing_options *drawing,
                        struct diag *diag)
{
    drawing->limits = drawing_limits(problem);
    drawing->format = strcmp(format, "dot") ? format : NULL;
    drawing->title = title ? title : net_name(problem->asked.net);
    return text_is_word("dot|svg|pdf|png", format) ||
           diag_usage(
               diag,
               "'%.40s' is no format of drawings; dot, svg, pdf and png are",
               format);
}

static bool draw_merged(const punfpor *problem,
                        const struct drawing_options *drawing, const char *path,
                        struct diag *diag)
{
    struct merged made;
    const bool good =
        dot_merged_write(api_files_net(problem),
                         api_files_merged(problem, &made), drawing, path, diag);

    merged_finish(&made);
    return good;
}

static bool draw(const punfpor *problem, unsigned how, const char *focus,
                 struct drawing_options *drawing, const char *path,
                 struct diag *diag)
{
    const uint32_t n = problem->run.answer.n_findings;
    char *lines[MOST_LINES];
    bool good;

    for (uint32_t q = 0; q < n && q < MOST_LINES; q++)
        lines[drawing->n_lines++] = verdict_line(problem, q);
    drawing->lines = (const char *const *)lines;
    if (focus)
        good = draw_focus(problem, focus, drawing, path, diag);
    else if (how & PUNFPOR_DRAW_MERGED)
        good = draw_merged(problem, drawing, path, diag);
    else
        good = dot_write_prefix(api_files_net(problem),
                                api_run_prefix(&problem->run), drawing, path,
                                diag);
    for (uint32_t q = 0; q < drawing->n_lines; q++)
        mem_free(lines[q]);
    return good;
}

enum punfpor_status punfpor_draw_net(const punfpor *problem, const char *format,
                                     const char *path, punfpor_error *error)
{
    struct drawing_options drawing = {.no_legend = true};

    CALL(call, error);
    if (api_drawings_begin(problem, format, NULL, &drawing, &call.diag))
        (void)dot_net_write(problem->asked.net, &drawing, path, &call.diag);
    return call_end_writing(&call, error);
}

enum punfpor_status punfpor_draw(const punfpor *problem, unsigned how,
                                 const char *focus, const char *format,
                                 const char *title, const char *path,
                                 punfpor_error *error)
{
    struct drawing_options drawing = {
        .conditions = how & PUNFPOR_DRAW_CONDITIONS,
        .left_to_right = how & PUNFPOR_DRAW_LEFT_TO_RIGHT,
        .no_companions = how & PUNFPOR_DRAW_NO_COMPANIONS,
        .companions = how & PUNFPOR_DRAW_COMPANIONS,
        .no_legend = how & PUNFPOR_DRAW_NO_LEGEND,
        .incomplete = problem->run.answer.stop != STOP_DONE};

    CALL(call, error);
    if (api_drawings_begin(problem, format, title, &drawing, &call.diag) &&
        (how & PUNFPOR_DRAW_MERGED ? api_files_has_merged(problem, &call.diag)
                                   : api_files_has_prefix(problem, &call.diag)))
        (void)draw(problem, how, focus, &drawing, path, &call.diag);
    return call_end_writing(&call, error);
}

static void copy(uint32_t *to, const uint32_t *from, uint32_t n)
{
    if (to && n)
        memcpy(to, from, n * sizeof *to);
}

enum punfpor_status punfpor_histories(const punfpor *problem, uint32_t *events,
                                      uint32_t *conditions,
                                      punfpor_error *error)
{
    const struct prefix *const prefix = api_run_prefix(&problem->run);
    struct histories histories;

    CALL(call, error);
    if (api_files_has_prefix(problem, &call.diag)) {
        histories_init(&histories, prefix);
        copy(events, histories.event, prefix->events.len);
        copy(conditions, histories.condition, prefix->conditions.len);
        histories_finish(&histories);
    }
    return call_end(&call, error);
}

enum punfpor_status punfpor_merged(const punfpor *problem, uint32_t *conditions,
                                   uint32_t *events, uint32_t *cutoffs,
                                   punfpor_error *error)
{
    const struct merged *merged;
    struct merged made;

    CALL(call, error);
    if (api_files_has_merged(problem, &call.diag)) {
        merged = api_files_merged(problem, &made);
        *conditions = merged->conditions.len;
        *events = merged->events.len;
        *cutoffs = 0;
        for (uint32_t i = 0; i < merged->events.len; i++)
            *cutoffs += merged->events.at[i].cutoff;
        merged_finish(&made);
    }
    return call_end(&call, error);
}

/* Cuts a run in two; the second one becomes that of the question after it. */
static void split(const struct answer_finding *finding, witness_run *runs,
                  struct prefix_json_question *list)
{
    for (uint32_t i = finding->second; i < runs[0].len; i++)
        vec_push(&runs[1], runs[0].at[i]);
    vec_cut(&runs[0], finding->second);
    list[0].part = "first run";
    list[1] = list[0];
    list[1].part = "second run";
    list[1].run = &runs[1];
}

/* The questions of the last run, with their runs, and those with two runs
 * twice; *n counts them.  The caller frees both. */
static struct prefix_json_question *
list_questions(const punfpor *problem, witness_run *runs, uint32_t *n)
{
    const struct answer *const answer = &problem->run.answer;
    struct prefix_json_question *const list =
        mem_zero(2 * (size_t)answer->n_findings, sizeof *list);

    *n = 0;
    for (uint32_t q = 0; q < answer->n_findings; q++, ++*n) {
        const struct answer_finding *const finding = &answer->findings[q];
        const bool has_run =
            !question_is_about_all(problem->asked.goals.at[q].question) &&
            (finding->verdict == VERDICT_YES || finding->has_value);

        if (has_run)
            given_run_answer(problem->asked.net, &problem->asked.goals.at[q],
                             &finding->run, &runs[*n]);
        list[*n] = (struct prefix_json_question){
            .text = problem->asked.goals.at[q].text,
            .verdict =
                punfpor_answer_text(problem, q, punfpor_verdict_of(problem, q)),
            .if_safe = punfpor_if_safe(problem, q),
            .run = has_run ? &runs[*n] : NULL,
            .goal = &problem->asked.goals.at[q],
            .given = &finding->run,
            .loop = finding->loop,
        };
        if (has_run && finding->has_second) {
            split(finding, &runs[*n], &list[*n]);
            ++*n;
        }
    }
    return list;
}

/* That of the option; or of the question, if that has another default. */
static const char *relation_word(const punfpor *problem)
{
    const struct settings *const settings = &problem->asked.settings;

    return settings_given(settings, SETTING_dependency) ||
                   problem->run.relation != DEP_CLASSIC
               ? settings_text(settings, SETTING_dependency)
               : "classic";
}

/* Writes the prefix with the questions: as a page, or as JSON. */
static void write_whole(const punfpor *problem, const char *title, bool is_page,
                        const char *path, struct diag *diag)
{
    const uint32_t n_findings = problem->run.answer.n_findings;
    witness_run *const runs = mem_zero(2 * (size_t)n_findings, sizeof *runs);
    uint32_t n_questions;
    struct prefix_json_question *const questions =
        list_questions(problem, runs, &n_questions);
    struct merged made;
    const struct prefix_json what = {
        .net = api_files_net(problem),
        .source = problem->asked.net,
        .prefix = api_run_prefix(&problem->run),
        .merged = api_files_merged(problem, &made),
        .title = title ? title : net_name(problem->asked.net),
        .version = punfpor_version(),
        .engine = problem->run.engine,
        .relation = relation_word(problem),
        .order = settings_text(&problem->asked.settings, SETTING_order),
        .cutoffs = settings_number(&problem->asked.settings, SETTING_cutoffs),
        .complete =
            problem->run.answer.stop == STOP_DONE && problem->run.answer.safe,
        .stop = answer_stop_name(problem->run.answer.stop),
        .questions = questions,
        .n_questions = n_questions,
        .limits = drawing_limits(problem),
    };

    (void)prefix_json_write(&what, is_page, path, diag);
    merged_finish(&made);
    for (uint32_t q = 0; q < n_questions; q++)
        vec_free(&runs[q]);
    mem_free(runs);
    mem_free(questions);
}

static enum punfpor_status write_document(const punfpor *problem,
                                          const char *title, bool is_page,
                                          const char *path,
                                          punfpor_error *error)
{
    CALL(call, error);
    if (api_files_has_prefix(problem, &call.diag))
        write_whole(problem, title, is_page, path, &call.diag);
    return call_end_writing(&call, error);
}

enum punfpor_status punfpor_write_prefix_json(const punfpor *problem,
                                              const char *title,
                                              const char *path,
                                              punfpor_error *error)
{
    return write_document(problem, title, false, path, error);
}

enum punfpor_status punfpor_write_page(const punfpor *problem,
                                       const char *title, const char *path,
                                       punfpor_error *error)
{
    return write_document(problem, title, true, path, error);
}

static bool write_profile(const punfpor *problem, const char *format,
                          const char *title, const char *path,
                          struct diag *diag)
{
    const char *const name = title ? title : net_name(problem->asked.net);

    if (!problem->run.profile.rows.len)
        return diag_usage(diag, "the run was not asked for a profile");
    if (!text_is_word("csv|svg", format))
        return diag_usage(
            diag, "'%.40s' is no format of profiles; csv and svg are", format);
    return strcmp(format, "svg")
               ? profile_write_csv(&problem->run.profile, path, diag)
               : profile_write_svg(&problem->run.profile, name, path, diag);
}

enum punfpor_status punfpor_write_profile(const punfpor *problem,
                                          const char *format, const char *title,
                                          const char *path,
                                          punfpor_error *error)
{
    CALL(call, error);
    (void)write_profile(problem, format, title, path, &call.diag);
    return call_end_writing(&call, error);
}
