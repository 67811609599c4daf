#include "api/run/settings.h"

#include "base/text.h"
#include "proof/reduction/reduction_rule.h"

#include <inttypes.h>
#include <string.h>

const struct settings_row settings_rows[] = {
#define X(kind, id, name, argument, words, value, most, help) \
    {SETTINGS_KIND_##kind, name, argument, words, value, most, help},
    SETTINGS(X)
#undef X
};

/* --- values --------------------------------------------------------------- */

/* Numbers contain digits only, and no white space around them. */

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Reads digits at *at; false when there are none, or on overflow. */
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

static bool read_number(const char *text, const struct settings_row *row,
                        uint64_t *value)
{
    return read_digits(&text, value) && *text == '\0' && *value <= row->most;
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

/* Words with commas between them; words is NULL: names of rules. */
static bool read_list(const char *text, const char *words, uint64_t *value)
{
    *value = 0;
    for (;;) {
        const size_t len = strcspn(text, ",");
        const uint32_t i = words ? text_find_word(words, text, len)
                                 : (uint32_t)reduction_rule_find(text, len);

        if (i == (words ? UINT32_MAX : (uint32_t)REDUCTION_RULES))
            return false;
        *value |= (uint64_t)1 << i;
        if (text[len] == '\0')
            return true;
        text += len + 1;
    }
}

/* Of each kind, the words for 0 and for SETTINGS_OFF, and what it takes, for
 * messages. */
static const struct {
    const char *zero, *off, *takes;
} kinds[] = {
    [SETTINGS_KIND_TEXT] = {.takes = "a text that is not empty"},
    [SETTINGS_KIND_NUMBER] = {.takes = "a whole number below 2^64"},
    [SETTINGS_KIND_THREADS] = {"auto", NULL, "auto or a number from 1 to 256"},
    [SETTINGS_KIND_SECONDS] = {.takes = "a time such as 90, 2.5, 500ms, 1m or "
                                        "2h"},
    [SETTINGS_KIND_MEMORY] = {NULL, "auto",
                              "auto or a number of bytes such as 500K, 64M or "
                              "2G"},
    [SETTINGS_KIND_TABLE] = {"on", "off",
                             "on, off or a number of entries such as 4M"},
    [SETTINGS_KIND_CACHE] = {"unlimited", "none",
                             "none, unlimited or a number of bytes such as 64M "
                             "or 2G"},
    [SETTINGS_KIND_FACTOR] = {"off", NULL, "off or a number above 1"},
    [SETTINGS_KIND_RULES] = {"off", "auto",
                             "auto, on, off or rules such as dead,post"},
};

static bool is_word(const char *text, const char *word)
{
    return word && !strcmp(text, word);
}

static bool read_value(const struct settings_row *row, const char *text,
                       struct settings_value *value)
{
    uint64_t *const number = &value->number;

    *number = is_word(text, kinds[row->kind].off) ? SETTINGS_OFF : 0;
    if (*number || is_word(text, kinds[row->kind].zero))
        return true;
    switch (row->kind) {
    case SETTINGS_KIND_WORD:
        *number = text_find_word(row->words, text, strlen(text));
        return *number != UINT32_MAX;
    case SETTINGS_KIND_TEXT:
        return *text != '\0';
    case SETTINGS_KIND_NUMBER:
        return read_number(text, row, number);
    case SETTINGS_KIND_THREADS:
        return read_number(text, row, number) && *number;
    case SETTINGS_KIND_SECONDS:
        return text_seconds(text, &value->real);
    case SETTINGS_KIND_MEMORY:
        return read_size(text, number);
    case SETTINGS_KIND_TABLE:
        return read_size(text, number) && *number;
    case SETTINGS_KIND_CACHE:
        if (!read_size(text, number))
            return false;
        if (!*number)
            *number = SETTINGS_OFF; /* no bytes */
        return true;
    case SETTINGS_KIND_FACTOR:
        return text_decimal(&text, &value->real) && *text == '\0' &&
               value->real > 1;
    case SETTINGS_KIND_LIST:
        return read_list(text, row->words, number);
    case SETTINGS_KIND_RULES:
        *number = ((uint64_t)1 << REDUCTION_RULES) - 1;
        return !strcmp(text, "on") || read_list(text, NULL, number);
    }
    return false;
}

/* Seconds without their unit, and without zeros at the end. */
static char *write_seconds(double seconds)
{
    char digits[330];
    size_t len = (size_t)snprintf(digits, sizeof digits, "%.9f", seconds);

    while (digits[len - 1] == '0')
        len--;
    digits[len - (digits[len - 1] == '.')] = '\0';
    return mem_text(digits);
}

/* The text of a value; a size and a duration have no unit. */
static char *write_value(const struct settings_row *row, const char *text,
                         const struct settings_value *value)
{
    const uint64_t number = value->number;
    char digits[24];

    if (row->kind == SETTINGS_KIND_SECONDS)
        return write_seconds(value->real);
    if (!is_digit(*text) || row->kind == SETTINGS_KIND_FACTOR ||
        row->kind == SETTINGS_KIND_TEXT)
        return mem_text(text);
    if (number == SETTINGS_OFF && row->kind == SETTINGS_KIND_CACHE)
        return mem_text("none");
    (void)snprintf(digits, sizeof digits, "%" PRIu64, number);
    return mem_text(digits);
}

/* The possible values of a row, for messages. */
static const char *expected(const struct settings_row *row, char text[128])
{
    char words[96];

    if (row->kind == SETTINGS_KIND_WORD)
        return text_words(row->argument, "or", text, 128);
    if (row->kind == SETTINGS_KIND_LIST)
        (void)snprintf(text, 128, "a list of %s, with commas",
                       text_words(row->words, "or", words, sizeof words));
    else if (row->kind == SETTINGS_KIND_NUMBER && row->most < UINT64_MAX)
        (void)snprintf(text, 128, "a whole number from 0 to %" PRIu64,
                       row->most);
    else
        return kinds[row->kind].takes;
    return text;
}

static bool refuse_value(const struct settings_row *row, const char *text,
                         struct diag *diag)
{
    char words[128];

    return diag_usage(diag, "option '%s' takes %s, not '%s'", row->name,
                      expected(row, words), text);
}

/* --- settings ------------------------------------------------------------- */

void settings_init(struct settings *settings)
{
    *settings = (struct settings){0};
    for (uint32_t i = 0; i < SETTING_COUNT; i++)
        (void)read_value(&settings_rows[i], settings_rows[i].value,
                         &settings->values[i]);
}

void settings_finish(struct settings *settings)
{
    for (uint32_t i = 0; i < SETTING_COUNT; i++)
        mem_free(settings->texts[i]);
    *settings = (struct settings){0};
}

enum settings_id settings_find(const char *name, struct diag *diag)
{
    uint32_t i = 0;

    while (i < SETTING_COUNT && strcmp(settings_rows[i].name, name) != 0)
        i++;
    if (i == SETTING_COUNT)
        (void)diag_usage(diag, "there is no option '%s'", name);
    return (enum settings_id)i;
}

bool settings_check(enum settings_id id, const char *text, struct diag *diag)
{
    struct settings_value value = {0};

    return !text || read_value(&settings_rows[id], text, &value) ||
           refuse_value(&settings_rows[id], text, diag);
}

bool settings_set(struct settings *settings, enum settings_id id,
                  const char *text, struct diag *diag)
{
    const struct settings_row *const row = &settings_rows[id];
    struct settings_value value = {0};
    char *kept = NULL;

    if (!read_value(row, text ? text : row->value, &value))
        return refuse_value(row, text, diag);
    if (text)
        kept = write_value(row, text, &value);
    mem_free(settings->texts[id]);
    settings->texts[id] = kept;
    settings->values[id] = value;
    return true;
}

const char *settings_text(const struct settings *settings, enum settings_id id)
{
    return settings->texts[id] ? settings->texts[id] : settings_rows[id].value;
}
