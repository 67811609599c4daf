#include "structure/machines.h"

#include "base/mem.h"

/* A transition took one of the places that it consumes; this was so before. */
struct machines_choice {
    uint32_t n_members, looked, n_waiting, chosen;
    uint32_t from, next; /* of alternatives; they end where the next choice
                            begins */
};

void machines_init(struct machines *machines, const struct net *net,
                   const bool *dead)
{
    const uint32_t n_trans = net_trans_count(net);

    *machines = (struct machines){
        .net = net,
        .dead = dead,
        .is_member =
            mem_zero(net_place_count(net), sizeof *machines->is_member),
        .was_member =
            mem_zero(net_place_count(net), sizeof *machines->was_member),
        .inputs = mem_zero(n_trans, sizeof *machines->inputs),
        .outputs = mem_zero(n_trans, sizeof *machines->outputs),
    };
}

void machines_finish(struct machines *machines)
{
    vec_free(&machines->members);
    vec_free(&machines->waiting);
    vec_free(&machines->alternatives);
    vec_free(&machines->choices);
    mem_free(machines->is_member);
    mem_free(machines->was_member);
    mem_free(machines->inputs);
    mem_free(machines->outputs);
    *machines = (struct machines){0};
}

static bool may_add(struct machines *m, place_id p)
{
    const struct net_trans_span producers = net_producers(m->net, p);

    if (m->has_token && net_marked(m->net, p))
        return false;
    for (uint32_t i = 0; i < producers.len; i++) {
        m->work++;
        if (m->outputs[producers.at[i]] && !m->dead[producers.at[i]])
            return false;
    }
    return true;
}

/* One more member behind and before the transitions, or one less. */
static void count_member(struct machines *m, place_id p, int by)
{
    const struct net_trans_span producers = net_producers(m->net, p);
    const struct net_trans_span consumers = net_consumers(m->net, p);

    for (uint32_t i = 0; i < producers.len; i++)
        m->outputs[producers.at[i]] += (uint32_t)by;
    for (uint32_t i = 0; i < consumers.len; i++)
        m->inputs[consumers.at[i]] += (uint32_t)by;
    m->work += 1 + producers.len + consumers.len;
}

static void add_member(struct machines *m, place_id p)
{
    vec_push(&m->members, p);
    m->is_member[p] = true;
    m->has_token |= net_marked(m->net, p);
    count_member(m, p, 1);
}

static void remove_last(struct machines *m)
{
    const place_id p = vec_pop(&m->members);

    m->is_member[p] = false;
    m->has_token &= !net_marked(m->net, p);
    count_member(m, p, -1);
}

/* Appends the places of pre(t) that could be members. */
static uint32_t list_candidates(struct machines *m, trans_id t)
{
    const struct net_place_span pre = net_pre(m->net, t);
    uint32_t n = 0;

    for (uint32_t i = 0; i < pre.len; i++)
        if (may_add(m, pre.at[i])) {
            vec_push(&m->alternatives, pre.at[i]);
            n++;
        }
    return n;
}

static bool needs_input(const struct machines *m, trans_id t)
{
    return !m->dead[t] && m->outputs[t] && !m->inputs[t];
}

/* Looks at the producers of the members that were not looked at.  False if one
 * of them cannot get a member. */
static bool follow_producers(struct machines *m)
{
    while (m->looked < m->members.len) {
        const struct net_trans_span producers =
            net_producers(m->net, m->members.at[m->looked++]);

        for (uint32_t i = 0; i < producers.len; i++) {
            const trans_id t = producers.at[i];
            const uint32_t before = m->alternatives.len;
            uint32_t n;

            if (!needs_input(m, t))
                continue;
            if (m->work >= m->most)
                return false;
            n = list_candidates(m, t);
            if (n == 1)
                add_member(m, m->alternatives.at[before]);
            else if (n > 1)
                vec_push(&m->waiting, t);
            vec_cut(&m->alternatives, before);
            if (!n)
                return false;
        }
    }
    return true;
}

/* How many of the transitions that take the token from p bring it to a member?
 * Compares the shares; of equal ones, a place that no set had is better. */
static bool fits_better(struct machines *m, place_id p, place_id q)
{
    const place_id both[2] = {p, q};
    uint64_t hits[2] = {0, 0}, n[2];

    for (uint32_t k = 0; k < 2; k++) {
        const struct net_trans_span consumers = net_consumers(m->net, both[k]);

        n[k] = consumers.len;
        m->work += consumers.len;
        for (uint32_t i = 0; i < consumers.len; i++)
            hits[k] += m->outputs[consumers.at[i]] > 0;
    }
    if (hits[0] * n[1] != hits[1] * n[0])
        return hits[0] * n[1] > hits[1] * n[0];
    if (hits[0] != hits[1])
        return hits[0] > hits[1];
    return !m->was_member[p] && m->was_member[q];
}

