#include "naive.h"

#include "net/marking.h"
#include "support.h"

#include <stdlib.h>
#include <string.h>

bool naive_reachable(const struct oracle *oracle, const struct goal *goal)
{
    for (uint32_t i = 0; i < oracle->n_markings; i++)
        if (goal_holds(goal, oracle->net, oracle_marking(oracle, i)))
            return true;
    return false;
}

static bool span_has(struct net_place_span span, place_id p)
{
    for (uint32_t i = 0; i < span.len; i++)
        if (span.at[i] == p)
            return true;
    return false;
}

static bool needs(const struct net *net, trans_id t, place_id p)
{
    return span_has(net_pre(net, t), p) || span_has(net_read(net, t), p);
}

static bool meet(struct net_place_span a, struct net_place_span b)
{
    for (uint32_t i = 0; i < a.len; i++)
        if (span_has(b, a.at[i]))
            return true;
    return false;
}

/* Mutual disabling. */
static bool are_rivals(const struct net *net, trans_id t, trans_id u)
{
    return meet(net_pre(net, t), net_pre(net, u)) ||
           meet(net_pre(net, t), net_read(net, u)) ||
           meet(net_pre(net, u), net_read(net, t));
}

/* --- making --------------------------------------------------------------- */

struct naive {
    const struct net *net;
    const struct oracle *oracle;
    const struct goal *goal;
    struct random *random;
    const bits_word *m;
    uint32_t *by;    /* by transition: its scapegoat, or the next cube */
    uint8_t *member; /* by transition: 0: no, 1: blocked, 2: active */
    VEC(trans_id) todo;
    struct proof_cube reason;
};

static void add(struct naive *n, trans_id t)
{
    if (n->member[t])
        return;
    n->member[t] = 1;
    vec_push(&n->todo, t);
}

static void add_producers(struct naive *n, place_id p)
{
    for (trans_id t = 0; t < net_trans_count(n->net); t++)
        if (span_has(net_post(n->net, t), p))
            add(n, t);
}

static void add_consumers(struct naive *n, place_id p)
{
    for (trans_id t = 0; t < net_trans_count(n->net); t++)
        if (span_has(net_pre(n->net, t), p))
            add(n, t);
}

static bool wants(const struct naive *n, place_id p)
{
    if (n->goal->kind == GOAL_TRANSITION)
        return needs(n->net, n->goal->trans, p);
    for (uint32_t i = 0; i < n->goal->marked.len; i++)
        if (n->goal->marked.at[i] == p)
            return true;
    return false;
}

static bool refuses(const struct naive *n, place_id p)
{
    for (uint32_t i = 0; i < n->goal->empty.len; i++)
        if (n->goal->empty.at[i] == p)
            return true;
    return false;
}

/* Chooses a random reason why the marking does not answer. */
static void choose_reason(struct naive *n)
{
    uint32_t found = 0;

    for (place_id p = 0; p < net_place_count(n->net); p++) {
        const bool marked = bits_has(n->m, p);

        if (marked ? !refuses(n, p) : !wants(n, p))
            continue;
        if (!random_below(n->random, ++found)) {
            n->reason.reason = marked ? PROOF_HOLDS : PROOF_LACKS;
            n->reason.node = p;
        }
    }
    for (trans_id t = 0; t < net_trans_count(n->net); t++)
        if (n->goal->kind == GOAL_DEADLOCK &&
            marking_enabled(n->net, n->m, t) &&
            !random_below(n->random, ++found)) {
            n->reason.reason = PROOF_LIVE;
            n->reason.node = t;
        }
    CHECK(found);
    if (n->reason.reason == PROOF_LACKS)
        add_producers(n, n->reason.node);
    else if (n->reason.reason == PROOF_HOLDS)
        add_consumers(n, n->reason.node);
    else
        add(n, n->reason.node);
}

static uint32_t find_marking(const struct oracle *oracle, const bits_word *m)
{
    for (uint32_t i = 0; i < oracle->n_markings; i++)
        if (bits_equal(oracle_marking(oracle, i), m, oracle->words))
            return i;
    CHECK(false && "the oracle knows this marking");
    return 0;
}

static void add_active(struct naive *n, trans_id t)
{
    bits_word *after = mem_copy(n->m, n->oracle->words, sizeof *after);

    n->member[t] = 2;
    marking_fire(n->net, after, t);
    n->by[t] = find_marking(n->oracle, after);
    mem_free(after);
    for (trans_id u = 0; u < net_trans_count(n->net); u++)
        if (are_rivals(n->net, t, u))
            add(n, u);
}

static void add_blocked(struct naive *n, trans_id t)
{
    uint32_t found = 0;

    for (place_id p = 0; p < net_place_count(n->net); p++)
        if (needs(n->net, t, p) && !bits_has(n->m, p) &&
            !random_below(n->random, ++found))
            n->by[t] = p;
    add_producers(n, n->by[t]);
}

