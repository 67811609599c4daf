#include "formats/net/pnml_type.h"

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

enum { LEN = 40 };

/* The last part of a URI, without '/' at its end and without the suffix of a
 * grammar; anything else as a whole. */
static void cut(const char **from, const char **to)
{
    static const char *const suffixes[] = {".rng", ".rnc", ".pntd", ".xsd"};

    *to = *from + strlen(*from);
    if (strstr(*from, "://") || !strncmp(*from, "www.", 4)) {
        while (*to > *from && (*to)[-1] == '/')
            --*to;
        for (const char *at = *to; at > *from; at--)
            if (at[-1] == '/') {
                *from = at;
                break;
            }
    }
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
        const size_t n = strlen(suffixes[i]);

        if ((size_t)(*to - *from) > n && !memcmp(*to - n, suffixes[i], n))
            *to -= n;
    }
}

/* Small letters and digits alone: "P/T net" is "ptnet". */
static void simplify(const char *text, char name[LEN])
{
    const char *to;
    size_t n = 0;

    cut(&text, &to);
    for (; text < to && n < LEN - 1; text++)
        if (isalnum((unsigned char)*text))
            name[n++] = (char)tolower((unsigned char)*text);
    name[n] = '\0';
}

static bool is_of(const char *name, const char *const *names)
{
    while (*names)
        if (!strcmp(name, *names++))
            return true;
    return false;
}

enum pnml_type pnml_type_of(const char *text)
{
    static const char *const plain[] = {"",
                                        "ptnet",
                                        "ptnetb",
                                        "ptnets",
                                        "placetransitionnet",
                                        "petrinet",
                                        "petrinets",
                                        "pnmlcoremodel",
                                        "basicpnml",
                                        "epnml",
                                        "epnml11",
                                        "inhibitorptnet",
                                        "resetptnet",
                                        "resetinhibitorptnet",
                                        NULL};
    static const char *const coloured[] = {
        "symmetricnet",    "highlevelnet", "pthlpng",          "hlpn",
        "hlcorestructure", "hlpng",        "colouredpetrinet", NULL};
    char name[LEN];

    simplify(text, name);
    return is_of(name, plain)      ? PNML_TYPE_PT
           : is_of(name, coloured) ? PNML_TYPE_COLOURED
                                   : PNML_TYPE_UNKNOWN;
}
