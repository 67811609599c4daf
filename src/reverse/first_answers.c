#include "reverse/first_answers.h"

#include <string.h>

struct first_answers_answer {
    struct first_answers_place place; /* its path follows, then the run */
    const trans_id *run;
    uint32_t len;
    double seconds;
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

static void copy(uint32_t *to, const uint32_t *from, uint32_t n)
{
    if (n)
        memcpy(to, from, n * sizeof *to);
}

static struct first_answers_answer *
make_answer(const struct first_answers *answers, uint32_t g,
            const struct first_answers_place *place, const struct answer *found)
{
    const bool is_end = g == answers->n_goals;
    const witness_run *const run =
        is_end ? &found->unsafe_run : &found->findings[g].run;
    const size_t n = (size_t)place->n_path + run->len;
    struct first_answers_answer *const made =
        mem_alloc(1, sizeof *made + n * sizeof *place->path);
    uint32_t *const words = (uint32_t *)(made + 1);

    mem_keep(made);
    copy(words, place->path, place->n_path);
    copy(words + place->n_path, run->at, run->len);
    *made = (struct first_answers_answer){
        .place = *place,
        .run = words + place->n_path,
        .len = run->len,
        .seconds = is_end ? 0 : found->findings[g].seconds,
        .stop = found->stop,
        .unsafe_trans = found->unsafe_trans,
        .unsafe_place = found->unsafe_place,
        .diag = found->diag,
    };
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

static int compare(const struct first_answers_place *a,
                   const struct first_answers_place *b)
{
    const int paths = compare_paths(a->path, a->n_path, b->path, b->n_path);

    return paths ? paths
                 : (a->n_events > b->n_events) - (a->n_events < b->n_events);
}

void first_answers_add(struct first_answers *answers, uint32_t g,
                       const struct first_answers_place *place,
                       const struct answer *found)
{
    struct first_answers_answer *made = make_answer(answers, g, place, found);
    struct first_answers_answer *old;

    pthread_mutex_lock(&answers->lock);
    old = answers->at[g];
    if (!old || compare(place, &old->place) < 0) {
        answers->at[g] = made;
        made = old;
        answers->n_open -= !old && g < answers->n_goals;
        if (g == answers->n_goals || !answers->n_open)
            atomic_store_explicit(&answers->is_bounded, true,
                                  memory_order_relaxed);
    }
    pthread_mutex_unlock(&answers->lock);
    mem_free(made);
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
        if (!last || compare(&answers->at[g]->place, last) > 0)
            last = &answers->at[g]->place;
    return last;
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
    is_past =
        (last && compare_paths(path, n_path, last->path, last->n_path) > 0) ||
        (end &&
         compare_paths(path, n_path, end->place.path, end->place.n_path) > 0);
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

    if (end && last && compare(last, &end->place) < 0)
        end = NULL; /* one worker would not have come so far */
    for (uint32_t g = 0; g < answers->n_goals; g++) {
        const struct first_answers_answer *const found = answers->at[g];

        if (!found || (end && compare(&end->place, &found->place) < 0))
            continue;
        answer->findings[g].verdict = VERDICT_YES;
        answer->findings[g].seconds = found->seconds;
        take_run(found, &answer->findings[g].run);
    }
    if (end)
        take_end(end, answer);
    return end || last;
}
