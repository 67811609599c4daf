#include "cli/program/journal.h"

#include "base/output.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

/* --- hashes --------------------------------------------------------------- */

/* FNV-1a of 64 bits. */
static const uint64_t START = 0xcbf29ce484222325u;

static uint64_t hash_of(uint64_t h, const char *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++)
        h = (h ^ (unsigned char)bytes[i]) * 0x100000001b3u;
    return h;
}

/* Another hash for a file that cannot be read than for an empty one. */
static uint64_t hash_file(uint64_t h, const char *path)
{
    FILE *const file = fopen(path, "r");
    char bytes[4096];
    size_t n;

    if (!file)
        return hash_of(h, "?", 1);
    h = hash_of(h, ".", 1);
    while ((n = fread(bytes, 1, sizeof bytes, file)) > 0)
        h = hash_of(h, bytes, n);
    (void)fclose(file);
    return h;
}

/* Of all that is read about the net. */
static uint64_t hash_net(const struct options *options, const char *net)
{
    options_name_list names = {0};
    const struct options filled = option_files_fill(options, net, &names);
    uint64_t h = hash_file(START, net);

    if (filled.property)
        h = hash_file(h, filled.property);
    if (filled.replay)
        h = hash_file(h, filled.replay);
    if (filled.dependency &&
        !text_is_word("none|classic|read", filled.dependency))
        h = hash_file(h, filled.dependency);
    option_files_finish(&names);
    return h;
}

/* --- what the run is ------------------------------------------------------ */

/* Options that change no result. */
static bool is_aside(uint32_t i)
{
    return i == OPTIONS_jobs || i == OPTIONS_nets_from ||
           i == OPTIONS_checkpoint || i == OPTIONS_checkpoint_every ||
           i == OPTIONS_resume;
}

static void print_value(FILE *page, const char *word, const char *name,
                        const char *value)
{
    fprintf(page, "%s --%s%s", word, name, value ? "=" : "");
    text_print(value ? value : "", page);
    fputc('\n', page);
}

static void print_run(FILE *page, const struct options *options)
{
    fprintf(page, "punf-por journal 3 %s\n", punfpor_version());
    for (uint32_t i = 0; i < OPTIONS_COUNT; i++)
        if (!is_aside(i) && options_given(options, i))
            print_value(page, "option", options_row(i).name,
                        options_argument(options, i));
    for (uint32_t i = 0; i < options->questions.len; i++) {
        const struct options_question *const question =
            &options->questions.at[i];

        print_value(page, "question", punfpor_kind_word(question->kind),
                    question->text);
    }
    for (uint32_t i = 0; i < options->nets.len; i++) {
        const char *const net = options->nets.at[i];

        fprintf(page, "net %016" PRIx64 " ", hash_net(options, net));
        text_print(net, page);
        fputc('\n', page);
    }
    fputs("begin\n", page);
}

static void describe(const struct options *options, text_buffer *text)
{
    char *bytes = NULL;
    size_t n = 0;
    FILE *const page = open_memstream(&bytes, &n);

    if (!page)
        mem_failed(0);
    print_run(page, options);
    if (fclose(page))
        mem_failed(0);
    text_add(text, bytes, n);
    free(bytes);
}

/* --- records -------------------------------------------------------------- */

/* A record is ["hash",report]: the hash is that of the text of the report. */
enum { HEAD = 20 }; /* of a line: what is before the report */

static void print_head(char head[HEAD + 1], const char *text, size_t n)
{
    (void)snprintf(head, HEAD + 1, "[\"%016" PRIx64 "\",",
                   hash_of(START, text, n));
}

/* False when it cannot be written. */
static bool write_record(const json_t *report, FILE *file)
{
    char *const text = json_text(report);
    char head[HEAD + 1];
    bool good = text != NULL;

    if (good) {
        print_head(head, text, strlen(text));
        good = fprintf(file, "%s%s]\n", head, text) > 0;
    }
    mem_free(text);
    return good;
}

/* Reads the line of n bytes; false when it is no record. */
static bool read_record(const char *line, size_t n,
                        struct journal_record *record)
{
    const char *const text = line + HEAD;
    char head[HEAD + 1];
    int *const key = record->key;

    if (n <= HEAD || line[n - 1] != ']')
        return false;
    print_head(head, text, n - HEAD - 1);
    if (memcmp(head, line, HEAD) != 0)
        return false;
    record->report = json_receive(text, n - HEAD - 1);
    if (json_unpack(record->report, "{s:[i,i,i,i!]}", "task", &key[0], &key[1],
                    &key[2], &key[3])) {
        json_decref(record->report);
        return false;
    }
    return true;
}

/* Any order will do. */
static int compare(const void *a, const void *b)
{
    const struct journal_record *const x = a, *const y = b;

    return memcmp(x->key, y->key, sizeof x->key);
}

/* --- reading -------------------------------------------------------------- */

static bool read_all(const char *path, text_buffer *text, struct diag *diag)
{
    FILE *const file = fopen(path, "r");
    char bytes[4096];
    size_t n;
    bool good;

    if (!file)
        return diag_input(diag, path, "cannot read: %s", strerror(errno));
    while ((n = fread(bytes, 1, sizeof bytes, file)) > 0)
        text_add(text, bytes, n);
    good = !ferror(file) ||
           diag_input(diag, path, "cannot read: %s", strerror(errno));
    (void)fclose(file);
    return good;
}

