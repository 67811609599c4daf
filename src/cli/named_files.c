#include "cli/named_files.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

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
static bool identify(struct named_files_entry *entry)
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

void named_files_add(struct named_files *files, const char *option,
                     const char *net, const char *file, bool is_output)
{
    struct named_files_entry entry = {
        .option = option,
        .net = net,
        .file = mem_text(file),
        .is_output = is_output,
        .number = files->n++,
    };

    if (identify(&entry))
        vec_push(&files->all, entry);
    else
        mem_free(entry.file);
}

void named_files_finish(struct named_files *files)
{
    for (uint32_t i = 0; i < files->all.len; i++)
        mem_free(files->all.at[i].file);
    vec_free(&files->all);
}

/* --- comparison ----------------------------------------------------------- */

static int compare_files(const struct named_files_entry *a,
                         const struct named_files_entry *b)
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
    const struct named_files_entry *const a = left, *const b = right;
    const int order = compare_files(a, b);

    return order ? order : (a->number > b->number) - (a->number < b->number);
}

/* Of the equal files from the first on: the first output that is not the first
 * of all; NULL: none.  *end is the first that differs. */
static const struct named_files_entry *
find_output(const struct named_files *files, uint32_t first, uint32_t *end)
{
    const struct named_files_entry *const all = files->all.at;
    const struct named_files_entry *found = NULL;

    for (*end = first + 1;
         *end < files->all.len && !compare_files(&all[first], &all[*end]);
         ++*end)
        if (!found && (all[*end].is_output || all[first].is_output))
            found = &all[*end];
    return found;
}

static void label(const struct named_files_entry *entry, char *text, size_t cap)
{
    if (entry->net)
        (void)snprintf(text, cap, "%s of '%.200s'", entry->option, entry->net);
    else
        (void)snprintf(text, cap, "%s", entry->option);
}

static bool report(const struct named_files_entry *a,
                   const struct named_files_entry *b, struct diag *diag)
{
    char first[256], second[256];

    label(a, first, sizeof first);
    label(b, second, sizeof second);
    return diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                       "%s and %s are one file, '%.200s'", first, second,
                       b->file);
}

bool named_files_check(struct named_files *files, struct diag *diag)
{
    const struct named_files_entry *const all = files->all.at;
    const struct named_files_entry *earlier = NULL, *later = NULL;
    uint32_t end;

    if (files->all.len < 2)
        return true;
    qsort(files->all.at, files->all.len, sizeof *files->all.at,
          compare_entries);
    for (uint32_t first = 0; first < files->all.len; first = end) {
        const struct named_files_entry *const found =
            find_output(files, first, &end);

        if (found && (!later || found->number < later->number)) {
            earlier = &all[first];
            later = found;
        }
    }
    return !later || report(earlier, later, diag);
}
