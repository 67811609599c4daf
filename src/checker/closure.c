#include "checker/closure.h"

#include <stdlib.h>

typedef VEC(uint32_t) number_list;

/* Co-sets are looked for by their youngest condition.  The marks are the
 * checker's own (judge.h). */
struct closure {
    struct process *process;
    uint32_t youngest;
    number_list *offers; /* by copy: older conditions concurrent with it, */
    uint32_t *offered;   /* if this is now */
    uint32_t now;
    number_list want; /* copies that are to be chosen, fewest offers first */
    number_list pick; /* a choice for the first of them */
    number_list next; /* what is tried next for each, and one more */
    number_list uses;
    uint32_t *chosen; /* by copy */
};

static void closure_init(struct closure *c, struct process *process)
{
    const uint32_t n = copies_count(&process->copies);

    *c = (struct closure){.process = process};
    c->offers = mem_zero(n, sizeof *c->offers);
    c->offered = mem_zero(n, sizeof *c->offered);
    c->chosen = mem_zero(n, sizeof *c->chosen);
}

static void closure_finish(struct closure *c)
{
    const uint32_t n = copies_count(&c->process->copies);

    for (uint32_t i = 0; i < n; i++)
        vec_free(&c->offers[i]);
    free(c->offers);
    free(c->offered);
    free(c->chosen);
    vec_free(&c->want);
    vec_free(&c->pick);
    vec_free(&c->next);
    vec_free(&c->uses);
}

static uint32_t copy_of(const struct closure *c, uint32_t x)
{
    return c->process->conditions.at[x].copy;
}

/* Sorts by copy what is older than x and concurrent with it. */
static void offer(struct closure *c, uint32_t x)
{
    const struct pool_list list = c->process->conditions.at[x].with;
    const uint32_t *with = pool_at(&c->process->pool, list);

    c->youngest = x;
    c->now++;
    for (uint32_t i = 0; i < list.len && with[i] < x; i++) {
        const uint32_t copy = copy_of(c, with[i]);

        if (c->offered[copy] != c->now) {
            c->offered[copy] = c->now;
            vec_clear(&c->offers[copy]);
        }
        vec_push(&c->offers[copy], with[i]);
    }
}

static uint32_t n_offers(const struct closure *c, uint32_t copy)
{
    return c->offered[copy] == c->now ? c->offers[copy].len : 0;
}

/* Which copies are to be chosen; false when one of them has no offer. */
static bool want(struct closure *c, struct copies_span copies)
{
    const uint32_t own = copy_of(c, c->youngest);

    vec_clear(&c->want);
    for (uint32_t i = 0; i < copies.len; i++) {
        const uint32_t copy = copies.at[i], n = n_offers(c, copy);
        uint32_t k;

        if (copy == own)
            continue;
        if (!n)
            return false;
        vec_push(&c->want, copy);
        for (k = c->want.len - 1; k && n_offers(c, c->want.at[k - 1]) > n; k--)
            c->want.at[k] = c->want.at[k - 1];
        c->want.at[k] = copy;
    }
    return true;
}

static bool goes_with_picked(const struct closure *c, uint32_t x)
{
    for (uint32_t i = 0; i < c->pick.len; i++)
        if (!process_concurrent(c->process, c->pick.at[i], x))
            return false;
    return true;
}

static void step_back(struct closure *c)
{
    (void)vec_pop(&c->next);
    if (c->next.len)
        (void)vec_pop(&c->pick);
}

/* Moves c->pick to the next complete choice; false when there is none left. */
static bool next_choice(struct closure *c)
{
    while (c->next.len) {
        const uint32_t depth = c->next.len - 1;

        if (depth == c->want.len) { /* this one was complete */
            step_back(c);
            continue;
        }

        const number_list *offers = &c->offers[c->want.at[depth]];
        uint32_t *i = vec_top(&c->next);

        while (*i < offers->len && !goes_with_picked(c, offers->at[*i]))
            ++*i;
        if (*i == offers->len) {
            step_back(c);
            continue;
        }
        vec_push(&c->pick, offers->at[*i]);
        ++*i; /* before next moves */
        vec_push(&c->next, 0);
        if (depth + 1 == c->want.len)
            return true;
    }
    return false;
}

/* The first co-set on the copies that has the youngest condition in it. */
static bool first_choice(struct closure *c, struct copies_span copies)
{
    vec_clear(&c->pick);
    vec_clear(&c->next);
    if (!want(c, copies))
        return false;
    vec_push(&c->next, 0);
    return !c->want.len || next_choice(c);
}

/* Is there an event of t on the choice? */
static bool has_event(struct closure *c, trans_id t,
                      struct copies_span consumes)
{
    c->chosen[copy_of(c, c->youngest)] = c->youngest;
    for (uint32_t i = 0; i < c->pick.len; i++)
        c->chosen[copy_of(c, c->pick.at[i])] = c->pick.at[i];
    vec_clear(&c->uses);
    for (uint32_t i = 0; i < consumes.len; i++)
        vec_push(&c->uses, c->chosen[consumes.at[i]]);
    return process_find(c->process, t, c->uses.at);
}

static bool check_trans(struct closure *c, trans_id t, uint32_t line)
{
    const struct copies_span consumes = copies_consumed(&c->process->copies, t);

    for (bool more = first_choice(c, consumes); more; more = next_choice(c))
        if (!has_event(c, t, consumes))
            return fault_report(
                c->process->fault, line,
                "an event of '%s' is missing, which takes a token on '%s'",
                net_trans_label(c->process->net, t),
                process_place(c->process, copy_of(c, c->youngest)));
    return true;
}

static bool check_condition(struct closure *c, uint32_t x, uint32_t line)
{
    const struct net_trans_span consumers =
        copies_consumers(&c->process->copies, copy_of(c, x));

    if (!consumers.len)
        return true;
    offer(c, x);
    for (uint32_t i = 0; i < consumers.len; i++)
        if (!check_trans(c, consumers.at[i], line))
            return false;
    return true;
}

/* Transitions that consume nothing have one event. */
static bool check_free(struct process *process, uint32_t line)
{
    for (trans_id t = 0; t < net_trans_count(process->net); t++)
        if (!copies_consumed(&process->copies, t).len &&
            !process_find(process, t, NULL))
            return fault_report(process->fault, line,
                                "an event of '%s' is missing, which takes "
                                "nothing",
                                net_trans_label(process->net, t));
    return true;
}

bool closure_check(struct process *process, uint32_t line)
{
    struct closure c;
    bool good = check_free(process, line);

    closure_init(&c, process);
    for (uint32_t x = 0; good && x < process->conditions.len; x++)
        good = check_condition(&c, x, line);
    closure_finish(&c);
    return good;
}

bool closure_avoids(struct process *process, const place_id *places, uint32_t n,
                    uint32_t line)
{
    struct closure c;
    number_list copies = {0};
    bool avoids = n > 0;

    closure_init(&c, process);
    for (uint32_t i = 0; i < n; i++) {
        vec_push(&copies, process->copies.first[places[i]]);
        c.chosen[copies.at[i]] = 1;
    }
    for (uint32_t x = 0; avoids && x < process->conditions.len; x++) {
        if (!c.chosen[copy_of(&c, x)])
            continue;
        offer(&c, x);
        avoids = !first_choice(&c, (struct copies_span){copies.at, copies.len});
    }
    closure_finish(&c);
    vec_free(&copies);
    return avoids || fault_report(process->fault, line,
                                  "the places of the goal are marked together");
}
