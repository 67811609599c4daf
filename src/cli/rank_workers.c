#include "cli/rank_workers.h"

#include <time.h>

enum rank_workers_message { RUN, REPORT, GONE, INTERRUPT, STOP };

/* A nap between two looks for messages, in nanoseconds, and how many of them
 * one call of wait() takes. */
enum { NAP = 500000, NAPS = 100 };

static void nap(void)
{
    const struct timespec time = {.tv_nsec = NAP};

    (void)nanosleep(&time, NULL);
}

static void send_kind(const punfpor_ranks *ranks, uint32_t to,
                      enum rank_workers_message kind)
{
    const uint32_t word = (uint32_t)kind;

    ranks->send(ranks->data, to, &word, 1);
}

/* --- the leader ----------------------------------------------------------- */

void rank_workers_init(struct rank_workers *x, const punfpor_ranks *ranks,
                       struct task_server *server)
{
    *x = (struct rank_workers){.ranks = ranks, .server = server};
    for (uint32_t i = 0; i < ranks->n_ranks; i++)
        vec_push(&x->all, (struct rank_workers_one){0});
}

void rank_workers_finish(struct rank_workers *x)
{
    for (uint32_t i = 1; i < x->all.len; i++)
        send_kind(x->ranks, i, STOP);
    vec_free(&x->all);
    vec_free(&x->words);
}

static bool start(void *self, uint32_t worker, const struct assignment *what)
{
    struct rank_workers *const x = self;
    struct rank_workers_one *const w = &x->all.at[worker];

    w->is_busy = true;
    w->number = what->number;
    vec_clear(&x->words);
    if (worker)
        vec_push(&x->words, (uint32_t)RUN);
    assignment_pack(what, &x->words);
    if (worker)
        x->ranks->send(x->ranks->data, worker, x->words.at, x->words.len);
    else /* the end of this process is noticed when it should report */
        (void)task_server_send(x->server, x->words.at, x->words.len);
    return true;
}

/* The worker takes no more tasks. */
static bool lose(struct rank_workers *x, uint32_t worker,
                 struct assignment_report *report)
{
    struct rank_workers_one *const w = &x->all.at[worker];
    const bool is_news = !w->is_gone;

    *report = (struct assignment_report){
        .number = w->is_busy ? w->number : UINT32_MAX,
        .worker = worker,
        .end = ASSIGNMENT_GONE,
    };
    w->is_busy = false;
    w->is_gone = true;
    return is_news;
}

static bool take(struct rank_workers *x, uint32_t worker, const uint32_t *words,
                 size_t n, struct assignment_report *report)
{
    if (!assignment_unpack_report(words, n, report))
        return lose(x, worker, report);
    report->worker = worker;
    x->all.at[worker].is_busy = false;
    return true;
}

/* True when there is a report. */
static bool look_here(struct rank_workers *x, struct assignment_report *report)
{
    const uint32_t *words;
    size_t n;

    switch (task_server_receive(x->server, &words, &n)) {
    case TASK_SERVER_REPORT:
        return take(x, 0, words, n, report);
    case TASK_SERVER_GONE:
        return lose(x, 0, report);
    case TASK_SERVER_NOTHING:
        break;
    }
    return false;
}

static bool look_there(struct rank_workers *x, struct assignment_report *report)
{
    uint32_t from;
    size_t n;
    const uint32_t *const words = x->ranks->receive(x->ranks->data, &from, &n);

    if (!words)
        return false;
    return n && words[0] == REPORT ? take(x, from, words + 1, n - 1, report)
                                   : lose(x, from, report);
}

static bool wait_for(void *self, struct assignment_report *report)
{
    struct rank_workers *const x = self;

    for (uint32_t i = 0; i < NAPS; i++) {
        if (look_here(x, report) || look_there(x, report))
            return true;
        nap();
    }
    return false;
}

static void interrupt(void *self)
{
    struct rank_workers *const x = self;

    task_server_interrupt(x->server);
    for (uint32_t i = 1; i < x->all.len; i++)
        send_kind(x->ranks, i, INTERRUPT);
}

struct workers rank_workers_of(struct rank_workers *x)
{
    return (struct workers){
        .n = x->all.len,
        .self = x,
        .start = start,
        .wait = wait_for,
        .interrupt = interrupt,
    };
}

/* --- a follower ----------------------------------------------------------- */

struct rank_workers_follower {
    const punfpor_ranks *ranks;
    struct task_server *server;
    assignment_words words;
    bool is_told; /* of the signal */
    bool must_stop;
};

/* A process for tasks that has ended is noticed when it should report. */
static bool look_for_order(struct rank_workers_follower *x)
{
    uint32_t from;
    size_t n;
    const uint32_t *const words = x->ranks->receive(x->ranks->data, &from, &n);

    if (!words)
        return false;
    if (!n || words[0] == STOP)
        x->must_stop = true;
    else if (words[0] == INTERRUPT)
        task_server_interrupt(x->server);
    else
        (void)task_server_send(x->server, words + 1, n - 1);
    return true;
}

static bool look_for_report(struct rank_workers_follower *x)
{
    const uint32_t *words;
    size_t n;

    switch (task_server_receive(x->server, &words, &n)) {
    case TASK_SERVER_NOTHING:
        return false;
    case TASK_SERVER_GONE:
        send_kind(x->ranks, 0, GONE);
        return true;
    case TASK_SERVER_REPORT:
        break;
    }
    vec_clear(&x->words);
    vec_push(&x->words, (uint32_t)REPORT);
    for (size_t i = 0; i < n; i++)
        vec_push(&x->words, words[i]);
    x->ranks->send(x->ranks->data, 0, x->words.at, x->words.len);
    return true;
}

void rank_workers_follow(const punfpor_ranks *ranks, struct task_server *server,
                         const volatile sig_atomic_t *interrupted)
{
    struct rank_workers_follower x = {.ranks = ranks, .server = server};

    while (!x.must_stop) {
        if (*interrupted && !x.is_told) {
            x.is_told = true;
            task_server_interrupt(server);
        }
        if (!look_for_order(&x) && !look_for_report(&x))
            nap();
    }
    vec_free(&x.words);
}