static void close_members(struct naive *n)
{
    memset(n->member, 0, net_trans_count(n->net));
    choose_reason(n);
    while (n->todo.len) {
        const trans_id t = vec_pop(&n->todo);

        if (marking_enabled(n->net, n->m, t))
            add_active(n, t);
        else
            add_blocked(n, t);
    }
}

/* The required literals of a cube, by place: bit 0 marked, bit 1 empty. */
static void require(const struct naive *n, uint8_t *needed)
{
    if (n->reason.reason != PROOF_LIVE)
        needed[n->reason.node] |= n->reason.reason == PROOF_HOLDS ? 1 : 2;
    for (trans_id t = 0; t < net_trans_count(n->net); t++) {
        if (n->member[t] == 1)
            needed[n->by[t]] |= 2;
        for (place_id p = 0; n->member[t] == 2 && p < net_place_count(n->net);
             p++)
            if (needs(n->net, t, p))
                needed[p] |= 1;
    }
}

/* Propagates required literals back over links; true when something changed. */
static bool propagate(const struct net *net, const struct proof *proof,
                      uint8_t *needed)
{
    const uint32_t n_places = net_place_count(net);
    bool changed = false;

    for (uint32_t c = 0; c < proof->cubes.len; c++) {
        const struct proof_cube *cube = &proof->cubes.at[c];
        const struct proof_member *members = proof_members(proof, cube);
        uint8_t *own = needed + (size_t)c * n_places;

        for (uint32_t i = 0; i < cube->members.len; i++) {
            const struct proof_member *m = &members[i];
            const uint8_t *next = needed + (size_t)m->by * n_places;

            for (place_id p = 0; m->active && p < n_places; p++) {
                const uint8_t old = own[p];

                if (!span_has(net_post(net, m->trans), p))
                    own[p] |= next[p] & 1;
                if (!span_has(net_pre(net, m->trans), p))
                    own[p] |= next[p] & 2;
                changed |= own[p] != old;
            }
        }
    }
    return changed;
}

static void add_members(const struct naive *n, struct proof *proof)
{
    proof_add(proof, n->reason.reason, n->reason.node);
    for (trans_id t = 0; t < net_trans_count(n->net); t++)
        if (n->member[t] == 2)
            proof_active(proof, t, n->by[t]);
        else if (n->member[t])
            proof_blocked(proof, t, n->by[t]);
}

/* The same proof with these places only. */
static struct proof *with_places(struct proof *bare, const struct net *net,
                                 const uint8_t *needed)
{
    const uint32_t n_places = net_place_count(net);
    struct proof *proof = mem_zero(1, sizeof(struct proof));

    for (uint32_t c = 0; c < bare->cubes.len; c++) {
        const struct proof_cube *cube = &bare->cubes.at[c];
        const struct proof_member *members = proof_members(bare, cube);
        const uint8_t *own = needed + (size_t)c * n_places;

        proof_add(proof, cube->reason, cube->node);
        for (place_id p = 0; p < n_places; p++)
            if (own[p] & 1)
                proof_pos(proof, p);
        for (place_id p = 0; p < n_places; p++)
            if (own[p] & 2)
                proof_neg(proof, p);
        for (uint32_t i = 0; i < cube->members.len; i++)
            if (members[i].active)
                proof_active(proof, members[i].trans, members[i].by);
            else
                proof_blocked(proof, members[i].trans, members[i].by);
    }
    proof_destroy(bare);
    return proof;
}

struct proof *naive_proof(const struct oracle *oracle, const struct goal *goal,
                          struct random *random, bool small)
{
    const struct net *net = oracle->net;
    const uint32_t n_places = net_place_count(net);
    struct proof *bare = mem_zero(1, sizeof(struct proof));
    uint8_t *needed =
        mem_zero((size_t)oracle->n_markings * n_places, sizeof *needed);
    struct naive n = {
        .net = net, .oracle = oracle, .goal = goal, .random = random};

    n.by = mem_zero(net_trans_count(net), sizeof *n.by);
    n.member = mem_zero(net_trans_count(net), sizeof *n.member);
    for (uint32_t i = 0; i < oracle->n_markings; i++) {
        uint8_t *own = needed + (size_t)i * n_places;

        n.m = oracle_marking(oracle, i);
        close_members(&n);
        add_members(&n, bare);
        require(&n, own);
        for (place_id p = 0; !small && p < n_places; p++)
            own[p] = bits_has(n.m, p) ? 1 : 2;
    }
    while (propagate(net, bare, needed)) {
    }

    struct proof *proof = with_places(bare, net, needed);

    mem_free(needed);
    mem_free(n.by);
    mem_free(n.member);
    vec_free(&n.todo);
    return proof;
}

/* --- checking ------------------------------------------------------------- */

struct checker {
    const struct net *net;
    const struct goal *goal;
    const struct proof *proof;
    const struct proof_cube *cube;
};