/* The length of the line at `at`, without its newline. */
static int line_length(const char *at, const char *end)
{
    const char *const newline = memchr(at, '\n', (size_t)(end - at));
    const ptrdiff_t n = (newline ? newline : end) - at;

    return n > 300 ? 300 : (int)n;
}

static bool begins_with(const text_buffer *text, const char *word)
{
    const size_t n = strlen(word);

    return text->len >= n && !memcmp(text->at, word, n);
}

/* Says in which line the journal is that of another run. */
static bool check_head(const char *path, const text_buffer *text,
                       const text_buffer *own, struct diag *diag)
{
    uint32_t same = 0, line = 1, start = 0;

    if (begins_with(text, "punf-por checkpoint "))
        return diag_input(diag, path,
                          "this is the checkpoint of a search of engine "
                          "'%s', not a journal of tasks",
                          options_engine(PUNFPOR_SHARES, NULL));
    if (!begins_with(text, "punf-por journal "))
        return diag_input(diag, path, "this is no journal of tasks");
    while (same < own->len && same < text->len &&
           own->at[same] == text->at[same]) {
        if (own->at[same++] == '\n') {
            start = same;
            line++;
        }
    }
    if (same == own->len)
        return true;

    const char *const theirs = text->at + start, *const ours = own->at + start;

    return diag_report(diag, DIAG_INPUT, path, line, 0,
                       "the journal is that of another run: it has '%.*s', and "
                       "this run has '%.*s'",
                       line_length(theirs, text->at + text->len), theirs,
                       line_length(ours, own->at + own->len), ours);
}

static bool read_records(struct journal *journal, const char *path,
                         const text_buffer *own, struct diag *diag)
{
    text_buffer text = {0};
    const char *at, *end;

    if (!read_all(path, &text, diag) || !check_head(path, &text, own, diag)) {
        vec_free(&text);
        return false;
    }
    at = text.at + own->len;
    end = text.at + text.len;
    while (at < end && !journal->is_cut) {
        const char *const newline = memchr(at, '\n', (size_t)(end - at));
        const char *const stop = newline ? newline : end;
        struct journal_record record;

        if (read_record(at, (size_t)(stop - at), &record))
            vec_push(&journal->found, record);
        else
            journal->is_cut = true;
        at = stop + 1;
    }
    vec_free(&text);
    vec_sort(&journal->found, compare);
    return true;
}

/* --- writing -------------------------------------------------------------- */

/* Pipes and devices have no disk. */
static bool reaches_disk(const struct journal *journal)
{
    return !fsync(fileno(journal->file)) || errno == EINVAL || errno == EROFS;
}

/* The file appears when it has all that was found. */
static bool begin_file(struct journal *journal, const text_buffer *own,
                       struct diag *diag)
{
    struct output out;

    if (!output_open(&out, journal->path, diag))
        return false;
    (void)fwrite(own->at, 1, own->len, out.file);
    for (uint32_t i = 0; i < journal->found.len; i++)
        (void)write_record(journal->found.at[i].report, out.file);
    if (!output_close(&out, diag))
        return false;
    journal->file = fopen(journal->path, "a");
    return (journal->file && reaches_disk(journal)) ||
           output_report(DIAG_USAGE, journal->path, errno, diag);
}

bool journal_add(struct journal *journal, uint32_t net,
                 const struct task_part *part, json_t *report,
                 struct diag *diag)
{
    if (!journal->file)
        return true;
    json_object_set_new(report, "task",
                        json_pack("[i,i,i,i]", (int)net, (int)part->kind,
                                  (int)part->first, (int)part->n));
    if (write_record(report, journal->file) && !fflush(journal->file) &&
        reaches_disk(journal))
        return true;
    (void)output_report(DIAG_INTERNAL, journal->path, errno, diag);
    (void)fclose(journal->file); /* what follows a part is not read */
    journal->file = NULL;
    return false;
}

/* --- all of it ------------------------------------------------------------ */

static bool is_file(const char *value)
{
    return value && strcmp(value, "off") != 0;
}

bool journal_open(struct journal *journal, const struct options *options,
                  struct diag *diag)
{
    text_buffer own = {0};
    bool good = true;

    *journal = (struct journal){0};
    if (is_file(options->checkpoint))
        journal->path = options->checkpoint;
    if (!journal->path && !is_file(options->resume))
        return true;
    describe(options, &own);
    if (is_file(options->resume))
        good = read_records(journal, options->resume, &own, diag);
    if (good && journal->path)
        good = begin_file(journal, &own, diag);
    vec_free(&own);
    return good;
}

void journal_close(struct journal *journal)
{
    for (uint32_t i = 0; i < journal->found.len; i++)
        json_decref(journal->found.at[i].report);
    vec_free(&journal->found);
    if (journal->file)
        (void)fclose(journal->file);
    journal->file = NULL;
}

json_t *journal_take(struct journal *journal, uint32_t net,
                     const struct task_part *part)
{
    const struct journal_record key = {
        {(int)net, (int)part->kind, (int)part->first, (int)part->n}, NULL};
    struct journal_record *const found =
        journal->found.len
            ? bsearch(&key, journal->found.at, journal->found.len,
                      sizeof *journal->found.at, compare)
            : NULL;
    json_t *const report = found ? found->report : NULL;

    if (found)
        found->report = NULL;
    return report;
}
