#include "cli/usage.h"

#include "base/mem.h"
#include "cli/options.h"

#include <stdlib.h>
#include <string.h>

enum { HELP_INDENT = 26, HELP_WIDTH = 79 };

/* The columns that n bytes of UTF-8 take. */
static int width(const char *text, int n)
{
    int columns = 0;

    for (int i = 0; i < n; i++)
        columns += ((unsigned char)text[i] & 0xc0) != 0x80;
    return columns;
}

/* Prints the words of text from HELP_INDENT on; at is the column where the
 * cursor stands. */
static void print_wrapped(FILE *out, const char *text, int at)
{
    if (at + 2 > HELP_INDENT) {
        fputc('\n', out);
        at = 0;
    }
    at += fprintf(out, "%*s", HELP_INDENT - at - 1, "");
    while (*text != '\0') {
        const int n = (int)strcspn(text, " ");

        if (at + 1 + width(text, n) > HELP_WIDTH)
            at = fprintf(out, "\n%*s", HELP_INDENT - 1, "") - 1;
        fprintf(out, " %.*s", n, text);
        at += 1 + width(text, n);
        text += n;
        text += strspn(text, " ");
    }
    fputc('\n', out);
}

/* "(por, prefix) ": the engines that use option i, unless all do.  An option
 * that engines use is used by their race as well. */
static void print_engines(FILE *out, uint32_t i)
{
    static const char *const engines[] = {"por",      "prefix", "state",
                                          "equation", "walk",   "reverse"};
    enum { N_ENGINES = sizeof engines / sizeof *engines };
    const char *between = "(";
    uint32_t n = 0;

    for (uint32_t k = 0; k < N_ENGINES; k++)
        n += options_is_used(i, engines[k]);
    if (n == N_ENGINES)
        return;
    for (uint32_t k = 0; k < N_ENGINES; k++)
        if (options_is_used(i, engines[k])) {
            fprintf(out, "%s%s", between, engines[k]);
            between = ", ";
        }
    fprintf(out, "%s) ", n ? "" : "(auto");
}

static void print_help(FILE *out, const struct options_row *row)
{
    const uint32_t i = options_number(row);

    if (row->kind != OPTIONS_SETTING) {
        fputs(row->help, out);
        return;
    }
    print_engines(out, i);
    fprintf(out, "%s (default: %s)", punfpor_option_help(i),
            punfpor_option_default(i));
}

static void print_row(FILE *out, const struct options_row *row)
{
    const char *open = row->kind == OPTIONS_OUTPUT ? "[=" : " ";
    const char *close = row->kind == OPTIONS_OUTPUT ? "]" : "";
    char *text = NULL;
    size_t len = 0;
    FILE *page = open_memstream(&text, &len);
    int at;

    if (!page)
        mem_failed(0);
    print_help(page, row);
    if (fclose(page))
        mem_failed(0);
    at =
        row->letter ? fprintf(out, "  -%c, ", row->letter) : fprintf(out, "  ");
    at += fprintf(out, "--%s", row->name);
    if (options_argument(row))
        at += fprintf(out, "%s%s%s", open, options_argument(row), close);
    print_wrapped(out, text, at);
    free(text);
}

void usage_print(FILE *out)
{
    fputs("usage: punf-por NET [options]\n\n"
          "Answers questions about the reachable markings of a safe Petri net\n"
          "(PNML, .ll_net, .net, .g, .lola or .tapn; - is standard input) by\n"
          "unfolding and partial order reduction.  Engines in parentheses are "
          "those that use an option.\n",
          out);
#define HEAD(title) fprintf(out, "\n%s:\n", title);
#define X(kind, field, name, letter, argument, help) \
    print_row(out, options_row(OPTIONS_##field));
    OPTIONS(HEAD, X)
#undef X
#undef HEAD
    fputs("\nExit code: 0 yes (several questions: all answered), 1 no, 2 "
          "unknown\n"
          "or a limit was met, 3 usage, 4 bad input, 5 out of memory or an\n"
          "internal error.\n",
          out);
}
