#include "cli/task.h"

#include "base/system.h"
#include "cli/announce.h"
#include "cli/report.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- asking -------------------------------------------------------------- */

/* The text of the question takes the place of a file. */
static void show_position(struct task *task,
                          const struct options_question *question)
{
    (void)snprintf(task->error.file, sizeof task->error.file, "%s",
                   punfpor_kind_word(question->kind));
    task->error.line = 1;
    task->caret = question->text;
}

/* Is the next question, in the order asked, one of this task? */
static bool is_mine(struct task *task)
{
    const struct task_part *const part = &task->part;
    const uint32_t q = task->n_asked++;

    return part->kind != TASK_BLOCK ||
           (q >= part->first && q - part->first < part->n);
}

/* Those transitions whose questions are in the block. */
static bool ask_some_transitions(struct task *task)
{
    const uint32_t n = punfpor_net_given_transitions(task->net);

    for (uint32_t t = 0; t < n && !task->error.status; t++)
        if (is_mine(task))
            (void)punfpor_ask_transition(task->problem,
                                         punfpor_transition_label(task->net, t),
                                         NULL, &task->error);
    return !task->error.status;
}

/* Neither a shell nor a marking has a use for its letters. */
static bool is_plain(const char *name)
{
    return name[strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_."
                             "ABCDEFGHIJKLMNOPQRSTUVWXYZ")] == '\0';
}

/* A question about a node of the other kind is another option. */
static bool check_kind(struct task *task,
                       const struct options_question *question)
{
    const char *const text = question->text;
    const bool plain = is_plain(text);
    const bool is_marking = options_asks(question, "marking") ||
                            options_asks(question, "marking-exact");

    if (options_asks(question, "reach") &&
        punfpor_find_place(task->net, text, NULL) != PUNFPOR_NONE)
        return diag_usage(
            &task->diag,
            "'%s' is a place, not a transition; did you mean --marking %s%s%s?",
            text, plain ? "" : "'\"", text, plain ? "" : "\"'");
    return !is_marking ||
           punfpor_find_transition(task->net, text, NULL) == PUNFPOR_NONE ||
           diag_usage(&task->diag,
                      "'%s' is a transition, not a place; did you mean --reach "
                      "%s%s%s?",
                      text, plain ? "" : "'", text, plain ? "" : "'");
}

/* Where no name is near the unknown one, --list shows all names. */
static void name_list(punfpor_error *error)
{
    const size_t len = strlen(error->text);
    const char *const kind =
        !strncmp(error->text, "the net has no place '", 22) ? "places"
        : !strncmp(error->text, "the net has no transition '", 27)
            ? "transitions"
            : NULL;

    if (kind && error->text[len - 1] == '\'')
        (void)snprintf(error->text + len, sizeof error->text - len,
                       "; --list %s prints all names", kind);
}

static bool ask(struct task *task, const struct options_question *question)
{
    if (task->part.kind == TASK_BLOCK &&
        options_asks(question, "all-transitions"))
        return ask_some_transitions(task);
    if (!is_mine(task) ||
        !punfpor_ask(task->problem, punfpor_kind_word(question->kind),
                     question->text, NULL, &task->error))
        return true;
    if (question->text && !check_kind(task, question))
        return false;
    if (task->error.column && !*task->error.file)
        show_position(task, question);
    name_list(&task->error);
    return false;
}

/* Says that the property has no answer, once for a net. */
static void warn_beyond(const struct task *task, const char *id)
{
    if (!task->options->quiet && task->part.kind != TASK_BLOCK)
        fprintf(stderr,
                "%s: warning: '%s' is left out: it is neither of LTL nor of "
                "CTL, or has more than 64 conditions\n",
                task->options->property, id);
}

static bool ask_each(struct task *task, const punfpor_properties *properties)
{
    for (uint32_t i = 0;
         i < punfpor_property_count(properties) && !task->error.status; i++)
        if (punfpor_property_kind(properties, i) == PUNFPOR_PROPERTY_BEYOND) {
            warn_beyond(task, punfpor_property_id(properties, i));
            task->leaves_out = true;
        } else if (is_mine(task)) {
            (void)punfpor_ask_property(task->problem, properties, i, NULL,
                                       &task->error);
        }
    return !task->error.status &&
           (task->n_asked > 0 ||
            diag_input(&task->diag, task->options->property,
                       "it has no formula that can be asked"));
}

