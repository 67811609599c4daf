#include "engine/reverse/ranks.h"

#include "base/hash.h"

#include <string.h>
#include <time.h>

enum ranks_kind { RANKS_DONE, RANKS_TAKE, RANKS_KNOWN, RANKS_STOP };

/* Work between two looks for messages. */
enum { LOOK = 30000 };

/* A nap of a process that has nothing to do, in nanoseconds. */
enum { NAP = 20000 };

static void nap(void)
{
    const struct timespec time = {.tv_nsec = NAP};

    (void)nanosleep(&time, NULL);
}

/* --- messages ------------------------------------------------------------- */

/* Kind, identity of the net or budget, then a part of a search. */
enum { HEAD = 3 };

static void send(const struct engine_ranks *ranks, uint32_t to,
                 enum ranks_kind kind, uint64_t number,
                 const struct partial_search *partial, partial_words *words)
{
    vec_clear(words);
    vec_push(words, (uint32_t)kind);
    vec_push(words, (uint32_t)number);
    vec_push(words, (uint32_t)(number >> 32));
    if (partial)
        partial_pack(partial, words);
    ranks->send(ranks->self, to, words->at, words->len);
}

struct ranks_message {
    uint32_t from;
    bool is_empty;
    enum ranks_kind kind;
    uint64_t number;
};

/* False when no message has arrived.  Its part goes into the scratch. */
static bool receive(const struct engine_ranks *ranks, struct ranks_message *got,
                    struct partial_search *partial)
{
    size_t n;
    const uint32_t *const words = ranks->receive(ranks->self, &got->from, &n);

    if (!words)
        return false;
    got->is_empty = n < HEAD;
    if (got->is_empty)
        return true;
    got->kind = (enum ranks_kind)words[0];
    got->number = words[1] | (uint64_t)words[2] << 32;
    partial_clear(partial);
    if (n > HEAD)
        CHECK(partial_unpack(words + HEAD, n - HEAD, partial));
    return true;
}

/* Ranks with different files must not share a search. */
static uint64_t identify(const struct engine_problem *problem)
{
    const struct net *const net = problem->net;
    uint32_t h = hash_mix(net_place_count(net), problem->question.n_goals);

    for (trans_id t = 0; t < net_trans_count(net); t++) {
        const struct net_place_span pre = net_pre(net, t);
        const struct net_place_span post = net_post(net, t);

        h = hash_mix(h, hash_bytes_of(pre.at, pre.len * sizeof *pre.at));
        h = hash_mix(h, hash_bytes_of(post.at, post.len * sizeof *post.at));
    }
    return h;
}

/* --- the leader ----------------------------------------------------------- */

enum ranks_state { RANKS_ABSENT, RANKS_ASKS, RANKS_WORKS, RANKS_GONE };

struct ranks_follower {
    enum ranks_state state;
    bool is_told;     /* STOP was sent */
    uint64_t version; /* of the answers that it knows */
};

static const struct engine_ranks *ranks_of(const struct ranks_lead *lead)
{
    return lead->limits->ranks;
}

static void set_state(struct ranks_lead *lead, uint32_t rank,
                      enum ranks_state state)
{
    struct ranks_follower *const f = &lead->followers[rank];

    lead->n_asking -= f->state == RANKS_ASKS;
    lead->n_asking += state == RANKS_ASKS;
    f->state = state;
}

/* What the follower has done counts now. */
static void commit(struct ranks_lead *lead, uint32_t rank)
{
    const struct partial_search *const done = &lead->scratch;

    if (lead->followers[rank].state != RANKS_WORKS)
        return;
    CHECK(first_answers_load(lead->answers, done));
    ledger_commit(lead->ledger, rank, done);
    atomic_fetch_add_explicit(&lead->totals->n_maximal,
                              done->sums.maximal_configurations,
                              memory_order_relaxed);
    if (lead->limits->max_events &&
        lead->ledger->sums.extensions > lead->limits->max_events)
        ledger_stop(lead->ledger, STOP_EVENTS);
}

/* The follower has failed, or has another net. */
static void lose_follower(struct ranks_lead *lead, uint32_t rank)
{
    ledger_return(lead->ledger, rank);
    set_state(lead, rank, RANKS_GONE);
    ledger_stop(lead->ledger, STOP_LOST);
}

