#include "cli/journal.h"

#include "base/mem.h"
#include "base/output.h"
#include "cli/option_files.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

static void add(text_buffer *text, const char *bytes)
{
    text_add(text, bytes, strlen(bytes));
}

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

/* A line that names a file or a text, with \xNN for control characters. */
static void add_line(text_buffer *page, const char *word, const char *text)
{
    char code[8];

    add(page, word);
    for (; text && *text; text++) {
        const unsigned char c = (unsigned char)*text;

        if (c >= 32 && c != 127 && c != '\\') {
            text_add(page, text, 1);
        } else {
            (void)snprintf(code, sizeof code, "\\x%02x", c);
            add(page, code);
        }
    }
    add(page, "\n");
}

/* Options that change no result. */
static bool is_aside(uint32_t i)
{
    return i == OPTIONS_jobs || i == OPTIONS_nets_from ||
           i == OPTIONS_checkpoint || i == OPTIONS_checkpoint_every ||
           i == OPTIONS_resume;
}

static void add_value(text_buffer *page, const char *word,
                      const struct options_row *row, const char *value)
{
    text_buffer head = {0};

    add(&head, word);
    add(&head, " --");
    add(&head, row->name);
    if (value)
        add(&head, "=");
    add_line(page, text_end(&head), value);
    vec_free(&head);
}

static void add_option(text_buffer *page, const struct options *options,
                       uint32_t i)
{
    const struct options_row *const row = options_row(i);
    const void *const field = (const char *)options + row->field;

    switch (row->kind) {
    case OPTIONS_FLAG:
        if (*(const bool *)field)
            add_value(page, "option", row, NULL);
        break;
    case OPTIONS_TEXT:
    case OPTIONS_SETTING:
        if (*(const char *const *)field)
            add_value(page, "option", row, *(const char *const *)field);
        break;
    case OPTIONS_OUTPUT:
        if (((const struct options_output *)field)->given)
            add_value(page, "option", row,
                      ((const struct options_output *)field)->file);
        break;
    case OPTIONS_QUESTION:
        break;
    }
}

static void describe(const struct options *options, text_buffer *page)
{
    char word[32];

    add(page, "punf-por journal 1 ");
    add(page, punfpor_version());
    add(page, "\n");
    for (uint32_t i = 0; i < OPTIONS_COUNT; i++)
        if (!is_aside(i))
            add_option(page, options, i);
    for (uint32_t i = 0; i < options->questions.len; i++) {
        const struct options_question *const question =
            &options->questions.at[i];

        add_value(page, "question", options_row(question->kind),
                  question->text);
    }
    for (uint32_t i = 0; i < options->nets.len; i++) {
        const char *const net = options->nets.at[i];

        (void)snprintf(word, sizeof word, "net %016" PRIx64 " ",
                       hash_net(options, net));
        add_line(page, word, net);
    }
    add(page, "begin\n");
}

/* --- records -------------------------------------------------------------- */

/* Net, kind, first, n, end, code, milliseconds, and the lengths of three
 * texts. */
enum { NUMBERS = 10, LENGTHS = 7 };

static void pack(uint32_t net, const struct assignment_part *part,
                 const struct assignment_report *report, text_buffer *record)
{
    const uint32_t numbers[NUMBERS] = {net,
                                       (uint32_t)part->kind,
                                       part->first,
                                       part->n,
                                       (uint32_t)report->end,
                                       (uint32_t)report->code,
                                       report->milliseconds,
                                       report->out.len,
                                       report->err.len,
                                       report->lines.len};
    char word[32];
    uint64_t h;

    add(record, "task");
    for (uint32_t i = 0; i < NUMBERS; i++) {
        (void)snprintf(word, sizeof word, " %" PRIu32, numbers[i]);
        add(record, word);
    }
    h = hash_of(START, record->at, record->len);
    h = hash_of(h, report->out.at, report->out.len);
    h = hash_of(h, report->err.at, report->err.len);
    h = hash_of(h, report->lines.at, report->lines.len);
    (void)snprintf(word, sizeof word, " %016" PRIx64 "\n", h);
    add(record, word);
    text_add(record, report->out.at, report->out.len);
    text_add(record, report->err.at, report->err.len);
    text_add(record, report->lines.at, report->lines.len);
    add(record, "\n");
}

/* A whole number behind a blank, below 2^32. */
static bool read_number(const char **at, const char *end, uint32_t *number)
{
    uint64_t value = 0;
    const char *c = *at;

    if (c == end || *c++ != ' ' || c == end || *c < '0' || *c > '9')
        return false;
    for (; c < end && *c >= '0' && *c <= '9'; c++) {
        value = value * 10 + (uint64_t)(*c - '0');
        if (value > UINT32_MAX)
            return false;
    }
    *number = (uint32_t)value;
    *at = c;
    return true;
}

