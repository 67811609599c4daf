#include "engine/state/layer_worker.h"

#include "base/mem.h"
#include "net/marking.h"

static uint32_t question_count(const struct marking_goals *goals)
{
    return goals->problem->question.n_goals;
}

void layer_worker_init(struct layer_worker *worker,
                       const struct marking_goals *goals,
                       struct markings *markings)
{
    const uint32_t n = question_count(goals);

    *worker = (struct layer_worker){
        .net = goals->problem->net,
        .goals = goals,
        .hits = mem_alloc(n, sizeof *worker->hits),
        .values = mem_alloc(n, sizeof *worker->values),
    };
    marking_cursor_init(&worker->cursor, markings);
    enabled_set_init(&worker->at, worker->net);
    unit_breach_init(&worker->breach, goals->problem->units, worker->net);
    layer_worker_clear(worker);
}

void layer_worker_finish(struct layer_worker *worker)
{
    mem_free(worker->hits);
    mem_free(worker->values);
    unit_breach_finish(&worker->breach);
    enabled_set_finish(&worker->at);
    marking_cursor_finish(&worker->cursor);
}

void layer_worker_clear(struct layer_worker *worker)
{
    const struct layer_worker_step none = {SHARED_KEYS_NONE, TRANS_NONE};

    for (uint32_t g = 0; g < question_count(worker->goals); g++)
        worker->hits[g] = SHARED_KEYS_NONE;
    worker->unsafe = worker->wrong = none;
    worker->fired = worker->fresh = worker->deadlocks = 0;
    worker->most_tokens = 0;
    layer_worker_tell(worker);
}

void layer_worker_tell(struct layer_worker *worker)
{
    atomic_store_explicit(&worker->told, worker->fired, memory_order_relaxed);
}

/* --- what is found -------------------------------------------------------- */

static bool is_before(const struct layer_worker *worker, uint32_t id,
                      uint32_t than)
{
    return than == SHARED_KEYS_NONE ||
           (id != than && markings_less(worker->cursor.markings, id, than));
}

static void note_hit(struct layer_worker *worker, uint32_t g, uint32_t id)
{
    if (is_before(worker, id, worker->hits[g]))
        worker->hits[g] = id;
}

static void note_value(struct layer_worker *worker, uint32_t g, uint32_t id,
                       int64_t value)
{
    const bool none = worker->hits[g] == SHARED_KEYS_NONE;

    if (none || value > worker->values[g]) {
        worker->hits[g] = id;
        worker->values[g] = value;
    } else if (value == worker->values[g]) {
        note_hit(worker, g, id);
    }
}

static void note_step(struct layer_worker *worker,
                      struct layer_worker_step *least,
                      struct layer_worker_step step)
{
    if (least->id == step.id ? step.trans < least->trans
                             : is_before(worker, step.id, least->id))
        *least = step;
}

/* --- a marking ------------------------------------------------------------ */

static void note_finding(struct layer_worker *worker, uint32_t g, uint32_t id)
{
    const struct goal *const goal = &worker->goals->problem->question.goals[g];
    const struct answer_finding *const finding =
        &worker->goals->answer->findings[g];
    const bits_word *const m = worker->at.marking;

    if (goal->kind == GOAL_BOUND) {
        const int64_t value = goal_value(goal, m);

        if (!finding->has_value || value > finding->value)
            note_value(worker, g, id, value);
    } else if (goal->kind == GOAL_DEADLOCK ? worker->at.n_enabled == 0
                                           : goal_holds(goal, worker->net, m)) {
        note_hit(worker, g, id);
    }
}

/* Tokens on places of the input. */
static uint32_t count_tokens(const struct layer_worker *worker)
{
    const uint32_t n = net_given_places(worker->net);
    const bits_word *const m = worker->at.marking;

    return bits_count(m, n / 64) +
           (n % 64 ? bits_sum(m[n / 64] & (((bits_word)1 << n % 64) - 1)) : 0);
}

static void visit_marking(struct layer_worker *worker, uint32_t id)
{
    uint32_t n_tokens;

    marking_cursor_move(&worker->cursor, id);
    enabled_set_move(&worker->at, worker->cursor.places);
    n_tokens = count_tokens(worker);
    if (n_tokens > worker->most_tokens)
        worker->most_tokens = n_tokens;
    worker->deadlocks += worker->at.n_enabled == 0;
    for (uint32_t i = 0; i < worker->n_asked; i++)
        note_finding(worker, worker->asked[i], id);
}

/* False when the store is full. */
static bool fire_and_store(struct layer_worker *worker, uint32_t id, trans_id t)
{
    const struct marking_goals *const goals = worker->goals;
    const struct layer_worker_step step = {id, t};

    if (marking_unsafe(worker->net, worker->at.marking, t) != PLACE_NONE) {
        note_step(worker, &worker->unsafe, step);
        return true;
    }
    if (!marking_cursor_add(&worker->cursor, t, &worker->fresh))
        return false;
    if (!goals->answer->breach.met &&
        unit_breach_by(&worker->breach, worker->at.marking, t))
        note_step(worker, &worker->wrong, step);
    for (uint32_t g = goals->goal_of[t]; g; g = goals->same[g - 1])
        if (goals->answer->findings[g - 1].verdict == VERDICT_UNKNOWN)
            note_hit(worker, g - 1, id);
    worker->fired++;
    return true;
}

/* From transition t on, enabled, those of the same word of the set. */
static bool fire_word(struct layer_worker *worker, uint32_t id, trans_id t)
{
    bits_word rest = worker->at.enabled[t / 64] >> t % 64;

    for (trans_id base = t; rest; rest &= rest - 1) {
        t = base + bits_lowest(rest);
        if (!fire_and_store(worker, id, t)) {
            worker->resume = t;
            return false;
        }
    }
    return true;
}

bool layer_worker_explore(struct layer_worker *worker, uint32_t id)
{
    trans_id t;

    if (worker->resume == 0)
        visit_marking(worker, id);
    for (t = enabled_set_next(&worker->at, worker->resume); t != TRANS_NONE;
         t = enabled_set_next(&worker->at, (t | 63) + 1))
        if (!fire_word(worker, id, t))
            return false;
    worker->resume = 0;
    return true;
}

bool layer_worker_settle(struct layer_worker *worker)
{
    return marking_cursor_settle(&worker->cursor, &worker->fresh);
}

void layer_worker_add(struct layer_worker *worker,
                      const struct layer_worker *other)
{
    for (uint32_t g = 0; g < question_count(worker->goals); g++) {
        if (other->hits[g] == SHARED_KEYS_NONE)
            continue;
        if (worker->goals->problem->question.goals[g].kind == GOAL_BOUND)
            note_value(worker, g, other->hits[g], other->values[g]);
        else
            note_hit(worker, g, other->hits[g]);
    }
    if (other->unsafe.id != SHARED_KEYS_NONE)
        note_step(worker, &worker->unsafe, other->unsafe);
    if (other->wrong.id != SHARED_KEYS_NONE)
        note_step(worker, &worker->wrong, other->wrong);
    worker->fired += other->fired;
    worker->fresh += other->fresh;
    worker->deadlocks += other->deadlocks;
    if (other->most_tokens > worker->most_tokens)
        worker->most_tokens = other->most_tokens;
}
