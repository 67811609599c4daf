#include "cli/options.h"

#include "base/system.h"

#include <getopt.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

enum kind {
    KIND_FLAG,
    KIND_NUMBER,
    KIND_SECONDS,
    KIND_SIZE,
    KIND_TEXT,
    KIND_OUTPUT,
    KIND_ORDER,
    KIND_CACHE,
    KIND_CHOICE,
    KIND_STUBBORN,
    KIND_SWITCH,
    KIND_TABLE,
    KIND_FACTOR,
    KIND_QUESTION,
};

struct row {
    enum kind kind;
    size_t field; /* its place in struct options */
    const char *name;
    char letter;          /* 0: none */
    const char *argument; /* NULL: takes none */
    const char *value;    /* by default; NULL: zero */
    uint64_t low, high;
    const char *help;
};

static const struct row rows[OPTION_COUNT] = {
#define HEAD(title)
#define X(kind, field, name, letter, argument, value, low, high, help) \
    {KIND_##kind, offsetof(struct options, field),                     \
     name,        letter,                                              \
     argument,    value,                                               \
     low,         high,                                                \
     help},
    OPTIONS(HEAD, X)
#undef X
#undef HEAD
};

/* What getopt_long() returns for a row; letters are below it. */
enum { CODE_BASE = 256 };

static const char *const order_names[] = {
    [ORDER_SIZE] = "size",
    [ORDER_PARIKH] = "parikh",
    [ORDER_FOATA] = "foata",
};

const char *options_order(enum engine_order order)
{
    return order_names[order];
}

static const char *const stubborn_names[] = {
    [STUBBORN_PROPERTY] = "property",
    [STUBBORN_PERSISTENT] = "persistent",
    [STUBBORN_NONE] = "none",
};

const char *options_stubborn(enum engine_stubborn stubborn)
{
    return stubborn_names[stubborn];
}

/* Numbers are strict: digits only, nothing before or behind. */

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Reads digits at *at; false when there are none or too many. */
static bool read_digits(const char **at, uint64_t *value)
{
    const char *from = *at;

    *value = 0;
    for (; is_digit(**at); ++*at) {
        const uint64_t digit = (uint64_t)(**at - '0');

        if (*value > (UINT64_MAX - digit) / 10)
            return false;
        *value = *value * 10 + digit;
    }
    return *at > from;
}

static bool read_number(const char *text, uint64_t *value)
{
    return read_digits(&text, value) && *text == '\0';
}

static bool read_size(const char *text, uint64_t *value)
{
    static const char units[] = "KMG";

    if (!read_digits(&text, value))
        return false;

    const char *unit = *text ? strchr(units, *text) : NULL;
    const uint32_t shift = unit ? 10 * (uint32_t)(unit - units + 1) : 0;

    if (unit)
        text++;
    if (*text != '\0' || *value > UINT64_MAX >> shift)
        return false;
    *value <<= shift;
    return true;
}

static bool read_decimal(const char *text, double *value)
{
    const size_t whole = strspn(text, "0123456789");
    const size_t point = text[whole] == '.';
    const size_t rest = strspn(text + whole + point, "0123456789");

    if (whole + rest == 0 || text[whole + point + rest] != '\0')
        return false;
    *value = strtod(text, NULL);
    return isfinite(*value);
}

static bool read_order(const char *text, enum engine_order *order)
{
    const uint32_t n = sizeof order_names / sizeof *order_names;

    for (uint32_t i = 0; i < n; i++)
        if (!strcmp(text, order_names[i])) {
            *order = (enum engine_order)i;
            return true;
        }
    return false;
}

static bool read_cache(const char *text, uint64_t *bytes)
{
    *bytes = strcmp(text, "none") ? 0 : ENGINE_NO_CACHE;
    if (*bytes || !strcmp(text, "unlimited"))
        return true;
    if (!read_size(text, bytes))
        return false;
    if (!*bytes)
        *bytes = ENGINE_NO_CACHE;
    return true;
}

static bool read_choice(const char *text, enum engine_choice *choice)
{
    *choice = strcmp(text, "oldest") ? CHOICE_LARGEST : CHOICE_OLDEST;
    return *choice == CHOICE_OLDEST || !strcmp(text, "largest");
}

static bool read_stubborn(const char *text, enum engine_stubborn *stubborn)
{
    const uint32_t n = sizeof stubborn_names / sizeof *stubborn_names;

    for (uint32_t i = 0; i < n; i++)
        if (!strcmp(text, stubborn_names[i])) {
            *stubborn = (enum engine_stubborn)i;
            return true;
        }
    return false;
}

