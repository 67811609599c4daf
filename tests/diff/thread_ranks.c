#include "thread_ranks.h"

#include "base/check.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 8 };

struct thread_ranks_message {
    struct thread_ranks_message *next;
    uint32_t from;
    size_t n;
    uint32_t *words;
};

/* Blocks are those of the C library: a message goes from thread to thread. */
struct thread_ranks_rank {
    struct thread_ranks *all;
    struct engine_ranks ranks;
    struct engine_limits limits;
    struct answer answer; /* of the followers */
    struct thread_ranks_message *first, *last, *got;
    pthread_t thread;
};

struct thread_ranks {
    const struct engine *engine;
    const struct engine_problem *problem;
    pthread_mutex_t lock;
    struct thread_ranks_rank at[MOST];
};

static void send_words(void *self, uint32_t to, const uint32_t *words, size_t n)
{
    struct thread_ranks_rank *const x = self;
    struct thread_ranks_rank *const other = &x->all->at[to];
    struct thread_ranks_message *const message = malloc(sizeof *message);

    CHECK(message);
    *message = (struct thread_ranks_message){
        .from = x->ranks.rank, .n = n, .words = malloc(n * sizeof *words + 1)};
    CHECK(message->words);
    if (n)
        memcpy(message->words, words, n * sizeof *words);
    pthread_mutex_lock(&x->all->lock);
    *(other->last ? &other->last->next : &other->first) = message;
    other->last = message;
    pthread_mutex_unlock(&x->all->lock);
}

static void forget(struct thread_ranks_rank *x)
{
    if (x->got)
        free(x->got->words);
    free(x->got);
    x->got = NULL;
}

static const uint32_t *receive_words(void *self, uint32_t *from, size_t *n)
{
    struct thread_ranks_rank *const x = self;

    forget(x);
    pthread_mutex_lock(&x->all->lock);
    x->got = x->first;
    if (x->got) {
        x->first = x->got->next;
        x->last = x->first ? x->last : NULL;
    }
    pthread_mutex_unlock(&x->all->lock);
    if (!x->got)
        return NULL;
    *from = x->got->from;
    *n = x->got->n;
    return x->got->words;
}

static void *follow(void *self)
{
    struct thread_ranks_rank *const x = self;
    struct mem_scope scope;

    mem_enter(&scope);
    CHECK(!setjmp(scope.back));
    answer_init(&x->answer, x->all->problem->question.n_goals);
    x->all->engine->run(x->all->problem, &x->limits, &x->answer);
    answer_finish(&x->answer);
    mem_leave(&scope);
    return NULL;
}

void thread_ranks_run(const struct engine *engine,
                      const struct engine_problem *problem,
                      const struct engine_limits *limits, uint32_t n,
                      struct answer *answer)
{
    struct thread_ranks all = {.engine = engine, .problem = problem};

    CHECK(n <= MOST);
    pthread_mutex_init(&all.lock, NULL);
    for (uint32_t i = 0; i < n; i++) {
        struct thread_ranks_rank *const x = &all.at[i];

        x->all = &all;
        x->ranks = (struct engine_ranks){i, n, send_words, receive_words, x};
        x->limits = *limits;
        x->limits.ranks = &x->ranks;
    }
    for (uint32_t i = 1; i < n; i++)
        CHECK(!pthread_create(&all.at[i].thread, NULL, follow, &all.at[i]));
    engine->run(problem, &all.at[0].limits, answer);
    for (uint32_t i = 1; i < n; i++)
        pthread_join(all.at[i].thread, NULL);
    for (uint32_t i = 0; i < n; i++) {
        CHECK(!all.at[i].first); /* each message was received */
        forget(&all.at[i]);
    }
    pthread_mutex_destroy(&all.lock);
}
