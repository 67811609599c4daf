#include "checker/process.h"

#include <string.h>

void process_init(struct process *process, const struct net *net,
                  const struct cert *cert, struct fault *fault)
{
    const uint32_t n = cert->events.len;

    *process = (struct process){.net = net, .cert = cert, .fault = fault};
    copies_init(&process->copies, net, cert->copies);

    const uint32_t n_copies = copies_count(&process->copies);

    process->uses = mem_alloc(cert->producers.len, sizeof *process->uses);
    process->produced = mem_zero(n, sizeof *process->produced);
    process->level = mem_zero(n, sizeof *process->level);
    process->initial = mem_alloc(n_copies, sizeof *process->initial);
    process->stamp = mem_zero(n_copies, sizeof *process->stamp);
}

void process_finish(struct process *process)
{
    copies_finish(&process->copies);
    vec_free(&process->conditions);
    pool_finish(&process->pool);
    mem_free(process->uses);
    mem_free(process->produced);
    mem_free(process->level);
    mem_free(process->initial);
    mem_free(process->stamp);
    hash_finish(&process->names);
    vec_free(&process->concurrent);
}

void process_connect(struct process *process, const place_id *places,
                     uint32_t n)
{
    const uint32_t *const first = process->copies.first;

    for (uint32_t i = 1; i < n; i++)
        copies_join(&process->copies, first[places[0]], first[places[i]]);
}

const char *process_place(const struct process *process, uint32_t copy)
{
    return net_place_label(process->net, copies_place(&process->copies, copy));
}

static const char *trans(const struct process *process, trans_id t)
{
    return net_trans_label(process->net, t);
}

/* --- names ---------------------------------------------------------------- */

static uint32_t hash_name(trans_id t, const uint32_t *uses, uint32_t n)
{
    uint32_t h = hash_mix(0, t);

    for (uint32_t i = 0; i < n; i++)
        h = hash_mix(h, uses[i]);
    return h;
}

uint32_t process_find(const struct process *process, trans_id t,
                      const uint32_t *uses)
{
    const struct hash *names = &process->names;
    const uint32_t n = copies_consumed(&process->copies, t).len;
    const uint32_t h = hash_name(t, uses, n);
    uint32_t e;

    for (uint32_t p = hash_first(names, h);
         (e = hash_id(names, p)) != HASH_FREE; p = hash_next(names, p)) {
        const struct cert_event *ev = process_event(process, e);

        if (hash_at(names, p) == h && ev->trans == t &&
            (!n || !memcmp(process->uses + ev->from, uses, n * sizeof *uses)))
            return e;
    }
    return 0;
}

/* --- presets -------------------------------------------------------------- */

/* The condition on the copy that event f produces; UINT32_MAX: none. */
static uint32_t find_produced(const struct process *process, uint32_t f,
                              uint32_t copy)
{
    if (!f)
        return process->initial[copy];

    const struct copies_span produced =
        copies_produced(&process->copies, process_event(process, f)->trans);
    const uint32_t i = copies_find(produced.at, produced.len, copy);

    return i < produced.len && produced.at[i] == copy ? process->produced[f] + i
                                                      : UINT32_MAX;
}

static bool find_uses(struct process *process, uint32_t e)
{
    const struct cert_event *ev = process_event(process, e);
    const struct copies_span consumes =
        copies_consumed(&process->copies, ev->trans);

    if (consumes.len != ev->n_producers)
        return fault_report(
            process->fault, FAULT_EVENT, e,
            "'%s' consumes %u tokens, but producers of %u are named",
            trans(process, ev->trans), consumes.len, ev->n_producers);
    process->level[e] = 1;
    for (uint32_t i = 0; i < consumes.len; i++) {
        const uint32_t producer = process->cert->producers.at[ev->from + i];
        const uint32_t use =
            process_event(process, producer)->cutoff
                ? UINT32_MAX
                : find_produced(process, producer, consumes.at[i]);

        if (use == UINT32_MAX)
            return fault_report(process->fault, FAULT_EVENT, e,
                                "event %u %s '%s'", producer,
                                process_event(process, producer)->cutoff
                                    ? "is a cutoff and produces no token on"
                                    : "produces no token on",
                                process_place(process, consumes.at[i]));
        process->uses[ev->from + i] = use;
        if (process->level[producer] >= process->level[e])
            process->level[e] = process->level[producer] + 1;
    }
    return true;
}

static bool check_uses(struct process *process, uint32_t e)
{
    const struct cert_event *ev = process_event(process, e);
    const uint32_t *uses = process->uses + ev->from;
    const struct process_condition *at = process->conditions.at;

    for (uint32_t i = 0; i < ev->n_producers; i++)
        for (uint32_t k = i + 1; k < ev->n_producers; k++)
            if (!process_concurrent(process, uses[i], uses[k]))
                return fault_report(
                    process->fault, FAULT_EVENT, e,
                    "these tokens on '%s' and '%s' are not concurrent",
                    process_place(process, at[uses[i]].copy),
                    process_place(process, at[uses[k]].copy));
    return true;
}

static bool is_new(struct process *process, uint32_t e)
{
    const struct cert_event *ev = process_event(process, e);
    const uint32_t *uses = process->uses + ev->from;
    const uint32_t same = process_find(process, ev->trans, uses);

    if (same)
        return fault_report(process->fault, FAULT_EVENT, e,
                            "this is event %u again", same);
    hash_put(&process->names, hash_name(ev->trans, uses, ev->n_producers), e);
    return true;
}

/* --- postsets ------------------------------------------------------------- */

