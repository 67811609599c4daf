#include "base/text.h"

#include <math.h>
#include <string.h>

void text_add(text_buffer *text, const char *bytes, size_t n)
{
    if (n >= UINT32_MAX - text->len)
        mem_failed(SIZE_MAX);
    vec_reserve(text, (uint32_t)n + 1);
    if (n)
        memcpy(text->at + text->len, bytes, n);
    text->len += (uint32_t)n;
}

void text_put(text_buffer *text, const char *words)
{
    text_add(text, words, strlen(words));
}

void text_put_name(text_buffer *text, const char *name)
{
    text_put(text, "\"");
    for (; *name; name++) {
        if (*name == '"' || *name == '\\')
            text_put(text, "\\");
        text_add(text, name, 1);
    }
    text_put(text, "\"");
}

uint32_t text_letters(const char *text, size_t n)
{
    uint32_t letters = 0;

    for (size_t i = 0; i < n; i++)
        letters += text_begins(text[i]);
    return letters;
}

const char *text_end(text_buffer *text)
{
    vec_reserve(text, 1);
    text->at[text->len] = '\0';
    return text->at;
}

bool text_read_line(text_buffer *text, uint32_t most, FILE *file)
{
    int c = getc(file);
    const bool any = c != EOF;

    vec_clear(text);
    for (; c != EOF && c != '\n'; c = getc(file)) {
        vec_push(text, (char)c);
        if (text->len > most)
            break;
    }
    return any && !ferror(file);
}

/* Shortest form only, no surrogates, nothing beyond Unicode. */
static bool is_character(uint32_t value, uint32_t n)
{
    if (n == 3 && value < 0x800)
        return false;
    if (n == 4 && (value < 0x10000 || value > 0x10ffff))
        return false;
    return (value < 0xd800 || value > 0xdfff) && value != 0xfffe &&
           value != 0xffff;
}

uint32_t text_character(const char *text, uint32_t *value)
{
    const unsigned char *const s = (const unsigned char *)text;
    const uint32_t n = s[0] < 0x80   ? 1
                       : s[0] < 0xc2 ? 0
                       : s[0] < 0xe0 ? 2
                       : s[0] < 0xf0 ? 3
                       : s[0] < 0xf5 ? 4
                                     : 0;

    *value = n < 2 ? s[0] : s[0] & (0x7fu >> n);
    for (uint32_t i = 1; i < n; i++) {
        if ((s[i] & 0xc0) != 0x80)
            return 0;
        *value = *value << 6 | (s[i] & 0x3fu);
    }
    return n && is_character(*value, n) ? n : 0;
}

bool text_is_utf8(const char *text)
{
    uint32_t value, n = 1;

    for (; n && *text; text += n)
        n = text_character(text, &value);
    return n;
}

bool text_has_control(const char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text < 0x20 || *text == 0x7f)
            return true;
    return false;
}

void text_print(const char *text, FILE *out)
{
    for (; *text != '\0'; text++) {
        const unsigned char c = (unsigned char)*text;

        if (c < 0x20 || c == 0x7f)
            fprintf(out, "\\x%02x", c);
        else
            fputc(c, out);
    }
}

void text_from_latin1(text_buffer *text)
{
    text_buffer wide = {0};

    for (uint32_t i = 0; i < text->len; i++) {
        const unsigned char c = (unsigned char)text->at[i];

        if (c < 0x80) {
            text_add(&wide, text->at + i, 1);
        } else {
            const char pair[2] = {(char)(0xc0 | c >> 6),
                                  (char)(0x80 | (c & 0x3f))};

            text_add(&wide, pair, 2);
        }
    }
    vec_free(text);
    *text = wide;
}

const char *text_make_utf8(text_buffer *text)
{
    if (!text_is_utf8(text_end(text)))
        text_from_latin1(text);
    return text_end(text);
}

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

