#include "cli/options.h"

#include "base/similar.h"
#include "base/system.h"
#include "cli/result.h"

#include <getopt.h>
#include <string.h>
#include <unistd.h>

/* What getopt_long() returns for a row, and for a word that is no option;
 * letters are between them. */
enum { CODE_BASE = 256, IS_NET = 1 };

static const char *name_at(uint32_t i)
{
    return options_row(i).name;
}

/* --- reading ------------------------------------------------------------- */

static bool read_setting(const struct options_row *row, const char *text,
                         struct diag *diag)
{
    punfpor_error error = {0};

    (void)punfpor_option_check(row->name, text, &error);
    return result_is_ok(&error, diag);
}

static bool read_text(const struct options_row *row, const char *text,
                      struct diag *diag)
{
    return *text != '\0' ||
           diag_usage(diag, "option '%s' takes a text that is not empty",
                      row->name);
}

/* text is NULL when none was given, as an OUTPUT and a FLAG may do. */
static bool read_row(const struct options_row *row, struct options *options,
                     const char *text, struct diag *diag)
{
    void *const field = (char *)options + row->field;

    switch (row->kind) {
    case OPTIONS_FLAG:
        *(bool *)field = true;
        return true;
    case OPTIONS_TEXT:
        *(const char **)field = text;
        return read_text(row, text, diag);
    case OPTIONS_OUTPUT:
        *(const char **)field = text ? text : "";
        return !text || read_text(row, text, diag);
    case OPTIONS_QUESTION:
        vec_push(&options->questions,
                 ((struct options_question){row->number, text}));
        return true;
    case OPTIONS_SETTING:
        *(const char **)field = text;
        return read_setting(row, text, diag);
    }
    return false;
}

/* The table for getopt_long(). */
static struct option *list_long(void)
{
    struct option *const all = mem_zero(options_count() + 1, sizeof *all);

    for (uint32_t i = 0; i < options_count(); i++) {
        const struct options_row row = options_row(i);
        const int has = row.is_optional ? optional_argument
                        : row.argument  ? required_argument
                                        : no_argument;

        all[i] = (struct option){row.name, has, NULL, CODE_BASE + (int)i};
    }
    return all;
}

static void fill_letters(char *letters)
{
    *letters++ = '-'; /* nets are words with the code IS_NET */
    *letters++ = ':';
    for (uint32_t i = 0; i < OPTIONS_COUNT; i++) {
        const struct options_row row = options_row(i);

        if (!row.letter)
            continue;
        *letters++ = row.letter;
        if (row.argument && !row.is_optional)
            *letters++ = ':';
    }
    *letters = '\0';
}

/* The row of what getopt_long() returned; options_count(): there is none. */
static uint32_t row_of_code(int code)
{
    uint32_t i = 0;

    if (code >= CODE_BASE)
        return (uint32_t)(code - CODE_BASE);
    while (i < OPTIONS_COUNT && options_row(i).letter != code)
        i++;
    return i < OPTIONS_COUNT ? i : options_count();
}

/* --- words that are wrong ------------------------------------------------- */

/* A shorter word stands for no option, so that a new option does not change
 * what it means. */
enum { SHORTEST = 5, SIMILAR = 400 };

/* The word of argv in which getopt_long() found the option that it returned. */
static const char *word_of(char **argv)
{
    return argv[optarg && optarg == argv[optind - 1] ? optind - 2 : optind - 1];
}

/* getopt_long() accepts every beginning of a name that no other name has. */
static bool check_length(const struct options_row *row, const char *word,
                         struct diag *diag)
{
    const size_t len = strncmp(word, "--", 2) ? 0 : strcspn(word + 2, "=");

    return len == 0 || len >= SHORTEST || len == strlen(row->name) ||
           diag_usage(diag,
                      "unknown option '%s'; a name can be shortened to %d "
                      "letters, not to fewer: --%s",
                      word, SHORTEST, row->name);
}

/* The rows of which the word, such as "--deadl=3", is a beginning. */
static uint32_t list_beginnings(const char *name, char *text, size_t cap)
{
    const size_t len = strcspn(name, "=");
    uint32_t n = 0;

    *text = '\0';
    for (uint32_t i = 0; len && i < options_count(); i++) {
        const size_t at = strlen(text);

        if (strncmp(name_at(i), name, len) != 0)
            continue;
        (void)snprintf(text + at, cap - at, "%s--%s",
                       n++ ? " or " : "; did you mean ", name_at(i));
    }
    (void)snprintf(text + strlen(text), cap - strlen(text), "%s", n ? "?" : "");
    return n;
}

/* "; did you mean --deadlock?", or "": the options whose names are like the
 * one in the word, up to '='; with or without those that contain it. */
