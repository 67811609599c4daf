#include "checker/process.h"

/* The search for co-sets starts from their youngest condition.  The marks are
 * the checker's own (judge.h). */
struct closure {
    struct process *process;
    uint32_t youngest;
    process_list *candidates; /* by copy: older, and concurrent with youngest */
    uint32_t *filled;         /* by copy: valid if equal to now */
    uint32_t now;
    process_list missing; /* copies to choose on, fewest candidates first */
    process_list coset;   /* conditions chosen on the first of these copies */
    process_list next; /* by copy to choose on, and one more: next candidate */
    process_list uses;
    uint32_t *chosen; /* by copy */
};

static void closure_init(struct closure *c, struct process *process)
{
    const uint32_t n = copies_count(&process->copies);

    *c = (struct closure){.process = process};
    c->candidates = mem_zero(n, sizeof *c->candidates);
    c->filled = mem_zero(n, sizeof *c->filled);
    c->chosen = mem_zero(n, sizeof *c->chosen);
}

static void closure_finish(struct closure *c)
{
    const uint32_t n = copies_count(&c->process->copies);

    for (uint32_t i = 0; i < n; i++)
        vec_free(&c->candidates[i]);
    mem_free(c->candidates);
    mem_free(c->filled);
    mem_free(c->chosen);
    vec_free(&c->missing);
    vec_free(&c->coset);
    vec_free(&c->next);
    vec_free(&c->uses);
}

static uint32_t copy_of(const struct closure *c, uint32_t x)
{
    return c->process->conditions.at[x].copy;
}

/* Makes x the youngest condition.  Sorts by copy the older conditions that are
 * concurrent with it. */
static void start_at(struct closure *c, uint32_t x)
{
    const struct pool_list list = c->process->conditions.at[x].concurrent;
    const uint32_t *with = pool_at(&c->process->pool, list);

    c->youngest = x;
    c->now++;
    for (uint32_t i = 0; i < list.len && with[i] < x; i++) {
        const uint32_t copy = copy_of(c, with[i]);

        if (c->filled[copy] != c->now) {
            c->filled[copy] = c->now;
            vec_clear(&c->candidates[copy]);
        }
        vec_push(&c->candidates[copy], with[i]);
    }
}

static uint32_t n_candidates(const struct closure *c, uint32_t copy)
{
    return c->filled[copy] == c->now ? c->candidates[copy].len : 0;
}

/* Lists the copies to choose on; false when one of them has no candidate. */
static bool list_missing(struct closure *c, struct copies_span copies)
{
    const uint32_t own = copy_of(c, c->youngest);

    vec_clear(&c->missing);
    for (uint32_t i = 0; i < copies.len; i++) {
        const uint32_t copy = copies.at[i], n = n_candidates(c, copy);
        uint32_t k;

        if (copy == own)
            continue;
        if (!n)
            return false;
        vec_push(&c->missing, copy);
        for (k = c->missing.len - 1;
             k && n_candidates(c, c->missing.at[k - 1]) > n; k--)
            c->missing.at[k] = c->missing.at[k - 1];
        c->missing.at[k] = copy;
    }
    return true;
}

static bool extends_coset(const struct closure *c, uint32_t x)
{
    for (uint32_t i = 0; i < c->coset.len; i++)
        if (!process_concurrent(c->process, c->coset.at[i], x))
            return false;
    return true;
}

static void step_back(struct closure *c)
{
    (void)vec_pop(&c->next);
    if (c->next.len)
        (void)vec_pop(&c->coset);
}

/* Advances c->coset to the next complete choice; false when there is none. */
static bool next_choice(struct closure *c)
{
    while (c->next.len) {
        const uint32_t depth = c->next.len - 1;

        if (depth == c->missing.len) { /* this choice was complete */
            step_back(c);
            continue;
        }

        const process_list *candidates = &c->candidates[c->missing.at[depth]];
        uint32_t *i = vec_top(&c->next);

        while (*i < candidates->len && !extends_coset(c, candidates->at[*i]))
            ++*i;
        if (*i == candidates->len) {
            step_back(c);
            continue;
        }
        vec_push(&c->coset, candidates->at[*i]);
        ++*i; /* before next moves */
        vec_push(&c->next, 0);
        if (depth + 1 == c->missing.len)
            return true;
    }
    return false;
}

/* Finds the first co-set on the copies that contains the youngest condition. */
static bool first_choice(struct closure *c, struct copies_span copies)
{
    vec_clear(&c->coset);
    vec_clear(&c->next);
    if (!list_missing(c, copies))
        return false;
    vec_push(&c->next, 0);
    return !c->missing.len || next_choice(c);
}

/* Does t have an event on the chosen co-set? */
static bool has_event(struct closure *c, trans_id t,
                      struct copies_span consumes)
{
    c->chosen[copy_of(c, c->youngest)] = c->youngest;
    for (uint32_t i = 0; i < c->coset.len; i++)
        c->chosen[copy_of(c, c->coset.at[i])] = c->coset.at[i];
    vec_clear(&c->uses);
    for (uint32_t i = 0; i < consumes.len; i++)
        vec_push(&c->uses, c->chosen[consumes.at[i]]);
    return process_find(c->process, t, c->uses.at);
}

static bool check_trans(struct closure *c, trans_id t)
{
    const struct copies_span consumes = copies_consumed(&c->process->copies, t);

    for (bool more = first_choice(c, consumes); more; more = next_choice(c))
        if (!has_event(c, t, consumes))
            return fault_report(
                c->process->fault, FAULT_END, 0,
                "an event of '%s' is missing, which consumes a token on '%s'",
                net_trans_label(c->process->net, t),
                process_place(c->process, copy_of(c, c->youngest)));
    return true;
}

static bool check_condition(struct closure *c, uint32_t x)
{
    const struct net_trans_span consumers =
        copies_consumers(&c->process->copies, copy_of(c, x));

    if (!consumers.len)
        return true;
    start_at(c, x);
    for (uint32_t i = 0; i < consumers.len; i++)
        if (!check_trans(c, consumers.at[i]))
            return false;
    return true;
}

/* A transition without preset has exactly one event. */
static bool check_free(struct process *process)
{
    for (trans_id t = 0; t < net_trans_count(process->net); t++)
        if (!copies_consumed(&process->copies, t).len &&
            !process_find(process, t, NULL))
            return fault_report(process->fault, FAULT_END, 0,
                                "an event of '%s' is missing, which consumes "
                                "nothing",
                                net_trans_label(process->net, t));
    return true;
}

bool closure_check(struct process *process)
{
    struct closure c;
    bool good = check_free(process);

    closure_init(&c, process);
    for (uint32_t x = 0; good && x < process->conditions.len; x++)
        good = check_condition(&c, x);
    closure_finish(&c);
    return good;
}

bool closure_avoids(struct process *process, const place_id *places, uint32_t n)
{
    struct closure c;
    process_list copies = {0};
    bool avoids = n > 0;

    closure_init(&c, process);
    for (uint32_t i = 0; i < n; i++) {
        vec_push(&copies, process->copies.first[places[i]]);
        c.chosen[copies.at[i]] = 1;
    }
    for (uint32_t x = 0; avoids && x < process->conditions.len; x++) {
        if (!c.chosen[copy_of(&c, x)])
            continue;
        start_at(&c, x);
        avoids = !first_choice(&c, (struct copies_span){copies.at, copies.len});
    }
    closure_finish(&c);
    vec_free(&copies);
    return avoids || fault_report(process->fault, FAULT_GOAL, 0,
                                  "the places of the goal are marked together");
}
