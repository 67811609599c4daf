#include "base/diag.h"

#include <stdarg.h>
#include <string.h>

bool diag_report(struct diag *diag, enum diag_code code, const char *file,
                 uint32_t line, uint32_t column, const char *format, ...)
{
    va_list args;

    if (diag->code != DIAG_NONE)
        return false;
    diag->code = code;
    diag->line = line;
    diag->column = column;
    (void)snprintf(diag->file, sizeof diag->file, "%s", file ? file : "");
    va_start(args, format);
    (void)vsnprintf(diag->text, sizeof diag->text, format, args);
    va_end(args);
    return false;
}

static void print_clean(const char *text, FILE *out)
{
    for (const char *c = text; *c; c++)
        if ((unsigned char)*c < 0x20 || *c == 0x7f)
            fprintf(out, "\\x%02x", (unsigned)*c);
        else
            fputc(*c, out);
}

void diag_print(const struct diag *diag, FILE *out)
{
    if (diag->file[0]) {
        print_clean(diag->file, out);
        if (diag->line)
            fprintf(out, ":%u", diag->line);
        if (diag->line && diag->column)
            fprintf(out, ":%u", diag->column);
    } else {
        fputs("punf-por", out);
    }
    fputs(": error: ", out);
    print_clean(diag->text, out);
    fputc('\n', out);
}
