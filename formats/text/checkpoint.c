#include "formats/text/checkpoint.h"

#include "base/output.h"
#include "formats/text/scan.h"
#include "net/marking.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

/* --- hashes --------------------------------------------------------------- */

/* FNV-1a of 64 bits. */
static uint64_t hash_byte(uint64_t h, char byte)
{
    return (h ^ (unsigned char)byte) * 0x100000001b3u;
}

static uint64_t hash_text(uint64_t h, const char *text)
{
    for (; *text; text++)
        h = hash_byte(h, *text);
    return hash_byte(h, ' ');
}

static uint64_t hash_number(uint64_t h, uint64_t n)
{
    for (uint32_t i = 0; i < 8; i++)
        h = (h ^ (n >> 8 * i & 255)) * 0x100000001b3u;
    return h;
}

static const uint64_t START = 0xcbf29ce484222325u;

static uint64_t hash_places(uint64_t h, struct net_place_span places)
{
    h = hash_number(h, places.len);
    for (uint32_t i = 0; i < places.len; i++)
        h = hash_number(h, places.at[i]);
    return h;
}

static uint64_t hash_net(const struct net *net)
{
    uint64_t h = hash_number(START, net_place_count(net));

    for (place_id p = 0; p < net_place_count(net); p++) {
        h = hash_text(h, net_place_label(net, p));
        h = hash_number(h, net_marked(net, p));
    }
    for (trans_id t = 0; t < net_trans_count(net); t++) {
        h = hash_text(h, net_trans_label(net, t));
        h = hash_places(h, net_pre(net, t));
        h = hash_places(h, net_post(net, t));
        h = hash_places(h, net_read(net, t));
    }
    return h;
}

/* Of the pairs of a user's relation. */
static uint64_t hash_relation(const struct net *net, const struct dep *dep)
{
    uint64_t h = START;

    if (dep_kind(dep) != DEP_USER)
        return h;
    for (trans_id t = 0; t < net_trans_count(net); t++)
        for (trans_id u = 0; u < t; u++)
            if (!dep_has(dep, t, u))
                h = hash_number(hash_number(h, t), u);
    return h;
}

static uint64_t hash_questions(const struct checkpoint_search *search)
{
    uint64_t h = START;

    for (uint32_t g = 0; g < search->n_goals; g++) {
        const struct goal *const goal = &search->goals[g];

        h = hash_number(h, goal->kind);
        h = hash_text(h, goal->text ? goal->text : "");
        h = hash_number(h, goal->kind == GOAL_TRANSITION ? goal->trans : 0);
        h = hash_places(h, net_span_of(&goal->marked));
        h = hash_places(h, net_span_of(&goal->empty));
    }
    return h;
}

/* --- words ---------------------------------------------------------------- */

struct checkpoint_writer {
    FILE *file;
    uint64_t hash; /* of the words so far */
};