static bool in(const struct checker *k, struct proof_span span, place_id p)
{
    return span_has(proof_places(k->proof, span), p);
}

static const struct proof_member *member(const struct checker *k, trans_id t)
{
    const struct proof_member *members = proof_members(k->proof, k->cube);

    for (uint32_t i = 0; i < k->cube->members.len; i++)
        if (members[i].trans == t)
            return &members[i];
    return NULL;
}

static bool producers_are_members(const struct checker *k, place_id p)
{
    for (trans_id t = 0; t < net_trans_count(k->net); t++)
        if (span_has(net_post(k->net, t), p) && !member(k, t))
            return false;
    return true;
}

static bool consumers_are_members(const struct checker *k, place_id p)
{
    for (trans_id t = 0; t < net_trans_count(k->net); t++)
        if (span_has(net_pre(k->net, t), p) && !member(k, t))
            return false;
    return true;
}

static bool reason_holds(const struct checker *k)
{
    const struct naive goal = {.net = k->net, .goal = k->goal};
    const uint32_t node = k->cube->node;

    switch (k->cube->reason) {
    case PROOF_LACKS:
        return k->goal->kind != GOAL_DEADLOCK && wants(&goal, node) &&
               in(k, k->cube->neg, node) && producers_are_members(k, node);
    case PROOF_HOLDS:
        return k->goal->kind == GOAL_MARKING && refuses(&goal, node) &&
               in(k, k->cube->pos, node) && consumers_are_members(k, node);
    case PROOF_LIVE:
        return k->goal->kind == GOAL_DEADLOCK && member(k, node) &&
               member(k, node)->active;
    case PROOF_REFUTED:
        return false;
    }
    return false;
}

static bool link_holds(const struct checker *k, trans_id t,
                       const struct proof_cube *next)
{
    const struct net *net = k->net;

    for (place_id p = 0; p < net_place_count(net); p++) {
        const bool pre = span_has(net_pre(net, t), p);
        const bool post = span_has(net_post(net, t), p);
        const bool read = span_has(net_read(net, t), p);

        if (in(k, next->pos, p) && (pre || (!post && !in(k, k->cube->pos, p))))
            return false;
        if (in(k, next->neg, p) &&
            (post || read || (!pre && !in(k, k->cube->neg, p))))
            return false;
    }
    return true;
}

static bool member_holds(const struct checker *k, const struct proof_member *m)
{
    const trans_id t = m->trans;

    if (!m->active)
        return needs(k->net, t, m->by) && in(k, k->cube->neg, m->by) &&
               producers_are_members(k, m->by);
    for (place_id p = 0; p < net_place_count(k->net); p++)
        if (needs(k->net, t, p) && !in(k, k->cube->pos, p))
            return false;
    for (trans_id u = 0; u < net_trans_count(k->net); u++)
        if (are_rivals(k->net, t, u) && !member(k, u))
            return false;
    return link_holds(k, t, &k->proof->cubes.at[m->by]);
}

bool naive_accepts(const struct net *net, const struct goal *goal,
                   const struct proof *proof)
{
    struct checker k = {net, goal, proof, &proof->cubes.at[proof->initial]};

    for (place_id p = 0; p < net_place_count(net); p++)
        if (net_marked(net, p) ? in(&k, k.cube->neg, p)
                               : in(&k, k.cube->pos, p))
            return false;
    for (uint32_t c = 0; c < proof->cubes.len; c++) {
        k.cube = &proof->cubes.at[c];

        const struct proof_member *members = proof_members(proof, k.cube);

        if (!reason_holds(&k))
            return false;
        for (uint32_t i = 0; i < k.cube->members.len; i++)
            if (!member_holds(&k, &members[i]))
                return false;
    }
    return true;
}

/* --- questions ------------------------------------------------------------ */

static void add_marking(const struct net *net, struct random *random,
                        goal_list *goals)
{
    struct goal goal = {
        .kind = GOAL_MARKING, .trans = TRANS_NONE, .text = mem_text("marking")};
    const uint32_t few = 10 + random_below(random, 50);

    for (place_id p = 0; p < net_place_count(net); p++) {
        if (!random_chance(random, few))
            continue;
        if (random_chance(random, 60))
            vec_push(&goal.marked, p);
        else
            vec_push(&goal.empty, p);
    }
    vec_push(goals, goal);
}

void naive_goal(const struct net *net, struct random *random, goal_list *goals)
{
    const uint32_t n = net_trans_count(net);
    const uint32_t kind = random_below(random, 5);
    struct diag diag = {0};

    if (kind == 0)
        goal_add_plain(goals, "deadlock");
    else if (kind < 3 && n)
        CHECK(goal_add_trans(
            goals, net, net_trans_label(net, random_below(random, n)), &diag));
    else
        add_marking(net, random, goals);
}
