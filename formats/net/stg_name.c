#include "formats/net/stg_name.h"

#include <ctype.h>
#include <string.h>

/* Other tools write more than Workcraft reads; what has a meaning of its own in
 * the format is in no name. */
static bool is_name_byte(unsigned char c)
{
    return isalnum(c) || c > 0x7f || (c && strchr("_.[]$:'@", c));
}

/* The length of the name that the word begins with.  DesiJ has names such as
 * a-b, in which a dash is no edge. */
static size_t name_len(const char *word)
{
    const char *at = word;

    for (;;) {
        const size_t n = strspn(at, "-");

        if (!is_name_byte((unsigned char)at[n]) || (n && at == word))
            return (size_t)(at - word);
        at += n + 1;
    }
}

/* The digits behind the slash, up to the end of the word. */
static bool parse_instance(const char *digits, struct stg_name *name)
{
    uint64_t number = 0;

    name->numbered = true;
    if (!*digits || strlen(digits) > 9 || digits[strspn(digits, "0123456789")])
        return false;
    (void)text_number(digits, &number);
    name->instance = (uint32_t)number;
    return true;
}

bool stg_name_parse(const char *word, struct stg_name *name)
{
    *name = (struct stg_name){0};
    name->len = name_len(word);

    const char *rest = word + name->len;

    if (*rest && strchr("+-~", *rest))
        name->edge = *rest++;
    if (*rest == '/')
        return name->len && parse_instance(rest + 1, name);
    return name->len && !*rest;
}

bool stg_name_is_plain(const char *word, const struct stg_name *name)
{
    const char *digits = strchr(word, '/');

    if (isdigit((unsigned char)word[0]) || word[0] == '.')
        return false;
    for (size_t i = 0; i < name->len; i++) {
        const unsigned char c = (unsigned char)word[i];

        if (c > 0x7f || !(isalnum(c) || c == '_' || c == '.'))
            return false;
    }
    return !name->numbered || (digits && digits[1] != '0');
}

const char *stg_name_between(const char *from, const char *to,
                             text_buffer *text)
{
    text->len = 0;
    text_add(text, "<", 1);
    text_put(text, from);
    text_add(text, ",", 1);
    text_put(text, to);
    text_add(text, ">", 1);
    return text_end(text);
}