static bool read_hash(const char **at, const char *end, uint64_t *hash)
{
    static const char digits[] = "0123456789abcdef";
    const char *c = *at;

    *hash = 0;
    if (end - c < 18 || *c++ != ' ')
        return false;
    for (uint32_t i = 0; i < 16; i++, c++) {
        const char *const digit = memchr(digits, *c, 16);

        if (!digit)
            return false;
        *hash = *hash << 4 | (uint64_t)(digit - digits);
    }
    *at = c + 1;
    return *c == '\n';
}

static const char *take_text(const char *at, uint32_t n, text_buffer *text)
{
    text_add(text, at, n);
    return at + n;
}

/* Reads the record at `at`; the text behind it, or NULL when it is not whole.
 */
static const char *unpack(const char *at, const char *end, uint32_t n_nets,
                          struct journal_record *record)
{
    const char *const start = at;
    uint32_t x[NUMBERS];
    uint64_t hash, rest;

    if (end - at < 4 || memcmp(at, "task", 4) != 0)
        return NULL;
    at += 4;
    for (uint32_t i = 0; i < NUMBERS; i++)
        if (!read_number(&at, end, &x[i]))
            return NULL;
    rest = (uint64_t)x[LENGTHS] + x[LENGTHS + 1] + x[LENGTHS + 2];

    const uint64_t head = hash_of(START, start, (size_t)(at - start));

    if (!read_hash(&at, end, &hash) || (uint64_t)(end - at) < rest + 1 ||
        hash_of(head, at, (size_t)rest) != hash || at[rest] != '\n' ||
        x[0] >= n_nets || x[1] > ASSIGNMENT_BLOCK || x[4] > ASSIGNMENT_GONE)
        return NULL;
    *record = (struct journal_record){
        .net = x[0],
        .part = {(enum assignment_kind)x[1], x[2], x[3]},
        .report = {.end = (enum assignment_end)x[4],
                   .code = (int)x[5],
                   .milliseconds = x[6]},
    };
    at = take_text(at, x[LENGTHS], &record->report.out);
    at = take_text(at, x[LENGTHS + 1], &record->report.err);
    return take_text(at, x[LENGTHS + 2], &record->report.lines) + 1;
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
    if (!begins_with(text, "punf-por journal 1 "))
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
                         const text_buffer *own, uint32_t n_nets,
                         struct diag *diag)
{
    text_buffer text = {0};
    const char *at, *end;

    if (!read_all(path, &text, diag) || !check_head(path, &text, own, diag)) {
        vec_free(&text);
        return false;
    }
    at = text.at + own->len;
    end = text.at + text.len;
    while (at < end) {
        struct journal_record record;

        at = unpack(at, end, n_nets, &record);
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

static bool write_all(struct journal *journal, const text_buffer *text)
{
    const char *at = text->at;
    size_t left = text->len;

    while (left) {
        const ssize_t n = write(journal->fd, at, left);

        if (n < 0 && errno != EINTR)
            return false;
        if (n > 0) {
            at += n;
            left -= (size_t)n;
        }
    }
    return true;
}

/* Pipes and devices have no disk. */
static bool reaches_disk(const struct journal *journal)
{
    return !fsync(journal->fd) || errno == EINVAL || errno == EROFS;
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
    journal->fd = open(journal->path, O_WRONLY | O_APPEND | O_CLOEXEC);
    return (journal->fd >= 0 && reaches_disk(journal)) ||
           diag_report(diag, DIAG_USAGE, journal->path, 0, 0,
                       "cannot write: %s", strerror(errno));
}

bool journal_add(struct journal *journal, uint32_t net,
                 const struct assignment_part *part,
                 const struct assignment_report *report, struct diag *diag)
{
    if (journal->fd < 0)
        return true;
    vec_clear(&journal->scratch);
    pack(net, part, report, &journal->scratch);
    if (write_all(journal, &journal->scratch) && reaches_disk(journal))
        return true;
    (void)diag_report(diag, DIAG_INTERNAL, journal->path, 0, 0,
                      "cannot write: %s", strerror(errno));
    (void)close(journal->fd); /* what follows a part of a record is not read */
    journal->fd = -1;
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

    *journal = (struct journal){.fd = -1};
    if (is_file(options->checkpoint))
        journal->path = options->checkpoint;
    if (!journal->path && !is_file(options->resume))
        return true;
    describe(options, &own);
    if (is_file(options->resume))
        good = read_records(journal, options->resume, &own, options->nets.len,
                            diag);
    if (good && journal->path)
        good = begin(journal, &own, diag);
    vec_free(&own);
    return good;
}

void journal_close(struct journal *journal)
{
    for (uint32_t i = 0; i < journal->found.len; i++)
        assignment_report_finish(&journal->found.at[i].report);
    vec_free(&journal->found);
    vec_free(&journal->scratch);
    if (journal->fd >= 0)
        (void)close(journal->fd);
    journal->fd = -1;
}

bool journal_take(struct journal *journal, uint32_t net,
                  const struct assignment_part *part,
                  struct assignment_report *report)
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
    found->report = (struct assignment_report){0};
    return true;
}