static bool read_switch(const char *text, bool *on)
{
    *on = !strcmp(text, "on");
    return *on || !strcmp(text, "off");
}

static bool read_table(const char *text, struct option_table *table)
{
    *table = (struct option_table){.on = strcmp(text, "off") != 0};
    if (!table->on || !strcmp(text, "on"))
        return true;
    return read_size(text, &table->limit) && table->limit > 0;
}

static bool read_factor(const char *text, double *factor)
{
    *factor = 0;
    return !strcmp(text, "off") || (read_decimal(text, factor) && *factor > 1);
}

static bool read_field(const struct row *row, struct options *options,
                       const char *text)
{
    void *field = (char *)options + row->field;

    switch (row->kind) {
    case KIND_FLAG:
        *(bool *)field = true;
        return true;
    case KIND_NUMBER:
        return read_number(text, field) && *(uint64_t *)field >= row->low &&
               *(uint64_t *)field <= row->high;
    case KIND_SECONDS:
        return read_decimal(text, field);
    case KIND_SIZE:
        return read_size(text, field);
    case KIND_TEXT:
        *(const char **)field = text;
        return *text != '\0';
    case KIND_OUTPUT:
        *(struct option_output *)field = (struct option_output){true, text};
        return text == NULL || *text != '\0';
    case KIND_ORDER:
        return read_order(text, field);
    case KIND_CACHE:
        return read_cache(text, field);
    case KIND_CHOICE:
        return read_choice(text, field);
    case KIND_STUBBORN:
        return read_stubborn(text, field);
    case KIND_SWITCH:
        return read_switch(text, field);
    case KIND_TABLE:
        return read_table(text, field);
    case KIND_FACTOR:
        return read_factor(text, field);
    case KIND_QUESTION:
        *(bool *)field = true;
        vec_push(&options->questions, ((struct option_question){
                                          (enum option_id)(row - rows), text}));
        return true;
    }
    return false;
}

/* What the argument of a row may be, for messages. */
static const char *wanted(const struct row *row)
{
    switch (row->kind) {
    case KIND_NUMBER:
        return row->high > 9  ? "a whole number"
               : row->low > 0 ? "a number from 1 to 3"
                              : "a number from 0 to 2";
    case KIND_SECONDS:
        return "seconds, as in 2.5";
    case KIND_SIZE:
        return "a size in bytes, as in 500M";
    case KIND_ORDER:
        return "size, parikh or foata";
    case KIND_CACHE:
        return "none, unlimited or a size in bytes, as in 500M";
    case KIND_CHOICE:
        return "largest or oldest";
    case KIND_STUBBORN:
        return "none, persistent or property";
    case KIND_SWITCH:
        return "on or off";
    case KIND_TABLE:
        return "on, off or a number of entries, as in 4M";
    case KIND_FACTOR:
        return "off or a number above 1";
    case KIND_FLAG:
    case KIND_TEXT:
    case KIND_OUTPUT:
    case KIND_QUESTION:
        return "a text that is not empty";
    }
    return "";
}

static bool take(const struct row *row, struct options *options,
                 const char *text, struct diag *diag)
{
    return read_field(row, options, text) ||
           diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                       "'%s' is nothing for --%s, which wants %s", text,
                       row->name, wanted(row));
}

static void set_defaults(struct options *options)
{
    memset(options, 0, sizeof *options);
    for (uint32_t i = 0; i < OPTION_COUNT; i++)
        if (rows[i].value)
            read_field(&rows[i], options, rows[i].value);
}

/* What getopt_long() wants to know. */
static void fill_long(struct option *all)
{
    for (uint32_t i = 0; i < OPTION_COUNT; i++) {
        const int has = rows[i].kind == KIND_OUTPUT ? optional_argument
                        : rows[i].argument          ? required_argument
                                                    : no_argument;

        all[i] = (struct option){rows[i].name, has, NULL, CODE_BASE + (int)i};
    }
    all[OPTION_COUNT] = (struct option){0};
}

static void fill_letters(char *letters)
{
    *letters++ = ':';
    for (uint32_t i = 0; i < OPTION_COUNT; i++) {
        if (rows[i].letter)
            *letters++ = rows[i].letter;
        if (rows[i].letter && rows[i].argument)
            *letters++ = ':';
    }
    *letters = '\0';
}

static const struct row *find_row(int code)
{
    for (uint32_t i = 0; i < OPTION_COUNT; i++)
        if (code == CODE_BASE + (int)i || code == rows[i].letter)
            return &rows[i];
    return NULL;
}