static bool ask_properties(struct task *task)
{
    punfpor_properties *const properties = punfpor_properties_load(
        task->net, task->options->property, &task->error);
    const bool good = properties && ask_each(task, properties);

    punfpor_properties_destroy(properties);
    return good;
}

/* Does it build the merged process alone? */
static bool merges(const char *engine)
{
    return !strcmp(engine, options_engine(PUNFPOR_MERGES, NULL));
}

/* Sets the options of the library that the requested files need. */
static bool set_wishes(struct task *task)
{
    const struct options *options = task->options;
    punfpor *const problem = task->problem;
    const bool complete = options->mci || options->prefix_pnml || options->mp;
    const bool drawn = options_prefix_file(options);
    const char *prefix = options->mci           ? "mci"
                         : options->prefix_pnml ? "pnml"
                         : options->mp          ? "complete"
                                                : "on";
    punfpor_error *const error = &task->error;

    if (drawn || complete)
        options_set(problem, "prefix", prefix, error);
    if (complete && !drawn)
        options_set(problem, "conflicts", "off", error);
    if ((options->prefix_json || options->html) &&
        !merges(punfpor_engine(problem)))
        options_set(problem, "steps", "on", error);
    if (options->profile)
        options_set(problem, "profile", "on", error);
    if (options->certificate)
        options_set(problem, "certificate", "on", error);
    return !error->status;
}

/* A race chooses an engine that does. */
static bool unfolds(const char *engine)
{
    return options_is_race(engine) || options_use(engine, "prefix");
}

/* What an engine that builds the merged process alone cannot show. */
static bool check_merging(const struct options *options, const char *engine,
                          struct diag *diag)
{
    return !merges(engine) || !options_draws(options) || options->dot_merged ||
           diag_usage(diag,
                      "--%s needs a prefix, which engine '%s' does not build; "
                      "--dot-merged draws its merged process",
                      options_prefix_file(options), engine);
}

/* Reports options by their names on the command line, which the library does
 * not know. */
static bool check_engine(struct task *task)
{
    const struct options *options = task->options;
    const char *const engine = punfpor_engine(task->problem);

    if (options_prefix_file(options) && !unfolds(engine))
        return diag_usage(
            &task->diag,
            "--%s needs --engine %s: engine '%s' builds no unfolding",
            options_prefix_file(options), options_users("steps").at, engine);
    if (!check_merging(options, engine, &task->diag))
        return false;
    if (options->profile && options_is_race(engine))
        return diag_usage(
            &task->diag,
            "--profile needs --engine %s: a race has no single run",
            options_users("profile").at);
    if (options->no_cutoffs && !unfolds(engine))
        return diag_usage(
            &task->diag,
            "--no-cutoffs needs --engine %s: engine '%s' does not use it",
            options_users("cutoffs").at, engine);
    return true;
}

/* Would the library refuse the options?  A comparison runs other engines than
 * the one that they name; a replay runs none. */
static bool check_options(struct task *task)
{
    const struct options *options = task->options;

    if (task->ranks &&
        (options->compare || options->replay || !options_explore(options)))
        return diag_usage(&task->diag,
                          "several processes need a search by --engine %s",
                          options_engine(PUNFPOR_SHARES, NULL));
    if (options->compare)
        return compare_fits(options, &task->diag);
    if (options->replay)
        return true;
    return check_engine(task) && !punfpor_check(task->problem, &task->error);
}

/* The largest argument of --tokens. */
enum { MOST_TOKENS = 1000 };

static bool choose_reading(const struct options *options,
                           punfpor_load_options *how, struct diag *diag)
{
    uint64_t tokens = 0;

    if (options->type && strcmp(options->type, "ptnet") != 0)
        return diag_usage(
            diag, "option '--type' has the argument '%s'; it may be ptnet",
            options->type);
    if (options->tokens && !strcmp(options->tokens, "auto"))
        tokens = PUNFPOR_TOKENS_AUTO;
    else if (options->tokens &&
             (text_number(options->tokens, &tokens) != TEXT_NUMBER || !tokens ||
              tokens > MOST_TOKENS))
        return diag_usage(
            diag,
            "option '--tokens' has the argument '%s'; it is auto or from 1 to "
            "%d",
            options->tokens, MOST_TOKENS);
    *how = (punfpor_load_options){
        .reading = (options->type ? PUNFPOR_READ_PTNET : 0u) |
                   (options->untimed ? PUNFPOR_READ_UNTIMED : 0u),
        .initial = options->initial,
        .tokens = (uint32_t)tokens,
    };
    return true;
}

