#include "engine/reverse/first_answers.h"

#include <string.h>

struct first_answers_answer {
    struct first_answers_place place; /* its path follows, then the run */
    const trans_id *run;
    uint32_t len;
    double seconds;
    bool is_known; /* was saved, or loaded */
    /* of the end */
    enum answer_stop stop;
    trans_id unsafe_trans;
    place_id unsafe_place;
    struct diag diag;
};

void first_answers_init(struct first_answers *answers, uint32_t n_goals)
{
    *answers = (struct first_answers){.n_goals = n_goals, .n_open = n_goals};
    answers->at = mem_zero((size_t)n_goals + 1, sizeof(void *));
    pthread_mutex_init(&answers->lock, NULL);
}

void first_answers_finish(struct first_answers *answers)
{
    for (uint32_t g = 0; g <= answers->n_goals; g++)
        mem_free(answers->at[g]);
    mem_free(answers->at);
    pthread_mutex_destroy(&answers->lock);
}

static struct first_answers_answer *
make_answer(const struct first_answers_place *place, const trans_id *run,
            uint32_t len)
{
    const size_t n = (size_t)place->n_path + len;
    struct first_answers_answer *const made =
        mem_alloc(1, sizeof *made + n * sizeof *place->path);
    uint32_t *const words = (uint32_t *)(made + 1);

    mem_keep(made);
    first_answers_copy(words, place->path, place->n_path);
    first_answers_copy(words + place->n_path, run, len);
    *made = (struct first_answers_answer){
        .place = *place, .run = words + place->n_path, .len = len};
    made->place.path = words;
    return made;
}

