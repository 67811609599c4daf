#include "cli/file_pattern.h"

#include "base/mem.h"
#include "base/text.h"

#include <string.h>

/* A part of the name of the net. */
struct piece {
    const char *at;
    size_t len;
};

static const char *last_part(const char *net)
{
    const char *const slash = strrchr(net, '/');

    return slash ? slash + 1 : net;
}

static struct piece whole(const char *net)
{
    return (struct piece){net, strlen(net)};
}

static struct piece file_of(const char *net)
{
    return whole(last_part(net));
}

static struct piece folder_of(const char *net)
{
    const size_t len = (size_t)(last_part(net) - net);

    if (len == 0)
        return whole(".");
    return (struct piece){net, len > 1 ? len - 1 : 1};
}

/* Without the extension.  A name such as ".net" has none. */
static struct piece cut(struct piece piece)
{
    size_t at = piece.len;

    while (at > 0 && piece.at[at - 1] != '.' && piece.at[at - 1] != '/')
        at--;
    if (at > 1 && piece.at[at - 1] == '.' && piece.at[at - 2] != '/')
        piece.len = at - 1;
    return piece;
}

static struct piece stem_of(const char *net)
{
    return cut(whole(net));
}

static struct piece name_of(const char *net)
{
    return cut(file_of(net));
}

static const struct placeholder {
    const char *text;
    struct piece (*piece_of)(const char *net);
} placeholders[] = {
    {"{}", whole},       {"{.}", stem_of},  {"{/}", file_of},
    {"{//}", folder_of}, {"{/.}", name_of},
};

enum { N_PLACEHOLDERS = sizeof placeholders / sizeof *placeholders };

/* The placeholder that the text begins with; NULL: none. */
static const struct placeholder *placeholder_at(const char *text)
{
    for (uint32_t i = 0; i < N_PLACEHOLDERS; i++)
        if (!strncmp(text, placeholders[i].text, strlen(placeholders[i].text)))
            return &placeholders[i];
    return NULL;
}

bool file_pattern_is(const char *text)
{
    for (; (text = strchr(text, '{')); text++)
        if (placeholder_at(text))
            return true;
    return false;
}

char *file_pattern_fill(const char *text, const char *net)
{
    text_buffer filled = {0};
    char *copy;

    while (*text != '\0') {
        const struct placeholder *const found = placeholder_at(text);

        if (found) {
            const struct piece piece = found->piece_of(net);

            text_add(&filled, piece.at, piece.len);
            text += strlen(found->text);
        } else {
            text_add(&filled, text++, 1);
        }
    }
    copy = mem_text(text_end(&filled));
    vec_free(&filled);
    return copy;
}