static void take_message(struct ranks_lead *lead,
                         const struct ranks_message *message)
{
    const uint32_t rank = message->from;

    if (message->is_empty) {
        lose_follower(lead, rank);
    } else if (message->number != identify(lead->worker->problem)) {
        (void)diag_input(
            lead->diag, NULL,
            "process %u of mpirun has another net, or other questions", rank);
        lose_follower(lead, rank);
        send(ranks_of(lead), rank, RANKS_STOP, 0, NULL, &lead->words);
    } else {
        commit(lead, rank);
        set_state(lead, rank, RANKS_ASKS);
    }
}

/* Once nothing counts beyond some path, followers must know it. */
static void tell_answers(struct ranks_lead *lead, uint32_t rank)
{
    struct ranks_follower *const f = &lead->followers[rank];
    const uint64_t version = first_answers_version(lead->answers);
    struct partial_search known = {0};

    if (f->version == version)
        return;
    first_answers_save(lead->answers, false, &known);
    send(ranks_of(lead), rank, RANKS_KNOWN, 0, &known, &lead->words);
    partial_finish(&known);
    f->version = version;
}

static void give(struct ranks_lead *lead, uint32_t rank)
{
    struct partial_search given = {0};
    struct ledger_lease lease;

    if (!ledger_take(lead->ledger, rank, &lease))
        return;
    for (const struct ledger_root *root = lease.first; root; root = root->next)
        partial_add_root(&given, &root->name);
    send(ranks_of(lead), rank, RANKS_TAKE, lease.work, &given, &lead->words);
    partial_finish(&given);
    set_state(lead, rank, RANKS_WORKS);
}

static void tell_to_stop(struct ranks_lead *lead, uint32_t rank)
{
    struct ranks_follower *const f = &lead->followers[rank];

    if (f->is_told || f->state == RANKS_ABSENT || f->state == RANKS_GONE)
        return;
    send(ranks_of(lead), rank, RANKS_STOP, 0, NULL, &lead->words);
    f->is_told = true;
}

static void serve(struct ranks_lead *lead)
{
    const bool is_over = ledger_is_over(lead->ledger);

    for (uint32_t rank = 1; rank < ranks_of(lead)->n_ranks; rank++) {
        const enum ranks_state state = lead->followers[rank].state;

        if (is_over)
            tell_to_stop(lead, rank);
        else if (state == RANKS_WORKS || state == RANKS_ASKS)
            tell_answers(lead, rank);
        if (!is_over && state == RANKS_ASKS)
            give(lead, rank);
    }
}

static void poll(struct ranks_lead *lead)
{
    struct ranks_message message;

    while (receive(ranks_of(lead), &message, &lead->scratch))
        take_message(lead, &message);
    serve(lead);
    lead->pause(lead->self);
}

bool ranks_lead_must_commit(void *self, uint64_t work)
{
    struct ranks_lead *const lead = self;

    if (lead->worker->watch.work - lead->polled >= LOOK) {
        lead->polled = lead->worker->watch.work;
        poll(lead);
    }
    return ledger_is_stopped(lead->ledger) ||
           (lead->n_asking && work >= LEDGER_LEAST);
}

/* Have all followers ended, or are they about to? */
static bool are_followers_done(const struct ranks_lead *lead)
{
    for (uint32_t rank = 1; rank < ranks_of(lead)->n_ranks; rank++) {
        const struct ranks_follower *const f = &lead->followers[rank];

        if (f->state == RANKS_ABSENT || f->state == RANKS_WORKS ||
            (f->state == RANKS_ASKS && !f->is_told))
            return false;
    }
    return true;
}

static void work_or_nap(struct ranks_lead *lead)
{
    struct worker *const worker = lead->worker;
    struct ledger_lease lease;

    if (ledger_first_works(ranks_of(lead)->n_ranks) &&
        ledger_take(lead->ledger, 0, &lease)) {
        worker_explore(worker, &lease);
        ledger_commit(lead->ledger, 0, &worker->done);
        return;
    }
    if (!ledger_is_stopped(lead->ledger) && watch_look(&worker->watch))
        ledger_stop(lead->ledger, worker->watch.reason);
    nap();
}

