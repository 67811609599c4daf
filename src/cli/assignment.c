#include "cli/assignment.h"

#include <string.h>

void assignment_report_finish(struct assignment_report *report)
{
    vec_free(&report->out);
    vec_free(&report->err);
    vec_free(&report->lines);
}

/* --- texts ---------------------------------------------------------------- */

static uint32_t words_of(uint32_t n_bytes)
{
    return n_bytes / 4 + 1; /* with a null */
}

/* The length of the text is elsewhere. */
static void pack_text(const char *bytes, uint32_t n, assignment_words *words)
{
    const uint32_t n_words = words_of(n);

    vec_reserve(words, n_words);
    memset(words->at + words->len, 0, n_words * sizeof *words->at);
    if (n)
        memcpy(words->at + words->len, bytes, n);
    words->len += n_words;
}

/* False when the words end before the text. */
static bool unpack_text(const uint32_t **at, size_t *left, uint32_t n,
                        text_buffer *text)
{
    if (*left < words_of(n))
        return false;
    text_add(text, (const char *)*at, n);
    *at += words_of(n);
    *left -= words_of(n);
    return true;
}

/* --- what is told --------------------------------------------------------- */

enum { HEAD = 5, REPORT_HEAD = 7 };

void assignment_pack(const struct assignment *what, assignment_words *words)
{
    const uint32_t len = (uint32_t)strlen(what->net);
    const uint32_t head[HEAD] = {what->number, (uint32_t)what->part.kind,
                                 what->part.first, what->part.n, len};

    for (uint32_t i = 0; i < HEAD; i++)
        vec_push(words, head[i]);
    pack_text(what->net, len, words);
}

bool assignment_unpack(const uint32_t *words, size_t n, struct assignment *what)
{
    if (n < HEAD || words[1] > ASSIGNMENT_BLOCK ||
        n - HEAD != words_of(words[4]))
        return false;
    *what = (struct assignment){
        .number = words[0],
        .part = {(enum assignment_kind)words[1], words[2], words[3]},
        .net = (const char *)(words + HEAD),
    };
    return strlen(what->net) == words[4];
}

/* --- what is reported ----------------------------------------------------- */

void assignment_pack_report(const struct assignment_report *report,
                            assignment_words *words)
{
    const uint32_t head[REPORT_HEAD] = {
        report->number,      (uint32_t)report->end, (uint32_t)report->code,
        report->out.len,     report->err.len,       report->lines.len,
        report->milliseconds};

    for (uint32_t i = 0; i < REPORT_HEAD; i++)
        vec_push(words, head[i]);
    pack_text(report->out.at, report->out.len, words);
    pack_text(report->err.at, report->err.len, words);
    pack_text(report->lines.at, report->lines.len, words);
}

bool assignment_unpack_report(const uint32_t *words, size_t n,
                              struct assignment_report *report)
{
    const uint32_t *at = words + REPORT_HEAD;
    size_t left = n - REPORT_HEAD;

    *report = (struct assignment_report){0};
    if (n < REPORT_HEAD || words[1] > ASSIGNMENT_GONE)
        return false;
    report->number = words[0];
    report->end = (enum assignment_end)words[1];
    report->code = (int)words[2];
    report->milliseconds = words[6];
    if (unpack_text(&at, &left, words[3], &report->out) &&
        unpack_text(&at, &left, words[4], &report->err) &&
        unpack_text(&at, &left, words[5], &report->lines) && !left)
        return true;
    assignment_report_finish(report);
    return false;
}
