#include "cli/options.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>

/* --- patterns ------------------------------------------------------------- */

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

static struct piece folder_of(const char *net)
{
    const size_t len = (size_t)(last_part(net) - net);

    return len == 0 ? (struct piece){".", 1}
                    : (struct piece){net, len > 1 ? len - 1 : 1};
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

static const char *const placeholders[] = {"{}", "{.}", "{/}", "{//}", "{/.}"};

/* The placeholder that the text begins with; NULL: none. */
static const char *placeholder_at(const char *text)
{
    for (size_t i = 0; i < sizeof placeholders / sizeof *placeholders; i++)
        if (!strncmp(text, placeholders[i], strlen(placeholders[i])))
            return placeholders[i];
    return NULL;
}

/* A slash in it: without the folder.  A point: without the extension. */
static struct piece piece_of(const char *net, const char *placeholder)
{
    struct piece piece = {net, strlen(net)};

    if (!strcmp(placeholder, "{//}"))
        return folder_of(net);
    if (strchr(placeholder, '/'))
        piece = (struct piece){last_part(net), strlen(last_part(net))};
    return strchr(placeholder, '.') ? cut(piece) : piece;
}

bool option_files_is_pattern(const char *text)
{
    for (; (text = strchr(text, '{')); text++)
        if (placeholder_at(text))
            return true;
    return false;
}

char *option_files_name(const char *text, const char *net)
{
    text_buffer filled = {0};
    char *copy;

    while (*text != '\0') {
        const char *const found = placeholder_at(text);

        if (found) {
            const struct piece piece = piece_of(net, found);

            text_add(&filled, piece.at, piece.len);
            text += strlen(found);
        } else {
            text_add(&filled, text++, 1);
        }
    }
    copy = mem_text(text_end(&filled));
    vec_free(&filled);
    return copy;
}

/* --- one net -------------------------------------------------------------- */

struct options option_files_fill(const struct options *options, const char *net,
                                 options_name_list *names)
{
    struct options filled = *options;

    filled.net = net;
    for (uint32_t i = 0; i < OPTIONS_COUNT; i++) {
        const char *const file = options_file_of(options, i);

        if (!file || i == OPTIONS_nets_from || !option_files_is_pattern(file))
            continue;
        vec_push(names, option_files_name(file, net));
        options_set_file(&filled, i, *vec_top(names));
    }
    return filled;
}

void option_files_finish(options_name_list *names)
{
    for (uint32_t i = 0; i < names->len; i++)
        mem_free(names->at[i]);
    vec_free(names);
}

/* --- files that are one -----------------------------------------------------
 */

struct named_file {
    const char *option; /* "json"; NULL: the net */
    const char *net;    /* for which it is; NULL: for all */
    char *file;
    bool is_output;
    uint32_t number; /* in the order in which they were added */
    dev_t device;    /* of the file, or of its folder */
    ino_t inode;
    const char *name; /* in the folder; "" when the file exists */
};

typedef VEC(struct named_file) named_files;

/* The folder of a file that does not exist; false when there is none. */
static bool stat_folder(const char *file, struct stat *status)
{
    const char *const slash = strrchr(file, '/');
    char *text = mem_text(slash ? file : ".");
    bool found;

    if (slash)
        text[slash == file ? 1 : slash - file] = '\0';
    found = !stat(text, status);
    mem_free(text);
    return found;
}

/* False for what differs from everything else. */
static bool identify(struct named_file *entry)
{
    const char *const slash = strrchr(entry->file, '/');
    struct stat status;

    if (!strcmp(entry->file, "-"))
        return false;
    entry->name = "";
    if (stat(entry->file, &status)) {
        entry->name = slash ? slash + 1 : entry->file;
        if (!stat_folder(entry->file, &status))
            return false;
    } else if (!S_ISREG(status.st_mode)) {
        return false;
    }
    entry->device = status.st_dev;
    entry->inode = status.st_ino;
    return true;
}

/* Copies the name of the file and borrows the other texts. */
static void add_file(named_files *files, const char *option, const char *net,
                     const char *file, bool is_output)
{
    struct named_file entry = {
        .option = option,
        .net = net,
        .file = mem_text(file),
        .is_output = is_output,
        .number = files->len,
    };

    if (identify(&entry))
        vec_push(files, entry);
    else
        mem_free(entry.file);
}

static void finish_files(named_files *files)
{
    for (uint32_t i = 0; i < files->len; i++)
        mem_free(files->at[i].file);
    vec_free(files);
}

static int compare_files(const struct named_file *a, const struct named_file *b)
{
    if (a->device != b->device)
        return a->device < b->device ? -1 : 1;
    if (a->inode != b->inode)
        return a->inode < b->inode ? -1 : 1;
    return strcmp(a->name, b->name);
}

/* Equal files are together, in the order in which they were added. */
static int compare_entries(const void *left, const void *right)
{
    const struct named_file *const a = left, *const b = right;
    const int order = compare_files(a, b);

    return order ? order : (a->number > b->number) - (a->number < b->number);
}

static void label(const struct named_file *entry, char *text, size_t cap)
{
    const size_t n =
        (size_t)snprintf(text, cap, "%s%s", entry->option ? "--" : "the net",
                         entry->option ? entry->option : "");

    if (entry->net)
        (void)snprintf(text + n, cap - n, " of '%.200s'", entry->net);
}

static bool report(const struct named_file *a, const struct named_file *b,
                   struct diag *diag)
{
    char first[256], second[256];