void text_collapse(text_buffer *text)
{
    uint32_t len = 0;
    bool gap = false;

    for (uint32_t i = 0; i < text->len; i++) {
        if (is_space(text->at[i])) {
            gap = len > 0;
            continue;
        }
        /* At least one blank was skipped, so there is room for it. */
        if (gap)
            text->at[len++] = ' ';
        text->at[len++] = text->at[i];
        gap = false;
    }
    text->len = len;
}

bool text_is_name(const char *text)
{
    const size_t n = strlen(text);

    return n && text[0] != ' ' && text[n - 1] != ' ' && !strstr(text, "  ") &&
           !text_has_control(text) && text_is_utf8(text);
}

char *text_quoted(const char *text)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyz"
                                "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_'";
    text_buffer word = {0};

    if (*text && !text[strspn(text, plain)])
        return mem_text(text);
    text_put(&word, "{");
    for (; *text; text++) {
        if (strchr("{}\\", *text))
            text_put(&word, "\\");
        text_add(&word, text, 1);
    }
    text_put(&word, "}");
    (void)text_end(&word);
    return word.at;
}

enum text_number text_number(const char *text, uint64_t *value)
{
    bool negative = false, too_large = false, any = false;

    while (is_space(*text))
        text++;
    if (*text == '-' || *text == '+')
        negative = *text++ == '-';
    *value = 0;
    for (; *text >= '0' && *text <= '9'; text++) {
        const unsigned digit = (unsigned)(*text - '0');

        any = true;
        too_large |= *value > (UINT64_MAX - digit) / 10;
        *value = *value * 10 + digit;
    }
    while (is_space(*text))
        text++;
    if (!any || *text)
        return TEXT_NO_NUMBER;
    return negative && *value ? TEXT_NEGATIVE
           : too_large        ? TEXT_TOO_LARGE
                              : TEXT_NUMBER;
}

bool text_decimal(const char **at, double *value)
{
    const char *text = *at;
    uint32_t n_digits = 0, n_points = 0;
    double scale = 1;

    *value = 0;
    for (; (*text >= '0' && *text <= '9') || (*text == '.' && n_points == 0);
         text++) {
        if (*text == '.') {
            n_points++;
            continue;
        }
        *value = *value * 10 + (*text - '0');
        scale *= n_points ? 10 : 1;
        n_digits++;
    }
    *value /= scale;
    *at = text;
    return n_digits && isfinite(*value) && isfinite(scale);
}

bool text_seconds(const char *text, double *seconds)
{
    static const struct {
        const char *name;
        double seconds;
    } units[] = {{"", 1},   {"ms", 0.001}, {"s", 1},
                 {"m", 60}, {"h", 3600},   {"d", 86400}};
    uint32_t i = 0;

    if (!text_decimal(&text, seconds))
        return false;
    while (i < sizeof units / sizeof *units && strcmp(text, units[i].name) != 0)
        i++;
    if (i == sizeof units / sizeof *units)
        return false;
    *seconds *= units[i].seconds;
    return isfinite(*seconds);
}

uint32_t text_find_word(const char *words, const char *text, size_t len)
{
    for (uint32_t i = 0;; i++) {
        const size_t n = strcspn(words, "|");

        if (n == len && !memcmp(words, text, len))
            return i;
        if (words[n] == '\0')
            return UINT32_MAX;
        words += n + 1;
    }
}

bool text_is_word(const char *words, const char *text)
{
    return text_find_word(words, text, strlen(text)) != UINT32_MAX;
}

const char *text_words(const char *words, const char *last, char *text,
                       size_t size)
{
    size_t n = 0;

    while (n + 8 < size && *words) {
        const size_t len = strcspn(words, "|");
        const bool more = words[len] != '\0';
        const bool is_last = more && !strchr(words + len + 1, '|');

        n += (size_t)snprintf(text + n, size - n, "%.*s%s%s%s", (int)len, words,
                              !more || is_last ? "" : ", ", is_last ? " " : "",
                              is_last ? last : "");
        if (is_last && n < size)
            n += (size_t)snprintf(text + n, size - n, " ");
        words += len + more;
    }
    return text;
}
