#include "cli/options.h"

#include "base/text.h"
#include "cli/result.h"

#include <stddef.h>
#include <string.h>

/* The rows of the table, but for what the library says of a SETTING. */
static const struct options_row rows[OPTIONS_COUNT] = {
#define HEAD(topic, title)
#define X(kind, field, name, letter, argument, help)                   \
    {OPTIONS_##kind, 0,        offsetof(struct options, field),  name, \
     letter,         argument, OPTIONS_##kind == OPTIONS_OUTPUT, help},
    OPTIONS(HEAD, X)
#undef X
#undef HEAD
};

/* --- rows ---------------------------------------------------------------- */

uint32_t options_count(void)
{
    return OPTIONS_COUNT + punfpor_kind_count();
}

static uint32_t number_of(const char *setting)
{
    uint32_t i = 0;

    while (i < punfpor_option_count() &&
           strcmp(punfpor_option_name(i), setting) != 0)
        i++;
    return i;
}

static struct options_row question_row(uint32_t kind)
{
    return (struct options_row){
        .kind = OPTIONS_QUESTION,
        .number = kind,
        .name = punfpor_kind_word(kind),
        .argument = punfpor_kind_argument(kind),
        .is_optional = punfpor_kind_is_optional(kind),
        .help = punfpor_kind_help(kind),
    };
}

struct options_row options_row(uint32_t i)
{
    struct options_row row;

    if (i >= OPTIONS_COUNT)
        return question_row(i - OPTIONS_COUNT);
    row = rows[i];
    if (row.kind == OPTIONS_SETTING) {
        row.number = number_of(row.name);
        row.argument = punfpor_option_argument(row.number);
        row.help = punfpor_option_help(row.number);
    }
    return row;
}

uint32_t options_find(const char *word)
{
    const size_t len = strcspn(word, "=");
    uint32_t i = 0;

    for (; i < options_count(); i++) {
        const char *const name = options_row(i).name;

        if (strlen(name) == len && !memcmp(name, word, len))
            break;
    }
    return i;
}

bool options_asks(const struct options_question *question, const char *word)
{
    return !strcmp(punfpor_kind_word(question->kind), word);
}

/* --- values --------------------------------------------------------------- */

bool options_given(const struct options *options, enum options_id i)
{
    const void *const field = (const char *)options + rows[i].field;

    return rows[i].kind == OPTIONS_FLAG ? *(const bool *)field
                                        : *(const char *const *)field != NULL;
}

const char *options_argument(const struct options *options, enum options_id i)
{
    const void *const field = (const char *)options + rows[i].field;
    const char *const text =
        rows[i].kind == OPTIONS_FLAG ? NULL : *(const char *const *)field;

    return text && *text ? text : NULL;
}

const char *options_first(const struct options *options,
                          const enum options_id *ids)
{
    while (*ids != OPTIONS_COUNT && !options_given(options, *ids))
        ids++;
    return *ids == OPTIONS_COUNT ? NULL : rows[*ids].name;
}

/* --- options of the library ---------------------------------------------- */

const char *options_setting(const struct options *options, uint32_t i)
{
    const char *const name = punfpor_option_name(i);

    if (!strcmp(name, "cutoffs"))
        return options->no_cutoffs ? "off" : NULL;
    for (uint32_t k = 0; k < OPTIONS_COUNT; k++)
        if (rows[k].kind == OPTIONS_SETTING && !strcmp(rows[k].name, name))
            return options_argument(options, k);
    return NULL;
}

double options_seconds(const struct options *options)
{
    double seconds = 0;

    return options->timeout && text_seconds(options->timeout, &seconds)
               ? seconds
               : 0;
}

void options_set(punfpor *problem, const char *option, const char *value,
                 punfpor_error *error)
{
    if (!error->status)
        (void)punfpor_set(problem, option, value, error);
}

void options_set_seconds(punfpor *problem, double seconds)
{
    char text[32];

    (void)snprintf(text, sizeof text, "%.3f",
                   seconds > 0.001 ? seconds : 0.001);
    (void)punfpor_set(problem, "timeout", text, NULL);
}

bool options_apply(const struct options *options, punfpor *problem,
                   punfpor_error *error)
{
    for (uint32_t i = 0; i < punfpor_option_count(); i++) {
        const char *const value = options_setting(options, i);

        if (value)
            options_set(problem, punfpor_option_name(i), value, error);
    }
    return !error->status;
}

static bool is_used(const char *option, uint32_t engine)
{
    const uint32_t i = number_of(option);

    return i < punfpor_option_count() && punfpor_option_used(i, engine);
}

bool options_use(const char *engine, const char *option)
{
    for (uint32_t e = 0; e < punfpor_engine_count(); e++)
        if (!strcmp(engine, punfpor_engine_name(e)))
            return is_used(option, e);
    return false;
}

struct options_text options_users(const char *option)
{
    struct options_text text = {""};
    char words[sizeof text.at] = "";
    size_t n = 0;

    for (uint32_t e = 0; e < punfpor_engine_count(); e++)
        if (is_used(option, e))
            n += (size_t)snprintf(words + n, sizeof words - n, "%s%s",
                                  n ? "|" : "", punfpor_engine_name(e));
    text_words(words, "or", text.at, sizeof text.at);
    return text;
}

const char *options_engine(enum punfpor_trait trait, const char *option)
{
    for (uint32_t e = 0; e < punfpor_engine_count(); e++)
        if (punfpor_engine_has(e, trait) && (!option || is_used(option, e)))
            return punfpor_engine_name(e);
    return "";
}

bool options_is_race(const char *engine)
{
    return !strcmp(engine, options_engine(PUNFPOR_RACES, NULL));
}

/* --- what is wanted ------------------------------------------------------ */

const char *options_file_of(const struct options *options, enum options_id i)
{
    return rows[i].argument && !strcmp(rows[i].argument, "FILE")
               ? options_argument(options, i)
               : NULL;
}

void options_set_file(struct options *options, enum options_id i,
                      const char *file)
{
    void *const field = (char *)options + rows[i].field;

    *(const char **)field = file;
}

const char *options_output_of(const struct options *options, enum options_id i)
{
    const bool is_read = i == OPTIONS_property || i == OPTIONS_replay ||
                         i == OPTIONS_cost || i == OPTIONS_nets_from;

    return is_read ? NULL : options_file_of(options, i);
}

int options_take_stdout(const struct options *options)
{
    int n = (options->json && !*options->json) + !!options->list +
            (options->concurrent && !options->concurrent_file);

    for (uint32_t i = 0; i < OPTIONS_COUNT; i++) {
        const char *const file = options_output_of(options, i);

        n += file && !strcmp(file, "-");
    }
    return n;
}

/* A comparison draws bars. */
static bool draws_svg(const struct options *options)
{
    return options->svg && !options->compare;
}

bool options_draws(const struct options *options)
{
    return options->dot || draws_svg(options) || options->pdf || options->png;
}

const char *options_format(const char *path, const char *formats,
                           const char *otherwise)
{
    const char *const point = strrchr(path, '.');

    return point && text_is_word(formats, point + 1) ? point + 1 : otherwise;
}

const char *options_drawing_format(const char *path)
{
    return options_format(path, "svg|pdf|png", "dot");
}

static bool is_picture(const char *path)
{
    return path && strcmp(options_drawing_format(path), "dot") != 0;
}

bool options_draw_pictures(const struct options *options)
{
    return options->svg || options->pdf || options->png || options->html ||
           is_picture(options->dot) || is_picture(options->dot_net) ||
           is_picture(options->relations);
}

const char *options_prefix_file(const struct options *options)
{
    return options->dot           ? "dot"
           : draws_svg(options)   ? "svg"
           : options->pdf         ? "pdf"
           : options->png         ? "png"
           : options->html        ? "html"
           : options->prefix_json ? "prefix-json"
                                  : NULL;
}

bool options_file(const struct options *options)
{
    return options_prefix_file(options) || options->profile || options->mci ||
           options->mp || options->prefix_pnml || options->json;
}

bool options_explore(const struct options *options)
{
    return options->questions.len > 0 || options->property ||
           options_file(options) || options->stats || options->replay ||
           options->compare ||
           !(options->write || options->dot_net || options->list ||
             options->relations || options->concurrent);
}

void options_finish(struct options *options)
{
    vec_free(&options->questions);
    vec_free(&options->nets);
}