void ranks_lead(struct ranks_lead *lead)
{
    lead->followers =
        mem_zero(ranks_of(lead)->n_ranks, sizeof *lead->followers);
    poll(lead);
    while (!ledger_is_over(lead->ledger) || !are_followers_done(lead)) {
        work_or_nap(lead);
        poll(lead);
    }
    mem_free(lead->followers);
    vec_free(&lead->words);
    partial_finish(&lead->scratch);
}

/* --- a follower ----------------------------------------------------------- */

struct ranks_follow {
    const struct engine_ranks *ranks;
    const struct engine_limits *limits;
    struct first_answers answers;
    struct worker_totals totals;
    struct worker worker;
    VEC(struct ledger_root) roots;
    struct partial_search got; /* what the last message has */
    partial_words words;       /* scratch */
    uint64_t polled;           /* as of the leader */
    uint64_t identity;
    uint64_t budget; /* of the roots that it has got */
    bool must_stop;
};

/* True when a message was there. */
static bool look(struct ranks_follow *follower)
{
    struct ranks_message message;

    if (!receive(follower->ranks, &message, &follower->got))
        return false;
    if (message.is_empty || message.kind == RANKS_STOP) {
        follower->must_stop = true;
    } else if (message.kind == RANKS_KNOWN) {
        CHECK(first_answers_load(&follower->answers, &follower->got));
    } else {
        CHECK(message.kind == RANKS_TAKE);
        follower->budget = message.number;
    }
    return true;
}

static bool must_follower_commit(void *self, uint64_t work)
{
    struct ranks_follow *const follower = self;

    (void)work;
    if (follower->worker.watch.work - follower->polled >= LOOK) {
        follower->polled = follower->worker.watch.work;
        while (look(follower)) {
        }
    }
    return follower->must_stop;
}

static int must_follower_terminate(void *self)
{
    const struct ranks_follow *const follower = self;

    return follower->must_stop ||
           (follower->limits->terminate &&
            follower->limits->terminate(follower->limits->terminate_data));
}

static struct ledger_lease lease_of(struct ranks_follow *follower)
{
    vec_clear(&follower->roots);
    for (uint32_t i = 0; i < follower->got.roots.len; i++) {
        const struct ledger_root root = {
            .name = partial_name_of(&follower->got, i)};

        vec_push(&follower->roots, root);
    }
    for (uint32_t i = 0; i + 1 < follower->roots.len; i++)
        follower->roots.at[i].next = &follower->roots.at[i + 1];
    return (struct ledger_lease){follower->roots.at, follower->budget};
}

/* Messages that come meanwhile do not touch the roots. */
static void work_on_roots(struct ranks_follow *follower)
{
    struct partial_search roots = follower->got;
    const struct ledger_lease lease = lease_of(follower);

    follower->got = (struct partial_search){0};
    follower->budget = 0;
    worker_explore(&follower->worker, &lease);
    partial_finish(&roots);
}

static void report_to_leader(struct ranks_follow *follower)
{
    first_answers_save(&follower->answers, true, &follower->worker.done);
    send(follower->ranks, 0, RANKS_DONE, follower->identity,
         &follower->worker.done, &follower->words);
}

static void follow_leader(struct ranks_follow *follower)
{
    report_to_leader(follower);
    while (!follower->must_stop) {
        if (!look(follower))
            nap();
        if (!follower->budget)
            continue;
        work_on_roots(follower);
        report_to_leader(follower);
    }
}

void ranks_follow(const struct engine_problem *problem,
                  const struct engine_limits *limits)
{
    struct ranks_follow follower = {.ranks = limits->ranks,
                                    .limits = limits,
                                    .identity = identify(problem)};
    struct engine_limits own = *limits;

    own.terminate = must_follower_terminate;
    own.terminate_data = &follower;
    own.profile = NULL;
    own.progress = (struct engine_progress){0};
    own.verdicts = (struct engine_verdicts){0};
    first_answers_init(&follower.answers, problem->question.n_goals);
    worker_init(&follower.worker, problem, &own, &follower.answers,
                &follower.totals,
                (struct worker_hooks){.must_commit = must_follower_commit,
                                      .self = &follower});
    follow_leader(&follower);
    worker_finish(&follower.worker);
    first_answers_finish(&follower.answers);
    vec_free(&follower.roots);
    vec_free(&follower.words);
    partial_finish(&follower.got);
}
