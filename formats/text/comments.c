#include "formats/text/comments.h"

#include <string.h>

static void enter_state(struct comments *c, enum comments_state state)
{
    c->state = state;
    c->run = 0;
}

/* Within what ends in n times this byte and '>'. */
static void pass_until(struct comments *c, char byte, char last, uint32_t n)
{
    if (byte == last)
        c->run++;
    else if (byte == '>' && c->run >= n)
        enter_state(c, COMMENTS_OUTSIDE);
    else
        c->run = 0;
}

/* The next byte; true when the hyphen two bytes before it belongs to no end of
 * the comment that it is in. */
static bool pass(struct comments *c, char byte)
{
    const bool wrong = c->run >= 2 && byte != '>';

    switch (c->state) {
    case COMMENTS_OUTSIDE:
        if (byte == '<')
            enter_state(c, COMMENTS_OPENED);
        return false;
    case COMMENTS_OPENED:
        enter_state(c, byte == '!'   ? COMMENTS_BANG
                       : byte == '?' ? COMMENTS_INSTRUCTION
                                     : COMMENTS_OUTSIDE);
        return false;
    case COMMENTS_BANG:
        enter_state(c, byte == '-'   ? COMMENTS_HYPHEN
                       : byte == '[' ? COMMENTS_SECTION
                                     : COMMENTS_OUTSIDE);
        return false;
    case COMMENTS_HYPHEN:
        enter_state(c, byte == '-' ? COMMENTS_INSIDE : COMMENTS_OUTSIDE);
        return false;
    case COMMENTS_INSIDE:
        pass_until(c, byte, '-', 2);
        return wrong;
    case COMMENTS_SECTION:
        pass_until(c, byte, ']', 2);
        return false;
    case COMMENTS_INSTRUCTION:
        pass_until(c, byte, '?', 1);
        return false;
    }
    return false;
}

size_t comments_mend(struct comments *c, char *bytes, size_t n,
                     const char **first)
{
    size_t left = 0;

    *first = NULL;
    for (size_t i = 0; i < n; i++) {
        if (c->state == COMMENTS_OUTSIDE) {
            const char *const open = memchr(bytes + i, '<', n - i);

            if (!open)
                return 0;
            i = (size_t)(open - bytes);
        }
        if (pass(c, bytes[i])) {
            bytes[i - 2] = ' ';
            *first = *first ? *first : bytes + i - 2;
        }
    }
    if (c->state == COMMENTS_INSIDE) {
        left = c->run < 2 ? c->run : 2;
        c->run = 0;
    }
    return left;
}
