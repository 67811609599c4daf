#include "base/diag.h"

#include "base/text.h"

#include <stdarg.h>

bool diag_report(struct diag *diag, enum diag_code code, const char *file,
                 uint32_t line, uint32_t column, const char *format, ...)
{
    va_list args;

    if (!diag || diag->code != DIAG_NONE)
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

void diag_print(const struct diag *diag, FILE *out)
{
    if (diag->file[0]) {
        text_print(diag->file, out);
        if (diag->line)
            fprintf(out, ":%u", diag->line);
        if (diag->line && diag->column)
            fprintf(out, ":%u", diag->column);
    } else {
        fputs("punf-por", out);
    }
    fputs(": error: ", out);
    text_print(diag->text, out);
    fputc('\n', out);
}