static bool read_input(struct task *task)
{
    const struct options *options = task->options;
    punfpor_load_options how;

    if (!outcome_files_check(options, &task->diag) ||
        !choose_reading(options, &how, &task->diag))
        return false;
    task->net = punfpor_net_load_as(options->net, &how, &task->error);
    if (task->net)
        task->problem = punfpor_create(task->net, &task->error);
    task->outcome.net = task->net;
    task->outcome.problem = task->problem;
    if (!task->problem)
        return false;
    if (!options->quiet && task->part.kind != TASK_BLOCK)
        report_warnings(stderr, task->net);
    punfpor_set_ranks(task->problem, task->ranks);
    if (!options_apply(options, task->problem, &task->error) ||
        !set_wishes(task) ||
        (options->cost &&
         punfpor_load_costs(task->problem, options->cost, &task->error)))
        return false;
    for (uint32_t i = 0; i < options->questions.len; i++)
        if (!ask(task, &options->questions.at[i]))
            return false;
    return (!options->property || ask_properties(task)) && check_options(task);
}

/* --- answering ----------------------------------------------------------- */

static int is_interrupted(void *data)
{
    const struct task *const task = data;

    return *task->interrupted != task->n_signals;
}

/* Every engine and relation. */
static bool compare(struct task *task, struct announce *announce)
{
    struct compare *const compare = &task->compare;
    struct outcome *const outcome = &task->outcome;
    const struct compare_task work = {
        .problem = task->problem,
        .net = task->net,
        .seconds = strtod(punfpor_get(task->problem, "timeout"), NULL),
        .interrupted = task->interrupted,
        .announce = announce,
    };
    FILE *out = options_take_stdout(task->options) ? stderr : stdout;

    compare_init(compare, task->net, task->problem, task->options);
    outcome->compare = compare;
    outcome->has_result = compare_run(compare, &work, out, &task->diag);
    return outcome->has_result &&
           compare_join(compare, task->problem, &outcome->result, &task->diag);
}

/* The timeout counts from the start of the task: reading the net is part of
 * it. */
static void shorten_timeout(const struct task *task)
{
    const double seconds = options_seconds(task->options);

    if (seconds > 0)
        options_set_seconds(task->problem,
                            seconds - (system_now() - task->start));
}

/* An unsafe net is told of with its run. */
static bool take_result(struct task *task)
{
    result_take(&task->outcome.result, task->problem, task->net);
    task->outcome.has_result = true;
    if (task->outcome.result.stop == PUNFPOR_UNSAFE)
        task->error = (punfpor_error){0};
    task->has_ended = !task->error.status;
    return task->has_ended;
}

/* Prints the answers that are final before the engines end. */
static bool solve(struct task *task, struct announce *announce)
{
    if (!options_take_stdout(task->options))
        punfpor_set_final(task->problem, announce_found, announce);
    shorten_timeout(task);
    (void)punfpor_solve(task->problem, &task->error);
    (void)punfpor_set(task->problem, "timeout", task->options->timeout, NULL);
    task->outcome.n_printed = announce->next;
    return take_result(task);
}

static bool explore(struct task *task)
{
    struct announce announce;
    bool good;

    announce_init(&announce, stdout, stderr, task->problem, task->net);
    if (!task->options->quiet && isatty(STDERR_FILENO))
        punfpor_set_progress(task->problem, announce_progress, &announce);
    punfpor_set_terminate(task->problem, is_interrupted, task);
    task->catch_signals();
    good = task->options->compare ? compare(task, &announce)
                                  : solve(task, &announce);
    announce_finish(&announce);
    return good;
}

/* Which questions were answered before the end of the run, and where. */
static void print_steps(const struct task *task, uint32_t n_steps)
{
    for (uint32_t q = 0; q < task->outcome.result.n_findings; q++) {
        uint32_t n;

        if (!punfpor_run(task->problem, q, &n) || n == n_steps)
            continue;
        text_print(task->options->replay, stderr);
        fputs(": ", stderr);
        text_print(punfpor_question_label(task->problem, q), stderr);
        fprintf(stderr, ": after %u step%s\n", n, n == 1 ? "" : "s");
    }
}