/* getopt_long() returned ':' or '?' and left optopt and optind behind. */
static bool report_unread(int code, char **argv, struct diag *diag)
{
    const struct row *row = optopt ? find_row(optopt) : NULL;

    if (row && code == ':')
        return diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                           "option '--%s' needs an argument: %s", row->name,
                           row->argument);
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

static bool is_standard(const char *file)
{
    return file && !strcmp(file, "-");
}

int options_take_stdout(const struct options *options)
{
    const struct option_output *json = &options->json;

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

/* The seconds of a row of --compare, for those who do not say. */
enum { ROW_SECONDS = 60 };

/* A comparison runs many times: what is about one run does not go with it. */
static bool check_comparison(struct options *options, struct diag *diag)
{
    const char *odd = options->dot             ? "dot"
                      : options->certificate   ? "certificate"
                      : options->mci           ? "mci"
                      : options->replay        ? "replay"
                      : options->witness.given ? "witness"
                                               : NULL;

    if (!options->compare)
        return true;
    if (!options->timed)
        options->timeout = ROW_SECONDS;
    return !odd ||
           diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                       "--compare makes many runs; --%s is about one", odd);
}

/* A certificate is of one answer. */
static bool check_certificate(const struct options *options, struct diag *diag)
{
    const option_questions *questions = &options->questions;

    return !options->certificate ||
           (questions->len == 1 &&
            questions->at[0].kind != OPTION_all_transitions) ||
           diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                       "--certificate is of one answer: ask exactly one of "
                       "--reach, --marking, --marking-exact and --deadlock");
}

/* What no single option can tell. */
static bool check_together(struct options *options, int argc, char **argv,
                           struct diag *diag)
{
    if (options->help || options->version)
        return true;
    if (optind == argc)
        return diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                           "which net?  punf-por NET [options]; see --help");
    if (optind + 1 < argc)
        return diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                           "one net at a time: '%s' and '%s' were given",
                           argv[optind], argv[optind + 1]);
    options->net = argv[optind];
    if (options->dot_conditions && !options->dot)
        return diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                           "--dot-conditions changes what --dot draws; there "
                           "is no --dot");
    if (options->dot && options->cache)
        return diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                           "--dot draws all that was explored, --cache evicts "
                           "it: one of them");
    if (options->replay && options->dot)
        return diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                           "--replay explores nothing that --dot could draw");
    if (options->no_cutoffs) {
        options->table.on = false;
        options->deepening = 0;
    }
    return check_comparison(options, diag) &&
           check_certificate(options, diag) && check_streams(options, diag);
}

bool options_read(struct options *options, int argc, char **argv,
                  struct diag *diag)
{
    struct option all[OPTION_COUNT + 1];
    char letters[2 * OPTION_COUNT + 2];
    int code;

    set_defaults(options);
    fill_long(all);
    fill_letters(letters);
    system_restart_getopt();
    while ((code = getopt_long(argc, argv, letters, all, NULL)) != -1) {
        if (code == '?' || code == ':')
            return report_unread(code, argv, diag);
        if (!take(find_row(code), options, optarg, diag))
            return false;
        if (code == CODE_BASE + OPTION_timeout)
            options->timed = true;
        if (options->help || options->version)
            break;
    }
    return check_together(options, argc, argv, diag);
}

void options_finish(struct options *options)
{
    vec_free(&options->questions);
}

/* The text of --help. */

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

static void print_row(FILE *out, const struct row *row)
{
    const char *open = row->kind == KIND_OUTPUT ? "[=" : " ";
    const char *close = row->kind == KIND_OUTPUT ? "]" : "";
    char text[512];
    int at;

    at =
        row->letter ? fprintf(out, "  -%c, ", row->letter) : fprintf(out, "  ");
    at += fprintf(out, "--%s", row->name);
    if (row->argument)
        at += fprintf(out, "%s%s%s", open, row->argument, close);
    snprintf(text, sizeof text, "%s%s%s%s", row->help,
             row->value ? " (default: " : "", row->value ? row->value : "",
             row->value ? ")" : "");
    print_wrapped(out, text, at);
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
#define X(kind, field, name, letter, argument, value, low, high, help) \
    print_row(out, &rows[OPTION_##field]);
    OPTIONS(HEAD, X)
#undef X
#undef HEAD
    fputs("\nExit code: 0 yes (several questions: all answered), 1 no, 2 "
          "unknown\n"
          "or a limit was met, 3 usage, 4 bad input, 5 out of memory or an\n"
          "internal error.\n",
          out);
}