static uint32_t list_similar(const char *word, bool parts, char *text,
                             size_t cap)
{
    char name[SIMILAR_LONGEST + 2];
    struct similar similar;

    (void)snprintf(name, sizeof name, "%.*s", (int)strcspn(word, "="), word);
    similar_init(&similar, name);
    for (uint32_t i = 0; i < options_count(); i++)
        similar_add(&similar, name_at(i));
    if (!parts && similar.distance > similar.most)
        similar.n = 0;
    similar_write(&similar, "--", "", text, cap);
    return similar.n;
}

static bool report_unknown(const char *word, struct diag *diag)
{
    char meant[SIMILAR];

    if (list_beginnings(word + 2, meant, sizeof meant))
        return diag_usage(diag, "ambiguous option '%s'%s", word, meant);
    return diag_usage(diag, "unknown option '%s'%s", word,
                      list_similar(word + 2, true, meant, sizeof meant)
                          ? meant
                          : "; see --help");
}

/* Does the word, such as "deadlock" or "reach=t3", name an option? */
static bool is_option(const char *word)
{
    return options_find(word) < options_count();
}

/* getopt_long() met an unknown letter in "-deadlock" or before that word. */
static bool report_letter(int letter, char **argv, struct diag *diag)
{
    for (int i = optind - 1; i <= optind && argv[i]; i++)
        if (argv[i][0] == '-' && is_option(argv[i] + 1))
            return diag_usage(diag, "unknown option '%s'; did you mean -%s?",
                              argv[i], argv[i]);
    return diag_usage(diag, "unknown option '-%c'; see --help", letter);
}

/* getopt_long() returned ':' or '?' and left optopt and optind behind. */
static bool report_unread(int code, char **argv, struct diag *diag)
{
    const uint32_t i = optopt ? row_of_code(optopt) : options_count();

    if (i < options_count() && code == ':')
        return diag_usage(diag, "option '--%s' needs an argument: %s",
                          name_at(i), options_row(i).argument);
    if (i < options_count())
        return diag_usage(diag, "option '--%s' takes no argument", name_at(i));
    if (optopt)
        return report_letter(optopt, argv, diag);
    return report_unknown(argv[optind - 1], diag);
}

/* Is a word meant as the value of the option before it, which takes its value
 * behind '=' only? */
static bool is_value(const char *before, const char *word)
{
    return before && (options_format(word, "json|scn", NULL) ||
                      (strcmp(word, "-") != 0 && access(word, F_OK) != 0));
}

/* A word that is no file may be an option without its dashes. */
static bool check_word(const char *word, struct diag *diag)
{
    char meant[SIMILAR];

    if (!strcmp(word, "-") || access(word, F_OK) == 0)
        return true;
    if (is_option(word))
        return diag_usage(diag, "there is no net '%s'; did you mean --%s?",
                          word, word);
    return strpbrk(word, "./") ||
           !list_similar(word, false, meant, sizeof meant) ||
           diag_usage(diag, "there is no net '%s'%s", word, meant);
}

static bool read_net(const char *before, struct options *options,
                     const char *word, struct diag *diag)
{
    if (is_value(before, word))
        return diag_usage(diag, "'%s' is not a net; did you mean '--%s=%s'?",
                          word, before, word);
    vec_push(&options->nets, word);
    return check_word(word, diag);
}

/* --- all of it ----------------------------------------------------------- */

/* Takes a word that getopt_long() accepted; *before is the option of the word
 * before it if that may have a value and has none. */
static bool read_word(int code, char **argv, const char **before,
                      struct options *options, struct diag *diag)
{
    const char *const option = *before;
    struct options_row row;

    if (code == '?' || code == ':')
        return report_unread(code, argv, diag);
    *before = NULL;
    if (code == IS_NET)
        return read_net(option, options, optarg, diag);
    row = options_row(row_of_code(code));
    if (row.kind == OPTIONS_OUTPUT && !optarg)
        *before = row.name;
    return check_length(&row, word_of(argv), diag) &&
           read_row(&row, options, optarg, diag);
}

/* Reads until --help or --version. */
static bool read_words(struct options *options, int argc, char **argv,
                       const struct option *all, struct diag *diag)
{
    char letters[2 * OPTIONS_COUNT + 3];
    const char *before = NULL;
    int code;

    fill_letters(letters);
    system_restart_getopt();
    while ((code = getopt_long(argc, argv, letters, all, NULL)) != -1) {
        if (!read_word(code, argv, &before, options, diag))
            return false;
        if (options->help && !*options->help && argv[optind])
            options->help = *argv[optind] ? argv[optind] : "-";
        if (options->help || options->version)
            return true;
    }
    for (; optind < argc; optind++) /* after "--" */
        vec_push(&options->nets, argv[optind]);
    options->net = options->nets.len ? options->nets.at[0] : NULL;
    return true;
}

bool option_words_read(struct options *options, int argc, char **argv,
                       struct diag *diag)
{
    struct option *const all = list_long();
    bool good;

    *options = (struct options){0};
    good = read_words(options, argc, argv, all, diag);
    mem_free(all);
    return good;
}
