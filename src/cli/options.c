#include "cli/options.h"

#include "base/system.h"
#include "cli/error.h"

#include <getopt.h>
#include <stddef.h>
#include <string.h>

enum options_kind {
    KIND_FLAG,
    KIND_TEXT,
    KIND_OUTPUT,
    KIND_QUESTION,
    KIND_SETTING,
};

struct options_row {
    enum options_kind kind;
    size_t field; /* its place in struct options */
    const char *name;
    char letter;          /* 0: none */
    const char *argument; /* NULL: takes none, or the library knows it */
    const char *help;     /* NULL: the library knows it */
};

static const struct options_row rows[OPTIONS_COUNT] = {
#define HEAD(title)
#define X(kind, field, name, letter, argument, help)                       \
    {KIND_##kind, offsetof(struct options, field), name, letter, argument, \
     help},
    OPTIONS(HEAD, X)
#undef X
#undef HEAD
};

/* What getopt_long() returns for a row; letters are below it. */
enum { CODE_BASE = 256 };

/* --- options of the library ---------------------------------------------- */

/* The row's number in the library. */
static uint32_t number_of(const struct options_row *row)
{
    uint32_t i = 0;

    while (i < punfpor_option_count() &&
           strcmp(punfpor_option_name(i), row->name) != 0)
        i++;
    return i;
}

static const char *argument_of(const struct options_row *row)
{
    return row->kind == KIND_SETTING ? punfpor_option_argument(number_of(row))
                                     : row->argument;
}

static const char *value_of(const struct options *options,
                            const struct options_row *row)
{
    const void *field = (const char *)options + row->field;

    return *(const char *const *)field;
}

const char *options_setting(const struct options *options, uint32_t i)
{
    const char *const name = punfpor_option_name(i);

    if (!strcmp(name, "cutoffs"))
        return options->no_cutoffs ? "off" : NULL;
    for (uint32_t k = 0; k < OPTIONS_COUNT; k++)
        if (rows[k].kind == KIND_SETTING && !strcmp(rows[k].name, name))
            return value_of(options, &rows[k]);
    return NULL;
}

bool options_apply(const struct options *options, punfpor *problem,
                   struct diag *diag)
{
    for (uint32_t i = 0; i < punfpor_option_count(); i++) {
        const char *const value = options_setting(options, i);
        punfpor_error error;

        if (value && !error_none(punfpor_set(problem, punfpor_option_name(i),
                                             value, &error),
                                 &error, diag))
            return false;
    }
    return true;
}

bool options_is_used(uint32_t i, const char *engine)
{
    const char *const engines = punfpor_option_engines(i);
    const size_t len = strlen(engine);

    for (const char *at = engines; (at = strstr(at, engine)); at++)
        if ((at == engines || at[-1] == ' ') &&
            (at[len] == ' ' || at[len] == '\0'))
            return true;
    return false;
}

/* --- reading ------------------------------------------------------------- */

static bool read_setting(const struct options_row *row, const char *text,
                         struct diag *diag)
{
    punfpor_error error;

    return error_none(punfpor_option_check(row->name, text, &error), &error,
                      diag);
}

static bool read_text(const struct options_row *row, const char *text,
                      struct diag *diag)
{
    return *text != '\0' ||
           diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                       "option '%s' takes a text that is not empty", row->name);
}

/* text is NULL when none was given, as an OUTPUT and a FLAG may do. */
static bool read_row(const struct options_row *row, struct options *options,
                     const char *text, struct diag *diag)
{
    void *field = (char *)options + row->field;

    switch (row->kind) {
    case KIND_FLAG:
        *(bool *)field = true;
        return true;
    case KIND_TEXT:
        *(const char **)field = text;
        return read_text(row, text, diag);
    case KIND_OUTPUT:
        *(struct options_output *)field = (struct options_output){true, text};
        return !text || read_text(row, text, diag);
    case KIND_QUESTION:
        *(bool *)field = true;
        vec_push(
            &options->questions,
            ((struct options_question){(enum options_id)(row - rows), text}));
        return true;
    case KIND_SETTING:
        *(const char **)field = text;
        return read_setting(row, text, diag);
    }
    return false;
}

/* Fills the table for getopt_long(). */
static void fill_long(struct option *all)
{
    for (uint32_t i = 0; i < OPTIONS_COUNT; i++) {
        const int has = rows[i].kind == KIND_OUTPUT ? optional_argument
                        : argument_of(&rows[i])     ? required_argument
                                                    : no_argument;

        all[i] = (struct option){rows[i].name, has, NULL, CODE_BASE + (int)i};
    }
    all[OPTIONS_COUNT] = (struct option){0};
}

