#include "cli/journal.h"

#include "base/mem.h"
#include "base/output.h"
#include "cli/option_files.h"

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

static bool is_relation(const char *text)
{
    return !strcmp(text, "none") || !strcmp(text, "classic") ||
           !strcmp(text, "read");
}

/* Of all that is read about the net. */
static uint64_t hash_net(const struct options *options, const char *net)
{
    struct options filled = *options;
    struct option_files names = {0};
    uint64_t h = hash_file(START, net);

    filled.net = net;
    option_files_fill(&names, &filled);
    if (filled.property)
        h = hash_file(h, filled.property);
    if (filled.replay)
        h = hash_file(h, filled.replay);
    if (filled.dependency && !is_relation(filled.dependency))
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

static void print_value(FILE *page, const char *word,
                        const struct options_row *row, const char *value)
{
    fprintf(page, "%s --%s%s", word, row->name, value ? "=" : "");
    text_print(value ? value : "", page);
    fputc('\n', page);
}

static void print_option(FILE *page, const struct options *options, uint32_t i)
{
    const struct options_row *const row = options_row(i);
    const void *const field = (const char *)options + row->field;

    switch (row->kind) {
    case OPTIONS_FLAG:
        if (*(const bool *)field)
            print_value(page, "option", row, NULL);
        break;
    case OPTIONS_TEXT:
    case OPTIONS_SETTING:
        if (*(const char *const *)field)
            print_value(page, "option", row, *(const char *const *)field);
        break;
    case OPTIONS_OUTPUT:
        if (((const struct options_output *)field)->given)
            print_value(page, "option", row,
                        ((const struct options_output *)field)->file);
        break;
    case OPTIONS_QUESTION:
        break;
    }
}

static void print_run(FILE *page, const struct options *options)
{
    fprintf(page, "punf-por journal 2 %s\n", punfpor_version());
    for (uint32_t i = 0; i < OPTIONS_COUNT; i++)
        if (!is_aside(i))
            print_option(page, options, i);
    for (uint32_t i = 0; i < options->questions.len; i++) {
        const struct options_question *const question =
            &options->questions.at[i];

        print_value(page, "question", options_row(question->kind),
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

static void pack(uint32_t net, const struct task_part *part,
                 const struct batch_child_report *report, text_buffer *record)
{
    char line[160];
    int n = snprintf(line, sizeof line,
                     "task %" PRIu32 " %d %" PRIu32 " %" PRIu32 " %d %" PRIu32
                     " %" PRIu32 " %" PRIu32,
                     net, (int)part->kind, part->first, part->n, report->code,
                     report->out.len, report->err.len, report->lines.len);
    uint64_t h = hash_of(START, line, (size_t)n);

    text_add(record, line, (size_t)n);
    h = hash_of(h, report->out.at, report->out.len);
    h = hash_of(h, report->err.at, report->err.len);
    h = hash_of(h, report->lines.at, report->lines.len);
    n = snprintf(line, sizeof line, " %016" PRIx64 "\n", h);
    text_add(record, line, (size_t)n);
    text_add(record, report->out.at, report->out.len);
    text_add(record, report->err.at, report->err.len);
    text_add(record, report->lines.at, report->lines.len);
    text_add(record, "\n", 1);
}

/* Reads the record at `at`, and ends its line with a null; the text behind it,
 * or NULL when it is not whole. */
static char *unpack(char *at, const char *end, struct journal_record *record)
{
    struct batch_child_report *const report = &record->report;
    char *text = memchr(at, '\n', (size_t)(end - at));
    uint32_t kind, out, err, lines;
    uint64_t hash, len;
    int n;

    *record = (struct journal_record){0};
    if (!text)
        return NULL;
    *text++ = '\0';
    if (sscanf(at,
               "task %" SCNu32 " %" SCNu32 " %" SCNu32 " %" SCNu32
               " %d %" SCNu32 " %" SCNu32 " %" SCNu32 "%n %16" SCNx64,
               &record->net, &kind, &record->part.first, &record->part.n,
               &report->code, &out, &err, &lines, &n, &hash) != 9)
        return NULL;
    len = (uint64_t)out + err + lines;
    if ((uint64_t)(end - text) <= len || text[len] != '\n' ||
        hash_of(hash_of(START, at, (size_t)n), text, len) != hash)
        return NULL;
    record->part.kind = (enum task_kind)kind;
    text_add(&report->out, text, out);
    text_add(&report->err, text + out, err);
    text_add(&report->lines, text + out + err, lines);
    return text + len + 1;
}

static int compare(const void *a, const void *b)
{
    const struct journal_record *const x = a, *const y = b;
    const uint32_t own[] = {x->net, x->part.kind, x->part.first, x->part.n};
    const uint32_t other[] = {y->net, y->part.kind, y->part.first, y->part.n};

    for (uint32_t i = 0; i < 4; i++)
        if (own[i] != other[i])
            return own[i] < other[i] ? -1 : 1;
    return 0;
}

/* --- reading -------------------------------------------------------------- */

static bool read_all(const char *path, text_buffer *text, struct diag *diag)
{
    FILE *const file = fopen(path, "r");
    char bytes[4096];
    size_t n;
    bool good;

    if (!file)
        return diag_report(diag, DIAG_INPUT, path, 0, 0, "cannot read: %s",
                           strerror(errno));
    while ((n = fread(bytes, 1, sizeof bytes, file)) > 0)
        text_add(text, bytes, n);
    good = !ferror(file) || diag_report(diag, DIAG_INPUT, path, 0, 0,
                                        "cannot read: %s", strerror(errno));
    (void)fclose(file);
    return good;
}

/* The length of the line at `at`, without its newline. */
static int line_of(const char *at, const char *end)
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
        return diag_report(diag, DIAG_INPUT, path, 0, 0,
                           "this is the checkpoint of a search of engine "
                           "'reverse', not a journal of tasks");
    if (!begins_with(text, "punf-por journal "))
        return diag_report(diag, DIAG_INPUT, path, 0, 0,
                           "this is no journal of tasks");
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
                       line_of(theirs, text->at + text->len), theirs,
                       line_of(ours, own->at + own->len), ours);
}

static bool read_records(struct journal *journal, const char *path,
                         const text_buffer *own, struct diag *diag)
{
    text_buffer text = {0};
    char *at;
    const char *end;

    if (!read_all(path, &text, diag) || !check_head(path, &text, own, diag)) {
        vec_free(&text);
        return false;
    }
    at = text.at + own->len;
    end = text.at + text.len;
    while (at < end) {
        struct journal_record record;

        at = unpack(at, end, &record);
        if (!at) {
            journal->is_cut = true;
            break;
        }
        vec_push(&journal->found, record);
    }
    vec_free(&text);
    journal->n_found = journal->found.len;
    if (journal->found.len)
        qsort(journal->found.at, journal->found.len, sizeof *journal->found.at,
              compare);
    return true;
}

/* --- writing -------------------------------------------------------------- */

/* Pipes and devices have no disk. */
static bool reaches_disk(const struct journal *journal)
{
    return !fsync(fileno(journal->file)) || errno == EINVAL || errno == EROFS;
}

/* The file appears when it has all that was found. */
static bool begin(struct journal *journal, const text_buffer *own,
                  struct diag *diag)
{
    struct output out;

    if (!output_open(&out, journal->path, diag))
        return false;
    (void)fwrite(own->at, 1, own->len, out.file);
    for (uint32_t i = 0; i < journal->found.len; i++) {
        const struct journal_record *const record = &journal->found.at[i];

        vec_clear(&journal->scratch);
        pack(record->net, &record->part, &record->report, &journal->scratch);
        (void)fwrite(journal->scratch.at, 1, journal->scratch.len, out.file);
    }
    if (!output_close(&out, diag))
        return false;
    journal->file = fopen(journal->path, "a");
    return (journal->file && reaches_disk(journal)) ||
           diag_report(diag, DIAG_USAGE, journal->path, 0, 0,
                       "cannot write: %s", strerror(errno));
}

bool journal_add(struct journal *journal, uint32_t net,
                 const struct task_part *part,
                 const struct batch_child_report *report, struct diag *diag)
{
    if (!journal->file)
        return true;
    vec_clear(&journal->scratch);
    pack(net, part, report, &journal->scratch);
    if (fwrite(journal->scratch.at, 1, journal->scratch.len, journal->file) ==
            journal->scratch.len &&
        !fflush(journal->file) && reaches_disk(journal))
        return true;
    (void)diag_report(diag, DIAG_INTERNAL, journal->path, 0, 0,
                      "cannot write: %s", strerror(errno));
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
        good = begin(journal, &own, diag);
    vec_free(&own);
    return good;
}

void journal_close(struct journal *journal)
{
    for (uint32_t i = 0; i < journal->found.len; i++)
        batch_child_report_finish(&journal->found.at[i].report);
    vec_free(&journal->found);
    vec_free(&journal->scratch);
    if (journal->file)
        (void)fclose(journal->file);
    journal->file = NULL;
}

bool journal_take(struct journal *journal, uint32_t net,
                  const struct task_part *part,
                  struct batch_child_report *report)
{
    const struct journal_record key = {.net = net, .part = *part};
    struct journal_record *const found =
        journal->found.len
            ? bsearch(&key, journal->found.at, journal->found.len,
                      sizeof *journal->found.at, compare)
            : NULL;

    if (!found)
        return false;
    *report = found->report;
    found->report = (struct batch_child_report){0};
    return true;
}