/* Moves the best alternative of the last choice to the front. */
static void take_next(struct machines *m)
{
    struct machines_choice *const choice = vec_top(&m->choices);
    place_id *const at = m->alternatives.at;

    for (uint32_t i = choice->next + 1; i < m->alternatives.len; i++)
        if (fits_better(m, at[i], at[choice->next])) {
            const place_id better = at[i];

            at[i] = at[choice->next];
            at[choice->next] = better;
        }
    add_member(m, at[choice->next++]);
}

/* Tries the next alternative of the last choice that has one. */
static bool backtrack(struct machines *m)
{
    while (m->choices.len) {
        const struct machines_choice last = *vec_top(&m->choices);

        while (m->members.len > last.n_members)
            remove_last(m);
        m->looked = last.looked;
        m->chosen = last.chosen;
        vec_cut(&m->waiting, last.n_waiting);
        if (last.next < m->alternatives.len) {
            take_next(m);
            return true;
        }
        vec_cut(&m->alternatives, last.from);
        (void)vec_pop(&m->choices);
    }
    return false;
}

/* Gives the next transition that has a choice a member.  False if it has none
 * any more. */
static bool choose_member(struct machines *m)
{
    const trans_id t = m->waiting.at[m->chosen++];
    const struct machines_choice choice = {
        .n_members = m->members.len,
        .looked = m->looked,
        .n_waiting = m->waiting.len,
        .chosen = m->chosen,
        .from = m->alternatives.len,
        .next = m->alternatives.len,
    };

    if (!needs_input(m, t))
        return true;
    if (!list_candidates(m, t))
        return false;
    vec_push(&m->choices, choice);
    take_next(m);
    return true;
}

/* Is the set a state machine with p, too? */
static bool may_join(struct machines *m, place_id p)
{
    const struct net_trans_span producers = net_producers(m->net, p);

    if (m->is_member[p] || (m->has_token && net_marked(m->net, p)))
        return false;
    for (uint32_t i = 0; i < producers.len; i++) {
        const trans_id t = producers.at[i];

        m->work++;
        if (!m->dead[t] && (m->outputs[t] || !m->inputs[t]))
            return false;
    }
    return true;
}

/* Adds one of the places behind t, if one can be added; one that no earlier set
 * has, if there is such a place. */
static void extend_behind(struct machines *m, trans_id t)
{
    const struct net_place_span post = net_post(m->net, t);
    place_id best = PLACE_NONE;

    if (m->outputs[t])
        return;
    for (uint32_t j = 0; j < post.len; j++) {
        const bool is_new = !m->was_member[post.at[j]];

        m->work++;
        if ((best == PLACE_NONE || is_new) && may_join(m, post.at[j]))
            best = post.at[j];
        if (best != PLACE_NONE && !m->was_member[best])
            break;
    }
    if (best != PLACE_NONE)
        add_member(m, best);
}

/* Adds places behind the members, as long as there is time: one set for all
 * places of a chain instead of one for each. */
static void extend(struct machines *m)
{
    for (uint32_t i = 0; i < m->members.len && m->work < m->most; i++) {
        const struct net_trans_span consumers =
            net_consumers(m->net, m->members.at[i]);

        for (uint32_t k = 0; k < consumers.len; k++)
            extend_behind(m, consumers.at[k]);
    }
}

static void mark_members(struct machines *m)
{
    for (uint32_t i = 0; i < m->members.len; i++)
        m->was_member[m->members.at[i]] = true;
}

static void clear_search(struct machines *m)
{
    while (m->members.len)
        remove_last(m);
    vec_clear(&m->waiting);
    vec_clear(&m->alternatives);
    vec_clear(&m->choices);
    m->looked = m->chosen = 0;
}

bool machines_find(struct machines *m, place_id p, uint64_t work)
{
    clear_search(m);
    m->most = m->work + work;
    add_member(m, p);
    while (m->work < m->most) {
        if (follow_producers(m)) {
            if (m->chosen == m->waiting.len) {
                extend(m);
                mark_members(m);
                return true;
            }
            if (choose_member(m))
                continue;
        }
        if (!backtrack(m))
            return false;
    }
    return false;
}

void machines_extend(struct machines *m, const net_place_list *machine)
{
    clear_search(m);
    for (uint32_t i = 0; i < machine->len; i++)
        add_member(m, machine->at[i]);
    m->most = UINT64_MAX;
    extend(m);
    mark_members(m);
}

place_id machines_member_among(const bool *is_member,
                               struct net_place_span places, uint32_t *n)
{
    place_id found = PLACE_NONE;

    *n = 0;
    for (uint32_t i = 0; i < places.len; i++)
        if (is_member[places.at[i]]) {
            found = places.at[i];
            ++*n;
        }
    return found;
}
