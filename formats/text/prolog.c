#include "formats/text/prolog.h"

#include "base/check.h"

#include <stddef.h>
#include <string.h>
#include <strings.h>

static void begin(struct prolog *p, enum prolog_state state)
{
    p->state = state;
    p->n = 0;
    p->before[0] = p->before[1] = '\0';
}

/* Prefixes of the names of encodings that agree with ASCII. */
static bool is_known(const char *encoding)
{
    static const char *const known[] = {
        "UTF-8",       "UTF8",     "UTF-16",  "UTF16",    "US-ASCII",
        "ASCII",       "ISO-8859", "ISO8859", "ISO_8859", "LATIN",
        "WINDOWS-125", "CP125",    "KOI8-"};

    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strncasecmp(encoding, known[i], strlen(known[i])))
            return true;
    return false;
}

/* Reduces text to the part between the quotes behind "encoding =". */
static bool find_encoding(char *text)
{
    const char *at = strstr(text, "encoding");

    if (!at)
        return false;
    at += strcspn(at, "'\"");

    const size_t len = *at ? strcspn(at + 1, "'\"") : 0;

    memmove(text, *at ? at + 1 : at, len);
    text[len] = '\0';
    return true;
}

/* At the end of an instruction: rejects an XML declaration with an encoding
 * that is not known to agree with ASCII. */
static void check_declaration(struct prolog *p)
{
    const bool fits = p->n < sizeof p->text;

    p->text[fits ? p->n : sizeof p->text - 1] = '\0';
    if (!strncmp(p->text, "xml", 3) && strchr(" \t\r\n", p->text[3]) &&
        (!fits || (find_encoding(p->text) && !is_known(p->text))))
        p->state = PROLOG_ENCODING;
    else
        p->state = PROLOG_OUTSIDE;
}

static void keep(struct prolog *p, char c)
{
    if (p->n < sizeof p->text)
        p->text[p->n] = c;
    p->n += p->n < UINT32_MAX;
    p->before[0] = p->before[1];
    p->before[1] = c;
}

static void pass_inside(struct prolog *p, char c)
{
    const bool comment = p->state == PROLOG_COMMENT;

    if (c != '>')
        keep(p, c);
    else if (comment && p->before[0] == '-' && p->before[1] == '-' && p->n > 2)
        p->state = PROLOG_OUTSIDE; /* n counts the second '-' of "<!--" too */
    else if (!comment && p->before[1] == '?')
        check_declaration(p);
    else
        keep(p, c);
}

bool prolog_pass(struct prolog *p, char c)
{
    if (!c)
        return true;
    switch (p->state) {
    case PROLOG_OUTSIDE:
        if (c == '<')
            begin(p, PROLOG_OPENED);
        return true;
    case PROLOG_OPENED:
        begin(p, c == '!'   ? PROLOG_BANG
                 : c == '?' ? PROLOG_INSTRUCTION
                            : PROLOG_OVER);
        return true;
    case PROLOG_BANG:
        begin(p, c == '-' ? PROLOG_COMMENT : PROLOG_DOCTYPE);
        return p->state != PROLOG_DOCTYPE;
    case PROLOG_COMMENT:
    case PROLOG_INSTRUCTION:
        pass_inside(p, c);
        return p->state != PROLOG_ENCODING;
    case PROLOG_OVER:
        return true;
    case PROLOG_DOCTYPE:
    case PROLOG_ENCODING:
        break;
    }
    return false;
}
