#include "proof_oracle.h"

#include "base/check.h"

#include <stdlib.h>

struct proof_oracle {
    const struct proof *proof;
    const struct net *net;
    const struct goal *goal;
    const struct proof_cube *cube;
    const char *why;
};

static bool has(struct net_place_span span, place_id p)
{
    for (uint32_t i = 0; i < span.len; i++)
        if (span.at[i] == p)
            return true;
    return false;
}

static bool meets(struct net_place_span a, struct net_place_span b)
{
    for (uint32_t i = 0; i < a.len; i++)
        if (has(b, a.at[i]))
            return true;
    return false;
}

/* Is a without b a subset of c? */
static bool within(struct net_place_span a, struct net_place_span b,
                   struct net_place_span c)
{
    for (uint32_t i = 0; i < a.len; i++)
        if (!has(b, a.at[i]) && !has(c, a.at[i]))
            return false;
    return true;
}

static struct net_place_span pos(const struct proof_oracle *j,
                                 const struct proof_cube *c)
{
    return proof_places(j->proof, c->pos);
}

static struct net_place_span neg(const struct proof_oracle *j,
                                 const struct proof_cube *c)
{
    return proof_places(j->proof, c->neg);
}

static const struct proof_member *find(const struct proof_oracle *j, trans_id t)
{
    const struct proof_member *const all = proof_members(j->proof, j->cube);

    for (uint32_t i = 0; i < j->cube->members.len; i++)
        if (all[i].trans == t)
            return &all[i];
    return NULL;
}

static bool say(struct proof_oracle *j, bool good, const char *why)
{
    if (!good && !j->why)
        j->why = why;
    return good;
}

static bool has_producers(const struct proof_oracle *j, place_id p)
{
    for (trans_id t = 0; t < net_trans_count(j->net); t++)
        if (has(net_post(j->net, t), p) && !find(j, t))
            return false;
    return true;
}

static bool has_consumers(const struct proof_oracle *j, place_id p)
{
    for (trans_id t = 0; t < net_trans_count(j->net); t++)
        if (has(net_pre(j->net, t), p) && !find(j, t))
            return false;
    return true;
}

static bool disables(const struct proof_oracle *j, trans_id t, trans_id u)
{
    return meets(net_pre(j->net, t), net_pre(j->net, u)) ||
           meets(net_pre(j->net, t), net_read(j->net, u));
}

static void check_active(struct proof_oracle *j, const struct proof_member *m)
{
    const struct net_place_span pre = net_pre(j->net, m->trans);
    const struct net_place_span post = net_post(j->net, m->trans);
    const struct net_place_span read = net_read(j->net, m->trans);
    const struct net_place_span none = {0};
    const struct proof_cube *to;

    for (trans_id u = 0; u < net_trans_count(j->net); u++)
        if (disables(j, m->trans, u) || disables(j, u, m->trans))
            say(j, find(j, u) != NULL, "a rival is no member");
    say(j, within(pre, none, pos(j, j->cube)), "pre is not in pos");
    say(j, within(read, none, pos(j, j->cube)), "read is not in pos");
    if (!say(j, m->by < j->proof->cubes.len, "a link leads nowhere"))
        return;
    to = &j->proof->cubes.at[m->by];
    say(j, within(pos(j, to), post, pos(j, j->cube)), "pos does not follow");
    say(j, within(neg(j, to), pre, neg(j, j->cube)), "neg does not follow");
    say(j, !meets(pos(j, to), pre), "the successor lacks what was consumed");
    say(j, !meets(neg(j, to), post) && !meets(neg(j, to), read),
        "the successor has what was produced or read");
}

static void check_blocked(struct proof_oracle *j, const struct proof_member *m)
{
    say(j,
        has(net_pre(j->net, m->trans), m->by) ||
            has(net_read(j->net, m->trans), m->by),
        "the transition uses no scapegoat");
    say(j, has(neg(j, j->cube), m->by), "the scapegoat is not in neg");
    say(j, has_producers(j, m->by), "a producer is no member");
}

static bool wants(const struct proof_oracle *j, place_id p)
{
    if (j->goal->kind == GOAL_TRANSITION)
        return has(net_pre(j->net, j->goal->trans), p) ||
               has(net_read(j->net, j->goal->trans), p);
    return has((struct net_place_span){j->goal->marked.at, j->goal->marked.len},
               p);
}