static void fill_letters(char *letters)
{
    *letters++ = ':';
    for (uint32_t i = 0; i < OPTIONS_COUNT; i++) {
        if (rows[i].letter)
            *letters++ = rows[i].letter;
        if (rows[i].letter && argument_of(&rows[i]))
            *letters++ = ':';
    }
    *letters = '\0';
}

static const struct options_row *find_row(int code)
{
    for (uint32_t i = 0; i < OPTIONS_COUNT; i++)
        if (code == CODE_BASE + (int)i || code == rows[i].letter)
            return &rows[i];
    return NULL;
}

/* getopt_long() returned ':' or '?' and left optopt and optind behind. */
static bool report_unread(int code, char **argv, struct diag *diag)
{
    const struct options_row *row = optopt ? find_row(optopt) : NULL;

    if (row && code == ':')
        return diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                           "option '--%s' needs an argument: %s", row->name,
                           argument_of(row));
    if (row)
        return diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                           "option '--%s' takes no argument", row->name);
    if (optopt)
        return diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                           "unknown option '-%c'; see --help", optopt);
    return diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                       "unknown or ambiguous option '%s'; see --help",
                       argv[optind - 1]);
}

/* --- what goes together -------------------------------------------------- */

static bool is_standard(const char *file)
{
    return file && !strcmp(file, "-");
}

int options_take_stdout(const struct options *options)
{
    const struct options_output *json = &options->json;

    return (json->given && (!json->file || is_standard(json->file))) +
           is_standard(options->witness.file) + is_standard(options->dot) +
           is_standard(options->mci) + is_standard(options->dot_net) +
           is_standard(options->write) + is_standard(options->certificate);
}

/* Standard input can be read once, standard output written once. */
static bool check_streams(const struct options *options, struct diag *diag)
{
    const int in = is_standard(options->net) + is_standard(options->replay) +
                   is_standard(options->dependency);
    const int out = options_take_stdout(options);

    if (in > 1)
        return diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                           "only one file can be '-', standard input");
    if (out > 1)
        return diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                           "only one file can go to standard output");
    return true;
}

/* The default limit of a row of --compare. */
static const char ROW_SECONDS[] = "60";

/* A comparison makes many runs, and excludes files about one run and the choice
 * of an engine. */
static bool check_comparison(struct options *options, struct diag *diag)
{
    const char *odd = options->dot             ? "dot"
                      : options->certificate   ? "certificate"
                      : options->mci           ? "mci"
                      : options->replay        ? "replay"
                      : options->witness.given ? "witness"
                      : options->engine        ? "engine"
                                               : NULL;

    if (!options->compare)
        return true;
    if (!options->timeout)
        options->timeout = ROW_SECONDS;
    return !odd ||
           diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                       "--compare and --%s exclude each other: --%s needs a "
                       "single run",
                       odd, odd);
}

bool options_explore(const struct options *options)
{
    return options->questions.len > 0 || options->dot || options->mci ||
           options->json.given || options->stats || options->replay ||
           options->compare || !(options->write || options->dot_net);
}

/* The first option given that only an engine uses; NULL: none. */
static const char *of_engines(const struct options *options)
{
    const char *odd = options->dot           ? "dot"
                      : options->mci         ? "mci"
                      : options->certificate ? "certificate"
                      : options->no_cutoffs  ? "no-cutoffs"
                                             : NULL;

    for (uint32_t i = 0; i < punfpor_option_count() && !odd; i++)
        if (options_setting(options, i))
            odd = punfpor_option_name(i);
    return odd;
}

/* A replay and a conversion run no engine, so that no option of the engines
 * has an effect. */
static bool check_unexplored(const struct options *options, struct diag *diag)
{
    const char *odd = of_engines(options);

    if (odd && options->replay)
        return diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                           "--replay and --%s exclude each other: --replay "
                           "explores nothing",
                           odd);
    return !odd || options_explore(options) ||
           diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                       "--%s has no effect: --%s alone explores nothing", odd,
                       options->write ? "write" : "dot-net");
}

/* A certificate is of one answer. */
static bool check_certificate(const struct options *options, struct diag *diag)
{
    const options_question_list *questions = &options->questions;

    return !options->certificate ||
           (questions->len == 1 &&
            questions->at[0].kind != OPTIONS_all_transitions) ||
           diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                       "--certificate needs exactly one question: --reach, "
                       "--marking, --marking-exact or --deadlock");
}

/* Checks options against each other. */
static bool check_together(struct options *options, int argc, char **argv,
                           struct diag *diag)
{
    if (options->help || options->version)
        return true;
    if (optind == argc)
        return diag_report(
            diag, DIAG_USAGE, NULL, 0, 0,
            "no net was given: punf-por NET [options]; see --help");
    if (optind + 1 < argc)
        return diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                           "one net at a time: '%s' and '%s' were given",
                           argv[optind], argv[optind + 1]);
    options->net = argv[optind];
    if (options->dot_conditions && !options->dot)
        return diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                           "--dot-conditions needs --dot");
    if (options->dot && options->cache && strcmp(options->cache, "unlimited"))
        return diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                           "--dot and --cache exclude each other: --dot draws "
                           "events that --cache evicts");
    return check_comparison(options, diag) && check_unexplored(options, diag) &&
           check_certificate(options, diag) && check_streams(options, diag);
}