/* --replay: the run answers yes to what it shows and leaves the rest open. */
static bool replay(struct task *task)
{
    const char *file = task->options->replay;
    uint32_t n_steps;

    (void)punfpor_replay_file(task->problem, file, &n_steps, &task->error);
    if (!take_result(task) || task->options->quiet)
        return task->has_ended;
    fprintf(stderr, "%s: %u step%s can be fired\n", file, n_steps,
            n_steps == 1 ? "" : "s");
    print_steps(task, n_steps);
    return true;
}

/* The drawings have the time that the run left, and at least a quarter of all:
 * otherwise none would be drawn of a run that the timeout ends. */
static double drawn_until(const struct task *task)
{
    const double seconds = options_seconds(task->options);
    const double least = system_now() + seconds / 4;

    if (seconds <= 0)
        return 0;
    return task->start + seconds > least ? task->start + seconds : least;
}

/* A signal may have ended the run; the next one ends the layout. */
static void prepare_layout(struct task *task)
{
    task->outcome.drawn_until = drawn_until(task);
    if (!options_draw_pictures(task->options))
        return;
    task->n_signals = *task->interrupted;
    task->catch_signals();
    punfpor_set_terminate(task->problem, is_interrupted, task);
}

/* Reports what the library has said, unless there is a report already. */
static enum outcome_code fail(struct task *task)
{
    (void)result_is_ok(&task->error, &task->diag);
    return outcome_failed(&task->diag);
}

static enum outcome_code present(struct task *task)
{
    struct outcome *const outcome = &task->outcome;
    const struct result *const result = &outcome->result;
    const enum outcome_code code = outcome_code(result);

    prepare_layout(task);
    if (*result->warning && !task->options->quiet)
        fprintf(stderr, "%s: warning: %s\n", task->options->net,
                result->warning);
    if (result->stop == PUNFPOR_UNSAFE)
        report_unsafe(stderr, task->options->net, outcome->net, result);
    outcome_print(outcome);
    if (!outcome_files_write(outcome, &task->diag) ||
        task->diag.code != DIAG_NONE)
        return fail(task);
    return outcome_is_whole(outcome) && !outcome->lacks_picture &&
                   (!task->leaves_out || code > OUTCOME_UNKNOWN)
               ? code
               : OUTCOME_UNKNOWN;
}

/* Another process prints and writes. */
static bool is_follower(const struct task *task)
{
    return task->ranks && task->ranks->rank;
}

/* The options that --verbose prints. */
static void print_engine(const struct task *task)
{
    static const char *const shown[] = {
        "dependency",    "order",  "cutoffs", "stubborn",
        "interpolation", "racers", "seed"};
    const punfpor *const problem = task->problem;
    const char *const engine = punfpor_engine(problem);

    fprintf(stderr, "engine %s", engine);
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++)
        if (options_use(engine, shown[i]))
            fprintf(stderr, ", %s %s", shown[i],
                    punfpor_get(problem, shown[i]));
    fputc('\n', stderr);
}

static enum outcome_code work(struct task *task)
{
    const struct options *options = task->options;

    if (!read_input(task))
        return fail(task);
    if (task->part.kind == TASK_SURVEY)
        return OUTCOME_YES;
    if (options->verbose && !options->quiet) {
        report_net(stderr, options->net, task->net);
        if (!options->compare) /* the table says it */
            print_engine(task);
    }
    prepare_layout(task);
    if (!is_follower(task) &&
        !outcome_files_convert(&task->outcome, &task->diag))
        return fail(task);
    if (!options_explore(options))
        return task->outcome.lacks_picture ? OUTCOME_UNKNOWN : OUTCOME_YES;
    result_init(&task->outcome.result, punfpor_questions(task->problem));
    if (!(options->replay ? replay(task) : explore(task)))
        return fail(task);
    return is_follower(task) ? OUTCOME_YES : present(task);
}

/* --- all of it ------------------------------------------------------------ */

enum outcome_code task_run(struct task *task)
{
    enum outcome_code code;

    task->start = system_now();
    task->outcome.options = task->options;
    task->outcome.is_block = task->part.kind == TASK_BLOCK;
    code = outcome_end(work(task), &task->diag);
    if (task->caret)
        report_caret(stderr, task->caret, task->diag.column);
    return code;
}

void task_finish(struct task *task)
{
    outcome_finish(&task->outcome);
    compare_finish(&task->compare);
}