    label(a, first, sizeof first);
    label(b, second, sizeof second);
    return diag_usage(diag, "%s and %s are one file, '%.200s'", first, second,
                      b->file);
}

/* Reports the first two that are one file, of which one is an output.  Changes
 * the order of the entries. */
static bool check_files(named_files *files, struct diag *diag)
{
    const struct named_file *first = files->at, *earlier = NULL, *later = NULL;

    vec_sort(files, compare_entries);
    for (uint32_t i = 1; i < files->len; i++) {
        const struct named_file *const entry = &files->at[i];

        if (compare_files(first, entry)) {
            first = entry;
        } else if ((first->is_output || entry->is_output) &&
                   (!later || entry->number < later->number)) {
            earlier = first;
            later = entry;
        }
    }
    return !later || report(earlier, later, diag);
}

/* --- all nets ------------------------------------------------------------- */

static bool refuse_shared(enum options_id i, const char *file,
                          struct diag *diag)
{
    const struct options_row row = options_row(i);

    return diag_usage(diag,
                      "--%s '%.80s' is one file for several nets; {/.} in the "
                      "name stands for a net: --%s%s'{/.}.%s'",
                      row.name, file, row.name, row.is_optional ? "=" : " ",
                      row.name);
}

/* Has each output a placeholder? */
static bool check_patterns(const struct options *options, struct diag *diag)
{
    for (uint32_t i = 0; i < OPTIONS_COUNT; i++) {
        const char *const file = options_output_of(options, i);

        if (file && i != OPTIONS_json && !option_files_is_pattern(file))
            return refuse_shared(i, file, diag);
    }
    return true;
}

/* The files that are the same for all nets. */
static void add_shared(named_files *files, const struct options *options)
{
    for (uint32_t i = 0; i < options->nets.len; i++)
        add_file(files, NULL, NULL, options->nets.at[i], false);
    if (options->dependency)
        add_file(files, "dependency", NULL, options->dependency, false);
    for (uint32_t i = 0; i < OPTIONS_COUNT; i++) {
        const char *const file = options_file_of(options, i);

        if (file && !option_files_is_pattern(file))
            add_file(files, options_row(i).name, NULL, file,
                     options_output_of(options, i));
    }
}

/* The files of one net. */
static void add_patterns(named_files *files, const struct options *options,
                         const char *net)
{
    options_name_list names = {0};
    const struct options filled = option_files_fill(options, net, &names);

    for (uint32_t i = 0; i < OPTIONS_COUNT; i++) {
        const char *const pattern = options_file_of(options, i);

        if (pattern && option_files_is_pattern(pattern))
            add_file(
                files, options_row(i).name, options->nets.len > 1 ? net : NULL,
                options_file_of(&filled, i), options_output_of(options, i));
    }
    option_files_finish(&names);
}

static bool has_output(const struct options *options)
{
    for (uint32_t i = 0; i < OPTIONS_COUNT; i++)
        if (options_output_of(options, i))
            return true;
    return false;
}

bool option_files_check(const struct options *options, struct diag *diag)
{
    named_files files = {0};
    bool good;

    if (!has_output(options))
        return true;
    if (options->nets.len > 1 && !check_patterns(options, diag))
        return false;
    add_shared(&files, options);
    for (uint32_t i = 0; i < options->nets.len; i++)
        add_patterns(&files, options, options->nets.at[i]);
    good = check_files(&files, diag);
    finish_files(&files);
    return good;
}