bool options_read(struct options *options, int argc, char **argv,
                  struct diag *diag)
{
    struct option all[OPTIONS_COUNT + 1];
    char letters[2 * OPTIONS_COUNT + 2];
    int code;

    *options = (struct options){0};
    fill_long(all);
    fill_letters(letters);
    system_restart_getopt();
    while ((code = getopt_long(argc, argv, letters, all, NULL)) != -1) {
        if (code == '?' || code == ':')
            return report_unread(code, argv, diag);
        if (!read_row(find_row(code), options, optarg, diag))
            return false;
        if (options->help || options->version)
            break;
    }
    return check_together(options, argc, argv, diag);
}

void options_finish(struct options *options)
{
    vec_free(&options->questions);
}

/* --- the text of --help -------------------------------------------------- */

enum { HELP_INDENT = 26, HELP_WIDTH = 79 };

/* The columns that n bytes of UTF-8 take. */
static int width(const char *text, int n)
{
    int columns = 0;

    for (int i = 0; i < n; i++)
        columns += ((unsigned char)text[i] & 0xc0) != 0x80;
    return columns;
}

/* Prints the words of text from HELP_INDENT on; at is the column where the
 * cursor stands. */
static void print_wrapped(FILE *out, const char *text, int at)
{
    if (at + 2 > HELP_INDENT) {
        fputc('\n', out);
        at = 0;
    }
    at += fprintf(out, "%*s", HELP_INDENT - at - 1, "");
    while (*text != '\0') {
        const int n = (int)strcspn(text, " ");

        if (at + 1 + width(text, n) > HELP_WIDTH)
            at = fprintf(out, "\n%*s", HELP_INDENT - 1, "") - 1;
        fprintf(out, " %.*s", n, text);
        at += 1 + width(text, n);
        text += n;
        text += strspn(text, " ");
    }
    fputc('\n', out);
}

/* "(por, prefix) ": the engines that use option i, unless all do.  An option
 * that engines use is used by their race as well. */
static void print_engines(FILE *out, uint32_t i)
{
    static const char *const engines[] = {"por", "prefix", "state"};
    const char *between = "(";
    uint32_t n = 0;

    for (uint32_t k = 0; k < 3; k++)
        n += options_is_used(i, engines[k]);
    if (n == 3)
        return;
    for (uint32_t k = 0; k < 3; k++)
        if (options_is_used(i, engines[k])) {
            fprintf(out, "%s%s", between, engines[k]);
            between = ", ";
        }
    fprintf(out, "%s) ", n ? "" : "(auto");
}

static void print_help(FILE *out, const struct options_row *row)
{
    const uint32_t i = number_of(row);

    if (row->kind != KIND_SETTING) {
        fputs(row->help, out);
        return;
    }
    print_engines(out, i);
    fprintf(out, "%s (default: %s)", punfpor_option_help(i),
            punfpor_option_default(i));
}

static void print_row(FILE *out, const struct options_row *row)
{
    const char *open = row->kind == KIND_OUTPUT ? "[=" : " ";
    const char *close = row->kind == KIND_OUTPUT ? "]" : "";
    char *text = NULL;
    size_t len = 0;
    FILE *page = open_memstream(&text, &len);
    int at;

    if (!page)
        mem_failed(0);
    print_help(page, row);
    if (fclose(page))
        mem_failed(0);
    at =
        row->letter ? fprintf(out, "  -%c, ", row->letter) : fprintf(out, "  ");
    at += fprintf(out, "--%s", row->name);
    if (argument_of(row))
        at += fprintf(out, "%s%s%s", open, argument_of(row), close);
    print_wrapped(out, text, at);
    free(text);
}

void options_help(FILE *out)
{
    fputs("usage: punf-por NET [options]\n\n"
          "Answers questions about the reachable markings of a safe Petri net\n"
          "(PNML or .ll_net; - is standard input) by unfolding and partial "
          "order\n"
          "reduction.  Engines in parentheses are those that use an option.\n",
          out);
#define HEAD(title) fprintf(out, "\n%s:\n", title);
#define X(kind, field, name, letter, argument, help) \
    print_row(out, &rows[OPTIONS_##field]);
    OPTIONS(HEAD, X)
#undef X
#undef HEAD
    fputs("\nExit code: 0 yes (several questions: all answered), 1 no, 2 "
          "unknown\n"
          "or a limit was met, 3 usage, 4 bad input, 5 out of memory or an\n"
          "internal error.\n",
          out);
}
