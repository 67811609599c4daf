#include "cli/net_list.h"

#include "base/mem.h"
#include "base/text.h"

#include <errno.h>
#include <string.h>

/* A list that has more, or longer ones, is another file, or never ends. */
enum { MOST_LINES = 1000000, MOST_BYTES = 65536 };

static bool add_line(struct net_list *list, const char *path, uint32_t number,
                     text_buffer *line, struct diag *diag)
{
    const char *const name = text_end(line);
    const uint32_t len = (uint32_t)strlen(name);

    if (len < line->len)
        return diag_report(diag, DIAG_INPUT, path, number, len + 1,
                           "a null character in the name of a net");
    if (len > MOST_BYTES)
        return diag_report(diag, DIAG_INPUT, path, number, 0,
                           "the name of a net has more than %d bytes",
                           MOST_BYTES);
    if (number > MOST_LINES)
        return diag_report(diag, DIAG_INPUT, path, number, 0,
                           "the list has more than %d lines", MOST_LINES);
    if (len > 0 && *name != '#') /* a comment */
        vec_push(&list->names, mem_text(name));
    return true;
}

static bool read_lines(struct net_list *list, const char *path, FILE *file,
                       struct diag *diag)
{
    text_buffer line = {0};
    uint32_t number = 0;
    bool good = true;

    errno = 0;
    while (good && text_read_line(&line, MOST_BYTES, file))
        good = add_line(list, path, ++number, &line, diag);
    vec_free(&line);
    if (good && !feof(file))
        return diag_report(diag, DIAG_INPUT, path, 0, 0, "cannot read: %s",
                           strerror(errno));
    return good;
}

bool net_list_read(struct net_list *list, const char *path, struct diag *diag)
{
    const bool standard = !strcmp(path, "-");
    FILE *const file = standard ? stdin : fopen(path, "r");
    bool good;

    if (!file)
        return diag_report(diag, DIAG_INPUT, path, 0, 0, "cannot read: %s",
                           strerror(errno));
    good = read_lines(list, path, file, diag);
    if (!standard)
        (void)fclose(file);
    return good &&
           (list->names.len > 0 ||
            diag_report(diag, DIAG_INPUT, path, 0, 0, "the list names no net"));
}

void net_list_finish(struct net_list *list)
{
    for (uint32_t i = 0; i < list->names.len; i++)
        mem_free(list->names.at[i]);
    vec_free(&list->names);
}