static void put_words(struct checkpoint_writer *w, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Words with one blank or line end behind each. */
static void put_words(struct checkpoint_writer *w, const char *format, ...)
{
    char text[160];
    va_list args;

    va_start(args, format);
    (void)vsnprintf(text, sizeof text, format, args);
    va_end(args);
    (void)fputs(text, w->file);
    for (const char *at = text; *at; at++)
        w->hash = hash_byte(w->hash, *at == '\n' ? ' ' : *at);
}

/* --- writing -------------------------------------------------------------- */

static void put_search(struct checkpoint_writer *w,
                       const struct checkpoint_search *search)
{
    put_words(w, "punf-por checkpoint 1\nnet %016" PRIx64 "\n",
              hash_net(search->net));
    put_words(w, "dependency %s %016" PRIx64 "\n", dep_name(search->dep),
              hash_relation(search->net, search->dep));
    put_words(w, "max-depth %u\nquestions %u %016" PRIx64 "\n",
              search->max_depth, search->n_goals, hash_questions(search));
}

static void put_sums(struct checkpoint_writer *w,
                     const struct partial_search *state)
{
    put_words(w, "sums ");
#define X(name) put_words(w, #name " %" PRIu64 " ", state->sums.name);
    PARTIAL_SUMS(X)
#undef X
    put_words(w, "left-out %d\n", state->is_beyond);
}

/* A path and a run, which end the line. */
static void put_lists(struct checkpoint_writer *w,
                      const struct partial_search *state, uint32_t at,
                      uint32_t n_path, uint32_t n_run)
{
    put_words(w, "path %u", n_path);
    for (uint32_t i = 0; i < n_path; i++)
        put_words(w, " %u", partial_at(state, at)[i]);
    put_words(w, " run %u", n_run);
    for (uint32_t i = 0; i < n_run; i++)
        put_words(w, " %u", partial_at(state, at + n_path)[i]);
    put_words(w, "\n");
}

bool checkpoint_write(const char *path, const struct checkpoint_search *search,
                      const struct partial_search *state, struct diag *diag)
{
    struct checkpoint_writer w = {.hash = START};
    struct output out;

    if (!output_open(&out, path, diag))
        return false;
    w.file = out.file;
    put_search(&w, search);
    put_sums(&w, state);
    for (uint32_t i = 0; i < state->answers.len; i++) {
        const struct partial_answer *const answer = &state->answers.at[i];

        put_words(&w, "answer %u events %u milliseconds %" PRIu64 " ",
                  answer->goal, answer->n_events,
                  (uint64_t)(answer->seconds * 1e3));
        put_lists(&w, state, answer->at, answer->n_path, answer->n_run);
    }
    for (uint32_t i = 0; i < state->roots.len; i++) {
        const struct partial_root *const root = &state->roots.at[i];

        put_words(&w, "root ");
        put_lists(&w, state, root->at, root->n_path, root->n_trans);
    }
    put_words(&w, "end ");
    put_words(&w, "%016" PRIx64 "\n", w.hash);
    return output_close(&out, diag);
}

/* --- reading -------------------------------------------------------------- */

struct checkpoint_reader {
    struct scan scan;
    const struct checkpoint_search *search;
    struct partial_search *state;
    text_buffer word;
    uint64_t hash;
    bits_word *marking; /* scratch */
};

static bool damaged(struct checkpoint_reader *r)
{
    return scan_error(&r->scan, "the checkpoint is damaged");
}

/* The next word; NULL with a report at the end of the file. */
static const char *next(struct checkpoint_reader *r)
{
    const char *word;

    scan_skip_space(&r->scan);
    if (!scan_word(&r->scan, &r->word)) {
        (void)damaged(r);
        return NULL;
    }
    word = text_end(&r->word);
    r->hash = hash_text(r->hash, word);
    return word;
}

static bool expect(struct checkpoint_reader *r, const char *wanted)
{
    const char *const word = next(r);

    return word && (!strcmp(word, wanted) || damaged(r));
}

static bool read_number(struct checkpoint_reader *r, uint64_t most, uint64_t *n)
{
    const char *const word = next(r);

    return word &&
           ((text_number(word, n) == TEXT_NUMBER && *n <= most) || damaged(r));
}

static bool read_small(struct checkpoint_reader *r, uint64_t most, uint32_t *n)
{
    uint64_t value;

    if (!read_number(r, most, &value))
        return false;
    *n = (uint32_t)value;
    return true;
}

/* Is the next word this hash?  Another one is not reported. */
static bool read_hash(struct checkpoint_reader *r, uint64_t wanted)
{
    char text[24];
    const char *const word = next(r);

    (void)snprintf(text, sizeof text, "%016" PRIx64, wanted);
    return word && !strcmp(word, text);
}

static bool other(struct checkpoint_reader *r, const char *what)
{
    return scan_error(&r->scan, "the checkpoint is of a search %s", what);
}

static bool read_version(struct checkpoint_reader *r)
{
    const char *word;

    if (!(word = next(r)) || strcmp(word, "punf-por") != 0 ||
        !(word = next(r)) || strcmp(word, "checkpoint") != 0)
        return scan_error(&r->scan, "this is no checkpoint");
    word = next(r);
    return word && (!strcmp(word, "1") ||
                    scan_error(&r->scan,
                               "the checkpoint has version '%.20s', "
                               "which this program does not read",
                               word));
}

static bool read_relation(struct checkpoint_reader *r)
{
    const struct checkpoint_search *const search = r->search;
    const char *word;

    if (!expect(r, "dependency") || !(word = next(r)))
        return false;
    if (strcmp(word, dep_name(search->dep)) != 0)
        return scan_error(&r->scan,
                          "the checkpoint is of a search with option "
                          "'dependency' %.20s",
                          word);
    return read_hash(r, hash_relation(search->net, search->dep)) ||
           other(r, "with another file for option 'dependency'");
}

static bool read_search(struct checkpoint_reader *r)
{
    const struct checkpoint_search *const search = r->search;
    uint32_t depth, n;

    if (!read_version(r) || !expect(r, "net"))
        return false;
    if (!read_hash(r, hash_net(search->net)))
        return other(r, "of another net, or with another option 'reduce'");
    if (!read_relation(r) || !expect(r, "max-depth") ||
        !read_small(r, UINT32_MAX, &depth))
        return false;
    if (depth != search->max_depth)
        return scan_error(&r->scan,
                          "the checkpoint is of a search with option "
                          "'max-depth' %u",
                          depth);
    if (!expect(r, "questions") || !read_small(r, UINT32_MAX, &n))
        return false;
    return (read_hash(r, hash_questions(search)) && n == search->n_goals) ||
           other(r, "for other questions");
}

static bool read_sums(struct checkpoint_reader *r)
{
    uint64_t left_out;

    if (!expect(r, "sums"))
        return false;
#define X(name)                                            \
    if (!expect(r, #name) ||                               \
        !read_number(r, UINT64_MAX, &r->state->sums.name)) \
        return false;
    PARTIAL_SUMS(X)
#undef X
    if (!expect(r, "left-out") || !read_number(r, 1, &left_out))
        return false;
    r->state->is_beyond = left_out;
    return true;
}

/* Appends the numbers of a list to the words. */
static bool read_list(struct checkpoint_reader *r, const char *word,
                      uint32_t *n)
{
    uint32_t value;

    if (!expect(r, word) || !read_small(r, UINT32_MAX, n))
        return false;
    for (uint32_t i = 0; i < *n; i++) {
        if (!read_small(r, UINT32_MAX, &value))
            return false;
        vec_push(&r->state->words, value);
    }
    return true;
}

/* Can the last n words be fired?  The last of them may put a second token,
 * which the search has not seen yet. */
static bool fires(struct checkpoint_reader *r, uint32_t n)
{
    const struct net *const net = r->search->net;
    const uint32_t end = r->state->words.len;

    marking_initial(net, r->marking);
    for (uint32_t i = end - n; i < end; i++) {
        const trans_id t = r->state->words.at[i];

        if (t >= net_trans_count(net) || !marking_enabled(net, r->marking, t))
            return damaged(r);
        if (marking_unsafe(net, r->marking, t) == PLACE_NONE)
            marking_fire(net, r->marking, t);
        else if (i + 1 < end)
            return damaged(r);
    }
    return true;
}

static bool read_answer(struct checkpoint_reader *r)
{
    struct partial_answer answer = {.at = r->state->words.len};
    uint64_t milliseconds;

    if (!r->search->n_goals)
        return damaged(r);
    if (!read_small(r, r->search->n_goals - 1, &answer.goal) ||
        !expect(r, "events") || !read_small(r, UINT32_MAX, &answer.n_events) ||
        !expect(r, "milliseconds") ||
        !read_number(r, UINT64_MAX, &milliseconds) ||
        !read_list(r, "path", &answer.n_path) ||
        !read_list(r, "run", &answer.n_run) || !fires(r, answer.n_run))
        return false;
    answer.seconds = (double)milliseconds / 1e3;
    vec_push(&r->state->answers, answer);
    return true;
}

static bool read_root(struct checkpoint_reader *r)
{
    struct partial_root root = {.at = r->state->words.len};

    if (!read_list(r, "path", &root.n_path) ||
        !read_list(r, "run", &root.n_trans) || !fires(r, root.n_trans))
        return false;
    vec_push(&r->state->roots, root);
    return true;
}

static bool read_end(struct checkpoint_reader *r)
{
    const bool same = read_hash(r, r->hash);

    scan_skip_space(&r->scan);
    return (same && scan_peek(&r->scan) == SCAN_END) || damaged(r);
}

static bool read_checkpoint(struct checkpoint_reader *r)
{
    const char *word;

    if (!read_search(r) || !read_sums(r))
        return false;
    while ((word = next(r)) != NULL) {
        if (!strcmp(word, "end"))
            return read_end(r);
        if (!(!strcmp(word, "answer") ? read_answer(r)
              : !strcmp(word, "root") ? read_root(r)
                                      : damaged(r)))
            return false;
    }
    return false;
}

bool checkpoint_read(const char *path, const struct checkpoint_search *search,
                     struct partial_search *state, struct diag *diag)
{
    struct source *const source = source_open(path, diag);
    struct checkpoint_reader r = {
        .search = search, .state = state, .hash = START};
    bool good;

    if (!source)
        return false;
    scan_init(&r.scan, source, diag);
    r.marking = mem_zero(marking_words(search->net), sizeof *r.marking);
    good = read_checkpoint(&r) && scan_finish(&r.scan);
    vec_free(&r.word);
    mem_free(r.marking);
    source_close(source);
    return good;
}