/* The index of the condition that e uses with the shortest list. */
static uint32_t shortest(const struct process *process,
                         const struct cert_event *ev)
{
    const struct process_condition *at = process->conditions.at;
    const uint32_t *uses = process->uses + ev->from;
    uint32_t least = 0;

    for (uint32_t i = 1; i < ev->n_producers; i++)
        if (at[uses[i]].concurrent.len < at[uses[least]].concurrent.len)
            least = i;
    return least;
}

/* Where in the list, from `at` on, the first number is that is not below this
 * one: by steps that double, as it mostly is near. */
static uint32_t skip(const uint32_t *list, uint32_t at, uint32_t n,
                     uint32_t number)
{
    uint32_t step = 1;

    while (n - at > step && list[at + step] < number) {
        at += step;
        step *= 2;
    }
    return at + copies_find(list + at, step < n - at ? step : n - at, number);
}

/* Keeps those of the numbers that are in the list, too; both increase. */
static void intersect(process_list *numbers, const uint32_t *list, uint32_t n)
{
    uint32_t len = 0, at = 0;

    for (uint32_t i = 0; i < numbers->len; i++) {
        at = skip(list, at, n, numbers->at[i]);
        if (at < n && list[at] == numbers->at[i])
            numbers->at[len++] = numbers->at[i];
    }
    vec_cut(numbers, len);
}

/* Sets process->concurrent to the conditions concurrent with all that e
 * uses. */
static void find_concurrent(struct process *process, uint32_t e)
{
    const struct process_condition *conditions = process->conditions.at;
    const struct cert_event *ev = process_event(process, e);
    const uint32_t *uses = process->uses + ev->from;

    vec_clear(&process->concurrent);
    if (!ev->n_producers)
        return;

    const uint32_t least = shortest(process, ev);
    const struct pool_list first = conditions[uses[least]].concurrent;
    const uint32_t *const at = pool_at(&process->pool, first);

    vec_append_n(&process->concurrent, at, first.len);
    for (uint32_t k = 0; k < ev->n_producers; k++) {
        const struct pool_list list = conditions[uses[k]].concurrent;

        if (k != least)
            intersect(&process->concurrent, pool_at(&process->pool, list),
                      list.len);
    }
}

static void add_pair(struct process *process, uint32_t older, uint32_t newer)
{
    pool_push(&process->pool, &process->conditions.at[older].concurrent, newer);
    pool_push(&process->pool, &process->conditions.at[newer].concurrent, older);
}

static void add_condition(struct process *process, uint32_t copy,
                          const process_list *concurrent)
{
    const struct process_condition condition = {.copy = copy};
    const uint32_t self = process->conditions.len;

    vec_push(&process->conditions, condition);
    for (uint32_t i = 0; i < concurrent->len; i++)
        add_pair(process, concurrent->at[i], self);
}

static bool reject_second_token(struct process *process, uint32_t e,
                                const char *place)
{
    return fault_report(process->fault, FAULT_EVENT, e,
                        "the net is not safe: this produces a second token on "
                        "'%s'",
                        place);
}

static bool check_safe(struct process *process, uint32_t e,
                       struct copies_span produced)
{
    const place_id overflow =
        net_overflow(process->net, process_event(process, e)->trans);

    if (overflow != PLACE_NONE)
        return reject_second_token(process, e,
                                   net_place_label(process->net, overflow));
    process->now++;
    for (uint32_t i = 0; i < produced.len; i++)
        process->stamp[produced.at[i]] = process->now;
    for (uint32_t i = 0; i < process->concurrent.len; i++) {
        const uint32_t copy =
            process->conditions.at[process->concurrent.at[i]].copy;

        if (process->stamp[copy] == process->now)
            return reject_second_token(process, e,
                                       process_place(process, copy));
    }
    return true;
}

static bool add_event(struct process *process, uint32_t e)
{
    const struct cert_event *ev = process_event(process, e);
    const struct copies_span produced =
        copies_produced(&process->copies, ev->trans);

    if (!find_uses(process, e) || !check_uses(process, e) ||
        !is_new(process, e))
        return false;
    if (!ev->n_producers && produced.len)
        return fault_report(process->fault, FAULT_EVENT, e,
                            "the net is not safe: '%s' needs no token",
                            trans(process, ev->trans));
    find_concurrent(process, e);
    if (!check_safe(process, e, produced))
        return false;
    if (ev->cutoff)
        return true;
    process->produced[e] = process->conditions.len;
    for (uint32_t i = 0; i < produced.len; i++) {
        add_condition(process, produced.at[i], &process->concurrent);
        vec_push(&process->concurrent, process->produced[e] + i);
    }
    return true;
}

/* The initial condition on a copy, concurrent with those before it on connected
 * copies. */
static void add_initial(struct process *process, uint32_t copy,
                        process_list *connected)
{
    process->initial[copy] = process->conditions.len;
    add_condition(process, copy, connected);
    vec_push(connected, process->initial[copy]);
}

static void add_all_initial(struct process *process)
{
    struct copies *const copies = &process->copies;
    const uint32_t n = copies_count(copies);
    process_list *lists = mem_zero(n, sizeof *lists);

    for (place_id p = 0; p < net_place_count(process->net); p++)
        for (uint32_t c = copies->first[p]; c < copies->first[p + 1]; c++) {
            process->initial[c] = UINT32_MAX;
            if (net_marked(process->net, p))
                add_initial(process, c, &lists[copies_leader(copies, c)]);
        }
    for (uint32_t i = 0; i < n; i++)
        vec_free(&lists[i]);
    mem_free(lists);
}

bool process_build(struct process *process)
{
    add_all_initial(process);
    for (uint32_t e = 1; e < process->cert->events.len; e++)
        if (!add_event(process, e))
            return false;
    return true;
}