/* In lexical order; negative, 0 or positive. */
static int compare_paths(const uint32_t *a, uint32_t n, const uint32_t *b,
                         uint32_t m)
{
    for (uint32_t i = 0; i < n && i < m; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return (n > m) - (n < m);
}

static int compare_places(const struct first_answers_place *a,
                          const struct first_answers_place *b)
{
    const int paths = compare_paths(a->path, a->n_path, b->path, b->n_path);

    return paths ? paths
                 : (a->n_events > b->n_events) - (a->n_events < b->n_events);
}

/* Takes the block. */
static void add_answer(struct first_answers *answers, uint32_t g,
                       struct first_answers_answer *made)
{
    struct first_answers_answer *old;

    pthread_mutex_lock(&answers->lock);
    old = answers->at[g];
    if (!old || compare_places(&made->place, &old->place) < 0) {
        answers->at[g] = made;
        made = old;
        answers->n_open -= !old && g < answers->n_goals;
        if (g == answers->n_goals || !answers->n_open)
            atomic_store_explicit(&answers->is_bounded, true,
                                  memory_order_relaxed);
        answers->version +=
            atomic_load_explicit(&answers->is_bounded, memory_order_relaxed);
    }
    pthread_mutex_unlock(&answers->lock);
    mem_free(made);
}

void first_answers_add(struct first_answers *answers, uint32_t g,
                       const struct first_answers_place *place,
                       const struct answer *found)
{
    const bool is_end = g == answers->n_goals;
    const witness_run *const run =
        is_end ? &found->unsafe_run : &found->findings[g].run;
    struct first_answers_answer *const made =
        make_answer(place, run->at, run->len);

    made->seconds = is_end ? 0 : found->findings[g].seconds;
    made->stop = found->stop;
    made->unsafe_trans = found->unsafe_trans;
    made->unsafe_place = found->unsafe_place;
    made->diag = found->diag;
    add_answer(answers, g, made);
}

/* Where the last of the questions was answered; NULL: one is open, or there are
 * none. */
static const struct first_answers_place *
last_answer(const struct first_answers *answers)
{
    const struct first_answers_place *last = NULL;

    if (answers->n_open)
        return NULL;
    for (uint32_t g = 0; g < answers->n_goals; g++)
        if (!last || compare_places(&answers->at[g]->place, last) > 0)
            last = &answers->at[g]->place;
    return last;
}

/* All is behind what was found before the first event. */
static bool is_behind(const uint32_t *path, uint32_t n_path,
                      const struct first_answers_place *place)
{
    return (!place->n_path && !place->n_events) ||
           compare_paths(path, n_path, place->path, place->n_path) > 0;
}

bool first_answers_is_past(struct first_answers *answers, const uint32_t *path,
                           uint32_t n_path)
{
    const struct first_answers_place *last;
    const struct first_answers_answer *end;
    bool is_past;

    if (!atomic_load_explicit(&answers->is_bounded, memory_order_relaxed))
        return false;
    pthread_mutex_lock(&answers->lock);
    last = last_answer(answers);
    end = answers->at[answers->n_goals];
    is_past = (last && is_behind(path, n_path, last)) ||
              (end && is_behind(path, n_path, &end->place));
    pthread_mutex_unlock(&answers->lock);
    return is_past;
}

static void take_run(const struct first_answers_answer *from, witness_run *to)
{
    for (uint32_t i = 0; i < from->len; i++)
        vec_push(to, from->run[i]);
}

static void take_end(const struct first_answers_answer *end,
                     struct answer *answer)
{
    answer->stop = end->stop;
    answer->unsafe_trans = end->unsafe_trans;
    answer->unsafe_place = end->unsafe_place;
    answer->diag = end->diag;
    take_run(end, &answer->unsafe_run);
}

bool first_answers_take(const struct first_answers *answers,
                        struct answer *answer)
{
    const struct first_answers_place *const last = last_answer(answers);
    const struct first_answers_answer *end = answers->at[answers->n_goals];

    if (end && last && compare_places(last, &end->place) < 0)
        end = NULL; /* one worker would not have come so far */
    for (uint32_t g = 0; g < answers->n_goals; g++) {
        const struct first_answers_answer *const found = answers->at[g];

        if (!found || (end && compare_places(&end->place, &found->place) < 0))
            continue;
        answer->findings[g].verdict = VERDICT_YES;
        answer->findings[g].seconds = found->seconds;
        take_run(found, &answer->findings[g].run);
    }
    if (end)
        take_end(end, answer);
    return end || last;
}

uint64_t first_answers_version(struct first_answers *answers)
{
    uint64_t version;

    pthread_mutex_lock(&answers->lock);
    version = answers->version;
    pthread_mutex_unlock(&answers->lock);
    return version;
}

/* --- as plain data -------------------------------------------------------- */

static void save_words(struct partial_search *to, const uint32_t *words,
                       uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        vec_push(&to->words, words[i]);
}

static void save_answer(const struct first_answers *answers, uint32_t g,
                        struct partial_search *to)
{
    const struct first_answers_answer *const from = answers->at[g];
    const struct partial_answer saved = {
        .goal = g,
        .at = to->words.len,
        .n_path = from->place.n_path,
        .n_run = from->len,
        .n_events = from->place.n_events,
        .seconds = from->seconds,
        .stop = from->stop,
        .unsafe_trans = from->unsafe_trans,
        .unsafe_place = from->unsafe_place,
    };
    uint32_t diag[PARTIAL_DIAG_WORDS] = {0};

    save_words(to, from->place.path, from->place.n_path);
    save_words(to, from->run, from->len);
    memcpy(diag, &from->diag, sizeof from->diag);
    if (g == answers->n_goals)
        save_words(to, diag, PARTIAL_DIAG_WORDS);
    vec_push(&to->answers, saved);
}

static bool is_wanted(const struct first_answers_answer *answer, bool only_new)
{
    return answer && !(only_new && answer->is_known);
}

/* The most words that the answers take. */
static uint64_t count_words(const struct first_answers *answers, bool only_new)
{
    uint64_t n = PARTIAL_DIAG_WORDS;

    for (uint32_t g = 0; g <= answers->n_goals; g++)
        if (is_wanted(answers->at[g], only_new))
            n += (uint64_t)answers->at[g]->place.n_path + answers->at[g]->len;
    return n;
}

/* Memory may run out, so that none is allocated under the lock. */
void first_answers_save(struct first_answers *answers, bool only_new,
                        struct partial_search *to)
{
    uint64_t n;

    vec_reserve(&to->answers, (uint64_t)answers->n_goals + 1);
    pthread_mutex_lock(&answers->lock);
    while ((n = count_words(answers, only_new)) >
           to->words.cap - to->words.len) {
        pthread_mutex_unlock(&answers->lock);
        vec_reserve(&to->words, n);
        pthread_mutex_lock(&answers->lock);
    }
    for (uint32_t g = 0; g <= answers->n_goals; g++)
        if (is_wanted(answers->at[g], only_new)) {
            save_answer(answers, g, to);
            answers->at[g]->is_known = true;
        }
    pthread_mutex_unlock(&answers->lock);
}

static void load(struct first_answers *answers,
                 const struct partial_search *from,
                 const struct partial_answer *saved)
{
    const struct first_answers_place place = {partial_at(from, saved->at),
                                              saved->n_path, saved->n_events};
    const uint32_t *const run = partial_at(from, saved->at + saved->n_path);
    struct first_answers_answer *const made =
        make_answer(&place, run, saved->n_run);

    made->seconds = saved->seconds;
    made->is_known = true;
    made->stop = saved->stop;
    made->unsafe_trans = saved->unsafe_trans;
    made->unsafe_place = saved->unsafe_place;
    if (saved->goal == answers->n_goals)
        memcpy(&made->diag, run + saved->n_run, sizeof made->diag);
    add_answer(answers, saved->goal, made);
}

bool first_answers_load(struct first_answers *answers,
                        const struct partial_search *from)
{
    for (uint32_t i = 0; i < from->answers.len; i++) {
        if (from->answers.at[i].goal > answers->n_goals)
            return false;
        load(answers, from, &from->answers.at[i]);
    }
    return true;
}
