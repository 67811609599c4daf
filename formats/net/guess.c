#include "formats/net/net_formats.h"

#include "formats/text/scan.h"

#include <stdbool.h>
#include <string.h>
#include <strings.h>

/* What a file of this kind begins with. */
struct guess {
    const char *begin;
    size_t len; /* of begin, which may contain NUL */
    const char *kind;
};

static const struct guess bytes[] = {
    {"PK\003\004", 4, "a zip archive"},
    {"\3757zXZ\0", 6, "a file packed by xz"},
    {"BZh", 3, "a file packed by bzip2"},
    {"\x28\xb5\x2f\xfd", 4, "a file packed by zstd"},
    {"7z\xbc\xaf\x27\x1c", 6, "a 7z archive"},
    {"Rar!", 4, "a rar archive"},
    {"%PDF", 4, "a PDF document"},
    {"\x89PNG", 4, "a picture (PNG)"},
    {"\x7f"
     "ELF",
     4, "a program"},
};

/* Words at the beginning of a text, behind white space. */
static const struct guess words[] = {
    {"<!doctype html", 14, "an HTML page"},
    {"<html", 5, "an HTML page"},
    {"digraph", 7, "a graph of Graphviz"},
    {"graph", 5, "a graph of Graphviz"},
    {"strict", 6, "a graph of Graphviz"},
    {"HOA:", 4, "an automaton (HOA)"},
    {"des (", 5, "a transition system (.aut)"},
    {"[", 1, "a JSON document"},
    {"{\"", 2, "a JSON document"},
    {"h ", 2, "a net drawn with Tina's editor (.ndr)"},
    {"p ", 2, "a net drawn with Tina's editor (.ndr)"},
    {"t ", 2, "a net drawn with Tina's editor (.ndr)"},
    {"#!", 2, "a script"},
    {"punf-por certificate", 20, "a certificate of this tool"},
};

static bool is_tar(const char *page, size_t len)
{
    return len > 262 && !memcmp(page + 257, "ustar", 5);
}

const char *guess_kind(const char *page, size_t len)
{
    const size_t at = scan_prelude(page, len, 0);

    for (size_t i = 0; i < sizeof bytes / sizeof *bytes; i++)
        if (len >= bytes[i].len && !memcmp(page, bytes[i].begin, bytes[i].len))
            return bytes[i].kind;
    if (is_tar(page, len))
        return "a tar archive";
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (len - at >= words[i].len &&
            !strncasecmp(page + at, words[i].begin, words[i].len))
            return words[i].kind;
    return NULL;
}