static void check_reason(struct proof_oracle *j)
{
    const uint32_t node = j->cube->node;
    const struct proof_member *m;

    switch (j->cube->reason) {
    case PROOF_LACKS:
        say(j, j->goal->kind != GOAL_DEADLOCK && wants(j, node),
            "the place is not wanted");
        say(j, has(neg(j, j->cube), node), "the place is not in neg");
        say(j, has_producers(j, node), "a producer of it is no member");
        return;
    case PROOF_HOLDS:
        say(j,
            j->goal->kind == GOAL_MARKING &&
                has((struct net_place_span){j->goal->empty.at,
                                            j->goal->empty.len},
                    node),
            "the place is not refused");
        say(j, has(pos(j, j->cube), node), "the place is not in pos");
        say(j, has_consumers(j, node), "a consumer of it is no member");
        return;
    case PROOF_LIVE:
        m = find(j, node);
        say(j, j->goal->kind == GOAL_DEADLOCK, "no deadlock is sought");
        say(j, m && m->active, "what lives is no active member");
        return;
    case PROOF_REFUTED: /* see tests/diff/formulas.c */
        say(j, false, "no formula is sought");
        return;
    }
}

static void check_cube(struct proof_oracle *j, uint32_t c)
{
    j->cube = &j->proof->cubes.at[c];
    check_reason(j);
    for (uint32_t i = 0; i < j->cube->members.len; i++) {
        const struct proof_member *const m =
            &proof_members(j->proof, j->cube)[i];

        if (m->active)
            check_active(j, m);
        else
            check_blocked(j, m);
    }
}

static void check_initial(struct proof_oracle *j)
{
    const struct proof_cube *const c = &j->proof->cubes.at[j->proof->initial];

    for (uint32_t i = 0; i < c->pos.len; i++)
        say(j, net_marked(j->net, pos(j, c).at[i]), "initially not in pos");
    for (uint32_t i = 0; i < c->neg.len; i++)
        say(j, !net_marked(j->net, neg(j, c).at[i]), "initially in neg");
}

const char *proof_oracle_proof(const struct proof *proof, const struct net *net,
                               const struct goal *goal)
{
    struct proof_oracle j = {.proof = proof, .net = net, .goal = goal};

    proof_check(proof, net);
    check_initial(&j);
    for (uint32_t c = 0; c < proof->cubes.len && !j.why; c++)
        check_cube(&j, c);
    return j.why;
}

/* --- well-formed ---------------------------------------------------------- */

static void check_span(struct proof_span span, uint32_t len)
{
    CHECK(span.from <= len && span.len <= len - span.from);
}

static void check_places(const struct proof *proof, const struct net *net,
                         struct proof_span span)
{
    check_span(span, proof->places.len);

    const struct net_place_span places = proof_places(proof, span);

    for (uint32_t i = 0; i < places.len; i++) {
        CHECK(places.at[i] < net_place_count(net));
        CHECK(!i || places.at[i - 1] < places.at[i]);
    }
}

static void check_members(const struct proof *proof, const struct net *net,
                          const struct proof_cube *cube)
{
    check_span(cube->members, proof->members.len);

    const struct proof_member *members = proof_members(proof, cube);

    for (uint32_t i = 0; i < cube->members.len; i++) {
        CHECK(members[i].trans < net_trans_count(net));
        CHECK(!i || members[i - 1].trans < members[i].trans);
        CHECK(members[i].by <
              (members[i].active ? proof->cubes.len : net_place_count(net)));
    }
}

void proof_check(const struct proof *proof, const struct net *net)
{
    CHECK(proof->initial < proof->cubes.len);
    for (uint32_t c = 0; c < proof->cubes.len; c++) {
        const struct proof_cube *cube = &proof->cubes.at[c];

        if (cube->reason != PROOF_REFUTED)
            CHECK(cube->node < (cube->reason == PROOF_LIVE
                                    ? net_trans_count(net)
                                    : net_place_count(net)));
        check_places(proof, net, cube->pos);
        check_places(proof, net, cube->neg);
        check_members(proof, net, cube);
    }
}
