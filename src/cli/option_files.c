#include "cli/option_files.h"

#include "base/mem.h"
#include "cli/file_pattern.h"
#include "cli/named_files.h"

#include <string.h>

/* The value of a row that names a file; NULL: it does not, or was not given. */
static const char **file_of(struct options *options, uint32_t i)
{
    const struct options_row *const row = options_row(i);
    void *const field = (char *)options + row->field;
    const char **file = NULL;

    if (!row->argument || strcmp(row->argument, "FILE") != 0)
        return NULL;
    if (row->kind == OPTIONS_TEXT)
        file = field;
    else if (row->kind == OPTIONS_OUTPUT)
        file = &((struct options_output *)field)->file;
    return file && *file ? file : NULL;
}

static bool is_output(uint32_t i)
{
    return i != OPTIONS_property && i != OPTIONS_replay &&
           i != OPTIONS_nets_from;
}

/* --- one net -------------------------------------------------------------- */

void option_files_fill(struct option_files *files, struct options *options)
{
    for (uint32_t i = 0; i < OPTIONS_COUNT; i++) {
        const char **const file = file_of(options, i);

        if (!file || i == OPTIONS_nets_from || !file_pattern_is(*file))
            continue;
        vec_push(&files->names, file_pattern_fill(*file, options->net));
        *file = vec_top(&files->names)[0];
    }
}

void option_files_finish(struct option_files *files)
{
    for (uint32_t i = 0; i < files->names.len; i++)
        mem_free(files->names.at[i]);
    vec_free(&files->names);
}

/* --- all nets ------------------------------------------------------------- */

static bool refuse_shared(const struct options_row *row, const char *file,
                          struct diag *diag)
{
    const bool equals = row->kind == OPTIONS_OUTPUT;

    return diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                       "--%s '%.80s' is one file for several nets; {/.} in the "
                       "name stands for a net: --%s%s'{/.}.%s'",
                       row->name, file, row->name, equals ? "=" : " ",
                       row->name);
}

/* Has each output a placeholder? */
static bool check_patterns(struct options *options, struct diag *diag)
{
    for (uint32_t i = 0; i < OPTIONS_COUNT; i++) {
        const char **const file = file_of(options, i);

        if (file && is_output(i) && i != OPTIONS_json &&
            !file_pattern_is(*file))
            return refuse_shared(options_row(i), *file, diag);
    }
    return true;
}

static const char *option_text(uint32_t i)
{
    static const char *const texts[OPTIONS_COUNT] = {
#define HEAD(topic, title)
#define X(kind, field, name, letter, argument, help) "--" name,
        OPTIONS(HEAD, X)
#undef X
#undef HEAD
    };

    return texts[i];
}

/* The files that are the same for all nets. */
static void add_shared(struct named_files *files, struct options *options)
{
    for (uint32_t i = 0; i < options->nets.len; i++)
        named_files_add(files, "the net", NULL, options->nets.at[i], false);
    if (options->dependency)
        named_files_add(files, "--dependency", NULL, options->dependency,
                        false);
    for (uint32_t i = 0; i < OPTIONS_COUNT; i++) {
        const char **const file = file_of(options, i);

        if (file && !file_pattern_is(*file))
            named_files_add(files, option_text(i), NULL, *file, is_output(i));
    }
}

/* The files of one net. */
static void add_patterns(struct named_files *files,
                         const struct options *options, const char *net)
{
    struct options patterns = *options, filled = *options;
    struct option_files names = {0};

    filled.net = net;
    option_files_fill(&names, &filled);
    for (uint32_t i = 0; i < OPTIONS_COUNT; i++) {
        const char **const pattern = file_of(&patterns, i);

        if (pattern && file_pattern_is(*pattern))
            named_files_add(files, option_text(i),
                            options->nets.len > 1 ? net : NULL,
                            *file_of(&filled, i), is_output(i));
    }
    option_files_finish(&names);
}

static bool has_output(struct options *options)
{
    for (uint32_t i = 0; i < OPTIONS_COUNT; i++)
        if (file_of(options, i) && is_output(i))
            return true;
    return false;
}

bool option_files_check(const struct options *options, struct diag *diag)
{
    struct options copy = *options;
    struct named_files files = {0};
    bool good;

    if (!has_output(&copy))
        return true;
    if (options->nets.len > 1 && !check_patterns(&copy, diag))
        return false;
    add_shared(&files, &copy);
    for (uint32_t i = 0; i < options->nets.len; i++)
        add_patterns(&files, options, options->nets.at[i]);
    good = named_files_check(&files, diag);
    named_files_finish(&files);
    return good;
}
