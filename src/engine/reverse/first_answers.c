#include "engine/reverse/first_answers.h"

/* Its words are the path and the run; of the end, then the diagnostic. */
struct first_answers_answer {
    struct partial_answer is; /* `at` has no meaning */
    bool is_known;            /* was saved, or loaded */
    uint32_t words[];
};

static uint64_t count_words(const struct first_answers *answers,
                            const struct partial_answer *is)
{
    return (uint64_t)is->n_path + is->n_run +
           (is->goal == answers->n_goals ? PARTIAL_DIAG_WORDS : 0);
}

static const uint32_t *run_of(const struct first_answers_answer *answer)
{
    return answer->words + answer->is.n_path;
}

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

/* Its words are still to be filled in. */
static struct first_answers_answer *
make_answer(const struct first_answers *answers,
            const struct partial_answer *is)
{
    struct first_answers_answer *const made = mem_alloc(
        1, sizeof *made + count_words(answers, is) * sizeof *made->words);

    mem_keep(made);
    *made = (struct first_answers_answer){.is = *is};
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

static int compare(const struct first_answers_answer *a,
                   const struct first_answers_answer *b)
{
    const int paths =
        compare_paths(a->words, a->is.n_path, b->words, b->is.n_path);

    return paths ? paths
                 : (a->is.n_events > b->is.n_events) -
                       (a->is.n_events < b->is.n_events);
}

/* Takes the block. */
static void add_answer(struct first_answers *answers,
                       struct first_answers_answer *made)
{
    const uint32_t g = made->is.goal;
    struct first_answers_answer *old;

    pthread_mutex_lock(&answers->lock);
    old = answers->at[g];
    if (!old || compare(made, old) < 0) {
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
                       const first_answers_path *path, uint32_t n_events,
                       const struct answer *found)
{
    const bool is_end = g == answers->n_goals;
    const witness_run *const run =
        is_end ? &found->unsafe_run : &found->findings[g].run;
    const struct partial_answer is = {
        .goal = g,
        .n_path = path->len,
        .n_run = run->len,
        .n_events = n_events,
        .seconds = is_end ? 0 : found->findings[g].seconds,
        .stop = found->stop,
        .unsafe_trans = found->unsafe_trans,
        .unsafe_place = found->unsafe_place,
    };
    struct first_answers_answer *const made = make_answer(answers, &is);
    uint32_t *const at = made->words + is.n_path;

    first_answers_copy(made->words, path->at, is.n_path);
    first_answers_copy(at, run->at, is.n_run);
    if (is_end)
        memcpy(at + is.n_run, &found->diag, sizeof found->diag);
    add_answer(answers, made);
}

/* Of the first answers the one that was found last; NULL: a question is open,
 * or there are none. */
static const struct first_answers_answer *
last_answer(const struct first_answers *answers)
{
    const struct first_answers_answer *last = NULL;

    if (answers->n_open)
        return NULL;
    for (uint32_t g = 0; g < answers->n_goals; g++)
        if (!last || compare(answers->at[g], last) > 0)
            last = answers->at[g];
    return last;
}

/* All is behind what was found before the first event. */
static bool is_behind(const uint32_t *path, uint32_t n_path,
                      const struct first_answers_answer *answer)
{
    return (!answer->is.n_path && !answer->is.n_events) ||
           compare_paths(path, n_path, answer->words, answer->is.n_path) > 0;
}

bool first_answers_is_past(struct first_answers *answers, const uint32_t *path,
                           uint32_t n_path)
{
    const struct first_answers_answer *last, *end;
    bool is_past;

    if (!atomic_load_explicit(&answers->is_bounded, memory_order_relaxed))
        return false;
    pthread_mutex_lock(&answers->lock);
    last = last_answer(answers);
    end = answers->at[answers->n_goals];
    is_past = (last && is_behind(path, n_path, last)) ||
              (end && is_behind(path, n_path, end));
    pthread_mutex_unlock(&answers->lock);
    return is_past;
}

static void take_end(const struct first_answers_answer *end,
                     struct answer *answer)
{
    answer->stop = end->is.stop;
    answer->unsafe_trans = end->is.unsafe_trans;
    answer->unsafe_place = end->is.unsafe_place;
    memcpy(&answer->diag, run_of(end) + end->is.n_run, sizeof answer->diag);
    vec_append_n(&answer->unsafe_run, run_of(end), end->is.n_run);
}

bool first_answers_take(const struct first_answers *answers,
                        struct answer *answer)
{
    const struct first_answers_answer *const last = last_answer(answers);
    const struct first_answers_answer *end = answers->at[answers->n_goals];

    if (end && last && compare(last, end) < 0)
        end = NULL; /* one worker would not have come so far */
    for (uint32_t g = 0; g < answers->n_goals; g++) {
        const struct first_answers_answer *const found = answers->at[g];

        if (!found || (end && compare(end, found) < 0))
            continue;
        answer->findings[g].verdict = VERDICT_YES;
        answer->findings[g].seconds = found->is.seconds;
        vec_append_n(&answer->findings[g].run, run_of(found), found->is.n_run);
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

static bool is_wanted(const struct first_answers_answer *answer, bool only_new)
{
    return answer && !(only_new && answer->is_known);
}

static uint64_t count_saved(const struct first_answers *answers, bool only_new)
{
    uint64_t n = 0;

    for (uint32_t g = 0; g <= answers->n_goals; g++)
        if (is_wanted(answers->at[g], only_new))
            n += count_words(answers, &answers->at[g]->is);
    return n;
}

static void save_answer(const struct first_answers *answers,
                        struct first_answers_answer *answer,
                        struct partial_search *to)
{
    const uint64_t n = count_words(answers, &answer->is);
    struct partial_answer saved = answer->is;

    saved.at = to->words.len;
    vec_append_n(&to->words, answer->words, n);
    vec_push(&to->answers, saved);
    answer->is_known = true;
}

/* Memory may run out, so that none is allocated under the lock. */
void first_answers_save(struct first_answers *answers, bool only_new,
                        struct partial_search *to)
{
    uint64_t n;

    vec_reserve(&to->answers, (uint64_t)answers->n_goals + 1);
    pthread_mutex_lock(&answers->lock);
    while ((n = count_saved(answers, only_new)) >
           to->words.cap - to->words.len) {
        pthread_mutex_unlock(&answers->lock);
        vec_reserve(&to->words, n);
        pthread_mutex_lock(&answers->lock);
    }
    for (uint32_t g = 0; g <= answers->n_goals; g++)
        if (is_wanted(answers->at[g], only_new))
            save_answer(answers, answers->at[g], to);
    pthread_mutex_unlock(&answers->lock);
}

bool first_answers_load(struct first_answers *answers,
                        const struct partial_search *from)
{
    for (uint32_t i = 0; i < from->answers.len; i++) {
        const struct partial_answer *const saved = &from->answers.at[i];
        struct first_answers_answer *made;

        if (saved->goal > answers->n_goals)
            return false;
        made = make_answer(answers, saved);
        made->is_known = true;
        first_answers_copy(made->words, partial_at(from, saved->at),
                           (uint32_t)count_words(answers, saved));
        add_answer(answers, made);
    }
    return true;
}
